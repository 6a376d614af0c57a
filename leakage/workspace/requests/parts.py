"""Parts of a letter: what it needs before it can be sent, which of that it states, and by which way it is sent.

A letter needs a name, which signs it, an address for the answer, what its recipient wants stated, and what tells this
person from namesakes. What a recipient lacks is stated only where the person says so, and to a data broker never.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, TypeAlias

from leakage.progress import cancellable
from leakage.record import UNTYPED, Pair
from leakage.reprs import redacted_repr
from leakage.workspace.everyday import corporations_of
from leakage.workspace.person import typed
from leakage.workspace.places.corporations import Corporation
from leakage.workspace.places.obligations import deletion_obstacles, may_be_deleted
from leakage.workspace.recipients import is_data_broker
from leakage.workspace.release import Contact, Element, PartName, Release, RequestKind, SubjectRequest
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.letter import (
    brokers_of,
    disclosed_in,
    may_be_stated,
    remaining_releases,
    stateable,
    stated_in,
)
from leakage.workspace.requests.states import with_changed
from leakage.workspace.workspace import Workspace

# What tells this person from namesakes: the fewest facts that a recipient holds and no stranger shares.


IDENTIFYING = (
    *("Email", "User name", "Name", "Nickname", "Customer number", "Social media handle", "Phone", "Post code"),
    *("City", "Address", "Date of birth", "Frequent flyer number", "Insurance number"),
)
"""Labels by which people are found, those first that an account has anyway."""

ACCOUNT = ("Email", "User name")
"""Labels of what an account is opened with."""

MOST_CANDIDATES = 12
"""Facts among which the fewest are looked for: a letter of more would tell more than it takes back."""


def candidates(workspace: Workspace, recipient: str) -> tuple[Pair, ...]:
    """The facts by which a recipient can find the person: it holds them for certain, at most ``MOST_CANDIDATES``.

    True ones come first under each label: what is made up may be shared by nobody, but is not who the person is.
    """
    certain, profile = sure_facts(workspace, recipient), set(workspace.profile)
    found = (pair for pair in stateable(workspace, recipient) if pair in certain and pair[0] in IDENTIFYING)
    ordered = sorted(found, key=lambda pair: (IDENTIFYING.index(pair[0]), pair not in profile))
    return tuple(ordered[:MOST_CANDIDATES])


def sure_facts(workspace: Workspace, recipient: str) -> frozenset[Pair]:
    """What a recipient holds for certain, and has not deleted."""
    releases = remaining_releases(workspace, recipient)
    return frozenset(a.pair for release in releases for a in release.record if a.confidence == 1.0)


def identifying_facts(workspace: Workspace, recipient: str) -> tuple[Pair, ...]:
    """The fewest facts that tell a recipient which person this is: no stranger of the work has all of them.

    Of several sets that are as small the one counts whose labels come first in ``IDENTIFYING``. Where no strangers are
    known, or one of them shares all: the name, and the mail or user name of the account.

    Arguments:
        workspace: with the records of strangers that Eve holds besides.
        recipient: as the releases call it.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> given = Release("Order", "Shop", Record.of(("Name", "Al"), ("City", "Ulm"), ("Phone", "5")))
    >>> namesakes = (Record.of(("Name", "Al"), ("Phone", "5")), Record.of(("City", "Ulm")))
    >>> identifying_facts(Workspace(releases=(given,), background=namesakes), "Shop")
    (('Name', 'Al'), ('City', 'Ulm'))
    """
    facts = candidates(workspace, recipient)
    return _fewest(facts, shared_by_strangers(workspace, facts))


def _fewest(facts: tuple[Pair, ...], shared: frozenset[frozenset[Pair]]) -> tuple[Pair, ...]:
    sizes = range(1, len(facts) + 1) if shared else ()
    smallest = (chosen for size in sizes for chosen in combinations(facts, size) if _tells_apart(chosen, shared))
    return next(smallest, None) or _of_the_account(facts)


def shared_by_strangers(workspace: Workspace, facts: Iterable[Pair]) -> frozenset[frozenset[Pair]]:
    """What each stranger of the work has of some facts; a stranger who has none counts, as the empty set."""
    asked = frozenset(facts)
    values = {value for _, value in asked}
    # By the values first, and as tuples, which strangers have in one order: there may be a hundred thousand of them.
    found = {
        tuple([a.pair for a in record.attributes if a.value in values and a.confidence > 0.0])
        for record in cancellable(workspace.background)
    }
    return frozenset(asked.intersection(pairs) for pairs in found)


def _tells_apart(facts: Iterable[Pair], shared: frozenset[frozenset[Pair]]) -> bool:
    chosen = frozenset(facts)
    return not any(chosen <= stranger for stranger in shared)


def _of_the_account(facts: tuple[Pair, ...]) -> tuple[Pair, ...]:
    name = [pair for pair in facts if pair[0] == "Name"][:1]
    account = [pair for pair in facts if pair[0] in ACCOUNT][:1]
    return (*name, *account) or facts[:1]


def is_identified(workspace: Workspace, recipient: str, facts: Iterable[Pair]) -> bool:
    """Whether some facts tell a recipient which person this is; only those count that it was given."""
    held = frozenset(facts).intersection(stateable(workspace, recipient))
    if not held:
        return False
    found = candidates(workspace, recipient)
    shared = shared_by_strangers(workspace, held.union(found))
    return held.issuperset(_fewest(found, shared)) or (bool(shared) and _tells_apart(held, shared))


# The parts of a letter: which it needs, and which of them are there.


PartState: TypeAlias = Literal["stated", "missing", "left out"]

REPLY = ("Email", "Address")
"""Labels of where an answer may go."""

OWN_NUMBERS = ("Customer number", "Frequent flyer number", "Insurance number")
"""Labels of numbers that recipients give people."""

ELEMENT_PARTS: Mapping[Element, PartName] = {
    "name": "name",
    "email": "email",
    "address": "address",
    "birthdate": "birthdate",
    "input": "number",
    "textarea": "number",
}
"""The part of a letter for each thing that a recipient wants stated."""
_LABELS: Mapping[PartName, tuple[str, ...]] = {
    "name": ("Name",),
    "email": ("Email",),
    "address": ("Address",),
    "birthdate": ("Date of birth",),
    "reply": REPLY,
    "number": OWN_NUMBERS,
    "identity": IDENTIFYING,
}


@dataclass(frozen=True, slots=True)
class LetterPart:
    """A part that a letter needs.

    Arguments:
        name: which it is.
        state: whether the letter states it, lacks it, or leaves it out on purpose.
        facts: that the letter states for it; where it states none, those at hand that would do.
        label: of a fact that would do, and has to be typed first; empty where there is none.
        is_new: whether a recipient learns from it, or would learn, what it does not hold for certain.
    """

    name: PartName
    state: PartState
    facts: tuple[Pair, ...] = ()
    label: str = ""
    is_new: bool = False

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class _LetterFacts:
    """What the parts of a letter are found from.

    Arguments:
        in_letter: all that the letter states.
        certain: what its recipients hold for certain; of data brokers, what each of them holds.
        profile: what is true of the person.
        withheld: the parts left out on purpose.
        broker: whether a recipient is a data broker.
    """

    in_letter: tuple[Pair, ...]
    certain: tuple[Pair, ...]
    profile: tuple[Pair, ...]
    withheld: tuple[PartName, ...]
    broker: bool

    __repr__ = redacted_repr

    def holds_untyped(self, label: str) -> bool:
        return (label, UNTYPED) in self.certain


def letter_parts(workspace: Workspace, request: SubjectRequest) -> tuple[LetterPart, ...]:
    """The parts that a letter needs: name, what its recipient wants stated, an address for the answer, identity.

    A data broker is told nothing that it lacks: of it only what it holds is needed. An address that the recipient
    wants stated serves for the answer as well.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> work = Workspace((("Name", "Al"),), releases=(Release("Order", "Shop", Record.of(("Email", "a@b.c"))),))
    >>> parts = letter_parts(work, SubjectRequest("a", "Shop", "access", stated=(("Email", "a@b.c"),)))
    >>> [(part.name, part.state, part.is_new) for part in parts]
    [('name', 'missing', True), ('reply', 'stated', False), ('identity', 'stated', False)]
    """
    contact = contact_of(workspace, request.recipient)
    letter_facts = _letter_facts(workspace, request)
    wanted = dict.fromkeys(ELEMENT_PARTS[element] for element in contact.asks) if contact else {}
    names = [name for name in ("name", *wanted) if name != "number"]
    parts = [part for name in dict.fromkeys(names) if (part := _part(letter_facts, name, _LABELS[name]))]
    if not any(part.name in ("email", "address") and part.state != "left out" for part in parts):
        by_post = contact is not None and contact.medium == "letter"
        parts += filter(None, [_part(letter_facts, "reply", tuple(reversed(REPLY)) if by_post else REPLY)])
    if "number" in wanted:
        parts += filter(None, [_number(letter_facts, request)])
    return *parts, _identity(workspace, request, letter_facts)


def missing_parts(parts: Iterable[LetterPart]) -> tuple[LetterPart, ...]:
    """The parts that a letter still lacks; it is ready to be sent where there are none."""
    return tuple(part for part in parts if part.state == "missing")


def _letter_facts(workspace: Workspace, request: SubjectRequest) -> _LetterFacts:
    brokers = brokers_of(workspace, request)
    held = [sure_facts(workspace, name) for name in brokers or request.recipients]
    certain = frozenset.intersection(*held) if brokers else frozenset.union(*held)
    # As the releases have them: sets have no order that stays.
    releases = (release for name in request.recipients for release in remaining_releases(workspace, name))
    listed = dict.fromkeys(a.pair for release in releases for a in release.record if a.pair in certain)
    in_letter = (*stated_in(workspace, request), *disclosed_in(workspace, request))
    return _LetterFacts(in_letter, tuple(listed), workspace.profile, request.withheld, bool(brokers))


def _part(letter_facts: _LetterFacts, name: PartName, labels: tuple[str, ...]) -> LetterPart | None:
    """A part that facts under some labels meet; None where a data broker would have to be told."""
    in_letter = tuple(pair for pair in letter_facts.in_letter if pair[0] in labels)
    if in_letter:
        return LetterPart(name, "stated", in_letter, is_new=not set(in_letter) <= set(letter_facts.certain))
    state: PartState = "left out" if name in letter_facts.withheld else "missing"
    if held := _first(letter_facts.certain, labels, letter_facts.profile):
        return LetterPart(name, state, held)
    if label := next(filter(letter_facts.holds_untyped, labels), ""):
        return LetterPart(name, state, label=label)
    if letter_facts.broker:
        return None
    if true := _first(letter_facts.profile, labels, letter_facts.profile):
        return LetterPart(name, state, true, is_new=True)
    return LetterPart(name, state, label=labels[0], is_new=True)


def _first(facts: tuple[Pair, ...], labels: tuple[str, ...], profile: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """Of some facts the first under the first of the labels that has one, a true one where there is one."""
    there = [pair for pair in facts if pair[0] in labels and may_be_stated(pair)]
    return tuple(sorted(there, key=lambda pair: (labels.index(pair[0]), pair not in profile))[:1])


def _number(letter_facts: _LetterFacts, request: SubjectRequest) -> LetterPart | None:
    """The part for a number that the recipient gave. Typed for the letter alone it is no fact, and tells nothing."""
    in_letter = tuple(pair for pair in letter_facts.in_letter if pair[0] in OWN_NUMBERS)
    held = _first(letter_facts.certain, OWN_NUMBERS, letter_facts.profile)
    if letter_facts.broker and not held:
        return None
    if in_letter or (request.number and not letter_facts.broker):
        return LetterPart("number", "stated", in_letter, is_new=not set(in_letter) <= set(letter_facts.certain))
    return LetterPart("number", "left out" if "number" in letter_facts.withheld else "missing", held)


def _identity(workspace: Workspace, request: SubjectRequest, letter_facts: _LetterFacts) -> LetterPart:
    """The part by which each recipient finds the person; it rests on what that one holds, and cannot be left out."""
    stated = tuple(pair for pair in letter_facts.in_letter if pair in letter_facts.certain)
    unmet = [name for name in request.recipients if not is_identified(workspace, name, letter_facts.in_letter)]
    if not unmet or (request.number and not letter_facts.broker):
        return LetterPart("identity", "stated", stated)
    needed = dict.fromkeys(pair for name in unmet for pair in identifying_facts(workspace, name))
    # What a data broker lacks is not said to it for the sake of another recipient of the letter.
    if offered := tuple(pair for pair in needed if pair not in letter_facts.in_letter and pair in letter_facts.certain):
        return LetterPart("identity", "missing", offered)
    return LetterPart("identity", "missing", label=next(filter(letter_facts.holds_untyped, IDENTIFYING), ""))


# How a part comes into a letter, or is left out of it.


def with_usual_facts(workspace: Workspace, request: SubjectRequest) -> SubjectRequest:
    """A request whose letter states of what it needs all that tells its recipients nothing."""
    parts = letter_parts(workspace, replace(request, stated=(), disclosed=()))
    there = (pair for part in parts if not part.is_new for pair in part.facts)
    return replace(request, stated=tuple(dict.fromkeys(there)), disclosed=())


def with_part_stated(workspace: Workspace, request: SubjectRequest, part: LetterPart) -> Workspace:
    """The work where a letter states the facts of a part; those that its recipients lack it discloses."""
    return _with_facts(workspace, request, part.name, part.facts)


def with_part_typed(workspace: Workspace, request: SubjectRequest, part: LetterPart, value: str) -> Workspace:
    """The work where a letter states what was typed for a part, and the profile has it where it is a fact.

    Arguments:
        workspace: with the request.
        request: whose letter lacks the part.
        part: one with a label; without one the value is a number of the recipient's own.
        value: not empty.
    """
    if not part.label:
        withheld = _without(request.withheld, "number")
        return with_changed(workspace, replace(request, number=value, withheld=withheld))
    after = typed(workspace, part.label, value)
    [now] = (one for one in after.requests if one.name == request.name)
    return _with_facts(after, now, part.name, ((part.label, value),))


def with_part_left_out(workspace: Workspace, request: SubjectRequest, part: LetterPart) -> Workspace:
    """The work where a letter leaves a part out on purpose: neither states it nor lacks it."""
    left = tuple(dict.fromkeys((*request.withheld, part.name)))
    number = "" if part.name == "number" else request.number
    return with_changed(
        workspace,
        replace(
            request,
            withheld=left,
            number=number,
            stated=tuple(pair for pair in request.stated if pair not in part.facts),
            disclosed=tuple(pair for pair in request.disclosed if pair not in part.facts),
        ),
    )


def _with_facts(workspace: Workspace, request: SubjectRequest, name: PartName, facts: tuple[Pair, ...]) -> Workspace:
    given = {pair for recipient in request.recipients for pair in stateable(workspace, recipient)}
    stated = (*request.stated, *(pair for pair in facts if pair in given))
    disclosed = (*request.disclosed, *(pair for pair in facts if pair not in given))
    changed = replace(
        request,
        stated=tuple(dict.fromkeys(stated)),
        disclosed=tuple(dict.fromkeys(disclosed)),
        withheld=_without(request.withheld, name),
    )
    return with_changed(workspace, changed)


def _without(withheld: tuple[PartName, ...], name: PartName) -> tuple[PartName, ...]:
    return tuple(other for other in withheld if other != name)


# The way a letter is sent, and what tells less than a letter.


ChannelKind: TypeAlias = Literal["page", "mail", "form", "post", "unknown"]


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to ask a recipient.

    Arguments:
        kind: "page" is the recipient's own page for what is asked; the others carry the letter.
        address: a mail address, a web address, a domain, or the name of the recipient.
        tells: whether the recipient learns something new by it.
    """

    kind: ChannelKind
    address: str
    tells: bool

    __repr__ = redacted_repr


