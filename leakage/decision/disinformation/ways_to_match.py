"""Ways to match: the sets of attributes, out of a stated space, by which a record is taken for another one."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from leakage.decision.disinformation.values_between import values_between
from leakage.record import Pair, Record
from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.match import Match
from leakage.resolution.normalise import Normalised, Normaliser
from leakage.resolution.rules import AnyOf, Shares
from leakage.resolution.score import AtLeast
from leakage.resolution.similar import Similar
from leakage.resolution.unless import Unless

Pairs: TypeAlias = frozenset[Pair]


@dataclass(frozen=True, slots=True)
class Reading:
    """How a rule compares the values of a label.

    Arguments:
        label: the label.
        similar: where values alike will do; None where they must be equal.
        normalisers: what is overlooked, applied first to last.
    """

    label: str
    similar: Similar | None
    normalisers: tuple[Normaliser, ...]

    def read(self, value: str) -> str:
        """What a value is compared as."""
        for normaliser in self.normalisers:
            value = normaliser.value(self.label, value)
        return value

    def met(self, left: str, right: str) -> bool:
        """Whether the rule takes two values for the same."""
        first, second = self.read(left), self.read(right)
        return first == second if self.similar is None else self.similar.alike(first, second)


Space: TypeAlias = Mapping[str, Sequence[str]]
"""For every label that a match reads the values a record may hold."""


def space_of(match: Match, targets: Sequence[Record], avoid: Collection[Pair] = ()) -> Space:
    """The values among which a record that matches some others is sought.

    The values the targets hold; each as it is compared, where differences are overlooked; and where values alike will
    do, the ``values_between`` them. A value that is none of the targets' is left out where another is taken for all
    that it is taken for.

    Arguments:
        match: the adversary's rules.
        targets: the records to be matched.
        avoid: pairs for which another value is better, so that they alone do not make others superfluous.

    >>> match = Shares(Similar("A", kind="number", within=2))
    >>> dict(space_of(match, [Record.of(("A", "20")), Record.of(("A", "24"))]))
    {'A': ('20', '24', '22')}
    """
    readings = list(dict.fromkeys(_readings(match)))
    return {
        label: _values([reading for reading in readings if reading.label == label], targets, frozenset(avoid))
        for label in match.labels
    }


def _readings(match: Match, normalisers: tuple[Normaliser, ...] = ()) -> Iterator[Reading]:
    if isinstance(match, AnyOf):
        for rule in match.rules:
            yield from _readings(rule, normalisers)
    elif isinstance(match, Normalised):
        yield from _readings(match.match, (*normalisers, match.normaliser))
    elif isinstance(match, Unless):
        yield from _readings(match.match, normalisers)
        yield from (Reading(label, None, normalisers) for label in match.conflicts.labels)
    elif isinstance(match, FellegiSunter):
        for comparison in match.comparisons:
            yield from (Reading(comparison.label, similar, normalisers) for similar in (None, *comparison.sought))
    else:
        for condition in match.required if isinstance(match, Shares) else match.labels:
            similar = condition if isinstance(condition, Similar) else None
            yield Reading(similar.label if similar else str(condition), similar, normalisers)


def _values(readings: Sequence[Reading], targets: Sequence[Record], avoid: Collection[Pair]) -> tuple[str, ...]:
    label = readings[0].label
    held = list(dict.fromkeys(value for target in targets for value in target.values(label)))
    invented: dict[str, None] = {}
    for reading in readings:
        seen = list(dict.fromkeys(map(reading.read, held)))
        invented |= dict.fromkeys(seen)
        invented |= dict.fromkeys(values_between(reading.similar, seen) if reading.similar else ())

    def taken_for(value: str) -> frozenset[tuple[int, str]]:
        return frozenset(
            (n, other) for n, reading in enumerate(readings) for other in held if reading.met(value, other)
        )

    known = [(taken_for(value), (label, value) in avoid, value) for value in held]
    for value in invented:
        meets, shunned = taken_for(value), (label, value) in avoid
        if not any(meets <= more and worse <= shunned for more, worse, _ in known):
            superseded = [entry for entry in known[len(held) :] if entry[0] <= meets and shunned <= entry[1]]
            known = [entry for entry in known if entry not in superseded] + [(meets, shunned, value)]
    return tuple(value for _, _, value in known)


def ways_to_match(match: Match, target: Record, space: Space) -> Iterator[Pairs]:
    """Sets of pairs out of a space, so that every record of the space that matches the target holds one of them.

    A record that holds one need not match: what else it holds may contradict the target, or make another key set.
    So a smallest record of the space that matches several targets is the union of one set for each.

    Arguments:
        match: the adversary's rules.
        target: the record to be matched.
        space: label to values, from ``space_of``.

    >>> alice = Record.of(("N", "Alice"), ("P", "1"))
    >>> match = AtLeast(2, (("N", 1), ("P", 1)))
    >>> [sorted(way) for way in ways_to_match(match, alice, space_of(match, [alice]))]
    [[('N', 'Alice'), ('P', '1')]]
    """
    seen = {label: [(value, value) for value in values] for label, values in space.items()}
    return iter(dict.fromkeys(map(frozenset, _ways(match, target, seen))))


_Seen: TypeAlias = Mapping[str, Sequence[tuple[str, str]]]
"""Label to values of the space, each beside what it is compared as."""


def _ways(match: Match, target: Record, seen: _Seen) -> Iterator[Iterable[Pair]]:
    if isinstance(match, AnyOf):
        return itertools.chain.from_iterable(_ways(rule, target, seen) for rule in match.rules)
    if isinstance(match, Normalised):
        return _normalised(match, target, seen)
    if isinstance(match, Unless):
        return _unless(match, target, seen)
    return _of_rule(match, target, seen)


def _of_rule(match: Match, target: Record, seen: _Seen) -> Iterator[Iterable[Pair]]:
    if isinstance(match, AtLeast):
        return _spelled(match.sufficient(target), seen)
    if isinstance(match, FellegiSunter):
        return match.sufficient([choice for c in match.comparisons if (choice := _speaking(c, target, seen))])
    if isinstance(match, Shares):
        return itertools.product(*(_meeting(condition, target, seen) for condition in match.required))
    if match.keys_suffice and match.keys_equal:
        return _spelled((key.shared for key in match.keys(target)), seen)
    raise TypeError(f"no record can be made to match by {type(match).__name__}")


def _normalised(match: Normalised, target: Record, seen: _Seen) -> Iterator[Iterable[Pair]]:
    value_of = match.normaliser.value
    compared = {label: [(raw, value_of(label, value)) for raw, value in values] for label, values in seen.items()}
    return _ways(match.match, match.normaliser.record(target), compared)


def _unless(match: Unless, target: Record, seen: _Seen) -> Iterator[Iterable[Pair]]:
    """To contradict nothing a record says nothing of a label, or one of the values the target has."""
    silent_or_same = [
        [(), *((pair,) for pair in _meeting(label, target, seen))]
        for label in match.conflicts.labels
        if target.values(label)
    ]
    for way in _ways(match.match, target, seen):
        for said in itertools.product(*silent_or_same):
            yield itertools.chain(way, *said)


def _meeting(condition: str | Similar, target: Record, seen: _Seen) -> list[Pair]:
    """The pairs of the space that satisfy a condition."""
    if isinstance(condition, str):
        held = set(target.values(condition))
        return [(condition, raw) for raw, value in seen[condition] if value in held]
    label, others = condition.label, target.values(condition.label)
    return [(label, raw) for raw, value in seen[label] if any(condition.alike(value, other) for other in others)]


def _speaking(comparison: Comparison, target: Record, seen: _Seen) -> list[tuple[float, Pair]]:
    """The pairs of the space that speak for the target, the strongest first, each with what it says."""
    label = comparison.label
    held = [(comparison.evidence(Record.of((label, value)), target), (label, raw)) for raw, value in seen[label]]
    return sorted(((said.weight, pair) for said, pair in held if said and said.weight > 0.0), reverse=True)


def _spelled(keys: Iterable[Sequence[Pair]], seen: _Seen) -> Iterator[Iterable[Pair]]:
    """Keys told in values as they are compared, in all the ways the space can write them."""
    for key in keys:
        yield from itertools.product(
            *([(label, raw) for raw, compared in seen[label] if compared == value] for label, value in key)
        )
