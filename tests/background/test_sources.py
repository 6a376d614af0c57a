"""Which tables and columns of a file count, and that it is the same file from the beginning to the end."""

import ast
import os
import socket
from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from leakage import Record, Shares
from leakage.background import BackgroundIndex, Source, SourceError, build_index, columns_of, rows_in, tables_of
from leakage.background import sources as reading
from leakage.background.engine import DuckDBEngine

pytestmark = pytest.mark.timeout(120)
COLUMNS = (("N", "N"),)
VIEWS = (
    "CREATE VIEW text AS SELECT content AS \"N\" FROM read_text('/etc/hostname')",
    "CREATE VIEW folder AS SELECT file AS \"N\" FROM glob('/etc/*')",
    'CREATE VIEW endless AS SELECT a.range AS "N" FROM range(1000000000) a, range(1000000000) b',
    'CREATE VIEW plain AS SELECT "N" FROM people',
    "CREATE MACRO scalar(a) AS (SELECT count(*) FROM glob('/etc/*'))",
    "CREATE MACRO rows() AS TABLE SELECT file AS \"N\" FROM glob('/etc/*')",
    "CREATE SCHEMA other",
    "CREATE TABLE other.elsewhere AS SELECT 'x' AS \"N\"",
    "CREATE TEMP TABLE passing AS SELECT 'x' AS \"N\"",
)


def database(path: Path, *statements: str) -> Path:
    with duckdb.connect(str(path)) as connection:
        for statement in ('CREATE TABLE people AS SELECT \'ann\' AS "N", 1 AS "P"', *statements):
            connection.execute(statement)
    return path


def test_views_and_macros_are_neither_offered_nor_run(tmp_path: Path) -> None:
    path = database(tmp_path / "a.duckdb", *VIEWS)
    assert tables_of(path) == ("people",)
    for name in ("text", "folder", "endless", "plain", "scalar", "rows", "elsewhere", "passing", "", None):
        with pytest.raises(SourceError, match="no such table; views are not read"):
            columns_of(path, name)
        source = Source(path, COLUMNS, name)
        with pytest.raises(SourceError, match="no such table"):
            rows_in(source)
        with pytest.raises(SourceError, match="no such table"):
            build_index(tmp_path / "i.index", [source], Shares("N"))
    assert {file.name for file in tmp_path.iterdir()} == {"a.duckdb"}


def test_a_column_that_is_worked_out_does_not_count(tmp_path: Path) -> None:
    worked_out = "CREATE TABLE made (a INT, \"N\" VARCHAR GENERATED ALWAYS AS (repeat('x', a)) VIRTUAL)"
    path = database(tmp_path / "a.duckdb", worked_out, "INSERT INTO made VALUES (1000000000)")
    assert columns_of(path, "made") == ("a",)
    with pytest.raises(SourceError, match="lacks a column"):
        build_index(tmp_path / "i.index", [Source(path, COLUMNS, "made")], Shares("N"))


@pytest.mark.parametrize("name", ['the "first"', "it's", "main.people", "sélect", "a;b", "source"])
def test_a_table_has_any_name(name: str, tmp_path: Path) -> None:
    quoted = '"' + name.replace('"', '""') + '"'
    path = database(tmp_path / "a.duckdb", f"CREATE TABLE {quoted} AS SELECT 'bob' AS \"N\"")
    assert tables_of(path) == tuple(sorted(("people", name)))
    assert columns_of(path, name) == ("N",)
    with BackgroundIndex(build_index(tmp_path / "i.index", [Source(path, COLUMNS, name)], Shares("N"))) as index:
        assert index.composite(0) == Record.of(("N", "bob"))


def test_what_duckdb_left_beside_its_file_is_read_with_it(tmp_path: Path) -> None:
    path = database(tmp_path / "a.duckdb")
    connection = duckdb.connect(str(path), config={"checkpoint_threshold": "1TB"})
    connection.execute("PRAGMA disable_checkpoint_on_shutdown")
    connection.execute("INSERT INTO people VALUES ('bob', 2)")
    connection.close()
    assert path.with_name("a.duckdb.wal").stat().st_size
    assert rows_in(Source(path, COLUMNS, "people")).records == 2


def test_a_link_with_another_ending_is_read_by_its_own(tmp_path: Path) -> None:
    (tmp_path / "year=2020").mkdir()
    (tmp_path / "year=2020" / "data").write_text("N\nann\n")
    (tmp_path / "a.csv").symlink_to("year=2020/data")
    database(tmp_path / "data").rename(tmp_path / "plain")
    (tmp_path / "a.duckdb").symlink_to("plain")
    assert columns_of(tmp_path / "a.csv") == ("N",), "a folder is no column"
    assert tables_of(tmp_path / "a.duckdb") == ("people",)


def write_csv(path: Path) -> None:
    path.write_text("N\nann\n")


def write_parquet(path: Path) -> None:
    pd.DataFrame({"N": ["ann"]}).to_parquet(path)


WRITERS: dict[str, Callable[[Path], object]] = {"csv": write_csv, "parquet": write_parquet, "duckdb": database}
READERS: dict[str, Callable[[Source, Path], object]] = {
    "columns": lambda source, folder: columns_of(source.path, source.table),
    "rows": lambda source, folder: reading.count_rows(source),
    "index": lambda source, folder: build_index(folder / "i.index", [source], Shares("N")),
}


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("read", READERS)
def test_a_file_that_is_replaced_while_it_is_read_is_refused(
    kind: str, read: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Source(tmp_path / f"a.{kind}", COLUMNS, "people" if kind == "duckdb" else None)
    other = tmp_path / f"b.{kind}"
    for path in (source.path, other):
        WRITERS[kind](path)
    whole = DuckDBEngine.run

    def run(engine: DuckDBEngine, statement: str) -> list[tuple[object, ...]]:
        answer = whole(engine, statement)
        # Of an index the last, that reads all rows.
        if ("INSERT INTO told" if read == "index" else source.table or "read_") in statement:
            other.exists() and other.replace(source.path)
        return answer

    READERS[read](source, tmp_path)
    (tmp_path / "i.index").unlink(missing_ok=True)
    monkeypatch.setattr(DuckDBEngine, "run", run)
    with pytest.raises(SourceError):
        READERS[read](source, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {source.path.name}


@pytest.mark.parametrize("kind", WRITERS)
def test_what_is_no_regular_file_is_read_by_nothing(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{kind}"
    source = Source(path, COLUMNS, "people")
    for make in (os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero"), listen):
        make(path)
        for read in (
            *READERS.values(),
            lambda source, folder: tables_of(source.path),
            lambda source, _: rows_in(source),
        ):
            with pytest.raises(SourceError):
                read(source, tmp_path)
        path.rmdir() if path.is_dir() else path.unlink()


def listen(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


def test_a_pipe_beside_a_file_of_duckdb_is_not_waited_for(tmp_path: Path) -> None:
    path = database(tmp_path / "a.duckdb")
    os.mkfifo(tmp_path / "a.duckdb.wal")
    with pytest.raises(SourceError, match="regular"):
        tables_of(path)


def test_every_statement_about_a_file_can_be_stopped() -> None:
    tree = ast.parse(Path(reading.__file__).read_text(encoding="utf-8"))
    called = {
        node.func.attr for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert "run" in called and not called & {"execute", "sql", "query", "executemany"}
