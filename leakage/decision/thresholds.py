"""How sure must she be? Leakage as a step curve over the threshold of an adversary who weighs evidence."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from leakage.decision.regrouping import Members, Pairs, Regrouping
from leakage.decision.threshold_runs import asks_for_evidence, resolved_at_every_threshold, with_evidence
from leakage.decision.threshold_tree import joined_in_a_tree, tree_of_joins
from leakage.measure.measure import Weights
from leakage.measure.record_leakage import record_leakages
from leakage.progress import time_is_over
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.linkage.fellegi_sunter import ROUNDING
from leakage.short_repr import short_repr

MOST_RECKLESS = -10.0
"""Bits of a threshold at which a thousand to one against will do."""


@dataclass(frozen=True, slots=True)
class ThresholdStep:
    """The leakage from one threshold down to the next.

    Arguments:
        threshold: the match weight at which it begins, in bits; infinite where no evidence is enough.
        leakage: L(R, e, E).
        members: numbers of the records behind the composite that leaks most.
        joins: (left, right) records of the joins by which this step differs from the one before: those that made
            the composite that leaks most, or did away with the one that did.
        parted: the same of joins that fall away, as they may where evidence counts against.
    """

    threshold: float
    leakage: float
    members: Members
    joins: Pairs
    parted: Pairs = ()


@dataclass(frozen=True, slots=True)
class ThresholdCurve:
    """Leakage over how sure she must be, from careful to reckless.

    Arguments:
        steps: at falling thresholds, the first where no evidence is enough.
        least: the lowest threshold that was looked at.
        complete: whether that is the one asked for; else time was over before.
    """

    steps: tuple[ThresholdStep, ...]
    least: float
    complete: bool = True

    __repr__ = short_repr

    def leakage_at(self, threshold: float) -> float:
        """What she knows who joins records from a match weight on.

        Raises:
            ValueError: below what was looked at, or for no number.
        """
        # Written so that NaN fails too.
        if not threshold >= self.least:
            raise ValueError(f"thresholds from {self.least:g} bits on were looked at, got {threshold:g}")
        return next(step.leakage for step in reversed(self.steps) if step.threshold >= threshold - ROUNDING)


def threshold_curve(
    records: Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    least: float = MOST_RECKLESS,
) -> ThresholdCurve:
    """Leakage at every threshold of an adversary who weighs evidence.

    ``t -> L(R, e, E_t)``. Where joins only come as the threshold falls they make a tree, which is gone through once,
    each composite measured once: so it is where she links records one by one, and where she resolves but counts nothing
    against. Elsewhere joins come and go, for a composite to which evidence against applies may match less than its
    parts; then records are resolved once for each outcome there is (``resolved_at_every_threshold``). Where time is
    over before (``Budget``) the curve ends there.
    Source: Whang & Garcia-Molina 2012, Definition 2; Fellegi & Sunter 1969 for the weight.

    Arguments:
        records: R.
        reference: e.
        adversary: E, who joins by ``FellegiSunter``, alone or beside other rules; its own threshold does not count.
        weights: label to weight, or a Measure.
        least: the lowest threshold looked at, in bits.

    Raises:
        TypeError: for another adversary.

    >>> from leakage.resolution.linkage.comparison import Comparison
    >>> from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
    >>> from leakage.resolution.operations import Resolve
    >>> eve = Adversary((Resolve(FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))),))
    >>> rows = [Record.of(("N", "Ann"), ("P", "1")), Record.of(("N", "Ann"), ("Z", "9"))]
    >>> curve = threshold_curve(rows, Record.of(("N", "Ann"), ("P", "1"), ("Z", "9")), eve)
    >>> [(round(step.threshold, 9), round(step.leakage, 9), step.joins) for step in curve.steps]
    [(inf, 0.8, ()), (3.0, 1.0, ((0, 1),))]
    """
    if not can_sweep(adversary):
        raise TypeError("she must weigh evidence, and join records by nothing that compares them in a way of its own")
    held = tuple(records)
    batches = _in_a_tree(held, adversary, least) or (
        [regrouping] for regrouping in resolved_at_every_threshold(held, reference, adversary, weights, least)
    )
    measured = (measured for batch in batches for measured in _measured(batch, reference, weights))
    return _Curve().through(measured, least)


def can_sweep(adversary: Adversary) -> bool:
    """Whether ``threshold_curve`` takes an adversary.

    >>> can_sweep(Adversary())
    False
    """
    return asks_for_evidence(adversary)


def _in_a_tree(records: tuple[Record, ...], adversary: Adversary, least: float) -> list[list[Regrouping]]:
    """All joins as one batch, where they make a tree."""
    analysis = tree_of_joins(adversary)
    if analysis is None or adversary.pipeline is None:
        return []
    match = with_evidence(analysis.match, lambda match: replace(match, threshold=least))
    return [joined_in_a_tree(adversary.pipeline.prepared(records), replace(analysis, match=match))]


def _measured(
    regroupings: Sequence[Regrouping], reference: Record, weights: Weights | None
) -> Iterator[tuple[Regrouping, list[float]]]:
    """What each composite that comes leaks."""
    composites = [come.record for regrouping in regroupings for come in regrouping.come]
    leakages = iter(record_leakages(composites, reference, weights).tolist() if composites else [])
    for regrouping in regroupings:
        yield regrouping, list(itertools.islice(leakages, len(regrouping.come)))


class _Curve:
    """The composites there are, and the steps so far: one wherever the greatest leakage of them changes."""

    def __init__(self) -> None:
        self._standing: dict[Members, float] = {}
        self._heap: list[tuple[float, Members]] = []
        self._steps: list[ThresholdStep] = []

    def through(self, regroupings: Iterable[tuple[Regrouping, list[float]]], least: float) -> ThresholdCurve:
        """The curve that they make, as far as there is time."""
        for threshold, group in itertools.groupby(regroupings, key=lambda measured: measured[0].threshold):
            if self._steps and time_is_over():
                # What comes next is not told, so nothing is said of thresholds from there on.
                return ThresholdCurve(tuple(self._steps), threshold + 2.0 * ROUNDING, complete=False)
            made = list(group)
            for regrouping, leakages in made:
                self._regroup(regrouping, leakages)
            self._look(threshold, [regrouping for regrouping, _ in made])
        return ThresholdCurve(tuple(self._steps), least)

    def _regroup(self, regrouping: Regrouping, leakages: Sequence[float]) -> None:
        for gone in regrouping.gone:
            del self._standing[gone.members]
        for come, leakage in zip(regrouping.come, leakages, strict=True):
            self._standing[come.members] = leakage
            heapq.heappush(self._heap, (-leakage, come.members))

    def _look(self, threshold: float, made: Sequence[Regrouping]) -> None:
        leakage, members = self._worst()
        if not self._steps:
            self._steps.append(ThresholdStep(threshold, leakage, members, ()))
        elif leakage != self._steps[-1].leakage:
            touched = {*members, *self._steps[-1].members}
            come = (come for regrouping in made for come in regrouping.come if not touched.isdisjoint(come.members))
            gone = (gone for regrouping in made for gone in regrouping.gone if not touched.isdisjoint(gone.members))
            joins = tuple(pair for composite in come for pair in composite.joins)
            parted = tuple(pair for composite in gone for pair in composite.parted)
            self._steps.append(ThresholdStep(threshold, leakage, members, joins, parted))

    def _worst(self) -> tuple[float, Members]:
        """The greatest leakage of the composites that still stand, and whose it is."""
        while self._heap and self._standing.get(self._heap[0][1]) != -self._heap[0][0]:
            heapq.heappop(self._heap)
        return (-self._heap[0][0], self._heap[0][1]) if self._heap and self._heap[0][0] < 0.0 else (0.0, ())
