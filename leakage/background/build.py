"""Building an index: what it will cost, where it lies, and the index itself."""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from glob import escape
from math import ceil
from pathlib import Path
from typing import TypeAlias

import duckdb
import pandas as pd

from leakage import system
from leakage.background.engine import GIGABYTE, DuckDBEngine, closing, connect, quoted
from leakage.background.fixpoint import OnSpark, settle
from leakage.background.sources import CSV, Source, allowed_paths, count_rows, rows_of
from leakage.file_lock import LockTaken, locked
from leakage.progress import report
from leakage.regular_file import CHANGED, RegularFile, SourceError, opened
from leakage.resolution.arrays import ArrayRules, array_rules
from leakage.resolution.match import Match
from leakage.resolution.rules.normalised import Normaliser
from leakage.tabular.csv_dialect import LONGEST_CELL, TOO_LONG

# Spelling: values that are compared as one, in an index by normalised rules.


WRITTEN = "written"
"""The table of facts as they stand, while others are compared."""

AT_ONCE = 50_000
"""Distinct values that are normalised before they go to the disk."""


def spell(
    connection: duckdb.DuckDBPyConnection, engine: DuckDBEngine, normaliser: Normaliser, labels: Collection[str]
) -> bool:
    """Normalise every distinct value of some labels once: what is compared are numbers of normalised values.

    A record is normalised value by value, and the normalised union is the union of the normalised, so the fixpoint of
    ``facts`` is that of the records then; what composites hold stays as it was written.

    Arguments:
        connection: of the engine; it holds ``pairs`` and ``facts``.
        engine: it then keeps ``spellings(spelled, pair)``, ordered, in ``facts`` what is compared, each once, and what
            was in it under the name ``WRITTEN``.
        normaliser: what is overlooked.
        labels: those that rules ask for.

    Returns:
        Whether every normalised value has a number of its own.
    """
    label_list = ", ".join(map(quoted, sorted(labels)))
    source = f"FROM pairs JOIN labels USING (label) WHERE name IN ({label_list})"
    total = engine.number(f"SELECT count(*) {source}")
    engine.run("CREATE OR REPLACE TABLE normalised (pair UBIGINT, label VARCHAR, value VARCHAR)")
    # A cursor of its own, for the values are read while others are written.
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pair, name, value {source}")
        for done in range(0, total, AT_ONCE):
            report("Normalising values", done, total)
            rows = cursor.fetchmany(AT_ONCE)
            some = pd.DataFrame(rows, columns=["pair", "label", "value"]).astype({"pair": "uint64"})
            some["value"] = [normaliser.value(label, value) for _, label, value in rows]
            connection.register("spelled_so", some)
            engine.run("INSERT INTO normalised SELECT pair, label, value FROM spelled_so")
            connection.unregister("spelled_so")
    engine.keep("spellings", "SELECT hash(label, value) AS spelled, * FROM normalised ORDER BY spelled, pair")
    engine.drop("normalised")
    same = "min(label) <> max(label) OR min(value) <> max(value)"
    if engine.number(f"SELECT count(*) FROM (SELECT 1 FROM spellings GROUP BY spelled HAVING {same})"):
        return False
    engine.keep("spellings", "SELECT spelled, pair FROM spellings ORDER BY spelled, pair")
    ours = f"database_name = current_database() AND table_name = {quoted(WRITTEN)}"
    if not engine.number(f"SELECT count(*) FROM duckdb_tables() WHERE {ours}"):
        # Once, for a stage that was broken off is done again.
        engine.run(f"ALTER TABLE facts RENAME TO {WRITTEN}")
    spelled_facts = f"SELECT DISTINCT record, w.label, spelled AS pair FROM {WRITTEN} w JOIN spellings USING (pair)"
    engine.keep("facts", spelled_facts)
    return True


# Where indices lie: one file for the same records and rules, in a folder of one's own.


INDEX = ".index"
DIGITS = 32
"""Of each of the two hexadecimal numbers in a name: 128 bits."""


def index_path(folder: Path, sources: Sequence[Source], match: Match) -> Path:
    """Where the index of some files, as they are now, lies or will lie.

    Its name is two SHA-256 numbers: of which files and columns are read and by what rules, and of how large and old
    the files are. So other rules have another index, and so has a file that was changed.

    Arguments:
        folder: of all indices.
        sources: the files.
        match: the rules.

    Raises:
        BuildError: for a match that no index can have.
        SourceError: where a file is not there.
    """
    return folder / f"{_which(sources, match)}.{_number(described(sources, rules_of(match)))}{INDEX}"


