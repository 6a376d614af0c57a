"""The index of a background: which composites hold a value, and what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType

import duckdb
import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.background.build import PROBE, described, rules_of
from leakage.background.engine import connected, quoted
from leakage.background.sources import Source
from leakage.database import Integers
from leakage.record import Attribute, Pair, Record
from leakage.resolution.match import Match


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
            self._connection = connected(path, read_only=True)
            row = self._connection.execute(
                f"SELECT made_of, records, composites, probe = {PROBE} FROM about"
            ).fetchone()
            labels = self._connection.execute("SELECT name FROM labels ORDER BY label").fetchall()
        except duckdb.Error:
            raise IndexMismatchError("the file is no index of records") from None
        if row is None or not row[3]:
            raise IndexMismatchError("the index was made by another version of DuckDB; make it again")
        self._made_of = str(row[0])
        self.records, self.composites = int(row[1]), int(row[2])
        self.labels: tuple[str, ...] = tuple(name for (name,) in labels)

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

    def answers_for(self, sources: Sequence[Source], match: Match) -> bool:
        """Whether it is the index of these files as they are now, by these rules.

        Raises:
            BuildError: for a match that no index can have.
            SourceError: where a file is not there.
        """
        return self._made_of == described(sources, rules_of(match))

    def number(self, pair: Pair) -> int:
        """The number that stands for a (label, value)."""
        label, value = pair
        return int(self._connection.execute(f"SELECT hash({quoted(label)}, ?)", [value]).fetchall()[0][0])

    def counts(self, pairs: Sequence[Pair]) -> list[int]:
        """How many composites hold each of some values."""
        return [int(self._asked("count(*)", pair).fetchall()[0][0]) for pair in pairs]

    def holders(self, pair: Pair) -> Integers:
        """The composites that hold a value, ascending."""
        table = self._asked("composite", pair).fetchnumpy()
        return np.sort(np.asarray(table["composite"], dtype=np.int64))

    def contents(self, composites: Integers) -> tuple[Integers, Integers, npt.NDArray[np.uint64]]:
        """What some composites hold, one row a value: the composite's place, the label's in ``labels``, the number."""
        asked = pd.DataFrame({"place": np.arange(len(composites)), "composite": composites})
        self._connection.register("asked", asked)
        table = self._connection.execute(
            "SELECT a.place, c.label, c.pair FROM asked a JOIN contents c USING (composite) "
            f"WHERE c.composite BETWEEN {composites.min(initial=0)} AND {composites.max(initial=0)}"
        ).fetchnumpy()
        self._connection.unregister("asked")
        place, label = (np.asarray(table[name], dtype=np.int64) for name in ("place", "label"))
        return place, label, np.asarray(table["pair"], dtype=np.uint64)

    def composite(self, number: int) -> Record:
        """What the composite of a number holds, every value for certain; empty where there is none."""
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

    def offering(self, choices: Sequence[Sequence[Pair]]) -> Integers:
        """The composites that hold one value at least of each of some lists: those that offer a key made of them.

        The list with the fewest holders is looked up first, and no other where it has none.
        """
        counted = [(sum(self.counts(pairs)), list(pairs)) for pairs in choices]
        counted.sort(key=lambda of_label: of_label[0])
        found: Integers | None = None
        for total, pairs in counted:
            if not total:
                return np.zeros(0, dtype=np.int64)
            holding = self._holding(pairs)
            found = holding if found is None else np.intersect1d(found, holding, assume_unique=True)
            if not len(found):
                break
        return np.zeros(0, dtype=np.int64) if found is None else found

    def _asked(self, what: str, pair: Pair) -> duckdb.DuckDBPyConnection:
        """Something about the holders of a value; told its number, DuckDB reads no more than where they stand."""
        return self._connection.execute(f"SELECT {what} FROM holders WHERE pair = {self.number(pair)}")

    def _holding(self, pairs: Iterable[Pair]) -> Integers:
        return np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *map(self.holders, pairs)]))
