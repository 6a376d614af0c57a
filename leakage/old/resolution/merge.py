"""Merge functions: what the adversary makes of two records of one person."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Literal, TypeAlias

from leakage.old.database import Database
from leakage.old.presumption import PresumedLabel
from leakage.progress import cancellable
from leakage.record import Attribute, Pair, Record

Merge: TypeAlias = Callable[[Record, Record], Record]


def union_merge(left: Record, right: Record) -> Record:
    """``mu_u(r, s)``: the union of the attributes, with the greater confidence where both have one.

    Commutative, associative, idempotent; increasing.
    Source: Whang & Garcia-Molina 2011, Section 2.2; 2012, Section 4.3 for the maximum.

    >>> merged = union_merge(Record.of(("N", "Alice", 0.9)), Record.of(("N", "Alice"), ("P", "1", 0.5)))
    >>> [(a.label, a.confidence) for a in merged]
    [('N', 1.0), ('P', 0.5)]
    """
    confidences, more = left.confidences, right.confidences
    if type(left) is Record and all(confidences.get(pair, -1.0) >= confidence for pair, confidence in more.items()):
        # Nothing new: of many records of one person most are such.
        return left
    return _union((left, right))


def noisy_or_merge(left: Record, right: Record) -> Record:
    """The union of the attributes, the two sides being independent sources: ``1 - (1 - p)(1 - q)``.

    Commutative and increasing, and associative but for rounding; not idempotent, for the same source heard twice
    would count as two. It knows the same values as the union, so it keeps whatever a match has with that.

    >>> merged = noisy_or_merge(Record.of(("A", "20", 0.5)), Record.of(("A", "20", 0.5), ("A", "30", 0.4)))
    >>> [(a.value, a.confidence) for a in merged]
    [('20', 0.75), ('30', 0.4)]
    """
    either = dict(left.confidences)
    for pair, confidence in right.confidences.items():
        before = either.get(pair, 0.0)
        # As written in the formula, 1 - (1 - p) would not give back a small p.
        either[pair] = min(1.0, max(before, confidence, before + confidence - before * confidence))
    return Record(Attribute(*pair, confidence) for pair, confidence in either.items())


def latest_wins_merge(earlier: Record, later: Record) -> Record:
    """For every label the values of the later record, where it knows any; else those of the earlier.

    Records are in the order of their dates: the one further back in the database, or the right one here, is the
    later; a date among the attributes would be one more thing the adversary knows. Associative and idempotent, but
    neither commutative nor increasing; what a rule matched by may be replaced, so representativity is lost. What others
    are presumed to hold (``leakage.old.presumption``) they still are.

    >>> moved = latest_wins_merge(Record.of(("N", "Alice"), ("A", "1 Old Road")), Record.of(("A", "2 New Street")))
    >>> moved.values("A"), moved.values("N")
    (('2 New Street',), ('Alice',))
    """
    kept = [a for a in earlier if isinstance(a.label, PresumedLabel) or not later.values(a.label)]
    # A value of confidence 0 is not known, and replaces nothing.
    return Record((*kept, *(a for a in later if later.values(a.label) or a.pair not in earlier.confidences)))


MergeName: TypeAlias = Literal["union", "noisy or", "latest wins"]

MERGES: dict[MergeName, Merge] = {
    "union": union_merge,
    "noisy or": noisy_or_merge,
    "latest wins": latest_wins_merge,
}
"""The merges of this library, by the names that files and forms have for them."""


def merge_name(merge: Merge) -> MergeName | None:
    """The name of a merge; None for one of your own.

    >>> merge_name(union_merge), merge_name(max)
    ('union', None)
    """
    return next((name for name, function in MERGES.items() if function is merge), None)


SAME_VALUES: tuple[Merge, ...] = (union_merge, noisy_or_merge)
"""Merges that know exactly the values of the union: with them a match has the properties it has with union merge."""

NO_NEW_VALUES: tuple[Merge, ...] = (*SAME_VALUES, latest_wins_merge)
"""Merges that know no value which neither of the two records knows."""


def merged(records: Database | Sequence[Record], members: Iterable[int], merge: Merge) -> Record:
    """``mu(S)``: records merged in the order of their numbers; nothing merged is the empty record."""
    parts = [records[number] for number in cancellable(sorted(members))]
    if merge is union_merge:
        return _union(parts)
    return reduce(merge, parts) if parts else Record()


def _union(records: Sequence[Record]) -> Record:
    """All records merged by ``union_merge``, in one go."""
    if len(records) == 1:
        return records[0]
    surest: dict[Pair, Attribute] = {}
    for attribute in itertools.chain.from_iterable(cancellable(records)):
        best = surest.setdefault((attribute.label, attribute.value), attribute)
        if attribute.confidence > best.confidence:
            surest[attribute.label, attribute.value] = attribute
    return Record(surest.values())


def grown(composite: Record, other: Record, records: Sequence[Record], members: Iterable[int], merge: Merge) -> Record:
    """Two composites as one, of the members of both.

    Only for the union do parts already merged make the same as their records one by one in order.
    """
    return union_merge(composite, other) if merge is union_merge else merged(records, members, merge)
