"""Tasks: what is done in one sitting and how long it takes, and those that anybody would be told first."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, TypeAlias, get_args

from leakage.record import UNTYPED, Pair, is_typed, redacted_repr
from leakage.workspace.places.kinds import TRAITS
from leakage.workspace.places.obligations import (
    MAIL,
    NUMBER,
    PASSWORDS,
    hangs_on,
    legal_kind,
    mailbox_accounts,
    mailbox_of,
)
from leakage.workspace.release import PASSWORD, StepAnswer
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.sites import site_of
from leakage.workspace.workspace import Workspace

TaskKind: TypeAlias = Literal["mailbox", "leaked", "passwords", "second factor", "change", "erase", "stop sharing"]
_KINDS = frozenset(get_args(TaskKind))
OPTIMISED: tuple[TaskKind, ...] = ("change", "erase", "stop sharing")
"""The kinds that the optimiser chooses from."""
CLOSED: tuple[StepAnswer, ...] = ("done", "needed", "cannot")
"""The answers after which a task is not asked again."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is done in one sitting.

    Arguments:
        kind: of what is done.
        accounts: where, as the releases call them; of a mailbox the domain of the address, and of passwords that leaked
            where the person has no known account the sites that were breached.
        pair: the value that is changed there, of the kind "change".
    """

    kind: TaskKind
    accounts: tuple[str, ...]
    pair: Pair | None = None

    __repr__ = redacted_repr

    @property
    def key(self) -> str:
        """What it is saved under; equal tasks have equal keys."""
        label, value = self.pair or ("", "")
        return json.dumps([self.kind, label, value if is_typed((label, value)) else None, *self.accounts])


def task_of(key: str) -> Task | None:
    """The task of a key; None where it is none."""
    try:
        kind, label, value, *accounts = json.loads(key)
    except (ValueError, TypeError):
        return None
    if not (isinstance(kind, str) and kind in _KINDS and accounts and all(isinstance(a, str) for a in accounts)):
        return None
    if kind == "change" and not (isinstance(label, str) and label and (value is None or isinstance(value, str))):
        return None
    pair = (label, UNTYPED if value is None else value) if kind == "change" else None
    return Task(kind, tuple(accounts), pair)  # type: ignore[arg-type]


def answered_tasks(workspace: Workspace, answers: Container[StepAnswer]) -> tuple[Task, ...]:
    """The tasks that the person gave one of some answers to, in the order of the answers."""
    found = (task_of(answer.step) for answer in workspace.answers if answer.answer in answers)
    return tuple(task for task in found if task is not None)


SITTING = 5
"""Accounts that are seen to in one sitting."""
MAILBOXES = 2
_SURENESS = attrgetter("label", "confidence")
UNKNOWN = "mailbox"
"""In place of the domain of a mailbox of which nothing is known."""
_RANKS = {MAIL: 0, PASSWORDS: 0, NUMBER: 2}
_BANK, _OTHERS = 1, 3
_GUARDED = {"Password manager": 0, "Bank": 1, "Mobile phone company": 3}
"""Kinds of places where two-step sign-in matters most, and in which order."""


def first_tasks(workspace: Workspace) -> Iterator[Task]:
    """What any adviser would say, whatever it gains, in the order in which to do it."""
    mailboxes, leaked = tuple(_mailboxes(workspace)), tuple(_leaked(workspace))
    secured = {name for task in mailboxes for name in accounts_of(workspace, task)}
    apart = secured | {name for task in leaked for name in task.accounts}
    yield from (*mailboxes, *leaked, *_shared(workspace, apart), *_second_factors(workspace, secured))


def _mailboxes(workspace: Workspace) -> Iterator[Task]:
    domains = Counter(domain_of(value) for r in workspace.live_accounts for value in r.record.values("Email"))
    for label, value in workspace.profile:
        if label == "Email" and is_typed((label, value)) and domain_of(value):
            domains[domain_of(value)] += 0
    named: dict[str, str] = {}
    for domain, _ in domains.most_common():
        if domain and domain not in TRAITS["forwarders"]["domains"]:
            named.setdefault(mailbox_of(domain), domain)
    if not named and workspace.releases:
        named[""] = UNKNOWN
    yield from (Task("mailbox", (domain,)) for domain in list(named.values())[:MAILBOXES])


def by_danger(workspace: Workspace, recipients: Iterable[str]) -> tuple[str, ...]:
    """Recipients in the order in which their accounts are made safe: mail first, then banks, phones, and who has most.

    Of two alike, the one that would lose more comes first: ``sum of weight(label) * p`` over the facts that it
    holds with probability p.
    """
    weights, needed = workspace.weight_map, hangs_on(workspace)
    held: dict[str, dict[str, float]] = {}
    for release in workspace.accounts:
        if release.erasure != "done":
            facts = held.setdefault(release.recipient, {})
            for label, p in itertools.chain(map(_SURENESS, release.record), release.presumed):
                if p > facts.get(label, 0.0):
                    facts[label] = p

    def danger(name: str) -> tuple[int, float, str]:
        rank = _BANK if legal_kind(workspace, name) == "Bank" else _RANKS.get(needed.get(name, ""), _OTHERS)
        return rank, -sum(weights.get(label, 1.0) * p for label, p in held.get(name, {}).items()), name

    return tuple(sorted(recipients, key=danger))


def domain_of(address: str) -> str:
    """The domain of a mail address; empty where it is none."""
    return site_of(address.rpartition("@")[2]) if "@" in address else ""


def shared_passwords(workspace: Workspace) -> dict[str, tuple[str, ...]]:
    """The accounts of each password that several of them have."""
    return {value: names for value, names in workspace.password_users.items() if len(names) > 1}


def sharing(workspace: Workspace, name: str) -> list[str]:
    """The other accounts with a password of an account."""
    groups = (names for names in shared_passwords(workspace).values() if name in names)
    return [other for other in dict.fromkeys(itertools.chain.from_iterable(groups)) if other != name]


def _settled(workspace: Workspace, *kinds: TaskKind, done: bool = False) -> set[str]:
    tasks = answered_tasks(workspace, ("done", "later", "needed", "cannot") if done else ("later", "needed", "cannot"))
    return {name for task in tasks if task.kind in kinds for name in task.accounts}


def _leaked(workspace: Workspace) -> Iterator[Task]:
    own: dict[str, list[str]] = {}
    for name in workspace.recipient_names:
        own.setdefault(workspace.recipient_site(name) or name, []).append(name)
    open_ones = [b for b in workspace.breaches if not b.dealt and PASSWORD in (*b.leaked, *b.record.labels)]
    changed, unknown, taken = _last_changed(workspace), dict[str, None](), _settled(workspace, "leaked")
    order = by_danger(workspace, workspace.recipient_names) if open_ones else ()
    for breach in sorted(open_ones, key=lambda one: one.date, reverse=True):
        there = own.get(breach.breach, [])
        for name in there:
            if name not in taken and name in changed and not (breach.date and changed[name] > breach.date):
                shared = set(sharing(workspace, name)) - taken
                members = (name, *itertools.islice((other for other in order if other in shared), SITTING - 1))
                taken.update(members)
                yield Task("leaked", members)
        if not there and site_of(breach.breach) and breach.breach not in taken:
            unknown[breach.breach] = None
    if unknown:
        yield Task("leaked", tuple(unknown))


def _last_changed(workspace: Workspace) -> dict[str, str]:
    """When the password of each live account was changed last; empty where nobody knows."""
    latest: dict[str, str] = {}
    for release in workspace.live_accounts:
        latest[release.recipient] = max(latest.get(release.recipient, ""), release.password_changed)
    for change in workspace.changed_values:
        if change.label == PASSWORD and change.recipient in latest:
            latest[change.recipient] = max(latest[change.recipient], change.day)
    return latest


def _shared(workspace: Workspace, apart: set[str]) -> Iterator[Task]:
    apart = apart | _settled(workspace, "leaked", "passwords")
    before = Counter(change.value for change in workspace.changed_values if change.label == PASSWORD)
    groups = sorted(shared_passwords(workspace).items(), key=lambda one: -(len(one[1]) + before[one[0]]))
    place = dict[str, int]()
    for number, (_, names) in enumerate(groups):
        place |= {name: place.get(name, number) for name in names}
    order = by_danger(workspace, [name for name in place if name not in apart])
    needed = {name for name, why in hangs_on(workspace).items() if why in _RANKS}
    first = [name for name in order if name in needed or legal_kind(workspace, name) in _GUARDED]
    others = sorted((name for name in order if name not in first), key=place.__getitem__)
    yield from (Task("passwords", some) for some in sittings((*first, *others)))


def sittings(names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Names, so many at a time as one sitting has."""
    some = list(names)
    return (tuple(some[start : start + SITTING]) for start in range(0, len(some), SITTING))