def indices_of(folder: Path, sources: Sequence[Source], match: Match) -> tuple[Path, ...]:
    """All that lies there of the indices of some files by a match, whatever the files were like: begun ones as well.

    Raises:
        BuildError: for a match that no index can have.
    """
    return tuple(sorted(folder.glob(f"{_which(sources, match)}.*")))


def remove_indices(folder: Path, sources: Sequence[Source], match: Match, *, but: Path | None = None) -> None:
    """Delete the indices of some files by a match, begun ones as well, except those that are being made now.

    Arguments:
        folder, sources, match: as ``indices_of``.
        but: an index that stays, with what belongs to it.

    Raises:
        BuildError: for a match that no index can have.
        OSError: if the system refuses.
    """
    for name in {_name(path) for path in indices_of(folder, sources, match)} - {but and _name(but)}:
        with suppress(LockTaken), locked(folder / f"{name}{LOCK}", passing=True):
            for path in folder.glob(f"{name}.*"):
                _remove(path)


def _name(path: Path) -> str:
    """What all files of an index begin with."""
    return ".".join(path.name.split(".")[:2])


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    elif path.suffix != LOCK:
        path.unlink(missing_ok=True)


def _which(sources: Sequence[Source], match: Match) -> str:
    read = [(str(source.path.absolute()), source.columns, source.table) for source in sources]
    return _number(json.dumps(read) + described((), rules_of(match)))


def _number(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:DIGITS]


# What indexing will cost, before anything is read but a little.


SAMPLE = 1 << 20
"""Bytes from the beginning of a CSV file by which the length of its lines is estimated."""

START = 0.3
SECONDS = 2.1e-6
BYTES = 62
"""Seconds and bytes of the index for each cell of the columns that count, four fifths of the cells filled: measured
with a million made-up records of four columns (``tests.benchmarks.background``), on two idle cores."""

PEAK = 3
"""How many times as much as a finished index lies on the disk at most while it is made."""


@dataclass(frozen=True, slots=True)
class Rows:
    """How many records a file holds.

    Arguments:
        records: of them.
        estimated: whether that is an estimate from the beginning of the file.
    """

    records: int
    estimated: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """What an index may cost, to about a factor of three: seconds, and bytes on the disk once it is finished."""

    seconds: float
    bytes: int


def rows_in(source: Source) -> Rows:
    """How many records a file holds: counted where the file says so, else estimated from its first million bytes.

    Raises:
        SourceError: for a file that cannot be read.
    """
    return Rows(_lines(source), estimated=True) if source.kind == CSV else Rows(count_rows(source), estimated=False)


def _lines(source: Source) -> int:
    """The lines of a CSV file below its headings, if they are as long as the first ones."""
    with opened(source.path) as file:
        sample, size = file.beginning(SAMPLE), file.state.size
    ends = sample.count(b"\n") + (len(sample) == size and not sample.endswith(b"\n"))
    return max(0, round(size * ends / max(1, len(sample))) - 1)


def cost_of(sizes: Iterable[tuple[int, int]]) -> Cost:
    """What indexing files costs by the rate that was measured; other records may take a multiple.

    Arguments:
        sizes: (records, columns that count) of every file.

    >>> cost_of([(1_000_000, 4)])
    Cost(seconds=8.7, bytes=248000000)
    """
    cells = sum(records * columns for records, columns in sizes)
    return Cost(START + SECONDS * cells, BYTES * cells)


def free_bytes(folder: Path) -> int:
    """Bytes that can still be written into a folder, or into the nearest one above it that there is.

    Raises:
        OSError: if the system refuses.
    """
    return shutil.disk_usage(next(place for place in (folder, *folder.parents) if place.exists())).free


def lacking_bytes(folder: Path, cost: Cost, reserve: int, begun: int = 0) -> int:
    """How many bytes are wanting for an index to be made and as many as must stay free to stay so; 0 where it fits.

    Arguments:
        folder: of the index.
        cost: of it.
        reserve: bytes of the disk that stay free, >= 0.
        begun: bytes of it that lie there already, >= 0.

    Raises:
        OSError: if the system refuses.
    """
    return max(0, PEAK * cost.bytes + reserve - begun - free_bytes(folder))


# Building an index: files of records, their fixpoint, and where every value and composite stands.


PROBE = "hash('label', 'value')"
"""Pairs are numbered by DuckDB's hash; a version that hashes otherwise could not find them again."""

FORMAT = 3
"""Of what an index keeps; one of another format is made again."""

STAGES = 5

SAME_NUMBER = "two values have the same number; give a label another name and try again"

