"""The smallest record that the adversary takes for each of some others, and the ways to match one."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from leakage.old.decision.disinformation.believable import values_between
from leakage.old.presumption import is_typed
from leakage.old.resolution.linkage.comparison import Comparison
from leakage.old.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.old.resolution.match import Match
from leakage.old.resolution.rules.negative import Unless
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.resolution.rules.score import AtLeast
from leakage.old.resolution.rules.shared_values import AnyOf, Shares
from leakage.old.resolution.rules.similar_values import Similar
from leakage.record import Attribute, Pair, Record

# Ways to match: the sets of attributes, out of a stated space, by which a record is taken for another one.


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

    The values the targets hold, but for those that were not typed, which nobody can say; each as it is compared, where
    differences are overlooked; and where values alike will do, the ``values_between`` them. A value that is none of the
    targets' is left out where another is taken for all that it is taken for.

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
    # What was not typed cannot be said to anybody.
    typed = list(dict.fromkeys(v for target in targets for v in target.values(label) if is_typed((label, v))))
    invented: dict[str, None] = {}
    for reading in readings:
        seen = list(dict.fromkeys(map(reading.read, typed)))
        invented |= dict.fromkeys(seen)
        invented |= dict.fromkeys(values_between(reading.similar, seen) if reading.similar else ())

    def taken_for(value: str) -> frozenset[tuple[int, str]]:
        return frozenset(
            (n, other) for n, reading in enumerate(readings) for other in typed if reading.met(value, other)
        )

    entries = [(taken_for(value), (label, value) in avoid, value) for value in typed]
    for value in invented:
        meets, shunned = taken_for(value), (label, value) in avoid
        if not any(meets <= more and worse <= shunned for more, worse, _ in entries):
            superseded = [entry for entry in entries[len(typed) :] if entry[0] <= meets and shunned <= entry[1]]
            entries = [entry for entry in entries if entry not in superseded] + [(meets, shunned, value)]
    return tuple(value for _, _, value in entries)


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
    if match.keys_decide and match.keys_equal:
        if type(match).pairs is Match.pairs:
            return _spelled((key.shared for key in match.keys(target)), seen)
        return _by_keys(match, target, seen)
    raise TypeError(f"no record can be made to match by {type(match).__name__}")


def _by_keys(match: Match, target: Record, seen: _Seen) -> Iterator[Iterable[Pair]]:
    """The target's keys, in all the ways the space can offer what they are made of where that is no value itself."""
    offering: dict[Pair, list[Pair]] = {}
    for label, values in seen.items():
        for raw, value in values:
            for pair in match.pairs(Record.of((label, value))):
                offering.setdefault(pair, []).append((label, raw))
    for key in match.keys(target):
        yield from itertools.product(*(offering.get(pair, ()) for pair in key.shared))


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
        for pairs in itertools.product(*silent_or_same):
            yield itertools.chain(way, *pairs)


def _meeting(condition: str | Similar, target: Record, seen: _Seen) -> list[Pair]:
    """The pairs of the space that satisfy a condition."""
    if isinstance(condition, str):
        values = set(target.values(condition))
        return [(condition, raw) for raw, value in seen[condition] if value in values]
    label, others = condition.label, target.values(condition.label)
    return [(label, raw) for raw, value in seen[label] if any(condition.alike(value, other) for other in others)]


def _speaking(comparison: Comparison, target: Record, seen: _Seen) -> list[tuple[float, Pair]]:
    """The pairs of the space that speak for the target, the strongest first, each with what it says."""
    label = comparison.label
    compared = [(comparison.evidence(Record.of((label, value)), target), (label, raw)) for raw, value in seen[label]]
    return sorted(
        ((evidence.weight, pair) for evidence, pair in compared if evidence and evidence.weight > 0.0), reverse=True
    )


def _spelled(keys: Iterable[Sequence[Pair]], seen: _Seen) -> Iterator[Iterable[Pair]]:
    """Keys told in values as they are compared, in all the ways the space can write them."""
    for key in keys:
        yield from itertools.product(
            *([(label, raw) for raw, compared in seen[label] if compared == value] for label, value in key)
        )


# Create: the smallest record that the adversary takes for each of some others.


