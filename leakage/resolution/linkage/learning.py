"""Learning what evidence weighs: from labelled pairs, and by expectation maximisation."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from leakage.arguments import check_seed
from leakage.database import Floats, Integers
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.linkage.comparison import Comparison, Level, listed_frequencies
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.pairs import EncodedColumn, PairNumbers, Pattern, PatternCounts
from leakage.tabular.rows import redacted_repr

# Pairs of labelled records: those of one person, and those of two.


MOST_LABELLED_PAIRS = 1_000_000


@dataclass(frozen=True, eq=False)
class LabelledPairs:
    """The pairs of one person and those of two; where all are too many, of each kind so many that are drawn.

    Arguments:
        same, different: numbers of records, pair by pair.
        of_one: how many pairs of one person there are.
        of_all: how many pairs there are.
    """

    same: PairNumbers
    different: PairNumbers
    of_one: int
    of_all: int

    __repr__ = redacted_repr

    @staticmethod
    def of(people: Sequence[Hashable], most: int = MOST_LABELLED_PAIRS, seed: int = 0) -> LabelledPairs:
        """The pairs of records of which it is known whose they are.

        >>> pairs = LabelledPairs.of(["Ann", "Ann", "Bob"])
        >>> pairs.of_one, pairs.of_all, [side.tolist() for side in pairs.different]
        (1, 3, [[0, 1], [2, 2]])
        """
        person = numbered(people)
        counts = np.bincount(person).astype(np.int64)
        of_one, of_all = int((counts * (counts - 1) // 2).sum()), len(person) * (len(person) - 1) // 2
        if of_all <= most:
            left, right = np.triu_indices(len(person), 1)
            same = person[left] == person[right]
            return LabelledPairs((left[same], right[same]), (left[~same], right[~same]), of_one, of_all)
        drawing = _Drawing.of(person, counts, seed)
        return LabelledPairs(
            drawing.same(min(most, of_one)), drawing.different(min(most, of_all - of_one)), of_one, of_all
        )


def numbered(people: Sequence[Hashable]) -> Integers:
    """For each record the number of its person, in the order in which they come.

    >>> numbered(["Bob", "Ann", "Bob"]).tolist()
    [0, 1, 0]
    """
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(person, len(numbers)) for person in people], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class _Drawing:
    """Records sorted by person, from which pairs are drawn, each as likely as any other of its kind.

    Arguments:
        chance: where the draws come from.
        sorted: numbers of records, those of one person side by side.
        start, count: of each place where its person begins, and how many records that person has.
    """

    chance: np.random.Generator
    sorted: Integers
    start: Integers
    count: Integers

    @staticmethod
    def of(person: Integers, counts: Integers, seed: int) -> _Drawing:
        order = np.argsort(person, kind="stable")
        starts = np.cumsum(counts) - counts
        return _Drawing(np.random.default_rng(seed), order, starts[person[order]], counts[person[order]])

    def same(self, pairs: int) -> PairNumbers:
        first = self._weighted(self.count - 1, pairs)
        other = self.start[first] + self.chance.integers(0, np.maximum(self.count[first] - 1, 1))
        return self.sorted[first], self.sorted[other + (other >= first)]

    def different(self, pairs: int) -> PairNumbers:
        first = self._weighted(len(self.sorted) - self.count, pairs)
        other = self.chance.integers(0, np.maximum(len(self.sorted) - self.count[first], 1))
        return self.sorted[first], self.sorted[other + np.where(other >= self.start[first], self.count[first], 0)]

    def _weighted(self, weights: Integers, draws: int) -> Integers:
        """Places drawn, each as often as it has others to be paired with."""
        ends = np.cumsum(weights)
        drawn = self.chance.integers(0, ends[-1], draws) if draws else np.empty(0, dtype=np.int64)
        return np.searchsorted(ends, drawn, side="right")


# Mixture: pairs of one person and pairs of two, told apart by the patterns they show (expectation maximisation).


LEAST = 1e-12
"""How near to 0 and 1 the share of pairs of one person may come."""


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
    learn_u: bool,
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
        learn_u: whether u is learned as well, or stays.
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
        u = shares(patterns.by_level(patterns.counts - one)) if learn_u else mixture.u
        mixture = Mixture(prior, shares(patterns.by_level(one)), u)
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


# Learning what evidence weighs: from pairs of which nothing is known, or from records whose people are known.


LEAST_CHANCE = 1e-6
"""What a chance that came out as 0 is taken to be, as Splink does with a level that was not observed."""

HALF = 0.5
"""Of a pair, added to every level where pairs are counted, so that none is impossible: Jeffreys' prior."""


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
        log_likelihoods: of the pairs, before each round and after the last; empty where none was needed.
        by_label: what each was learned from, where pairs were found by what they share.
    """

    prior: float
    comparisons: tuple[Comparison, ...]
    log_likelihoods: tuple[float, ...] = ()
    by_label: tuple[LabelLearning, ...] = ()

    __repr__ = redacted_repr

    def match(self, threshold: float) -> FellegiSunter:
        """The match that joins at a threshold, in bits."""
        return FellegiSunter(self.prior, self.comparisons, threshold)


def expectation_maximisation(
    patterns: Mapping[Pattern, int],
    comparisons: Sequence[Comparison],
    *,
    prior: float = 0.01,
    learn_u: bool = True,
    rounds: int = 500,
    tolerance: float = 1e-9,
) -> Learned:
    """The prior, m and u under which the patterns at hand are likeliest, as far as rounds of improvement lead.

    E: ``g = p prod m / (p prod m + (1 - p) prod u)`` for every pattern. M: ``p = mean of g``, ``m_k = sum of g over the
    pairs that reach level k / sum of g over those that know the label``; u with 1 - g. The log-likelihood
    ``sum n log(p prod m + (1 - p) prod u)`` does not fall from one round to the next; where it ends depends on where
    it starts, which is what the comparisons say. Labels are taken to be independent given whether it is one person.
    Source: Dempster, Laird & Rubin (1977); Winkler, "Using the EM Algorithm for Weight Computation in the
    Fellegi-Sunter Model of Record Linkage" (Census Bureau RR2000/05).

    Arguments:
        patterns: pattern to how many pairs have it; one pair at least.
        comparisons: whose m and u are where it starts.
        prior: where p starts, in (0, 1).
        learn_u: whether u is learned as well, or stays as it is, as it may where it is that of random pairs.
        rounds: at most, >= 1.
        tolerance: the gain of log-likelihood a pair at which it ends, >= 0.

    Raises:
        ValueError: for no pair, or a prior outside of (0, 1).

    >>> phone = Comparison.by_odds("P", 100, 10)
    >>> name = Comparison.by_odds("N", 20, 10)
    >>> seen = {(0, 0): 90, (0, 1): 10, (1, 0): 400, (1, 1): 9500}
    >>> learned = expectation_maximisation(seen, [phone, name])
    >>> learned.log_likelihoods[-1] > learned.log_likelihoods[0], 0.005 < learned.prior < 0.02
    (True, True)
    """
    if not any(patterns.values()):
        raise ValueError("there must be a pair of records to learn from")
    if not 0.0 < prior < 1.0:
        raise ValueError(f"prior must be in (0, 1), got {prior}")
    start = Mixture(prior, *(_chances(comparisons, name) for name in ("m", "u")))
    counted = PatternCounts.of(patterns, comparisons)
    fit = fitted(counted, start, learn_u=learn_u, rounds=rounds, tolerance=tolerance)
    learned = fit.mixture
    return Learned(learned.prior, with_chances(comparisons, learned.m, learned.u), fit.log_likelihoods)


def learned_from_people(
    records: Sequence[Record], people: Sequence[Hashable], comparisons: Sequence[Comparison], *, seed: int = 0
) -> Learned:
    """The prior, m and u of records of which it is known whose they are: how often pairs reach each level.

    ``m_k = (n_k + 1/2) / (n + K/2)`` of the n pairs of one person that know the label: half a pair is added to each of
    the K levels, so that none is impossible. u is that of pairs of two people, the prior the share of pairs of one.
    Of more than a million pairs so many of each kind are drawn.
    Source: Fellegi & Sunter 1969, Section 3.3; the half is that of Jeffreys' prior.

    Arguments:
        records: two at least.
        people: for each record whose it is.
        comparisons: which levels there are; their m and u do not count.
        seed: a whole number of at least 0; equal seeds give equal results.

    Raises:
        ValueError: where the two are not equally long, or the records are all of one person or all of different ones.

    >>> rows = [Record.of(("P", value)) for value in "1122"]
    >>> learned = learned_from_people(rows, ["Ann", "Ann", "Bob", "Bob"], [Comparison.by_odds("P", 9, 3)])
    >>> phone = learned.comparisons[0]
    >>> [round(chance, 3) for chance in (learned.prior, phone.levels[0].m, phone.otherwise.u)]
    [0.333, 0.833, 0.9]
    """
    if len(records) != len(people):
        raise ValueError("there must be a person for every record")
    pairs = LabelledPairs.of(people, seed=check_seed(seed))
    if not 0 < pairs.of_one < pairs.of_all:
        raise ValueError("there must be pairs of records of one person, and of two people")
    columns = [EncodedColumn.of(comparison, records) for comparison in comparisons]
    counted = (PatternCounts.among(columns, of_kind) for of_kind in (pairs.same, pairs.different))
    m, u = (shares([counts + HALF for counts in of_kind.by_level(of_kind.counts)]) for of_kind in counted)
    return Learned(pairs.of_one / pairs.of_all, with_chances(comparisons, m, u))


def with_frequencies(comparison: Comparison, records: Sequence[Record]) -> Comparison:
    """The comparison with u of equal values by how frequent the value is among some records.

    ``log2(m / f_v)`` instead of ``log2(m / u)``; levels that go by frequency already stay as they are.
    Source: Winkler 2000; Splink's term-frequency adjustment.

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


def _chances(comparisons: Sequence[Comparison], name: str) -> tuple[Floats, ...]:
    by_comparison = [[getattr(level, name) for level in (*c.levels, c.otherwise)] for c in comparisons]
    return tuple(np.array(chances) / sum(chances) for chances in by_comparison)


def with_chances(
    comparisons: Sequence[Comparison], m: Sequence[Floats], u: Sequence[Floats], least: float = LEAST_CHANCE
) -> tuple[Comparison, ...]:
    """The comparisons with other m and u, none of them below the least; that of values that reach no level is last."""

    def level(before: Level, m: float, u: float) -> Level:
        return replace(before, m=min(1.0, max(m, least)), u=min(1.0, max(u, least)))

    return tuple(
        replace(
            c,
            levels=tuple(map(level, c.levels, m_of[:-1].tolist(), u_of[:-1].tolist())),
            otherwise=level(c.otherwise, float(m_of[-1]), float(u_of[-1])),
        )
        for c, m_of, u_of in zip(comparisons, m, u, strict=True)
    )
