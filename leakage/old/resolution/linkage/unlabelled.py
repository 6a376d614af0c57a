"""Learning what evidence weighs from records of which nobody knows whose they are."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

from leakage.arguments import check_seed
from leakage.old.database import Floats, Integers
from leakage.old.resolution.linkage.comparison import Comparison, Level, listed_frequencies
from leakage.old.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.old.resolution.linkage.pairs import EncodedColumn, PairNumbers, PatternCounts
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import check_cancelled, report
from leakage.record import Record

# Shared keys: the pairs of records that have the same value of each of some labels, counted and drawn.


MOST_TRIED = 64
"""Keys of so many labels each that are looked at, those first that chance makes rarest."""

MOST_LABELS = 3
"""Labels of a key."""

ENTRIES_A_RECORD = 8
"""Values, or combinations of values, that records may have of a key on average; of more it is not made."""


MOST_VALUES = 32
"""Values of a label that count in one record; of more those that are first as they are sorted."""


@dataclass(frozen=True, eq=False)
class SharedKey:
    """What pairs of records are found by: an equal value of each of some labels.

    Arguments:
        labels: numbers of the comparisons.
        records: that know all of the labels, those with the same values side by side; of several values, several times.
        sizes: how many have the same values.
        by_chance: how many pairs would share it if the labels had nothing to do with each other; as many as there are,
            where it is of one label.
    """

    labels: tuple[int, ...]
    records: Integers
    sizes: Integers
    by_chance: float

    __repr__ = redacted_repr

    @cached_property
    def pairs(self) -> int:
        """How many there are; two records that share several values count for each."""
        return _pairs_in(self.sizes)

    @property
    def most_same(self) -> float:
        """The share of the pairs that can be of one person: those that chance does not make, and what it may err by."""
        if len(self.labels) == 1:
            return 1.0
        return min(1.0, (self.pairs - self.by_chance + 3.0 * math.sqrt(self.by_chance)) / max(1, self.pairs))

    def stands_out(self, least: float) -> bool:
        """Whether more pairs share it than chance makes: so many of them at least, and more than it may err by."""
        beyond = self.pairs - self.by_chance
        return len(self.labels) == 1 or beyond >= max(3.0 * math.sqrt(self.by_chance), least * self.pairs)

    def drawn(self, most: int, chance: np.random.Generator) -> PairNumbers:
        """All the pairs, each once; where they are more than ``most``, so many that are drawn.

        >>> key = SharedKey((0,), np.array([4, 2, 7, 9, 1]), np.array([3, 2]), 4.0)
        >>> [numbers.tolist() for numbers in key.drawn(10, np.random.default_rng(0))]
        [[1, 2, 2, 4], [9, 4, 7, 7]]
        """
        starts = np.cumsum(self.sizes) - self.sizes
        if self.pairs > most:
            group = np.searchsorted(
                np.cumsum(_pairs_of(self.sizes)), chance.integers(0, self.pairs, most), side="right"
            )
            one = chance.integers(0, self.sizes[group])
            other = chance.integers(0, self.sizes[group] - 1)
            first, second = starts[group] + one, starts[group] + other + (other >= one)
            return self.records[first], self.records[second]
        place = np.arange(len(self.records))
        after = np.repeat(starts + self.sizes, self.sizes) - place - 1
        first = np.repeat(place, after)
        second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(after) - after, after)
        return _each_once(self.records[first], self.records[second])


@dataclass(frozen=True, eq=False)
class Keys:
    """The keys that records may share.

    Arguments:
        columns: what the records know of each label.
    """

    columns: tuple[EncodedColumn, ...]

    __repr__ = redacted_repr

    @property
    def size(self) -> int:
        """How many records there are."""
        return len(self.columns[0].starts) - 1

    @property
    def compared_a_pair(self) -> int:
        """How many pairs of values are compared for two records, about, and rather too many."""
        squares = (float(np.square(np.diff(column.starts)).mean()) for column in self.columns)
        return math.ceil(max(1.0, sum(squares)))

    @cached_property
    def single(self) -> tuple[SharedKey, ...]:
        """Of every label the key of it alone."""
        singles = (self._key((number,)) for number in range(len(self.columns)))
        return tuple(replace(key, by_chance=float(key.pairs)) for key in singles if key is not None)

    @cached_property
    def knowing(self) -> tuple[int, ...]:
        """How many pairs of records know each label."""
        counts = (int(np.count_nonzero(np.diff(column.starts))) for column in self.columns)
        return tuple(count * (count - 1) // 2 for count in counts)

    @cached_property
    def equal(self) -> tuple[float, ...]:
        """How many of those have a value of the label in common."""
        return tuple(float(min(key.pairs, most)) for key, most in zip(self.single, self.knowing, strict=True))

    def of_labels(self, count: int) -> Iterator[SharedKey]:
        """The keys of so many labels, those that chance makes rarest first; of very many the first of them."""
        if count == 1:
            yield from sorted(self.single, key=lambda key: key.pairs)
            return
        share = [equal / max(1, knowing) for equal, knowing in zip(self.equal, self.knowing, strict=True)]
        subsets = itertools.combinations(range(len(self.columns)), count)
        rarest = sorted(subsets, key=lambda labels: (math.prod(share[label] for label in labels), labels))
        for labels in rarest[:MOST_TRIED]:
            check_cancelled()
            key = self._key(labels)
            if key is not None:
                knowing = len(np.unique(key.records))
                chance = math.prod(share[label] for label in labels) * knowing * (knowing - 1) / 2
                yield replace(key, by_chance=chance)

    def _key(self, labels: tuple[int, ...]) -> SharedKey | None:
        """The records by what they have of some labels; None for too many combinations of several values."""
        records, codes = np.arange(self.size), np.zeros(self.size, dtype=np.int64)
        for label in labels:
            column = self.columns[label]
            counts = np.diff(column.starts)[records]
            if len(labels) > 1 and counts.sum() > ENTRIES_A_RECORD * self.size:
                return None
            place = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
            value = column.codes[np.repeat(column.starts[records], counts) + place]
            # Numbered anew label by label, or the product would pass what a number can hold.
            codes = np.unique(np.repeat(codes, counts) * max(1, len(column.values)) + value, return_inverse=True)[1]
            records = np.repeat(records, counts)
        order = np.argsort(codes, kind="stable")
        return SharedKey(labels, records[order], np.bincount(codes).astype(np.int64), 0.0)


def in_order(columns: Sequence[EncodedColumn]) -> tuple[EncodedColumn, ...]:
    """The same records in an order that hangs on nothing but their values, which are numbered as they are sorted.

    So what is drawn among them does not hang on the order in which they come. Of very many values some do not count.
    """
    ranked = [_few(_ranked(column)) for column in columns]
    order = np.lexsort([_ranks_of_sets(column) for column in ranked])
    return tuple(_taken(column, order) for column in ranked)


def random_pairs(count: int, most: int, chance: np.random.Generator) -> PairNumbers:
    """All pairs of so many records; where they are more than ``most``, so many that are drawn.

    >>> [numbers.tolist() for numbers in random_pairs(3, 3, np.random.default_rng(0))]
    [[0, 0, 1], [1, 2, 2]]
    """
    if count * (count - 1) // 2 <= most:
        left, right = np.triu_indices(count, 1)
        return left.astype(np.int64), right.astype(np.int64)
    left, right = chance.integers(0, count, most), chance.integers(0, count - 1, most)
    return left, right + (right >= left)


def _pairs_of(sizes: Integers) -> Integers:
    return sizes * (sizes - 1) // 2


def _pairs_in(sizes: Integers) -> int:
    return int(_pairs_of(sizes).sum())


def _each_once(left: Integers, right: Integers) -> PairNumbers:
    size = int(max(left.max(initial=0), right.max(initial=0))) + 1
    numbers = np.unique(np.minimum(left, right) * size + np.maximum(left, right))
    return numbers // size, numbers % size


def _ranked(column: EncodedColumn) -> EncodedColumn:
    """Its values as they are sorted, those of one record ascending."""
    by_value = np.array(sorted(range(len(column.values)), key=column.values.__getitem__), dtype=np.int64)
    rank = np.empty(len(by_value), dtype=np.int64)
    rank[by_value] = np.arange(len(by_value))
    codes = rank[column.codes]
    codes = codes[np.lexsort((codes, column.holders))]
    return replace(column, values=tuple(column.values[code] for code in by_value.tolist()), codes=codes)


def _few(column: EncodedColumn) -> EncodedColumn:
    """No more values of a record than count."""
    counts = np.diff(column.starts)
    kept = np.arange(len(column.codes)) - np.repeat(column.starts[:-1], counts) < MOST_VALUES
    starts = np.concatenate([[0], np.cumsum(np.minimum(counts, MOST_VALUES))])
    return replace(column, starts=starts, codes=column.codes[kept])


def _ranks_of_sets(column: EncodedColumn) -> Integers:
    """Of every record where its values come among those of all; records of the same values have the same rank."""
    counts = np.diff(column.starts)
    if counts.max(initial=0) <= 1:
        ranks = np.full(len(counts), -1, dtype=np.int64)
        ranks[counts > 0] = column.codes
        return ranks
    sets = [tuple(codes.tolist()) for codes in np.split(column.codes, column.starts[1:-1])]
    found = {codes: rank for rank, codes in enumerate(sorted(set(sets)))}
    return pd.Series(sets, dtype=object).map(found).to_numpy(dtype=np.int64)


def _taken(column: EncodedColumn, order: Integers) -> EncodedColumn:
    counts = np.diff(column.starts)[order]
    starts = np.concatenate([[0], np.cumsum(counts)])
    place = np.arange(starts[-1]) - np.repeat(starts[:-1], counts)
    return replace(column, starts=starts, codes=column.codes[np.repeat(column.starts[order], counts) + place])


# Mixture: pairs of one person and pairs of two, told apart by the patterns they show (expectation maximisation).


LEAST = 1e-12
"""How near to 0 and 1 the share of pairs of one person may come, and to 0 the chance of a level."""


@dataclass(frozen=True)
class Mixture:
    """p, and for every comparison the m and the u of its levels.

    Source: Fellegi & Sunter 1969, Section 2.

    Arguments:
        prior: p, the share of pairs that are of one person, in (0, 1).
        m, u: chances of the levels, the last that of values that reach none; one array a comparison.
    """

    prior: float
    m: tuple[Floats, ...]
    u: tuple[Floats, ...]

    def without(self, left_out: Collection[int]) -> Mixture:
        """The same of all comparisons but some."""
        m, u = (_others(chances, left_out) for chances in (self.m, self.u))
        return Mixture(self.prior, m, u)


@dataclass(frozen=True)
class Fit:
    """A mixture that was fitted to patterns.

    Arguments:
        mixture: where it ended.
        same: for every pattern the chance that a pair is of one person, as the last expectation had it.
        log_likelihoods: before each round and after the last.
    """

    mixture: Mixture
    same: Floats
    log_likelihoods: tuple[float, ...]


def fitted(
    patterns: PatternCounts,
    start: Mixture,
    *,
    rounds: int = 500,
    tolerance: float = 1e-9,
    most_prior: float = 1.0 - LEAST,
) -> Fit:
    """The mixture under which patterns are likeliest, as far as rounds of expectation and maximisation lead.

    Source: Dempster, Laird & Rubin (1977); Winkler, "Using the EM Algorithm for Weight Computation in the
    Fellegi-Sunter Model of Record Linkage" (Census Bureau RR2000/05).

    Arguments:
        patterns: of one pair at least.
        start: where it starts.
        rounds: at most, >= 1.
        tolerance: the gain of log-likelihood a pair at which it ends, >= 0.
        most_prior: what p does not pass, in (0, 1).
    """
    mixture, total = start, patterns.total
    likelihoods: list[float] = []
    for number in range(rounds):
        report("Learning", number, rounds)
        likelihood, same = expectation(patterns, mixture)
        likelihoods.append(likelihood)
        if number and likelihood - likelihoods[-2] <= tolerance * total:
            break
        one = patterns.counts * same
        prior = min(max(float(one.sum()) / total, LEAST), most_prior)
        mixture = Mixture(prior, shares(patterns.by_level(one)), mixture.u)
    else:
        likelihood, same = expectation(patterns, mixture)
        likelihoods.append(likelihood)
    return Fit(mixture, same, tuple(likelihoods))


def expectation(patterns: PatternCounts, mixture: Mixture) -> tuple[float, Floats]:
    """The log-likelihood, and for every pattern the chance that it is of one person.

    ``sum n log(p prod m + (1 - p) prod u)`` and ``g = p prod m / (p prod m + (1 - p) prod u)``.
    Source: Winkler 2000.
    """
    with np.errstate(divide="ignore"):
        same = np.log(mixture.prior) + patterns.logs(mixture.m)
        different = np.log1p(-mixture.prior) + patterns.logs(mixture.u)
    either = np.logaddexp(same, different)
    return float(patterns.counts @ either), np.exp(same - either)


def shares(counts: Sequence[Floats]) -> tuple[Floats, ...]:
    """Counts of levels as shares; where there is none, nothing is learned, and all levels are as likely.

    >>> [of_label.tolist() for of_label in shares([np.array([3.0, 1.0]), np.zeros(2)])]
    [[0.75, 0.25], [0.5, 0.5]]
    """
    return tuple(of / of.sum() if of.sum() > 0.0 else np.full(len(of), 1.0 / len(of)) for of in counts)


def _others(chances: Sequence[Floats], left_out: Collection[int]) -> tuple[Floats, ...]:
    return tuple(of_label for number, of_label in enumerate(chances) if number not in left_out)


# Learning what evidence weighs from records of which nobody knows whose they are.


HALF = 0.5
"""Of a pair, added to every level where pairs are counted, so that none is impossible: Jeffreys' prior."""

