"""How good is this adversary? Her joins, and her certainty, against who the records are really of."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.database import Floats, Integers
from leakage.record import Record
from leakage.resolution.linkage.fellegi_sunter import EvidenceScorer
from leakage.resolution.linkage.learning import numbered
from leakage.resolution.linkage.pairs import CodedRecords, PairNumbers, in_parts, pairs_among

# How good is this adversary? What she joined, held against who the records are really of.


@dataclass(frozen=True, slots=True)
class JoinQuality:
    """Pairs of records joined and pairs that belong together.

    Arguments:
        joined: pairs of records in one composite.
        true: pairs of records of one person.
        right: pairs that are both.
    """

    joined: int
    true: int
    right: int

    @property
    def precision(self) -> float:
        """``right / joined``: how many of her joins are right; 1 where she joined nothing."""
        return self.right / self.joined if self.joined else 1.0

    @property
    def recall(self) -> float:
        """``right / true``: how many of the pairs to be joined she joined; 1 where there are none."""
        return self.right / self.true if self.true else 1.0

    @property
    def f1(self) -> float:
        """``2 right / (joined + true)``: the harmonic mean of precision and recall; 1 where both are 1."""
        either = self.joined + self.true
        return 2 * self.right / either if either else 1.0


def join_quality(composite_of: npt.ArrayLike, truth: npt.ArrayLike) -> JoinQuality:
    """Pairwise precision, recall and F1 of a resolution.

    Counted in O(|R|), for n records in one group make ``n (n - 1) / 2`` pairs.
    Source: Whang & Garcia-Molina 2012, Section 4 ("training data" for tuning Eve's operations); the pairwise
    measures are the usual ones of entity resolution.

    Arguments:
        composite_of: for each record the number of its composite; shape (|R|,).
        truth: for each record whose it is, of any type; shape (|R|,).

    Raises:
        ValueError: if the two are not equally long, or the truth of a record is missing.

    >>> quality = join_quality([0, 0, 0, 1], ["Alice", "Alice", "Bob", "Bob"])
    >>> quality.right, round(quality.precision, 3), quality.recall, quality.f1
    (1, 0.333, 0.5, 0.4)
    """
    joined, true = _codes(composite_of), _codes(truth)
    if len(joined) != len(true):
        raise ValueError(f"composite_of and truth must be equally long, got {len(joined)} and {len(true)}")
    both = joined * (int(true.max(initial=0)) + 1) + true
    return JoinQuality(_pairs(joined), _pairs(true), _pairs(both))


def _codes(groups: npt.ArrayLike) -> Integers:
    codes = pd.factorize(np.asarray(groups))[0].astype(np.int64)
    if (codes < 0).any():
        raise ValueError("every record needs a composite and a truth")
    return codes


def _pairs(groups: Integers) -> int:
    counts = np.unique(groups, return_counts=True)[1].astype(np.int64)
    return int((counts * (counts - 1) // 2).sum())


# Calibration: of the pairs that evidence makes so and so likely one person, how many are?


EDGES = (0.0, 0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.0)

MOST_TRIED = 1_000_000


@dataclass(frozen=True, slots=True)
class ProbabilityBin:
    """The pairs whose probability lies in [low, high), or in [low, 1] of the last.

    Arguments:
        low, high: in [0, 1].
        pairs: how many there are.
        right: how many of them are of one person.
        expected: their mean probability; 0 for no pair.
    """

    low: float
    high: float
    pairs: int
    right: int
    expected: float


def match_weights(weighing: EvidenceScorer, records: Sequence[Record], pairs: PairNumbers) -> Floats:
    """The match weight of each pair of records, as ``FellegiSunter.weight`` has it but for rounding.

    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969).

    >>> from leakage.resolution.linkage.comparison import Comparison
    >>> from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
    >>> match = FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))
    >>> rows = [Record.of(("N", name)) for name in ("Ann", "Ann", "Bob")]
    >>> match_weights(EvidenceScorer(match, ()), rows, pairs_among(rows)).round(9).tolist()
    [3.0, -1.0, -1.0]
    """
    coded = CodedRecords.of(weighing.match, [weighing.as_compared(record) for record in records])
    return np.concatenate([np.empty(0), *(coded.weights(left, right) for left, right in in_parts(pairs))])


def calibration(
    weighing: EvidenceScorer, records: Sequence[Record], people: Sequence[Hashable], edges: Sequence[float] = EDGES
) -> tuple[ProbabilityBin, ...]:
    """How many of the pairs of a probability are of one person, by probability; no matter where the threshold is.

    Where evidence tells the truth, of the pairs near probability P a share of about P is of one person. Of more than a
    million pairs all those among some records that are drawn are tried.
    Source: DeGroot & Fienberg, "The Comparison and Evaluation of Forecasters" (The Statistician 1983).

    Arguments:
        weighing: what makes pairs likely.
        records: R.
        people: for each record whose it is.
        edges: of the bins, from 0 to 1, ascending.

    Raises:
        ValueError: where records and people are not equally many.

    >>> from leakage.resolution.linkage.comparison import Comparison
    >>> from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
    >>> match = FellegiSunter(0.5, (Comparison.by_odds("N", 9, 9),))
    >>> rows = [Record.of(("N", name)) for name in ("Ann", "Ann", "Bob")]
    >>> [(bin.pairs, bin.right) for bin in calibration(EvidenceScorer(match, ()), rows, "aab", (0.0, 0.5, 1.0))]
    [(2, 0), (1, 1)]
    """
    if len(records) != len(people):
        raise ValueError("there must be a person for every record")
    person = numbered(people)
    left, right = pairs_among(records, MOST_TRIED)
    probable = 1.0 / (1.0 + np.exp2(np.minimum(-match_weights(weighing, records, (left, right)), 1_000.0)))
    same = person[left] == person[right]
    place = np.clip(np.searchsorted(edges, probable, side="right") - 1, 0, len(edges) - 2)
    pairs, right_ones = (np.bincount(of, minlength=len(edges) - 1).tolist() for of in (place, place[same]))
    likely = np.bincount(place, weights=probable, minlength=len(edges) - 1).tolist()
    ends = itertools.pairwise(edges)
    return tuple(
        ProbabilityBin(low, high, pairs[n], right_ones[n], likely[n] / max(1, pairs[n]))
        for n, (low, high) in enumerate(ends)
    )
