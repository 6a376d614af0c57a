"""Calibration: of the pairs that evidence makes so and so likely one person, how many are?"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats
from leakage.record import Record
from leakage.resolution.linkage.coded import CodedRecords
from leakage.resolution.linkage.labelled_pairs import numbered
from leakage.resolution.linkage.patterns import PairNumbers, in_parts, pairs_among
from leakage.resolution.linkage.weighing import Weighing

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


def match_weights(weighing: Weighing, records: Sequence[Record], pairs: PairNumbers) -> Floats:
    """The match weight of each pair of records, as ``FellegiSunter.weight`` has it but for rounding.

    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969).

    >>> from leakage.resolution.linkage.comparison import Comparison
    >>> from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
    >>> match = FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))
    >>> rows = [Record.of(("N", name)) for name in ("Ann", "Ann", "Bob")]
    >>> match_weights(Weighing(match, ()), rows, pairs_among(rows)).round(9).tolist()
    [3.0, -1.0, -1.0]
    """
    coded = CodedRecords.of(weighing.match, [weighing.as_compared(record) for record in records])
    return np.concatenate([np.empty(0), *(coded.weights(left, right) for left, right in in_parts(pairs))])


def calibration(
    weighing: Weighing, records: Sequence[Record], people: Sequence[Hashable], edges: Sequence[float] = EDGES
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
    >>> [(bin.pairs, bin.right) for bin in calibration(Weighing(match, ()), rows, "aab", (0.0, 0.5, 1.0))]
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
