"""Obligations: what a recipient may be asked for, and what it may be told wrongly, by the kind of place it is.

A deletion is no option while a law has the recipient keep its files, while other accounts are reset through it, or
where others found it impossible. Something wrong is harmless at a shop, and may be an offence at an authority.
``traits.toml`` has the laws and the lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.progress import cancellable
from leakage.record import is_typed, redacted_repr
from leakage.workspace.files.findings import login_of
from leakage.workspace.files.secret import LABEL as PASSWORD
from leakage.workspace.files.sites import host_of, site_of
from leakage.workspace.places.corporations import owner_of
from leakage.workspace.places.kinds import KINDS, TRAITS, KindName
from leakage.workspace.presumptions import facts_presumed_of
from leakage.workspace.recipients import kind_of_recipient
from leakage.workspace.release import Release
from leakage.workspace.requests.contacts import contact_of, recipient_site
from leakage.workspace.vocabulary import NEVER_WRONG, count
from leakage.workspace.workspace import Workspace

# Kinds as the law has them: by the profile, by the domain, by the lists, and by words that say more than these.

_DOMAINS: tuple[tuple[KindName, re.Pattern[str]], ...] = (
    # IANA's delegations of gov, mil and edu, and the second levels that registries of countries keep for the state.
    ("Health", re.compile(r"(?:^|\.)nhs\.uk$")),
    ("Government", re.compile(r"(?:^|\.)(?:gov|mil|(?:gov|mil|gob|gouv|gub|govt)\.[a-z]{2})$")),
    ("Government", re.compile(r"(?:^|\.)(?:go\.(?:jp|kr|th|id|ke)|gv\.at|fgov\.be|police\.uk)$")),
    ("Government", re.compile(r"(?:^|\.)(?:bund\.de|admin\.ch|europa\.eu|gc\.ca|overheid\.nl)$")),
    ("School", re.compile(r"(?:^|\.)(?:edu|(?:edu|ac|sch)\.[a-z]{2}|k12\.[a-z]{2}\.us)$")),
)
_WORDS = {word: kind if kind in KINDS else None for kind, words in TRAITS["official"].items() for word in words}
_OFFICIAL_WORD = re.compile(r"\b(?:" + "|".join(map(re.escape, _WORDS)) + ")")
_JOBS = re.compile(r"jobs|careers?")


def legal_kind(workspace: Workspace, recipient: str) -> KindName | None:
    """What kind of place the law takes a recipient for; None where nothing says it.

    The person's employer is one whatever it is called. Then its domain counts, what the lists say of it, and last the
    words in its name.

    >>> work = Workspace((("Employer", "Sample Works"),))
    >>> legal_kind(work, "sample works"), legal_kind(work, "dmv.ny.gov"), legal_kind(work, "Dr. Thistle's practice")
    ('Employer', 'Government', 'Doctor')
    """
    name = recipient.casefold()
    if any(value.casefold() == name and _field(workspace, label) == "employer" for label, value in workspace.profile):
        return "Employer"
    host = recipient_site(workspace, recipient) or host_of(recipient)
    by_domain = next((kind for kind, pattern in _DOMAINS if pattern.search(host)), None)
    kind = kind_of_recipient(workspace, recipient)
    if by_domain:
        # A tax office is under the domain of its state as well.
        return "Tax office" if kind and kind.name == "Tax office" else by_domain
    # Names with "jobs" or "careers" are employers by their words, and mostly places that only pass applications on.
    if kind and not (kind.name == "Employer" and _JOBS.search(name)):
        return kind.name
    word = _OFFICIAL_WORD.search(name)
    return _WORDS[word[0]] if word else None


def _field(workspace: Workspace, label: str) -> str:
    """What a label stands for, in small letters."""
    return dict(workspace.names).get(label, label).casefold()


# Which accounts are reset through whom.

_MAIL_ALONE = frozenset(TRAITS["mail_alone"]["domains"])
_MAILBOXES: Mapping[str, str] = {name: owner for owner, names in TRAITS["mail"].items() for name in names}


def mailbox_of(domain: str) -> str:
    """By which name all domains of one mail provider go.

    >>> mailbox_of("googlemail.com"), mailbox_of("mail.example")
    ('Google', 'mail.example')
    """
    return _MAILBOXES.get(domain) or _MAILBOXES.get(domain.partition(".")[0]) or domain


def _mailbox_at(site: str) -> str:
    """The same for the domain of a recipient; where that is not its owner's, it stands for itself alone."""
    mailbox, owner = mailbox_of(site), owner_of(site)
    return mailbox if owner is not None and owner.name == mailbox else site


