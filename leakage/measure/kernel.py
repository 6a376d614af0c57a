"""The integral that makes leakage exact for any weights in linear time.

In one world ``F_beta = (1 + b^2) X / (b^2 W_e + Y)``: X is the weight of the correct attributes that are present, Y of
all that are present, W_e of the reference. The attributes a of r are present independently with probability p_a.
Taking the expectation term by term, and then ``1/z = int_0^inf exp(-s z) ds``, with ``A = b^2 W_e``,

    L(r, e) = (1 + b^2) sum_{a correct} w_a p_a E[ 1 / (A + w_a + sum_{c != a} w_c I_c) ]
            = (1 + b^2) int_0^inf exp(-s A) prod_a F_a(s) S(s) ds,
      F_a(s) = 1 - p_a + p_a exp(-s w_a),      S(s) = sum_{a correct} w_a p_a exp(-s w_a) / F_a(s).

Attributes of confidence 1 have F_a = exp(-s w_a): they only add to A, and to S as a constant. Weights are divided by
that sum, so that A = 1 below. The integrand is entire in s and decays like ``exp(-s)``, so with

    s = exp(u - exp(-(u - u0))),      u0 = -ln(1 + sum_a w_a),

the trapezoidal rule converges double-exponentially (the tanh-sinh family of Takahasi & Mori 1974): the error of a step
h falls as ``exp(-pi^2 / h)``, which is 1e-17 for h = 1/4. Below ``u0 - 4.5`` and above 4 the integrand is smaller than
the last bit. It falls from node to node, no slower than ``exp(-s)``, so its value bounds all that is left of it, and
the sum ends where that no longer counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from leakage.measure._series import CHUNK, Floats, Integers, parts_of, segment_sums
from leakage.progress import check_cancelled

STEP, BELOW, ABOVE = 0.25, 4.5, 4.0

BEYOND = 10.0
"""Above this u, exp(-s) is 0; a node there stands for nothing, and must not overflow."""

HEAVIEST = 1e290
"""A wrong attribute that outweighs A so far takes all leakage from the worlds it is in, however heavy it is."""

ROWS, ENTRIES = 8, 1 << 14
"""Nodes worked on together: so many, or with few attributes as many as make so many entries."""

NEGLIGIBLE = 1e-19
"""What is left of an integral does not count below this part of it."""


class Columns(NamedTuple):
    """Records held against a reference: their attributes in columns, one record after the other.

    Arguments:
        weight: w_a > 0, shape (attributes,).
        confidence: p_a in [0, 1], shape (attributes,).
        credit: what the attribute adds to X where it is present, in [0, w_a]; shape (attributes,).
        bounds: where each record's attributes start, and the end; shape (records + 1,).
        scale: A > 0, shape (records,).
    """

    weight: Floats
    confidence: Floats
    credit: Floats
    bounds: Integers
    scale: Floats

    def total(self, values: Floats) -> Floats:
        """The sum of an attribute column over each record, shape (records,)."""
        return np.asarray(segment_sums(values[np.newaxis], self.bounds)[0])


def expected_ratios(columns: Columns, credit: Floats | float = 0.0) -> Floats:
    """``E[(credit + X) / (A + Y)]`` of every record, shape (records,): leakage less (1 + b^2), in O(attributes)."""
    rest, certain_credit, scale = _uncertain(columns)
    certain_credit = certain_credit + credit
    ratios = certain_credit / scale  # Right where nothing is uncertain: there is one world.
    wanted = (np.diff(rest.bounds) > 0) & ((certain_credit > 0.0) | (rest.total(rest.credit) > 0.0))
    for first, last in _runs(wanted, rest.bounds):
        check_cancelled()
        bounds = rest.bounds[first : last + 1]
        weight, confidence, credit = (column[bounds[0] : bounds[-1]] for column in rest[:3])
        some = Columns(weight, confidence, credit, bounds - bounds[0], scale[first:last])
        ratios[first:last] = _integrals(some, certain_credit[first:last])
    return ratios


def _uncertain(columns: Columns) -> tuple[Columns, Floats, Floats]:
    sure = columns.confidence == 1.0
    kept = (columns.confidence > 0.0) & ~sure
    if kept.all():
        return columns, np.zeros(len(columns.scale)), columns.scale
    bounds = np.concatenate(([0], np.cumsum(kept)))[columns.bounds]
    scale = columns.scale + columns.total(np.where(sure, columns.weight, 0.0))
    rest = Columns(columns.weight[kept], columns.confidence[kept], columns.credit[kept], bounds, scale)
    return rest, columns.total(np.where(sure, columns.credit, 0.0)), scale


def _runs(wanted: np.typing.NDArray[np.bool_], bounds: Integers) -> Iterator[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(wanted, prepend=False, append=False)).reshape(-1, 2).tolist()
    for first, last in edges:
        while first < last:
            end = int(np.searchsorted(bounds, bounds[first] + CHUNK, side="right")) - 1
            yield first, (first := min(max(end, first + 1), last))


def _integrals(columns: Columns, certain_credit: Floats) -> Floats:
    """``int exp(-s A) prod F_a(s) (certain + S(s)) ds`` of records that each have an uncertain attribute."""
    certain_credit = certain_credit / columns.scale
    columns = _in_units(columns)
    parts = parts_of(*columns[:4])
    total = np.zeros(len(columns.scale))
    for s, step in nodes(columns.total(columns.weight), len(columns.weight)):
        logs, earned = parts[0].at(s)
        for part in parts[1:]:
            more_logs, more_earned = part.at(s)
            logs, earned = logs + more_logs, earned + more_earned
        integrand = np.exp(logs - s) * (certain_credit + earned)
        total += np.sum(step * integrand, axis=0)
        if np.all(integrand[-1] <= NEGLIGIBLE * total):
            break
    return total


def _in_units(columns: Columns) -> Columns:
    each = np.repeat(columns.scale, np.diff(columns.bounds))
    with np.errstate(over="ignore"):
        weight, credit = (np.minimum(column / each, HEAVIEST) for column in (columns.weight, columns.credit))
    return columns._replace(weight=weight, credit=credit, scale=np.ones(len(columns.scale)))


def nodes(spread: Floats, attributes: int) -> Iterator[tuple[Floats, Floats]]:
    """The nodes s of every record and their weights ``h ds/du``, ascending, in blocks of shape (nodes, records).

    ``spread`` is ``sum_a w_a`` of each record's uncertain attributes in units of A, of so many attributes in all.
    """
    start = -np.log1p(spread)
    # All records share the distance from their own start; the last nodes of some are beyond ABOVE, and 0.
    above_start = np.arange(-BELOW, ABOVE - float(start.min(initial=0.0)) + STEP, STEP)
    rows = max(ROWS, ENTRIES // max(1, attributes))
    for first in range(0, len(above_start), rows):
        distance = above_start[first : first + rows, np.newaxis]
        inner = np.exp(-distance)
        s = np.exp(np.minimum(start + distance - inner, BEYOND))
        yield s, STEP * s * (1.0 + inner)