def channels(workspace: Workspace, request: SubjectRequest, parts: tuple[LetterPart, ...]) -> tuple[Channel, ...]:
    """The ways to ask, the one that tells less first; the letter's comes first where both tell nothing.

    The page on which somebody who has logged in deletes the account tells nothing. It counts where others found that
    this is done there, for one account.

    Arguments:
        workspace: what was given to whom.
        request: whose letter is sent.
        parts: of that letter.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> shop = Contact("shop.example", email="p@shop.example", difficulty="easy", delete_url="https://shop.example/bye")
    >>> given = (Release("Account", "shop.example", Record.of(("User name", "al"))),)
    >>> work = Workspace((("Email", "al@x.example"),), releases=given, contacts=(shop,))
    >>> ask = SubjectRequest("a", "shop.example", "erasure")
    >>> [(way.kind, way.tells) for way in channels(work, ask, letter_parts(work, ask))]
    [('page', False), ('mail', True)]
    """
    contact = contact_of(workspace, request.recipient)
    tells_more = any(part.is_new and part.state != "left out" for part in parts)
    letter = _carrier(request.recipient, contact, tells_more or bool(new_facts(workspace, request)))
    deletes = contact is not None and request.kind == "erasure" and not request.others and bool(contact.delete_url)
    if contact is None or not deletes or contact.difficulty not in ("easy", "medium"):
        return (letter,)
    page = Channel("page", contact.delete_url, tells=False)
    return (page, letter) if letter.tells or letter.kind == "unknown" else (letter, page)


