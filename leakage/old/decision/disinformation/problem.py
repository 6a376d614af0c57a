"""What any choice of disinformation records leaves known, in all pools, part by part."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.old.database import Floats, Integers
from leakage.old.decision.disinformation.candidates import (
    Candidate,
    Kind,
    Values,
    check_budget,
)
from leakage.old.decision.disinformation.joins import (
    Component,
    Dilution,
    JoinsByKeys,
    JoinsFromScratch,
    ScenarioResolution,
    joins_of,
)
from leakage.old.decision.disinformation.purchases import Option, Wrong
from leakage.old.decision.frontier import Frontier, Plan
from leakage.old.decision.incremental import Baseline
from leakage.old.measure.measuring import as_measure
from leakage.old.measure.record_leakage import record_leakage
from leakage.old.measure.weights import Weights, without_presumptions
from leakage.old.resolution.operations import SourcedRecord
from leakage.old.tabular.rows import redacted_repr
from leakage.record import Attribute, Pair, Record

# The problem: what any choice of disinformation records leaves known, in all pools, part by part.


Counts = Sequence[Sequence[int]]
"""For each chosen option how many wrong attributes of every label it carries."""


@dataclass(frozen=True, eq=False)
class Block:
    """A composite with chosen records in it.

    Arguments:
        pool: number of the pool.
        part: the composite, before wrong attributes are bought.
        places: which of the chosen are in it, as places in the choice, ascending.
    """

    pool: int
    part: Component
    places: tuple[int, ...]

    __repr__ = redacted_repr


def _as_given(record: Record, option: Option, baseline: Baseline) -> Record:
    """A record as the pool gets it: in the recipient's hands, where that matters."""
    return SourcedRecord(record, option.move.channel.recipient) if baseline.adversary.depends_on_owners else record


