"""The best disinformation found: which records to release within a budget, for every budget at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from leakage.old.decision.disinformation.candidates import (
    Candidate,
    Channel,
    Prices,
    Values,
    check_budget,
    moves_of,
    only_self,
)
from leakage.old.decision.disinformation.joins import JoinsByKeys
from leakage.old.decision.disinformation.problem import (
    Bought,
    Choice,
    DecoyProblem,
    DisinformationFrontier,
    DisinformationPlan,
    PlannedRecord,
    Space,
)
from leakage.old.decision.disinformation.purchases import (
    Option,
    Wrong,
    gathered,
    labels_without_join_effect,
    options_of,
)
from leakage.old.decision.disinformation.search import DecoySearch, ExhaustiveSearch
from leakage.old.decision.frontier import ParetoFront, Plan, together
from leakage.old.decision.incremental import Baseline
from leakage.old.measure.measuring import as_measure, similarity_to
from leakage.old.resolution.adversary import Adversary
from leakage.old.resolution.match import Match

# The papers' heuristic for disinformation, to stand beside the best plans.


def papers_heuristic(space: Space) -> Iterator[tuple[float, float, Choice]]:
    """The papers' heuristic: self disinformation only, or two unrelated records combined with it; wrong attributes by
    falling weight as long as the budget lasts.

    "A heuristic algorithm that searches a smaller space, where we either combine two irrelevant records and use self
    disinformation or use self disinformation only." The two are those that lower the target most for their price.
    Source: Whang & Garcia-Molina 2011, Section 3.2.
    """
    problem = space.problem
    stairs: ParetoFront[Choice] = ParetoFront(space.slack)
    stairs.add(0.0, problem.rest(()), ((), ()))
    for number in _papers_options(problem):
        for cost, choice in _with_wrong(problem, number, space.budget + space.slack):
            stairs.add(cost, problem.leakage(*choice), choice)
    return iter(stairs)


def _papers_options(problem: DecoyProblem) -> Iterator[int]:
    """The options aimed at the maximum: the cheapest self disinformation, and the first two unrelated composites."""
    reached = [(pool.before.leakage, -number) for number, pool in enumerate(problem.pools) if number in problem.joins]
    if not reached:
        return
    pool = -max(reached)[1]
    members = problem.pools[pool].before.members
    target = int(problem.pools[pool].before.resolution.composite_of[members[0]]) if members else None
    aimed = [n for n, option in enumerate(problem.options) if (option.move.pool, option.move.target) == (pool, target)]
    alone = [n for n in aimed if problem.options[n].move.kind == "self"]
    pairs = [n for n in aimed if len(problem.options[n].move.links) == 2]
    for some in (alone, [n for n in pairs if problem.options[n].move.links == problem.options[pairs[0]].move.links]):
        if some:
            yield min(some, key=lambda number: problem.options[number].cost)


def _with_wrong(problem: DecoyProblem, number: int, budget: float) -> Iterator[tuple[float, Choice]]:
    """An option with more and more wrong attributes, by falling weight, as long as they can be paid."""
    option: Option = problem.options[number]
    room = max(
        option.rooms, key=lambda room: sum(n * label.weight for n, label in zip(room, problem.wrong, strict=True))
    )
    cost, counts = option.cost, [0] * len(problem.wrong)
    yield cost, ((number,), (tuple(counts),))
    order = sorted(range(len(problem.wrong)), key=lambda place: -problem.wrong[place].weight)
    for place in order:
        for _ in range(room[place]):
            cost += problem.wrong[place].price
            if cost > budget:
                return
            counts[place] += 1
            bought: Bought = (tuple(counts),)
            yield cost, ((number,), bought)


# The best disinformation: which records to release within a budget, for every budget at once.


RECORDS = 3
"""Records of a plan that hang together, at most."""


NODE_LIMIT = 8_000
"""Choices of records looked at, before what was found so far must do."""


FROM_SCRATCH_NODE_LIMIT = 1_500
"""The same where every choice has to be resolved from scratch."""


MOST_BELIEVABLE = 8
"""Of how many times as many believable values those are taken that are wholly wrong."""


def disinformation_frontier(
    pools: Sequence[Baseline],
    channels: Sequence[Channel],
    match: Match,
    prices: Prices,
    labels: Iterable[str],
    believable: Values,
    budget: float,
    *,
    records: int = RECORDS,
    per_label: int = 1,
    node_limit: int | None = None,
) -> DisinformationFrontier:
    """For every budget up to the greatest the disinformation that leaves least leakage.

    Minimises ``max over pools P of L(R_P + S_P, e, E)`` over sets S of disinformation records with
    ``sum of C(r) <= budget``, S_P being those of S that land in P. Every leakage is that of really resolving.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    The space: up to ``records`` records that hang together, each one of ``moves_of`` with up to ``per_label`` values
    of every label it may state wrongly, in any number and under any labels without an effect on who is joined
    (``labels_without_join_effect``) that have enough values which are believable and by the measure near no fact. No
    two of these values are the same in a plan.
    Records are read in the order of the moves, from the pools' ``place`` on. The search is branch and bound, by the
    bounds of ``leakage.old.decision.disinformation.bounds``. Where merging replaces values, wrong attributes do more than
    add to what is known: then choices are resolved from scratch, one after the other. Either ends once so many choices
    were looked at, and plans are the best found.

    Arguments:
        pools: what is known now in each; all by the same reference, adversary and weights.
        channels: whom records can be given to.
        match: the rules a record must satisfy, usually those of the adversary's resolution.
        prices: C(r).
        labels: under which something wrong may be said.
        believable: the wrong values.
        budget: C_max > 0.
        records, per_label: as said above, >= 1.
        node_limit: how many choices of records are looked at in all; by default as many as ``NODE_LIMIT`` says.

    Raises:
        ValueError: for a budget that is not positive, or a number of records or values below 1.

    >>> from leakage.record import Record
    >>> from leakage.old.resolution.adversary import Adversary
    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Bob"), ("P", "987"), ("C", "999"))]
    >>> baseline = Baseline.of(R, R[0], Adversary((Resolve(Shares("N")),)))
    >>> values = lambda label, count: [f"wrong {n}" for n in range(count)]
    >>> frontier = disinformation_frontier(
    ...     [baseline], [Channel("Shop", (0,))], Shares("N"), Prices(1.0, 1.0), ["P"], values, budget=4)
    >>> [(plan.cost, round(plan.leakage, 3)) for plan in frontier.plans]
    [(0.0, 1.0), (3.0, 0.571), (4.0, 0.5)]
    >>> [record.kind for record in frontier.within(3).records]
    ['linkage']
    """
    moves = moves_of(pools, channels, match, prices, believable)
    return frontier_of(
        pools, moves, prices, labels, believable, budget, records=records, per_label=per_label, node_limit=node_limit
    )


def frontier_of(
    pools: Sequence[Baseline],
    moves: Sequence[Candidate],
    prices: Prices,
    labels: Iterable[str],
    believable: Values,
    budget: float,
    *,
    records: int = RECORDS,
    per_label: int = 1,
    node_limit: int | None = None,
) -> DisinformationFrontier:
    """As ``disinformation_frontier``, where the moves are at hand."""
    check_budget(budget)
    if records < 1 or per_label < 1:
        raise ValueError(f"there must be room for a record and a value at least, got {records} and {per_label}")
    adversary = pools[0].adversary if pools else None
    free = labels_without_join_effect(adversary, labels) if adversary else ()
    measure = as_measure(pools[0].weights if pools else None)
    values = _wholly_wrong(believable, pools[0]) if pools else believable
    needed = per_label * records * len({(move.pool, move.target) for move in moves})
    wrong = [
        Wrong(label, measure.weight_of(label), prices.of_attribute(label))
        for label in free
        if len(values(label, needed)) == needed
    ]
    options = options_of(moves, wrong, per_label, budget)
    if adversary and _by_keys_alone(pools, adversary):
        options = gathered(options)
    problem = DecoyProblem(pools, options, wrong, values)
    space = Space(problem, per_label, records, budget)
    constant = _constant(problem)
    searches = _searches(space, node_limit, constant)
    best = together([search.front for search in searches], constant, budget)
    plans = [_plan(problem, Plan(cost, leakage), _joined(parts)) for cost, leakage, parts in best]
    heuristic = [_plan(problem, Plan(cost, leakage), choice) for cost, leakage, choice in papers_heuristic(space)]
    return DisinformationFrontier(
        tuple(plans),
        budget,
        space.slack,
        tuple(heuristic),
        tuple(moves),
        bool(adversary and only_self(adversary)),
        sum(search.looked for search in searches),
        problem,
    )


def _by_keys_alone(pools: Sequence[Baseline], adversary: Adversary) -> bool:
    """Whether neither the order of records nor their owners matter."""
    additive = adversary.is_additive and not adversary.depends_on_owners
    return additive and all(pool.pipeline is not None for pool in pools)


def _wholly_wrong(believable: Values, baseline: Baseline) -> Values:
    """The believable values less those that are near a fact by the measure: these would tell something."""
    similarity = similarity_to(baseline.reference, baseline.weights)

    def values(label: str, count: int) -> Sequence[str]:
        requested, wrong = count, list[str]()
        while True:
            given = believable(label, requested)
            wrong = [value for value in given if not similarity((label, value))]
            if len(wrong) >= count or len(given) < requested or requested > MOST_BELIEVABLE * count:
                return wrong[:count]
            requested *= 2

    return values


def _searches(space: Space, node_limit: int | None, constant: float) -> list[DecoySearch] | list[ExhaustiveSearch]:
    """The groups, each searched as far down as what the others keep: the whole leaks the greatest of them."""
    groups = space.problem.groups()
    by_keys = all(isinstance(joins, JoinsByKeys) for joins in space.problem.joins.values())
    whole = (NODE_LIMIT if by_keys else FROM_SCRATCH_NODE_LIMIT) if node_limit is None else node_limit
    each = max(1, whole // max(1, len(groups)))
    if not space.problem.additive:
        return [ExhaustiveSearch(space, group, each).run() for group in groups]
    searches = [DecoySearch(space, group, each) for group in groups]
    least_leakages = [search.least() for search in searches]
    for number, search in enumerate(searches):
        search.run(max([constant, *(least for other, least in enumerate(least_leakages) if other != number)]))
    return searches


def _constant(problem: DecoyProblem) -> float:
    """The greatest leakage of what no option of any group can change."""
    leakages = [0.0]
    for number, baseline in enumerate(problem.pools):
        joins = problem.joins.get(number)
        if joins is None:
            leakages.append(baseline.before.leakage)
        elif isinstance(joins, JoinsByKeys):
            leakages.append(baseline.greatest_outside(n for part in joins.closure for n in part.composites))
    return max(leakages)


def _joined(parts: Iterable[Choice]) -> Choice:
    """The choices of several groups as one."""
    both = [(number, counts) for chosen, bought in parts for number, counts in zip(chosen, bought, strict=True)]
    both.sort(key=lambda entry: entry[0])
    return tuple(number for number, _ in both), tuple(counts for _, counts in both)


def _plan(problem: DecoyProblem, plan: Plan, choice: Choice) -> DisinformationPlan:
    return DisinformationPlan(plan.cost, plan.leakage, tuple(_records(problem, choice)))


def _records(problem: DecoyProblem, choice: Choice) -> Iterator[PlannedRecord]:
    for number, counts, record in zip(*choice, problem.written(*choice), strict=True):
        move = problem.options[number].move_with(counts)
        wrong = tuple(attribute for attribute in record if attribute.pair not in move.bait)
        cost = problem.options[number].cost + math.fsum(
            n * label.price for n, label in zip(counts, problem.wrong, strict=True)
        )
        yield PlannedRecord(move, record, wrong, cost, (number, counts))
