"""Odds learned from unlabelled records."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from rapidfuzz import process

from leakage.arguments import LeakageWarning, check_seed
from leakage.frames import ABSENT, Floats, Integers, Records, records_of
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.engine import column_of
from leakage.resolution.evidence import Comparison, FellegiSunter
from leakage.resolution.values import SCORERS, Similar

Pairs: TypeAlias = tuple[Integers, Integers]
"""Pairs of records by their numbers: the left ones, and the right ones."""

UNKNOWN = -1
"""The level of two records of which one lacks the label."""

LEAST = 1e-12  # Least distance of a probability from 0 and 1.

RANDOM_PAIRS, KEY_PAIRS = 500_000, 100_000
"""Pairs that are compared at most: random ones, and of a key from which is learned."""

PAIRS_A_RECORD, MOST_LABELS, MOST_TRIED, MOST_KEYS, KEYS_A_LABEL = 3, 3, 64, 24, 2
"""Of a key the pairs for each record, and the labels; keys counted and compared; keys that leave out each label."""

LEAST_SAME, LEAST_PAIRS = 0.01, 5.0
"""The share of pairs of one person below which a key teaches nothing, and pairs from which a label is learned."""

TOO_LITTLE = "too little to learn from: {}"


class _Column:
    """A compared label: the code of each record's first value, or ``ABSENT``."""

    def __init__(self, comparison: Comparison, records: Sequence[Record]) -> None:
        self.comparison, self.levels = comparison, (*comparison.levels, comparison.otherwise)
        counts, codes, values = column_of(records, comparison.label)
        self.values, self.codes = np.array([*values, ""], dtype=object), np.full(len(counts), ABSENT)
        self.codes[counts > 0] = codes[(np.cumsum(counts) - counts)[counts > 0]]
        self.often = np.bincount(self.codes[self.codes != ABSENT])
        self.known = int(self.often.sum())

    def reached(self, pairs: Pairs) -> Integers:
        """The first level that each pair of records reaches, or ``UNKNOWN``."""
        one, other = (self.codes[side] for side in pairs)
        found, both = np.full(len(one), UNKNOWN), np.flatnonzero(np.minimum(one, other) != ABSENT)
        low, high = np.minimum(one, other)[both], np.maximum(one, other)[both]
        which, distinct = pd.factorize(low * len(self.values) + high)
        low, high = np.divmod(distinct, len(self.values))
        level = np.where(low == high, 0, len(self.levels) - 1)
        for n, similar in enumerate(level.similar for level in self.comparison.levels):
            if similar is not None:
                apart = np.flatnonzero(level == len(self.levels) - 1)
                level[apart[_alike(similar, self.values[low[apart]], self.values[high[apart]])]] = n
        found[both] = level[which]
        return found


def _alike(similar: Similar, one: Any, other: Any) -> Integers:
    near = np.arange(len(one))
    if similar.kind in SCORERS:
        scores = process.cpdist(one, other, scorer=SCORERS[similar.kind][0], dtype=np.float64)
        near = np.flatnonzero(similar.nearness(scores) >= -1e-9)
    return near[[similar.alike(one[n], other[n]) for n in near]] if len(near) else near


def _sharing(columns: Sequence[_Column], most: float) -> Pairs | None:
    held = pd.DataFrame({f"{n}": column.codes for n, column in enumerate(columns)})
    key, held = [*held], held[(held != ABSENT).all(axis=1)].reset_index()
    if _pairs_of(held.groupby(key).size()).sum() > most:
        return None
    both = held.merge(held, on=key)
    both = both[both["index_x"] < both["index_y"]]
    return both["index_x"].to_numpy(), both["index_y"].to_numpy()


class Fit(NamedTuple):
    """The prior, m, the probability of each pattern to be a match, and the log-likelihood."""

    prior: float
    m: Floats
    same: Floats
    log_likelihood: float


def fitted(
    patterns: Integers, counts: Floats, m: Floats, u: Floats, prior: float, *, rounds: int = 500, least: float = 1e-7
) -> Fit:
    """The EM estimates of the prior and m, with u fixed.

    ``g = p prod m / (p prod m + (1 - p) prod u)``; then p is the mean of g over pairs, m the share of each level in it.
    A pattern has a level, or ``UNKNOWN``, for each label; m and u are padded with 0.
    Source: Winkler, "Using the EM Algorithm for Weight Computation in the Fellegi-Sunter Model of Record Linkage"
    (Census Bureau RR2000/05).
    """
    likelihood = -math.inf
    for number in range(rounds + 1):
        report("Learning", number, rounds)
        same, either = _sides(patterns, m, u, prior)
        before, likelihood = likelihood, float(counts @ either)
        if number == rounds or likelihood - before <= least * counts.sum():
            break
        prior = min(max(float(counts @ same / counts.sum()), LEAST), 1.0 - LEAST)
        m = _shares(_by_level(patterns, counts * same, m.shape[1]), u > 0.0)
    return Fit(prior, m, same, likelihood)


