"""Whatever file is named, nobody is connected to: seen by the system, for DuckDB's own code passes by Python."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.connections import every_kind, outward, traced

ROOT = Path(__file__).parents[2]
READ = """
import sys
from contextlib import suppress
from pathlib import Path

from leakage import Shares
from leakage.background import Source, SourceError, build_index, columns_of, rows_in, tables_of

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
