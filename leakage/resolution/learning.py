"""Fellegi-Sunter odds learned from records without labels: EM over the pairs that share a key."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
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

UNKNOWN = -1  # The level of two records of which one lacks the label.
LEAST = 1e-12  # The least distance of a probability from 0 and 1.
RANDOM_PAIRS, KEY_PAIRS = 500_000, 100_000  # Pairs compared at most: random ones, and those that share a key.
PAIRS_A_RECORD, MOST_LABELS, MOST_KEYS = 3, 3, 40  # At most: pairs of a key, for each record; labels of a key; keys.
KEYS_A_LABEL, LEAST_SAME, LEAST_MATCHES = 2, 0.01, 5.0  # At least: keys for m of a label; share of matches; matches.


class _Column:
    """A compared label: the code of each record's first value, or ``ABSENT``."""

    def __init__(self, comparison: Comparison, records: Sequence[Record]) -> None:
        self.comparison, self.levels = comparison, (*comparison.levels, comparison.otherwise)
        counts, codes, values = column_of(records, comparison.label)
        some = counts > 0
        self.values, self.codes = np.array([*values, ""], dtype=object), np.full(len(counts), ABSENT)
        self.codes[some] = codes[(np.cumsum(counts) - counts)[some]]
        self.known, self.equal = _pairs_among(some.sum()), _pairs_among(np.bincount(self.codes[some])).sum()

    def reached(self, pairs: tuple[Integers, Integers]) -> Integers:
        """The first level that each pair of records reaches, or ``UNKNOWN``."""
        one, other = (self.codes[side] for side in pairs)
        which, distinct = pd.factorize(np.minimum(one, other) * len(self.values) + np.maximum(one, other))
        low, high = np.divmod(distinct, len(self.values))
        last = len(self.levels) - 1
        found = np.select([low < 0, low == high], [UNKNOWN, 0], last)
        apart = np.flatnonzero(found == last)
        left, right = self.values[low[apart]], self.values[high[apart]]
        scores = cache(lambda kind: process.cpdist(left, right, scorer=SCORERS[kind][0], dtype=np.float64))
        for number, similar in enumerate(level.similar for level in self.comparison.levels):
            if similar is not None:
                near_enough = similar.kind not in SCORERS or similar.nearness(scores(similar.kind)) >= -1e-9
                near = np.flatnonzero((found[apart] == last) & near_enough)
                alike = [similar.alike(left[n], right[n]) for n in near]
                found[apart[near[alike]]] = number
        return np.asarray(found[which])


class _Patterns(NamedTuple):
    """Patterns of agreement, with a level or ``UNKNOWN`` for each label, and how many pairs of records have each.

    What belongs to the levels of all labels, such as m and u, has a row for each label, padded with 0.
    """

    levels: Integers
    counts: Floats

    def log_probability(self, chances: Floats) -> Floats:
        logs = np.pad(np.log(np.maximum(chances, 1e-300)), ((0, 0), (0, 1)))  # The last is that of UNKNOWN.
        return np.asarray(logs[np.arange(len(chances)), self.levels].sum(axis=1))

    def by_level(self, weights: Floats, width: int) -> Floats:
        return np.array([np.bincount(of_label + 1, weights, width + 1)[1:] for of_label in self.levels.T])


def _patterns(columns: Sequence[_Column], pairs: tuple[Integers, Integers]) -> _Patterns:
    frame = pd.DataFrame({n: column.reached(pairs) for n, column in enumerate(columns)})
    seen = frame.groupby([*frame]).size().reset_index(name="pairs").to_numpy(dtype=np.int64)
    return _Patterns(seen[:, :-1], seen[:, -1].astype(np.float64))


class Fit(NamedTuple):
    """The prior, the expected number of matches on each level (m is its share), and the log-likelihood."""

    prior: float
    matches: Floats
    log_likelihood: float


def fitted(patterns: _Patterns, u: Floats, *, rounds: int = 500, least: float = 1e-7) -> Fit:
    """The EM estimates of the prior and m, with u fixed, from a prior of 0.2 and equal values in 0.8 of the matches.

    ``g = p prod m / (p prod m + (1 - p) prod u)``; then p is the mean of g over pairs, m the share of each level in it.
    Source: Winkler, "Using the EM Algorithm for Weight Computation in the Fellegi-Sunter Model of Record Linkage"
    (Census Bureau RR2000/05).
    """
    prior, likelihood, counts, there = 0.2, -math.inf, patterns.counts, u > 0.0
    m = np.where(there, 0.2 / (there.sum(axis=1, keepdims=True) - 1), 0.0)
    m[:, 0] = 0.8
    for number in range(rounds + 1):
        report("Learning", number, rounds)
        same, either = _posterior(patterns, m, u, prior)
        matches = patterns.by_level(counts * same, u.shape[1])
        before, likelihood = likelihood, float(counts @ either)
        if number == rounds or likelihood - before <= least * counts.sum():
            break
        prior = min(max(float(counts @ same / counts.sum()), LEAST), 1.0 - LEAST)
        m = _shares(matches + LEAST, there)
    return Fit(prior, matches, likelihood)


