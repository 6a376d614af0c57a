"""What reading a file of 50 MB takes, for every kind that a page accepts: seconds, and megabytes above the start.

``python -m tests.benchmarks.large_files``; each kind is read in a process of its own, after the file is in memory.
``python -m tests.benchmarks.large_files NAME`` reads one kind.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from leakage.reidentification.table import read_table
from leakage.tables.records import read_table_csv
from leakage.workspace.figures.rarity import read_value_counts
from leakage.workspace.files.releases_csv import read_releases_csv
from leakage.workspace.files.workspace_json import workspace_from_json
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.saved_work import read_work
from leakage.workspace.vault.vault import bring_in, create
from tests.benchmarks.runner import peak_memory
from tests.workspace.files.files import CARD_3
from tests.workspace.files.read import read

SIZE = 50_000_000
HEAD = "release,recipient,label,value,confidence,date\n"
PASSPHRASE = "seven grey herons wade"
COPY = '{"format": "leakage-workspace", "version": 2, '


@dataclass(frozen=True)
class Kind:
    """A kind of file: its parts until it is long enough, what ends it, and what reads it."""

    parts: Callable[[], Iterator[str]]
    read: Callable[[bytes], object]
    end: str = ""


def filled(head: str, part: Callable[[int], str]) -> Iterator[str]:
    """A head, and then parts without end."""
    return itertools.chain([head], map(part, itertools.count()))


def wide(columns: int, cell: Callable[[int, int], str]) -> Iterator[str]:
    head = ",".join(f"Label {n}" for n in range(columns)) + "\n"
    return filled(head, lambda row: ",".join(cell(row, column) for column in range(columns)) + "\n")


def releases(n: int) -> str:
    facts = ", ".join(f'["Label {k}", "value {n % 50} {k}", 0.5]' for k in range(12))
    return f'{"," if n else ""}{{"name": "Release {n}", "recipient": "Shop {n % 300}", "record": [{facts}]}}'


def background(n: int) -> str:
    facts = ", ".join(f'["Label {k}", "value {n} {k}", 1.0]' for k in range(4))
    return f"{',' if n else ''}[{facts}]"


def vault(content: bytes) -> object:
    """A vault's file with this work in it, brought in, unlocked and read."""
    with tempfile.TemporaryDirectory() as place:
        brought = bring_in(content, Path(place))
        return read_work(brought.unlock(PASSPHRASE))