def mailbox_accounts(workspace: Workspace) -> Mapping[str, str]:
    """The recipients that carry mail, each with the name of its mailbox; those at the person's own domains as well.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record()) for name in ("b.example", "posteo.de"))
    >>> dict(mailbox_accounts(Workspace((("Email", "a@b.example"),), releases=given)))
    {'b.example': 'b.example', 'posteo.de': 'posteo.de'}
    """
    typed = (value for label, value in filter(is_typed, workspace.profile) if _field(workspace, label) == "email")
    given = (value for release in cancellable(workspace.accounts) for value in _values(workspace, release, "email"))
    domains = {site_of(value.rpartition("@")[2]) for value in (*typed, *given)}
    used = domains | {mailbox_of(domain) for domain in domains}
    found: dict[str, str] = {}
    for name in workspace.recipient_names:
        if site := recipient_site(workspace, name):
            mailbox = _mailbox_at(site)
            if mailbox != site or site in _MAIL_ALONE or mailbox in used:
                found[name] = mailbox
    return found


def signs_in(workspace: Workspace, recipient: str) -> bool:
    """Whether other sites let people sign in through a recipient, so that other accounts may hang on it."""
    site = recipient_site(workspace, recipient)
    owner = owner_of(site) if site else None
    through = TRAITS["sign_in"]
    return site in through["sites"] or (owner is not None and owner.name in through["owners"])


def _values(workspace: Workspace, release: Release, field: str) -> Iterator[str]:
    facts = release.record.known.confidences
    return (value for label, value in facts if _field(workspace, label) == field and value)


def _is_account(release: Release) -> bool:
    facts = tuple(release.record.known.confidences)
    return bool(login_of(facts)) or any(label == PASSWORD for label, _ in facts)


@dataclass(frozen=True, slots=True)
class Dependence:
    """Accounts that are lost, or hard to enter, without a recipient.

    Arguments:
        through: how: "address" and "number" reset them, "passwords" are kept there.
        releases: their names, at least one.
    """

    through: Literal["address", "number", "passwords"]
    releases: tuple[str, ...]

    __repr__ = redacted_repr

    @property
    def reason(self) -> str:
        """Why the recipient is needed, in one sentence."""
        number = len(self.releases)
        if self.through == "passwords":
            return f"The passwords of {count(number, 'account')} are kept in it. Move them first."
        return f"{count(number, 'account is', 'accounts are')} reset through it. Change the {self.through} there first."


