"""How well and how fast odds are learned without labels.

Run with ``.venv/bin/python -m tests.benchmarks.learning``. Those pairs are weighed that share the columns of one of
some rules. F1 is that of the pairs that are likelier of one person than not; time goes from the DataFrame to what was
learned, without imports.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from leakage import Database
from leakage.resolution import learned_from_records
from tests.benchmarks.runner import in_a_process
from tests.made_up_people import LEVELS, SHARED, compared, joined, made_up_people, pairs_sharing, pairwise_f1

SAMPLE = Path(__file__).parents[1] / "data" / "fake_1000.csv"
SIZES, REPEATED = (1_000, 10_000, 100_000), (0.01, 0.1, 0.5)
SMALL, SEEDS = 1_000, 5
"""Of tables of so few records several are made, for one has ten pairs to be found."""


@dataclass(frozen=True)
class Plan:
    """What is compared.

    Arguments:
        levels: label, measure and thresholds of each comparison.
        shared: columns by which pairs are found that are weighed.
    """

    levels: tuple[tuple[str, str, tuple[float, ...]], ...]
    shared: tuple[tuple[str, ...], ...]

    def as_json(self, *, frequencies: bool) -> str:
        """The plan as JSON."""
        return json.dumps({**vars(self), "frequencies": frequencies})


MADE_UP = Plan(LEVELS, SHARED)
FAKE = Plan(
    (*LEVELS[:3], ("city", "name", (0.9,)), LEVELS[5]),
    (("first_name",), ("surname",), ("dob",), ("email",)),
)
FIRST, LAST, DAY = "fname_c1", "lname_c1", ("year", "month", "day")
RLDATA = Plan(
    ((FIRST, "name", (0.9,)), (LAST, "name", (0.9,)), *((label, "", ()) for label in DAY)),
    ((FIRST, LAST), (FIRST, "year"), (LAST, "year"), DAY, (FIRST, "month", "day"), (LAST, "month", "day")),
)


def tables(sizes: Sequence[int], rldata: Path | None) -> Iterator[tuple[str, Plan, list[tuple[pd.DataFrame, list]]]]:
    """What each is called, its plan, and one or several of its kind with whose every record is."""
    frame = pd.read_csv(SAMPLE, dtype=str).apply(lambda column: column.str.strip())
    people = frame["cluster"].tolist()
    frame = frame[[label for label, _, _ in FAKE.levels]]
    yield "Splink's fake_1000", FAKE, [(frame.where(frame.notna(), None), people)]
    if rldata is not None:
        frame = pd.read_csv(rldata, dtype=str).rename(columns=dict(zip(("by", "bm", "bd"), DAY, strict=True)))
        yield "RLdata10000", RLDATA, [(frame[[FIRST, LAST, *DAY]], frame["ent_id"].tolist())]
    for size in sizes:
        for repeated in REPEATED:
            seeds = range(SEEDS if size <= SMALL else 1)
            yield f"{size:,}, {repeated:.0%} again", MADE_UP, [made_up_people(size, repeated, seed) for seed in seeds]


def learn(path: str, found: str, plan_text: str) -> None:
    """Learn from a table; print what it took, and write the pairs that are found. In a process of its own."""
    plan, frame = json.loads(plan_text), pd.read_parquet(path).drop(columns="unique_id")
    comparisons = compared(plan["levels"])
    begun, processor = time.perf_counter(), time.process_time()
    database = Database.from_frame(frame)
    learned = learned_from_records(database, comparisons, frequencies=plan["frequencies"])
    taken, processor = time.perf_counter() - begun, time.process_time() - processor
    # Not ru_maxrss: that starts from what the process held that started this one.
    peak = int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024
    left, right = joined(learned.match(0.0), database, pairs_sharing(frame, plan["shared"]))
    pd.DataFrame({"unique_id_l": left, "unique_id_r": right}).to_parquet(found)
    print(json.dumps({"seconds": taken, "processor": processor, "megabytes": peak}))


def tried(command: Sequence[str], plan: Plan, made: Sequence[tuple[pd.DataFrame, list]], frequencies: bool) -> dict:
    """What a program takes and finds, in the mean of some tables."""
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        table, found = Path(folder, "table.parquet"), Path(folder, "found.parquet")
        for frame, people in made:
            frame.assign(unique_id=range(len(frame))).to_parquet(table)
            taken = in_a_process(*command, str(table), str(found), plan.as_json(frequencies=frequencies))
            pairs = pd.read_parquet(found)
            f1 = pairwise_f1((pairs["unique_id_l"].to_numpy(), pairs["unique_id_r"].to_numpy()), people)
            outcomes.append({"f1": f1, **taken})
    return {what: statistics.fmean(outcome[what] for outcome in outcomes) for what in outcomes[0]}


def main() -> None:
    """Every table in turn, without and with frequencies of values."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="records of the tables made up")
    options.add_argument("--rldata", type=Path, help="the table RLdata10000 of R's package RecordLinkage as CSV")
    options.add_argument("--learn", nargs=3, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.learn:
        learn(*chosen.learn)
        return
    command = [sys.executable, "-m", "tests.benchmarks.learning", "--learn"]
    for name, plan, made in tables(chosen.sizes, chosen.rldata):
        for frequencies in (False, True):
            outcome = tried(command, plan, made, frequencies)
            print(
                f"{name + (', by frequency' if frequencies else ''):<34} F1 {outcome['f1']:.3f}, "
                f"{outcome['seconds']:.2f} s, {outcome['processor']:.2f} s of processor time, "
                f"{outcome['megabytes']:,.0f} MB",
                flush=True,
            )


if __name__ == "__main__":
    main()
