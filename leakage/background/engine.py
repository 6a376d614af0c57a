"""Engine: what runs the statements of a fixpoint; DuckDB here, and any other that speaks the same SQL."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from leakage.progress import report

if TYPE_CHECKING:
    import duckdb

GIGABYTE = 1024
"""Megabytes of memory that an index may take to be made, unless said otherwise."""

CANCEL_CHECK_SECONDS = 0.05
"""Seconds between two reports of a statement that runs."""

LONGEST_END = 10.0
"""Seconds that an interrupted statement is waited for: one that waits for a disk cannot be interrupted."""

MOST_THREADS = 4

CLOSED = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "allow_persistent_secrets": False,
    "python_enable_replacements": False,
}
"""How DuckDB is opened: it fetches nothing, and takes no name in a statement for a variable of the program's."""

LOCKED = {"enable_external_access": False, "lock_configuration": True}
"""The end of all settings: after it files can be reached only as they were allowed before."""


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
        check: called while a statement runs; it may stop it by raising an exception.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        what: str = "Joining records on disk",
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._connection = connection
        self._what = what
        self._check = check

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
                thread.join(CANCEL_CHECK_SECONDS)
                self._check()
                report(self._what, int(max(self._connection.query_progress(), 0.0)), 100)
        except BaseException:
            self._interrupt(thread)
            raise
        if failure:
            raise failure[0]
        return outcome[0]

    def _interrupt(self, thread: threading.Thread) -> None:
        latest = time.monotonic() + LONGEST_END
        while thread.is_alive() and time.monotonic() < latest:
            # Again and again: what has not quite begun is not interrupted.
            self._connection.interrupt()
            thread.join(CANCEL_CHECK_SECONDS)


def connect(
    path: Path | None = None,
    *,
    read_only: bool = False,
    files: Iterable[Path] = (),
    folders: Iterable[Path] = (),
    spill: Path | None = None,
    megabytes: int = GIGABYTE,
) -> duckdb.DuckDBPyConnection:
    """A connection to DuckDB that reaches nothing but what is named here: the one place where it is opened.

    No extension is installed or loaded, no other file is read or written, no setting can be changed afterwards.

    Arguments:
        path: of the database file; None for one in memory.
        read_only: whether the database file is only read; then there are no further files or folders.
        files: that may be read besides.
        folders: in which any file may be read and written.
        spill: the folder for what does not fit into memory; without one such a statement fails.
        megabytes: of memory at most.

    Raises:
        duckdb.Error: for a database file that cannot be opened.
    """
    # Imported here: nobody else need wait for it, or have it.
    import duckdb  # noqa: PLC0415

    settings: dict[str, str | bool | int | float | list[str]] = {
        **CLOSED,
        "threads": min(MOST_THREADS, os.cpu_count() or 1),
        "memory_limit": f"{megabytes}MB",
        "temp_directory": str(spill or ""),
    }
    if read_only:
        # Whatever reads one file in a process shares what was read: so all is set when it is opened, and never after.
        return duckdb.connect(str(path), read_only=True, config=settings | LOCKED)
    connection = duckdb.connect(":memory:" if path is None else str(path), config=settings)
    # Without it nobody is told how far a statement is.
    connection.execute("SET enable_progress_bar = true; SET enable_progress_bar_print = false")
    connection.execute(f"SET allowed_paths = {_listed(files)}; SET allowed_directories = {_listed(folders)}")
    for name, value in LOCKED.items():
        connection.execute(f"SET {name} = {value}")
    return connection


@contextmanager
def closing(connection: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection that is closed at the end of the block."""
    import duckdb  # noqa: PLC0415

    try:
        yield connection
    finally:
        # It refuses where a statement still waits for a disk that does not answer.
        with suppress(duckdb.Error):
            connection.close()


def _listed(paths: Iterable[Path]) -> str:
    return f"[{', '.join(quoted(str(path)) for path in paths)}]"


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
