"""How alike DuckDB finds texts beyond ASCII, run by the Python of an environment that has the DuckDB in question.

    PYTHON tests/benchmarks/duckdb_spellings.py tests/data/duckdb_2_0_0_spellings.json

writes what DuckDB 2.0.0 says, or what any other does, which the tests hold against.
"""

import json
import random
import sys
from pathlib import Path

MEASURES = ("jaro_winkler_similarity", "jaro_similarity", "jaccard", "levenshtein", "damerau_levenshtein")
SIGNS = (
    *"abce A1@",
    *"éèüß",
    "日",
    "本",
    "😀",
    "😁",
    "\u0301",
    "\u0308",
    "👨‍👩‍👧",
    "🇩🇪",
    "\u200d",
    "ﬁ",
    "İ",
    "한",
    "ㅎ",
)
EACH = 60


def text(draw: random.Random, longest: int) -> str:
    """Letters, accents of their own, and signs of several code points."""
    return "".join(draw.choice(SIGNS) for _ in range(draw.randint(1, longest)))


def slipped(draw: random.Random, whole: str) -> str:
    """The same with up to three slips."""
    signs = list(whole)
    for _ in range(draw.randint(0, 3)):
        place = draw.randrange(len(signs))
        signs[place : place + draw.choice((0, 1, 2))] = draw.choice(
            ([], [draw.choice(SIGNS)], signs[place : place + 2][::-1])
        )
        signs = signs or ["é"]
    return "".join(signs)


def pairs(seed: int = 0) -> list[tuple[str, str]]:
    """Pairs of short and long texts, most of them alike."""
    draw = random.Random(seed)
    lefts = [text(draw, longest) for longest in (3, 8, 20, 200) for _ in range(EACH)]
    return [(left, slipped(draw, left) if draw.random() < 0.8 else text(draw, 8)) for left in lefts]


def measured(given: list[tuple[str, str]]) -> dict[str, list[float]]:
    """What the DuckDB of this environment says of each pair."""
    import duckdb  # noqa: PLC0415

    with duckdb.connect() as connection:
        connection.execute("create table pairs (n int, a varchar, b varchar)")
        connection.executemany("insert into pairs values (?, ?, ?)", [(n, *pair) for n, pair in enumerate(given)])
        return {
            name: [row[0] for row in connection.execute(f"select {name}(a, b) from pairs order by n").fetchall()]
            for name in MEASURES
        }


if __name__ == "__main__":
    outcome = {"pairs": pairs(), "measured": measured(pairs())}
    Path(sys.argv[1]).write_text(json.dumps(outcome, indent=None) + "\n", encoding="utf-8")
