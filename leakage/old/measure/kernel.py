"""The integral behind leakage, over attributes in columns.

The integral that makes leakage exact for any weights in linear time.

In one world ``F_beta = (1 + b^2) X / (b^2 W_e + Y)``: X is the weight of the correct attributes that are
present, Y of all that are present, W_e of the reference. The attributes a of r are present independently
with probability p_a. Taking the expectation term by term, and then ``1/z = int_0^inf exp(-s z) ds``,

    L(r, e) = (1 + b^2) sum_{a correct} w_a p_a E[ 1 / (b^2 W_e + w_a + sum_{c != a} w_c I_c) ]
            = (1 + b^2) int_0^inf exp(-s A) prod_a F_a(s) S(s) ds,                     A = b^2 W_e,
      F_a(s) = 1 - p_a + p_a exp(-s w_a),      S(s) = sum_{a correct} w_a p_a exp(-s w_a) / F_a(s).

Attributes of confidence 1 have F_a = exp(-s w_a): they only add to A, and to S as a constant.

The integrand is entire in s and decays like ``exp(-s A)``, so with

    s = exp(u - exp(-(u - u0))) / A,      u0 = ln(A / (A + sum_a w_a)),

the trapezoidal rule converges double-exponentially (the tanh-sinh family of Takahasi & Mori 1974): the
error of a step h falls as ``exp(-pi^2 / h)``, which is 1e-17 for h = 1/4. Below ``u0 - 4.5`` and above
``4`` the integrand is smaller than the last bit. It falls from node to node, no slower than ``exp(-s A)``,
so its value over A bounds all that is left of it, and the sum ends where that no longer counts.

At the nodes, ``ln F`` and ``S`` of uncertain attributes are summed over each record.

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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from numpy.polynomial import Polynomial

from leakage.old.database import Floats, Integers
from leakage.progress import cancellable

# Records as the integral sees them: attributes in columns, one record after the other.


USUAL = (1e-100, 1e100)
"""Weights between these can be added and multiplied without a thought."""


@dataclass(frozen=True, eq=False)
class Columns:
    """Records held against a reference: their attributes in columns, one record after the other.

    Arguments:
        weight: w_a > 0, shape (attributes,).
        confidence: p_a in [0, 1], shape (attributes,).
        credit: what the attribute adds to X where it is present, shape (attributes,): w_a if it is right, 0 if it
            is wrong, and between them by its similarity.
        bounds: where each record's attributes start, and the end; shape (records + 1,).
        scale: A = b^2 W_e >= 0, shape (records,).
    """

    weight: Floats
    confidence: Floats
    credit: Floats
    bounds: Integers
    scale: Floats

    def pick(self, first: int, last: int) -> Columns:
        """The records from ``first`` to before ``last``."""
        inside = slice(int(self.bounds[first]), int(self.bounds[last]))
        return Columns(
            self.weight[inside],
            self.confidence[inside],
            self.credit[inside],
            self.bounds[first : last + 1] - self.bounds[first],
            self.scale[first:last],
        )

    def keep(self, attributes: np.typing.NDArray[np.bool_]) -> Columns:
        """The same records less some of their attributes."""
        counted = np.concatenate(([0], np.cumsum(attributes)))
        return Columns(
            self.weight[attributes],
            self.confidence[attributes],
            self.credit[attributes],
            counted[self.bounds],
            self.scale,
        )

    def scaled(self, scale: Floats) -> Columns:
        """The same records with another A."""
        return replace(self, scale=scale)

    def rescaled(self) -> Columns:
        """The same records with weights of usual size; each record's are divided by a power of 2 where they are not.

        Only ratios matter, and sums or products of the others might overflow or vanish.
        """
        power = self.rescaling()
        return self if power is None else self.times(power)

    def rescaling(self) -> npt.NDArray[np.int32] | None:
        """The power of 2 that brings each record's weights to usual size, shape (records,); None if they have it."""
        least = min(self.weight.min(initial=1.0), self.scale.min(initial=1.0, where=self.scale > 0.0))
        if least > USUAL[0] and max(self.weight.max(initial=1.0), self.scale.max(initial=1.0)) < USUAL[1]:
            return None
        greatest = self.scale.copy()
        filled = np.flatnonzero(np.diff(self.bounds))
        if len(filled):
            greatest[filled] = np.maximum(greatest[filled], np.maximum.reduceat(self.weight, self.bounds[filled]))
        return -np.frexp(greatest)[1]

    def times(self, power: npt.NDArray[np.int32]) -> Columns:
        """The same records with weights times 2 to a power, shape (records,)."""
        each = np.repeat(power, np.diff(self.bounds))
        return replace(
            self,
            weight=np.ldexp(self.weight, each),
            credit=np.ldexp(self.credit, each),
            scale=np.ldexp(self.scale, power),
        )

    def total(self, values: Floats) -> Floats:
        """The sum of an attribute column over each record, shape (records,)."""
        sums: Floats = segment_sums(values[np.newaxis, :], self.bounds)[0]
        return sums


