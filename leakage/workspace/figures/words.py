"""What a person reads of a task: what to do, how, why, and the thanks when it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from leakage.record import redacted_repr
from leakage.workspace.figures.tasks import (
    UNKNOWN,
    Task,
    TaskKind,
    accounts_of,
    domain_of,
    kind_of_change,
    minutes_of,
    sharing,
)
from leakage.workspace.places.kinds import change_password_page, is_data_broker
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.vocabulary import count, listed
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Step:
    """What to do in one sitting, in a person's words.

    Arguments:
        key: it is saved under.
        title: what to do.
        how: in two sentences.
        link: the page where it is done; empty where none is known, or where each account has its own.
        why: what it does.
        gain: points by which it lowers the leakage, if at least one; None else, and where nobody asked.
        minutes: it takes.
        about: the accounts, as the releases call them.
    """

    key: str
    title: str
    how: str
    link: str
    why: str
    gain: float | None
    minutes: float
    about: tuple[str, ...]

    __repr__ = redacted_repr


def step_of(workspace: Workspace, task: Task, gain: float = 0.0) -> Step:
    """A task as a step."""
    about = accounts_of(workspace, task)
    if task.kind == "mailbox" and task.accounts != (UNKNOWN,):
        about = about or task.accounts
    title, how, why = _WORDS[task.kind](workspace, task)
    minutes = minutes_of(workspace, task)
    return Step(task.key, title, how, _link(workspace, task, about), why, gain if gain >= 1.0 else None, minutes, about)


def _link(workspace: Workspace, task: Task, about: Sequence[str]) -> str:
    if task.kind == "erase":
        return _deleting_page(workspace, task)
    if task.kind in ("stop sharing", "change") or len(task.accounts) > 1 or not about:
        return ""
    return page_of(workspace, about[0])


def _deleting_page(workspace: Workspace, task: Task) -> str:
    contact = contact_of(workspace, task.accounts[0])
    return contact.delete_url if contact and contact.delete_url.startswith("https://") else ""


def page_of(workspace: Workspace, account: str) -> str:
    """Where the password of an account is changed: the page that the lists know, else its site; empty without one."""
    site = workspace.recipient_site(account)
    return change_password_page(site) or (f"https://{site}" if site else "")


NEW_PASSWORD = (
    "Let a password manager make it: Bitwarden, KeePassXC, or the one in your browser. Then enter it on their page."
)


def _mailbox(workspace: Workspace, task: Task) -> tuple[str, str, str]:
    domain = task.accounts[0]
    mails = Counter(domain_of(v) for r in workspace.live_accounts for v in r.record.values("Email"))
    others = mails[domain] - len(accounts_of(workspace, task))
    whose = (
        f"the password of {count(others, 'other account')}" if others > 0 else "the passwords of your other accounts"
    )
    return (
        "Secure your mailbox" if domain == UNKNOWN else f"Secure your mailbox at {domain}",
        "Give it a new password that you use nowhere else, made by a password manager. Then switch on two-step sign-in "
        "(a code from an app, or a passkey) in its security settings.",
        f"Anyone in your mailbox can reset {whose}.",
    )


def _leaked(workspace: Workspace, task: Task) -> tuple[str, str, str]:
    if own := accounts_of(workspace, task):
        first, *others = own
        more = f" and {len(others)} more" if others else ""
        why = f"It also opens {listed(others, 2)}." if others else "Attackers have it on their lists, and try it out."
        return f"Change your leaked password at {first}{more}", NEW_PASSWORD, why
    return (
        "Change passwords that leaked, wherever you still use them",
        NEW_PASSWORD,
        f"Passwords leaked at {listed(task.accounts, 5)}. Attackers try them at other sites.",
    )


def _passwords(workspace: Workspace, task: Task) -> tuple[str, str, str]:
    groups = [{name, *sharing(workspace, name)} for name in task.accounts]
    most = max(map(len, groups))
    why = f"You use one password at {most} accounts. A leak at one of them opens the others."
    if any(group != groups[0] for group in groups):
        why = f"Each of these shares its password with other accounts, one of them with {most - 1}."
    return f"New passwords for {listed(task.accounts, 2)}", NEW_PASSWORD, why


_HOW = {
    "change Email": (
        "Use a separate email address (an alias) at {names}",
        "An alias is an extra address whose mail reaches your own mailbox. Make one at your mail provider, or at "
        "SimpleLogin, addy.io or Firefox Relay, and enter it in each account.",
    ),
    "change Card": (
        "Use a virtual card at {names}",
        "Many banks and payment apps give out virtual cards. Make one for each shop and enter it as your way to pay.",
    ),
    "change User name": (
        "Choose another user name at {names}",
        "Choose one that you use nowhere else, and enter it in your profile there. Some sites do not allow it.",
    ),
}


def _called(workspace: Workspace, label: str) -> str:
    name = workspace.display_name(label)
    return name if name[:2].isupper() else f"{name[:1].lower()}{name[1:]}"


def _change(workspace: Workspace, task: Task) -> tuple[str, str, str]:
    label, _ = task.pair or ("", "")
    title, how = _HOW[kind_of_change(workspace, label) or "change Email"]
    called = _called(workspace, label)
    why = f"Your {called} no longer joins {'it' if len(task.accounts) == 1 else 'them'} to your other accounts."
    return title.format(names=listed(task.accounts, 2)), how, why


def _erase(workspace: Workspace, task: Task) -> tuple[str, str, str]:
    labels = {a.label for r in workspace.live_accounts if r.recipient in task.accounts for a in r.record}
    held = [_called(workspace, label) for label in workspace.labels if label in labels]
    account = "account" if len(task.accounts) == 1 else "accounts"
    gone = f"They no longer have your {listed(held, 3)}." if held else "They no longer have anything of yours."
    if any(is_data_broker(workspace, name) for name in task.accounts):
        how = "They sell what they know about people. Send them the letter that is ready; they have a month to answer."
        return f"Have {listed(task.accounts, 2)} delete your data", how, gone
    way = "Delete it on their page" if _deleting_page(workspace, task) else "Delete it there"
    return (
        f"Delete your {account} at {listed(task.accounts, 2)}",
        f"Only if you no longer use it. {way}, or write to them: the letter is ready.",
        gone,
    )


_WORDS: dict[TaskKind, Callable[[Workspace, Task], tuple[str, str, str]]] = {
    "mailbox": _mailbox,
    "leaked": _leaked,
    "passwords": _passwords,
    "second factor": lambda workspace, task: (
        f"Switch on two-step sign-in at {listed(task.accounts, 2)}",
        "Look for “two-step” or “2FA” in the security settings. Choose an app or a passkey; a text message will do.",
        "Then a stolen password alone opens nothing there.",
    ),
    "change": _change,
    "erase": _erase,
    "stop sharing": lambda workspace, task: (
        f"Ask {listed(task.accounts, 2)} to stop sharing your data",
        "Send them an objection: the letter is ready, and you copy it into an email. They have a month to answer.",
        "What they know of you no longer reaches other companies and brokers.",
    ),
}


def thanks(workspace: Workspace, task: Task) -> str:
    """What a task does once it is done, whether the figure moves or not."""
    about = accounts_of(workspace, task)
    if task.kind == "leaked" and about:
        return f"The password that leaked no longer opens {listed(about, 2)}."
    if task.kind in ("mailbox", "passwords") and about:
        shared = sharing(workspace, about[0])
        what = "your mail" if task.kind == "mailbox" else f"your account at {about[0]}"
        return f"A leak at {shared[0]} no longer opens {what}." if shared else f"A leak elsewhere does not open {what}."
    if task.kind == "change":
        label = _called(workspace, (task.pair or ("",))[0])
        return f"Your {label} no longer joins {listed(about, 2)} to your other accounts."
    return {
        "mailbox": "A stolen password alone no longer opens your mail.",
        "second factor": f"A stolen password alone no longer opens your account at {listed(about, 2)}.",
        "erase": f"A leak at {listed(about, 2)} can no longer be about you.",
        "stop sharing": f"{listed(about, 2)} no longer passes on what it knows of you.",
    }.get(task.kind, "An old leak no longer opens anything of yours.")
