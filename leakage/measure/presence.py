"""``ln F`` and ``S`` of uncertain attributes at the nodes of the integral, summed over each record.

With x = s w the attribute's ``F = 1 - p + p exp(-x)`` is the Laplace transform of a Bernoulli variable, so
``ln F = sum_k kappa_k (-x)^k / k!`` with its cumulants, and ``p exp(-x) / F = -d ln F / dx``. The series has its
nearest singularity at ``|x| >= pi``. Hence three ranges of s:

    s w <= 1/8 for all attributes of a record    twelve cumulants suffice; their sums over a record are taken once,
                                                 and a node costs nothing per attribute
    s w >= 80 for all of them                    exp(-x) is nothing beside 1 - p: ln F = ln(1 - p), S = 0
    between                                      F itself, at every attribute

An attribute is between at about 26 nodes, however far the weights are apart: a record of more than a chunk is cut
into parts of alike weights, and its time is O(attributes) whatever they weigh.
Few attributes are all evaluated in full up to where they are far: the sums of cumulants would cost more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.polynomial import Polynomial

from leakage.database import Floats
from leakage.measure.columns import Columns, segment_sums

NEAR = 0.125
FAR = 80.0
CUMULANTS = 12

MANY = 1 << 11
"""The sums of cumulants are worth their while for more attributes than these."""

BLOCK = 1 << 18
"""Entries of a (nodes, attributes) array: small enough to stay in the cache."""


class Part:
    """Attributes with confidences between 0 and 1 of one or several records, none of which is empty."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._counts = np.diff(columns.bounds)
        self._heaviest = np.maximum.reduceat(columns.weight, columns.bounds[:-1])
        self._lightest = np.minimum.reduceat(columns.weight, columns.bounds[:-1])

    def at(self, s: Floats) -> tuple[Floats, Floats]:
        """``sum_a ln F_a(s)`` and ``sum_a credit_a p_a exp(-s w_a) / F_a(s)``, each shape (nodes, records).

        Arguments:
            s: nodes, ascending along the first axis; shape (nodes, records).
        """
        many = len(self._columns.weight) > MANY
        near = int(np.count_nonzero(np.max(s * self._heaviest, axis=1) <= NEAR)) if many else 0
        far = near + int(np.count_nonzero(np.min(s[near:] * self._lightest, axis=1) < FAR))
        logs, earned = np.zeros(s.shape), np.zeros(s.shape)
        if near:
            logs[:near], earned[:near] = self._by_series(s[:near])
        size = max(1, BLOCK // len(self._columns.weight))
        for first in range(near, far, size):
            rows = slice(first, min(first + size, far))
            logs[rows], earned[rows] = self._in_full(s[rows])
        if far < len(s):
            logs[far:] = self._absent
        return logs, earned

    def _in_full(self, s: Floats) -> tuple[Floats, Floats]:
        columns = self._columns
        present, decay, logs = presence(columns, np.repeat(s, self._counts, axis=1))
        earned = columns.credit * columns.confidence * decay / present
        return segment_sums(logs, columns.bounds), segment_sums(earned, columns.bounds)

    def _by_series(self, s: Floats) -> tuple[Floats, Floats]:
        x = -s * self._heaviest
        logs, earned = np.zeros(s.shape), np.zeros(s.shape)
        for for_logs, for_earned in self._series:
            logs = (logs + for_logs) * x
            earned = earned * x + for_earned
        return logs, earned

    @cached_property
    def _series(self) -> list[tuple[Floats, Floats]]:
        """The coefficients of both series in ``-s w_max`` for every record, the highest order first."""
        columns = self._columns
        share = columns.weight / np.repeat(self._heaviest, self._counts)
        relative, power = np.ones(len(share)), columns.credit
        orders = []
        for order, cumulant in enumerate(cumulants(columns.confidence), start=1):
            for_earned = columns.total(cumulant * power) / math.factorial(order - 1)
            power = power * share
            relative = relative * share
            orders.append((columns.total(cumulant * relative) / math.factorial(order), for_earned))
        return orders[::-1]

    @cached_property
    def _absent(self) -> Floats:
        return self._columns.total(np.log1p(-self._columns.confidence))


def presence(columns: Columns, s: Floats) -> tuple[Floats, Floats, Floats]:
    """``F_a(s)``, ``exp(-s w_a)`` and ``ln F_a(s)`` for attributes of confidence below 1, to the last bit.

    Near 1 the logarithm is taken by log1p, elsewhere of F itself, which is a sum of positives.
    """
    exponent = -s * columns.weight
    decay = np.exp(exponent)
    present = (1.0 - columns.confidence) + columns.confidence * decay
    change = columns.confidence * np.expm1(exponent)
    # The branch not taken may be ln 0, for a confidence of 1.
    with np.errstate(divide="ignore"):
        logs = np.where(change > -0.5, np.log1p(np.maximum(change, -0.5)), np.log(present))
    return present, decay, logs


def tilted(columns: Columns, s: Floats) -> tuple[Floats, Floats]:
    """``ln F_a(s)`` and ``p_a exp(-s w_a) / F_a(s)`` for attributes of any confidence.

    A certain attribute has ln F = -s w and E / F = 1 exactly, also where F itself is 0.
    """
    present, decay, logs = presence(columns, s)
    sure = columns.confidence == 1.0
    share = np.where(sure, 1.0, columns.confidence * decay / np.where(sure, 1.0, present))
    return np.where(sure, -s * columns.weight, logs), share


def cumulants(p: Floats) -> Iterator[Floats]:
    """The first CUMULANTS cumulants of a Bernoulli variable of probability p, each of p's shape.

    ``kappa_1 = p``, ``kappa_{k+1} = p (1 - p) d kappa_k / dp``; with t = p (1 - p) the even ones are t times a
    polynomial of t, the odd ones ``(1 - 2 p) t`` times one, so none loses bits where p is near 0 or 1.

    >>> [float(kappa[0]) for kappa in list(cumulants(np.array([0.25])))[:4]]
    [0.25, 0.1875, 0.09375, -0.0234375]
    """
    yield p
    spread = p * (1.0 - p)
    skew = 1.0 - 2.0 * p
    for order, coefficients in enumerate(CUMULANT_POLYNOMIALS, start=2):
        value = np.full_like(p, coefficients[-1])
        for coefficient in coefficients[-2::-1]:
            value *= spread
            value += coefficient
        value *= spread
        yield value * skew if order % 2 else value


def _cumulant_polynomials() -> Iterator[tuple[float, ...]]:
    t, polynomial = Polynomial([0.0, 1.0]), Polynomial([1.0])
    for order in range(2, CUMULANTS + 1):
        yield tuple(polynomial.coef.tolist())
        slope = (t * polynomial).deriv()
        polynomial = slope if order % 2 == 0 else (1.0 - 4.0 * t) * slope - 2.0 * t * polynomial


CUMULANT_POLYNOMIALS = tuple(_cumulant_polynomials())


def parts_of(columns: Columns, chunk: int) -> list[Part]:
    """The attributes in parts; those of one record with more than a chunk of them by their weights."""
    if len(columns.weight) <= chunk or len(columns.scale) > 1:
        return [Part(columns)]
    # Two binary orders of magnitude a part.
    scale = np.frexp(columns.weight)[1] // 2
    order = np.argsort(scale.astype(np.int16), kind="stable")
    changes = np.flatnonzero(np.diff(scale[order])) + 1
    bounds = [0, *changes.tolist(), len(order)]
    cuts = [*(cut for first, last in pairwise(bounds) for cut in range(first, last, chunk)), len(order)]
    return [Part(_rows(columns, order[first:last])) for first, last in pairwise(cuts)]


def _rows(columns: Columns, rows: np.typing.NDArray[np.int64]) -> Columns:
    bounds = np.array([0, len(rows)], dtype=np.int64)
    return Columns(columns.weight[rows], columns.confidence[rows], columns.credit[rows], bounds, columns.scale)