def segment_sums(values: Floats, bounds: Integers) -> Floats:
    """Sums of the columns of a table over segments, shape (rows, segments); an empty segment sums to 0."""
    sums = np.zeros((len(values), len(bounds) - 1))
    filled = np.flatnonzero(np.diff(bounds))
    if len(filled):
        sums[:, filled] = np.add.reduceat(values, bounds[filled], axis=1)
    return sums


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
        present, decay, logs = log_generating_terms(columns, np.repeat(s, self._counts, axis=1))
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


def log_generating_terms(columns: Columns, s: Floats) -> tuple[Floats, Floats, Floats]:
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
    present, decay, logs = log_generating_terms(columns, s)
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


STEP = 0.25
BELOW = 4.5
ABOVE = 4.0
BEYOND = 10.0
"""Above this u, exp(-s A) is 0; a node there stands for nothing, and must not overflow."""
LARGEST = 700.0
"""The logarithm of the greatest node; only weights 300 decades apart would ask for a greater one."""

CHUNK = 1 << 15
"""Attributes worked on together, unless one record has more."""

ROWS = 8
"""Nodes worked on together, more where there are few attributes."""

ENTRIES = 1 << 14
"""Up to so many entries of a (nodes, attributes) array cost as much as the calls that fill it."""

NEGLIGIBLE = 1e-19
"""What is left of an integral does not count below this part of it."""


def expectations(columns: Columns) -> Floats:
    """``E[X / (A + Y)]`` of every record, 0 for a world without attributes where A is 0; shape (records,).

    Expected leakage less the factor (1 + b^2), by the integral above; with A = 0 it is expected precision.
    Time O(attributes), memory O(longest record).

    Against exact rational arithmetic the relative error was at most 1e-15, over 4,000 records of up to 9 attributes
    with weights of eight decades, confidences 0, 1e-12, 1 - 1e-12 and 1 among them and beta in [0.1, 10]; and at most
    5e-16 with 10^5 and 10^6 attributes, against sums over the binomial distribution in integers of 200 bits.
    """
    columns = columns.rescaled()
    sure = columns.confidence == 1.0
    credit = columns.total(np.where(sure, columns.credit, 0.0))
    scale = columns.scale + columns.total(np.where(sure, columns.weight, 0.0))
    rest = columns.keep((columns.confidence > 0.0) & ~sure).scaled(scale)
    # Records without an uncertain attribute have one world only.
    results = np.divide(credit, scale, out=np.zeros(len(scale)), where=scale > 0.0)
    uncertain = (np.diff(rest.bounds) > 0) & ((credit > 0.0) | (rest.total(rest.credit) > 0.0))
    for first, last in cancellable(runs_of(uncertain, rest.bounds)):
        some = rest.pick(first, last)
        rate, spread = decay_rate(some), some.total(some.weight)
        results[first:last] = integrated(
            _integrand(some, credit[first:last]), some.scale, rate, spread, len(some.weight)
        )
    return results


