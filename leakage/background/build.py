"""Building an index: files of records, their fixpoint, and where every value and composite stands."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import duckdb

from leakage.background.engine import GIGABYTE, DuckDBEngine, connected, quoted
from leakage.background.fixpoint import settle
from leakage.background.regular_file import SourceError
from leakage.background.sources import Source, rows_of
from leakage.background.spelling import WRITTEN, spell
from leakage.resolution.arrays import ArrayRules, array_rules
from leakage.resolution.match import Match

PROBE = "hash('label', 'value')"
"""Pairs are numbered by DuckDB's hash; a version that hashes otherwise could not find them again."""

FORMAT = 2
"""Of what an index keeps; one of another format is made again."""

STAGES = 5

SAME_NUMBER = "two values have the same number; give a label another name and try again"

Rounds: TypeAlias = Callable[[DuckDBEngine, Sequence[Sequence[int]]], object]
"""Joins: of ``facts`` it makes ``moved``, as ``settle`` does."""

PRIVATE = 0o600
"""The mode of an index: it repeats what the files hold, and is its owner's alone."""


class BuildError(ValueError):
    """An index that cannot be made, in one sentence that repeats nothing of the files."""


def rules_of(match: Match) -> ArrayRules:
    """The match as an index can have it.

    Raises:
        BuildError: for a match that needs more than equal values.
    """
    rules = array_rules(match)
    if rules is None:
        raise BuildError("an index needs rules by equal values, normalised or as they stand; others resolve in memory")
    return rules


def described(sources: Sequence[Source], rules: ArrayRules) -> str:
    """What an index is made of, as text; two indices of the same are the same.

    Raises:
        SourceError: where a file is not there.
    """
    overlooked = None if rules.normaliser is None else dataclasses.asdict(rules.normaliser)
    read = [source.fingerprint for source in sources]
    return json.dumps({"format": FORMAT, "sources": read, "rules": rules.rules, "overlooked": overlooked})


def build_index(
    path: Path, sources: Sequence[Source], match: Match, *, megabytes: int = GIGABYTE, rounds: Rounds = settle
) -> Path:
    """Bring the records of files to their fixpoint, once, and keep it as an index file.

    E(R) by rounds of SQL (``settle``), then two tables: who holds each (label, value), and what each composite holds.
    The files are only read. What was begun and broken off is gone on with, stage by stage; a finished index of the
    same files and rules is left as it is.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity): ``E(R + S) = E(E(R) + S)``.

    Arguments:
        path: of the index file, which its owner alone may read; beside it stands ``.work`` until it is finished.
        sources: the files, one or more; their records are numbered one after the other, from 0.
        match: any of some conjunctions of equal values, as they stand or normalised.
        megabytes: of memory at most; what does not fit goes to the disk.
        rounds: who joins: DuckDB itself, or ``leakage.background.spark.OnSpark``.

    Returns:
        The path.

    Raises:
        BuildError: for another match, no source, or no room.
        SourceError: for a file that cannot be read.
    """
    rules = rules_of(match)
    if not sources:
        raise BuildError("an index needs a file of records at least")
    wanted = described(sources, rules)
    if path.exists() and _finished(path, wanted):
        return path
    work = path.with_suffix(".work")
    try:
        path.unlink(missing_ok=True)
        with connected(work, megabytes=megabytes) as connection:
            work.chmod(PRIVATE)
            _Build(connection, sources, rules, wanted, rounds).run()
        work.replace(path)
    except SourceError:
        raise
    except OSError:
        raise BuildError("the index was not made: its folder may not be written to") from None
    except duckdb.Error as error:
        room = isinstance(error, (duckdb.OutOfMemoryException, duckdb.IOException))
        reason = "there is not enough room for it" if room else "a file does not hold what its columns say"
        # Raised anew without the cause: what a database says may repeat a line of the file.
        raise BuildError(f"the index was not made: {reason}") from None
    return path


def _finished(path: Path, wanted: str) -> bool:
    with contextlib.suppress(duckdb.Error), connected(path, read_only=True) as connection:
        return bool(connection.execute("SELECT made_of FROM about").fetchall() == [(wanted,)])
    return False


