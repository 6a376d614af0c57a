"""Optional fields: which of the fields one may give to give, and which to leave blank, proved best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from leakage.database import Floats, Integers
from leakage.decision.planned_release import SAME
from leakage.decision.what_if import Standing, prepared
from leakage.measure.choices import choice_leakages
from leakage.measure.measure import goes_beyond
from leakage.record import Attribute, Record
from leakage.resolution.merge import union_merge
from leakage.resolution.progress import report

MOST_OPTIONAL = 20
"""Of so many optional fields every choice is looked at: a million."""

MOST_LANDINGS = 1 << 12
"""Choices looked at one by one, where there is no faster way."""


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """One choice among the optional fields.

    Arguments:
        given: the optional fields given, in the order they were named.
        blank: those left blank.
        worth: what giving them is worth to the person, the sum of the fields' worths.
        leakage: what the adversary knows afterwards.
    """

    given: tuple[Attribute, ...]
    blank: tuple[Attribute, ...]
    worth: float
    leakage: float


@dataclass(frozen=True, slots=True)
class FieldTradeOff:
    """The choices worth making: each gives more than the one before, and leaks more.

    Arguments:
        points: from the least leakage up. The first is the best subset; of equally telling choices it gives most.
        proved: whether every choice was looked at, so that none is better.
        looked_at: how many were.
    """

    points: tuple[FieldChoice, ...]
    proved: bool
    looked_at: int

    @property
    def best(self) -> FieldChoice:
        """The choice of least leakage, the most giving of several."""
        return self.points[0]


def field_trade_off(
    standings: Sequence[Standing],
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

    All 2^k subsets are looked at. Under a policy that joins by keys which no further field takes away, with union
    merge, what a subset is joined with can only grow with it; so the subsets are parted into few intervals in which
    the same composites are joined (an interval whose least and greatest member join the same needs no further look),
    and all leakages of an interval come out of one product of matrices, ``leakage.measure.choices``. Other policies,
    and measures that go beyond weights, are asked choice by choice, all of them where there are at most 4,096; beyond
    that fields are given and taken back one at a time, and nothing is proved.

    Arguments:
        standings: the pools the release would land in, at least one.
        required: the fields that must be given.
        optional: the fields that may be, at most 20, none among the required.
        worths: what giving each is worth, >= 0; 1 by default.
        rest: the greatest leakage among the pools it would not land in.

    Raises:
        ValueError: for more than 20 optional fields, one that is required too or named twice, or a worth that is
            negative or missing.

    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("A", "20"))
    >>> eve = Adversary((Resolve(Shares("P")),))
    >>> standing = Standing.of([Record.of(("N", "Alice"), ("P", "123"))], e, eve)
    >>> found = field_trade_off([standing], Record(), list(e))
    >>> [([field.label for field in point.given], round(point.leakage, 9)) for point in found.points]
    [(['N', 'P'], 0.8), (['A', 'N', 'P'], 1.0)]
    """
    options = list(optional)
    values = _checked_worths(required, options, worths)
    fast = [choices for standing in standings if (choices := _ByKeys.of(standing, required, options)) is not None]
    if len(fast) == len(standings):
        leakages = reduce(np.maximum, (choices.leakages() for choices in fast), np.array(rest))
        masks, proved = np.arange(1 << len(options)), True
    else:
        after = _after(standings, required, options, rest)
        masks, proved = _looked_at(after, len(options))
        leakages = np.array([after(int(mask)) for mask in masks])
    points = tuple(
        _choice(int(masks[n]), options, values, float(leakages[n])) for n in _worth_making(masks, leakages, values)
    )
    return FieldTradeOff(points, proved, len(masks))


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


def _choice(mask: int, options: Sequence[Attribute], worths: Sequence[float], leakage: float) -> FieldChoice:
    given = [bool(mask >> n & 1) for n in range(len(options))]
    return FieldChoice(
        tuple(option for option, is_given in zip(options, given, strict=True) if is_given),
        tuple(option for option, is_given in zip(options, given, strict=True) if not is_given),
        sum(worth for worth, is_given in zip(worths, given, strict=True) if is_given),
        leakage,
    )


def _worth_making(masks: Integers, leakages: Floats, worths: Sequence[float]) -> list[int]:
    """Where the choices stand that none beats: as much worth, and less leakage; from the least leakage up."""
    worth = np.zeros(len(masks))
    for n, one in enumerate(worths):
        worth += np.where(masks >> n & 1, one, 0.0)
    # The most giving first; of equals the least telling, and then the one with most fields.
    order = np.lexsort((-_bits(masks), leakages, -worth))
    lowest = np.minimum.accumulate(np.concatenate(([np.inf], leakages[order][:-1])))
    kept: list[int] = []
    for place in np.flatnonzero(leakages[order] < lowest).tolist():
        # What differs in the last bits of a sum is equal, and the more giving one is kept.
        if not kept or leakages[order[place]] < leakages[kept[-1]] - SAME:
            kept.append(int(order[place]))
    return kept[::-1]


