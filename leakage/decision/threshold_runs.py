"""Resolutions at falling thresholds where joins come and go: each is made once, and says how long it holds."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from leakage.decision.regrouping import DIGITS, Come, Gone, Members, Pairs, Regrouping
from leakage.measure.measure import Weights
from leakage.measure.telling import telling_records
from leakage.progress import looking, reported_as
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.each_owner import EachOwner
from leakage.resolution.linkage.fellegi_sunter import ROUNDING, FellegiSunter
from leakage.resolution.match import Alike, Key, Match, Rule
from leakage.resolution.normalise import Normalised
from leakage.resolution.operations import Operation, Resolve
from leakage.resolution.rules import AnyOf
from leakage.resolution.similar import Similar
from leakage.resolution.single_link import ConstrainedLink, SingleLink
from leakage.resolution.unless import Unless

MOST_WEIGHED = 1_000_000
"""Pairs of records whose weight is remembered."""

_Composites: TypeAlias = dict[Members, Record]


def asks_for_evidence(adversary: Adversary) -> bool:
    """Whether a threshold of evidence decides what she joins, and everything that joins is known to compare by pairs.

    >>> asks_for_evidence(Adversary())
    False
    """
    found: list[FellegiSunter] = []

    def note(match: FellegiSunter) -> Match:
        found.append(match)
        return match

    try:
        _told(adversary, note)
    except TypeError:
        return False
    return bool(found)


def resolved_at_every_threshold(
    records: Sequence[Record], reference: Record, adversary: Adversary, weights: Weights | None, least: float
) -> Iterator[Regrouping]:
    """E(R) at all thresholds down to the least; of composites with nothing right in them nothing is told.

    Records are compared in an order of their own, and the threshold t decides only which ``W >= t``. So the outcome is
    the same for every threshold above the greatest W that was not enough, and that is the next one to look at: one
    resolution for each outcome there is, and none is missed. Records that never end up together are gone through apart.

    Arguments:
        records: R.
        reference: e.
        adversary: who ``asks_for_evidence``.
        weights: label to weight, or a Measure.
        least: the lowest threshold, in bits.
    """
    yield Regrouping(math.inf, (), ())
    watch = _Watch()
    prepared, joining = _prepared(records, adversary)
    asking = _told(joining, lambda match: replace(match, threshold=least))
    watched = _told(asking, lambda match: _Watched(match, watch))
    parts = _parts(prepared, asking, reference, weights)
    falling = (_Falling(watched, watch, least).regroupings(prepared, part) for part in parts)
    yield from heapq.merge(*falling, key=lambda regrouping: -regrouping.threshold)


@dataclass(eq=False, slots=True)
class _Watch:
    """The threshold that a resolution asks for, and the surest of what was not enough for it."""

    threshold: float = math.inf
    refused: float = -math.inf

    def reached(self, weight: float) -> bool:
        if weight >= self.threshold - ROUNDING:
            return True
        self.refused = max(self.refused, weight)
        return False


class _Watched(Rule):
    """Evidence whose threshold is that of a watch; what was read and weighed once is remembered.

    Arguments:
        match: at the lowest threshold there will be, so that its keys leave out no pair.
        watch: told of all that is compared.
    """

    def __init__(self, match: FellegiSunter, watch: _Watch) -> None:
        self._match, self._watch = match, watch
        self._weights: dict[tuple[Record, Record], float] = {}
        self._keys: dict[Record, tuple[Key, ...]] = {}
        self._wanted: dict[Record, tuple[Key, ...]] = {}

    def keys(self, record: Record) -> Iterator[Key]:
        if record not in self._keys:
            self._keys[record] = tuple(self._match.keys(record))
        return iter(self._keys[record])

    def wanted(self, record: Record, alike: Alike) -> Iterator[Key]:
        if record not in self._wanted:
            self._wanted[record] = tuple(self._match.wanted(record, alike))
        return iter(self._wanted[record])

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        return self._match.compared(record)

    def common_key(self, left: Record, right: Record) -> Key | None:
        weight = self._weights.get((left, right))
        if weight is None:
            if len(self._weights) >= MOST_WEIGHED:
                for remembered in (self._weights, self._keys, self._wanted):
                    remembered.clear()
            weight = self._weights[left, right] = self._match.weight(left, right)
        return Key(self, ()) if self._watch.reached(weight) else None

    @property
    def keys_suffice(self) -> bool:
        return False

    @property
    def keys_equal(self) -> bool:
        return self._match.keys_equal

    @property
    def labels(self) -> tuple[str, ...]:
        return self._match.labels

    def sentence(self) -> str:
        return self._match.sentence()


class _Falling:
    """The resolutions of some records, from careful to reckless."""

    def __init__(self, adversary: Adversary, watch: _Watch, least: float) -> None:
        self._adversary, self._watch, self._least = adversary, watch, least

    def regroupings(self, records: Sequence[Record], part: Sequence[int]) -> Iterator[Regrouping]:
        held, threshold, top = [records[number] for number in part], math.inf, self._least
        before: _Composites = {}
        while threshold >= self._least - ROUNDING:
            self._watch.threshold, self._watch.refused = threshold, -math.inf
            done = 0.0 if threshold == math.inf else top - threshold
            with reported_as("Asking for less evidence", int(done), int(top - self._least)):
                resolution = self._adversary.resolve(held)
            members = (tuple(part[number] for number in numbers) for numbers in resolution.members)
            now = dict(zip(members, resolution.composites, strict=True))
            regrouping = _between(threshold, before, now)
            # Before the next part is gone through, which has the same watch.
            threshold, before = round(self._watch.refused, DIGITS), now
            top = max(top, threshold)
            yield regrouping


def _between(threshold: float, before: _Composites, now: _Composites) -> Regrouping:
    """What becomes of composites; those that stay the same are left out."""
    gone = {members for members, record in before.items() if now.get(members) != record}
    come = {members for members, record in now.items() if before.get(members) != record}
    return Regrouping(
        threshold,
        tuple(Gone(members, pairs) for members, pairs in _pieces(gone, come)),
        tuple(Come(members, now[members], pairs) for members, pairs in _pieces(come, gone)),
    )


def _pieces(composites: Collection[Members], others: Collection[Members]) -> Iterator[tuple[Members, Pairs]]:
    """Composites, and of each the first record with the first of those that are in the next of the others."""
    other_of = {number: members for members in others for number in members}
    for members in sorted(composites):
        pieces: dict[Members, int] = {}
        for number in members:
            pieces.setdefault(other_of.get(number, (number,)), number)
        first, *more = pieces.values()
        yield members, tuple((first, number) for number in more)


def _prepared(records: Sequence[Record], adversary: Adversary) -> tuple[tuple[Record, ...], Adversary]:
    """The records after all that she does to each by itself beforehand, and what else she does."""
    joining = list(adversary.operations)
    while joining and joining[0].record_by_record:
        records = joining.pop(0).apply(records).composites
    return tuple(records), replace(adversary, operations=tuple(joining))


def _parts(
    records: Sequence[Record], adversary: Adversary, reference: Record, weights: Weights | None
) -> Iterator[Sequence[int]]:
    """The records in parts of which none ever meets another, but for those with nothing right.

    What is joined at any threshold is joined at the least by a match that keeps its keys (``Adversary.relaxed``).
    """
    widest = [adversary.may_hold(record) for record in looking(records)]
    known = [record for record in widest if record is not None]
    if len(known) < len(widest) or adversary.relaxed is None:
        yield range(len(records))
        return
    telling = set(telling_records(known, reference, weights).tolist())
    for members in Resolve(adversary.relaxed).apply(known).members:
        if not telling.isdisjoint(members):
            yield members


def _told(adversary: Adversary, change: Callable[[FellegiSunter], Match]) -> Adversary:
    """The adversary with something else in the place of what weighs evidence.

    Raises:
        TypeError: for an operation that joins records by means of its own.
    """
    return replace(adversary, operations=tuple(_changed(operation, change) for operation in adversary.operations))


def _changed(operation: Operation, change: Callable[[FellegiSunter], Match]) -> Operation:
    if operation.record_by_record:
        return operation
    if isinstance(operation, EachOwner):
        return EachOwner(_changed(operation.operation, change))
    if isinstance(operation, Resolve | SingleLink | ConstrainedLink):
        return replace(operation, match=with_evidence(operation.match, change))
    raise TypeError(f"{type(operation).__name__} does not say how it compares records")


def with_evidence(match: Match, change: Callable[[FellegiSunter], Match]) -> Match:
    """A match with something else in the place of what weighs evidence, alone or as one of its rules."""
    if isinstance(match, FellegiSunter):
        return change(match)
    if isinstance(match, Normalised | Unless):
        return replace(match, match=with_evidence(match.match, change))
    if isinstance(match, AnyOf):
        return AnyOf(*(with_evidence(rule, change) for rule in match.rules))
    return match