class _Build:
    """The stages of one index; each is kept when it is done, and not done twice."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        sources: Sequence[Source],
        rules: ArrayRules,
        wanted: str,
        rounds: Rounds,
    ) -> None:
        self._connection, self._sources, self._rules, self._wanted = connection, sources, rules, wanted
        self._rounds = rounds
        self._labels = tuple(dict.fromkeys(label for source in sources for _, label in source.columns))
        self._done = self._begun()

    def _begun(self) -> int:
        """How many stages are done of this very index; what was begun of another one goes."""
        self._connection.execute("CREATE TABLE IF NOT EXISTS begun (made_of VARCHAR, stages INTEGER)")
        rows = self._connection.execute("SELECT made_of, stages FROM begun").fetchall()
        if [made_of for made_of, _ in rows] == [self._wanted]:
            return int(rows[0][1])
        self._connection.execute("DELETE FROM begun")
        self._connection.execute("INSERT INTO begun VALUES (?, 0)", [self._wanted])
        return 0

    def run(self) -> None:
        stages = (self._read, self._number, self._settle, self._look_up, self._close)
        for done, stage in enumerate(stages):
            if done >= self._done:
                stage(DuckDBEngine(self._connection, f"Indexing, step {done + 1} of {STAGES}"))
                self._connection.execute("UPDATE begun SET stages = ?", [done + 1])
        self._connection.execute("DROP TABLE begun")
        self._connection.execute("CHECKPOINT")

    def _read(self, engine: DuckDBEngine) -> None:
        """Facts in long form, all sources one after the other."""
        engine.run("CREATE OR REPLACE TABLE told (record BIGINT, label UTINYINT, pair UBIGINT, value VARCHAR)")
        first = 0
        for source in self._sources:
            rows = rows_of(self._connection, source)
            for_label = " ".join(
                f"WHEN 'c{place}' THEN {self._labels.index(label)}" for place, (_, label) in enumerate(source.columns)
            )
            columns = ", ".join(f"c{place}" for place in range(len(source.columns)))
            facts = f"UNPIVOT ({rows}) ON {columns} INTO NAME place VALUE value"
            numbered = f"SELECT {first} + row AS record, CASE place {for_label} END AS label, value FROM ({facts})"
            names = " ".join(f"WHEN {n} THEN {quoted(label)}" for n, label in enumerate(self._labels))
            engine.run(
                f"INSERT INTO told SELECT record, label, hash(CASE label {names} END, value), value FROM ({numbered})"
            )
            first += engine.number(f"SELECT count(*) FROM ({rows})")
        engine.keep("about", f"SELECT {quoted(self._wanted)} AS made_of, {first} AS records, {PROBE} AS probe")
        engine.keep("labels", "SELECT * FROM (VALUES " + self._listed() + ") names(label, name)")

    def _listed(self) -> str:
        return ", ".join(f"({number}, {quoted(label)})" for number, label in enumerate(self._labels))

    def _number(self, engine: DuckDBEngine) -> None:
        """Facts by number, each once; and what the numbers stand for."""
        ambiguous = "max(label) <> min(label) OR max(value) <> min(value)"
        engine.keep(
            "pairs",
            f"SELECT pair, min(label) AS label, min(value) AS value, {ambiguous} AS ambiguous "
            "FROM told GROUP BY pair ORDER BY pair",
        )
        if engine.number("SELECT count(*) FROM pairs WHERE ambiguous"):
            raise BuildError(SAME_NUMBER)
        repeated = len({label for source in self._sources for _, label in source.columns}) < max(
            len(source.columns) for source in self._sources
        )
        engine.keep("facts", f"SELECT {'DISTINCT' if repeated else ''} record, label, pair FROM told")
        engine.drop("told")

    def _settle(self, engine: DuckDBEngine) -> None:
        # A label that no file tells joins nobody.
        known = [rule for rule in self._rules.rules if set(rule) <= set(self._labels)]
        if not known:
            engine.keep("moved", "SELECT record, record AS composite FROM facts WHERE 1 = 0")
            return
        normaliser, asked = self._rules.normaliser, {label for rule in known for label in rule}
        if normaliser is not None and not spell(self._connection, engine, normaliser, asked):
            raise BuildError(SAME_NUMBER)
        self._rounds(engine, [[self._labels.index(label) for label in rule] for rule in known])
        if normaliser is not None:
            engine.drop("facts")
            engine.run(f"ALTER TABLE {WRITTEN} RENAME TO facts")

    def _look_up(self, engine: DuckDBEngine) -> None:
        """What each composite holds, and who holds each value; each in its order, so that a look-up reads little.

        With the holders stands how many values each has: most then need not be read to know what they leak at most.
        """
        merged = "SELECT DISTINCT composite AS of FROM moved"
        engine.keep(
            "contents",
            "SELECT composite, label, pair FROM ("
            f"SELECT record AS composite, label, pair FROM facts WHERE record NOT IN (SELECT record FROM moved)"
            f" AND record NOT IN ({merged}) UNION ALL "
            "SELECT DISTINCT coalesce(m.composite, f.record) AS composite, f.label, f.pair FROM facts f "
            f"LEFT JOIN moved m ON m.record = f.record WHERE m.record IS NOT NULL OR f.record IN ({merged})"
            ") ORDER BY composite, label, pair",
        )
        engine.drop("facts")
        engine.keep("sizes", "SELECT composite, count(*)::INTEGER AS held FROM contents GROUP BY composite")
        engine.keep(
            "holders",
            "SELECT pair, composite, held FROM contents JOIN sizes USING (composite) ORDER BY pair, composite",
        )
        engine.drop("sizes")

    def _close(self, engine: DuckDBEngine) -> None:
        engine.keep("members", "SELECT composite, record FROM moved ORDER BY composite, record")
        engine.keep("about", "SELECT *, records - (SELECT count(*) FROM moved) AS composites FROM about")
        engine.drop("moved")
