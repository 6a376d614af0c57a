"""Create: the smallest record that the adversary takes for each of some others."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeAlias

from leakage.decision.disinformation.ways_to_match import Pairs, space_of, ways_to_match
from leakage.record import Attribute, Pair, Record
from leakage.resolution.match import Match


def create(
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

    >>> from leakage.resolution.rules import AnyOf, Shares
    >>> match = AnyOf(Shares("N", "P"), Shares("C"))
    >>> r, v = Record.of(("N", "n1"), ("P", "p1"), ("C", "c1")), Record.of(("N", "n2"), ("C", "c2"))
    >>> [(a.label, a.value) for a in create([r, v], match, size=4)]
    [('C', 'c1'), ('C', 'c2')]
    >>> len(create([r, v], match, size=1))
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
    search = _Search(choices, lambda pairs: _matches_all(pairs, targets, match), size, measure)
    return _record(search.best or ())


Price: TypeAlias = tuple[float, float, int, int]


def _price(
    targets: Sequence[Record], shunned: Pairs, price: Callable[[str], float] | None, careful: bool
) -> Callable[[Pairs], Price]:
    """What a record of some pairs is compared by, values of nobody last; it never falls where pairs are added."""
    held = frozenset(attribute.pair for target in targets for attribute in target)

    def of(pairs: Pairs) -> Price:
        cost = float(len(pairs)) if price is None else math.fsum(price(label) for label, _ in pairs)
        confirmed = float(len(pairs & shunned))
        first, second = (confirmed, cost) if careful else (cost, confirmed)
        return first, second, len(pairs), len(pairs - held)

    return of


def _record(pairs: Iterable[Pair]) -> Record:
    return Record(Attribute(*pair) for pair in pairs)


def _matches_all(pairs: Pairs, targets: Sequence[Record], match: Match) -> bool:
    # What matches one target may stand against another: a second value of a key set, or a contradiction.
    record = _record(pairs)
    return all(match.matches(record, target) for target in targets)


class _Search:
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
