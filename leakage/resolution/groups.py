"""Groups: the outcome of one data analysis operation on a list of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.record import Record
from leakage.resolution.cost import comparisons_of
from leakage.resolution.evidence import Evidence
from leakage.resolution.match import Key
from leakage.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class Groups:
    """Composite records, the input records behind each, the joins, and the comparisons it took.

    Arguments:
        composites: the records the operation returns, ordered by their first member.
        members: for each composite the numbers of the input records merged into it, ascending.
        evidence: one entry a join; maybe told only when it is looked at.
        comparisons: what shows the outcome; a function of it and the records, however it was found.
    """

    composites: tuple[Record, ...]
    members: tuple[tuple[int, ...], ...]
    evidence: Sequence[Evidence]
    comparisons: int

    __repr__ = short_repr

    @staticmethod
    def resolved(
        composites: tuple[Record, ...], members: tuple[tuple[int, ...], ...], evidence: Sequence[Evidence]
    ) -> Groups:
        """The outcome of a resolution, by whatever algorithm."""
        return Groups(composites, members, evidence, comparisons_of(sum(map(len, members)), len(members)))


def holders(key: Key, members: Sequence[int], records: Sequence[Record]) -> tuple[int, ...]:
    """Which members account for a key of their composite: those holding it whole, else those holding a part.

    >>> from leakage.resolution.rules import Shares
    >>> records = [Record.of(("N", "n"), ("P", "p")), Record.of(("N", "n"))]
    >>> holders(next(Shares("N", "P").keys(records[0])), [0, 1], records)
    (0,)
    """
    counts: dict[int, int] = {}
    for number in members:
        pairs = key.rule.pairs(records[number])
        counts[number] = sum(pair in pairs for pair in key.shared)
    whole = tuple(number for number, held in counts.items() if held == len(key.shared))
    return whole or tuple(number for number, held in counts.items() if held)


def join_of(key: Key, left: Sequence[int], right: Sequence[int], records: Sequence[Record]) -> Evidence:
    """The evidence of a join: the key, and which members of either side account for it."""
    return Evidence(key, holders(key.of_left, left, records), holders(key.of_right, right, records))