def _posterior(patterns: _Patterns, m: Floats, u: Floats, prior: float) -> tuple[Floats, Floats]:
    """The probability that each pattern is a match, and the log-probability of the pattern."""
    match = math.log(prior) + patterns.log_probability(m)
    either = np.logaddexp(match, math.log1p(-prior) + patterns.log_probability(u))
    return np.exp(match - either), either


def _shares(counts: Floats, there: Any) -> Floats:
    some = np.where(there, counts, 0.0)
    return np.asarray(some / some.sum(axis=1, keepdims=True))


Block: TypeAlias = tuple[list[int], _Patterns]  # A key, and the patterns of the other labels in pairs that share it.


def _blocks(columns: Sequence[_Column], u: Floats, share: Floats, draw: np.random.Generator) -> list[Block]:
    """The blocks that contain matches, short and selective keys first, until enough of them leave out each label."""
    blocks, every, lengths = list[Block](), range(len(columns)), range(1, min(MOST_LABELS, len(columns) - 2) + 1)
    keys = (sorted(itertools.combinations(every, n), key=lambda key: math.prod(share[list(key)])) for n in lengths)
    for key in map(list, itertools.islice(itertools.chain.from_iterable(keys), MOST_KEYS)):
        others = np.delete(every, key)
        enough = all(sum(n not in block for block, _ in blocks) >= KEYS_A_LABEL for n in others)
        if enough or any({*block} <= {*key} for block, _ in blocks):
            continue
        left, right = _sharing([columns[n] for n in key])
        if not len(left):
            continue
        chosen = draw.choice(len(left), KEY_PAIRS, replace=False) if len(left) > KEY_PAIRS else slice(None)
        levels, counts = patterns = _patterns(columns, (left[chosen], right[chosen]))
        levels[:, key] = UNKNOWN
        # By the criterion of Schwarz (1978), a model with matches must be better than one without.
        fit, free = fitted(patterns, u), 1 + ((u > 0.0).sum(axis=1) - 1)[others].sum()
        gain = fit.log_likelihood - counts @ patterns.log_probability(u)
        if fit.prior >= LEAST_SAME and gain > 0.5 * free * math.log(max(2.0, counts.sum())):
            blocks.append((key, _Patterns(levels, counts * (len(left) / counts.sum()))))
    return blocks


def _sharing(columns: Sequence[_Column]) -> tuple[Integers, Integers]:
    """The pairs of records with equal values in all columns; none if they are too many."""
    held = pd.DataFrame({f"{n}": column.codes for n, column in enumerate(columns)})
    key, held = [*held], held[(held != ABSENT).all(axis=1)].reset_index(names="row")
    if _pairs_among(held.groupby(key).size()).sum() > PAIRS_A_RECORD * len(columns[0].codes):
        held = held[:0]
    both = held.merge(held, on=key).query("row_x < row_y")
    return both["row_x"].to_numpy(), both["row_y"].to_numpy()


