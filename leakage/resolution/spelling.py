"""Spelling: how far two texts are apart by the measures of record linkage, in pairs and many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein, Jaro, JaroWinkler, Levenshtein

SIMILARITIES: dict[str, Callable[..., float]] = {"jaro": Jaro.similarity, "email user": JaroWinkler.similarity}
DISTANCES: dict[str, Callable[..., int]] = {
    "levenshtein": Levenshtein.distance,
    "damerau levenshtein": DamerauLevenshtein.distance,
}
SPELLINGS = (*SIMILARITIES, *DISTANCES, "jaccard")
"""The kinds of ``Similar`` that are measured here."""


def spelled_alike(kind: str, left: str, right: str, at_least: float, within: float) -> bool:
    """Whether two texts, ``as_compared``, are as near as is demanded; neither measure depends on their order.

    jaro: Jaro similarity. jaccard: the letters in both of the letters in either. levenshtein: letters put in, left
    out or replaced; damerau levenshtein: or exchanged with a neighbour. email user: the Jaro-Winkler similarity of
    what stands before the @.
    Source: as DuckDB has these functions, which Splink's models call.

    >>> [spelled_alike(kind, "Brain", "Brian", 1.0, 1.0) for kind in ("damerau levenshtein", "levenshtein")]
    [True, False]
    """
    low, high = sorted((left, right))
    if kind in DISTANCES:
        return DISTANCES[kind](low, high) <= within
    if kind == "jaccard":
        mine, others = set(low), set(high)
        return len(mine & others) / max(1, len(mine | others)) >= at_least
    return bool(low) and SIMILARITIES[kind](low, high) >= at_least


def as_compared(kind: str, value: str, bytewise: bool = False) -> str:
    """The part of a value that is measured, letter by letter; bytewise each byte of its UTF-8 is a letter.

    >>> as_compared("email user", "ann@example.org"), len(as_compared("jaro", "ë")), len(as_compared("jaro", "ë", True))
    ('ann', 1, 2)
    """
    part = value.partition("@")[0] if kind == "email user" else value
    # Bytes in their order are in the order of the letters that they spell, so what is sorted stays so.
    return part.encode("utf-8", "surrogatepass").decode("latin-1") if bytewise and not part.isascii() else part


def alike_in_block(
    kind: str, rows: Sequence[str], columns: Sequence[str], at_least: float, within: float
) -> npt.NDArray[Any]:
    """For every row and column, ``as_compared``, whether they may be alike.

    True wherever ``spelled_alike`` is, but for rounding.
    """
    if kind == "jaccard":
        return _jaccard(rows, columns) >= at_least - 1e-9
    if kind in DISTANCES:
        cutoff = int(within)
        distances = process.cdist(
            rows, columns, scorer=DISTANCES[kind], score_cutoff=cutoff, dtype=np.int32, workers=-1
        )
        return np.asarray(distances <= cutoff)
    return process.cdist(rows, columns, scorer=SIMILARITIES[kind], dtype=np.float64, workers=-1) >= at_least - 1e-9


def _jaccard(rows: Sequence[str], columns: Sequence[str]) -> npt.NDArray[np.float64]:
    held = letters_held((*rows, *columns))
    mine, others = held[: len(rows)], held[len(rows) :]
    both = mine @ others.T
    either = mine.sum(axis=1)[:, None] + others.sum(axis=1) - both
    return np.asarray(both / np.maximum(either, 1.0))


def letters_held(values: Sequence[str]) -> npt.NDArray[np.float64]:
    """1 where a value, a row, has a letter, a column.

    >>> letters_held(["ab", "b"]).tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    letters = {letter: n for n, letter in enumerate(sorted(set("".join(values))))}
    held = np.zeros((len(values), len(letters)))
    for number, value in enumerate(values):
        held[number, [letters[letter] for letter in set(value)]] = 1.0
    return held