Rounds: TypeAlias = Callable[[DuckDBEngine, Sequence[Sequence[int]]], object]
"""Joins: of ``facts`` it makes ``moved``, as ``settle`` does."""

WORK, SPILL, LOCK = ".work", ".spill", ".lock"
"""What lies beside an index while it is made."""

NO_ROOM = "there is not enough room for it"
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


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
    path: Path,
    sources: Sequence[Source],
    match: Match,
    *,
    megabytes: int = GIGABYTE,
    reserve: int = 0,
    rounds: Rounds = settle,
) -> Path:
    """Bring the records of files to their fixpoint, once, and keep it as an index file.

    E(R) by rounds of SQL (``settle``), then two tables: who holds each (label, value), and what each composite holds.
    The files are only read. What was begun and broken off is gone on with, stage by stage; a finished index of the
    same files and rules is left as it is. What failed otherwise, as for lack of room, leaves nothing behind.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity): ``E(R + S) = E(E(R) + S)``.

    Arguments:
        path: of the index file, which its owner alone may read; beside it stands ``.work`` until it is finished.
        sources: the files, one or more; their records are numbered one after the other, from 0.
        match: any of some conjunctions of equal values, as they stand or normalised.
        megabytes: of memory at most; what does not fit goes to the disk.
        reserve: bytes of the disk that stay free for others, >= 0: it is asked for room before, and all along.
        rounds: who joins: DuckDB itself, or ``leakage.background.fixpoint.OnSpark``.

    Returns:
        The path.

    Raises:
        BuildError: for another match, no source, no room, or while another builds the same index.
        SourceError: for a file that cannot be read.
    """
    rules = rules_of(match)
    if not sources:
        raise BuildError("an index needs a file of records at least")
    order = _Order(path, tuple(sources), rules, described(sources, rules), megabytes, reserve, rounds)
    if _is_finished(order):
        return path
    try:
        with locked(path.with_suffix(LOCK), passing=True):
            if not _is_finished(order):
                _make(order)
    except LockTaken:
        raise BuildError("another window or program is building this index: wait until it is done") from None
    except OSError as error:
        reason = NO_ROOM if error.errno in FULL else "its folder may not be written to"
        raise BuildError(f"the index was not made: {reason}") from None
    return path


@dataclass(frozen=True)
class _Order:
    """An index that is to be made: where, of what, within which limits; arguments as of ``build_index``.

    Arguments:
        made_of: as ``described``.
    """

    path: Path
    sources: tuple[Source, ...]
    rules: ArrayRules
    made_of: str
    megabytes: int
    reserve: int
    rounds: Rounds

    @property
    def work(self) -> Path:
        """The index until it is finished."""
        return self.path.with_suffix(WORK)

    @property
    def spill(self) -> Path:
        """The folder of what does not fit into memory."""
        return self.path.with_suffix(SPILL)

    def check_room(self) -> None:
        """Check that others still have their room.

        Raises:
            BuildError: where they do not.
        """
        if free_bytes(self.path.parent) < self.reserve:
            raise BuildError(f"the index was not made: {NO_ROOM}")


def _is_finished(order: _Order) -> bool:
    if order.path.exists():
        with suppress(duckdb.Error), closing(connect(order.path, read_only=True)) as connection:
            return bool(connection.execute("SELECT made_of FROM about").fetchall() == [(order.made_of,)])
    return False


def _make(order: _Order) -> None:
    """Make an index that nobody else makes now."""
    with ExitStack() as stack:
        files = [stack.enter_context(opened(source.path)) for source in order.sources]
        if described(order.sources, order.rules) != order.made_of:
            raise SourceError(CHANGED)
        order.path.unlink(missing_ok=True)
        shutil.rmtree(order.spill, ignore_errors=True)
        stack.callback(shutil.rmtree, order.spill, ignore_errors=True)
        try:
            _ask_for_room(order)
            system.make_folder(order.spill)
            made = _run(order, files)
        except duckdb.Error as error:
            _discard(order.work)
            for file in files:
                file.check_unchanged()
            room = isinstance(error, (duckdb.OperationalError, duckdb.FatalException))
            # Raised anew without the cause: what a database says may repeat a line of the file.
            reason = NO_ROOM if room else "a file does not hold what its columns say"
            raise BuildError(f"the index was not made: {reason}") from None
        except (BuildError, SourceError, OSError):
            _discard(order.work)
            raise
        # Whoever deleted it meanwhile may have begun another.
        if not (order.work.exists() and os.path.samestat(order.work.stat(), made)):
            raise BuildError("the index was deleted while it was made")
        system.replace(order.work, order.path)