def _second_factors(workspace: Workspace, secured: set[str]) -> Iterator[Task]:
    ranks, seen = dict[str, int](), secured | _settled(workspace, "second factor", done=True)
    for name in dict.fromkeys(release.recipient for release in workspace.live_accounts):
        is_wide = workspace.recipient_site(name) in TRAITS["two_step"]["sites"]
        rank = 2 if is_wide else _GUARDED.get(legal_kind(workspace, name) or "")
        if rank is not None and name not in seen:
            ranks[name] = rank
    yield from (Task("second factor", some) for some in sittings(sorted(ranks, key=ranks.__getitem__)))


def accounts_of(workspace: Workspace, task: Task) -> tuple[str, ...]:
    """The person's accounts that a task is at; those of a mailbox are at its domain or its owner's."""
    if task.kind == "leaked":
        return tuple(name for name in task.accounts if name in workspace.recipient_names)
    if task.kind != "mailbox":
        return task.accounts
    mailbox = mailbox_of(*task.accounts[:1])
    return tuple(name for name, its in mailbox_accounts(workspace).items() if its == mailbox)


# How long tasks take.

MINUTES: Mapping[str, float] = {
    "erase": 15.0,
    "stop sharing": 15.0,
    "change Email": 5.0,
    "change Card": 10.0,
    "change User name": 5.0,
    "mailbox": 10.0,
    "leaked": 3.0,
    "passwords": 3.0,
    "second factor": 5.0,
}
"""For one account or letter."""
GRADED: Mapping[str, float] = {"easy": 5.0, "medium": 15.0, "hard": 45.0, "limited": 45.0}
"""For a deletion, by how hard JustDeleteMe says it is there."""
CHANGEABLE = {kind.removeprefix("change ").casefold(): kind for kind in MINUTES if kind.startswith("change ")}


def kind_of_change(workspace: Workspace, label: str) -> str | None:
    """By which kind of change values of a label are changed account by account; None for what is not."""
    return CHANGEABLE.get(dict(workspace.names).get(label, label).casefold())


def minutes_of(workspace: Workspace, task: Task) -> float:
    """The minutes that a task takes."""
    kind = kind_of_change(workspace, task.pair[0]) if task.pair else task.kind
    usual = MINUTES.get(kind or "", 5.0)
    if task.kind == "erase":
        contacts = [contact_of(workspace, name) for name in task.accounts]
        return max(GRADED.get(one.difficulty if one else "", usual) for one in contacts)
    return usual if task.kind in ("mailbox", "stop sharing") else usual * len(task.accounts)
