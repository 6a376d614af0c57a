"""What a recipient may be asked for, and what it may be told wrongly, by the kind of place it is.

A deletion is no option while a law has the recipient keep its files, while other accounts are reset through it, or
where others found it impossible. Something wrong is harmless at a shop, and may be an offence at an authority.
``traits.toml`` has the laws and the lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from leakage.progress import cancellable
from leakage.record import is_typed
from leakage.workspace.places.kinds import KINDS, TRAITS, KindName, kind_of_recipient, owners
from leakage.workspace.release import Release
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.sites import host_of, site_of
from leakage.workspace.workspace import Workspace

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
    host = workspace.recipient_site(recipient) or host_of(recipient)
    by_domain = next((kind for kind, pattern in _DOMAINS if pattern.search(host)), None)
    kind = kind_of_recipient(workspace, recipient)
    if by_domain:
        # A tax office is under the domain of its state as well.
        return kind if kind == "Tax office" else by_domain
    # Names with "jobs" or "careers" are employers by their words, and mostly places that only pass applications on.
    if kind and not (kind == "Employer" and _JOBS.search(name)):
        return kind
    word = _OFFICIAL_WORD.search(name)
    return _WORDS[word[0]] if word else None


def _field(workspace: Workspace, label: str) -> str:
    """What a label stands for, in small letters."""
    return dict(workspace.names).get(label, label).casefold()


# What other accounts hang on, and whom a plan leaves alone.

_MAIL_ALONE = frozenset(TRAITS["mail_alone"]["domains"])
_MAILBOXES: Mapping[str, str] = {name: owner for owner, names in TRAITS["mail"].items() for name in names}

MAIL = "Your mail is there, and other accounts are reset through it."
PASSWORDS = "The passwords of other accounts are kept in it. Move them first."
NUMBER = "Other accounts may be reset through your number. Change the number there first."
_BY_KIND = {"Password manager": PASSWORDS, "Mobile phone company": NUMBER, "Phone or internet company": NUMBER}


def mailbox_of(domain: str) -> str:
    """By which name all domains of one mail provider go.

    >>> mailbox_of("googlemail.com"), mailbox_of("mail.example")
    ('Google', 'mail.example')
    """
    return _MAILBOXES.get(domain) or _MAILBOXES.get(domain.partition(".")[0]) or domain


def mailbox_accounts(workspace: Workspace) -> Mapping[str, str]:
    """The recipients that carry mail, each with the name of its mailbox; those at the person's own domains as well.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record()) for name in ("b.example", "posteo.de"))
    >>> dict(mailbox_accounts(Workspace((("Email", "a@b.example"),), releases=given)))
    {'b.example': 'b.example', 'posteo.de': 'posteo.de'}
    """
    used, found = _mailboxes_in_use(workspace), dict[str, str]()
    for name in workspace.recipient_names:
        if site := workspace.recipient_site(name):
            mailbox = mailbox_of(site)
            mailbox = mailbox if owners().get(site) == mailbox else site
            if mailbox != site or site in _MAIL_ALONE or mailbox in used:
                found[name] = mailbox
    return found


def _mailboxes_in_use(workspace: Workspace) -> set[str]:
    records = [release.record.known for release in workspace.accounts]
    labels = {label for record in records for label in record.labels}.union(label for label, _ in workspace.profile)
    mail = {label for label in labels if _field(workspace, label) == "email"}
    given = ((label, v) for record in cancellable(records) for label in mail for v in record.values(label))
    kept = (pair for pair in workspace.profile if pair[0] in mail)
    domains = {site_of(value.rpartition("@")[2]) for _, value in filter(is_typed, dict.fromkeys((*kept, *given)))}
    return domains | {mailbox_of(domain) for domain in domains}


def hangs_on(workspace: Workspace) -> Mapping[str, str]:
    """The recipients that other accounts may hang on, each with the reason; nobody in a worked example.

    These are mailboxes, password managers, phone companies, and those through whom people sign in elsewhere.
    """
    if workspace.worked_example:
        return {}
    mailboxes, used, through = mailbox_accounts(workspace), _mailboxes_in_use(workspace), TRAITS["sign_in"]
    found: dict[str, str] = {}
    for name in cancellable(workspace.recipient_names):
        site, kind = workspace.recipient_site(name), kind_of_recipient(workspace, name)
        if name in mailboxes:
            found[name] = MAIL if mailboxes[name] in used else "You may have a mailbox there."
        elif kind in _BY_KIND and site not in _MAIL_ALONE:
            found[name] = _BY_KIND[kind]
        elif site in through["sites"] or owners().get(site) in through["owners"]:
            found[name] = "You may sign in to other accounts through it."
    return found


def left_alone(workspace: Workspace) -> frozenset[str]:
    """The recipients of which a plan asks nothing, and to which it gives nothing else; nobody in a worked example."""
    names = () if workspace.worked_example else workspace.recipient_names
    kinds = ((name, legal_kind(workspace, name)) for name in cancellable(names))
    return frozenset(name for name, kind in kinds if kind and KINDS[kind].needed)


# What stands in the way of a deletion.


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands in the way of having something deleted: its cause, and the reason in one sentence."""

    cause: Literal["law", "needed", "impossible"]
    reason: str