def learned_from_records(
    records: Records, compared: Iterable[str | Comparison], *, threshold: float = 0.0, seed: int = 0
) -> FellegiSunter:
    """The rule by odds whose prior, m and u are EM estimates from unlabelled records.

    u is estimated from random pairs; of equal values, it is the share in all pairs. With u fixed, EM over the pairs
    that share a key (equal values of one to three labels) estimates m of all other labels, and the share ``p_k`` of
    matches. m is the mean over several keys, weighted by ``p_k`` and the number of matches. The ``N_k`` of N pairs that
    share a key of labels l predict the prior ``p_k N_k / (N prod e_l)``, where ``e_l`` is the share of matches with an
    equal l. Then u is estimated again without the matches, and the rest once more. Of several values the first counts;
    confidences do not.
    Source: Fellegi & Sunter 1969; Winkler 2000; Enamorado, Fifield & Imai, "Using a Probabilistic Model to Assist
    Merging of Large-Scale Administrative Records" (APSR 2019).

    Arguments:
        compared: at least three; a ``Comparison`` gives levels, equal values being added if missing, and a label stands
            for equal values and Jaro-Winkler similarities of 0.9 and 0.8.

    >>> rows = [Record.of(("N", f"n{n % 40}"), ("P", f"p{n % 41}"), ("C", f"c{n % 39}")) for n in range(200)]
    >>> match = learned_from_records(rows + rows[:60], [Comparison.by_odds(label, 9, 3) for label in "NPC"])
    >>> round(match.prior * 260 * 259 / 2), [round(comparison.levels[0].m, 1) for comparison in match.comparisons]
    (60, [1.0, 1.0, 1.0])
    """
    draw, rows = np.random.default_rng(check_seed(seed)), records_of(records)
    columns = [_Column(_with_equality(one), rows) for one in compared]
    known = [n for n, column in enumerate(columns) if column.known]
    if len(known) < 3:
        raise ValueError("too little to learn from: two records know fewer than three of the labels that are compared")
    prior, chances, matches = _learned([columns[n] for n in known], draw)
    learned = {n: both for n, both, number in zip(known, chances, matches, strict=True) if number >= LEAST_MATCHES}
    if not learned:
        raise ValueError("too little to learn from: fewer than five pairs of records seem to match")
    if kept := [repr(column.comparison.label) for n, column in enumerate(columns) if n not in learned]:
        said = f"too few pairs of one person know {', '.join(kept)}, whose odds stay as they were"
        warnings.warn(said, LeakageWarning, stacklevel=2)
    comparisons = [column.comparison for column in columns]
    for n, both in learned.items():
        m_and_u = zip(columns[n].levels, *both.tolist(), strict=False)
        *levels, otherwise = (replace(level, m=m, u=u) for level, m, u in m_and_u)
        comparisons[n] = replace(comparisons[n], levels=tuple(levels), otherwise=otherwise)
    return FellegiSunter(prior, tuple(comparisons), threshold)


def _learned(columns: Sequence[_Column], draw: np.random.Generator) -> tuple[float, Floats, Floats]:
    """The prior, m and u of each label, and the number of matches behind them."""
    size, every = len(columns[0].codes), _pairs_among(len(columns[0].codes))
    sizes, known, equal = np.array([(len(column.levels), column.known, column.equal) for column in columns]).T
    there = np.arange(sizes.max()) < sizes[:, None]
    left, right = draw.integers(0, size, RANDOM_PAIRS), draw.integers(0, size - 1, RANDOM_PAIRS)
    drawn = (left, right + (right >= left)) if every > RANDOM_PAIRS else np.triu_indices(size, 1)
    sample = _patterns(columns, drawn)

    def chances(counts: Floats, equal: Floats) -> Floats:
        first = ((equal + 0.5) / (known + 0.5 * sizes))[:, None]
        rest = _shares(sample.by_level(counts, there.shape[1])[:, 1:] + 0.5, there[:, 1:])
        return np.hstack([first, (1.0 - first) * rest])

    u = chances(sample.counts, equal)
    blocks = _blocks(columns, u, equal / known, draw)
    pairs = np.array([patterns.counts.sum() for _, patterns in blocks])
    beside = np.array([~np.isin(range(len(columns)), key) for key, _ in blocks])
    for _ in range(2):
        fits = [fitted(patterns, u) for _, patterns in blocks]
        share = np.array([fit.prior for fit in fits])
        matches = np.array([fit.matches for fit in fits]).reshape(-1, *u.shape)
        m = _shares(np.tensordot(share, matches, 1) + 0.5, there)
        agreeing = (share @ matches[:, :, 0]) / np.maximum(LEAST, (share**2 * pairs) @ beside)
        predicted = np.array([agreeing[key].prod() for key, _ in blocks])
        found = (share**2 * pairs)[predicted > 0.0].sum() / max(LEAST, share @ predicted)
        prior = min(max(LEAST, float(found / every)), 0.5)
        of_two = np.maximum(0.0, equal - prior * every * agreeing)
        for (key, _), p, n in zip(blocks, share, pairs, strict=True):
            if len(key) == 1:
                of_two[key] = (1.0 - p) * n
        u = chances(sample.counts * (1.0 - _posterior(sample, m, u, prior)[0]), of_two)
    return prior, np.stack([m, u], axis=1).clip(LEAST, 1.0), np.minimum(matches.sum(axis=(0, 2)), prior * every)


def _pairs_among(count: Any) -> Any:
    return count * (count - 1) / 2


def _with_equality(one: str | Comparison) -> Comparison:
    if isinstance(one, str):
        similars = (Similar(one, at_least, blocked=False) for at_least in (0.9, 0.8))
        return Comparison.by_odds(one, 100.0, 5.0, tuple((similar, 10.0) for similar in similars))
    equal = replace(one.levels[0], similar=None)
    return one if one.levels[0] == equal else replace(one, levels=(equal, *one.levels))