class DecoyProblem:
    """What any choice of options leaves known.

    Arguments:
        pools: what is known now; all by the same reference, adversary and weights.
        options: what can be chosen, any of them more than once.
        wrong: the labels of the wrong attributes that can be bought for them.
        believable: the wrong attributes' values.
    """

    def __init__(
        self, pools: Sequence[Baseline], options: Sequence[Option], wrong: Sequence[Wrong], believable: Values
    ) -> None:
        self.pools, self.options, self.wrong = tuple(pools), tuple(options), tuple(wrong)
        self.arriving: dict[int, dict[int, Record]] = {}
        for number, option in enumerate(self.options):
            for pool in option.move.channel.pools:
                self.arriving.setdefault(pool, {})[number] = _as_given(option.move.bait, option, self.pools[pool])
        self.joins: dict[int, ScenarioResolution] = {
            pool: joins_of(self.pools[pool], new) for pool, new in self.arriving.items()
        }
        self.additive = all(pool.adversary.is_additive for pool in self.pools)
        self.weights = np.array([attribute.weight for attribute in wrong])
        self._weights = without_presumptions(self._plainest())
        self._measure = as_measure(self._weights)
        self._supply = _Supply(believable)
        self._dilutions: dict[Component, Dilution] = {}
        self._untouched: dict[tuple[int, int], Dilution] = {}

    def blocks(self, chosen: Sequence[int]) -> tuple[Block, ...]:
        """The composites that chosen options end in, without wrong attributes; numbers ascend, and may repeat."""
        blocks = []
        for pool, joins in self.joins.items():
            arriving = self.arriving[pool]
            places = [place for place, number in enumerate(chosen) if number in arriving]
            for part in joins.parts(tuple(chosen[place] for place in places)):
                blocks.append(Block(pool, part, tuple(places[place] for place in part.records)))
        return tuple(blocks)

    def arrived(self, pool: int, chosen: Iterable[int]) -> tuple[int, ...]:
        """Those of the chosen options that land in a pool."""
        arriving = self.arriving[pool]
        return tuple(number for number in chosen if number in arriving)

    def rest(self, chosen: Sequence[int], pools: Collection[int] | None = None) -> float:
        """The greatest leakage of the composites that no chosen option is in."""
        leakages = [0.0]
        for number, baseline in enumerate(self.pools):
            if pools is not None and number not in pools:
                continue
            joins = self.joins.get(number)
            leakages.append(baseline.before.leakage if joins is None else joins.rest(self.arrived(number, chosen)))
        return max(leakages)

    def leakage(self, chosen: Sequence[int], counts: Counts) -> float:
        """``L(R + S, e, E)`` for chosen options and, for each, how many wrong attributes of every label it carries."""
        return max((max(pool) for pool in self.pool_leakages(chosen, counts)), default=0.0)

    def pool_leakages(self, chosen: Sequence[int], counts: Counts) -> tuple[tuple[float, float], ...]:
        """The same for every pool: the greatest leakage of what chosen options are in, and of what they are not in."""
        if not self.additive:
            return tuple(self.resolved(pool, chosen, counts) for pool in range(len(self.pools)))
        inside = [0.0] * len(self.pools)
        for block in self.blocks(chosen):
            bought = np.array([counts[place] for place in block.places], dtype=np.int64).sum(axis=0, keepdims=True)
            leakage = float(self.diluted(block.part, bought)[0])
            inside[block.pool] = max(inside[block.pool], leakage)
        return tuple((leakage, self.rest(chosen, (number,))) for number, leakage in enumerate(inside))

    def resolved(self, pool: int, chosen: Sequence[int], counts: Counts) -> tuple[float, float]:
        """The same for one pool, its records written out and resolved from scratch."""
        joins = self.joins.get(pool)
        if joins is None:
            return 0.0, self.pools[pool].before.leakage
        assert isinstance(joins, JoinsFromScratch)
        arriving = self.arriving[pool]
        records = (
            _as_given(record, self.options[number], self.pools[pool])
            for number, record in zip(chosen, self.written(chosen, counts), strict=True)
            if number in arriving
        )
        parts, rest = joins.resolved(tuple(records))
        baseline = self.pools[pool]
        inside = (record_leakage(part.composite, baseline.reference, baseline.weights) for part in parts)
        return max(inside, default=0.0), rest

    def written(self, chosen: Sequence[int], counts: Counts) -> list[Record]:
        """The records of a choice: the wrong attributes get their values, no two of a plan the same."""
        used = [0] * len(self.wrong)
        records = []
        for number, some in zip(chosen, counts, strict=True):
            added = self._added(used, some)
            used = [before + more for before, more in zip(used, some, strict=True)]
            records.append(Record((*self.options[number].move.bait, *added)))
        return records

    def diluted(self, part: Component, bought: Integers) -> Floats:
        """What a composite leaks with wrong attributes, of every label so many; (choices, labels) to (choices,)."""
        dilution = self.dilution(part)
        if self._measure.right_or_wrong:
            return dilution.at(bought @ self.weights)
        return dilution.with_attributes(self._added([0] * len(self.wrong), row) for row in bought.tolist())

    def _added(self, used: Sequence[int], counts: Sequence[int]) -> list[Attribute]:
        """So many wrong attributes of every label, after those whose values are used."""
        return [
            Attribute(attribute.label, value)
            for attribute, before, count in zip(self.wrong, used, counts, strict=True)
            for value in self._supply.values(attribute.label, before, count)
        ]

    def dilution(self, part: Component) -> Dilution:
        """The composite as wrong attributes are added to it."""
        if part not in self._dilutions:
            self._dilutions[part] = self._dilution(part.composite)
        return self._dilutions[part]

    def dilution_of(self, pool: int, composite: int) -> Dilution:
        """The same for a composite that no option is in."""
        key = (pool, composite)
        if key not in self._untouched:
            self._untouched[key] = self._dilution(self.pools[pool].before.resolution.composites[composite])
        return self._untouched[key]

    def _dilution(self, composite: Record) -> Dilution:
        pool = self.pools[0]
        return Dilution(as_measure(pool.weights).counted(composite), pool.reference, self._weights)

    def _plainest(self) -> Weights | None:
        """The weights alone, where they measure the same."""
        if not self.pools:
            return None
        reference, measure = self.pools[0].reference, as_measure(self.pools[0].weights)

        def pairs() -> Iterator[Pair]:
            # Read anew each time, and not at all where nothing depends on it: composites may be a hundred thousand.
            composites = (record for pool in self.pools for record in pool.before.resolution.composites)
            baits = (option.move.bait for option in self.options)
            return (a.pair for record in itertools.chain(composites, baits) for a in record)

        labels = (label for label, _ in itertools.chain(pairs(), ((a.label, "") for a in (*reference, *self.wrong))))
        return measure.plainest(pairs(), reference, labels)

    def groups(self) -> list[tuple[int, ...]]:
        """The options that hang together: those of different groups never change the same composite."""
        tied: list[set[int]] = []
        for joins in self.joins.values():
            if isinstance(joins, JoinsByKeys):
                tied += [set(part.records) for part in joins.closure]
            else:
                tied.append(set(joins.records))  # type: ignore[attr-defined]
        groups: list[set[int]] = []
        for some in tied:
            touched = [group for group in groups if not group.isdisjoint(some)]
            groups = [group for group in groups if group not in touched]
            groups.append(some.union(*touched))
        return sorted(tuple(sorted(group)) for group in groups)


