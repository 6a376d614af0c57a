"""Counts: how often every value of the sensitive column occurs in every class, without the zeros."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from leakage.database import Floats, Integers


@dataclass(frozen=True, eq=False, repr=False)
class ClassCounts:
    """Classes and the sensitive values in them, one entry for every value that a class has: zeros take no room.

    ``p(x|y) = count / known[y]`` for class y and value x; ``q(x)`` is the belief before the class was known.

    Arguments:
        sizes: rows in each class, at least 1; shape (classes,).
        weights: rows whose class this is; the same, unless empty cells match anything and classes overlap.
        owner: the class of each entry, ascending; every class has at least one.
        value: the value of each entry, in [0, len(q)); ascending within a class.
        count: of the entry, at least 1.
        prior: q, the probability of every value; shape (values,), or (classes, values) where each class has its own.
    """

    sizes: Integers
    weights: Integers
    owner: Integers
    value: Integers
    count: Integers
    prior: Floats

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return len(self.sizes)

    @cached_property
    def starts(self) -> Integers:
        """Where the entries of each class begin."""
        return np.searchsorted(self.owner, np.arange(self.classes)).astype(np.int64)

    @cached_property
    def distinct(self) -> Integers:
        """How many values each class has."""
        return np.bincount(self.owner, minlength=self.classes).astype(np.int64)

    @cached_property
    def known(self) -> Floats:
        """The counts of each class added up."""
        return self.total(self.count)

    @cached_property
    def shares(self) -> Floats:
        """p(x|y) of every entry."""
        shares: Floats = self.count / self.known[self.owner]
        return shares

    @cached_property
    def before(self) -> Floats:
        """q(x) of every entry."""
        before: Floats = self.prior[self.value] if self.prior.ndim == 1 else self.prior[self.owner, self.value]
        return before

    @property
    def width(self) -> int:
        """How many values there are."""
        return int(self.prior.shape[-1])

    @cached_property
    def class_probabilities(self) -> Floats:
        """p(y): how likely a row is of each class."""
        probabilities: Floats = self.weights / self.weights.sum()
        return probabilities

    def total(self, entries: Floats | Integers) -> Floats:
        """The entries of each class added up."""
        total: Floats = np.bincount(self.owner, weights=entries, minlength=self.classes).astype(np.float64)
        return total

    def greatest(self, entries: Floats) -> Floats:
        """The greatest entry of each class."""
        greatest: Floats = np.maximum.reduceat(entries, self.starts)
        return greatest

    def distribution(self, number: int) -> Floats:
        """p(x|y) for all values x of one class, zeros included; shape (values,)."""
        dense = np.zeros(self.width)
        mine = slice(self.starts[number], self.starts[number] + self.distinct[number])
        dense[self.value[mine]] = self.shares[mine]
        return dense
