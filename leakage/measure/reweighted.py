"""Reweighted: what records leak where one label weighs more or less, for every label at once.

All changes are integrated at the same nodes, so what an attribute does at a node is worked out once for each weight
that it takes on, and not once for each change. After a change only the attributes of its label are new,

    ln F' = ln F + sum_{a of the label} (ln F_a(s, w') - ln F_a(s, w)),

and S likewise. Half of what S loses at a node comes again there, where the weight is halved; where it is doubled, what
is lost further out was earned further in. So no bits are lost that count. F, S and A: ``leakage.measure.integral``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from leakage.database import Floats, Integers
from leakage.measure.columns import Columns
from leakage.measure.integral import CHUNK, NEGLIGIBLE, node_blocks, runs_of, summed
from leakage.measure.presence import parts_of
from leakage.progress import looking, report

WIDEST = 2.0
"""The greatest factor, and one over the least: so much farther the nodes reach on both sides."""

WEIGHING = "Weighing every label anew"
"""What is reported, as often as a work is to be stopped."""


def reweighted_expectations(
    columns: Columns, labels: Integers, changed: Sequence[int], factors: Sequence[float], scales: Floats
) -> Floats:
    """``E[X / (A + Y)]`` of every record with one label's weight times a factor; shape (changed, factors, records).

    As ``expectations`` of the changed columns, but for the last bits.

    Arguments:
        columns: the records as they are, with weights of usual size.
        labels: the code of every attribute's label, shape (attributes,).
        changed: the codes of labels; one that no record tells changes A alone.
        factors: at least 1/2 and at most 2.
        scales: ``A = b^2 W_e`` after each change, shape (changed, factors).
    """
    sure = columns.confidence == 1.0
    credit, weight = np.where(sure, columns.credit, 0.0), np.where(sure, columns.weight, 0.0)
    credits, sums = (np.empty((*scales.shape, len(columns.scale))) for _ in range(2))
    for number, label in enumerate(changed):
        report(WEIGHING, 0, len(columns.scale))
        for place, factor in enumerate(factors):
            times = np.where(labels == label, factor, 1.0)
            credits[number, place] = columns.total(credit * times)
            sums[number, place] = scales[number, place] + columns.total(weight * times)
    results = np.divide(credits, sums, out=np.zeros(sums.shape), where=sums > 0.0)
    doubtful = (columns.confidence > 0.0) & ~sure
    rest, names = columns.keep(doubtful).scaled(columns.scale + columns.total(weight)), labels[doubtful]
    right = (columns.total(credit) > 0.0) | (rest.total(rest.credit) > 0.0)
    for first, last in runs_of((np.diff(rest.bounds) > 0) & right, rest.bounds):
        here = rest.pick(first, last)
        named = names[rest.bounds[first] : rest.bounds[last]]
        told = [_Told(here, named == label, factors) for label in looking(changed)]
        look = partial(report, WEIGHING, first, len(columns.scale))
        results[..., first:last] = _integrated(here, told, credits[..., first:last], sums[..., first:last], look)
    return results


def _integrated(
    columns: Columns, told: Sequence[_Told], certain_credits: Floats, scales: Floats, look: Callable[[], None]
) -> Floats:
    """The integrals of every record, each with an uncertain attribute and a right one; ``look`` is called often."""
    parts = parts_of(columns, CHUNK)
    rate = columns.scale / WIDEST
    spread = WIDEST * (columns.scale + columns.total(columns.weight)) - rate
    total = np.zeros(scales.shape)
    for s, step in node_blocks(rate, spread, len(columns.weight)):
        logs, earned = summed(parts, s)
        last = np.empty(scales.shape)
        for number, label in enumerate(told):
            look()
            for place, (then_logs, then_earned) in enumerate(label.after(logs, earned, s)):
                decay = np.exp(then_logs - s * scales[number, place])
                integrand = decay * (certain_credits[number, place] + then_earned)
                total[number, place] += np.sum(step * integrand, axis=0)
                last[number, place] = integrand[-1]
        if np.all(last <= NEGLIGIBLE * rate * total):
            break
    return total


class _Told:
    """What records tell under one label, with its weight as it is and times each factor."""

    def __init__(self, columns: Columns, told: npt.NDArray[np.bool_], factors: Sequence[float]) -> None:
        kept = columns.keep(told)
        self._records = np.flatnonzero(np.diff(kept.bounds))
        bounds, scale = kept.bounds[np.append(self._records, len(kept.scale))], kept.scale[self._records]
        self._as_is, *self._times = (
            parts_of(Columns(by * kept.weight, kept.confidence, by * kept.credit, bounds, scale), CHUNK)
            if len(self._records)
            else []
            for by in (1.0, *factors)
        )

    def after(self, logs: Floats, earned: Floats, s: Floats) -> Iterator[tuple[Floats, Floats]]:
        """``ln F`` and S of all records at the nodes after each change, from those before it."""
        if not len(self._records):
            yield from ((logs, earned) for _ in self._times)
            return
        nodes = s[:, self._records]
        logs_before, earned_before = summed(self._as_is, nodes)
        others, others_earned = logs[:, self._records] - logs_before, earned[:, self._records] - earned_before
        for parts in self._times:
            own, own_earned = summed(parts, nodes)
            then, then_earned = logs.copy(), earned.copy()
            then[:, self._records] = others + own
            then_earned[:, self._records] = np.maximum(0.0, others_earned + own_earned)
            yield then, then_earned
