"""Which records need comparing with a record: all of them, or those that an index of keys holds out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from leakage.progress import looking, report
from leakage.record import Record
from leakage.resolution.alike import AlikeValues
from leakage.resolution.match import Key, Match

TOLD_EVERY = 100
"""Records between two reports of progress."""

MOST_REMEMBERED = 1_000
"""Records whose keys are kept."""


class Everyone:
    """Records by number, all of which are compared.

    >>> everyone = Everyone()
    >>> everyone.add(7, Record())
    >>> list(everyone.near(Record()))
    [7]
    """

    def __init__(self) -> None:
        self._numbers: dict[int, None] = {}
        self._dropped = False

    def add(self, number: int, record: Record) -> None:
        """One more record, of a greater number than any before."""
        self._numbers[number] = None

    def drop(self, number: int) -> None:
        """One record less."""
        del self._numbers[number]
        self._dropped = True

    def near(self, record: Record) -> Iterable[int]:
        """Numbers of the records that may match this one, ascending."""
        return self._numbers


class Candidates(Everyone):
    """Records found by the keys they offer: no other than those near can match.

    Arguments:
        match: which says what keys a record offers and wants.
        records: all records there will be; their values that may be alike are compared beforehand.

    >>> from leakage.resolution.rules import Shares
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
        self._wanted: dict[Record, tuple[Key, ...]] = {}

    @staticmethod
    def of(match: Match, records: Sequence[Record]) -> Candidates:
        """The candidates among records that are all there from the beginning."""
        candidates = Candidates(match, records)
        for number, record in enumerate(looking(records)):
            if number % TOLD_EVERY == 0:
                report("Reading keys", number, len(records))
            candidates.add(number, record)
        return candidates

    def add(self, number: int, record: Record) -> None:
        super().add(number, record)
        for key in self._match.keys(record):
            self._offering[key].append(number)

    def offering_more(self, record: Record, known: set[Key]) -> set[int]:
        """Numbers of the records that offer a key which the record wants, and which is not among those known.

        Arguments:
            known: keys that were asked for; those that are now asked for are added.
        """
        new = [key for key in self._wanted_by(record) if key not in known]
        known.update(new)
        return {number for key in new for number in self._offering.get(key, ()) if number in self._numbers}

    def near(self, record: Record) -> Iterable[int]:
        near: set[int] = set()
        for key in self._wanted_by(record):
            offering = self._offering.get(key)
            if offering is None:
                continue
            if self._dropped and any(number not in self._numbers for number in offering):
                # Dropped for good, or a popular key would carry them along.
                offering[:] = [number for number in offering if number in self._numbers]
            near.update(offering)
        return sorted(near)

    def _wanted_by(self, record: Record) -> tuple[Key, ...]:
        """The keys a record wants; of the last few records they are remembered, for a composite is asked again."""
        wanted = self._wanted.get(record)
        if wanted is None:
            if len(self._wanted) >= MOST_REMEMBERED:
                self._wanted.clear()
            wanted = self._wanted[record] = tuple(self._match.wanted(record, self._alike))
        return wanted
