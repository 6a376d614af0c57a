"""Connections that a process asks the system for, whatever library does so: DuckDB and its like pass by Python."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas as pd
import pytest

CALLS = "connect,sendto,sendmsg,sendmmsg"
PLACE = re.compile(r'sa_family=AF_INET6?, .*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")')
ON_THIS_MACHINE = {"127.0.0.1", "::1"}
NAME_SERVICE = ("sin_port=htons(53)", "sin6_port=htons(53)", "systemd/resolve")
ELSEWHERE = "http://192.0.2.1/x.csv"
"""An address that no machine has (RFC 5737)."""

FRAME = pd.DataFrame({"full name": ["Ann", "Bob"], "town": ["Ulm", "Kiel"]})


def traced(log: Path) -> list[str]:
    """What comes before a command so that its connections are written into a file; the process is the command's own."""
    tracer = shutil.which("strace")
    if tracer is None:
        # In CI a test of connections that skips is a failure.
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Debian's strace is not installed")
    return [tracer, "-D", "-f", "-qq", "--seccomp-bpf", "-e", f"trace={CALLS}", "-o", str(log)]


def outward(log: Path) -> list[str]:
    """The lines of such a file about another machine, or about the name of one."""
    return [line for line in log.read_text(errors="replace").splitlines() if _is_outward(line)]


def _is_outward(line: str) -> bool:
    if any(name in line for name in NAME_SERVICE):
        return True
    place = PLACE.search(line)
    return place is not None and (place[1] or place[2]) not in ON_THIS_MACHINE


def every_kind(folder: Path) -> dict[Path, bool]:
    """A file of every kind that can be named, and files that would reach for others; and whether it can be read."""
    makers: dict[str, tuple[Callable[[Path], object], bool]] = {
        "a.csv": (lambda path: FRAME.to_csv(path, index=False), True),
        "a.tsv": (lambda path: FRAME.to_csv(path, index=False, sep="\t"), True),
        "a.txt": (lambda path: FRAME.to_csv(path, index=False, sep="|"), True),
        "a.parquet": (FRAME.to_parquet, True),
        "a.duckdb": (_duckdb, True),
        "named_duckdb.db": (_duckdb, True),
        "sqlite.db": (_sqlite, False),
        "sqlite.duckdb": (_sqlite, False),
        "web_view.duckdb": (lambda path: _view(path, ELSEWHERE), False),
        "text_view.duckdb": (lambda path: _view(path, "/etc/hostname", "read_text"), False),
        "glob_view.duckdb": (lambda path: _view(path, "/etc/*", "glob"), False),
        "web.csv": (lambda path: path.write_text(f"{ELSEWHERE},s3://bucket/x\n'{ELSEWHERE}',1\n"), True),
        "sqlite.csv": (_sqlite, False),
        "sqlite.parquet": (_sqlite, False),
    }
    for name, (make, _) in makers.items():
        make(folder / name)
    return {folder / name: readable for name, (_, readable) in makers.items()}


def _duckdb(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.register("frame", FRAME)
        connection.execute("CREATE TABLE people AS SELECT * FROM frame")


def _sqlite(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE people (name TEXT)")
    connection.commit()
    connection.close()


def _view(path: Path, place: str, function: str = "read_csv") -> None:
    """A file with nothing but a view, which reads another: made over one that is there, and then turned round."""
    path.with_suffix(".seen").write_text("name\nann\n")
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE MACRO place() AS '{path.with_suffix('.seen')}'")
        connection.execute(f"CREATE VIEW people AS SELECT * FROM {function}(place())")
        connection.execute(f"CREATE OR REPLACE MACRO place() AS '{place}'")
    path.with_suffix(".seen").unlink()
