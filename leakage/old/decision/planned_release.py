"""Planned releases: alternatives side by side, and which optional fields to leave blank."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.old.database import Floats, Integers
from leakage.old.decision.frontier import Frontier, Plan, together
from leakage.old.decision.incremental import Baseline
from leakage.old.decision.optimise import OptimisationProblem, search
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import report
from leakage.record import Attribute, Record

# Planned releases: alternatives side by side, what each would add, and which field to leave blank.


@dataclass(frozen=True, slots=True)
class FieldIncrement:
    """What one attribute of a release adds: what leaving it blank would save.

    Arguments:
        attribute: the attribute of the release.
        increment: ``L(R + {r}, e, E) - L(R + {r less a}, e, E)``; below 0 the attribute confuses her.
    """

    attribute: Attribute
    increment: float

    __repr__ = redacted_repr


def field_increments(release: Record, after: Callable[[Record], float]) -> tuple[FieldIncrement, ...]:
    """What each attribute of a release adds, the greatest first.

    ``after(r) - after(r less a)`` for every attribute a.

    Arguments:
        release: r.
        after: the leakage once a record is released.

    >>> release = Record.of(("N", "Alice"), ("P", "123"))
    >>> [f.attribute.label for f in field_increments(release, lambda record: len(record.values("P")) / 2)]
    ['P', 'N']
    """
    whole = after(release)
    increments = (FieldIncrement(a, whole - after(release.without(a.pair))) for a in release)
    return tuple(sorted(increments, key=lambda field: -field.increment))


# Optional fields: which of the fields one may give to give, and which to leave blank.


MOST_OPTIONAL = 20
"""No more fields may be optional."""

MOST_TRIED = 1 << 12
"""Choices up to which all are tried."""


@dataclass(frozen=True, slots=True)
class FieldChoice(Plan):
    """One choice among the optional fields.

    Arguments:
        cost: what the fields left blank would be worth to the person, the sum of their worths.
        leakage: what the adversary knows afterwards.
        given: the optional fields given, in the order they were named.
        blank: those left blank.
        worth: what the fields given are worth.
    """

    given: tuple[Attribute, ...]
    blank: tuple[Attribute, ...]
    worth: float

    __repr__ = redacted_repr


@dataclass(frozen=True, eq=False)
class FieldTradeOff(Frontier[FieldChoice]):
    """The choices worth making, from giving all on: each gives less than the one before it, and leaks less.

    Arguments:
        plans, budget, slack: as ``Frontier``; the last plan is the best subset, and of equally telling choices gives
            most.
        looked: how many choices were looked at.
    """

    looked: int

    __repr__ = redacted_repr

    @property
    def best(self) -> FieldChoice:
        """The choice of least leakage, the most giving of several."""
        return self.plans[-1]


def field_trade_off(
    baselines: Sequence[Baseline],
    required: Record,
    optional: Sequence[Attribute],
    worths: Sequence[float] | None = None,
    *,
    rest: float = 0.0,
) -> FieldTradeOff:
    """Which optional fields of the next release to give: the least leakage for all they are worth.

    Minimises ``max over pools of L(R_pool + {r + S}, e, E)`` over the subsets S of the optional fields with
    ``worth(S) >= x``, for every x.
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1 (which data to give).

    All 2^k subsets of up to 12 fields are tried. Of more, fields are given and taken back one at a time.

    Arguments:
        baselines: the pools the release would land in; none where nothing that is given out reaches her.
        required: the fields that must be given.
        optional: the fields that may be, at most 20, none among the required.
        worths: what giving each is worth, >= 0; 1 by default.
        rest: the greatest leakage among the pools it would not land in.

    Raises:
        ValueError: for more than 20 optional fields, one that is required too or named twice, or a worth that is
            negative or missing.

    >>> from leakage.old.resolution.adversary import Adversary
    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("A", "20"))
    >>> eve = Adversary((Resolve(Shares("P")),))
    >>> baseline = Baseline.of([Record.of(("N", "Alice"), ("P", "123"))], e, eve)
    >>> found = field_trade_off([baseline], Record(), list(e))
    >>> [([field.label for field in plan.given], round(plan.leakage, 9)) for plan in found.plans]
    [(['A', 'N', 'P'], 1.0), (['N', 'P'], 0.8)]
    """
    options = list(optional)
    values = _checked_worths(required, options, worths)
    everything = (1 << len(options)) - 1

    def objective(blank: Sequence[int]) -> tuple[Floats, Floats]:
        """Leaving a field blank is an action that costs its worth."""
        given = everything ^ np.asarray(blank, dtype=np.int64)
        leakages = _after(baselines, required, options, rest, given)
        return leakages, leakages

    problem = OptimisationProblem(objective, tuple(values), doing="Trying choices of fields")
    # Enough for the walks to weigh every field at every step.
    found = search(problem, 4 * len(options) ** 2, every=MOST_TRIED.bit_length() - 1)
    plans = (
        _choice(Plan(cost, leakage), everything & ~blank, options, values)
        for cost, leakage, (blank,) in together([found.front], rest, math.inf)
    )
    return FieldTradeOff(tuple(plans), math.fsum(values), problem.slack, found.looked)


def _checked_worths(required: Record, options: Sequence[Attribute], worths: Sequence[float] | None) -> list[float]:
    if len(options) > MOST_OPTIONAL:
        raise ValueError(f"at most {MOST_OPTIONAL} fields can be optional, got {len(options)}")
    if len({option.pair for option in options}) < len(options):
        raise ValueError("no field may be optional twice")
    if any(option.pair in required for option in options):
        raise ValueError("a field cannot be both required and optional")
    values = [1.0] * len(options) if worths is None else [float(worth) for worth in worths]
    if len(values) != len(options):
        raise ValueError("there must be one worth for each optional field")
    if not all(0.0 <= worth < np.inf for worth in values):
        raise ValueError("the worth of a field must be a finite number >= 0")
    return values


def _choice(plan: Plan, mask: int, options: Sequence[Attribute], worths: Sequence[float]) -> FieldChoice:
    given = [bool(mask >> n & 1) for n in range(len(options))]
    return FieldChoice(
        plan.cost,
        plan.leakage,
        tuple(option for option, is_given in zip(options, given, strict=True) if is_given),
        tuple(option for option, is_given in zip(options, given, strict=True) if not is_given),
        sum(worth for worth, is_given in zip(worths, given, strict=True) if is_given),
    )


def _after(
    baselines: Sequence[Baseline], required: Record, options: Sequence[Attribute], rest: float, given: Integers
) -> Floats:
    """What the adversary knows after each choice, asked for one by one."""
    leakages = np.empty(len(given))
    for number, mask in enumerate(given.tolist()):
        report("Trying choices of fields", number, len(given))
        record = Record((*required, *(option for n, option in enumerate(options) if mask >> n & 1)))
        leakages[number] = max([rest, *(baseline.add(record).leakage for baseline in baselines)])
    return leakages