def minimal_matching_record(
    targets: Sequence[Record],
    match: Match,
    size: int,
    avoid: Collection[Pair] = (),
    price: Callable[[str], float] | None = None,
    *,
    careful: bool = False,
) -> Record:
    """``Create(S, L)``: a minimal record that matches every record of S, or the empty record.

    The fewest attributes that will do, or the cheapest, at most L of them, all of confidence 1. A record of the space
    matches a target where it holds one of the ``ways_to_match`` it and nothing against it, so a minimal one is the
    union of one way a target. Exact, by branch and bound, among the records of ``space_of``: no value outside could
    help, but for names alike, where one that is neither held nor spliced of two might. That is said of size and price:
    of what is better not confirmed a record may hold more than need be, for of a number or day that one target has no
    near one is in the space. Exponential in |S|, and in the labels of a score.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    Arguments:
        targets: S; for none the empty record is returned.
        match: the adversary's rules.
        size: L >= 0.
        avoid: pairs better not confirmed; among minimal records of the space one with the fewest of them is taken.
        price: of an attribute by its label, >= 0; then the cheapest record is minimal. Without it all cost the same.
        careful: whether to avoid comes first, and the price second; likewise among the records of the space.

    Raises:
        ValueError: if size is negative.
        TypeError: for a rule that is not the library's own, unless it is one by keys that are equal.

    >>> from leakage.old.resolution.rules.shared_values import AnyOf, Shares
    >>> match = AnyOf(Shares("N", "P"), Shares("C"))
    >>> r, v = Record.of(("N", "n1"), ("P", "p1"), ("C", "c1")), Record.of(("N", "n2"), ("C", "c2"))
    >>> [(a.label, a.value) for a in minimal_matching_record([r, v], match, size=4)]
    [('C', 'c1'), ('C', 'c2')]
    >>> len(minimal_matching_record([r, v], match, size=1))
    0
    """
    if size < 0:
        raise ValueError(f"size must not be negative, got {size}")
    if not targets:
        return Record()
    space = space_of(match, targets, avoid)
    # Targets with few ways first: their branches bound the others.
    choices = sorted(([*ways_to_match(match, target, space)] for target in targets), key=len)
    measure = _price(targets, frozenset(avoid), price, careful)
    search = _CheapestUnion(choices, lambda pairs: _matches_all(pairs, targets, match), size, measure)
    return _record(search.best or ())


Price: TypeAlias = tuple[float, float, int, int]


def _price(
    targets: Sequence[Record], shunned: Pairs, price: Callable[[str], float] | None, careful: bool
) -> Callable[[Pairs], Price]:
    """What a record of some pairs is compared by, values of nobody last; it never falls where pairs are added."""
    target_pairs = frozenset(attribute.pair for target in targets for attribute in target)

    def of(pairs: Pairs) -> Price:
        cost = float(len(pairs)) if price is None else math.fsum(price(label) for label, _ in pairs)
        confirmed = float(len(pairs & shunned))
        first, second = (confirmed, cost) if careful else (cost, confirmed)
        return first, second, len(pairs), len(pairs - target_pairs)

    return of


def _record(pairs: Iterable[Pair]) -> Record:
    return Record(Attribute(*pair) for pair in pairs)


def _matches_all(pairs: Pairs, targets: Sequence[Record], match: Match) -> bool:
    # What matches one target may stand against another: a second value of a key set, or a contradiction.
    record = _record(pairs)
    return all(match.matches(record, target) for target in targets)


class _CheapestUnion:
    """Branch and bound over one way a target; unions only grow, so a branch is cut where it is too big."""

    def __init__(
        self, choices: list[list[Pairs]], fits: Callable[[Pairs], bool], size: int, price_of: Callable[[Pairs], Price]
    ) -> None:
        self._choices, self._fits, self._size, self._price_of = choices, fits, size, price_of
        self.best: Pairs | None = None
        self._price: Price = (math.inf, math.inf, 0, 0)
        self._descend(frozenset(), 0)

    def _descend(self, pairs: Pairs, depth: int) -> None:
        if depth == len(self._choices):
            if self._fits(pairs):
                self.best, self._price = pairs, self._price_of(pairs)
            return
        unions = {pairs | way for way in self._choices[depth]}
        priced = ((self._price_of(union), sorted(union), union) for union in unions if len(union) <= self._size)
        for price, _, union in sorted(priced):
            if price >= self._price:
                return
            self._descend(union, depth + 1)
