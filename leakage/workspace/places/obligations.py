"""Obligations: what a recipient may be asked for, and what it may be told wrongly, by the kind of place it is.

A deletion is no option while a law has the recipient keep its files, while other accounts are reset through it, or
where others found it impossible. Something wrong is harmless at a shop, and may be an offence at an authority.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.progress import cancellable
from leakage.record import Pair, is_typed
from leakage.reprs import redacted_repr
from leakage.workspace.files.findings import login_of
from leakage.workspace.files.secret import LABEL as PASSWORD
from leakage.workspace.files.sites import host_of, site_of
from leakage.workspace.places.corporations import owner_of
from leakage.workspace.places.kinds import KindName
from leakage.workspace.presumptions import facts_presumed_of
from leakage.workspace.recipients import kind_of_recipient
from leakage.workspace.release import Release
from leakage.workspace.requests.contacts import contact_of, recipient_site
from leakage.workspace.vocabulary import NEVER_WRONG, count
from leakage.workspace.workspace import Workspace

# What the law says of kinds of places, each in one sentence.

# Doctors: Section 630f(3) of Germany's civil code, ten years; NHS Records Management Code of Practice 2023, eight.
# Employers: Section 41(1) of Germany's income tax act, six years; 29 CFR 1627.3, three; HMRC on PAYE records, three.
# Banks: Directive (EU) 2015/849, Article 40(1), and 31 CFR 1010.430, five years after the end.
# Authorities: GDPR, Article 17(3)(b), tasks in the public interest. Insurers: Section 257 of Germany's commercial code,
# six to ten years; GDPR, Article 17(3)(e), claims. Landlords: the same article, and HMRC on rent, five years.
# In the United States few others than credit agencies need delete anything of theirs: FCRA, Section 1681i.
RETENTION: Mapping[KindName, str] = {
    "Bank": "Banks must keep what they know of you while you are a customer and about five years after.",
    "Doctor": "Doctors must keep your file while they treat you and about ten years after.",
    "Employer": "Employers must keep contracts and payrolls while you work there and some years after.",
    "Government": "Authorities keep their files as long as their task needs them.",
    "Insurance": "Insurers must keep your contract while it lasts, and some years after for claims and taxes.",
    "Landlord": "Landlords keep your contract while you rent, and some years after for claims and taxes.",
    "Tax office": "Tax offices keep your files as long as tax law says.",
}
"""Why kinds of places delete nothing while what ties you to them lasts."""

# False statements: to authorities (18 U.S.C. 1001; Section 42 of Germany's passport and registration laws), to banks
# (18 U.S.C. 1014), to insurers (Section 19 of Germany's insurance contract act), to employers and landlords (fraud,
# and a ground to end the contract); to doctors they do harm.
DECOYS: Mapping[KindName, str] = {
    "Bank": "A false statement to a bank can be an offence.",
    "Credit agency": "What is wrong at a credit agency can cost you a loan or a flat.",
    "Debt collector": "A false statement to a debt collector can be fraud.",
    "Doctor": "A doctor who goes by something wrong can harm you.",
    "Employer": "A false statement to an employer can cost you the job.",
    "Government": "A false statement to an authority can be an offence.",
    "Health": "Whoever cares for your health can harm you by going by something wrong.",
    "Insurance": "A false statement to an insurer can cost you the cover.",
    "Landlord": "A false statement to a landlord can cost you the flat.",
    "Pharmacy": "A pharmacy that goes by something wrong can harm you.",
    "School": "A false statement to a school can cost you a place or a degree.",
    "Tax office": "A false statement to a tax office can be an offence.",
}
"""Why kinds of places are told nothing wrong by default."""

OFFICIAL = "Its name, or what it was given, says that it may be an office."
"""Why a recipient of no such kind is told nothing wrong by default."""

# Kinds as the law has them: by the profile, by the domain, by the lists, and by words that say more than these.


_DOMAINS: tuple[tuple[KindName, re.Pattern[str]], ...] = (
    # IANA's delegations of gov, mil and edu, and the second levels that registries of countries keep for the state.
    ("Health", re.compile(r"(?:^|\.)nhs\.uk$")),
    ("Government", re.compile(r"(?:^|\.)(?:gov|mil|(?:gov|mil|gob|gouv|gub|govt)\.[a-z]{2})$")),
    ("Government", re.compile(r"(?:^|\.)(?:go\.(?:jp|kr|th|id|ke)|gv\.at|fgov\.be|police\.uk)$")),
    ("Government", re.compile(r"(?:^|\.)(?:bund\.de|admin\.ch|europa\.eu|gc\.ca|overheid\.nl)$")),
    ("School", re.compile(r"(?:^|\.)(?:edu|(?:edu|ac|sch)\.[a-z]{2}|k12\.[a-z]{2}\.us)$")),
)

_WORDS: Mapping[str, KindName | None] = {
    **dict.fromkeys(("bank", "mortgage"), "Bank"),
    **dict.fromkeys(("clinic", "doctor", "dr.", "hospital", "practice", "surgery"), "Doctor"),
    **dict.fromkeys(("authority", "council", "court", "customs", "embassy", "government", "ministry"), "Government"),
    **dict.fromkeys(("police",), "Government"),
    **dict.fromkeys(("employer",), "Employer"),
    **dict.fromkeys(("insurance", "insurer", "pension"), "Insurance"),
    **dict.fromkeys(("landlady", "landlord", "letting"), "Landlord"),
    **dict.fromkeys(("pharmacy",), "Pharmacy"),
    **dict.fromkeys(("school", "university"), "School"),
    **dict.fromkeys(("revenue", "tax"), "Tax office"),
    "office": None,
}
"""What words at whose beginning a word of a name begins say of a recipient; None: only that it may be an office."""

_OFFICIAL_WORD = re.compile(r"\b(?:" + "|".join(map(re.escape, _WORDS)) + ")")

_JOBS = re.compile(r"jobs|careers?")

OFFICIAL_FACTS = frozenset({"Insurance number", "National id", "Salary", "Tax number"})
"""Only authorities, banks, insurers, employers and the like are usually told these."""


def legal_kind(workspace: Workspace, recipient: str) -> KindName | None:
    """What kind of place the law takes a recipient for; None where nothing says it.

    The person's employer is one whatever it is called. Then its domain counts, what the lists say of it, and last the
    words in its name.

    Arguments:
        workspace: may know its domain, and the person's employer.
        recipient: as the releases call it.

    >>> work = Workspace((("Employer", "Sample Works"),))
    >>> legal_kind(work, "sample works"), legal_kind(work, "dmv.ny.gov"), legal_kind(work, "Dr. Thistle's practice")
    ('Employer', 'Government', 'Doctor')
    """
    if recipient.casefold() in _employers(workspace):
        return "Employer"
    host = recipient_site(workspace, recipient) or host_of(recipient)
    by_domain = next((kind for kind, pattern in _DOMAINS if pattern.search(host)), None)
    kind = kind_of_recipient(workspace, recipient)
    if by_domain:
        # A tax office is under the domain of its state as well.
        return "Tax office" if kind and kind.name == "Tax office" else by_domain
    # Names with "jobs" or "careers" are employers by their words, and mostly places that only pass applications on.
    if kind and not (kind.name == "Employer" and _JOBS.search(recipient.casefold())):
        return kind.name
    word = _OFFICIAL_WORD.search(recipient.casefold())
    return _WORDS[word[0]] if word else None


def _employers(workspace: Workspace) -> frozenset[str]:
    return frozenset(value.casefold() for label, value in workspace.profile if _field(workspace, label) == "employer")


def _field(workspace: Workspace, label: str) -> str:
    """What a label stands for, in small letters."""
    return dict(workspace.names).get(label, label).casefold()


# Which accounts are reset through whom.


_MAIL: Mapping[str, tuple[str, ...]] = {
    "Apple": ("apple", "icloud", "mac.com", "me.com"),
    "Google": ("gmail", "google", "googlemail"),
    "Microsoft": ("hotmail", "live", "microsoft", "microsoftonline", "msn", "outlook"),
    "Proton": ("pm.me", "proton", "protonmail"),
    "United Internet": ("gmx",),
    "Yahoo": ("rocketmail", "yahoo", "ymail"),
    "Yandex": ("ya.ru", "yandex"),
}
"""Owners whose mail has several domains: what those begin with, or the whole domain. Any other domain is by itself.
Not every domain of an owner is one: whoever deletes an account at github.com keeps the address at outlook.com."""

_MAIL_ALONE = frozenset(
    (
        *("disroot.org", "fastmail.com", "hushmail.com", "mail.com", "mailbox.org", "mailfence.com", "posteo.de"),
        *("riseup.net", "runbox.com", "startmail.com", "tuta.com", "tutanota.com", "web.de", "zoho.com"),
    )
)
"""Who carries mail and no calls: to the list of companies they are in telecommunication, as phone companies are."""

_MAILBOXES = {name: owner for owner, names in _MAIL.items() for name in names}


def mailbox_of(domain: str) -> str:
    """By which name all domains of one mail provider go.

    >>> mailbox_of("googlemail.com"), mailbox_of("mail.example")
    ('Google', 'mail.example')
    """
    return _MAILBOXES.get(domain) or _MAILBOXES.get(domain.partition(".")[0]) or domain


def mailbox_at(site: str) -> str:
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
    typed = (
        value for label, value in workspace.profile if _field(workspace, label) == "email" and is_typed((label, value))
    )
    given = (value for release in cancellable(workspace.accounts) for value in _values(workspace, release, "email"))
    domains = {site_of(value.rpartition("@")[2]) for value in (*typed, *given)}
    used = domains | {mailbox_of(domain) for domain in domains}
    found: dict[str, str] = {}
    for name in workspace.recipient_names:
        if site := recipient_site(workspace, name):
            mailbox = mailbox_at(site)
            if mailbox != site or site in _MAIL_ALONE or mailbox in used:
                found[name] = mailbox
    return found


_SIGN_IN_OWNERS = frozenset(("Apple", "Google", "Microsoft"))
_SIGN_IN_SITES = frozenset(("facebook.com", "github.com", "twitter.com", "x.com"))


def signs_in(workspace: Workspace, recipient: str) -> bool:
    """Whether other sites let people sign in through a recipient, so that other accounts may hang on it.

    >>> signs_in(Workspace(), "youtube.com"), signs_in(Workspace(), "shop.example")
    (True, False)
    """
    site = recipient_site(workspace, recipient)
    owner = owner_of(site) if site else None
    return site in _SIGN_IN_SITES or (owner is not None and owner.name in _SIGN_IN_OWNERS)


def _is_live(release: Release) -> bool:
    return release.erasure != "done" and not release.ended


def _values(workspace: Workspace, release: Release, field: str) -> Iterator[str]:
    facts = release.record.known.confidences
    return (value for label, value in facts if _field(workspace, label) == field and value)


def _is_account(release: Release) -> bool:
    facts: tuple[Pair, ...] = tuple(release.record.known.confidences)
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
        which = "the address" if self.through == "address" else "the number"
        return f"{count(number, 'account is', 'accounts are')} reset through it. Change {which} there first."


def dependences(workspace: Workspace) -> Mapping[str, Dependence]:
    """The recipients through which other accounts of a work are reset or entered, with these accounts.

    An account is reset through the provider of a mail address that it holds, and through the phone company that holds
    the same number, or any number where the company holds none. Its password is kept by every password manager. What
    was deleted or has ended is no account any more.

    Arguments:
        workspace: the releases, and what recipients are.

    >>> from leakage.record import Record
    >>> shops = [Release(n, n, Record.of(("Email", "ann@gmail.com"))) for n in ("a.example", "b.example")]
    >>> work = Workspace(releases=(Release("Mail", "google.com", Record.of(("Email", "ann@gmail.com"))), *shops))
    >>> dependences(work)["google.com"].reason
    '2 accounts are reset through it. Change the address there first.'
    """
    live = [release for release in workspace.accounts if _is_live(release)]
    by_mailbox: dict[str, dict[str, str]] = {}
    by_number: dict[str, dict[str, str]] = {}
    for release in cancellable(live):
        for value in _values(workspace, release, "email"):
            domain = site_of(value.rpartition("@")[2])
            for mailbox in filter(None, (domain, mailbox_of(domain))):
                by_mailbox.setdefault(mailbox, {})[release.name] = release.recipient
        for value in _values(workspace, release, "phone"):
            by_number.setdefault(_digits(value), {})[release.name] = release.recipient
    accounts = {release.name: release.recipient for release in live if _is_account(release)}
    found: dict[str, Dependence] = {}
    for name in cancellable(dict.fromkeys(release.recipient for release in live)):
        site, kind = recipient_site(workspace, name), kind_of_recipient(workspace, name)
        mailbox = mailbox_at(site) if site else ""
        named = kind.name if kind else ""
        carries_mail = mailbox != site or site in _MAIL_ALONE
        if mailbox in by_mailbox:
            _add(found, name, "address", _elsewhere(workspace, by_mailbox[mailbox], name, mailbox))
        elif named == "Password manager":
            _add(found, name, "passwords", {n: whose for n, whose in accounts.items() if whose != name})
        elif not carries_mail and (numbers := _numbers_of(workspace, live, name, named, by_number)):
            through = {n: whose for number in numbers for n, whose in by_number[number].items() if whose != name}
            _add(found, name, "number", through)
    return found


def _add(
    found: dict[str, Dependence],
    recipient: str,
    through: Literal["address", "number", "passwords"],
    accounts: Mapping[str, str],
) -> None:
    if accounts:
        found[recipient] = Dependence(through, tuple(accounts))


def _elsewhere(workspace: Workspace, accounts: Mapping[str, str], provider: str, mailbox: str) -> dict[str, str]:
    """The accounts that are not the mailbox itself, by whatever of its domains it is entered."""
    return {
        name: whose
        for name, whose in accounts.items()
        if whose != provider and mailbox_at(recipient_site(workspace, whose)) != mailbox
    }


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


LEFT_ALONE: frozenset[KindName] = frozenset(
    (
        *("Bank", "Credit agency", "Debt collector", "Doctor", "Employer", "Government", "Health", "Insurance"),
        *("Landlord", "Mobile phone company", "Password manager", "Phone or internet company", "School", "Tax office"),
        "Utility",
    )
)
"""Kinds of places that need to know who somebody is, or that a person cannot do without."""


def left_alone(workspace: Workspace) -> frozenset[str]:
    """The recipients of which a plan asks nothing, and to which it gives nothing else; nobody in a worked example.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record()) for name in ("Dr. Thistle's practice", "Book Shop"))
    >>> sorted(left_alone(Workspace(releases=given)))
    ["Dr. Thistle's practice"]
    """
    names = () if workspace.worked_example else workspace.recipient_names
    return frozenset(name for name in cancellable(names) if legal_kind(workspace, name) in LEFT_ALONE)


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
    """What stands in the way of having something deleted.

    Arguments:
        cause: a law, other accounts that need the recipient, or that others found it impossible.
        reason: in one sentence.
    """

    cause: Cause
    reason: str


IMPOSSIBLE = "Others found it impossible to have an account deleted there."


def deletion_obstacles(workspace: Workspace) -> Mapping[str, Obstacle]:
    """What stands in the way of a deletion, by recipient; nothing in a worked example.

    Accounts that hang on a recipient are named first, and a law last: it binds the recipient only in what has not
    ended, see ``may_be_deleted``.

    Arguments:
        workspace: the releases, and what recipients are.

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
        elif kind and kind in RETENTION:
            found[name] = Obstacle("law", RETENTION[kind])
    return found