IMPOSSIBLE = Obstacle("impossible", "Others found it impossible to have an account deleted there.")


def deletion_obstacles(workspace: Workspace) -> Mapping[str, Obstacle]:
    """What stands in the way of a deletion, by recipient; nothing in a worked example.

    What other accounts hang on is named first, and a law last: it binds the recipient only in what has not ended, see
    ``may_be_deleted``.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record()) for name in ("Harbour Bank", "Book Shop"))
    >>> {name: found.cause for name, found in deletion_obstacles(Workspace(releases=given)).items()}
    {'Harbour Bank': 'law'}
    """
    if workspace.worked_example:
        return {}
    found = {name: Obstacle("needed", reason) for name, reason in hangs_on(workspace).items()}
    for name in cancellable(workspace.recipient_names):
        kind, contact = legal_kind(workspace, name), contact_of(workspace, name)
        if contact and contact.difficulty == "impossible":
            found.setdefault(name, IMPOSSIBLE)
        elif kind and KINDS[kind].retention:
            found.setdefault(name, Obstacle("law", KINDS[kind].retention))
    return found


def may_be_deleted(obstacle: Obstacle | None, release: Release) -> bool:
    """Whether the deletion of a release may be proposed, by what stands in the way at its recipient."""
    return obstacle is None or (obstacle.cause == "law" and release.ended)


def kept_by(workspace: Workspace, releases: Iterable[Release] | None = None) -> Mapping[Obstacle, tuple[str, ...]]:
    """The recipients with something that may not be proposed for deletion, by what stands in the way.

    Arguments:
        workspace: says what stands in the way; what was deleted, or refused, no longer matters.
        releases: of the workspace, those looked at; all where none are given.
    """
    obstacles, found = deletion_obstacles(workspace), dict[Obstacle, dict[str, None]]()
    for release in workspace.accounts if releases is None else releases:
        obstacle = obstacles.get(release.recipient)
        if obstacle and release.erasure not in ("done", "refused") and not may_be_deleted(obstacle, release):
            found.setdefault(obstacle, {})[release.recipient] = None
    return {obstacle: tuple(names) for obstacle, names in found.items()}


# Decoys: whom something wrong does harm to.

# Only authorities, banks, insurers, employers and the like are usually told these.
OFFICIAL_FACTS = frozenset({"Insurance number", "National id", "Salary", "Tax number"})


def decoy_obstacles(workspace: Workspace) -> Mapping[str, str]:
    """Why a recipient is told nothing wrong by default, one sentence by recipient.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record()) for name in ("dmv.ny.gov", "Head Office", "Book Shop"))
    >>> found = decoy_obstacles(Workspace(releases=given))
    >>> list(found), found["dmv.ny.gov"]
    (['dmv.ny.gov', 'Head Office'], 'A false statement to an authority can be an offence.')
    """
    official = {
        release.recipient for release in cancellable(workspace.accounts) if OFFICIAL_FACTS & {*release.record.labels}
    }
    found: dict[str, str] = {}
    for name in cancellable(workspace.recipient_names):
        word = _OFFICIAL_WORD.search(name.casefold())
        kinds = (legal_kind(workspace, name), _WORDS[word[0]] if word else None)
        reason = next((KINDS[kind].decoy for kind in kinds if kind and KINDS[kind].decoy), "")
        if reason or word or name in official:
            found[name] = reason or "Its name, or what you gave it, suggests that it may be an office."
    return found
