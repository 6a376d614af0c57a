"""The fixpoint as rounds of plain SQL, on one machine or on Spark."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from leakage.arguments import need_extra
from leakage.background.engine import DuckDBEngine, Engine, quoted
from leakage.progress import report

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


# The fixpoint as rounds of plain SQL, for records that fit into no memory.


SHARED = "SELECT pair FROM {table} GROUP BY pair HAVING count(*) > 1"


def settle(engine: Engine, rules: Sequence[Sequence[int]]) -> int:
    """Join what shares a key until no two composites do: E(R) for rules by equal values and union merge.

    Each round hooks every composite to the least that shares a key with it, follows the hooks to their ends, and lets
    the composites that have grown offer the keys of all their parts. Of two composites that share a key the greater
    is hooked, so the composites that share any at least halve in a round. A value that one composite alone holds can
    never be shared again, since values only unite, and leaves the rounds; and two composites of which neither has
    grown were compared before. The outcome is that of ``resolve_by_arrays``.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity).

    Arguments:
        engine: it keeps ``facts(record, label, pair)``, each once: records and labels by number, pairs by a number
            that stands for one label and value.
        rules: the labels of every conjunction, by number; any rule suffices.

    Returns:
        The number of rounds; the engine then keeps ``moved(record, composite)``, the least record of its composite for
        every record that is not the least itself.
    """
    labels = ", ".join(str(label) for label in sorted({label for rule in rules for label in rule}))
    engine.keep("united", f"SELECT record AS composite, label, pair, 1 AS grown FROM facts WHERE label IN ({labels})")
    engine.keep("moved", "SELECT record, record AS composite FROM facts WHERE 1 = 0")
    rounds = 0
    while True:
        engine.keep("held", f"SELECT * FROM united WHERE pair IN ({SHARED.format(table='united')})")
        _hook(engine, rules)
        if not engine.number("SELECT count(*) FROM parent"):
            break
        _follow(engine)
        _unite(engine)
        rounds += 1
    engine.drop("united", "held", "near", "parent")
    return rounds


def _hook(engine: Engine, rules: Sequence[Sequence[int]]) -> None:
    """``parent(composite, parent)``: the least composite that shares a key, for all that are not the least."""
    shared_pairs = f"{SHARED.format(table='held')} AND max(grown) = 1"
    engine.keep("near", f"SELECT composite, label, pair FROM held WHERE pair IN ({shared_pairs})")
    links = " UNION ALL ".join(_links(rule, f"rule{number}") for number, rule in enumerate(rules))
    engine.keep("parent", f"SELECT composite, min(least) AS parent FROM ({links}) l GROUP BY composite")


def _links(rule: Sequence[int], name: str) -> str:
    """Who offers a key of a rule that a lesser composite offers, and the least that does."""
    columns = ", ".join(f"pair{place}" for place in range(len(rule)))
    offers = ", ".join(f"h{place}.pair AS pair{place}" for place in range(len(rule)))
    joined = " ".join(
        f"JOIN near h{place} ON h{place}.composite = h0.composite AND h{place}.label = {label}"
        for place, label in enumerate(rule)
        if place
    )
    keys = f"SELECT h0.composite, {offers} FROM near h0 {joined} WHERE h0.label = {rule[0]}"
    least = f"SELECT {columns}, min(composite) AS least FROM {name} GROUP BY {columns} HAVING count(*) > 1"
    return (
        f"SELECT composite, least FROM (WITH {name} AS ({keys}) SELECT k.composite, m.least FROM {name} k "
        f"JOIN ({least}) m USING ({columns}) WHERE k.composite > m.least) {name}_links"
    )


def _follow(engine: Engine) -> None:
    """Pointer jumping: every parent becomes the end of its chain."""
    on = "FROM parent p JOIN parent q ON q.composite = p.parent"
    while engine.number(f"SELECT count(*) {on}"):
        engine.keep(
            "jumped",
            "SELECT p.composite, coalesce(q.parent, p.parent) AS parent "
            "FROM parent p LEFT JOIN parent q ON q.composite = p.parent",
        )
        engine.keep("parent", "SELECT * FROM jumped")
        engine.drop("jumped")


def _unite(engine: Engine) -> None:
    """Records and what is held go over to the composites they belong to now."""
    engine.keep(
        "gone",
        "SELECT m.record, coalesce(p.parent, m.composite) AS composite "
        "FROM moved m LEFT JOIN parent p ON p.composite = m.composite "
        "UNION ALL SELECT composite AS record, parent AS composite FROM parent",
    )
    engine.keep("moved", "SELECT * FROM gone")
    grown = "CASE WHEN p.parent IS NOT NULL OR r.parent IS NOT NULL THEN 1 ELSE 0 END"
    engine.keep(
        "united",
        f"SELECT DISTINCT coalesce(p.parent, h.composite) AS composite, h.label, h.pair, {grown} AS grown "
        "FROM held h LEFT JOIN parent p ON p.composite = h.composite "
        "LEFT JOIN (SELECT DISTINCT parent FROM parent) r ON r.parent = h.composite",
    )
    engine.drop("gone")


# Spark as the engine of the rounds: the same statements, on a cluster, for more records than one machine joins.


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

    def __post_init__(self) -> None:
        need_extra("pyspark", "spark", "joining on Spark")

    def __call__(self, engine: DuckDBEngine, rules: Sequence[Sequence[int]]) -> None:
        labels = ", ".join(str(label) for label in sorted({label for rule in rules for label in rule}))
        facts = self.folder / "facts.parquet"
        pair = f"CAST(CAST(pair AS HUGEINT) + ({LEAST}) AS BIGINT) AS pair"
        query = f"SELECT record, CAST(label AS INTEGER) AS label, {pair} FROM facts WHERE label IN ({labels})"
        engine.run(f"COPY ({query}) TO {quoted(str(facts))} (FORMAT parquet)")
        spark = SparkEngine(self.session, self.folder)
        spark.take("facts", facts)
        settle(spark, rules)
        moved = quoted(str(spark.place("moved") / "*.parquet"))
        engine.keep("moved", f"SELECT record, composite FROM read_parquet({moved})")
        spark.drop("facts", "moved")
        facts.unlink()
