"""Planned releases: what each would add to the leakage, by pool and field, and which fields to leave blank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

from leakage.decision.evaluator import Evaluator, Mask, bits
from leakage.decision.leakage import IncrementalLeakage, InformationLeakage, Presumed, worst_of
from leakage.decision.optimise import minimise
from leakage.frames import Floats, Person, person_of, records_of
from leakage.progress import report
from leakage.record import Attribute, Pair, Record
from leakage.resolution.explain import Evidence

TOGETHER = 512  # Variants of a release that are computed together.
TIED = 1e-12  # Leakages closer than this are equal.


@dataclass(frozen=True, eq=False)
class PlannedRelease:
    """A release being considered, with the facts that its holder is presumed to have.

    Arguments:
        pools: numbers of the evaluator's pools that would get it; all by default. The number after the last is a
            new pool, of a recipient without releases.
    """

    record: Record
    pools: Sequence[int] | None = None
    presumed: Presumed | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "record", person_of(self.record))


def _as_planned(planned: PlannedRelease | Person) -> PlannedRelease:
    return planned if isinstance(planned, PlannedRelease) else PlannedRelease(person_of(planned))


@dataclass(frozen=True, eq=False)
class PoolIncrement(IncrementalLeakage):
    """The effect of a planned release in one pool that gets it.

    Records are numbered strangers first, then the pool's releases, ascending, then the planned one.
    """

    pool: int
    releases: tuple[int, ...]

    def release_of(self, record: int) -> int | None:
        """The release number of a record; None for a stranger and for the planned release."""
        place = record - (len(self.state_after.resolution.composite_of) - 1 - len(self.releases))
        return self.releases[place] if 0 <= place < len(self.releases) else None

    @property
    def joined(self) -> tuple[int, ...]:
        """The numbers of the earlier composites that it joins; two or more make it a bridge."""
        return tuple(sorted({int(self.state_before.resolution.composite_of[n]) for n in self.bridged}))

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """The joins it causes in its composite, in order."""
        before, after = self.state_before.resolution, self.state_after.resolution
        known = {join for composite in self.joined for join in before.evidence_of(composite)}
        return tuple(join for join in after.evidence_of(int(after.composite_of[-1])) if join not in known)


@dataclass(frozen=True, slots=True)
class FieldIncrement:
    """What one attribute of a release adds: ``L(R + {r}, e, E) - L(R + {r less a}, e, E)``; below 0 it confuses her."""

    attribute: Attribute
    increment: float


@dataclass(frozen=True, eq=False)
class PlannedOutcome:
    """The effect of one planned release.

    Arguments:
        before: the leakage now, that of the worst pool.
        pools: its effect in each pool that gets it; empty if no pool of the adversary's does.
    """

    planned: PlannedRelease
    before: float
    after: float
    pools: tuple[PoolIncrement, ...]
    fields: tuple[FieldIncrement, ...]
    is_best: bool = True

    @property
    def increment(self) -> float:
        """after - before."""
        return self.after - self.before

    @property
    def worst(self) -> PoolIncrement | None:
        """The worst pool afterwards among those that get it, the first of equals."""
        return max(self.pools, key=lambda pool: pool.after, default=None)


def planned_releases(
    evaluator: Evaluator, planned: Iterable[PlannedRelease | Person] | pd.DataFrame
) -> tuple[PlannedOutcome, ...]:
    """How much each alternative release would add to the leakage, and why.

    ``I(R, e, E, r) = L(R + {r}, e, E) - L(R, e, E)``, L being that of the pool that knows most.
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1 (stores that do not collude).

    >>> from leakage import Adversary, Resolve, Shares
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"))
    >>> known = Evaluator([Record.of(("N", "Alice"), ("P", "123"))], (), e, Adversary(Resolve(Shares("P"))))
    >>> both = planned_releases(known, [Record.of(("P", "123"), ("C", "999")), Record.of(("C", "999"))])
    >>> [(round(outcome.increment, 9), outcome.is_best, outcome.worst.bridged) for outcome in both]
    [(0.2, False, (0,)), (0.0, True, ())]
    >>> [(field.attribute.label, round(field.increment, 9)) for field in both[0].fields]
    [('C', 0.2), ('P', 0.2)]
    """
    plans = list(map(_as_planned, records_of(planned) if isinstance(planned, pd.DataFrame) else planned))
    before, known = evaluator.leakage(evaluator.everything), dict[int, InformationLeakage]()
    found = []
    for number, plan in enumerate(plans):
        report("Trying alternatives", number, len(plans))
        record = plan.record
        after, *without = leakages_after(evaluator, plan, [record, *(record.without(a.pair) for a in record)]).tolist()
        fields = (FieldIncrement(a, after - less) for a, less in zip(record, without, strict=True))
        ranked = tuple(sorted(fields, key=lambda field: -field.increment))
        found.append(PlannedOutcome(plan, before, after, _increments(evaluator, plan, known), ranked))
    least = min((outcome.after for outcome in found), default=0.0)
    return tuple(replace(outcome, is_best=outcome.after <= least + TIED) for outcome in found)


def leakages_after(evaluator: Evaluator, planned: PlannedRelease, variants: Iterable[Record]) -> Floats:
    """The leakage with each variant released in place of the planned record, shape (variants,)."""
    listed, count = list(variants), len(evaluator.releases)
    pools, chosen = _pools(evaluator, planned)
    found = [np.zeros(0)]
    for start in range(0, len(listed), TOGETHER):
        some = listed[start : start + TOGETHER]
        report("Trying what to give", start, len(listed))
        trial = replace(evaluator, pools=pools).with_record(*some, pools=chosen, presumed=planned.presumed)
        # Each variant is one more release; one at a time is held.
        found.append(trial.leakages([evaluator.everything | 1 << count + place for place in range(len(some))]))
    return np.concatenate(found)


def _pools(evaluator: Evaluator, planned: PlannedRelease) -> tuple[list[tuple[int, ...]], set[int]]:
    pools = evaluator.pool_releases
    chosen = set(range(len(pools)) if planned.pools is None else planned.pools)
    if not chosen <= set(range(len(pools) + 1)):
        raise ValueError(f"a planned release goes to pools from 0 to {len(pools)}, the last of which is new")
    return [*pools, ()] if len(pools) in chosen else pools, chosen


def _increments(
    evaluator: Evaluator, planned: PlannedRelease, known: dict[int, InformationLeakage]
) -> tuple[PoolIncrement, ...]:
    """Its effect in each pool, given the resolutions that are known without it."""
    pools, chosen = _pools(evaluator, planned)
    strangers, presumed, found = tuple(evaluator.strangers), evaluator.presumed, []
    for number in sorted(chosen):
        held = (*strangers, *(evaluator.releases[n] for n in pools[number]))
        beside = {len(strangers) + place: presumed[n] for place, n in enumerate(pools[number]) if n in presumed}
        if number not in known:
            state = evaluator.adversary.resolve(held)
            known[number] = worst_of(state, evaluator.person, evaluator.weights, beside)
        if planned.presumed:
            beside[len(held)] = planned.presumed
        then = evaluator.adversary.resolve((*held, planned.record))
        before, after = known[number], worst_of(then, evaluator.person, evaluator.weights, beside)
        increment = after.leakage - before.leakage
        found.append(PoolIncrement(before.leakage, after.leakage, increment, before, after, number, pools[number]))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """The optional fields given, those left blank, and the leakage afterwards."""

    given: tuple[Attribute, ...]
    blank: tuple[Attribute, ...]
    leakage: float


@dataclass(frozen=True, slots=True)
class FieldChoices:
    """The choices worth making, all fields given first: each next one gives fewer fields and leaks less."""

    choices: tuple[FieldChoice, ...]
    all_tried: bool

    @property
    def best(self) -> FieldChoice:
        """The choice of least leakage; of equals the one with most fields."""
        return self.choices[-1]


def optional_fields(
    evaluator: Evaluator, planned: PlannedRelease | Person, optional: Iterable[Pair] | None = None
) -> FieldChoices:
    """Which optional fields of a planned release to give: the least leakage for each number of fields.

    ``min over S of n fields of L(R + {required + S}, e, E)``, L being that of the pool that knows most. All choices of
    up to 14 fields are tried; of more they are the best found (``leakage.decision.optimise``).
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1 (which data to give).

    >>> from leakage import Adversary, Resolve, Shares
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("A", "20"))
    >>> known = Evaluator([Record.of(("N", "Alice"), ("P", "123"))], (), e, Adversary(Resolve(Shares("P"))))
    >>> found = optional_fields(known, e)
    >>> [([field.label for field in one.given], round(one.leakage, 9)) for one in found.choices]
    [(['A', 'N', 'P'], 1.0), (['A', 'N'], 0.8)]
    """
    plan = _as_planned(planned)
    pairs = {a.pair for a in plan.record} if optional is None else set(optional)
    # In reverse: of equal choices the one that gives the first fields is found first.
    fields = [a for a in reversed(plan.record.attributes) if a.pair in pairs]
    if len(fields) < len(pairs):
        raise ValueError("an optional field must be a (label, value) pair of the release")

    def figures(blanks: Sequence[Mask]) -> Floats:
        variants = [plan.record.without(*(fields[n].pair for n in bits(blank))) for blank in blanks]
        return leakages_after(evaluator, plan, variants)

    found, choices = minimise(figures, [1.0] * len(fields), limit=500), []
    for choice in found.choices:
        blank = {*bits(choice.actions)}
        given, left = ([a for n, a in enumerate(fields) if (n in blank) is out] for out in (False, True))
        choices.append(FieldChoice(tuple(given[::-1]), tuple(left[::-1]), choice.figure))
    return FieldChoices(tuple(choices), found.every_set_tried)