def _bits(masks: Integers) -> Integers:
    return np.array(np.bitwise_count(masks), dtype=np.int64)


def _record_of(mask: int, required: Record, options: Sequence[Attribute]) -> Record:
    return Record((*required, *(option for n, option in enumerate(options) if mask >> n & 1)))


def _after(
    standings: Sequence[Standing], required: Record, options: Sequence[Attribute], rest: float
) -> Callable[[int], float]:
    """What the adversary knows after a choice; each is worked out once."""
    known: dict[int, float] = {}

    def after(mask: int) -> float:
        if mask not in known:
            report("Trying choices of fields", len(known), min(1 << len(options), MOST_LANDINGS))
            record = _record_of(mask, required, options)
            known[mask] = max(rest, *(standing.land(record).leakage for standing in standings))
        return known[mask]

    return after


def _looked_at(after: Callable[[int], float], options: int) -> tuple[Integers, bool]:
    """All choices where there are few enough; else two walks, giving and taking back one field at a time."""
    if 1 << options <= MOST_LANDINGS:
        return np.arange(1 << options), True
    everything = (1 << options) - 1
    seen = set(_walk(after, 0, options)) | {
        everything ^ mask for mask in _walk(lambda m: after(everything ^ m), 0, options)
    }
    return np.array(sorted(seen)), False


def _walk(after: Callable[[int], float], mask: int, options: int) -> Iterator[int]:
    """From one choice to its opposite, a field at a time, always the one that leaves least leakage."""
    yield mask
    for _ in range(options):
        steps = [mask | 1 << n for n in range(options) if not mask >> n & 1]
        yield from steps
        mask = min(steps, key=after)


class _ByKeys:
    """One pool under a policy that joins by keys: what each choice is joined with, and what it then leaks."""

    def __init__(self, standing: Standing, required: Record, options: Sequence[Attribute]) -> None:
        self._standing, self._required, self._options = standing, required, options
        self._joins: dict[int, frozenset[int]] = {}

    @staticmethod
    def of(standing: Standing, required: Record, options: Sequence[Attribute]) -> _ByKeys | None:
        """The pool; None where the policy, the measure or a preparation of the fields allows no short cut."""
        if standing.pipeline is None or goes_beyond(standing.weights):
            return None
        resolve = standing.pipeline[1]
        if resolve is not None and not resolve.match.keeps_keys:
            return None  # One field more may break a match, so what is joined need not grow.
        alone = [Record((field,)) for field in (*required, *options)]
        # Preparations look at one attribute at a time: what none of them changes alone stays as it is in company.
        if prepared(alone, standing.pipeline[0]) != tuple(alone):
            return None
        return _ByKeys(standing, required, options)

    def leakages(self) -> Floats:
        """What each choice leaks, shape (2^k,)."""
        found = np.empty(1 << len(self._options))
        for least, greatest in self._intervals(0, (1 << len(self._options)) - 1):
            free = [n for n in range(len(self._options)) if (greatest & ~least) >> n & 1]
            found[_masks(least, free)] = self._within(least, free)
        return found

    def _within(self, least: int, free: Sequence[int]) -> Floats:
        """The leakage of all choices between two that join the same composites."""
        joined = self._joined(least)
        composites = self._standing.before.resolution.composites
        base = reduce(union_merge, (composites[n] for n in sorted(joined)), self._record(least))
        options = [self._options[n] for n in free]
        own = choice_leakages(base, options, self._standing.reference, self._standing.weights)
        return np.maximum(own, self._standing.greatest_besides(joined))

    def _intervals(self, least: int, greatest: int) -> Iterator[tuple[int, int]]:
        """Intervals of choices that part them all, the least and greatest of each joining the same."""
        if self._joined(least) == self._joined(greatest):
            yield least, greatest
            return
        field = self._telling(least, greatest)
        yield from self._intervals(least, greatest & ~field)
        yield from self._intervals(least | field, greatest)

    def _telling(self, least: int, greatest: int) -> int:
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
            self._joins[mask] = frozenset(self._standing.land(self._record(mask)).joined)
        return self._joins[mask]

    def _record(self, mask: int) -> Record:
        return _record_of(mask, self._required, self._options)


def _masks(least: int, free: Sequence[int]) -> Integers:
    """The masks of all choices among the free fields, the first free one counting fastest."""
    masks = np.array([least])
    for n in free:
        masks = np.concatenate((masks, masks | 1 << n))
    return masks