def _sides(patterns: Integers, m: Floats, u: Floats, prior: float) -> tuple[Floats, Floats]:
    one = math.log(prior) + _logs(patterns, m)
    either = np.logaddexp(one, math.log1p(-prior) + _logs(patterns, u))
    return np.exp(one - either), either


def _logs(patterns: Integers, chances: Floats) -> Floats:
    logs = np.pad(np.log(np.maximum(chances, 1e-300)), ((0, 0), (0, 1)))
    return np.asarray(logs[np.arange(patterns.shape[1]), patterns].sum(axis=1))


def _by_level(patterns: Integers, weights: Floats, most: int) -> Floats:
    labels = patterns.shape[1]
    flat = (np.arange(labels) * (most + 1) + patterns % (most + 1)).ravel()
    counts = np.bincount(flat, np.repeat(weights, labels), labels * (most + 1)).astype(np.float64)
    return counts.reshape(labels, most + 1)[:, :most]


def _shares(counts: Floats, there: Any) -> Floats:
    some = np.where(there & (counts.sum(axis=1, keepdims=True) > 0.0), counts, there)
    return np.asarray(some / some.sum(axis=1, keepdims=True))


def _patterns(columns: Sequence[_Column], pairs: Pairs) -> tuple[Integers, Floats]:
    frame = pd.DataFrame({number: column.reached(pairs) for number, column in enumerate(columns)})
    seen = frame.groupby(list(frame.columns)).size().reset_index(name="pairs").to_numpy(dtype=np.int64)
    return seen[:, :-1], seen[:, -1].astype(np.float64)


class _Block(NamedTuple):
    """Pairs that share a key: its labels, the number of pairs, and their patterns in the other labels."""

    key: list[int]
    pairs: int
    patterns: Integers
    counts: Floats

    def fit(self, u: Floats) -> Fit:
        m = np.where(u > 0.0, 0.2 / ((u > 0.0).sum(axis=1, keepdims=True) - 1), 0.0)
        m[:, 0] = 0.8
        return fitted(self.patterns, self.counts, m, u, 0.2)


def _blocks(columns: Sequence[_Column], u: Floats, share: Floats, draw: np.random.Generator) -> Iterator[_Block]:
    """Useful blocks, those of short keys first, until two of them leave out each label."""
    left_out, tried, taken = np.zeros(len(columns), dtype=np.int64), 0, list[set[int]]()
    for count in range(1, min(MOST_LABELS, len(columns) - (3 if len(columns) > 4 else 2)) + 1):
        keys = sorted(itertools.combinations(range(len(columns)), count), key=lambda key: math.prod(share[list(key)]))
        for key in map(list, keys[:MOST_TRIED]):
            others = np.delete(np.arange(len(columns)), key)
            if tried == MOST_KEYS or (left_out[others] >= KEYS_A_LABEL).all() or any(t <= {*key} for t in taken):
                continue
            pairs = _sharing([columns[n] for n in key], PAIRS_A_RECORD * len(columns[0].codes))
            whole = 0 if pairs is None else len(pairs[0])
            if pairs is None or not whole:
                continue
            tried += 1
            chosen = draw.choice(whole, KEY_PAIRS, replace=False) if whole > KEY_PAIRS else np.arange(whole)
            patterns, counts = _patterns(columns, (pairs[0][chosen], pairs[1][chosen]))
            patterns[:, key] = UNKNOWN
            block = _Block(key, whole, patterns, counts)
            fit = block.fit(u)
            # By Schwarz's criterion (1978) it contains matches.
            free = 1 + ((u > 0.0).sum(axis=1) - 1)[others].sum()
            gain = fit.log_likelihood - counts @ _logs(patterns, u)
            if fit.prior >= LEAST_SAME and gain > 0.5 * free * math.log(max(2.0, counts.sum())):
                left_out[others] += 1
                taken.append({*key})
                yield block


