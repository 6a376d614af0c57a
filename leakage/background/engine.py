"""Engine: what runs the statements of a fixpoint; DuckDB here, and any other that speaks the same SQL."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from leakage.progress import report

if TYPE_CHECKING:
    import duckdb

GIGABYTE = 1024
"""Megabytes of memory that an index may take to be made, unless said otherwise."""

ASKED_EVERY = 0.05
"""Seconds between two reports of a statement that runs."""


class Engine(Protocol):
    """Something that keeps the outcome of a query under a name."""

    def keep(self, name: str, select: str) -> None:
        """Make a table of a query, in the place of the one of that name."""
        ...

    def drop(self, *names: str) -> None:
        """Do without some tables."""
        ...

    def number(self, select: str) -> int:
        """The one number that a query answers."""
        ...


class DuckDBEngine:
    """DuckDB as the engine: one file, bounded memory, what does not fit goes to the disk.

    A statement runs in a thread of its own while its progress is reported, so that whoever listens can stop it.

    Arguments:
        connection: to the file that the tables are kept in.
        what: said in reports of progress.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, what: str = "Joining records on disk") -> None:
        self._connection = connection
        self._what = what

    def keep(self, name: str, select: str) -> None:
        self.run(f"CREATE OR REPLACE TABLE {name} AS {select}")

    def drop(self, *names: str) -> None:
        for name in names:
            self.run(f"DROP TABLE IF EXISTS {name}")

    def number(self, select: str) -> int:
        return int(self.run(select)[0][0])

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement to its end, or until the listener has had enough."""
        outcome: list[list[tuple[Any, ...]]] = []
        failure: list[Exception] = []

        def work() -> None:
            try:
                outcome.append(self._connection.execute(statement).fetchall())
            except Exception as error:
                failure.append(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(ASKED_EVERY)
                report(self._what, int(max(self._connection.query_progress(), 0.0)), 100)
        except BaseException:
            self._connection.interrupt()
            thread.join()
            raise
        if failure:
            raise failure[0]
        return outcome[0]


def connected(path: Path, *, read_only: bool = False, megabytes: int = GIGABYTE) -> duckdb.DuckDBPyConnection:
    """A connection to a DuckDB file that spills beside it, and fetches nothing from anywhere."""
    # Imported here: nobody else need wait for it, or have it.
    import duckdb  # noqa: PLC0415

    connection = duckdb.connect(str(path), read_only=read_only)
    connection.execute("SET autoinstall_known_extensions = false; SET autoload_known_extensions = false")
    connection.execute(f"SET memory_limit = '{megabytes}MB'")
    connection.execute(f"SET temp_directory = {quoted(str(path.with_suffix('.spill')))}")
    connection.execute("SET preserve_insertion_order = true")
    # Without it nobody is told how far a statement is.
    connection.execute("SET enable_progress_bar = true; SET enable_progress_bar_print = false")
    return connection


def quoted(text: str) -> str:
    """A text as SQL writes it.

    >>> quoted("O'Hara")
    "'O''Hara'"
    """
    return "'" + text.replace("'", "''") + "'"


def named(name: str) -> str:
    """A name of a column or table as SQL writes it.

    >>> named('the "first" name')
    '"the ""first"" name"'
    """
    return '"' + name.replace('"', '""') + '"'
