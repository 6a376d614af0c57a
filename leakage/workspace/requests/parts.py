"""Parts of a letter: what it needs before it can be sent, and which of that it states.

A letter needs a name, which signs it, an address for the answer, what its recipient wants stated, and what tells this
person from namesakes. What a recipient lacks is stated only if the person says so, and to a data broker never.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, TypeAlias

from leakage.progress import cancellable
from leakage.record import UNTYPED, Pair, redacted_repr
from leakage.workspace.everyday import corporations_of
from leakage.workspace.person import typed
from leakage.workspace.places.corporations import Corporation
from leakage.workspace.places.obligations import deletion_obstacles, may_be_deleted
from leakage.workspace.recipients import is_data_broker
from leakage.workspace.release import LANGUAGES, Language, PartName, Release, RequestKind, SubjectRequest
from leakage.workspace.requests.contacts import contact_of, recipient_site
from leakage.workspace.requests.letter import Contents, may_be_stated, remaining_releases, stateable, sure_facts
from leakage.workspace.requests.states import with_changed
from leakage.workspace.workspace import Workspace

# What tells this person from namesakes: the fewest facts that a recipient holds and no stranger shares.

IDENTIFYING = (
    *("Email", "User name", "Name", "Nickname", "Customer number", "Social media handle", "Phone", "Post code"),
    *("City", "Address", "Date of birth", "Frequent flyer number", "Insurance number"),
)
"""Labels by which people are found, those first that an account has anyway."""
MOST_CANDIDATES = 12
"""Facts among which the fewest are looked for: a letter of more would tell more than it takes back."""


def identifying_facts(workspace: Workspace, recipient: str) -> tuple[Pair, ...]:
    """The fewest facts that a recipient holds and no stranger of the work has together.

    Of several such sets the one whose labels come first in ``IDENTIFYING``. If no strangers are known, or one of them
    shares all: the name, and the mail or user name of the account.

    >>> from leakage.record import Record
    >>> given = Release("Order", "Shop", Record.of(("Name", "Al"), ("City", "Ulm"), ("Phone", "5")))
    >>> namesakes = (Record.of(("Name", "Al"), ("Phone", "5")), Record.of(("City", "Ulm")))
    >>> identifying_facts(Workspace(releases=(given,), background=namesakes), "Shop")
    (('Name', 'Al'), ('City', 'Ulm'))
    """
    facts = _candidates(workspace, recipient)
    return _fewest(facts, _shared(workspace, facts))


def is_identified(workspace: Workspace, recipient: str, facts: Iterable[Pair]) -> bool:
    """Whether some facts tell a recipient who this is; only those count that it was given."""
    held = frozenset(facts).intersection(stateable(workspace, recipient))
    found = _candidates(workspace, recipient)
    shared = _shared(workspace, held.union(found))
    return bool(held) and (held.issuperset(_fewest(found, shared)) or (bool(shared) and _tells_apart(held, shared)))


def _candidates(workspace: Workspace, recipient: str) -> tuple[Pair, ...]:
    """The identifying facts that a recipient holds for certain; under each label true ones come first."""
    certain, profile = sure_facts(workspace, recipient), set(workspace.profile)
    found = (pair for pair in stateable(workspace, recipient) if pair in certain and pair[0] in IDENTIFYING)
    return tuple(sorted(found, key=lambda p: (IDENTIFYING.index(p[0]), p not in profile))[:MOST_CANDIDATES])


def _fewest(facts: tuple[Pair, ...], shared: frozenset[frozenset[Pair]]) -> tuple[Pair, ...]:
    sizes = range(1, len(facts) + 1) if shared else ()
    smallest = (chosen for size in sizes for chosen in combinations(facts, size) if _tells_apart(chosen, shared))
    name = [pair for pair in facts if pair[0] == "Name"][:1]
    account = [pair for pair in facts if pair[0] in ("Email", "User name")][:1]
    return next(smallest, None) or (*name, *account) or facts[:1]


def _shared(workspace: Workspace, facts: Iterable[Pair]) -> frozenset[frozenset[Pair]]:
    """What each stranger has of some facts; a stranger who has none counts, as the empty set."""
    asked = frozenset(facts)
    values = {value for _, value in asked}
    # By the values first, and as tuples, which strangers have in one order: there may be many thousands of them.
    found = {
        tuple([a.pair for a in record.attributes if a.value in values and a.confidence > 0.0])
        for record in cancellable(workspace.background)
    }
    return frozenset(asked.intersection(pairs) for pairs in found)


def _tells_apart(facts: Iterable[Pair], shared: frozenset[frozenset[Pair]]) -> bool:
    chosen = frozenset(facts)
    return not any(chosen <= stranger for stranger in shared)


# The parts of a letter: which it needs, and which of them are there.

PartState: TypeAlias = Literal["stated", "missing", "left out"]
REPLY = ("Email", "Address")
OWN_NUMBERS = ("Customer number", "Frequent flyer number", "Insurance number")
"""Labels of numbers that recipients give people."""
_LABELS: Mapping[PartName, str] = {"name": "Name", "email": "Email", "address": "Address", "birthdate": "Date of birth"}


@dataclass(frozen=True, slots=True)
class LetterPart:
    """A part that a letter needs.

    Arguments:
        name: which it is.
        state: whether the letter states it, lacks it, or leaves it out on purpose.
        facts: that the letter states for it; if it states none, those at hand that would do.
        label: of a fact that would do, and has to be typed first; empty if there is none.
        is_new: whether a recipient learns from it, or would learn, what it does not hold for certain.
    """

    name: PartName
    state: PartState
    facts: tuple[Pair, ...] = ()
    label: str = ""
    is_new: bool = False

    __repr__ = redacted_repr


def letter_parts(workspace: Workspace, request: SubjectRequest) -> tuple[LetterPart, ...]:
    """The parts that a letter needs: name, what its recipient wants stated, an address for the answer, identity.

    A data broker is told nothing that it lacks. An address that the recipient wants stated serves for the answer.

    >>> from leakage.record import Record
    >>> work = Workspace((("Name", "Al"),), releases=(Release("Order", "Shop", Record.of(("Email", "a@b.c"))),))
    >>> parts = letter_parts(work, SubjectRequest("a", "Shop", "access", stated=(("Email", "a@b.c"),)))
    >>> [(part.name, part.state, part.is_new) for part in parts]
    [('name', 'missing', True), ('reply', 'stated', False), ('identity', 'stated', False)]
    """
    contact, draft = contact_of(workspace, request.recipient), _Draft(workspace, request)
    wanted = {"name", *(contact.asks if contact else ())}
    parts = [draft.part(name, (label,)) for name, label in _LABELS.items() if name in wanted]
    if not any(part and part.name in ("email", "address") and part.state != "left out" for part in parts):
        by_post = contact is not None and contact.medium == "letter"
        parts.append(draft.part("reply", REPLY[::-1] if by_post else REPLY))
    if wanted & {"input", "textarea"}:
        parts.append(draft.own_number())
    return *filter(None, parts), draft.identity()


def missing_parts(parts: Iterable[LetterPart]) -> tuple[LetterPart, ...]:
    """The parts that a letter still lacks; it is ready to be sent if there are none."""
    return tuple(part for part in parts if part.state == "missing")


class _Draft(Contents):
    """What a letter says, and what its recipients hold for certain in the order of their releases."""

    def __init__(self, workspace: Workspace, request: SubjectRequest) -> None:
        super().__init__(workspace, request)
        self._workspace, self._request = workspace, request
        self._said = (*self.stated, *self.disclosed)
        releases = (release for name in request.recipients for release in remaining_releases(workspace, name))
        self._held = tuple(dict.fromkeys(a.pair for each in releases for a in each.record if a.pair in self.certain))

    def part(self, name: PartName, labels: tuple[str, ...]) -> LetterPart | None:
        """A part that facts under some labels meet; None if a data broker would have to be told."""
        if stated := tuple(pair for pair in self._said if pair[0] in labels):
            return self._part_stated(name, stated)
        if held := self._first(self._held, labels):
            return LetterPart(name, self._state(name), held)
        if label := self._untyped(labels):
            return LetterPart(name, self._state(name), label=label)
        if self.brokers:
            return None
        true = self._first(self._workspace.profile, labels)
        return LetterPart(name, self._state(name), true, "" if true else labels[0], is_new=True)

    def own_number(self) -> LetterPart | None:
        """The part for a number that the recipient gave; typed for the letter alone it tells nothing."""
        stated = tuple(pair for pair in self._said if pair[0] in OWN_NUMBERS)
        held = self._first(self._held, OWN_NUMBERS)
        if self.brokers and not held:
            return None
        if stated or self.number:
            return self._part_stated("number", stated)
        return LetterPart("number", self._state("number"), held)

    def identity(self) -> LetterPart:
        """The part by which each recipient finds the person; it rests on what that one holds, and must be there."""
        work, names = self._workspace, self._request.recipients
        unmet = [name for name in names if not is_identified(work, name, self._said)]
        if not unmet or self.number:
            return LetterPart("identity", "stated", tuple(pair for pair in self._said if pair in self.certain))
        needed = dict.fromkeys(pair for name in unmet for pair in identifying_facts(work, name))
        # What a data broker lacks is not said to it for the sake of another recipient of the letter.
        offered = tuple(pair for pair in needed if pair not in self._said and pair in self.certain)
        return LetterPart("identity", "missing", offered, "" if offered else self._untyped(IDENTIFYING))

    def _part_stated(self, name: PartName, facts: tuple[Pair, ...]) -> LetterPart:
        return LetterPart(name, "stated", facts, is_new=not set(facts) <= set(self.certain))

    def _state(self, name: PartName) -> PartState:
        return "left out" if name in self._request.withheld else "missing"

    def _untyped(self, labels: Iterable[str]) -> str:
        return next((label for label in labels if (label, UNTYPED) in self.certain), "")

    def _first(self, facts: tuple[Pair, ...], labels: tuple[str, ...]) -> tuple[Pair, ...]:
        """The first fact under the first of the labels that has one, a true one if there is one."""
        there = [pair for pair in facts if pair[0] in labels and may_be_stated(pair)]
        return tuple(sorted(there, key=lambda pair: (labels.index(pair[0]), pair not in self._workspace.profile))[:1])


# How a part comes into a letter, or is left out of it.


def with_usual_facts(workspace: Workspace, request: SubjectRequest) -> SubjectRequest:
    """A request whose letter states of what it needs all that tells its recipients nothing."""
    parts = letter_parts(workspace, replace(request, stated=(), disclosed=()))
    there = (pair for part in parts if not part.is_new for pair in part.facts)
    return replace(request, stated=tuple(dict.fromkeys(there)), disclosed=())


def with_part_stated(workspace: Workspace, request: SubjectRequest, part: LetterPart) -> Workspace:
    """The work where a letter states the facts of a part; those that its recipients lack it discloses."""
    given = stateable(workspace, *request.recipients)
    changed = replace(
        request,
        stated=tuple(dict.fromkeys((*request.stated, *(pair for pair in part.facts if pair in given)))),
        disclosed=tuple(dict.fromkeys((*request.disclosed, *(pair for pair in part.facts if pair not in given)))),
        withheld=_without(request.withheld, part.name),
    )
    return with_changed(workspace, changed)


def with_part_typed(workspace: Workspace, request: SubjectRequest, part: LetterPart, value: str) -> Workspace:
    """The work where a letter states a value typed for a part, and the profile has it if it is a fact.

    A part without a label is a number of the recipient's own, for this letter alone.
    """
    if not part.label:
        return with_changed(workspace, replace(request, number=value, withheld=_without(request.withheld, "number")))
    after = typed(workspace, part.label, value)
    [now] = (one for one in after.requests if one.name == request.name)
    return with_part_stated(after, now, replace(part, facts=((part.label, value),)))


def with_part_left_out(workspace: Workspace, request: SubjectRequest, part: LetterPart) -> Workspace:
    """The work where a letter leaves a part out on purpose: neither states it nor lacks it."""
    changed = replace(
        request,
        withheld=(*_without(request.withheld, part.name), part.name),
        number="" if part.name == "number" else request.number,
        stated=tuple(pair for pair in request.stated if pair not in part.facts),
        disclosed=tuple(pair for pair in request.disclosed if pair not in part.facts),
    )
    return with_changed(workspace, changed)


def _without(withheld: tuple[PartName, ...], name: PartName) -> tuple[PartName, ...]:
    return tuple(other for other in withheld if other != name)


# A draft, for one recipient or for all of one owner.

_SPEAK: Mapping[str, Language] = {"at": "de", "ch": "de", **{language: language for language in LANGUAGES}}


def drafted(
    workspace: Workspace, recipient: str, kind: RequestKind, day: datetime.date, group: Corporation | None = None
) -> SubjectRequest:
    """The usual letter to a recipient, or to the owner of a group: under the law of the last one, in their language.

    >>> drafted(Workspace(), "shop.de", "access", datetime.date(2026, 2, 3)).language
    'de'
    """
    contact = contact_of(workspace, recipient)
    known = [contact.language, *contact.countries[:1]] if contact else []
    spoken = (*known, recipient_site(workspace, recipient).rpartition(".")[2])
    british = contact is not None and contact.countries == ("gb",)
    request = SubjectRequest(
        f"{kind.capitalize()}: {group.name if group else recipient}",
        recipient,
        kind,
        workspace.requests[-1].ground if workspace.requests else "uk_gdpr" if british else "gdpr",
        next((_SPEAK[word] for word in spoken if word in _SPEAK), "en"),
        tuple(release.name for release in remaining_releases(workspace, recipient)),
    ).with_step("drafted", day)
    return with_usual_facts(workspace, with_group(workspace, request, group) if group else request)


def letter_group(workspace: Workspace, recipient: str, kind: RequestKind) -> Corporation | None:
    """The recipients that one letter to their owner may be for, this one among them; None if it is the only one."""
    return next((group for group in letter_groups(workspace, kind) if recipient in group.recipients), None)


def letter_groups(workspace: Workspace, kind: RequestKind) -> tuple[Corporation, ...]:
    """All groups of recipients that one letter to their owner may be for.

    Data brokers are in none: to be a customer of the others would be news to them. Nor is a recipient whose deletion
    is not proposed, such as the mailbox through which other accounts are reset.
    """
    concerned = _concerned_releases(workspace, kind)
    owned = (
        (one, tuple(name for name in one.recipients if concerned[name] and not is_data_broker(workspace, name)))
        for one in corporations_of(workspace)
    )
    return tuple(replace(one, recipients=members) for one, members in owned if len(members) > 1)


def with_group(workspace: Workspace, request: SubjectRequest, group: Corporation) -> SubjectRequest:
    """A request for all recipients of one owner, sent to the first of them that can be written to."""
    ordered = (request.recipient, *(name for name in group.recipients if name != request.recipient))
    reachable = (name for name in ordered if (contact := contact_of(workspace, name)) and contact.email)
    first = next(reachable, request.recipient)
    concerned = _concerned_releases(workspace, request.kind)
    releases = tuple(release.name for name in group.recipients for release in concerned[name])
    return replace(request, recipient=first, others=tuple(n for n in ordered if n != first), releases=releases)


def _concerned_releases(workspace: Workspace, kind: RequestKind) -> Mapping[str, tuple[Release, ...]]:
    """What a letter for several may ask about, by recipient: of an erasure, what may be deleted."""
    obstacles = deletion_obstacles(workspace) if kind == "erasure" else {}
    return {
        name: tuple(r for r in remaining_releases(workspace, name) if may_be_deleted(obstacles.get(name), r))
        for name in workspace.recipient_names
    }
