"""The index of a background: which composites hold a value, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from types import TracebackType

import duckdb
import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.background.build import PROBE, rules_of
from leakage.background.engine import connect, quoted
from leakage.database import Integers
from leakage.record import Attribute, Pair, Record
from leakage.resolution.match import Match

AT_ONCE = 50_000
"""Values that are read with one question."""

CACHE_SIZE, CONTENTS_CACHE_SIZE = 4096, 16
"""Answers that are remembered; those of the second kind are some hundred kilobytes each."""


class IndexMismatchError(ValueError):
    """An index that does not answer for these files and rules."""


class BackgroundIndex:
    """A background at its fixpoint, on disk: E(R), asked by value or by composite.

    No two composites of it share a key, so a key has one composite at most, and a value that a rule asks for by itself
    as well. Composites have the number of their first record. Use it as a context manager, or close it.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity).

    Arguments:
        path: of a file that ``build_index`` made.

    Raises:
        IndexMismatchError: for a file that is no index, or was made by a DuckDB that numbers values otherwise.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._connection = connect(path, read_only=True)
            row = self._connection.execute(f"SELECT records, composites, probe = {PROBE} FROM about").fetchone()
            labels = self._connection.execute("SELECT name FROM labels ORDER BY label").fetchall()
        except duckdb.Error:
            raise IndexMismatchError("the file is no index of records") from None
        if row is None or not row[2]:
            raise IndexMismatchError("the index was made by another version of DuckDB; make it again")
        self.records, self.composites = int(row[0]), int(row[1])
        self.labels: tuple[str, ...] = tuple(name for (name,) in labels)
        # What was looked up for one question is not looked up for the next, which mostly asks the same and little more.
        self._number_of = lru_cache(CACHE_SIZE)(self._read_number)
        self._composite_of = lru_cache(CACHE_SIZE)(self._read_composite)
        self._contents_of = lru_cache(CONTENTS_CACHE_SIZE)(self._read_contents)
        self._offering_of = lru_cache(CACHE_SIZE)(self._read_offering)
        self._counted: dict[int, int] = {}

    def __enter__(self) -> BackgroundIndex:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    def __len__(self) -> int:
        return self.composites

    def number(self, pair: Pair) -> int:
        """The number that stands for a (label, value)."""
        return self._number_of(pair)

    def _read_number(self, pair: Pair) -> int:
        label, value = pair
        return int(self._connection.execute(f"SELECT hash({quoted(label)}, ?)", [value]).fetchall()[0][0])

    def spelled_alike(self, pair: Pair) -> list[int]:
        """The numbers of all values that are normalised to a (label, value), in an index by normalised rules."""
        rows = self._connection.execute(f"SELECT pair FROM spellings WHERE spelled = {self.number(pair)}").fetchall()
        return [int(number) for (number,) in rows]

    def knows(self, pair: Pair, match: Match) -> bool:
        """Whether somebody holds a (label, value), or one that the rules it was made by compare as equal."""
        normaliser = rules_of(match).normaliser
        if normaliser is None:
            return bool(self.counts([pair])[0])
        return bool(self.spelled_alike((pair[0], normaliser.value(*pair))))

    def distinct_values(self, label: str) -> Iterator[list[str]]:
        """All values of a label, some at a time."""
        with self._connection.cursor() as cursor:
            cursor.execute("SELECT value FROM pairs JOIN labels USING (label) WHERE name = ?", [label])
            while rows := cursor.fetchmany(AT_ONCE):
                yield [value for (value,) in rows]

    def counts(self, pairs: Sequence[Pair]) -> list[int]:
        """How many composites hold each of some values."""
        return self.counts_of([self.number(pair) for pair in pairs])

    def counts_of(self, numbers: Sequence[int]) -> list[int]:
        """The same for values by their numbers, with one question for all that were not asked before."""
        if len(self._counted) > CACHE_SIZE:
            self._counted.clear()
        unknown = sorted({number for number in numbers if number not in self._counted})
        if unknown:
            rows = self._connection.execute(
                f"SELECT pair, count(*) FROM holders WHERE pair IN ({', '.join(map(str, unknown))}) GROUP BY pair"
            ).fetchall()
            self._counted |= dict.fromkeys(unknown, 0) | {int(number): int(count) for number, count in rows}
        return [self._counted[number] for number in numbers]

    def holders_and_sizes(self, pair: Pair) -> tuple[Integers, Integers]:
        """The composites that hold a value, ascending, and how many values each holds in all."""
        table = self._holder_columns("composite, held", self.number(pair)).fetchnumpy()
        composites, sizes = (np.asarray(table[name], dtype=np.int64) for name in ("composite", "held"))
        order = np.argsort(composites)
        return composites[order], sizes[order]

    def contents(self, composites: Integers) -> tuple[Integers, Integers, npt.NDArray[np.uint64]]:
        """What some composites hold, one row a value: the composite's place, the label's in ``labels``, the number."""
        return self._contents_of(composites.astype(np.int64).tobytes())

    def _read_contents(self, numbers: bytes) -> tuple[Integers, Integers, npt.NDArray[np.uint64]]:
        composites = np.frombuffer(numbers, dtype=np.int64)
        requested = pd.DataFrame({"place": np.arange(len(composites)), "composite": composites})
        self._connection.register("requested", requested)
        table = self._connection.execute(
            "SELECT a.place, c.label, c.pair FROM requested a JOIN contents c USING (composite) "
            f"WHERE c.composite BETWEEN {composites.min(initial=0)} AND {composites.max(initial=0)}"
        ).fetchnumpy()
        self._connection.unregister("requested")
        place, label = (np.asarray(table[name], dtype=np.int64) for name in ("place", "label"))
        return place, label, np.asarray(table["pair"], dtype=np.uint64)

    def composites_of(self, numbers: Integers) -> list[Record]:
        """What some composites hold, read with one question."""
        place, label, number = self.contents(numbers)
        self._connection.register("requested", pd.DataFrame({"pair": np.unique(number)}))
        table = self._connection.execute("SELECT pair, value FROM requested JOIN pairs USING (pair)").fetchnumpy()
        self._connection.unregister("requested")
        texts = dict(zip(table["pair"].tolist(), table["value"].tolist(), strict=True))
        attributes: list[list[Attribute]] = [[] for _ in numbers]
        for of, code, value in zip(place.tolist(), label.tolist(), number.tolist(), strict=True):
            attributes[of].append(Attribute(self.labels[code], texts[value]))
        return [*map(Record, attributes)]

    def heaviest(
        self, weights: pd.DataFrame, near: pd.DataFrame, most: int, between: tuple[int, int]
    ) -> list[tuple[int, float]]:
        """The composites of greatest ``sum of weight (1 - 2 near)``, and it; the greatest first, then the lowest.

        Arguments:
            weights: ``label``, ``weight``.
            near: ``number`` of a value, ``near``; of all others it is 0.
            most: how many, >= 0.
            between: numbers of composites, the last excluded.
        """
        self._connection.register("weights", weights)
        self._connection.register("near_values", near)
        rows = self._connection.execute(
            f"""SELECT composite, sum(weight * (1 - 2 * coalesce(near, 0))) AS heavy
            FROM contents c JOIN labels l ON c.label = l.label JOIN weights w ON l.name = w.label
            LEFT JOIN near_values n ON c.pair = n.number
            WHERE composite >= {between[0]} AND composite < {between[1]}
            GROUP BY composite ORDER BY heavy DESC, composite LIMIT {most}"""
        ).fetchall()
        self._connection.unregister("weights")
        self._connection.unregister("near_values")
        return [(int(composite), float(heavy)) for composite, heavy in rows]

    def composite(self, number: int) -> Record:
        """What the composite of a number holds, every value for certain; empty where there is none."""
        return self._composite_of(number)

    def _read_composite(self, number: int) -> Record:
        pairs = self._connection.execute("SELECT label, pair FROM contents WHERE composite = ?", [number]).fetchall()
        # Value by value: the few numbers of one composite lie far apart, and each is found where it lies.
        values = [
            self._connection.execute("SELECT value FROM pairs WHERE pair = ?", [pair]).fetchall()[0][0]
            for _, pair in pairs
        ]
        return Record(Attribute(self.labels[label], value) for (label, _), value in zip(pairs, values, strict=True))

    def members(self, number: int) -> tuple[int, ...]:
        """The records behind a composite, by their numbers over all sources, ascending."""
        rows = self._connection.execute("SELECT record FROM members WHERE composite = ?", [number]).fetchall()
        return (number, *sorted(record for (record,) in rows))

    def offering(self, choices: Sequence[Sequence[int]]) -> Integers:
        """The composites that hold one value at least of each of some lists: those that offer a key made of them.

        The list with the fewest holders is looked up first, and no other where it has none.

        Arguments:
            choices: values by their numbers.
        """
        return self._offering_of(tuple(map(tuple, choices)))

    def _read_offering(self, choices: tuple[tuple[int, ...], ...]) -> Integers:
        counted = [(sum(self.counts_of(numbers)), numbers) for numbers in choices]
        counted.sort(key=lambda of_label: of_label[0])
        found: Integers | None = None
        for total, numbers in counted:
            if not total:
                return np.zeros(0, dtype=np.int64)
            holding = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *map(self._holders, numbers)]))
            found = holding if found is None else np.intersect1d(found, holding, assume_unique=True)
            if not len(found):
                break
        return np.zeros(0, dtype=np.int64) if found is None else found

    def _holders(self, number: int) -> Integers:
        table = self._holder_columns("composite", number).fetchnumpy()
        return np.sort(np.asarray(table["composite"], dtype=np.int64))

    def _holder_columns(self, what: str, number: int) -> duckdb.DuckDBPyConnection:
        """Something about the holders of a value; told its number, DuckDB reads no more than where they stand."""
        return self._connection.execute(f"SELECT {what} FROM holders WHERE pair = {number}")