def _carrier(recipient: str, contact: Contact | None, tells: bool) -> Channel:
    if contact is None:
        return Channel("unknown", recipient, tells)
    if contact.medium == "webform":
        return Channel("form", contact.domain, tells)
    if contact.medium == "letter":
        return Channel("post", contact.name or recipient, tells)
    return Channel("mail", contact.email, tells) if contact.email else Channel("unknown", contact.domain, tells)


def new_facts(workspace: Workspace, request: SubjectRequest) -> tuple[Pair, ...]:
    """What a letter states that its recipients do not hold for certain: it tells or confirms that."""
    letter_facts = _letter_facts(workspace, request)
    return tuple(pair for pair in letter_facts.in_letter if pair not in letter_facts.certain)


# One letter for a corporation.


def letter_group(workspace: Workspace, recipient: str, kind: RequestKind) -> Corporation | None:
    """The recipients that one letter to their owner may be for, this one among them; None where it is the only one.

    Data brokers have letters of their own: to be a customer of the others would be news to them. Nor is it for those
    whose deletion would not be proposed by itself, such as the mailbox through which other accounts are reset.

    Arguments:
        workspace: says who owns whom.
        recipient: as the releases call it.
        kind: what is asked for.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> given = tuple(Release(n, n, Record.of(("Name", "Al"))) for n in ("instagram.com", "Shop", "whatsapp.com"))
    >>> letter_group(Workspace(releases=given), "whatsapp.com", "erasure").recipients
    ('instagram.com', 'whatsapp.com')
    """
    return next((group for group in letter_groups(workspace, kind) if recipient in group.recipients), None)


