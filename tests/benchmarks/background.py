"""A background on disk: seconds, memory and room to index it, and seconds for a person's question.

Run with ``.venv/bin/python -m tests.benchmarks.background``; with ``--records 10000000`` for as many. The file is made
first, seeded: names that twenty records share, cities, and telephones and addresses that one person has.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

import duckdb

from leakage import Adversary, AnyOf, Database, Record, Resolve, Shares, information_leakage
from leakage.background import BackgroundIndex, Source, build_index, relevant_background

LABELS = "NPMC"
MATCH = AnyOf(Shares("N", "C"), Shares("N", "P"), Shares("M"))
RELEASES = 16
IN_MEMORY = 1_000_000
"""Up to so many records the same is done in memory, to compare."""


def made(path: Path, records: int) -> None:
    """A Parquet file of so many records of seven people for ten records."""
    with duckdb.connect() as connection:
        connection.execute(
            f"""COPY (
            SELECT 'name ' || (hash(person, 1) % {records // 20 + 1}) AS N,
                   CASE WHEN hash(i, 2) % 10 < 7 THEN person || '-' || (hash(i, 3) % 2) END AS P,
                   CASE WHEN hash(i, 4) % 10 < 6 THEN person || '.' || (hash(i, 5) % 3) || '@mail' END AS M,
                   'city ' || (hash(person, 6) % {int(records**0.5) + 1}) AS C
            FROM (SELECT i, hash(i, 0) % {records * 7 // 10 + 1} AS person FROM range({records}) t(i))
            ) TO '{path}' (FORMAT parquet)"""
        )


def persons(path: Path) -> tuple[Record, list[Record]]:
    """A person of the file, with things the file does not know; and what was released."""
    with duckdb.connect() as connection:
        rows = connection.execute(f"SELECT {', '.join(LABELS)} FROM '{path}' LIMIT {RELEASES}").fetchall()
    records = [Record.of(*(pair for pair in zip(LABELS, row, strict=True) if pair[1])) for row in rows]
    mine = next(record for record in records if record.values("P") and record.values("M"))
    pairs = [*((a.label, a.value) for a in mine), ("B", "1980"), ("J", "a job"), ("Z", "a zip code")]
    return Record.of(*pairs), [mine, *records[1:]]


def timed(what: str, begun: float) -> float:
    """Print the seconds since then."""
    seconds = time.perf_counter() - begun
    print(f"{what:44} {seconds:9.3f} s", flush=True)
    return seconds


def run(folder: Path, records: int) -> None:
    path, match = folder / f"{records}.parquet", MATCH
    if not path.exists():
        made(path, records)
    source = Source(path, tuple((label, label) for label in LABELS))
    print(f"{records:,} records, {path.stat().st_size / 1e6:,.0f} MB of Parquet", flush=True)
    begun, processor = time.perf_counter(), time.process_time()
    index_path = build_index(folder / f"{records}.index", [source], match)
    timed("indexed", begun)
    print(f"{'of processor time':44} {time.process_time() - processor:9.3f} s", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory at most {peak:,.0f} MB, index {index_path.stat().st_size / 1e6:,.0f} MB", flush=True)
    reference, releases = persons(path)
    adversary = Adversary((Resolve(match),))
    begun, processor = time.perf_counter(), time.process_time()
    with BackgroundIndex(index_path) as index:
        relevant = relevant_background(index, releases, reference, adversary)
        leakage = information_leakage([*relevant.records, *releases], reference, adversary).leakage
        timed(f"a question, {len(releases)} releases", begun)
        print(f"{'of processor time':44} {time.process_time() - processor:9.3f} s", flush=True)
        print(f"leakage {leakage:.6f}; {relevant.looked_at:,} of {relevant.out_of:,} composites looked at", flush=True)
        begun, processor = time.perf_counter(), time.process_time()
        planned = Record.of(("N", "name 1"), ("M", "a new address"))
        relevant = relevant_background(index, [*releases, planned], reference, adversary)
        information_leakage([*relevant.records, *releases, planned], reference, adversary)
        timed("a planned release more", begun)
        print(f"{'of processor time':44} {time.process_time() - processor:9.3f} s", flush=True)
    if records <= IN_MEMORY:
        begun = time.perf_counter()
        frame = duckdb.sql(f"SELECT * FROM '{path}'").df()
        database = Database.from_frame(frame)
        timed("read into memory", begun)
        whole = information_leakage([*database, *releases], reference, adversary).leakage
        timed("read, resolved and measured in memory", begun)
        print(f"the same leakage: {abs(whole - leakage) < 1e-12}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--records", type=int, nargs="*", default=[100_000, 1_000_000])
    options.add_argument("--folder", type=Path, help="where the files are kept, and found again")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        for size in chosen.records:
            run(chosen.folder or Path(temporary), size)
