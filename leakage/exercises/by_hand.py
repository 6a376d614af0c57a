"""What is worked out by hand on the way, right or wrong: sums of weights as fractions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from fractions import Fraction

from leakage.derivation.numbers import typed
from leakage.record import Attribute, Pair, Record
from leakage.workspace.workspace import Workspace


def weigh(work: Workspace, pairs: Iterable[Pair], weighted: bool = True) -> Fraction:
    """The weights of some facts added up; each 1 where weights are forgotten."""
    weights = work.weight_map if weighted else {}
    return sum((typed(weights.get(label, 1.0)) for label, _ in pairs), Fraction(0))


def parts(work: Workspace, record: Iterable[Attribute], weighted: bool = True) -> tuple[Fraction, Fraction, Fraction]:
    """X, Y and W_e of a record that is certain."""
    said = [a.pair for a in record]
    right = [pair for pair in said if pair in set(work.profile)]
    return (weigh(work, right, weighted), weigh(work, said, weighted), weigh(work, work.profile, weighted))


def f1(work: Workspace, record: Iterable[Attribute], weighted: bool = True) -> Fraction:
    """2 X / (W_e + Y)."""
    right, said, whole = parts(work, record, weighted)
    return 2 * right / (whole + said)


def f1_of_averages(work: Workspace, record: Record) -> Fraction:
    """2 E[X] / (W_e + E[Y]): what comes out if one averages first."""
    right = sum(
        (typed(a.confidence) * weigh(work, [a.pair]) for a in record if a.pair in set(work.profile)), Fraction()
    )
    said = sum((typed(a.confidence) * weigh(work, [a.pair]) for a in record), Fraction())
    return 2 * right / (weigh(work, work.profile) + said)


def worlds(record: Iterable[Attribute]) -> list[list[Attribute]]:
    """The possible worlds of a record, likely or not: what is in doubt is there or not, and all else is there.

    >>> [len(world) for world in worlds(Record.of(("N", "Alice"), ("A", "20", 0.5), ("P", "123", 0.2)))]
    [3, 2, 2, 1]
    """
    cases = [[[a]] if a.confidence == 1.0 else [[a], []] for a in record]
    return [[*itertools.chain.from_iterable(case)] for case in itertools.product(*cases)]


def united(records: Sequence[Record]) -> Record:
    """Records that are certain, in one."""
    return Record(Attribute(*pair) for pair in dict.fromkeys(a.pair for record in records for a in record))
