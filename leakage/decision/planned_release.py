"""Planned releases: alternatives side by side, and which optional fields to leave blank."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce

import numpy as np

from leakage.bits import bits
from leakage.database import Database, Floats, Integers
from leakage.decision.frontier import Frontier, Plan, bounds_of, plans_of
from leakage.decision.incremental import Baseline
from leakage.decision.optimise import OptimisationProblem, search
from leakage.decision.subsets import single_resolution
from leakage.measure.choices import choice_leakages
from leakage.measure.gradient import TOLERANCE
from leakage.measure.measuring import as_measure
from leakage.measure.weights import Weights
from leakage.progress import report
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.merge import union_merge
from leakage.resolution.operations import Resolve
from leakage.resolution.resolution import Evidence
from leakage.resolution.subsets import SubsetResolution
from leakage.tabular.rows import redacted_repr

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


@dataclass(frozen=True, eq=False)
class ComparedRelease:
    """One alternative of a planned release.

    Arguments:
        name: what the person calls it.
        release: r, the record itself.
        before: L(R, e, E).
        after: L(R + {r}, e, E).
        increment: after - before.
        composite: the composite the release ends in.
        bridged: numbers of the earlier records in that composite, ascending.
        joined_composites: how many earlier composites it joins; from 2 on it is a bridge.
        evidence: the joins it brings about; the release has the number |R|.
        field_increments: for each attribute what it adds, the greatest first.
        is_best: whether no other alternative leaves a lower leakage.
    """

    name: str
    release: Record
    before: float
    after: float
    increment: float
    composite: Record
    bridged: tuple[int, ...]
    joined_composites: int
    evidence: tuple[Evidence, ...]
    field_increments: tuple[FieldIncrement, ...]
    is_best: bool

    __repr__ = redacted_repr


def compare_releases(
    records: Database | Iterable[Record],
    alternatives: Mapping[str, Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> tuple[ComparedRelease, ...]:
    """Alternatives of the next release side by side: before, after, increment, and why.

    ``I(R, e, E, r) = L(R + {r}, e, E) - L(R, e, E)`` for each r; the earlier records are resolved once.
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1.

    Arguments:
        records: R, what is out already.
        alternatives: name to record; an empty record stands for giving nothing.
        reference, adversary, weights: as ``information_leakage``.

    Raises:
        ValueError: if a weight is not positive.

    >>> from leakage.resolution.rules.shared_values import AnyOf, Shares
    >>> from leakage.resolution.operations import Resolve
    >>> e = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))
    >>> R = [Record.of(("N", "n1"), ("C", "c1"), ("P", "p1")), Record.of(("N", "n1"), ("C", "c2"))]
    >>> eve = Adversary((Resolve(AnyOf(Shares("N", "C"), Shares("N", "P"))),))
    >>> pay = {card: Record.of(("N", "n1"), ("C", card), ("P", "p1")) for card in ("c1", "c2")}
    >>> [(c.name, round(c.increment * 36, 9), c.is_best) for c in compare_releases(R, pay, e, eve)]
    [('c1', 0.0, True), ('c2', 5.0, False)]
    """
    baseline = Baseline.of(records, reference, adversary, weights)
    outcomes = {name: baseline.add(release) for name, release in alternatives.items()}
    lowest = min((outcome.leakage for outcome in outcomes.values()), default=0.0)
    before = baseline.before.leakage
    return tuple(
        ComparedRelease(
            name,
            alternatives[name],
            before,
            outcome.leakage,
            outcome.leakage - before,
            outcome.composite,
            outcome.members,
            len(outcome.joined),
            outcome.evidence,
            field_increments(alternatives[name], lambda record: baseline.add(record).leakage),
            outcome.leakage <= lowest + TOLERANCE,
        )
        for name, outcome in outcomes.items()
    )


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


# Optional fields, where more fields only join more: all choices at once.


def record_given(mask: int, required: Record, options: Sequence[Attribute]) -> Record:
    """What is released: the required fields, and of the optional ones those of the mask."""
    return Record((*required, *(option for n, option in enumerate(options) if mask >> n & 1)))


class FieldSubsets:
    """One pool under a policy by which more only joins more: what each choice is joined with, and what it leaks."""

    def __init__(
        self, baseline: Baseline, resolve: Resolve | None, required: Record, options: Sequence[Attribute]
    ) -> None:
        self._baseline, self._required, self._options = baseline, required, options
        # Whatever a choice joins, all fields together join as well.
        self._near = baseline.add(Record((*required, *options))).joined
        composites = baseline.before.resolution.composites
        records = [*(composites[n] for n in self._near), required, *(Record((option,)) for option in options)]
        self._resolution = SubsetResolution.of(resolve, records, len(self._near))
        self._joins: dict[int, frozenset[int]] = {}

    @staticmethod
    def of(baseline: Baseline, required: Record, options: Sequence[Attribute]) -> FieldSubsets | None:
        """The pool; None where the policy, the measure or a preparation of the fields allows no short cut."""
        single = single_resolution(baseline.adversary)
        if single is None or not as_measure(baseline.weights).right_or_wrong:
            return None
        if single.analysis is not None and not _joins_more(single.resolve):
            return None
        # What no preparation changes, or adds anything to, alone stays as it is in company.
        pairs = [frozenset([field.pair]) for field in (*required, *options)]
        if any(step.reachable_pairs(pair) != pair for step in single.preparation for pair in pairs):
            return None
        return FieldSubsets(baseline, single.resolve, required, options)

    def leakages(self) -> Floats:
        """What each choice leaks, shape (2^k,)."""
        leakages = np.empty(1 << len(self._options))
        for least, greatest in self._intervals(0, (1 << len(self._options)) - 1):
            free = [n for n in range(len(self._options)) if (greatest & ~least) >> n & 1]
            leakages[_masks(least, free)] = self._within(least, free)
        return leakages

    def _within(self, least: int, free: Sequence[int]) -> Floats:
        """The leakage of all choices between two that join the same composites."""
        joined = self._joined(least)
        composites = self._baseline.before.resolution.composites
        base = reduce(union_merge, (composites[n] for n in sorted(joined)), self._record(least))
        options = [self._options[n] for n in free]
        own = choice_leakages(base, options, self._baseline.reference, self._baseline.weights)
        return np.maximum(own, self._baseline.greatest_outside(joined))

    def _intervals(self, least: int, greatest: int) -> Iterator[tuple[int, int]]:
        """Intervals of choices that part them all, the least and greatest of each joining the same."""
        if self._joined(least) == self._joined(greatest):
            yield least, greatest
            return
        field = self._deciding(least, greatest)
        yield from self._intervals(least, greatest & ~field)
        yield from self._intervals(least | field, greatest)

    def _deciding(self, least: int, greatest: int) -> int:
        """A field that decides what is joined, as far as one does by itself; as a mask."""
        open_ = [1 << n for n in range(len(self._options)) if (greatest & ~least) >> n & 1]
        deciding = (
            field
            for field in open_
            if self._joined(least | field) != self._joined(least)
            or self._joined(greatest & ~field) != self._joined(greatest)
        )
        return next(deciding, open_[0])

    def _joined(self, mask: int) -> frozenset[int]:
        """The composites that a choice is joined with: never fewer than a smaller choice."""
        if mask not in self._joins:
            report("Trying choices of fields", len(self._joins), 1 << len(self._options))
            # The composites come first, then what is required, then the options.
            grown = self._resolution.grown((mask << 1 | 1) << len(self._near))
            inside = bits(grown & (1 << len(self._near)) - 1)
            self._joins[mask] = frozenset(self._near[place] for place in inside)
        return self._joins[mask]

    def _record(self, mask: int) -> Record:
        return record_given(mask, self._required, self._options)


def _joins_more(resolve: Resolve | None) -> bool:
    """Whether a record with one field more joins what it joined, and maybe more; and greater confidences win."""
    return bool(resolve and resolve.unique and resolve.match.is_monotone and resolve.merge is union_merge)


def _masks(least: int, free: Sequence[int]) -> Integers:
    """The masks of all choices among the free fields, the first free one counting fastest."""
    masks = np.array([least])
    for n in free:
        masks = np.concatenate((masks, masks | 1 << n))
    return masks


# Optional fields: which of the fields one may give to give, and which to leave blank, proved best.


MOST_OPTIONAL = 20
"""No more fields may be optional: a million choices."""


MOST_TRIED = 1 << 12
"""Choices looked at one by one, where there is no faster way."""


@dataclass(frozen=True, slots=True)
class FieldChoice(Plan):
    """One choice among the optional fields.

    Arguments:
        cost: what the fields left blank would be worth to the person, the sum of their worths.
        leakage: what the adversary knows afterwards.
        lowest: what no choice leaves less than that costs no more.
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
        plans, bounds, budget, slack: as ``Frontier``; the last plan is the best subset, and of equally telling choices
            gives most.
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

    All 2^k subsets are looked at where weights alone count, merging is by union, and a rule goes on matching whatever
    is merged in: values equal or alike, scores, and any of these. There what a subset is joined with can only grow with
    it; so the subsets are parted into intervals in which the same composites are joined (an interval whose least and
    greatest member join the same needs no further look), and all leakages of an interval come out of one product of
    matrices, ``leakage.measure.choices``. Key sets, negative evidence, clustering, other merges, corrections that
    change a field, several analyses, and measures that go beyond weights are asked choice by choice, all of them where
    there are at most 4,096 (12 fields); beyond that fields are given and taken back one at a time, and nothing is
    proved.

    Arguments:
        baselines: the pools the release would land in; none where nothing that is given out reaches her.
        required: the fields that must be given.
        optional: the fields that may be, at most 20, none among the required.
        worths: what giving each is worth, >= 0; 1 by default.
        rest: the greatest leakage among the pools it would not land in.

    Raises:
        ValueError: for more than 20 optional fields, one that is required too or named twice, or a worth that is
            negative or missing.

    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.rules.shared_values import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("A", "20"))
    >>> eve = Adversary((Resolve(Shares("P")),))
    >>> baseline = Baseline.of([Record.of(("N", "Alice"), ("P", "123"))], e, eve)
    >>> found = field_trade_off([baseline], Record(), list(e))
    >>> [([field.label for field in plan.given], round(plan.leakage, 9)) for plan in found.plans]
    [(['A', 'N', 'P'], 1.0), (['N', 'P'], 0.8)]
    """
    options = list(optional)
    values = _checked_worths(required, options, worths)
    fast = [choices for baseline in baselines if (choices := FieldSubsets.of(baseline, required, options)) is not None]
    if len(fast) == len(baselines):
        table = reduce(np.maximum, (choices.leakages() for choices in fast), np.full(1 << len(options), rest))
        return _trade_off(lambda given: table[given], options, values, rest, MOST_OPTIONAL)
    after = partial(_after, baselines, required, options, rest)
    return _trade_off(after, options, values, rest, MOST_TRIED.bit_length() - 1)


def _trade_off(
    after: Callable[[Integers], Floats], options: Sequence[Attribute], worths: Sequence[float], rest: float, every: int
) -> FieldTradeOff:
    """The choices that none beats of those looked at, leaving a field blank being an action that costs its worth."""
    everything = (1 << len(options)) - 1

    def objective(blank: Sequence[int]) -> tuple[Floats, Floats]:
        leakages = after(everything ^ np.asarray(blank, dtype=np.int64))
        return leakages, leakages

    problem = OptimisationProblem(objective, tuple(worths), doing="Trying choices of fields")
    # Enough for the walks to weigh every field at every step.
    found = search(problem, 4 * len(options) ** 2, every=every)
    budget = math.fsum(worths)
    bounds = bounds_of([found], rest, math.inf)
    plans = (
        _choice(plan, everything & ~blank, options, worths)
        for plan, (blank,) in plans_of([found], bounds, rest, math.inf, problem.slack)
    )
    return FieldTradeOff(tuple(plans), bounds, budget, problem.slack, found.looked)


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
        plan.lowest,
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
        record = record_given(mask, required, options)
        leakages[number] = max(rest, *(baseline.add(record).leakage for baseline in baselines))
    return leakages