class _Supply:
    """Wrong values, as many as are asked for; those given out do not change."""

    def __init__(self, believable: Values) -> None:
        self._believable = believable
        self._memo: dict[str, Sequence[str]] = {}

    def values(self, label: str, used: int, count: int) -> Sequence[str]:
        """So many values of a label, after those that are used."""
        if count and len(self._memo.get(label, ())) < used + count:
            self._memo[label] = self._believable(label, max(4, 2 * (used + count)))
        return self._memo[label][used : used + count] if count else ()


# Space: what is searched for disinformation, and what a choice of it is.


Bought = tuple[tuple[int, ...], ...]
"""For each chosen option how many wrong attributes of every label it carries."""

Choice = tuple[tuple[int, ...], Bought]
"""The options chosen, ascending, and what each carries."""


@dataclass(frozen=True, eq=False)
class Space:
    """What is searched.

    Arguments:
        problem: the options and what comes of them.
        per_label: how many values of a label a record may state.
        records: how many records of one group a plan may have.
        budget: what a plan may cost.
    """

    problem: DecoyProblem
    per_label: int
    records: int
    budget: float

    @property
    def slack(self) -> float:
        """Costs closer than this are equal."""
        return 1e-9 * max(1.0, self.budget)


# Planned disinformation: the records of a plan, and the frontier of plans.


@dataclass(frozen=True, eq=False)
class PlannedRecord:
    """One record of a plan, as it could be released.

    Arguments:
        move: whom it is given to, what it aims at, and its bait.
        record: all of it.
        wrong: the wrong attributes added to the bait.
        cost: C(record).
        chosen: the number of the option it is, and how many wrong attributes of every label it carries.
    """

    move: Candidate
    record: Record
    wrong: tuple[Attribute, ...]
    cost: float
    chosen: tuple[int, tuple[int, ...]]

    __repr__ = redacted_repr

    @property
    def kind(self) -> Kind:
        """What it is for."""
        return self.move.kind


@dataclass(frozen=True, eq=False)
class DisinformationPlan(Plan):
    """S: what to release, and what is known then.

    Arguments:
        cost: the sum of C(r) over its records.
        leakage: L(R + S, e, E), by really resolving.
        records: in the order they would be read.
    """

    records: tuple[PlannedRecord, ...]

    __repr__ = redacted_repr


@dataclass(frozen=True, eq=False)
class DisinformationFrontier(Frontier[DisinformationPlan]):
    """The best plans, from no record on.

    Arguments:
        plans, budget, slack: as ``Frontier``.
        heuristic: the papers' heuristic for rising budgets, the same way.
        moves: what was chosen from.
        only_self: whether it is proved that no record can join two composites.
        looked: how many choices of records were looked at.
        problem: what any choice leaves known.
    """

    heuristic: tuple[DisinformationPlan, ...]
    moves: tuple[Candidate, ...]
    only_self: bool
    looked: int
    problem: DecoyProblem

    __repr__ = redacted_repr

    def leakage_of(self, records: Iterable[PlannedRecord]) -> float:
        """``L(R + S, e, E)`` for some records of a plan."""
        return max((max(pool) for pool in self.pool_leakages(records)), default=0.0)

    def pool_leakages(self, records: Iterable[PlannedRecord]) -> tuple[tuple[float, float], ...]:
        """For every pool the greatest leakage of what some records of a plan are in, and of what they are not in."""
        chosen = sorted(record.chosen for record in records)
        return self.problem.pool_leakages([number for number, _ in chosen], [counts for _, counts in chosen])

    def heuristic_within(self, budget: float) -> DisinformationPlan:
        """What the papers' heuristic comes to within a budget.

        Raises:
            ValueError: as ``Frontier.within``.
        """
        return self._last_within(self.heuristic, budget)

    def _last_within(self, plans: Sequence[DisinformationPlan], budget: float) -> DisinformationPlan:
        check_budget(budget)
        if budget > self.budget + self.slack:
            raise ValueError(f"the budget must be at most {self.budget:g}, up to which plans were sought")
        return super()._last_within(plans, budget)
