"""How long the yardsticks and all combinations of levels take on the census, and how they stand against pycanon.

Run with ``.venv/bin/python -m tests.benchmarks.tables``; with ``--pycanon DIR`` also against pycanon, which is
installed in an environment of its own at DIR if there is none yet.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from leakage.tables import (
    PublishedTable,
    Requirement,
    class_yardsticks,
    delta_disclosure_over_support,
    distinct_l_diversity,
    entropy_l_diversity,
    generalisations,
    k_anonymity,
    t_closeness,
)
from leakage.tables.generalisation import combinations, minimal
from tests.benchmarks.runner import fastest, peer_python
from tests.tables.census import QUASI_IDENTIFIERS, SENSITIVE, census_hierarchies

RUNS = 5
SEARCHES = (
    (Requirement(k=6), 0.0),
    (Requirement(k=6, distinct_l=6, t=0.5), 0.0),
    (Requirement(k=6, distinct_l=6, t=0.5), 2.0),
    (Requirement(k=2, t=0.3, epsilon=0.2, alpha=0.5), 5.0),
)

ADULT = Path(__file__).resolve().parents[3] / "shared" / "data" / "adult.csv"


def yardsticks(frame: pd.DataFrame, sensitive: str) -> dict[str, Callable[[], float]]:
    """Each from the bare frame, grouping included, by the conventions of pycanon.

    Those are: natural logarithms, δ over the values that occur, entropy l-diversity rounded down, and the ordered
    distance for numbers.
    """

    def fresh() -> PublishedTable:
        return PublishedTable(frame, QUASI_IDENTIFIERS, sensitive)

    distance = "ordered" if pd.api.types.is_numeric_dtype(frame[sensitive]) else "equal"
    return {
        "k-anonymity": lambda: k_anonymity(fresh()),
        "distinct l-diversity": lambda: distinct_l_diversity(fresh()),
        "entropy l-diversity": lambda: math.floor(entropy_l_diversity(fresh()) + 1e-9),
        "t-closeness": lambda: t_closeness(fresh(), distance),
        "δ-disclosure": lambda: delta_disclosure_over_support(fresh()) * math.log(2),
    }


def measured(frame: pd.DataFrame, pycanon: Path | None) -> None:
    """Every yardstick on the census with seven quasi-identifiers, and pycanon beside it."""
    peer = Path(__file__).with_name("pycanon_peer.py")
    its: dict[str, tuple[float, float]] = {}
    if pycanon is not None:
        command = [peer_python(pycanon, "pycanon"), str(peer), str(ADULT), json.dumps(QUASI_IDENTIFIERS), SENSITIVE]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        its = json.loads(run.stdout.splitlines()[-1])
    for name, yardstick in yardsticks(frame, SENSITIVE).items():
        taken, value, _ = fastest(yardstick)
        line = f"{name:>22}: {value:.6g} in {taken * 1e3:6.1f} ms"
        if name in its:
            theirs, seconds = its[name]
            same = "the same" if math.isclose(value, theirs, rel_tol=1e-9) else "ANOTHER VALUE"
            line += f"; pycanon {theirs:.6g} in {seconds:6.2f} s, {same}, {seconds / taken:,.0f} times as long"
        print(line)
    taken, classes, _ = fastest(lambda: class_yardsticks(PublishedTable(frame, QUASI_IDENTIFIERS, SENSITIVE)))
    print(f"{'all, class by class':>22}: {len(classes):,} classes in {taken * 1e3:.1f} ms")


def searched(frame: pd.DataFrame) -> None:
    """All combinations of levels on the census with seven quasi-identifiers."""
    table, hierarchies = PublishedTable(frame, QUASI_IDENTIFIERS, SENSITIVE), census_hierarchies(frame)
    for requirement, suppression in SEARCHES:
        taken, found, _ = fastest(partial(generalisations, table, hierarchies, requirement, suppression))
        named = [
            f"{name} {value}" for name, value in vars(requirement).items() if value != getattr(Requirement(), name)
        ]
        print(
            f"{', '.join(named)}, {suppression:g} % suppressed: {len(minimal(found))} minimal of {len(found)} that "
            f"satisfy of {combinations(table, hierarchies):,}, in {taken:.2f} s"
        )


def grown() -> None:
    """Tables of up to a million rows."""
    draw = np.random.default_rng(0)
    for size in (10_000, 100_000, 1_000_000):
        frame = pd.DataFrame(
            {
                "A": draw.integers(0, 100, size),
                "B": draw.integers(0, 500, size).astype(str),
                "C": draw.choice(["x", "y"], size),
                "S": draw.integers(0, 1000, size).astype(str),
            }
        )
        taken, classes, _ = fastest(lambda frame=frame: class_yardsticks(PublishedTable(frame, ["A", "B", "C"], "S")))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{size:>9,} rows, {len(classes):,} classes: {taken:.2f} s, {peak:,.0f} MB at most so far")


def main() -> None:
    """Everything in turn."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pycanon", type=Path, help="folder of an environment with pycanon, made if need be")
    chosen = options.parse_args()
    frame = pd.read_csv(ADULT, sep=";")
    measured(frame, chosen.pycanon)
    searched(frame)
    grown()


if __name__ == "__main__":
    main()