def dependences(workspace: Workspace) -> Mapping[str, Dependence]:
    """The recipients through which other accounts of a work are reset or entered, with these accounts.

    An account is reset through the provider of a mail address that it holds, and through the phone company that holds
    the same number, or any number where the company holds none. Its password is kept by every password manager. What
    was deleted or has ended is no account any more.

    >>> from leakage.record import Record
    >>> shops = [Release(n, n, Record.of(("Email", "ann@gmail.com"))) for n in ("a.example", "b.example")]
    >>> work = Workspace(releases=(Release("Mail", "google.com", Record.of(("Email", "ann@gmail.com"))), *shops))
    >>> dependences(work)["google.com"].reason
    '2 accounts are reset through it. Change the address there first.'
    """
    live = [release for release in workspace.accounts if release.erasure != "done" and not release.ended]
    by_mailbox: dict[str, dict[str, str]] = {}
    by_number: dict[str, dict[str, str]] = {}
    for release in cancellable(live):
        for value in _values(workspace, release, "email"):
            domain = site_of(value.rpartition("@")[2])
            for mailbox in filter(None, (domain, mailbox_of(domain))):
                by_mailbox.setdefault(mailbox, {})[release.name] = release.recipient
        for value in _values(workspace, release, "phone"):
            by_number.setdefault(_digits(value), {})[release.name] = release.recipient
    entered = {release.name: release.recipient for release in live if _is_account(release)}
    found: dict[str, Dependence] = {}
    for name in cancellable(dict.fromkeys(release.recipient for release in live)):
        site, kind = recipient_site(workspace, name), kind_of_recipient(workspace, name)
        mailbox, named = _mailbox_at(site) if site else "", kind.name if kind else ""
        through, accounts = "address", by_mailbox.get(mailbox, {})
        if mailbox in by_mailbox:
            # The mailbox itself is not reset through itself, by whatever of its domains it is entered.
            accounts = {n: o for n, o in accounts.items() if _mailbox_at(recipient_site(workspace, o)) != mailbox}
        elif named == "Password manager":
            through, accounts = "passwords", entered
        elif mailbox == site and site not in _MAIL_ALONE:
            numbers = _numbers_of(workspace, live, name, named, by_number)
            through, accounts = "number", {n: whose for each in numbers for n, whose in by_number[each].items()}
        if others := tuple(release for release, whose in accounts.items() if whose != name):
            found[name] = Dependence(through, others)  # type: ignore[arg-type]
    return found


def _numbers_of(
    workspace: Workspace, live: Iterable[Release], name: str, kind: str, by_number: Mapping[str, object]
) -> list[str]:
    """The numbers that hang on a phone company: those it holds, and all where a mobile phone company holds none."""
    if kind not in ("Mobile phone company", "Phone or internet company"):
        return []
    own = [_digits(v) for r in live if r.recipient == name for v in _values(workspace, r, "phone")]
    return list(dict.fromkeys(own)) if own or kind != "Mobile phone company" else list(by_number)


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number) or number


# Whom a plan leaves alone.


def left_alone(workspace: Workspace) -> frozenset[str]:
    """The recipients of which a plan asks nothing, and to which it gives nothing else; nobody in a worked example."""
    names = () if workspace.worked_example else workspace.recipient_names
    kinds = ((name, legal_kind(workspace, name)) for name in cancellable(names))
    return frozenset(name for name, kind in kinds if kind and KINDS[kind].needed)


def hangs_on(workspace: Workspace) -> frozenset[str]:
    """The recipients that other accounts may hang on: mailboxes, and through whom people sign in elsewhere."""
    if workspace.worked_example:
        return frozenset()
    names = {name for name in cancellable(workspace.recipient_names) if signs_in(workspace, name)}
    return frozenset((*names, *mailbox_accounts(workspace), *dependences(workspace)))


# What stands in the way of a deletion.