def may_be_deleted(obstacle: Obstacle | None, release: Release) -> bool:
    """Whether the deletion of a release may be proposed, by what stands in the way at its recipient.

    >>> from leakage.record import Record
    >>> bank = Release("Account", "Harbour Bank", Record(), ended=True)
    >>> may_be_deleted(Obstacle("law", "Banks keep it."), bank), may_be_deleted(Obstacle("impossible", "No."), bank)
    (True, False)
    """
    return obstacle is None or (obstacle.cause == "law" and release.ended)


def kept_by(workspace: Workspace, releases: Iterable[Release] | None = None) -> Mapping[Obstacle, tuple[str, ...]]:
    """The recipients with something that may not be proposed for deletion, by what stands in the way.

    Arguments:
        workspace: says what stands in the way; what was deleted, or refused, is no matter any more.
        releases: of the workspace, those looked at; all where none are given.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record()) for name in ("Harbour Bank", "Book Shop", "Alpine Bank"))
    >>> [(found.cause, names) for found, names in kept_by(Workspace(releases=given)).items()]
    [('law', ('Harbour Bank', 'Alpine Bank'))]
    """
    obstacles, found = deletion_obstacles(workspace), dict[Obstacle, dict[str, None]]()
    for release in workspace.accounts if releases is None else releases:
        obstacle = obstacles.get(release.recipient)
        if obstacle and release.erasure not in ("done", "refused") and not may_be_deleted(obstacle, release):
            found.setdefault(obstacle, {})[release.recipient] = None
    return {obstacle: tuple(names) for obstacle, names in found.items()}


# Decoys: whom something wrong does harm to, and which fields a form has.


def decoy_obstacles(workspace: Workspace) -> Mapping[str, str]:
    """Why a recipient is told nothing wrong by default, one sentence by recipient.

    Arguments:
        workspace: the releases, what recipients are, and who employs the person.

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
        kind = legal_kind(workspace, name)
        word = _OFFICIAL_WORD.search(name.casefold())
        if reason := DECOYS.get(kind) if kind else None:
            found[name] = reason
        elif word:
            by_word = _WORDS[word[0]]
            found[name] = DECOYS[by_word] if by_word else OFFICIAL
        elif name in official:
            found[name] = OFFICIAL
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

    Arguments:
        workspace: the releases, and what the recipient is.
        recipient: as the releases call it.

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
