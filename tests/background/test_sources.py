"""Files that are named by their path."""

import ast
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from leakage import Record, Shares, regular_file
from leakage.background import (
    BackgroundIndex,
    Source,
    SourceError,
    build_index,
    columns_of,
    rows_in,
    tables_of,
)
from leakage.background import sources as reading
from leakage.background.engine import MOST_THREADS, DuckDBEngine, closing, connect
from leakage.progress import listening
from leakage.regular_file import opened, typed_path
from tests.amount import cases
from tests.connections import every_kind, outward, traced

# DuckDB is opened in one place, and reaches from there nothing but what it was given.


ROOT = Path(__file__).parents[2]
TYPES = ("Error", "Exception", "DuckDBPyConnection")
"""What may be named of the library elsewhere: what is caught, and what is handed on."""

frame = pd.DataFrame({"secret": ["value"]})


def uses(path: Path) -> list[str]:
    """What a module does with the library itself, beside naming its types."""
    text = path.read_text(encoding="utf-8")
    if "duckdb" not in text:
        return []
    tree = ast.parse(text)
    found = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    found += [
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names if name.asname
    ]
    strange = [name for name in found if name.split(".")[0] in {"duckdb", "_duckdb"}]
    return strange + [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "duckdb"
        and not node.attr.endswith(TYPES)
    ]


def test_duckdb_is_opened_in_one_function_alone() -> None:
    modules = [*(ROOT / "leakage").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "app.py"]
    opening = {str(path.relative_to(ROOT)): used for path in modules if (used := uses(path))}
    assert opening == {"leakage/background/engine.py": ["connect", "connect"]}
    tree = ast.parse((ROOT / "leakage/background/engine.py").read_text(encoding="utf-8"))
    function = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "connect")
    assert ast.unparse(function).count("duckdb.connect(") == 2


@pytest.fixture(params=["in memory", "a file", "a file that is only read"])
def connection(request: pytest.FixtureRequest, tmp_path: Path) -> duckdb.DuckDBPyConnection:
    path = tmp_path / "a.db"
    if request.param == "in memory":
        return connect(files=[tmp_path / "given.csv"])
    with closing(connect(path, spill=tmp_path / "spill")) as made:
        made.execute("CREATE TABLE things AS SELECT 1 AS thing")
    if request.param == "a file":
        return connect(path, files=[tmp_path / "given.csv"], spill=tmp_path / "spill")
    return connect(path, read_only=True)


REACHING = {
    "the web": "SELECT * FROM read_csv('http://192.0.2.1/x.csv')",
    "the web as a name": "SELECT * FROM 'https://192.0.2.1/x.parquet'",
    "a bucket": "SELECT * FROM read_parquet('s3://bucket/x.parquet')",
    "a text": "SELECT * FROM read_text('/etc/hostname')",
    "a folder": "SELECT * FROM glob('/etc/*')",
    "a file beside": "SELECT * FROM read_csv('{folder}/other.csv')",
    "a file above": "SELECT * FROM read_csv('{folder}/sub/../other.csv')",
    "any file": "SELECT * FROM read_csv('{folder}/*.csv')",
    "another database": "ATTACH '{folder}/another.duckdb' AS another",
    "another kind of database": "ATTACH '{folder}/another.db' AS another (TYPE sqlite)",
    "writing": "COPY (SELECT 1) TO '{folder}/out.csv'",
    "exporting": "EXPORT DATABASE '{folder}/out'",
    "installing": "INSTALL httpfs",
    "loading": "LOAD httpfs",
    "a community": "INSTALL h3 FROM community",
    "a library": "LOAD '{folder}/evil.duckdb_extension'",
    "other paths": "SET allowed_paths = ['/etc/hostname']",
    "other folders": "SET allowed_directories = ['/etc']",
    "access": "SET enable_external_access = true",
    "loading by itself": "SET autoload_known_extensions = true",
    "installing by itself": "SET autoinstall_known_extensions = true",
    "unlocking": "SET lock_configuration = false",
    "resetting": "RESET lock_configuration",
    "more memory": "SET memory_limit = '100GB'",
    "more threads": "SET threads = 64",
    "another spill": "SET temp_directory = '{folder}'",
    "secrets": "CREATE PERSISTENT SECRET s (TYPE http, BEARER_TOKEN 'x')",
    "a variable of the program": "SELECT * FROM frame",
}