RANDOM_PAIRS = 500_000
"""Random pairs that are compared, at most."""

KEY_PAIRS = 100_000
"""Pairs that share a key that are compared, at most."""

MOST_COMPARED = 6_000_000
"""Pairs of values that are compared in random pairs at most, and of each key; where records have several, of fewer."""

PAIRS_A_RECORD = 3
"""Pairs that share a key, for each record; in larger blocks those of one person are lost."""

LEAST_SAME = 0.01
"""The share of pairs of one person below which a key teaches nothing."""

MOST_KEYS = 24
"""Keys whose pairs are compared, at most."""

SURE_SAME = 0.2
"""The same, where a label has keys enough, and only pairs of one person that know it are missing."""

KEYS_A_LABEL = 2
"""Keys without a label from which its m is learned, where there are so many."""

LEAST_LABELS = 3
"""Labels that must be compared: beside one that pairs are found by, two that confirm each other."""

LEAST_PAIRS = 5.0
"""Pairs of one person from which the odds of a label are learned, at least."""

ROUNDS = 2
"""How often m, u and the prior are learned from each other."""

TOLERANCE = 1e-7

FEW_LABELS = "fewer than three labels that are compared are known to several records, too little to learn from"
NO_KEY = "no pairs of one person stand out among those that share a value, so there is too little to learn from"
FEW_PAIRS = "fewer than five pairs of records seem to be of one person, too little to learn from"
NOT_KNOWN = "fewer than two records know it"
NOT_SEEN = "fewer than five pairs of records that know it seem to be of one person"


