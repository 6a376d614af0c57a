"""Which records need comparing with a record: all of them, or those that an index of keys holds out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from leakage.record import Record
from leakage.resolution.alike import AlikeValues
from leakage.resolution.match import Key, Match


class Everyone:
    """Records by number, all of which are compared.

    >>> everyone = Everyone()
    >>> everyone.add(7, Record())
    >>> list(everyone.near(Record()))
    [7]
    """

    compared = 0
    """Pairs of values compared beforehand."""

    def __init__(self) -> None:
        self._numbers: dict[int, None] = {}

    def add(self, number: int, record: Record) -> None:
        """One more record, of a greater number than any before."""
        self._numbers[number] = None

    def drop(self, number: int) -> None:
        """One record less."""
        del self._numbers[number]

    def near(self, record: Record) -> Iterable[int]:
        """Numbers of the records that may match this one, ascending."""
        return self._numbers


class Candidates(Everyone):
    """Records found by the keys they offer: no other than those near can match.

    Arguments:
        match: which says what keys a record offers and wants.
        records: all records there will be; their values that may be alike are compared beforehand.

    >>> from leakage.resolution.match import Shares
    >>> candidates = Candidates(Shares("N"), [])
    >>> candidates.add(0, Record.of(("N", "Alice")))
    >>> [list(candidates.near(Record.of(("N", name)))) for name in ("Alice", "Bob")]
    [[0], []]
    """

    def __init__(self, match: Match, records: Iterable[Record]) -> None:
        super().__init__()
        self._match = match
        self._alike = AlikeValues(match, records)
        self._offering: dict[Key, list[int]] = defaultdict(list)
        self.compared = self._alike.compared

    @staticmethod
    def of(match: Match, records: Sequence[Record]) -> Candidates:
        """The candidates among records that are all there from the beginning."""
        candidates = Candidates(match, records)
        for number, record in enumerate(records):
            candidates.add(number, record)
        return candidates

    def add(self, number: int, record: Record) -> None:
        super().add(number, record)
        for key in self._match.keys(record):
            self._offering[key].append(number)

    def near(self, record: Record) -> Iterable[int]:
        found: set[int] = set()
        for key in self._match.wanted(record, self._alike):
            offering = self._offering.get(key)
            if offering is None:
                continue
            if any(number not in self._numbers for number in offering):
                # Dropped for good, or a popular key would carry them along.
                offering[:] = [number for number in offering if number in self._numbers]
            found.update(offering)
        return sorted(found)
