"""How long re-identification takes at the scale of the Netflix prize, and in how much memory.

Run with ``.venv/bin/python -m tests.benchmarks.reidentification``; ``--people 20000`` for a smaller table of the shape.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from typing import Any

import numpy as np

from leakage.reidentification import Attack, Auxiliary, Shape, SparseTable, ValueSimilarity, synthetic_table
from tests.benchmarks.runner import once, peak_memory

QUERIES = 200
FACTS = 8
WHOLE = Shape()
ATTACKS = {
    "equal ratings, no dates": (Auxiliary(FACTS, dates=False), Attack()),
    "ratings within 1, dates within 14 days": (
        Auxiliary(FACTS, value_error=1, day_error=14),
        Attack(similarity=ValueSimilarity(1, 14)),
    ),
    "dates within 3 days, a quarter of the facts wrong": (
        Auxiliary(FACTS, day_error=3, wrong=0.25),
        Attack(similarity=ValueSimilarity(0, 3)),
    ),
    "the 100 most popular items only, no ratings, no dates": (
        Auxiliary(FACTS, inside=100, values=False, dates=False),
        Attack(),
    ),
    "Scoreboard, equal ratings, dates within 14 days": (
        Auxiliary(FACTS, day_error=14),
        Attack("scoreboard", ValueSimilarity(0, 14), 0.0),
    ),
}


def shape_of(people: int) -> Shape:
    """The shape of the Netflix prize with fewer people, and films and ratings in proportion."""
    part = people / WHOLE.people
    items = max(FACTS, round(WHOLE.items * part))
    # A person has as many ratings as in the whole, as far as half of the cells allow.
    return Shape(people, items, min(round(WHOLE.entries * part), items * (people // 2)))


def queries(table: SparseTable, queries: int = QUERIES) -> Iterator[tuple[str, list[float], int]]:
    """For each kind of attack the seconds of every query, and how many named the right person."""
    for name, (auxiliary, attack) in ATTACKS.items():
        random = np.random.default_rng(0)
        targets = auxiliary.targets(table, FACTS)
        taken, right = [], 0
        for _ in range(queries if len(targets) else 0):
            person = int(random.choice(targets))
            facts = auxiliary.draw(table, person, random)
            # All that the page shows: the verdict, the first ten, the bits left.
            seconds, lineup, _ = once(lambda facts=facts, attack=attack: shown(table, facts, attack))
            taken.append(seconds)
            right += lineup.verdict == person
        yield name, taken, right


def shown(table: SparseTable, facts: tuple[Any, ...], attack: Attack) -> Any:
    """One query with everything that is read off its answer."""
    lineup = attack.on(table, facts)
    return lineup if lineup.entropy >= 0.0 and lineup.top(10) is not None else None


def main(arguments: list[str] | None = None) -> None:
    """The table, then the queries."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--people", type=int, default=WHOLE.people)
    options.add_argument("--queries", type=int, default=QUERIES)
    chosen = options.parse_args(arguments)
    building, table, _ = once(lambda: synthetic_table(shape_of(chosen.people)))
    supports = np.sort(table.supports)
    size = sum(column.nbytes for column in (table.start, table.person, table.level, table.day) if column is not None)
    print(
        f"{len(table):,} people, {len(table.items):,} items, {table.entries:,} entries: built in {building:.1f} s, "
        f"{size / 2**20:,.0f} MB of columns, {peak_memory():,.0f} MB at the most"
    )
    print(f"supports: greatest {supports[-1]:,}, mean {supports.mean():,.0f}, median {np.median(supports):,.0f}")
    reading, record, _ = once(lambda: table.record_of(0))
    print(f"one row of {len(record.items)} items: {reading * 1e3:.1f} ms")
    for name, taken, right in queries(table, chosen.queries):
        if taken:
            print(
                f"{FACTS} facts, {name}: median {statistics.median(taken) * 1e3:.1f} ms, "
                f"worst {max(taken) * 1e3:.1f} ms; {right} of {len(taken)} named rightly"
            )


if __name__ == "__main__":
    main()