@dataclass(frozen=True)
class LabelLearning:
    """What the odds of one label were learned from.

    Arguments:
        label: which.
        pairs: about how many pairs of one person that know it, at most.
        keys: by which labels' values, being equal, those pairs were found.
        obstacle: why its odds stayed as they were; empty where they were learned.
    """

    label: str
    pairs: float
    keys: tuple[tuple[str, ...], ...]
    obstacle: str = ""

    __repr__ = redacted_repr


@dataclass(frozen=True)
class Learned:
    """What pairs of records taught.

    Arguments:
        prior: the chance that two records are of one person, in (0, 1).
        comparisons: with the m and u that were learned.
        by_label: what each was learned from.
    """

    prior: float
    comparisons: tuple[Comparison, ...]
    by_label: tuple[LabelLearning, ...]

    __repr__ = redacted_repr

    def match(self, threshold: float) -> FellegiSunter:
        """The match that joins at a threshold, in bits."""
        return FellegiSunter(self.prior, self.comparisons, threshold)


def learned_from_records(
    records: Sequence[Record], comparisons: Sequence[Comparison], *, seed: int = 0, frequencies: bool = False
) -> Learned:
    """The prior, m and u of records of which nobody knows whose they are, however rare those of one person are.

    u is that of random pairs. Pairs that share a key, equal values of one to three labels, are of one person far more
    often; with u fixed, expectation maximisation over them finds m of all labels but those of the key, and the share
    p_k that is of one person. That is done for several keys in turn, until each label was left out by two; m is the
    mean over keys, each weighted by p_k and by its pairs of one person. Of the N pairs of records those N_k that share
    a key of labels l foretell the prior ``p_k N_k / (N prod e_l)``, e_l being the share of pairs of one person that
    have an equal l. Then u is learned anew without what is of one person, and all of it once more. What comes of it
    does not hang on the order of the records, nor on the odds of before. How sure a value is does
    not count, unless it is certainly wrong.
    Source: Fellegi & Sunter 1969; Winkler 2000; Enamorado, Fifield & Imai, "Using a Probabilistic Model to Assist
    Merging of Large-Scale Administrative Records" (APSR 2019); keys in turn with u fixed.

    Arguments:
        records: R; of more than 1,000 the random pairs are drawn.
        comparisons: which levels there are, three labels at least; odds that cannot be learned stay as they are.
        seed: a whole number of at least 0; equal seeds give equal results.
        frequencies: whether equal values weigh by how frequent they are among the records, as ``with_frequencies``.

    Raises:
        ValueError: where there is too little to learn from: fewer than three labels that two records know, no key by
            which pairs of one person stand out, or fewer than five such pairs.

    >>> rows = [Record.of(("N", f"n{n % 40}"), ("P", f"p{n % 41}"), ("C", f"c{n % 39}")) for n in range(200)]
    >>> rows += rows[:60]
    >>> compared = [Comparison.by_odds(label, 9, 3) for label in "NPC"]
    >>> learned = learned_from_records(rows, compared)
    >>> round(learned.prior * len(rows) * (len(rows) - 1) / 2), [round(c.levels[0].m, 1) for c in learned.comparisons]
    (60, [1.0, 1.0, 1.0])
    """
    check_seed(seed)
    columns = [EncodedColumn.of(_with_equality(comparison), records) for comparison in comparisons]
    usable = [number for number, column in enumerate(columns) if np.count_nonzero(np.diff(column.starts)) > 1]
    if len(usable) < LEAST_LABELS:
        raise ValueError(FEW_LABELS)
    learning = _Learning.of([columns[number] for number in usable], seed)
    mixture, pairs = learning.mixture()
    if pairs.max() < LEAST_PAIRS:
        raise ValueError(FEW_PAIRS)
    learned = dict(zip(usable, learning.comparisons(mixture, pairs, [comparisons[n] for n in usable]), strict=True))
    by_label = dict(zip(usable, learning.by_label(pairs), strict=True))
    compared = tuple(learned.get(number, comparison) for number, comparison in enumerate(comparisons))
    if frequencies:
        compared = tuple(with_frequencies(comparison, records) for comparison in compared)
    missing = (LabelLearning(comparison.label, 0.0, (), NOT_KNOWN) for comparison in comparisons)
    in_order = tuple(by_label.get(number, nothing) for number, nothing in enumerate(missing))
    return Learned(mixture.prior, compared, in_order)


