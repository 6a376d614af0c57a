"""How sure must she be? Leakage over the threshold of an adversary who joins records by odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from leakage.decision.leakage import NOBODY, PresumedOf, checked, warn_of_idle_weights, worst_of
from leakage.frames import Person, Records, person_of, records_of
from leakage.measure.weights import Weights, as_measure
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.engine import matching_pairs
from leakage.resolution.evidence import MOST_BITS, FellegiSunter, at_threshold, evidence_rule, odds_of
from leakage.resolution.rules import Match, Normalised

MOST_THRESHOLDS = 36  # Thresholds that are looked at.
HARDLY = 0.01  # Bits that labels say at least: at less she would take anybody for anybody.


class ThresholdPoint(NamedTuple):
    """What she knows at a threshold, in bits."""

    threshold: float
    leakage: float


def threshold_curve(
    records: Records,
    person: Person,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    presumed: PresumedOf = NOBODY,
) -> tuple[ThresholdPoint, ...]:
    """``t -> L(R, e, E_t)`` at each of some thresholds in bits, ascending; the records are resolved anew at each.

    They are the scores of pairs from even odds on, or from her own threshold where that is lower (quantiles of very
    many), and one above them all.
    Source: Whang & Garcia-Molina 2012, Definition 2; Fellegi & Sunter 1969 for the scores.

    Arguments: as ``information_leakage``; the adversary joins by odds.

    >>> from leakage import Comparison, Resolve
    >>> eve = Adversary(Resolve(FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))))
    >>> rows = [Record.of(("N", "Ann"), ("P", "1")), Record.of(("N", "Ann"), ("Z", "9"))]
    >>> curve = threshold_curve(rows, Record.of(("N", "Ann"), ("P", "1"), ("Z", "9")), eve)
    >>> [(round(point.threshold, 9), round(point.leakage, 9)) for point in curve]
    [(3.0, 1.0), (4.0, 0.8)]
    """
    listed, whole, measure = records_of(records), person_of(person), as_measure(weights)
    if odds_of(checked(adversary).matches) is None:
        raise ValueError("the adversary must join records by odds")
    tried = sorted({*_usual_thresholds(listed, adversary)})
    points = []
    for number, threshold in enumerate(tried):
        report("Asking for more evidence", number, len(tried))
        asking = partial(at_threshold, threshold=threshold)
        steps = (step.with_rule(asking) for step in adversary.operations)
        resolution = Adversary(*steps, cost=adversary.cost).resolve(listed)
        if not number:
            warn_of_idle_weights(measure, whole, resolution)
        points.append(ThresholdPoint(threshold, worst_of(resolution, whole, measure, presumed).leakage))
    return tuple(points)


def _by_odds(matches: Iterable[Match]) -> Iterator[tuple[FellegiSunter, Match]]:
    for match in matches:
        found = evidence_rule(match)
        if found:
            yield found, match
        for rule, part in () if found else _by_odds(match.parts):
            yield rule, match.with_parts([part]) if isinstance(match, Normalised) else part


def _usual_thresholds(records: Sequence[Record], adversary: Adversary) -> list[float]:
    evidence, match = next(_by_odds(adversary.matches))
    least = min(max(min(0.0, evidence.threshold), evidence.prior_weight + HARDLY), MOST_BITS)
    prepared = adversary.prepared(records)
    compared = [match.compared(record) for record in prepared]
    pairs = matching_pairs(prepared, at_threshold(match, least))
    scores = np.unique(np.round([evidence.weight(compared[one], compared[other]) for one, other in pairs], 9))
    if not len(scores):
        return [evidence.threshold]
    if len(scores) >= MOST_THRESHOLDS:
        scores = np.quantile(scores, np.linspace(0.0, 1.0, MOST_THRESHOLDS - 1), method="nearest")
    return [max(-MOST_BITS, min(score, MOST_BITS)) for score in (*scores.tolist(), float(scores[-1]) + 1.0)]
