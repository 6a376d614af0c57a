"""Optimal disinformation: which records to release within a budget, for every budget at once."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from leakage.decision.dilution import Wrong
from leakage.decision.disinformation_baits import Values
from leakage.decision.disinformation_ground import Ground, options_of, quiet_labels
from leakage.decision.disinformation_heuristic import papers_heuristic
from leakage.decision.disinformation_joins import JoinsByKeys
from leakage.decision.disinformation_moves import Kind, Move, Outlet, moves_of, only_self
from leakage.decision.disinformation_search import Choice, Search, Space
from leakage.decision.planned_release import SAME
from leakage.decision.prices import Prices, check_budget
from leakage.decision.staircase import together
from leakage.decision.what_if import Standing
from leakage.measure.weights import weight_of
from leakage.record import Attribute, Record
from leakage.resolution.match import Match

RECORDS = 3
"""Records of a plan that hang together, at most."""

EFFORT = 8_000
"""Choices of records looked at, before what was found so far must do."""

ANEW_EFFORT = 1_500
"""The same where every choice has to be resolved from scratch."""


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

    move: Move
    record: Record
    wrong: tuple[Attribute, ...]
    cost: float
    chosen: tuple[int, tuple[int, ...]]

    @property
    def kind(self) -> Kind:
        """What it is for."""
        return self.move.kind


@dataclass(frozen=True, eq=False)
class DisinformationPlan:
    """S: what to release, and what is known then.

    Arguments:
        cost: the sum of C(r) over its records.
        leakage: L(R + S, e, E), by really resolving.
        records: in the order they would be read.
        lowest: what no plan within the budget goes below.
    """

    cost: float
    leakage: float
    records: tuple[PlannedRecord, ...]
    lowest: float

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no plan within the budget leaves less."""
        return self.leakage <= self.lowest + SAME

    @property
    def gap(self) -> float:
        """How far from the best plan this one can be at most; 0 where it is proved."""
        return 0.0 if self.optimal else self.leakage - self.lowest


@dataclass(frozen=True, eq=False)
class DisinformationFrontier:
    """The best plans, from doing nothing on: each costs more than the one before it, and leaves less.

    Arguments:
        plans: at least one; the first has no record.
        heuristic: the papers' heuristic for rising budgets, the same way.
        bounds: (cost, leakage) pairs; from that cost on no plan goes below that leakage until the next pair.
        budget: the greatest budget looked at.
        moves: what was chosen from.
        only_self: whether it is proved that no record can join two composites.
        looked: how many choices of records were looked at.
        ground: what any choice leaves known.
    """

    plans: tuple[DisinformationPlan, ...]
    heuristic: tuple[DisinformationPlan, ...]
    bounds: tuple[tuple[float, float], ...]
    budget: float
    moves: tuple[Move, ...]
    only_self: bool
    looked: int
    ground: Ground

    def leakage_of(self, records: Iterable[PlannedRecord]) -> float:
        """``L(R + S, e, E)`` for some records of a plan."""
        return max((max(found) for found in self.pool_leakages(records)), default=0.0)

    def pool_leakages(self, records: Iterable[PlannedRecord]) -> tuple[tuple[float, float], ...]:
        """For every pool the greatest leakage of what some records of a plan are in, and of what they are not in."""
        chosen = sorted(record.chosen for record in records)
        return self.ground.pool_leakages([number for number, _ in chosen], [counts for _, counts in chosen])

    def within(self, budget: float) -> DisinformationPlan:
        """The best plan within a budget.

        Raises:
            ValueError: if the budget is not positive, or greater than the one looked at.
        """
        return self._within(self.plans, budget)

    def heuristic_within(self, budget: float) -> DisinformationPlan:
        """What the papers' heuristic comes to within a budget.

        Raises:
            ValueError: as ``within``.
        """
        return self._within(self.heuristic, budget)

    def _within(self, plans: Sequence[DisinformationPlan], budget: float) -> DisinformationPlan:
        check_budget(budget)
        slack = 1e-9 * max(1.0, self.budget)
        if budget > self.budget + slack:
            raise ValueError(f"the budget must be at most {self.budget:g}, up to which plans were sought")
        found = plans[bisect_right([plan.cost for plan in plans], budget + slack) - 1]
        return replace(found, lowest=_lowest(self.bounds, budget + slack))

    @property
    def optimal(self) -> bool:
        """Whether every plan is proved best."""
        return all(plan.optimal for plan in self.plans) and self.plans[-1].leakage <= self.bounds[-1][1] + SAME


