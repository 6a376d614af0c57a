"""Sums over a record of what its attributes put into the integral, for the nodes where a series will do and all others.

With x = s w an attribute's ``F = 1 - p + p exp(-x)`` is the Laplace transform of a Bernoulli variable, so
``ln F = sum_k kappa_k (-x)^k / k!`` with its cumulants, and ``p exp(-x) / F = -d ln F / dx``. The series has its
nearest singularity at ``|x| >= pi``. Hence three ranges of s:

    s w <= 1/8 for all attributes    twelve cumulants suffice; their sums are taken once, and a node costs nothing more
    s w >= 80 for all of them        exp(-x) is nothing beside 1 - p: ln F = ln(1 - p), S = 0
    between                          F itself, at every attribute

An attribute is between at about 26 nodes, however far weights are apart: a long record is cut into parts of alike
weights, and its time is O(attributes) whatever they weigh.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from numpy.polynomial import Polynomial

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

NEAR, FAR, CUMULANTS = 0.125, 80.0, 12

MANY = 1 << 11  # Attributes for which sums of cumulants are worth their while.
BLOCK = 1 << 18  # Entries of a (nodes, attributes) array that stay in the cache.
SHORT = 1 << 9  # Attributes of a record of which F may be multiplied: so many factors round only the last bits.
CHUNK = 1 << 15  # Attributes worked on together, unless one record has more.


def segment_sums(values: Floats, bounds: Integers) -> Floats:
    """Sums of the columns of a table over segments, shape (rows, segments); an empty segment sums to 0."""
    sums = np.zeros((len(values), len(bounds) - 1))
    filled = np.flatnonzero(np.diff(bounds))
    if len(filled):
        sums[:, filled] = np.add.reduceat(values, bounds[filled], axis=1)
    return sums


class Part:
    """Attributes with confidences in (0, 1) of one or several records, none of which is empty."""

    def __init__(self, weight: Floats, confidence: Floats, credit: Floats, bounds: Integers) -> None:
        self._weight, self._confidence, self._credit, self._bounds = weight, confidence, credit, bounds
        self._counts = np.diff(bounds)
        self._heaviest, self._lightest = (of.reduceat(weight, bounds[:-1]) for of in (np.maximum, np.minimum))
        self._short = int(self._counts.max()) <= SHORT

    def at(self, s: Floats) -> tuple[Floats, Floats]:
        """``sum_a ln F_a(s)`` and ``S(s)`` at nodes that ascend along the first axis, each shape (nodes, records)."""
        many = len(self._weight) > MANY
        near = int(np.count_nonzero(np.max(s * self._heaviest, axis=1) <= NEAR)) if many else 0
        far = near + int(np.count_nonzero(np.min(s[near:] * self._lightest, axis=1) < FAR))
        logs, earned = np.zeros(s.shape), np.zeros(s.shape)
        x = -s[:near] * self._heaviest
        for for_logs, for_earned in self._series if near else ():
            logs[:near] = (logs[:near] + for_logs) * x
            earned[:near] = earned[:near] * x + for_earned
        size = max(1, BLOCK // len(self._weight))
        for first in range(near, far, size):
            rows = slice(first, min(first + size, far))
            x = np.repeat(-s[rows], self._counts, axis=1)
            x *= self._weight
            present, share = tilted(x, self._confidence)
            if self._short:
                with np.errstate(divide="ignore"):  # A product of 0 is nothing beside what other nodes add.
                    logs[rows] = np.log(np.multiply.reduceat(present, self._bounds[:-1], axis=1))
            else:
                logs[rows] = segment_sums(logarithm(x, present, self._confidence), self._bounds)
            share *= self._credit
            earned[rows] = segment_sums(share, self._bounds)
        if far < len(s):
            logs[far:] = segment_sums(np.log1p(-self._confidence)[np.newaxis], self._bounds)
        return logs, earned

    @cached_property
    def _series(self) -> list[tuple[Floats, Floats]]:
        """The coefficients of both series in ``-s w_max`` of every record, the highest order first."""
        heaviest = np.repeat(self._heaviest, self._counts)
        least = np.finfo(np.float64).smallest_subnormal
        share, right = self._weight / heaviest, self._credit / np.maximum(self._weight, least) * heaviest
        power, orders = np.ones(len(share)), []
        for order, cumulant in enumerate(cumulants(self._confidence), start=1):
            power *= share
            term = np.multiply(cumulant, power, out=cumulant)
            for_logs = np.add.reduceat(term, self._bounds[:-1]) / math.factorial(order)
            for_earned = np.add.reduceat(term * right, self._bounds[:-1]) / math.factorial(order - 1)
            orders.append((for_logs, for_earned))
        return orders[::-1]


def tilted(x: Floats, confidence: Floats) -> tuple[Floats, Floats]:
    """``F`` and ``p exp(x) / F`` at x = -s w, for confidences below 1."""
    share = np.exp(x)
    share *= confidence
    present = share + (1.0 - confidence)
    share /= present
    return present, share


def logarithm(x: Floats, present: Floats, confidence: Floats) -> Floats:
    """``ln F`` to the last bits: near 1 by log1p."""
    change = confidence * np.expm1(x)
    return np.where(change < -0.5, np.log(present), np.log1p(np.maximum(change, -0.5)))


def cumulants(p: Floats) -> Iterator[Floats]:
    """The first twelve cumulants of a Bernoulli variable of probability p, each of p's shape.

    ``kappa_1 = p``, ``kappa_{k+1} = p (1 - p) d kappa_k / dp``; with t = p (1 - p) the even ones are t times a
    polynomial of t, the odd ones ``(1 - 2 p) t`` times one, so none loses bits where p is near 0 or 1.
    """
    yield p.copy()
    spread, skew = p * (1.0 - p), 1.0 - 2.0 * p
    for order, coefficients in enumerate(_POLYNOMIALS, start=2):
        value = np.full_like(p, coefficients[-1])
        for coefficient in coefficients[-2::-1]:
            value *= spread
            value += coefficient
        value *= spread
        yield value * skew if order % 2 else value


def _polynomials() -> Iterator[tuple[float, ...]]:
    t, polynomial = Polynomial([0.0, 1.0]), Polynomial([1.0])
    for order in range(2, CUMULANTS + 1):
        yield tuple(polynomial.coef.tolist())
        slope = (t * polynomial).deriv()
        polynomial = slope if order % 2 == 0 else (1.0 - 4.0 * t) * slope - 2.0 * t * polynomial


_POLYNOMIALS = tuple(_polynomials())


def parts_of(weight: Floats, confidence: Floats, credit: Floats, bounds: Integers) -> list[Part]:
    """The attributes in parts: those of one long record by two binary orders of magnitude of their weights each."""
    if len(weight) <= CHUNK or len(bounds) > 2:
        return [Part(weight, confidence, credit, bounds)]
    magnitude = np.frexp(weight)[1] // 2
    order = np.argsort(magnitude.astype(np.int16), kind="stable")
    changes = [0, *(np.flatnonzero(np.diff(magnitude[order])) + 1).tolist(), len(order)]
    cuts = [*(cut for first, last in pairwise(changes) for cut in range(first, last, CHUNK)), len(order)]
    rows = (order[first:last] for first, last in pairwise(cuts))
    return [Part(weight[r], confidence[r], credit[r], np.array([0, len(r)], dtype=np.int64)) for r in rows]
