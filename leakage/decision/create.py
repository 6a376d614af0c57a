"""The papers' Create and Add: a minimal record that matches some others, and one more attribute in it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from leakage.record import Attribute, Pair, Record
from leakage.resolution.rules import Match

WAYS = 64
"""Ways to match a record that are tried at most."""


def create(
    records: Sequence[Record],
    match: Match,
    size: int | None = None,
    *,
    sayable: Callable[[Pair], bool] = lambda pair: True,
    price: Callable[[Pair], float] = lambda pair: 0.0,
) -> Record:
    """``Create(S, L)``: a minimal record that matches every record of S, or the empty record.

    Of values that the records hold, all of confidence 1, by one way to match each record. Where the rule is made of
    conjunctions, one of which decides, no record of such values is smaller, up to 64 ways a record.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    Arguments:
        size: L, the most attributes that it may have; any number if not said.
        price: of stating a pair; of minimal records one of the least price is returned.

    >>> from leakage.resolution.rules import AnyOf, Shares
    >>> match = AnyOf(Shares("N", "P"), Shares("C"))
    >>> r, v = Record.of(("N", "n1"), ("P", "p1"), ("C", "c1")), Record.of(("N", "n2"), ("C", "c2"))
    >>> [(a.label, a.value) for a in create([r, v], match)]
    [('C', 'c1'), ('C', 'c2')]
    """

    def in_order(some: Iterable[frozenset[Pair]]) -> list[frozenset[Pair]]:
        return sorted(set(some), key=lambda pairs: (len(pairs), math.fsum(map(price, pairs)), sorted(pairs)))

    held = {label: [v for r in records for v in r.values(label) if sayable((label, v))] for label in match.labels}
    unions = [frozenset[Pair]()]
    for record in records:
        ways = [*_ways(record, match, held)]
        unions = in_order(union | way for union in unions for way in ways)[: 4 * WAYS]
    for union in unions if records else ():
        bait = _pruned(union, records, match)
        if bait and (size is None or len(bait) <= size):
            return bait
    return Record()


def _ways(record: Record, match: Match, held: dict[str, list[str]]) -> Iterator[frozenset[Pair]]:
    """Sets of pairs by which a record is matched; where that takes more than a conjunction, all that may serve."""
    found = False
    for conjunction in match.conjunctions or ():
        agreeing = []
        for condition in conjunction:
            own, values = record.values(condition.label), list(dict.fromkeys(held[condition.label]))
            tokens = condition.tokens([*own, *values])
            mine = set(itertools.chain.from_iterable(tokens[: len(own)]))
            rest = zip(values, tokens[len(own) :], strict=True)
            agreeing.append([(condition.label, value) for value, some in rest if not mine.isdisjoint(some)])
        for way in itertools.islice(itertools.product(*agreeing), WAYS):
            if match.decided or match.matches(_stating(way), record):
                found = True
                yield frozenset(way)
    if not found:
        whole = frozenset((label, v) for label in match.labels for v in record.values(label) if v in held[label])
        if match.matches(_stating(whole), record):
            yield whole


def _stating(pairs: Iterable[Pair]) -> Record:
    return Record(Attribute(*pair) for pair in set(pairs))


def _pruned(pairs: frozenset[Pair], records: Sequence[Record], match: Match) -> Record:
    """The pairs without those that are not needed to match all records; empty where they do not."""

    def matches_all(some: Iterable[Pair]) -> bool:
        stated = _stating(some)
        return all(match.matches(stated, record) for record in records)

    if not matches_all(pairs):
        return Record()
    kept = set(pairs)
    for pair in sorted(pairs):
        if matches_all(kept - {pair}):
            kept.discard(pair)
    return _stating(kept)


def add(record: Record, attribute: Attribute) -> Record:
    """``Add(r)``: the record with one more attribute that it does not hold, incorrect but believable.

    Source: Whang & Garcia-Molina 2012, Section 4.2.
    """
    if attribute.pair in record:
        raise ValueError("the record holds this attribute already")
    return Record((*record, attribute))