def runs_of(wanted: np.typing.NDArray[np.bool_], bounds: Integers) -> Iterator[tuple[int, int]]:
    """Runs of wanted records with at most CHUNK attributes each, or of one record."""
    records = np.flatnonzero(wanted)
    start = 0
    for place, record in enumerate(records):
        following = place + 1 == len(records) or records[place + 1] != record + 1
        first = int(records[start])
        if following or bounds[record + 2] - bounds[first] > CHUNK:
            yield first, int(record) + 1
            start = place + 1


def _integrand(columns: Columns, certain_credit: Floats) -> Callable[[Floats], tuple[Floats, Floats]]:
    """As ``integrated`` takes it, of records that each have an uncertain attribute, and a right one."""
    parts = parts_of(columns, CHUNK)

    def at(s: Floats) -> tuple[Floats, Floats]:
        logs, earned = summed(parts, s)
        return logs, certain_credit + earned

    return at


def integrated(
    at: Callable[[Floats], tuple[Floats, Floats]], scale: Floats, rate: Floats, spread: Floats, attributes: int
) -> Floats:
    """``int exp(-s A) F(s) S(s) ds`` of every record, shape (records,).

    Arguments:
        at: from nodes, shape (nodes, records), to ``ln F(s)`` and ``S(s)``; ``F S`` is a sum of ``c exp(-s y)`` with
            c >= 0 and y in [rate - A, spread + rate - A].
        scale, rate, spread, attributes: A, and as ``node_blocks``.
    """
    total = np.zeros(len(rate))
    for s, step in cancellable(node_blocks(rate, spread, attributes)):
        logs, earned = at(s)
        integrand = np.exp(logs - s * scale) * earned
        total += np.sum(step * integrand, axis=0)
        if np.all(integrand[-1] <= NEGLIGIBLE * rate * total):
            break
    return total


def summed(parts: Sequence[Part], s: Floats) -> tuple[Floats, Floats]:
    """``sum_a ln F_a(s)`` and the S(s) of uncertain attributes over all parts, shape (nodes, records)."""
    logs, earned = parts[0].at(s)
    for part in parts[1:]:
        more_logs, more_earned = part.at(s)
        logs += more_logs
        earned += more_earned
    return logs, earned


def decay_rate(columns: Columns) -> Floats:
    """A, how fast the integrand decays at least; without A it is the lightest right attribute, shape (records,)."""
    return np.where(columns.scale > 0.0, columns.scale, _least_credited(columns))


def _least_credited(columns: Columns) -> Floats:
    least = np.ones(len(columns.scale))
    right = columns.keep(columns.credit > 0.0)
    filled = np.flatnonzero(np.diff(right.bounds))
    if len(filled):
        least[filled] = np.minimum.reduceat(right.weight, right.bounds[filled])
    return least


def node_blocks(rate: Floats, spread: Floats, attributes: int) -> Iterator[tuple[Floats, Floats]]:
    """The nodes s of every record and their weights ``h ds/du``, ascending, in blocks of shape (nodes, records).

    Arguments:
        rate: A > 0, shape (records,).
        spread: ``sum_a w_a`` of the uncertain attributes, shape (records,).
        attributes: how many there are to work on.
    """
    rows = max(ROWS, ENTRIES // max(1, attributes))
    log_rate = np.log(rate)
    start = log_rate - np.log(rate + spread)
    # All records share the distance from their own start; the last nodes of some are beyond ABOVE, and 0.
    above_start = np.arange(-BELOW, ABOVE - float(start.min(initial=0.0)) + STEP, STEP)
    for first in range(0, len(above_start), rows):
        distance = above_start[first : first + rows, np.newaxis]
        inner = np.exp(-distance)
        s = np.exp(np.minimum(np.minimum(start + distance - inner, BEYOND) - log_rate, LARGEST))
        yield s, STEP * s * (1.0 + inner)
