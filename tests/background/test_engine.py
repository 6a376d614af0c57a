"""DuckDB is opened in one place, and reaches from there nothing but what it was given."""

import ast
import threading
from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from leakage.background.engine import MOST_THREADS, DuckDBEngine, closing, connect
from leakage.progress import listening

ROOT = Path(__file__).parents[2]
TYPES = ("Error", "Exception", "DuckDBPyConnection")
"""What may be named of the library elsewhere: what is caught, and what is handed on."""

frame = pd.DataFrame({"secret": ["value"]})


def uses(path: Path) -> list[str]:
    """What a module does with the library itself, beside naming its types."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
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