def disinformation_frontier(
    pools: Sequence[Standing],
    outlets: Sequence[Outlet],
    match: Match,
    prices: Prices,
    labels: Iterable[str],
    believable: Values,
    budget: float,
    *,
    records: int = RECORDS,
    per_label: int = 1,
    effort: int | None = None,
) -> DisinformationFrontier:
    """For every budget up to the greatest the disinformation that leaves least leakage.

    Minimises ``max over pools P of L(R_P + S_P, e, E)`` over sets S of disinformation records with
    ``sum of C(r) <= budget``, S_P being those of S that land in P. Every leakage is that of really resolving.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    The space: up to ``records`` records that hang together, each one of ``moves_of`` with up to ``per_label`` values
    of every label it may state wrongly, in any number and under any labels that are quiet (``quiet_labels``) and have
    enough believable values. Records
    are read in the order of the moves, after the releases. The search over it is branch and bound; plans are called
    optimal, in that space, only where it has come to its end or its bound has. What bounds it is in
    ``leakage.decision.disinformation_bound``. Where wrong attributes do more than add to what is known (a merge that
    replaces values, a measure that goes beyond weights) they are tried number by number, the best buys first, and
    there is no bound but 0.

    Arguments:
        pools: what is known now in each; all by the same reference, adversary and weights.
        outlets: whom records can be given to.
        match: the rules a record must satisfy, usually those of the adversary's resolution.
        prices: C(r).
        labels: under which something wrong may be said.
        believable: the wrong values.
        budget: C_max > 0.
        records, per_label: as said above, >= 1.
        effort: how many choices of records are looked at in all; by default as many as ``EFFORT`` says.

    Raises:
        ValueError: for a budget that is not positive, or a number of records or values below 1.

    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Bob"), ("P", "987"), ("C", "999"))]
    >>> standing = Standing.of(R, R[0], Adversary((Resolve(Shares("N")),)))
    >>> values = lambda label, count: [f"wrong {n}" for n in range(count)]
    >>> frontier = disinformation_frontier(
    ...     [standing], [Outlet("Shop", (0,))], Shares("N"), Prices(1.0, 1.0), ["P"], values, budget=4)
    >>> [(plan.cost, round(plan.leakage, 3), plan.optimal) for plan in frontier.plans]
    [(0.0, 1.0, True), (3.0, 0.571, True), (4.0, 0.5, True)]
    >>> [record.kind for record in frontier.within(3).records]
    ['linkage']
    """
    moves = moves_of(pools, outlets, match, prices, believable)
    return frontier_of(
        pools, moves, prices, labels, believable, budget, records=records, per_label=per_label, effort=effort
    )


def frontier_of(
    pools: Sequence[Standing],
    moves: Sequence[Move],
    prices: Prices,
    labels: Iterable[str],
    believable: Values,
    budget: float,
    *,
    records: int = RECORDS,
    per_label: int = 1,
    effort: int | None = None,
) -> DisinformationFrontier:
    """As ``disinformation_frontier``, where the moves are at hand."""
    check_budget(budget)
    if records < 1 or per_label < 1:
        raise ValueError(f"there must be room for a record and a value at least, got {records} and {per_label}")
    adversary = pools[0].adversary if pools else None
    quiet = quiet_labels(adversary, labels) if adversary else ()
    weights = pools[0].weights if pools else None
    needed = per_label * records * len({(move.pool, move.target) for move in moves})
    wrong = [
        Wrong(label, weight_of(label, weights), prices.of_attribute(label))
        for label in quiet
        if len(believable(label, needed)) == needed
    ]
    ground = _ground(pools, moves, wrong, believable, prices, per_label, budget)
    space = Space(ground, per_label, records, budget)
    constant = _constant(ground)
    searches = _searches(space, effort, constant)
    found = together([search.front for search in searches], constant, budget)
    bounds = [(cost, low) for cost, low, _ in together([search.bounds() for search in searches], constant, budget)]
    writer = _Writer(ground, believable)
    plans = [writer.plan(cost, leakage, _joined(parts), bounds) for cost, leakage, parts in found]
    heuristic = [writer.plan(cost, leakage, choice, bounds) for cost, leakage, choice in papers_heuristic(space)]
    return DisinformationFrontier(
        tuple(plans),
        tuple(heuristic),
        tuple(bounds),
        budget,
        tuple(moves),
        bool(adversary and only_self(adversary)),
        sum(search.looked for search in searches),
        ground,
    )


