"""Which of many values are alike, and which records need comparing with a record."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process
from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler

from leakage.cover import is_general
from leakage.old.resolution.match import Anyone, Key, Match
from leakage.old.resolution.rules.similar_values import Similar, blocks
from leakage.progress import cancellable, report
from leakage.record import Record

# Which of the values at hand are alike: every value is compared once, however many records have it.


# Pairs compared at once; their scores fill 64 megabytes.
CHUNK = 16_000_000

REPORT_EVERY = 1_000
"""Records between two reports of progress."""


class SimilarityIndex:
    """The values of records that a match compares by similarity, and which of them are alike.

    Names are held against names with the same first letter and texts against texts with a word in common, where
    the similarity says so; numbers and dates against their neighbours on the line; generalised values against all
    others.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> records = [Record.of(("N", name)) for name in ("Katherine", "Katharine", "Bob")]
    >>> match = Shares(Similar("N"))
    >>> alike = SimilarityIndex(match, records)
    >>> sorted(alike(match.required[0], "Katherine"))
    ['Katharine', 'Katherine']
    """

    def __init__(self, match: Match, records: Iterable[Record]) -> None:
        vocabularies: dict[Similar, dict[str, None]] = defaultdict(dict)
        # Who wants the keys it offers compares nothing by similarity.
        for number, record in enumerate(() if match.keys_equal else records):
            if number % REPORT_EVERY == 0:
                report("Reading values", number, 0)
            for similar, value in match.compared(record):
                vocabularies[similar][value] = None
        self._alike = {similar: self._of(similar, list(values)) for similar, values in vocabularies.items()}

    @staticmethod
    def among(vocabularies: Mapping[Similar, Sequence[str]]) -> SimilarityIndex:
        """The same of values that are known already, each once.

        >>> sorted(SimilarityIndex.among({Similar("N"): ["Ann", "Anne", "Bob"]})(Similar("N"), "Ann"))
        ['Ann', 'Anne']
        """
        alike = SimilarityIndex(Anyone(), ())
        alike._alike = {similar: alike._of(similar, values) for similar, values in vocabularies.items()}
        return alike

    def _of(self, similar: Similar, values: Sequence[str]) -> dict[str, list[str]]:
        alike = {value: [value] for value in values}
        for left, right in self._pairs(similar, values):
            alike[left].append(right)
            alike[right].append(left)
        return alike

    def __call__(self, similar: Similar, value: str) -> Sequence[str]:
        alike = self._alike.get(similar, {})
        if value not in alike:
            # A value that came later, as a query's may.
            return (value, *(other for other in alike if similar.alike(value, other)))
        return alike[value]

    def _pairs(self, similar: Similar, values: Sequence[str]) -> Iterator[tuple[str, str]]:
        if similar.kind in ("number", "date"):
            return self._neighbours(similar, values)
        if similar.kind == "covers":
            return self._covering(similar, values)
        return self._scored(similar, values)

    def _neighbours(self, similar: Similar, values: Sequence[str]) -> Iterator[tuple[str, str]]:
        placed = sorted((place, value) for value in values if (place := similar.place(value)) is not None)
        places = [place for place, _ in placed]
        for number, (place, value) in enumerate(placed):
            # One more on the line than the tolerance asks for: rounding is left to the similarity.
            end = bisect_right(places, np.nextafter(place + similar.within, np.inf))
            for _, other in placed[number + 1 : end]:
                if similar.alike(value, other):
                    yield value, other

    def _covering(self, similar: Similar, values: Sequence[str]) -> Iterator[tuple[str, str]]:
        # Blanks around a value are overlooked, so one with blanks may stand for another too.
        wide = (value for value in values if is_general(value) or value != value.strip())
        general = {value: place for place, value in enumerate(wide)}
        for value, place in general.items():
            # A pair of two general values once.
            others = [other for other in values if general.get(other, len(general)) > place]
            yield from ((value, other) for other in others if similar.alike(value, other))

    def _scored(self, similar: Similar, values: Sequence[str]) -> Iterator[tuple[str, str]]:
        seen: set[tuple[str, str]] = set()
        parted = list(_blocks(similar, values))
        for number, block in enumerate(parted):
            report("Comparing spellings", number, len(parted))
            for pair in self._within(similar, sorted(block)):
                # Texts may have several words in common.
                if similar.kind == "name" or pair not in seen:
                    seen.add(pair)
                    yield pair

    def _within(self, similar: Similar, block: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The pairs alike in a sorted block: rows against all that come after them."""
        start = 0
        while start < len(block):
            rows = max(1, min(len(block) - start, CHUNK // (len(block) - start)))
            report("Comparing spellings", start, len(block))
            scores = _scores(similar, block[start : start + rows], block[start:])
            first, second = np.nonzero(np.triu(scores, 1))
            yield from (
                (block[start + i], block[start + j]) for i, j in zip(first.tolist(), second.tolist(), strict=True)
            )
            start += rows


def _blocks(similar: Similar, values: Sequence[str]) -> Iterator[Sequence[str]]:
    if not similar.blocked or similar.kind == "damerau levenshtein":
        return iter((values,))
    parted: dict[str, list[str]] = defaultdict(list)
    for value in values:
        for block in blocks(similar.kind, value):
            parted[block].append(value)
    return (block for block in parted.values() if len(block) > 1)


def _scores(similar: Similar, rows: Sequence[str], columns: Sequence[str]) -> npt.NDArray[Any]:
    """Similarities, 0 where below what is demanded; the cut is made in full precision."""
    if similar.kind == "damerau levenshtein":
        cutoff = int(similar.within)
        distances = process.cdist(
            rows, columns, scorer=DamerauLevenshtein.distance, score_cutoff=cutoff, dtype=np.int32, workers=-1
        )
        return np.asarray(distances <= cutoff)
    if similar.kind == "name":
        return process.cdist(
            rows, columns, scorer=JaroWinkler.similarity, score_cutoff=similar.at_least, dtype=np.float32, workers=-1
        )
    return process.cdist(
        rows, columns, scorer=fuzz.token_set_ratio, score_cutoff=100.0 * similar.at_least, dtype=np.float32, workers=-1
    )


# Which records need comparing with a record: all of them, or those that an index of keys holds out.


RECORDS_PER_REPORT = 100
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

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> candidates = Candidates(Shares("N"), [])
    >>> candidates.add(0, Record.of(("N", "Alice")))
    >>> [list(candidates.near(Record.of(("N", name)))) for name in ("Alice", "Bob")]
    [[0], []]
    """

    def __init__(self, match: Match, records: Iterable[Record]) -> None:
        super().__init__()
        self._match = match
        self._alike = SimilarityIndex(match, records)
        self._offering: dict[Key, list[int]] = defaultdict(list)
        self._wanted: dict[Record, tuple[Key, ...]] = {}

    @staticmethod
    def of(match: Match, records: Sequence[Record]) -> Candidates:
        """The candidates among records that are all there from the beginning."""
        candidates = Candidates(match, records)
        for number, record in enumerate(cancellable(records)):
            if number % RECORDS_PER_REPORT == 0:
                report("Reading keys", number, len(records))
            candidates.add(number, record)
        return candidates

    def add(self, number: int, record: Record) -> None:
        super().add(number, record)
        for key in self._match.keys(record):
            self._offering[key].append(number)

    def offering_more(self, record: Record, sought: set[Key]) -> set[int]:
        """Numbers of the records that offer a key which the record wants, and which is not among those known.

        Arguments:
            sought: keys that were asked for; those that are now asked for are added.
        """
        new = [key for key in self._wanted_by(record) if key not in sought]
        sought.update(new)
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
            wanted = self._wanted[record] = tuple(self._match.lookup_keys(record, self._alike))
        return wanted