def with_frequencies(comparison: Comparison, records: Sequence[Record]) -> Comparison:
    """The comparison with u of equal values by how frequent the value is among some records.

    ``log2(m / f_v)`` instead of ``log2(m / u)``; levels that go by frequency already stay as they are.
    Source: Winkler 2000.

    >>> names = [Record.of(("N", name)) for name in ("Smith", "Smith", "Doe", "Ray")]
    >>> by_name = with_frequencies(Comparison.by_odds("N", 9, 3), names)
    >>> by_name.weigh("Doe", "Doe") - by_name.weigh("Smith", "Smith")
    1.0
    """
    frequencies, unlisted = listed_frequencies(comparison.label, records)
    levels = comparison.levels
    if not any(level.by_frequency for level in levels):
        levels = tuple(replace(level, by_frequency=1.0) if level.similar is None else level for level in levels)
    return replace(comparison, levels=levels, frequencies=frequencies, unlisted=unlisted)


def with_chances(comparisons: Sequence[Comparison], m: Sequence[Floats], u: Sequence[Floats]) -> tuple[Comparison, ...]:
    """The comparisons with other m and u, none of them 0; that of values that reach no level is last."""

    def level(before: Level, m: float, u: float) -> Level:
        return replace(before, m=min(1.0, max(m, LEAST)), u=min(1.0, max(u, LEAST)))

    return tuple(
        replace(
            c,
            levels=tuple(map(level, c.levels, m_of[:-1].tolist(), u_of[:-1].tolist())),
            otherwise=level(c.otherwise, float(m_of[-1]), float(u_of[-1])),
        )
        for c, m_of, u_of in zip(comparisons, m, u, strict=True)
    )


