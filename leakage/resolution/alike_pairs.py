"""Which pairs of values are alike, many pairs at once: what ``Similar.alike`` says of each, without asking it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process
from rapidfuzz.distance import JaroWinkler

from leakage.database import Floats, Integers
from leakage.resolution.similar import Similar, blocks
from leakage.resolution.spelling import DISTANCES, SIMILARITIES, letters_held

Mask: TypeAlias = npt.NDArray[np.bool_]

WORTH_THREADS = 10_000
"""Pairs from which on it is worth measuring them on all cores."""


def alike_pairs(similar: Similar, values: Sequence[str], left: Integers, right: Integers) -> Mask:
    """For each pair whether its two values are alike.

    Arguments:
        similar: the condition.
        values: those that occur, each once.
        left, right: codes into ``values``; each of shape (pairs,).

    >>> pairs = np.array([0, 0]), np.array([1, 2])
    >>> alike_pairs(Similar("N"), ["Katherine", "Katharine", "Bob"], *pairs).tolist()
    [True, False]
    """
    met: Mask = left == right
    others = np.flatnonzero(~met)
    met[others] = _alike(similar, values, left[others], right[others])
    return met


def _alike(similar: Similar, values: Sequence[str], left: Integers, right: Integers) -> Mask:
    if similar.kind in ("number", "date"):
        places = np.array([np.nan if (at := similar.place(value)) is None else at for value in values])
        return np.asarray(np.abs(places[left] - places[right]) <= similar.within)
    if similar.kind == "covers":
        pairs = zip(left.tolist(), right.tolist(), strict=True)
        return np.fromiter((similar.alike(values[a], values[b]) for a, b in pairs), np.bool_, len(left))
    changed = similar.bytewise or similar.kind == "email user"
    texts = [similar.as_compared(value) for value in values] if changed else values
    if similar.kind == "jaccard":
        return _in_common(texts, left, right) >= similar.at_least
    measured = _measured(similar, texts, left, right)
    return _in_one_block(similar, values, left, right, measured) if similar.kind in ("name", "text") else measured


def _measured(similar: Similar, texts: Sequence[str], left: Integers, right: Integers) -> Mask:
    """Held in one order only, as ``Similar.alike`` does: no measure promises the same last bit both ways round."""
    first, second = ([texts[n] for n in side.tolist()] for side in (left, right))
    if similar.kind in DISTANCES:
        # Whole numbers of letters, the same both ways round.
        return np.asarray(_scores(DISTANCES[similar.kind], first, second) <= similar.within)
    lows, highs = list(map(min, first, second)), list(map(max, first, second))
    if similar.kind == "text":
        return np.asarray(_scores(fuzz.token_set_ratio, lows, highs) >= 100.0 * similar.at_least)
    if similar.kind == "name":
        return np.asarray(_scores(JaroWinkler.similarity, lows, highs) >= similar.at_least)
    known = np.array([bool(text) for text in lows], dtype=np.bool_)
    return np.asarray(known & (_scores(SIMILARITIES[similar.kind], lows, highs) >= similar.at_least))


def _scores(scorer: Callable[..., Any], lows: Sequence[str], highs: Sequence[str]) -> Floats:
    workers = -1 if len(lows) >= WORTH_THREADS else 1
    return np.asarray(process.cpdist(lows, highs, scorer=scorer, dtype=np.float64, workers=workers))


def _in_one_block(similar: Similar, values: Sequence[str], left: Integers, right: Integers, alike: Mask) -> Mask:
    """Those alike that have a first letter, or a word, in common, where the condition asks for it."""
    if similar.blocked:
        kept = np.flatnonzero(alike)
        held: dict[int, frozenset[str]] = {}
        for code in np.unique(np.concatenate((left[kept], right[kept]))).tolist():
            held[code] = blocks(similar.kind, values[code])
        sides = zip(left[kept].tolist(), right[kept].tolist(), strict=True)
        alike[kept] = [not held[a].isdisjoint(held[b]) for a, b in sides]
    return alike


def _in_common(values: Sequence[str], left: Integers, right: Integers) -> Floats:
    """The letters in both of the letters in either."""
    held = letters_held(values).astype(np.bool_)
    both = np.count_nonzero(held[left] & held[right], axis=1)
    either = np.count_nonzero(held[left] | held[right], axis=1)
    return np.asarray(both / np.maximum(either, 1))
