"""Groups: the outcome of one data analysis operation on a list of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.record import Record
from leakage.resolution.evidence import Evidence
from leakage.resolution.match import Key


@dataclass(frozen=True, slots=True)
class Groups:
    """Composite records, the input records behind each, the joins, and the comparisons it took.

    Arguments:
        composites: the records the operation returns, ordered by their first member.
        members: for each composite the numbers of the input records merged into it, ascending.
        evidence: one entry a join.
        comparisons: how many times a record was held against others.
    """

    composites: tuple[Record, ...]
    members: tuple[tuple[int, ...], ...]
    evidence: tuple[Evidence, ...]
    comparisons: int


def holders(key: Key, members: Sequence[int], records: Sequence[Record]) -> tuple[int, ...]:
    """Which members account for a key of their composite: those holding it whole, else those holding a part.

    >>> from leakage.resolution.match import Shares
    >>> records = [Record.of(("N", "n"), ("P", "p")), Record.of(("N", "n"))]
    >>> holders(next(Shares("N", "P").keys(records[0])), [0, 1], records)
    (0,)
    """
    counts = {number: sum(pair in records[number] for pair in key.shared) for number in members}
    whole = tuple(number for number, held in counts.items() if held == len(key.shared))
    return whole or tuple(number for number, held in counts.items() if held)