@dataclass(frozen=True, eq=False)
class _Block:
    """The pairs that share a key.

    Arguments:
        key: which.
        patterns: of those pairs, or of some that were drawn.
        pairs: how many there are.
    """

    key: SharedKey
    patterns: PatternCounts
    pairs: int

    def fit(self, start: Mixture) -> Fit:
        """The mixture of the labels that are not of the key."""
        others, left_out = self.patterns.without(self.key.labels), start.without(self.key.labels)
        return fitted(others, left_out, tolerance=TOLERANCE, most_prior=self._most_prior)

    def stands_out(self, fit: Fit, u: Sequence[Floats]) -> bool:
        """Whether some of its pairs are of one person rather than none, by Schwarz's criterion (1978)."""
        others = self.patterns.without(self.key.labels)
        alone = float(others.counts @ others.logs([of for n, of in enumerate(u) if n not in self.key.labels]))
        chances = 1 + sum(size - 1 for size in others.sizes)
        return fit.log_likelihoods[-1] - alone > 0.5 * chances * math.log(max(2.0, others.total))

    def reached(self, fit: Fit) -> Iterator[tuple[int, Floats]]:
        """Of every label that is not of the key how many pairs of one person reach each of its levels."""
        one = self.patterns.counts * fit.same * (self.pairs / self.patterns.total)
        levels = enumerate(self.patterns.by_level(one))
        return ((number, counts) for number, counts in levels if number not in self.key.labels)

    def same(self, fit: Fit) -> float:
        """How many of its pairs are of one person."""
        return fit.mixture.prior * self.pairs

    @property
    def _most_prior(self) -> float:
        return min(max(self.key.most_same, LEAST), 1.0 - LEAST)


