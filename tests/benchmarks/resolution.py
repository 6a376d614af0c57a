"""How long resolution takes, and how it grows.

Run with ``.venv/bin/python -m tests.benchmarks.resolution``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from leakage import Adversary, AnyOf, Comparison, Database, FellegiSunter, Record, Resolve, Shares, SingleLink
from leakage.resolution.rules.similar_values import Similar
from tests.benchmarks.runner import in_a_process, once, peak_memory, this_module

SIZES = (10_000, 100_000, 1_000_000)
RULES = (("N", "P"), ("N", "C"), ("E",))
MATCH = AnyOf(*(Shares(*rule) for rule in RULES))
LABELS = ["N", "P", "C", "E"]
FRAME, FILE = "DataFrame", "file"
RUNS = 3
SYLLABLES = ["an", "be", "ca", "do", "el", "fi", "ga", "ho", "in", "jo", "ka", "li", "ma", "no", "or", "pe", "ra", "si"]


def people(count: int, seed: int = 0) -> pd.DataFrame:
    """So many records of half as many people: a name, and some of phone, card and email, some of them changed."""
    draw = np.random.default_rng(seed)
    person = draw.integers(0, count // 2, count)
    table = {
        "N": (person % max(1, count // 6), 1.0),
        "P": (person * 2 + (draw.random(count) < 0.2), 0.7),
        "C": (person * 3 + draw.integers(0, 2, count), 0.6),
        "E": (person * 2 + (draw.random(count) < 0.2), 0.5),
    }
    columns: dict[str, Any] = {"unique_id": np.arange(count)}
    for label, (value, share) in table.items():
        texts = pd.Series(value).astype(str).radd(label.lower()).astype(object)
        columns[label] = texts.where(draw.random(count) < share, None)
    return pd.DataFrame(columns)


def resolved(path: str, source: str) -> None:
    """Resolve a table; print what it took. Run in a process of its own, for its memory."""
    # What is imported at its first use is imported now: it is not counted.
    importlib.import_module("pyarrow.parquet")
    frame = pd.read_parquet(path, columns=LABELS) if source == FRAME else None
    begun, processor = time.perf_counter(), time.process_time()
    database = Database.from_parquet(path, LABELS) if frame is None else Database.from_frame(frame)
    reading = time.perf_counter() - begun
    resolution = Adversary((Resolve(MATCH),)).resolve(database)
    taken, processor = time.perf_counter() - begun, time.process_time() - processor
    composites = len(resolution.composites)
    measured = {"seconds": taken, "reading": reading, "processor": processor, "composites": composites}
    print(json.dumps({**measured, "megabytes": peak_memory()}))


def growth(folder: Path) -> None:
    """From a table to composites, from 10^4 to 10^6 records; reading the table in included."""
    for size in SIZES:
        path = str(folder / f"{size}.parquet")
        people(size).to_parquet(path)
        for source in (FRAME, FILE):
            ours = in_a_process(*this_module("tests.benchmarks.resolution"), "--resolve", path, source)
            print(
                f"{size:>9,} records from a {source}: {ours['seconds']:.2f} s, {ours['reading']:.2f} of them reading, "
                f"{ours['processor']:.2f} s of processor time, {ours['megabytes']:,.0f} MB, "
                f"{ours['composites']:,.0f} composites",
                flush=True,
            )


def name(draw: random.Random) -> str:
    """A made-up name."""
    first, last = ("".join(draw.choices(SYLLABLES, k=draw.randint(2, 4))) for _ in range(2))
    return f"{first} {last}"


def misspelt(draw: random.Random, spelled: str) -> str:
    """The name with one letter replaced."""
    place = draw.randrange(1, len(spelled))
    return f"{spelled[:place]}{draw.choice('aeiou')}{spelled[place + 1 :]}"


def names(count: int, seed: int = 1) -> list[Record]:
    """So many records with a made-up name, one in ten misspelt."""
    draw = random.Random(seed)
    spellings = [name(draw) for _ in range(count - count // 10)]
    spellings.extend(misspelt(draw, spelled) for spelled in draw.choices(spellings, k=count // 10))
    return [Record.of(("N", spelling)) for spelling in spellings]


def customers(count: int, seed: int = 1) -> list[Record]:
    """Two records of half as many people: a name, one in ten misspelt, and some of phone and city."""
    draw = random.Random(seed)
    records = []
    for person in range(count // 2):
        called, city = name(draw), f"c{draw.randrange(500)}"
        for _ in range(2):
            spelled = misspelt(draw, called) if draw.random() < 0.1 else called
            facts = [("N", spelled, 1.0), ("P", f"p{person}", 0.6), ("C", city, 0.8)]
            records.append(Record.of(*((label, value) for label, value, share in facts if draw.random() < share)))
    draw.shuffle(records)
    return records


def similarity(count: int) -> None:
    """Names by Jaro-Winkler similarity."""
    for rule in (Shares(Similar("N", 0.95)), Shares(Similar("N", 0.9))):
        records = names(count)
        taken, resolution, _ = once(lambda rule=rule, records=records: Adversary((Resolve(rule),)).resolve(records))
        print(
            f"{count:>9,} names by {rule.sentence()}: {taken:.1f} s "
            f"(all pairs: {count * (count - 1) // 2:,}), {len(resolution.composites):,} composites"
        )


def weighed_or_not(called: str, count: int) -> None:
    """Resolve customers by evidence, or by rules that read the same; print what it took, in processor seconds."""
    alike = Similar("N", 0.9)
    compared = (
        Comparison.by_odds("N", count / 5, 20.0, ((alike, count / 50),)),
        Comparison.by_odds("P", count * 10.0, 2.0),
        Comparison.by_odds("C", 400.0, 4.0),
    )
    weighed, rules = FellegiSunter(1.0 / count, compared), AnyOf(Shares(alike, "C"), Shares("P"))
    operation = (SingleLink if "single" in called else Resolve)(weighed if "evidence" in called else rules)
    records, begun = customers(count), time.process_time()
    composites = len(Adversary((operation,)).resolve(records).composites)
    print(json.dumps({"seconds": time.process_time() - begun, "composites": composites}))


def evidence(count: int) -> None:
    """Names by similarity, phones and cities: by rules, and by evidence that reads the same; in processor seconds.

    Each in a process of its own: what an earlier one left in memory is gone through by Python's garbage collector.
    """
    for links in ("", ", single links"):
        by_rules, by_evidence = (
            in_a_process(*this_module("tests.benchmarks.resolution"), "--weigh", called + links, str(count))
            for called in ("rules", "evidence")
        )
        for called, taken in (("rules", by_rules), ("evidence", by_evidence)):
            print(
                f"{count:>9,} customers by {called}{links}: {taken['seconds']:.1f} s of processor time, "
                f"ratio {taken['seconds'] / by_rules['seconds']:.2f}, {taken['composites']:,.0f} composites",
                flush=True,
            )


def main() -> None:
    """Everything in turn."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--names", action="store_true", help="only names by similarity")
    options.add_argument(
        "--evidence", type=int, metavar="RECORDS", help="only evidence against rules that read the same"
    )
    options.add_argument("--resolve", nargs=2, help=argparse.SUPPRESS)
    options.add_argument("--weigh", nargs=2, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.resolve:
        resolved(*chosen.resolve)
        return
    if chosen.weigh:
        weighed_or_not(chosen.weigh[0], int(chosen.weigh[1]))
        return
    if chosen.evidence:
        evidence(chosen.evidence)
        return
    if not chosen.names:
        with tempfile.TemporaryDirectory() as folder:
            growth(Path(folder))
    similarity(100_000)
    evidence(100_000)


if __name__ == "__main__":
    main()