@pytest.mark.parametrize("reach", REACHING)
def test_nothing_else_is_reached(reach: str, connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("secret\nvalue\n")
    (tmp_path / "sub").mkdir()
    with closing(connection), pytest.raises(duckdb.Error) as refusal:
        connection.execute(REACHING[reach].format(folder=tmp_path)).fetchall()
    # It was not tried in vain either.
    assert not isinstance(refusal.value, duckdb.IOException), refusal.value
    assert {path.name for path in tmp_path.iterdir()} <= {"other.csv", "sub", "a.db", "a.db.wal"}


SETTINGS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_persistent_secrets": "false",
    "python_enable_replacements": "false",
    "enable_external_access": "false",
    "lock_configuration": "true",
}


def test_what_is_given_is_read_and_bounded(connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "given.csv").write_text("secret\nvalue\n")
    with closing(connection):
        rows = connection.execute("SELECT name, value FROM duckdb_settings()").fetchall()
        settings = {str(name): str(value) for name, value in rows}
        assert {name: settings[name] for name in SETTINGS} == SETTINGS
        assert 1 <= int(settings["threads"]) <= MOST_THREADS
        assert settings["memory_limit"].endswith("MiB")
        assert settings["temp_directory"] in ("", str(tmp_path / "spill"))
        given = f"SELECT * FROM read_csv('{tmp_path / 'given.csv'}')"
        if "given.csv" in settings["allowed_paths"]:
            assert connection.execute(given).fetchall() == [("value",)]


def test_two_readers_share_a_file(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "a.db")) as made:
        made.execute("CREATE TABLE things AS SELECT 1 AS thing")
    with closing(connect(tmp_path / "a.db", read_only=True)) as one:
        for reader in (one, connect(tmp_path / "a.db", read_only=True)):
            assert reader.execute("SELECT thing FROM things").fetchall() == [(1,)]


class EnoughError(Exception):
    pass


def _stop(what: str, done: int, total: int) -> None:
    raise EnoughError


@pytest.mark.timeout(120)
@pytest.mark.parametrize("by", ["the listener", "the check"])
def test_a_statement_without_end_is_stopped(by: str) -> None:
    endless = "SELECT count(*) FROM range(1000000000) a, range(1000000000) b"
    with closing(connect()) as connection:
        engine = DuckDBEngine(connection, check=(lambda: _stop("", 0, 0)) if by == "the check" else lambda: None)
        with listening(_stop if by == "the listener" else lambda *_: None), pytest.raises(EnoughError):
            engine.run(endless)
        assert DuckDBEngine(connection).number("SELECT 1") == 1, "the connection is free again"


@pytest.mark.timeout(120)
def test_a_statement_that_cannot_be_interrupted_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leakage.background.engine.LONGEST_END", 0.2)
    answers = threading.Event()
    waits: Callable[[int], int] = lambda number: number if answers.wait() else 0  # noqa: E731
    connection = connect()
    connection.create_function("waits", waits, ["BIGINT"], "BIGINT")
    with closing(connection), listening(_stop), pytest.raises(EnoughError):
        DuckDBEngine(connection).run("SELECT waits(1)")
    answers.set()


# Whatever file is named, nobody is connected to: seen by the system, for DuckDB's own code passes by Python.


READ = """
import sys
from contextlib import suppress
from pathlib import Path

from leakage import Shares
from leakage.background import Source, SourceError, build_index, columns_of, rows_in, tables_of
from tests.amount import cases

for number, path in enumerate(map(Path, sys.argv[1:])):
    tables = [None]
    with suppress(SourceError):
        tables = [*tables_of(path), *tables]
    with suppress(SourceError):
        columns_of(path, "people")
    for table in tables:
        with suppress(SourceError):
            source = Source(path, tuple((column, column) for column in columns_of(path, table)), table)
            rows_in(source)
            build_index(Path(sys.argv[1]).with_suffix(f".{number}.index"), [source], Shares(source.columns[0][1]))
            print(path.name)
            break
"""