def learned_from_records(
    records: Records, compared: Iterable[str | Comparison], *, threshold: float = 0.0, seed: int = 0
) -> FellegiSunter:
    """The rule by odds whose prior, m and u are EM estimates from unlabelled records.

    u is that of random pairs. With u fixed, EM over the pairs that share a key (equal values of one to three labels)
    estimates m of all other labels and the share ``p_k`` of matches; m is the mean over several keys, weighted by
    ``p_k`` and the number of matches. The ``N_k`` of N pairs that share a key of labels l predict the prior
    ``p_k N_k / (N prod e_l)``, where ``e_l`` is the share of matches with an equal l. Then u is estimated again without
    the matches, and the rest once more. Of several values the first counts; confidences do not.
    Source: Fellegi & Sunter 1969; Winkler 2000; Enamorado, Fifield & Imai, "Using a Probabilistic Model to Assist
    Merging of Large-Scale Administrative Records" (APSR 2019); keys in turn with u fixed.

    Arguments:
        records: R; beyond 1,000, random pairs are sampled.
        compared: at least three; a ``Comparison`` gives levels, equal values being added if missing, and a label stands
            for equal values and Jaro-Winkler similarities of 0.9 and 0.8.

    >>> rows = [Record.of(("N", f"n{n % 40}"), ("P", f"p{n % 41}"), ("C", f"c{n % 39}")) for n in range(200)]
    >>> match = learned_from_records(rows + rows[:60], [Comparison.by_odds(label, 9, 3) for label in "NPC"])
    >>> round(match.prior * 260 * 259 / 2), [round(comparison.levels[0].m, 1) for comparison in match.comparisons]
    (60, [1.0, 1.0, 1.0])
    """
    draw, rows = np.random.default_rng(check_seed(seed)), records_of(records)
    every = [_Column(_with_equality(one), rows) for one in compared]
    known = [n for n, column in enumerate(every) if column.known > 1]
    if len(known) < 3:
        raise ValueError(TOO_LITTLE.format("two records know fewer than three of the labels that are compared"))
    prior, m, u, pairs = _learned([every[n] for n in known], draw)
    if pairs.max() < LEAST_PAIRS:
        raise ValueError(TOO_LITTLE.format("fewer than five pairs of records seem to match"))
    learned = [column.comparison for column in every]
    m, u = (np.clip(chances, LEAST, 1.0).tolist() for chances in (m, u))
    for place, n in enumerate(known):
        if pairs[place] >= LEAST_PAIRS:
            chances = zip(every[n].levels, m[place], u[place], strict=False)
            *levels, otherwise = (replace(level, m=its_m, u=its_u) for level, its_m, its_u in chances)
            learned[n] = replace(learned[n], levels=tuple(levels), otherwise=otherwise)
    if kept := [column.comparison.label for n, column in enumerate(every) if learned[n] is column.comparison]:
        said = f"too few pairs of one person know {', '.join(map(repr, kept))}, whose odds stay as they were"
        warnings.warn(said, LeakageWarning, stacklevel=2)
    return FellegiSunter(prior, tuple(learned), threshold)


def _learned(columns: Sequence[_Column], draw: np.random.Generator) -> tuple[float, Floats, Floats, Floats]:
    """The prior, m and u, and the number of matches behind each label."""
    size, sizes = len(columns[0].codes), np.array([len(column.levels) for column in columns])
    there, every = np.arange(sizes.max()) < sizes[:, None], size * (size - 1) / 2
    known = np.array([_pairs_of(column.known) for column in columns])
    all_equal = np.array([_pairs_of(column.often).sum() for column in columns])
    left, right = draw.integers(0, size, RANDOM_PAIRS), draw.integers(0, size - 1, RANDOM_PAIRS)
    drawn = (left, right + (right >= left)) if every > RANDOM_PAIRS else np.triu_indices(size, 1)
    patterns, counts = _patterns(columns, drawn)

    def chances(weights: Floats, equal: Floats) -> Floats:
        rest = np.where(there, _by_level(patterns, weights, there.shape[1]) + 0.5, 0.0)[:, 1:]
        first = ((equal + 0.5) / (known + 0.5 * sizes))[:, None]
        return np.hstack([first, (1.0 - first) * rest / rest.sum(axis=1, keepdims=True)])

    u = chances(counts, all_equal)
    blocks = list(_blocks(columns, u, all_equal / np.maximum(1.0, known), draw))
    prior = 0.0
    for _ in range(2 if blocks else 0):
        fits = [(block, block.fit(u), block.pairs / block.counts.sum()) for block in blocks]
        weight = np.array([fit.prior for _, fit, _ in fits])
        reached = np.array([_by_level(b.patterns, b.counts * fit.same * each, u.shape[1]) for b, fit, each in fits])
        of_one = weight * [block.pairs for block in blocks]
        beside = np.array([~np.isin(np.arange(len(columns)), block.key) for block in blocks])
        m = _shares(np.where(there, np.tensordot(weight, reached, 1) + 0.5, 0.0), there)
        equal = (weight @ reached[:, :, 0]) / np.maximum(LEAST, (weight * of_one) @ beside)
        found = np.array([equal[block.key].prod() for block in blocks])
        prior = min(float((weight * of_one)[found > 0.0].sum() / max(LEAST, weight @ found)) / every, 0.5)
        if prior < LEAST:
            break
        of_two = np.maximum(0.0, all_equal - prior * every * equal)
        for block, fit, _ in (one for one in fits if len(one[0].key) == 1):
            of_two[block.key] = (1.0 - fit.prior) * block.pairs
        u = chances(counts * (1.0 - _sides(patterns, m, u, prior)[0]), of_two)
    if prior < LEAST:
        raise ValueError(TOO_LITTLE.format("no matches stand out among the pairs that share a value"))
    return prior, m, u, np.minimum(reached.sum(axis=(0, 2)), prior * every)


def _pairs_of(count: Any) -> Any:
    return count * (count - 1) / 2


def _with_equality(one: str | Comparison) -> Comparison:
    if isinstance(one, str):
        alike = tuple((Similar(one, at_least, blocked=False), 10.0) for at_least in (0.9, 0.8))
        return Comparison.by_odds(one, 100.0, 5.0, alike)
    equal = replace(one.levels[0], similar=None)
    return one if one.levels[0] == equal else replace(one, levels=(equal, *one.levels))
