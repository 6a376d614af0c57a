"""Properties of a match rule with a merge: those proved, and those that hold on given records."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from leakage.arguments import check_seed
from leakage.frames import Records, records_of
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.engine import matching_pairs
from leakage.resolution.operations import SAME_VALUES, Merge, Resolve, latest_wins_merge, union_merge
from leakage.resolution.rules import Match

PropertyName: TypeAlias = Literal[
    "commutativity", "associativity", "representativity", "negative representativity", "monotonicity", "increasing"
]

ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class PropertyReport:
    """Whether a property is proved, in how many cases it was tried and held, and r, s and u for which it failed."""

    name: PropertyName
    declared: bool
    held: bool
    counterexample: tuple[Record, ...]
    tried: int


def declared_properties(match: Match, merge: Merge) -> frozenset[PropertyName]:
    """The properties that are proved for a match rule with a merge.

    ``union_merge`` and ``noisy_or_merge`` are commutative, associative (the latter but for rounding) and increasing;
    ``latest_wins_merge`` is associative. A match rule declares its own for the union; they hold for any merge that
    keeps the same values.
    """
    proved: set[PropertyName] = set()
    if merge in SAME_VALUES:
        proved |= {"commutativity", "associativity", "increasing"}
        proved |= {"representativity"} if match.representative else set()
        proved |= {"negative representativity"} if match.negatively_representative else set()
    if merge is latest_wins_merge:
        proved.add("associativity")
    if match.monotone:
        proved.add("monotonicity")
    return frozenset(proved)


def check_properties(
    records: Records, match: Match, merge: Merge, *, cases: int = 5_000, seed: int = 0
) -> tuple[PropertyReport, ...]:
    """Try the six properties on given records, each on at most ``cases`` cases.

    Commutativity: ``M(r, s) = M(s, r)``, and ``mu(r, s) = mu(s, r)`` where they match.
    Associativity: ``mu(r, mu(s, u)) = mu(mu(r, s), u)``.
    Representativity: if r and s match, and ``M(r, u)``, then ``M(mu(r, s), u)``; and the same for s.
    Negative representativity: if r and s match, and not ``M(r, u)``, then not ``M(mu(r, s), u)``; the same for s.
    Monotonicity: if ``M(r, u)``, then u also matches the union of r and s.
    Increasing: if r and s match, ``mu(r, s)`` has all their attributes with at least their confidence.

    The paper gives the third and fourth in an example, for r and s that match, and names the last two undefined.
    Source: Whang & Garcia-Molina 2011, Sections 2.2 and 2.4.

    >>> from leakage.resolution.rules import Shares
    >>> rows = [(("N", "n"),), (("N", "n"), ("N", "m")), (("N", "m"),)]
    >>> reports = check_properties([Record.of(*row) for row in rows], Shares("N"), union_merge)
    >>> [(report.name, len(report.counterexample)) for report in reports if not report.held]
    [('negative representativity', 3)]
    """
    Resolve(match, merge)  # Refuses what is neither a rule nor a merge.
    if cases < 1:
        raise ValueError(f"cases must be at least 1, got {cases}")
    kept = list(dict.fromkeys(records_of(records)))
    declared = declared_properties(match, merge)
    draw = random.Random(check_seed(seed))
    # Most properties are about pairs that match, which are rare among all pairs.
    matching = [(kept[i], kept[j]) for i, j in itertools.islice(matching_pairs(kept, match), cases)]
    return tuple(
        _report(name, name in declared, holds, _cases(kept, matching, size, cases, draw))
        for name, size, holds in _checks(match, merge)
    )


def _report(
    name: PropertyName, declared: bool, holds: Callable[..., bool], cases: Iterator[tuple[Record, ...]]
) -> PropertyReport:
    tried = 0
    for tried, case in enumerate(cases, 1):
        if tried % 16 == 1:
            report(f"Trying {name}", tried, 0)
        if not holds(*case):
            return PropertyReport(name, declared, False, case, tried)
    return PropertyReport(name, declared, True, (), tried)


def _checks(match: Match, merge: Merge) -> tuple[tuple[PropertyName, int, Callable[..., bool]], ...]:
    """Each property with its number of records and its check."""
    same = match.matches

    def commute(r: Record, s: Record) -> bool:
        return same(r, s) == same(s, r) and (not same(r, s) or _equal(merge(r, s), merge(s, r)))

    def after(r: Record, s: Record, u: Record, matching: bool) -> bool:
        either = matching in (same(r, u), same(s, u))
        return not (same(r, s) and either) or same(merge(r, s), u) == matching

    def increase(r: Record, s: Record) -> bool:
        both = merge(r, s)
        return not same(r, s) or all(both.confidence_of(a.pair) >= a.confidence - ROUNDING for a in (*r, *s))

    return (
        ("commutativity", 2, commute),
        ("associativity", 3, lambda r, s, u: _equal(merge(r, merge(s, u)), merge(merge(r, s), u))),
        ("representativity", 3, partial(after, matching=True)),
        ("negative representativity", 3, partial(after, matching=False)),
        ("monotonicity", 3, lambda r, s, u: not same(r, u) or same(union_merge(r, s), u)),
        ("increasing", 2, increase),
    )


def _equal(left: Record, right: Record) -> bool:
    return left.confidences.keys() == right.confidences.keys() and all(
        abs(right.confidence_of(pair) - confidence) <= ROUNDING for pair, confidence in left.confidences.items()
    )


def _cases(
    records: Sequence[Record], matching: Sequence[tuple[Record, Record]], size: int, cases: int, draw: random.Random
) -> Iterator[tuple[Record, ...]]:
    """All ordered pairs or triples of different records if few; else a sample, half of it around a match."""
    if len(records) < size:
        return
    if len(records) ** size <= cases:
        yield from itertools.permutations(records, size)
        return
    for number in range(cases):
        if not (number % 2 and matching):
            yield tuple(draw.sample(records, size))
            continue
        pair = draw.choice(matching)
        third = draw.choice(draw.choice(matching)) if draw.random() < 0.5 else draw.choice(records)
        yield tuple(draw.sample((*pair, third)[:size], size))
