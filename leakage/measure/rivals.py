"""The integral where several attributes claim the same fact and only the closest present one earns it.

Every attribute of r counts toward the closest fact of e with its label, at a similarity in [0, 1]. In one world, of
several present ones that claim the same fact only the closest earns ``w sim`` (the first of equals), so that X stays
at most W_e and F_beta at most 1, while Y grows by the weight of every one. With q = 1 - p an attribute i earns where
it is present and all better claimants j of its fact are absent; these have probability prod q_j and no weight. Hence

    E[X / (A + Y)] = int_0^inf exp(-s A) prod_a F_a(s) S(s) ds,
      S(s) = sum_i sim_i w_i  p_i exp(-s w_i) / F_i(s)  prod_{j better than i} q_j / F_j(s),

by the same steps as in ``leakage.measure.integral``: in term i, the factor F_i of the product is replaced by
``p_i exp(-s w_i)`` and every F_j by q_j. Each term still falls no slower than ``exp(-s A)``.
Where no fact is claimed twice the last product is empty, and S is that of ``leakage.measure.integral``.
"""

from __future__ import annotations

import numpy as np

from leakage.database import Floats, Integers
from leakage.measure.columns import Columns
from leakage.measure.integral import NEGLIGIBLE, node_blocks, pace_of
from leakage.measure.presence import BLOCK, tilted


def contested_expectation(columns: Columns, claims: Integers) -> float:
    """``E[X / (A + Y)]`` of one record in which facts are claimed more than once.

    Source: Whang & Garcia-Molina 2012, Section 2.1 (first extension), as defined above.

    Arguments:
        columns: one record; the credit is ``w sim``.
        claims: number of the fact claimed, -1 for none; shape (attributes,).
    """
    held, better = _ordered(columns.tamed(), claims)
    pace = pace_of(held)
    total = 0.0
    size = max(1, BLOCK // len(held.weight))
    for nodes, steps in node_blocks(pace, held.total(held.weight), len(held.weight)):
        for first in range(0, len(nodes), size):
            rows = slice(first, first + size)
            integrand = _integrand(held, better, nodes[rows])
            total += float(np.sum(steps[rows, 0] * integrand))
        if integrand[-1] <= NEGLIGIBLE * pace[0] * total:
            break
    return total


def _ordered(columns: Columns, claims: Integers) -> tuple[Columns, list[Integers]]:
    """The attributes with those of a fact together, the closest first, and the rows that are second, third, ..."""
    kept = np.flatnonzero(columns.confidence > 0.0)
    claim = claims[kept]
    # A fact's claimants have the same label, hence the same weight: the greater credit is the closer.
    order = np.lexsort((kept, -columns.credit[kept], claim))
    rows, claim = kept[order], claim[order]
    first = np.searchsorted(claim, claim)
    rank = np.where(claim >= 0, np.arange(len(claim)) - first, 0)
    held = Columns(
        columns.weight[rows],
        columns.confidence[rows],
        columns.credit[rows],
        np.array([0, len(rows)], dtype=np.int64),
        columns.scale,
    )
    return held, [np.flatnonzero(rank == n) for n in range(1, int(rank.max(initial=0)) + 1)]


def _integrand(columns: Columns, better: list[Integers], s: Floats) -> Floats:
    logs, present = tilted(columns, s)
    with np.errstate(divide="ignore"):
        absent = np.log1p(-columns.confidence) - logs
    hidden = np.zeros_like(logs)
    for rows in better:
        hidden[:, rows] = hidden[:, rows - 1] + absent[:, rows - 1]
    earned = np.sum(columns.credit * present * np.exp(hidden), axis=1)
    integrand: Floats = np.exp(logs.sum(axis=1) - s[:, 0] * columns.scale[0]) * earned
    return integrand
