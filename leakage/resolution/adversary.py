"""Adversary: the data analysis operations that Eve runs, their cost, and their result with its quality."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage import registry
from leakage.arguments import check_range
from leakage.frames import Integers, Records, records_of
from leakage.record import Record
from leakage.resolution.explain import Evidence, evidence_of
from leakage.resolution.operations import Operation, Resolve, ResolvePerSource, members_of
from leakage.resolution.rules import Match


class Cost(ABC):
    """C(E, R), in any unit: steps, seconds, money (2012, Section 2.4)."""

    @abstractmethod
    def of(self, records: int, comparisons: int) -> float:
        """The cost of an analysis with a number of records and comparisons."""


@registry.saved("cost", "per comparison", price=registry.Price)
@dataclass(frozen=True)
class PerComparison(Cost):
    """A price >= 0 for every comparison, as the operations count them.

    >>> PerComparison(0.5).of(records=10, comparisons=8)
    4.0
    """

    price: float = 1.0

    def __post_init__(self) -> None:
        check_range("price", self.price, "[0, inf)")

    def of(self, records: int, comparisons: int) -> float:
        return self.price * comparisons


@registry.saved("cost", "quadratic", factor=registry.Price)
@dataclass(frozen=True)
class Quadratic(Cost):
    """``c |R|^2``, c >= 0: every record against every other.

    Source: Whang & Garcia-Molina 2012, Section 2.4 (c = 1/1000 and 1000 records cost 1000).

    >>> Quadratic(1 / 1000).of(records=1000, comparisons=0)
    1000.0
    """

    factor: float

    def __post_init__(self) -> None:
        check_range("factor", self.factor, "[0, inf)")

    def of(self, records: int, comparisons: int) -> float:
        return self.factor * records**2


@dataclass(frozen=True, eq=False, repr=False)
class Resolution:
    """E(R): the composite records, where each input record went and why, and the cost.

    Source: Whang & Garcia-Molina 2012, Definition 2.
    """

    composites: Sequence[Record]
    composite_of: Integers
    cost: float
    records: Sequence[Record] = field(default=())
    operations: tuple[Operation, ...] = ()

    @cached_property
    def members(self) -> Sequence[tuple[int, ...]]:
        """For each composite the numbers of the input records behind it, ascending."""
        return members_of(self.composite_of)

    def evidence_of(self, composite: int, most: int | None = None) -> tuple[Evidence, ...]:
        """The joins that made one composite, in order: all of them, or the first ``most``."""
        return evidence_of(self.records, self.members[composite], self.operations)[:most]

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """Every join, composite after composite."""
        joined = np.flatnonzero(np.bincount(self.composite_of) > 1)
        return tuple(join for composite in joined for join in self.evidence_of(int(composite)))

    def to_frame(self) -> pd.DataFrame:
        """Which record went where: columns record, composite (their numbers) and members (how many it has)."""
        sizes = np.bincount(self.composite_of, minlength=len(self.composites))[self.composite_of]
        numbers = np.arange(len(self.composite_of))
        return pd.DataFrame({"record": numbers, "composite": self.composite_of, "members": sizes})

    def __repr__(self) -> str:
        sizes = f"{len(self.composite_of):,} records, {len(self.composites):,} composites"
        return f"Resolution({sizes}, cost {self.cost:g})"


@dataclass(frozen=True, slots=True, repr=False)
class JoinQuality:
    """How many pairs were joined, belong together, and both."""

    joined: int
    true: int
    right: int

    @property
    def precision(self) -> float:
        """``right / joined``: the share of joins that are right; 1 if there are none."""
        return self.right / self.joined if self.joined else 1.0

    @property
    def recall(self) -> float:
        """``right / true``: the share of pairs to join that were joined; 1 if there are none."""
        return self.right / self.true if self.true else 1.0

    @property
    def f1(self) -> float:
        """``2 right / (joined + true)``: the harmonic mean of precision and recall; 1 where both are 1."""
        either = self.joined + self.true
        return 2 * self.right / either if either else 1.0

    def __repr__(self) -> str:
        counts = f"{self.right:,} pairs right, {self.joined:,} joined, {self.true:,} true"
        return f"JoinQuality(precision {self.precision:.4g}, recall {self.recall:.4g}, F1 {self.f1:.4g}: {counts})"


def join_quality(found: Resolution | npt.ArrayLike, truth: Sequence[Any] | npt.ArrayLike) -> JoinQuality:
    """Pairwise precision, recall and F1 of a resolution of records whose owners are known.

    Source: Whang & Garcia-Molina 2012, Section 4 ("training data" for tuning Eve's operations), with the usual
    pairwise measures of entity resolution.

    >>> quality = join_quality([0, 0, 0, 1], ["Alice", "Alice", "Bob", "Bob"])
    >>> quality.right, round(quality.precision, 3), quality.recall, quality.f1
    (1, 0.333, 0.5, 0.4)
    """
    composites = found.composite_of if isinstance(found, Resolution) else found
    joined, true = (pd.factorize(pd.Series(groups))[0] for groups in (composites, truth))
    if len(joined) != len(true):
        raise ValueError(f"the resolution and the truth must be equally long, got {len(joined)} and {len(true)}")
    if (np.minimum(joined, true) < 0).any():
        raise ValueError("every record needs a composite and a truth")
    both = joined * (true.max(initial=0) + 1) + true
    sizes = (np.unique(groups, return_counts=True)[1] for groups in (joined, true, both))
    return JoinQuality(*(int((size * (size - 1) // 2).sum()) for size in sizes))


@dataclass(frozen=True, init=False)
class Adversary:
    """E: the operations an adversary runs, in order, with the cost function C(E, R).

    Source: Whang & Garcia-Molina 2012, Section 2.4.

    >>> from leakage.resolution.rules import Shares
    >>> eve = Adversary(Resolve(Shares("N")))
    >>> resolution = eve.resolve([Record.of(("N", name)) for name in ("Alice", "Bob", "Alice")])
    >>> resolution.composite_of.tolist()
    [0, 1, 0]
    """

    operations: tuple[Operation, ...]
    cost: Cost = PerComparison()

    def __init__(self, *operations: Operation | Iterable[Operation], cost: Cost = PerComparison()) -> None:
        given: list[Operation] = []
        for one in operations:
            given += [one] if isinstance(one, Operation) or not isinstance(one, Iterable) else [*one]
        for operation in given:
            if not isinstance(operation, Operation):
                hint = "; Resolve makes one of a rule" if isinstance(operation, Match) else ""
                raise TypeError(f"an adversary's operations must be operations, got {type(operation).__name__}{hint}")
        if not isinstance(cost, Cost):
            raise TypeError(f"the cost must be one such as PerComparison, got {type(cost).__name__}")
        object.__setattr__(self, "operations", tuple(given))
        object.__setattr__(self, "cost", cost)

    @property
    def preparation(self) -> tuple[Operation, ...]:
        """Her first operations, those that treat each record alone."""
        return tuple(itertools.takewhile(lambda step: step.record_by_record, self.operations))

    @property
    def resolution(self) -> Resolve | None:
        """Her entity resolution, if only preparation comes before it and nothing after; else None."""
        rest = self.operations[len(self.preparation) :]
        return rest[0] if len(rest) == 1 and isinstance(rest[0], Resolve) else None

    @property
    def matches(self) -> tuple[Match, ...]:
        """The match rules of her operations, in order."""
        return tuple(match for step in self.operations if (match := step.rule) is not None)

    @property
    def unique(self) -> bool:
        """Whether the outcome does not depend on the order of the records."""
        return all(step.unique for step in self.operations)

    def prepared(self, records: Sequence[Record]) -> Sequence[Record]:
        """The records after her preparation."""
        for operation in self.preparation:
            records = operation.apply(records).composites
        return records

    def resolve(self, records: Records) -> Resolution:
        """Run the operations on the records: E(R)."""
        start = records_of(records)
        composites, composite_of, comparisons = start, np.arange(len(start)), 0
        for operation in self.operations:
            groups = operation.apply(composites)
            composites, composite_of = groups.composites, groups.composite_of[composite_of]
            comparisons += groups.comparisons
        return Resolution(composites, composite_of, self.cost.of(len(start), comparisons), start, self.operations)


def checked(adversary: Adversary) -> Adversary:
    """The adversary itself; a TypeError for anything else, such as a rule."""
    if not isinstance(adversary, Adversary):
        given = type(adversary).__name__
        raise TypeError(f"the adversary must be an Adversary, as in Adversary(Resolve(rule)), got {given}")
    return adversary


def owners_first(adversary: Adversary) -> Adversary:
    """The adversary for owners who each run her first resolution beforehand; the same if that changes nothing.

    Source: Whang & Garcia-Molina 2011, Sections 1 and 2.2 (Properties).

    >>> from leakage.resolution.rules import Conflicts, Shares, Unless
    >>> alike = Adversary(Resolve(Shares("N")))
    >>> wary = Adversary(Resolve(Unless(Shares("N"), Conflicts("P"))))
    >>> owners_first(alike) is alike, len(owners_first(wary).operations)
    (True, 2)
    """
    place = len(adversary.preparation)
    if place == len(adversary.operations):
        return adversary
    first = adversary.operations[place]
    if isinstance(first, Resolve) and first.unique:
        return adversary
    staged = (*adversary.operations[:place], ResolvePerSource(first), *adversary.operations[place:])
    return Adversary(*staged, cost=adversary.cost)
