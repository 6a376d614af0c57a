"""Spark as the engine of the rounds: the same statements, on a cluster, for more records than one machine joins."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from leakage.background.engine import DuckDBEngine, quoted
from leakage.background.fixpoint import settle
from leakage.progress import report

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LEAST = -(1 << 63)
"""Numbers of pairs have no sign in DuckDB; Spark knows numbers with one only, so they are moved down by as much."""


class SparkEngine:
    """Spark as the engine: every table is written as Parquet before another reads it.

    So no statement is worked out twice, and none rests on checkpoints that a lost worker takes with it.

    Arguments:
        session: of Spark; whoever made it stops it.
        folder: for the tables; every worker writes and reads there.
    """

    def __init__(self, session: SparkSession, folder: Path) -> None:
        self._session, self._folder = session, folder
        self._places: dict[str, Path] = {}
        self._written = 0

    def take(self, name: str, place: Path) -> None:
        """Know Parquet files under a name."""
        self._session.read.parquet(str(place)).createOrReplaceTempView(name)

    def keep(self, name: str, select: str) -> None:
        self._written += 1
        report("Joining records on Spark, tables written", self._written, self._written + 1)
        place = self._folder / f"{name}-{self._written}"
        self._session.sql(select).write.parquet(str(place))
        self.take(name, place)
        self._remove(name)
        self._places[name] = place

    def drop(self, *names: str) -> None:
        for name in names:
            self._session.catalog.dropTempView(name)
            self._remove(name)

    def number(self, select: str) -> int:
        return int(self._session.sql(select).collect()[0][0])

    def place(self, name: str) -> Path:
        """Where the Parquet files of a table lie."""
        return self._places[name]

    def _remove(self, name: str) -> None:
        place = self._places.pop(name, None)
        if place is not None:
            shutil.rmtree(place)


@dataclass(frozen=True, eq=False)
class OnSpark:
    """Rounds on Spark, for ``build_index``: the rest of an index is made by DuckDB, before and after.

    Arguments:
        session: of Spark; whoever made it stops it.
        folder: for the tables between the rounds, empty; DuckDB and every worker write and read there. It repeats no
            values, only their numbers.
    """

    session: SparkSession
    folder: Path

    def __call__(self, engine: DuckDBEngine, rules: Sequence[Sequence[int]]) -> None:
        labels = ", ".join(str(label) for label in sorted({label for rule in rules for label in rule}))
        facts = self.folder / "facts.parquet"
        pair = f"CAST(CAST(pair AS HUGEINT) + ({LEAST}) AS BIGINT) AS pair"
        told = f"SELECT record, CAST(label AS INTEGER) AS label, {pair} FROM facts WHERE label IN ({labels})"
        engine.run(f"COPY ({told}) TO {quoted(str(facts))} (FORMAT parquet)")
        spark = SparkEngine(self.session, self.folder)
        spark.take("facts", facts)
        settle(spark, rules)
        moved = quoted(str(spark.place("moved") / "*.parquet"))
        engine.keep("moved", f"SELECT record, composite FROM read_parquet({moved})")
        spark.drop("facts", "moved")
        facts.unlink()