def run(code: str, *arguments: object, log: Path) -> list[str]:
    command = [*traced(log), sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def test_every_kind_of_file_is_read_or_refused_without_a_connection(tmp_path: Path) -> None:
    kinds = every_kind(tmp_path)
    read = run(READ, *kinds, log=tmp_path / "log")
    assert outward(tmp_path / "log") == []
    assert read == [path.name for path, readable in kinds.items() if readable]


@pytest.mark.parametrize(
    "code",
    [
        "import socket; s = socket.socket(); s.settimeout(0.1); s.connect_ex(('192.0.2.1', 80))",
        "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 53))",
        "import socket; socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).connect(('2001:db8::1', 80))",
        "import duckdb; duckdb.connect().execute('INSTALL httpfs')",
    ],
)
def test_a_connection_would_be_seen(code: str, tmp_path: Path) -> None:
    run(f"import contextlib\nwith contextlib.suppress(Exception):\n    {code}", log=tmp_path / "log")
    assert outward(tmp_path / "log")


# What a path may lead to: regular files that may be read, and nothing that is waited for without end.


# What waits for a pipe waits for ever.
pytestmark = pytest.mark.timeout(120)
COLUMNS = (("N", "N"),)
SYSTEM = Path("/proc/self/status")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def listener(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


ODD = {
    "a pipe": pipe,
    "a folder": Path.mkdir,
    "a socket": listener,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to a file of the system's": lambda path: path.symlink_to(SYSTEM),
    "a link to itself": lambda path: path.symlink_to(path),
    "nothing": lambda path: None,
    "a link to nothing": lambda path: path.symlink_to(path.with_name("nothing")),
    "a link to a pipe": lambda path: (pipe(path.with_name("pipe")), path.symlink_to(path.with_name("pipe"))),
}


@pytest.mark.parametrize("ending", ["csv", "parquet", "duckdb"])
@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_regular_file_is_refused_at_once(odd: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"odd.{ending}"
    ODD[odd](path)
    with pytest.raises(SourceError) as refusal:
        _ = Source(path, COLUMNS).fingerprint
    assert str(tmp_path) not in str(refusal.value)


@pytest.mark.parametrize(
    "path", ["/proc/x.csv", "/tmp/\0.csv", "/tmp/\udcff\ud800.csv", f"/{'x' * 5_000}.csv", "/tmp/.."]
)
def test_a_path_that_no_file_has_is_refused(path: str) -> None:
    with pytest.raises(SourceError), opened(Path(path)):
        pass


def test_a_file_of_the_system_is_refused_though_it_is_regular() -> None:
    assert SYSTEM.is_file()
    with pytest.raises(SourceError, match="under /proc, /sys or /dev"), opened(SYSTEM):
        pass


def test_a_link_to_a_file_is_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("N\nann\n")
    (tmp_path / "link.csv").symlink_to("a.csv")
    direct, through = (Source(tmp_path / name, COLUMNS).fingerprint for name in ("a.csv", "link.csv"))
    assert direct == through and direct[:2] == (str(tmp_path / "a.csv"), 6)


def test_what_another_program_left_beside_a_file_of_duckdb_counts(tmp_path: Path) -> None:
    path, log = tmp_path / "a.duckdb", tmp_path / "a.duckdb.wal"
    path.write_bytes(b"something")
    without = Source(path, COLUMNS).fingerprint
    log.write_bytes(b"more")
    assert Source(path, COLUMNS).fingerprint != without
    log.unlink()
    assert Source(path, COLUMNS).fingerprint == without
    pipe(log)
    with pytest.raises(SourceError, match="regular"):
        _ = Source(path, COLUMNS).fingerprint


@pytest.mark.parametrize("change", ["longer", "other", "gone", "older", "logged"])
def test_a_file_that_changes_while_it_is_open_is_another(change: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("N\nann\n")
    with opened(path) as file:
        file.check_unchanged()
        if change == "longer":
            path.write_text("N\nann\nbob\n")
        elif change == "other":
            (tmp_path / "b.csv").write_text("N\nbob\n")
            os.utime(tmp_path / "b.csv", ns=(file.state.modified, file.state.modified))
            (tmp_path / "b.csv").replace(path)
        elif change == "gone":
            path.unlink()
        elif change == "older":
            os.utime(path, ns=(0, 0))
        else:
            file.log_path.touch()
        assert file.beginning(5) == b"N\nann", "what is open stays what it was"
        with pytest.raises(SourceError, match="changed while"):
            file.check_unchanged()


@pytest.mark.parametrize("other", ["a pipe", "a link to a file of the system's", "a folder"])
def test_what_is_put_in_the_place_of_a_file_that_was_looked_at_is_refused(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, whole = tmp_path / "a.csv", os.open
    path.write_text("N\nann\n")

    def replaced(name: Path, *arguments: int) -> int:
        path.unlink()
        ODD[other](path)
        return whole(name, *arguments)

    monkeypatch.setattr(os, "open", replaced)
    with pytest.raises(SourceError) as refusal, opened(path):
        pass
    assert str(refusal.value) != regular_file.SLOW, "it was waited for"


@pytest.fixture
def stalled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A disk that answers nothing until it is told to: ``tmp_path``, for what is asked of files themselves."""
    answers, whole = threading.Event(), os.lstat

    def lstat(path: Path, **options: object) -> os.stat_result:
        if threading.current_thread() is not threading.main_thread() and tmp_path in Path(path).parents:
            answers.wait()
        return whole(path, **options)

    monkeypatch.setattr(os, "lstat", lstat)
    monkeypatch.setattr(regular_file, "SLOWEST", 0.2)
    yield answers
    answers.set()


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_a_disk_that_does_not_answer_is_left_alone(tmp_path: Path, stalled: threading.Event) -> None:
    (tmp_path / "a.csv").write_text("N\nann\n")
    source, before, open_before = Source(tmp_path / "a.csv", COLUMNS), threading.active_count(), descriptors()
    for _ in range(5):
        with pytest.raises(SourceError, match="does not answer"), opened(source.path):
            pass
        with pytest.raises(SourceError, match="does not answer"):
            _ = source.fingerprint
    assert threading.active_count() == before + 1, "one thread waits for it, however often it is tried"
    for number in range(20):
        with pytest.raises(SourceError):
            _ = Source(tmp_path / f"{number}.csv", COLUMNS).fingerprint
    assert threading.active_count() <= before + regular_file.MOST_STALLED
    stalled.set()
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and thread.name.endswith("(_work)"):
            thread.join()
    assert source.fingerprint[1] == 6
    assert descriptors() == open_before, "what was opened too late is closed"


def test_whoever_waits_for_a_disk_can_stop(tmp_path: Path, stalled: threading.Event) -> None:
    class EnoughError(Exception):
        pass

    def listener(what: str, done: int, total: int) -> None:
        raise EnoughError

    with listening(listener), pytest.raises(EnoughError):
        _ = Source(tmp_path / "a.csv", COLUMNS).fingerprint


def test_a_typed_path_leads_to_nobody_elses_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed_path("~/a.csv") == tmp_path / "a.csv" and typed_path("~") == tmp_path
    assert typed_path("/data/~nobody.csv") == Path("/data/~nobody.csv")
    for path in ("~nobody/x.csv", "~somebody-else/x.csv", "~root", "~~/x.csv"):
        with pytest.raises(SourceError, match=re.escape(regular_file.OTHER_HOME)):
            typed_path(path)


# Which tables and columns of a file count, and that it is the same file from the beginning to the end.


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
    path = database(tmp_path / "a.duckdb", worked_out, "INSERT INTO made VALUES (20000000)")
    assert columns_of(path, "made") == ("a",)
    with pytest.raises(SourceError, match="lacks a column"):
        build_index(tmp_path / "i.index", [Source(path, COLUMNS, "made")], Shares("N"))


@pytest.mark.parametrize("name", cases(['the "first"', "it's", "main.people", "sélect", "a;b", "source"], 2, slow=4))
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
