"""How sure must she be? Leakage over the threshold of an adversary who joins records by odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from leakage.old.decision.leakage import worst_of
from leakage.old.measure.weights import Weights
from leakage.old.resolution.adversary import Adversary, ResolvePerSource
from leakage.old.resolution.linkage.comparison import MOST_BITS
from leakage.old.resolution.linkage.fellegi_sunter import EvidenceScorer, FellegiSunter
from leakage.old.resolution.linkage.pairs import EvidencePairs
from leakage.old.resolution.match import Match
from leakage.old.resolution.operations import Operation, Resolve, SingleLink
from leakage.progress import report
from leakage.record import Record

MOST_THRESHOLDS = 36
"""Thresholds that are looked at, where nobody says which."""

HARDLY = 0.01
"""Bits that labels say at least: at less she would take anybody for anybody."""

DIGITS = 9
"""Of a score, behind the point."""


class ThresholdPoint(NamedTuple):
    """What she knows at a threshold, in bits."""

    threshold: float
    leakage: float


def threshold_curve(
    records: Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    thresholds: Iterable[float] | None = None,
) -> tuple[ThresholdPoint, ...]:
    """``t -> L(R, e, E_t)`` at each of some thresholds, ascending; the records are resolved anew at each.

    Source: Whang & Garcia-Molina 2012, Definition 2; Fellegi & Sunter 1969 for the scores.

    Arguments:
        records: R.
        reference: e.
        adversary: E, who joins by ``FellegiSunter``, alone or beside other rules; its own threshold does not count.
        weights: label to weight, or a Measure.
        thresholds: in bits; None for the scores of pairs from even odds on, or from her own threshold where that is
            lower (quantiles of very many), and one above them all.

    Raises:
        ValueError: for an adversary who does not join by odds.

    >>> from leakage.old.resolution.linkage.comparison import Comparison
    >>> eve = Adversary(Resolve(FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))))
    >>> rows = [Record.of(("N", "Ann"), ("P", "1")), Record.of(("N", "Ann"), ("Z", "9"))]
    >>> curve = threshold_curve(rows, Record.of(("N", "Ann"), ("P", "1"), ("Z", "9")), eve)
    >>> [(round(point.threshold, 9), round(point.leakage, 9)) for point in curve]
    [(3.0, 1.0), (4.0, 0.8)]
    """
    listed, evidence = tuple(records), evidence_of(adversary)
    if evidence is None:
        raise ValueError("the adversary must join records by odds")
    tried = sorted({*(_usual_thresholds(listed, adversary, evidence) if thresholds is None else thresholds)})
    points = []
    for number, threshold in enumerate(tried):
        report("Asking for more evidence", number, len(tried))
        eve = _with_threshold(adversary, threshold)
        points.append(ThresholdPoint(threshold, worst_of(eve.resolve(listed), reference, weights).leakage))
    return tuple(points)


def evidence_of(adversary: Adversary) -> EvidenceScorer | None:
    """The evidence by which an adversary joins records, alone or beside other rules; None where there is none.

    >>> evidence_of(Adversary()) is None
    True
    """
    return next((found for match in adversary.matches if (found := EvidenceScorer.among(match))), None)


def _usual_thresholds(records: Sequence[Record], adversary: Adversary, evidence: EvidenceScorer) -> list[float]:
    for operation in adversary.operations:
        if operation.record_by_record:
            records = operation.apply(records).composites
    match = evidence.match
    least = min(max(min(0.0, match.threshold), match.prior_weight + HARDLY), MOST_BITS)
    pairs = EvidencePairs.of(replace(evidence, match=replace(match, threshold=least)), records)
    scores = np.unique(pairs.coded.weights(*pairs.matching()).round(DIGITS))
    if not len(scores):
        return [match.threshold]
    if len(scores) >= MOST_THRESHOLDS:
        scores = np.quantile(scores, np.linspace(0.0, 1.0, MOST_THRESHOLDS - 1), method="nearest")
    return [max(-MOST_BITS, min(score, MOST_BITS)) for score in (*scores.tolist(), float(scores[-1]) + 1.0)]


def _with_threshold(adversary: Adversary, threshold: float) -> Adversary:
    """The adversary who asks for other odds."""

    def asking(rule: Match) -> Match:
        return replace(rule, threshold=threshold) if isinstance(rule, FellegiSunter) else rule

    def changed(operation: Operation) -> Operation:
        if isinstance(operation, ResolvePerSource):
            return ResolvePerSource(changed(operation.operation))
        if isinstance(operation, Resolve | SingleLink):
            return replace(operation, match=operation.match.with_rules(asking))
        return operation

    return replace(adversary, operations=tuple(map(changed, adversary.operations)))