def _ask_for_room(order: _Order) -> None:
    cost = cost_of([(rows_in(source).records, len(source.columns)) for source in order.sources])
    begun = order.work.stat().st_size if order.work.exists() else 0
    if lacking := lacking_bytes(order.path.parent, cost, order.reserve, begun):
        raise BuildError(f"{NO_ROOM}: about {ceil(lacking / 1e6):,} MB more would have to be free")


def _run(order: _Order, files: Sequence[RegularFile]) -> os.stat_result:
    """Make the file of an index; brings which one it is."""
    allowed = [
        path for source, file in zip(order.sources, files, strict=True) for path in allowed_paths(source.kind, file)
    ]
    # Spark hands over what it worked out in files.
    folders = [order.rounds.folder] if isinstance(order.rounds, OnSpark) else []

    def connection() -> duckdb.DuckDBPyConnection:
        return connect(order.work, files=allowed, folders=folders, spill=order.spill, megabytes=order.megabytes)

    try:
        opened_work = connection()
    except duckdb.Error:
        # What was begun cannot be gone on with.
        _discard(order.work)
        opened_work = connection()
    with closing(opened_work):
        # It repeats what the files hold.
        system.make_file_private(order.work)
        made = order.work.stat()
        _Build(opened_work, order, files).run()
    return made


def _discard(work: Path) -> None:
    """Delete what was begun, and what DuckDB keeps beside it."""
    for path in work.parent.glob(f"{escape(work.name)}*"):
        path.unlink(missing_ok=True)


class _Build:
    """The stages of one index; each is kept when it is done, and not done twice."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, order: _Order, files: Sequence[RegularFile]) -> None:
        self._connection, self._order, self._files = connection, order, files
        self._sources, self._rules = order.sources, order.rules
        self._labels = tuple(dict.fromkeys(label for source in order.sources for _, label in source.columns))
        self._done = self._begun()

    def _begun(self) -> int:
        """How many stages are done of this very index; what was begun of another one goes."""
        self._connection.execute("CREATE TABLE IF NOT EXISTS begun (made_of VARCHAR, stages INTEGER)")
        rows = self._connection.execute("SELECT made_of, stages FROM begun").fetchall()
        if [made_of for made_of, _ in rows] == [self._order.made_of]:
            return int(rows[0][1])
        self._connection.execute("DELETE FROM begun")
        self._connection.execute("INSERT INTO begun VALUES (?, 0)", [self._order.made_of])
        return 0

    def run(self) -> None:
        stages = (self._read, self._number, self._settle, self._look_up, self._close)
        for done, stage in enumerate(stages):
            if done >= self._done:
                stage(self._engine(done + 1))
                self._connection.execute("UPDATE begun SET stages = ?", [done + 1])
        engine = self._engine(STAGES)
        engine.drop("begun")
        engine.run("CHECKPOINT")

    def _engine(self, step: int) -> DuckDBEngine:
        return DuckDBEngine(self._connection, f"Indexing, step {step} of {STAGES}", self._order.check_room)

    def _read(self, engine: DuckDBEngine) -> None:
        """Facts in long form, all sources one after the other."""
        engine.run("CREATE OR REPLACE TABLE told (record BIGINT, label UTINYINT, pair UBIGINT, value VARCHAR)")
        first = 0
        for source, file in zip(self._sources, self._files, strict=True):
            rows = rows_of(self._connection, source, file)
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
            file.check_unchanged()
        engine.keep("about", f"SELECT {quoted(self._order.made_of)} AS made_of, {first} AS records, {PROBE} AS probe")
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
        if engine.number(f"SELECT count(*) FROM pairs WHERE strlen(value) > {LONGEST_CELL}"):
            raise SourceError(TOO_LONG)
        repeated = len({label for source in self._sources for _, label in source.columns}) < max(
            len(source.columns) for source in self._sources
        )
        engine.keep("facts", f"SELECT {'DISTINCT' if repeated else ''} record, label, pair FROM told")
        engine.drop("told")

    def _settle(self, engine: DuckDBEngine) -> None:
        # A label that no file tells joins nobody.
        complete_rules = [rule for rule in self._rules.rules if set(rule) <= set(self._labels)]
        if not complete_rules:
            engine.keep("moved", "SELECT record, record AS composite FROM facts WHERE 1 = 0")
            return
        normaliser, rule_labels = self._rules.normaliser, {label for rule in complete_rules for label in rule}
        if normaliser is not None and not spell(self._connection, engine, normaliser, rule_labels):
            raise BuildError(SAME_NUMBER)
        self._order.rounds(engine, [[self._labels.index(label) for label in rule] for rule in complete_rules])
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
