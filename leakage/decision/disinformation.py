"""Disinformation: a record that the adversary will join to what she knows, carrying what is wrong."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from leakage.database import Database
from leakage.decision.what_if import Landing, Standing
from leakage.measure.measure import similarity_to
from leakage.measure.weights import Weights
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Match

Pairs = frozenset[Pair]


@dataclass(frozen=True, eq=False)
class DisinformationPoint:
    """What one disinformation record would do.

    Arguments:
        count: k, the number of believable but wrong attributes in it.
        record: the record that would be released.
        leakage: L(R + {record}, e, E).
        increment: leakage less L(R, e, E): below 0 it helps, above 0 it backfires.
        joined: numbers of the earlier composites it ends in one composite with.
        own: the leakage of that composite.
        overtaken: whether another composite, which it does not reach, is the maximum now: more wrong
            attributes do not help any further.
    """

    count: int
    record: Record
    leakage: float
    increment: float
    joined: tuple[int, ...]
    own: float
    overtaken: bool

    @property
    def backfires(self) -> bool:
        """Whether the adversary knows more afterwards than before."""
        return self.increment > 0.0


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

    The fewest attributes that will do, or the cheapest, at most L of them, all of confidence 1. To match a target a
    record must hold all pairs of one of the target's keys, so a minimal one is the union of one key a target.
    Exact, by branch and bound; exponential in |S| in the worst case.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    Arguments:
        targets: S; for none the empty record is returned.
        match: the adversary's rules.
        size: L >= 0.
        avoid: pairs better not confirmed; among minimal records one with the fewest of them is taken.
        price: of an attribute by its label, >= 0; then the cheapest record is minimal. Without it all cost the same.
        careful: whether to avoid comes first, and the price second.

    Raises:
        ValueError: if size is negative.

    >>> from leakage.resolution.match import AnyOf, Shares
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
    shunned = frozenset(avoid)
    # Targets with few keys first: their branches bound the others.
    choices = sorted(([*_distinct_keys(target, match)] for target in targets), key=len)
    measure = _price(shunned, price, careful)
    search = _Search(choices, lambda pairs: _matches_all(pairs, targets, match), size, measure)
    return _record(search.best or ())


Price: TypeAlias = tuple[float, float, int]


def _price(shunned: Pairs, price: Callable[[str], float] | None, careful: bool) -> Callable[[Pairs], Price]:
    """What a record of some pairs is compared by; it never falls where pairs are added."""

    def of(pairs: Pairs) -> Price:
        cost = float(len(pairs)) if price is None else math.fsum(price(label) for label, _ in pairs)
        confirmed = float(len(pairs & shunned))
        return (confirmed, cost, len(pairs)) if careful else (cost, confirmed, len(pairs))

    return of


def _distinct_keys(target: Record, match: Match) -> Iterator[Pairs]:
    return iter(dict.fromkeys(frozenset(key.shared) for key in match.keys(target)))


def _record(pairs: Iterable[Pair]) -> Record:
    return Record(Attribute(*pair) for pair in pairs)


def _matches_all(pairs: Pairs, targets: Sequence[Record], match: Match) -> bool:
    # Under SameKeySet a union of keys may match less than each of them does.
    record = _record(pairs)
    return all(match.matches(record, target) for target in targets)


class _Search:
    """Branch and bound over one key a target; unions only grow, so a branch is cut where it is too big."""

    def __init__(
        self, choices: list[list[Pairs]], fits: Callable[[Pairs], bool], size: int, price_of: Callable[[Pairs], Price]
    ) -> None:
        self._choices, self._fits, self._size, self._price_of = choices, fits, size, price_of
        self.best: Pairs | None = None
        self._price: Price = (math.inf, math.inf, 0)
        self._descend(frozenset(), 0)

    def _descend(self, pairs: Pairs, depth: int) -> None:
        if self._price_of(pairs) >= self._price:
            return
        if depth == len(self._choices):
            if self._fits(pairs):
                self.best, self._price = pairs, self._price_of(pairs)
            return
        unions = {pairs | key for key in self._choices[depth]}
        for union in sorted((one for one in unions if len(one) <= self._size), key=self._order):
            if self._price_of(union) >= self._price:
                return
            self._descend(union, depth + 1)

    def _order(self, pairs: Pairs) -> tuple[Price, list[Pair]]:
        return self._price_of(pairs), sorted(pairs)


def add(record: Record, attribute: Attribute) -> Record:
    """``Add(r)``: the record with one more attribute, incorrect but believable.

    Source: Whang & Garcia-Molina 2012, Section 4.2.

    Arguments:
        record: r.
        attribute: as ``believable_values`` gives them.

    Raises:
        ValueError: if the record holds the attribute already.

    >>> len(add(Record.of(("N", "Alice")), Attribute("P", "555-0100")))
    2
    """
    if attribute.pair in record:
        raise ValueError("the record holds this attribute already")
    return Record((*record, attribute))


def disinformation_curve(
    records: Database | Iterable[Record],
    target: int,
    reference: Record,
    adversary: Adversary,
    match: Match,
    believable: Sequence[Attribute],
    weights: Weights | None = None,
    *,
    link: int | None = None,
    most: int,
) -> tuple[DisinformationPoint, ...]:
    """The leakage against the number k of wrong attributes in one disinformation record, k = 0, 1, ...

    ``L(R + {d_k}, e, E)`` with ``d_k = Create({target}, .)`` (self disinformation) or
    ``Create({target, link}, .)`` (linkage) and k times ``Add``. The earlier records are resolved once.
    Source: Whang & Garcia-Molina 2012, Section 4.2 and Figure 2; 2011, Section 3.2.

    Arguments:
        records: R.
        target: number of the composite in ``adversary.resolve(records)`` to be made less telling.
        reference, adversary, weights: as ``information_leakage``.
        match: the rules the record must satisfy, usually those of the adversary's resolution.
        believable: wrong attributes in the order they are added; the curve ends where they do.
        link: number of an unrelated composite to be tied to the target.
        most: the greatest k, >= 0.

    Returns:
        One point for each k; none where no record matches what it has to.

    Raises:
        ValueError: for a composite number out of range, link equal to target, a negative ``most``, a believable
            attribute that is right or occurs twice, or a weight that is not positive.

    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> R = [Record.of(("N", "Alice"), ("P", "123"))]
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> wrong = [Attribute("P", "555-0100"), Attribute("P", "555-0101")]
    >>> curve = disinformation_curve(R, 0, R[0], eve, Shares("N"), wrong, most=2)
    >>> [round(point.leakage, 9) for point in curve]
    [1.0, 0.8, 0.666666667]
    """
    standing = Standing.of(records, reference, adversary, weights)
    bait = bait_for(standing, match, target, link)
    baits = () if bait is None else tuple(laced(bait, believable, reference, most))
    return tuple(point_of(k, d, standing.land(d), standing.before.leakage) for k, d in enumerate(baits))


def bait_for(standing: Standing, match: Match, target: int, link: int | None = None) -> Record | None:
    """The bare record that joins the target, or ties it to the link; None where there is none.

    Among minimal records it confirms as little as it can of what the adversary is unsure of and has right.
    Source: Whang & Garcia-Molina 2012, Section 4.2 (Create).

    Raises:
        ValueError: for a composite number out of range, or link equal to target.
    """
    composites = standing.before.resolution.composites
    numbers = [target] if link is None else [target, link]
    for number in numbers:
        if not 0 <= number < len(composites):
            raise ValueError(f"composite number must be in [0, {len(composites)}), got {number}")
    if link == target:
        raise ValueError("a composite cannot be linked to itself")
    targets = [composites[number] for number in numbers]
    similarity = similarity_to(standing.reference, standing.weights)
    unsure = [a.pair for t in targets for a in t if a.confidence < 1.0 and similarity(a.pair)]
    return create(targets, match, sum(map(len, targets)), unsure) or None


def laced(bait: Record, believable: Sequence[Attribute], reference: Record, most: int) -> Iterator[Record]:
    """The bait with 0, 1, ... ``most`` wrong attributes; those it holds already are passed over.

    Source: Whang & Garcia-Molina 2012, Section 4.2 (Add).

    Raises:
        ValueError: for a negative ``most``, or a believable attribute that is right or occurs twice.
    """
    if most < 0:
        raise ValueError(f"most must not be negative, got {most}")
    if any(attribute.pair in reference for attribute in believable):
        raise ValueError("a believable attribute must be wrong, and one of these is in the reference")
    if len({attribute.pair for attribute in believable}) < len(believable):
        raise ValueError("a believable attribute must not occur twice")
    fresh = [attribute for attribute in believable if attribute.pair not in bait]
    return _laced(bait, fresh[:most])


def _laced(record: Record, attributes: Iterable[Attribute]) -> Iterator[Record]:
    yield record
    for attribute in attributes:
        record = add(record, attribute)
        yield record


def point_of(count: int, record: Record, landing: Landing, before: float, rest: float = 0.0) -> DisinformationPoint:
    """The point of a curve: a landing, held against the leakage before.

    Arguments:
        count, record: k and the record.
        landing: what the record would do to the records it is released among.
        before: L(R, e, E).
        rest: the greatest leakage anywhere else.
    """
    leakage = max(landing.leakage, rest)
    return DisinformationPoint(
        count,
        record,
        leakage,
        leakage - before,
        landing.joined,
        landing.own,
        overtaken=leakage > landing.own,
    )