Cause: TypeAlias = Literal["law", "needed", "impossible"]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands in the way of having something deleted: its cause, and the reason in one sentence."""

    cause: Cause
    reason: str


IMPOSSIBLE = "Others found it impossible to have an account deleted there."


def deletion_obstacles(workspace: Workspace) -> Mapping[str, Obstacle]:
    """What stands in the way of a deletion, by recipient; nothing in a worked example.

    Accounts that hang on a recipient are named first, and a law last: it binds the recipient only in what has not
    ended, see ``may_be_deleted``.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record()) for name in ("Harbour Bank", "Book Shop"))
    >>> {name: found.cause for name, found in deletion_obstacles(Workspace(releases=given)).items()}
    {'Harbour Bank': 'law'}
    """
    if workspace.worked_example:
        return {}
    needed = dependences(workspace)
    found: dict[str, Obstacle] = {}
    for name in cancellable(workspace.recipient_names):
        kind, contact = legal_kind(workspace, name), contact_of(workspace, name)
        if name in needed:
            found[name] = Obstacle("needed", needed[name].reason)
        elif contact and contact.difficulty == "impossible":
            found[name] = Obstacle("impossible", IMPOSSIBLE)
        elif kind and KINDS[kind].retention:
            found[name] = Obstacle("law", KINDS[kind].retention)
    return found


def may_be_deleted(obstacle: Obstacle | None, release: Release) -> bool:
    """Whether the deletion of a release may be proposed, by what stands in the way at its recipient."""
    return obstacle is None or (obstacle.cause == "law" and release.ended)


def kept_by(workspace: Workspace, releases: Iterable[Release] | None = None) -> Mapping[Obstacle, tuple[str, ...]]:
    """The recipients with something that may not be proposed for deletion, by what stands in the way.

    Arguments:
        workspace: says what stands in the way; what was deleted, or refused, is no matter any more.
        releases: of the workspace, those looked at; all where none are given.
    """
    obstacles, found = deletion_obstacles(workspace), dict[Obstacle, dict[str, None]]()
    for release in workspace.accounts if releases is None else releases:
        obstacle = obstacles.get(release.recipient)
        if obstacle and release.erasure not in ("done", "refused") and not may_be_deleted(obstacle, release):
            found.setdefault(obstacle, {})[release.recipient] = None
    return {obstacle: tuple(names) for obstacle, names in found.items()}


# Decoys: whom something wrong does harm to, and which fields a form has.

OFFICIAL = "Its name, or what it was given, says that it may be an office."
OFFICIAL_FACTS = frozenset({"Insurance number", "National id", "Salary", "Tax number"})
"""Only authorities, banks, insurers, employers and the like are usually told these."""


def decoy_obstacles(workspace: Workspace) -> Mapping[str, str]:
    """Why a recipient is told nothing wrong by default, one sentence by recipient.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record()) for name in ("dmv.ny.gov", "Head Office", "Book Shop"))
    >>> found = decoy_obstacles(Workspace(releases=given))
    >>> list(found), found["dmv.ny.gov"]
    (['dmv.ny.gov', 'Head Office'], 'A false statement to an authority can be an offence.')
    """
    official = {
        release.recipient
        for release in cancellable(workspace.accounts)
        if any(attribute.label in OFFICIAL_FACTS for attribute in release.record)
    }
    found: dict[str, str] = {}
    for name in cancellable(workspace.recipient_names):
        word = _OFFICIAL_WORD.search(name.casefold())
        kinds = (legal_kind(workspace, name), _WORDS[word[0]] if word else None)
        reason = next((KINDS[kind].decoy for kind in kinds if kind and KINDS[kind].decoy), "")
        if reason or word or name in official:
            found[name] = reason or OFFICIAL
    return found


def is_never_wrong(workspace: Workspace, label: str) -> bool:
    """Whether nothing wrong is ever proposed under a label: a password, a licence plate, or what identifies you.

    >>> is_never_wrong(Workspace(), "password"), is_never_wrong(Workspace(names=(("P", "Phone"),)), "P")
    (True, False)
    """
    return _field(workspace, label) in NEVER_WRONG


def form_fields(workspace: Workspace, recipient: str) -> frozenset[str] | None:
    """The labels under which a recipient can be told something: its form has a field for them.

    These are what forms of its kind ask for and what it was given or is presumed to hold, less what is never to be
    wrong. In a worked example the form has every field: None.

    >>> sorted(form_fields(Workspace(), "Moth Watchers Forum"))
    ['Address', 'Date of birth', 'Email', 'IP address', 'Name', 'Phone', 'User name']
    """
    if workspace.worked_example:
        return None
    fields = {fact.label for fact in facts_presumed_of(workspace, recipient)}
    for release in workspace.accounts:
        if release.recipient == recipient:
            fields |= {attribute.label for attribute in release.record}
            fields |= {label for label, _ in release.presumed}
    return frozenset(label for label in fields if not is_never_wrong(workspace, label))
