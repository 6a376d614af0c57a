"""Records as the integral sees them: attributes in columns, one record after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from leakage.database import Floats, Integers

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