def sealed(content: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        create("Large", PASSPHRASE, content, folder=Path(place), cost=Cost(1, 8, 1))
        [file] = Path(place).glob("**/*.vault")
        return file.read_bytes()


def copy(content: bytes) -> object:
    return workspace_from_json(content.decode())


KINDS = {
    "releases, usual rows": Kind(
        lambda: filled(HEAD, lambda n: f"Release {n // 12},Shop {n // 12 % 300},Label {n % 12},value {n},0.5,\n"),
        read_releases_csv,
    ),
    "releases, shortest rows": Kind(lambda: filled(HEAD, lambda n: f"{n:x},s,l,v\n"), read_releases_csv),
    "releases, one release": Kind(lambda: filled(HEAD, lambda n: f"r,s,l,{n:x}\n"), read_releases_csv),
    "table, 999 columns": Kind(lambda: wide(999, lambda row, column: "v"), read),
    "table, 999 columns, other values": Kind(lambda: wide(999, lambda row, column: f"{row % 90}"), read),
    "table, 6 columns": Kind(lambda: wide(6, lambda row, column: f"value {row}"), read),
    "table, 2 columns": Kind(lambda: wide(2, lambda row, column: f"{row:x}"), read),
    "table of blanks": Kind(lambda: wide(999, lambda row, column: ""), read),
    "table of facts": Kind(lambda: filled("label,value,weight\n", lambda n: f"Label {n % 99},value {n},2\n"), read),
    "values to count": Kind(
        lambda: wide(6, lambda row, column: f"value {row % 999}"), partial(read_value_counts, labels=["Label 0"])
    ),
    "copy, releases": Kind(lambda: filled(COPY + '"releases": [', releases), copy, "]}"),
    "copy, background": Kind(lambda: filled(COPY + '"background": [', background), copy, "]}"),
    "copy, as many as are read": Kind(
        lambda: itertools.islice(filled(COPY + '"background": [', background), 150_001), copy, "]}"
    ),
    "releases, as many as are read": Kind(
        lambda: itertools.islice(
            filled(HEAD, lambda n: f"Release {n // 2},Shop,Label {n % 12},value {n},0.5,\n"), 600_001
        ),
        read_releases_csv,
    ),
    "table, as many as are read": Kind(
        lambda: itertools.islice(wide(2, lambda row, column: f"value {row}"), 300_001), read
    ),
    "copy, shortest facts": Kind(
        lambda: filled(COPY + '"background": [', lambda n: f'{"," if n else ""}[["l","{n % 9}",1]]'), copy, "]}"
    ),
    "copy, shortest pairs": Kind(
        lambda: filled(COPY + '"names": [', lambda n: f'{"," if n else ""}["l","v"]'), copy, "]}"
    ),
    "copy, empty records": Kind(
        lambda: filled(COPY + '"background": [', lambda n: f"{',' if n else ''}[]"), copy, "]}"
    ),
    "copy, nested": Kind(lambda: filled(COPY + '"background": ', lambda n: "["), copy),
    "copy, something unknown": Kind(lambda: filled(COPY + '"x": [', lambda n: f"{',' if n else ''}{{}}"), copy, "]}"),
    "copy, one long text": Kind(lambda: filled(COPY + '"title": "', lambda n: "x" * 1_000), copy, '"}'),
    "cards": Kind(lambda: filled("", lambda n: CARD_3), read),
    "breaches": Kind(lambda: filled("[", lambda n: f'{"," if n else ""}{{"Name": "Shop {n}"}}'), read, "]"),
    "published table, 200 columns": Kind(lambda: wide(200, lambda row, column: f"{row % 90}"), read_table_csv),
    "published table, 2 columns": Kind(lambda: wide(2, lambda row, column: f"{row:x}"), read_table_csv),
    "published table, 999 columns": Kind(lambda: wide(999, lambda row, column: "v"), read_table_csv),
    "people and items, long": Kind(
        lambda: filled("who,what,value\n", lambda n: f"person {n // 20},item {n % 997},{n % 5}\n"), read_table
    ),
    "people and items, as many as are read": Kind(
        lambda: itertools.islice(filled("who,what\n", lambda n: f"person {n // 20},item {n % 997}\n"), 1_249_999),
        read_table,
    ),
    "people and items, shortest rows": Kind(lambda: filled("who,what\n", lambda n: f"{n:x},i\n"), read_table),
    "people and items, wide": Kind(
        lambda: wide(999, lambda row, column: f"{row:x}" if not column else "1"), read_table
    ),
    "vault": Kind(lambda: filled(COPY + '"background": [', background), vault, "]}"),
}
"""By what they are called in the output."""


def content_of(kind: Kind) -> bytes:
    """A file of this kind, ``SIZE`` bytes long or a little less."""
    with tempfile.TemporaryFile() as file:
        written = 0
        for part in kind.parts():
            if written + len(part) + len(kind.end) > SIZE:
                break
            written += file.write(part.encode())
        file.write(kind.end.encode())
        file.seek(0)
        return file.read()


def outcome_text(outcome: object) -> str:
    """What came of a file that was not refused by an error: why it was, or that it was read."""
    problems = (*getattr(outcome, "problems", ()), *getattr(outcome, "flaws", ()))
    return next((str(problem) for problem in problems if problem.where == "file"), "read")


def measured(name: str) -> dict[str, object]:
    """Seconds, megabytes above the start and the outcome of reading one kind."""
    kind = KINDS[name]
    content = content_of(kind)
    if name == "vault":
        # Made by another process, so that sealing does not count.
        content = Path(sys.argv[2]).read_bytes()
    before, begun = peak_memory(), time.perf_counter()
    worked = time.process_time()
    try:
        outcome = outcome_text(kind.read(content))
    except ValueError as error:
        outcome = str(error)
    took, worked = time.perf_counter() - begun, time.process_time() - worked
    return {"seconds": took, "processor": worked, "megabytes": peak_memory() - before, "outcome": outcome}


def run(name: str, folder: Path) -> dict[str, object]:
    """As ``measured``, in a process of its own."""
    arguments = [sys.executable, "-m", __spec__.name, name]
    if name == "vault":
        file = folder / "large.vault"
        file.write_bytes(sealed(content_of(KINDS[name])))
        arguments.append(str(file))
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    result: dict[str, object] = json.loads(done.stdout)
    return result


def main() -> None:
    """Print one line for each kind."""
    if len(sys.argv) > 1:
        print(json.dumps(measured(sys.argv[1])))
        return
    print(f"{'':<36} seconds  of processor  MB above the start")
    with tempfile.TemporaryDirectory() as folder:
        for name in KINDS:
            taken = run(name, Path(folder))
            figures = f"{taken['seconds']:7.1f} {taken['processor']:13.1f} {taken['megabytes']:19}"
            print(f"{name:<36} {figures}  {taken['outcome']}", flush=True)


if __name__ == "__main__":
    main()