@dataclass(frozen=True, eq=False)
class _Learning:
    """Records that are learned from.

    Arguments:
        keys: that they may share.
        random: patterns of random pairs.
        blocks: pairs that share a key, for the keys that teach something.
    """

    keys: Keys
    random: PatternCounts
    blocks: tuple[_Block, ...]

    @staticmethod
    def of(columns: Sequence[EncodedColumn], seed: int) -> _Learning:
        """What is compared of the records."""
        chance = np.random.default_rng(seed)
        keys = Keys(in_order(columns))
        most = min(RANDOM_PAIRS, MOST_COMPARED // keys.compared_a_pair)
        random = PatternCounts.among(keys.columns, random_pairs(keys.size, most, chance))
        learning = _Learning(keys, random, ())
        start = learning._start(learning._u(random.counts, keys.equal))
        return replace(learning, blocks=tuple(learning._blocks(start, chance)))

    def mixture(self) -> tuple[Mixture, Floats]:
        """What is learned, and of each label from how many pairs of one person."""
        if not self.blocks:
            raise ValueError(NO_KEY)
        u = self._u(self.random.counts, self.keys.equal)
        for _ in range(ROUNDS):
            fits = [block.fit(self._start(u)) for block in self.blocks]
            pooled = _Pooled.of(self.blocks, fits, self.random.sizes)
            prior = pooled.prior(self.blocks, fits) / self._all
            if prior < LEAST:
                raise ValueError(NO_KEY)
            learned = Mixture(min(prior, 0.5), pooled.m, u)
            _, same = expectation(self.random, learned)
            u = self._u(self.random.counts * (1.0 - same), self._equal_of_two(learned.prior, pooled.equal, fits))
        # A pair that shares several keys was counted for each of them.
        return replace(learned, u=u), np.minimum(pooled.pairs, learned.prior * self._all)

    def comparisons(self, mixture: Mixture, pairs: Floats, given: Sequence[Comparison]) -> Iterator[Comparison]:
        """The comparisons with what was learned of them; those of which too little was seen stay as they were."""
        for number, comparison in enumerate(given):
            m, u = mixture.m[number], mixture.u[number]
            if comparison.levels[0].similar is not None:
                m, u = (np.concatenate([[chances[:2].sum()], chances[2:]]) for chances in (m, u))
            seen = pairs[number] >= LEAST_PAIRS
            yield with_chances([comparison], [m], [u])[0] if seen else comparison

    def by_label(self, pairs: Floats) -> Iterator[LabelLearning]:
        """What each label was learned from."""
        labels = [column.comparison.label for column in self.keys.columns]
        for number, label in enumerate(labels):
            keys = (block.key.labels for block in self.blocks if number not in block.key.labels)
            called = tuple(tuple(labels[of] for of in key) for key in keys)
            obstacle = "" if pairs[number] >= LEAST_PAIRS else NOT_SEEN
            yield LabelLearning(label, float(pairs[number]), called, obstacle)

    @property
    def _all(self) -> float:
        return self.keys.size * (self.keys.size - 1) / 2

    def _start(self, u: Sequence[Floats]) -> Mixture:
        """Where every fit starts: pairs of one person agree on most that they know."""
        m = tuple(np.array([0.8, *[0.2 / (size - 1)] * (size - 1)]) for size in self.random.sizes)
        return Mixture(0.2, m, tuple(u))

    def _u(self, weights: Floats, equal: Sequence[float]) -> tuple[Floats, ...]:
        """u of random pairs of some weights; of equal values that of all pairs of records, of which equal are few."""
        u = []
        for number, counts in enumerate(self.random.by_level(weights)):
            rest = counts[1:] + HALF
            first = (equal[number] + HALF) / (self.keys.knowing[number] + HALF * len(counts))
            u.append(np.concatenate([[first], (1.0 - first) * rest / rest.sum()]))
        return tuple(u)

    def _equal_of_two(self, prior: float, equal: Floats, fits: Sequence[Fit]) -> list[float]:
        """Of each label how many pairs of two people have it equal."""
        counts = [max(0.0, all_ - prior * self._all * e) for all_, e in zip(self.keys.equal, equal, strict=True)]
        for block, fit in zip(self.blocks, fits, strict=True):
            if len(block.key.labels) == 1:
                counts[block.key.labels[0]] = (1.0 - fit.mixture.prior) * block.pairs
        return counts

    def _blocks(self, start: Mixture, chance: np.random.Generator) -> Iterator[_Block]:
        """Of keys of few labels first those that teach something, until each label was left out by several."""
        labels, tried = len(self.keys.columns), 0
        covered = _Covered(np.zeros(labels, dtype=np.int64), np.zeros(labels), [])
        most = min(KEY_PAIRS, MOST_COMPARED // self.keys.compared_a_pair)
        confirming = LEAST_LABELS if labels > LEAST_LABELS + 1 else LEAST_LABELS - 1
        for count in range(1, min(MOST_LABELS, labels - confirming) + 1):
            for key in self._promising(count):
                least = covered.least_same(key.labels)
                if least is None or tried == MOST_KEYS:
                    continue
                tried += 1
                drawn = key.drawn(most, chance)
                whole = key.pairs if key.pairs > most else len(drawn[0])
                block = _Block(key, PatternCounts.among(self.keys.columns, drawn), whole)
                fit = block.fit(start)
                if fit.mixture.prior >= least and block.stands_out(fit, start.u):
                    covered.add(block, fit)
                    yield block

    def _promising(self, count: int) -> list[SharedKey]:
        """Keys of so many labels that few enough pairs share; those first of which chance makes least."""
        most = PAIRS_A_RECORD * self.keys.size
        found = [key for key in self.keys.of_labels(count) if 0 < key.pairs <= most and key.stands_out(LEAST_SAME)]
        return found if count == 1 else sorted(found, key=lambda key: key.by_chance / key.pairs)


@dataclass(frozen=True, eq=False)
class _Covered:
    """What each label can be learned from, as far as keys have been taken.

    Arguments:
        keys: of each label how many do not have it.
        pairs: of each label how many pairs of one person that know it those keys found.
        taken: the labels of each key.
    """

    keys: Integers
    pairs: Floats
    taken: list[frozenset[int]]

    def least_same(self, labels: Sequence[int]) -> float | None:
        """The share of pairs of one person that a key must have to be of use; None for one that is of none."""
        others = [number for number in range(len(self.keys)) if number not in labels]
        if any(of <= frozenset(labels) for of in self.taken):
            return None
        if any(self.keys[others] < KEYS_A_LABEL):
            return LEAST_SAME
        return SURE_SAME if any(self.pairs[others] < LEAST_PAIRS) else None

    def add(self, block: _Block, fit: Fit) -> None:
        """Take one more key."""
        self.taken.append(frozenset(block.key.labels))
        for number, counts in block.reached(fit):
            self.keys[number] += 1
            self.pairs[number] += counts.sum()


@dataclass(frozen=True, eq=False)
class _Pooled:
    """What the pairs of one person in several blocks have in common.

    Arguments:
        m: of every label.
        equal: the share of pairs of one person that have an equal value of it; NaN where every key has the label.
        pairs: from how many pairs of one person that know it.
    """

    m: tuple[Floats, ...]
    equal: Floats
    pairs: Floats

    @staticmethod
    def of(blocks: Sequence[_Block], fits: Sequence[Fit], sizes: Sequence[int]) -> _Pooled:
        """The mean of blocks, each weighted by its share of pairs of one person, and by how many they are."""
        counts = [np.full(size, HALF) for size in sizes]
        pairs, same, equal = (np.zeros(len(sizes)) for _ in range(3))
        for block, fit in zip(blocks, fits, strict=True):
            for number, reached in block.reached(fit):
                counts[number] += fit.mixture.prior * reached
                pairs[number] += reached.sum()
                same[number] += fit.mixture.prior * block.same(fit)
                equal[number] += fit.mixture.prior * reached[0]
        with np.errstate(invalid="ignore"):
            return _Pooled(shares(counts), equal / same, pairs)

    def prior(self, blocks: Sequence[_Block], fits: Sequence[Fit]) -> float:
        """How many pairs of one person there are, as the blocks foretell it: those they have by those they find."""
        have, find = 0.0, 0.0
        for block, fit in zip(blocks, fits, strict=True):
            share = float(np.prod(self.equal[list(block.key.labels)]))
            if share > 0.0:
                have += fit.mixture.prior * block.same(fit)
                find += fit.mixture.prior * share
        return have / find if find else 0.0


def _with_equality(comparison: Comparison) -> Comparison:
    """The comparison with equal values as a level of their own, for it is by them that pairs are found."""
    if comparison.levels[0].similar is None:
        return comparison
    first = comparison.levels[0]
    return replace(comparison, levels=(Level(first.m, first.u), *comparison.levels))