def letter_groups(workspace: Workspace, kind: RequestKind) -> tuple[Corporation, ...]:
    """All groups of recipients that one letter to their owner may be for."""
    concerned = _concerned_releases(workspace, kind)
    owned = (
        (one, tuple(name for name in one.recipients if concerned[name] and not is_data_broker(workspace, name)))
        for one in corporations_of(workspace)
    )
    return tuple(replace(one, recipients=members) for one, members in owned if len(members) > 1)


def _concerned_releases(workspace: Workspace, kind: RequestKind) -> Mapping[str, tuple[Release, ...]]:
    """What a letter for several may ask about, by recipient: of an erasure, what may be deleted."""
    obstacles = deletion_obstacles(workspace) if kind == "erasure" else {}
    return {
        name: tuple(r for r in remaining_releases(workspace, name) if may_be_deleted(obstacles.get(name), r))
        for name in workspace.recipient_names
    }


def with_group(workspace: Workspace, request: SubjectRequest, group: Corporation) -> SubjectRequest:
    """A request that is for all recipients of one owner, and about all they hold.

    It goes to the recipient it is for already where that can be written to, else to the first that can.
    """
    ordered = (request.recipient, *(name for name in group.recipients if name != request.recipient))
    reachable = (name for name in ordered if (contact := contact_of(workspace, name)) and contact.email)
    first = next(reachable, request.recipient)
    concerned = _concerned_releases(workspace, request.kind)
    releases = tuple(release.name for name in group.recipients for release in concerned[name])
    return replace(request, recipient=first, others=tuple(n for n in ordered if n != first), releases=releases)