def _ground(
    pools: Sequence[Standing],
    moves: Sequence[Move],
    wrong: Sequence[Wrong],
    believable: Values,
    prices: Prices,
    per_label: int,
    budget: float,
) -> Ground:
    plain = Ground(pools, options_of(moves, wrong, believable, prices, per_label, budget, bare=True), wrong)
    if plain.bare:
        return plain
    return Ground(pools, options_of(moves, wrong, believable, prices, per_label, budget, bare=False), wrong)


def _searches(space: Space, effort: int | None, constant: float) -> list[Search]:
    """The groups, each searched as far down as what the others keep: the whole leaks the greatest of them."""
    groups = space.ground.groups()
    by_keys = all(isinstance(joins, JoinsByKeys) for joins in space.ground.joins.values())
    whole = (EFFORT if by_keys else ANEW_EFFORT) if effort is None else effort
    found = [Search(space, group, max(1, whole // len(groups))) for group in groups]
    kept = [search.least() for search in found]
    for number, search in enumerate(found):
        search.run(max([constant, *(least for other, least in enumerate(kept) if other != number)]))
    return found


def _constant(ground: Ground) -> float:
    """The greatest leakage of what no option of any group can change."""
    found = [0.0]
    for number, standing in enumerate(ground.pools):
        joins = ground.joins.get(number)
        if joins is None:
            found.append(standing.before.leakage)
        elif isinstance(joins, JoinsByKeys):
            found.append(standing.greatest_besides(n for part in joins.closure for n in part.composites))
    return max(found)


def _joined(parts: Iterable[Choice]) -> Choice:
    """The choices of several groups as one."""
    both = [(number, counts) for chosen, bought in parts for number, counts in zip(chosen, bought, strict=True)]
    both.sort(key=lambda entry: entry[0])
    return tuple(number for number, _ in both), tuple(counts for _, counts in both)


def _lowest(bounds: Sequence[tuple[float, float]], budget: float) -> float:
    return min(leakage for cost, leakage in bounds if cost <= budget)


class _Writer:
    """From choices to records: the wrong attributes get their values, no two of a plan the same."""

    def __init__(self, ground: Ground, believable: Values) -> None:
        self._ground, self._believable = ground, believable
        self._values: dict[str, Sequence[str]] = {}

    def plan(
        self, cost: float, leakage: float, choice: Choice, bounds: Sequence[tuple[float, float]]
    ) -> DisinformationPlan:
        lowest = min(leakage, _lowest(bounds, cost + 1e-9 * max(1.0, cost)))
        return DisinformationPlan(cost, leakage, tuple(self._records(choice)), lowest)

    def _records(self, choice: Choice) -> Iterator[PlannedRecord]:
        used: Counter[str] = Counter()
        for number, counts in zip(*choice, strict=True):
            option = self._ground.options[number]
            wrong = list(option.wrong)
            cost = option.cost
            for one, count in zip(self._ground.wrong, counts, strict=True):
                wrong += [Attribute(one.label, v) for v in self._next(one.label, used[one.label], count)]
                used[one.label] += count
                cost += count * one.price
            record = Record((*option.move.bait, *wrong))
            yield PlannedRecord(option.move, record, tuple(wrong), cost, (number, counts))

    def _next(self, label: str, used: int, count: int) -> Sequence[str]:
        if count and len(self._values.get(label, ())) < used + count:
            self._values[label] = self._believable(label, max(4, 2 * (used + count)))
        return self._values[label][used : used + count] if count else ()
