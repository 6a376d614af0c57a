"""Parts of a letter: what it needs before it can be sent, and which of that it states.

A letter needs a name, which signs it, an address for the answer, what its recipient wants stated, and something by
which the recipient finds the person. What it lacks is stated only if the person says so, and to a data broker never.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from leakage.record import UNTYPED, Pair, redacted_repr
from leakage.workspace.person import typed
from leakage.workspace.release import LANGUAGES, Language, PartName, RequestKind, SubjectRequest
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.letter import Contents, may_be_stated, remaining_releases, stateable
from leakage.workspace.requests.states import with_changed
from leakage.workspace.workspace import Workspace

IDENTIFYING = (
    *("Email", "User name", "Name", "Nickname", "Customer number", "Social media handle", "Phone", "Post code"),
    *("City", "Address", "Date of birth", "Frequent flyer number", "Insurance number"),
)
"""Labels by which people are found, those first that an account has anyway."""
REPLY = ("Email", "Address")
OWN_NUMBERS = ("Customer number", "Frequent flyer number", "Insurance number")
"""Labels of numbers that recipients give people."""
_LABELS: Mapping[PartName, str] = {"name": "Name", "email": "Email", "address": "Address", "birthdate": "Date of birth"}

PartState: TypeAlias = Literal["stated", "missing", "left out"]


@dataclass(frozen=True, slots=True)
class LetterPart:
    """A part that a letter needs.

    Arguments:
        name: which it is.
        state: whether the letter states it, lacks it, or leaves it out on purpose.
        facts: that the letter states for it; if it states none, those at hand that would do.
        label: of a fact that would do, and has to be typed first; empty if there is none.
        is_new: whether the recipient learns from it, or would learn, what it does not hold for certain.
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
    >>> from leakage.workspace.workspace import Release
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
        parts.append(draft.part("number", OWN_NUMBERS))
    return *filter(None, parts), draft.identity()


def missing_parts(parts: Iterable[LetterPart]) -> tuple[LetterPart, ...]:
    """The parts that a letter still lacks; it is ready to be sent if there are none."""
    return tuple(part for part in parts if part.state == "missing")


class _Draft(Contents):
    """What a letter says, and what it could say besides."""

    def __init__(self, workspace: Workspace, request: SubjectRequest) -> None:
        super().__init__(workspace, request)
        self._profile, self._withheld = workspace.profile, request.withheld
        self._stateable = stateable(workspace, request.recipient)

    def part(self, name: PartName, labels: tuple[str, ...]) -> LetterPart | None:
        """The part that facts under some labels fill; None if a data broker would have to be told.

        A number that the recipient gave is typed for the letter alone, and tells nothing.
        """
        stated = tuple(pair for pair in self.told if pair[0] in labels)
        if stated or (name == "number" and self.number):
            return LetterPart(name, "stated", stated, is_new=not set(stated) <= set(self.certain))
        if held := self._first(self.certain, labels):
            return LetterPart(name, self._state(name), held)
        if name != "number" and (label := self._untyped(labels)):
            return LetterPart(name, self._state(name), label=label)
        if self.to_broker:
            return None
        if name == "number":
            return LetterPart(name, self._state(name))
        true = self._first(self._profile, labels)
        return LetterPart(name, self._state(name), true, "" if true else labels[0], is_new=True)

    def identity(self) -> LetterPart:
        """The part by which the recipient finds the person: a name and an account, if it has them for certain."""
        sure = [pair for pair in self._stateable if pair in self.certain and pair[0] in IDENTIFYING]
        sure.sort(key=lambda pair: (IDENTIFYING.index(pair[0]), pair not in self._profile))
        name = [pair for pair in sure if pair[0] == "Name"][:1]
        needed = [*name, *[pair for pair in sure if pair[0] in ("Email", "User name")][:1]] or sure[:1]
        said = set(self.told).intersection(self._stateable)
        if self.number or (said and said.issuperset(needed)):
            return LetterPart("identity", "stated", tuple(pair for pair in self.told if pair in self.certain))
        offered = tuple(pair for pair in needed if pair not in self.told)
        return LetterPart("identity", "missing", offered, "" if offered else self._untyped(IDENTIFYING))

    def _state(self, name: PartName) -> PartState:
        return "left out" if name in self._withheld else "missing"

    def _untyped(self, labels: Iterable[str]) -> str:
        return next((label for label in labels if (label, UNTYPED) in self.certain), "")

    def _first(self, facts: tuple[Pair, ...], labels: tuple[str, ...]) -> tuple[Pair, ...]:
        """The first fact under the first of the labels that has one, a true one if there is one."""
        there = [pair for pair in facts if pair[0] in labels and may_be_stated(pair)]
        return tuple(sorted(there, key=lambda pair: (labels.index(pair[0]), pair not in self._profile))[:1])


# How a part comes into a letter, or is left out of it.


def with_usual_facts(workspace: Workspace, request: SubjectRequest) -> SubjectRequest:
    """The request, with a letter that states whatever it needs that its recipient already knows."""
    parts = letter_parts(workspace, replace(request, stated=(), disclosed=()))
    there = (pair for part in parts if not part.is_new for pair in part.facts)
    return replace(request, stated=tuple(dict.fromkeys(there)), disclosed=())


def with_part_stated(workspace: Workspace, request: SubjectRequest, part: LetterPart) -> Workspace:
    """The work where a letter states the facts of a part; those that its recipient lacks it discloses."""
    given = stateable(workspace, request.recipient)
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


_SPEAK: Mapping[str, Language] = {"at": "de", "ch": "de", **{language: language for language in LANGUAGES}}


def drafted(workspace: Workspace, recipient: str, kind: RequestKind, day: datetime.date) -> SubjectRequest:
    """The usual letter to a recipient: under the law of the last letter, in the recipient's language.

    >>> drafted(Workspace(), "shop.de", "access", datetime.date(2026, 2, 3)).language
    'de'
    """
    contact = contact_of(workspace, recipient)
    known = [contact.language, *contact.countries[:1]] if contact else []
    spoken = (*known, workspace.recipient_site(recipient).rpartition(".")[2])
    british = contact is not None and contact.countries == ("gb",)
    request = SubjectRequest(
        f"{kind.capitalize()}: {recipient}",
        recipient,
        kind,
        workspace.requests[-1].ground if workspace.requests else "uk_gdpr" if british else "gdpr",
        next((_SPEAK[word] for word in spoken if word in _SPEAK), "en"),
        tuple(release.name for release in remaining_releases(workspace, recipient)),
    ).with_step("drafted", day)
    return with_usual_facts(workspace, request)
