"""Planning disinformation in a workspace: which records to give to whom, for every budget."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leakage.decision.disinformation import bait_for
from leakage.decision.disinformation_moves import KINDS, WEIGHED, Kind, Outlet, moves_of, weighed
from leakage.decision.disinformation_plan import (
    RECORDS,
    DisinformationFrontier,
    DisinformationPlan,
    PlannedRecord,
    frontier_of,
)
from leakage.decision.planned_release import SAME
from leakage.decision.prices import Prices, check_budget
from leakage.decision.what_if import Standing
from leakage.measure.measure import similarity_to
from leakage.resolution.match import Match
from leakage.workspace.assessment import Pool, PoolLeakage, assess, records_of, worst
from leakage.workspace.disinforming import resolving_match
from leakage.workspace.made_up import made_up_values
from leakage.workspace.planning import with_release
from leakage.workspace.workspace import Release, Workspace

BACKFIRING = 5
"""Composites that would backfire, told at most."""

OFFICIAL_RECIPIENTS = (
    *("authority", "bank", "clinic", "court", "doctor", "dr.", "employer", "hospital", "insurance", "insurer"),
    *("landlord", "office", "pharmacy", "police", "practice", "school", "surgery", "tax", "university"),
)
"""Words in the names of recipients to whom a false statement can be an offence, or do harm."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the person is prepared to do.

    Arguments:
        prices: C(r).
        recipients: whom a record may be given to.
        labels: under which something wrong may be said.
        budget: C_max > 0.
        kinds: what records may be for.
        expected: the name of a planned release that will follow on the disinformation; empty for none.
        records: of a plan that hang together, at most; >= 1.
        per_label: how many values of a label a record may state; >= 1.
        seed: chooses the values.
    """

    prices: Prices
    recipients: tuple[str, ...]
    labels: tuple[str, ...]
    budget: float
    kinds: tuple[Kind, ...] = KINDS
    expected: str = ""
    records: int = RECORDS
    per_label: int = 1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class RecordEffect:
    """What one record of a plan does.

    Arguments:
        planned: the record.
        alone: how far leakage would fall if it were the only one; below 0 it would rise.
        within: how much higher leakage would be if this one alone were left out of the plan.
        carried: labels of what is true of the person in what it ties in, and not in its target: they backfire.
        confirmed: labels of true facts the adversary is unsure of, and sure once she has this record.
        instead: others it could be given to at the same cost, with the same effect.
    """

    planned: PlannedRecord
    alone: float
    within: float
    carried: tuple[str, ...]
    confirmed: tuple[str, ...]
    instead: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Backfire:
    """An unrelated composite that would raise the leakage if it were tied to the target.

    Arguments:
        members: its record numbers, over the pool's releases, then the background.
        rise: by how much, > 0.
        carried: labels of what is true of the person in it, and not in the target.
    """

    members: tuple[int, ...]
    rise: float
    carried: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class DisinformationPlans:
    """The best disinformation for every budget, and what speaks against some.

    Arguments:
        terms: what was asked.
        before: the whole leakage without disinformation, the expected release included.
        pools: as the workspace's pooling has them, the expected release included.
        outlets: whom records may be given to, with the pools they reach.
        frontier: the plans.
        backfires: what had better not be tied to what the adversary knows most by, the worst first.
    """

    terms: Terms
    before: float
    pools: tuple[Pool, ...]
    outlets: tuple[Outlet, ...]
    frontier: DisinformationFrontier
    backfires: tuple[Backfire, ...]

    def effects(self, plan: DisinformationPlan) -> tuple[RecordEffect, ...]:
        """What each record of a plan does, in the order of the plan.

        Source: Whang & Garcia-Molina 2012, Sections 4.1 and 4.2.
        """
        return tuple(self._effect(plan, place) for place in range(len(plan.records)))

    def overtaken(self, plan: DisinformationPlan) -> Pool | None:
        """The pool that knows most after a plan, where that is by something the plan does not reach."""
        found = self.frontier.pool_leakages(plan.records)
        if not found or max(max(one) for one in found) <= max(inside for inside, _ in found) + SAME:
            return None
        return self.pools[max(range(len(found)), key=lambda number: found[number][1])]

    def _effect(self, plan: DisinformationPlan, place: int) -> RecordEffect:
        planned = plan.records[place]
        others = [record for number, record in enumerate(plan.records) if number != place]
        standing = self.frontier.ground.pools[planned.move.pool]
        composites = standing.before.resolution.composites
        target = composites[planned.move.target]
        similarity = similarity_to(standing.reference, standing.weights)
        linked = [a for number in planned.move.links for a in composites[number]]
        return RecordEffect(
            planned,
            self.before - self.frontier.leakage_of([planned]),
            self.frontier.leakage_of(others) - plan.leakage,
            _labels(a.label for a in linked if similarity(a.pair) and a.pair not in target),
            _labels(
                a.label for a in planned.move.bait if similarity(a.pair) and 0.0 < target.confidence_of(a.pair) < 1.0
            ),
            self._instead(planned),
        )

    def _instead(self, planned: PlannedRecord) -> tuple[str, ...]:
        chosen, prices = planned.move.outlet, self.terms.prices
        price = prices.of_record(chosen.recipient)
        same = (one for one in self.outlets if one.pools == chosen.pools and one.recipient != chosen.recipient)
        return tuple(one.recipient for one in same if prices.of_record(one.recipient) == price)


def prices_of(workspace: Workspace) -> Prices:
    """What the person's disinformation costs: the usual prices, but for those of the workspace.

    Raises:
        ValueError: where a record and an attribute may both be free.

    >>> prices_of(Workspace(disinforming=(("recipient", "Shop", 5.0), ("label", "Photo", 2.0)))).of_record("Shop")
    5.0
    """
    return Prices(
        records=tuple((name, price) for of, name, price in workspace.disinforming if of == "recipient"),
        attributes=tuple((name, price) for of, name, price in workspace.disinforming if of == "label"),
    )


def plan_disinformation(
    workspace: Workspace, terms: Terms, assessed: Sequence[PoolLeakage] | None = None
) -> DisinformationPlans:
    """For every budget the disinformation that brings the whole leakage down most.

    ``min over S of max over pools of L(R_pool + S, e, E)`` subject to ``sum of C(r) <= C_max``; optimal where the plans
    say so. New records are read after the releases, and an expected release after those.
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Sections 1 and 3.2; see
    ``leakage.decision.disinformation_plan``.

    Arguments:
        workspace: what is out, who pools it, and how.
        terms: prices, recipients, labels and budget.
        assessed: what ``assess(workspace)`` gave, where it is at hand; not used where a release is expected.

    Raises:
        ValueError: for a budget that is not positive.

    >>> from leakage.record import Record
    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.workspace.workspace import Policy
    >>> given = (Release("Order", "Shop", Record.of(("Name", "Alice"), ("Phone", "123"))),)
    >>> eve = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
    >>> work = Workspace((("Name", "Alice"), ("Phone", "123")), releases=given, policies=eve)
    >>> plans = plan_disinformation(work, Terms(Prices(1.0, 1.0), ("Shop",), ("Phone",), 3.0))
    >>> [(plan.cost, round(plan.leakage, 9)) for plan in plans.frontier.plans]
    [(0.0, 1.0), (3.0, 0.8)]
    """
    check_budget(terms.budget)
    coming = next((plan for plan in workspace.plans if terms.expected and plan.name == terms.expected), None)
    with_it = workspace if coming is None else with_release(workspace, coming)
    now = tuple(assess(with_it) if assessed is None or coming is not None else assessed)
    most, standings = worst(now), [_standing(with_it, found, coming is not None) for found in now]
    outlets, match, values = (
        _outlets(now, terms),
        resolving_match(workspace.adversary),
        made_up_values(with_it, terms.seed),
    )
    frontier = frontier_of(
        standings,
        moves_of(standings, outlets, match, terms.prices, values, kinds=terms.kinds) if match else (),
        terms.prices,
        terms.labels,
        values,
        terms.budget,
        records=terms.records,
        per_label=terms.per_label,
    )
    return DisinformationPlans(
        terms,
        most.result.leakage if most else 0.0,
        tuple(found.pool for found in now),
        outlets,
        frontier,
        _backfires(standings[now.index(most)], match) if most and match else (),
    )


def with_plan(workspace: Workspace, plan: DisinformationPlan, expected: str = "") -> Workspace:
    """The workspace with the records of a plan, and then the expected release, among what was released.

    >>> with_plan(Workspace(), DisinformationPlan(0.0, 0.0, (), 0.0)) == Workspace()
    True
    """
    for planned in plan.records:
        recipient = planned.move.outlet.recipient
        workspace = with_release(workspace, Release(f"Disinformation ({planned.kind})", recipient, planned.record))
    coming = next((release for release in workspace.plans if expected and release.name == expected), None)
    return workspace if coming is None else with_release(workspace, coming)


def usual_recipients(workspace: Workspace) -> tuple[str, ...]:
    """The recipients to whom something wrong can be said without an offence, as far as their names tell; never the
    person's employer.

    >>> from leakage.record import Record
    >>> given = tuple(Release(name, name, Record()) for name in ("Harbour Bank", "Book Shop"))
    >>> usual_recipients(Workspace(releases=given))
    ('Book Shop',)
    """
    employers = {value.casefold() for label, value in workspace.profile if label.casefold() == "employer"}
    return tuple(
        name
        for name in workspace.recipients
        if name.casefold() not in employers
        and not any(re.search(rf"\b{re.escape(word)}", name.casefold()) for word in OFFICIAL_RECIPIENTS)
    )


def _standing(workspace: Workspace, found: PoolLeakage, expecting: bool) -> Standing:
    last = len(workspace.releases) - 1
    held = found.pool.releases
    return Standing.of(
        records_of(workspace, found.pool),
        workspace.reference,
        workspace.adversary,
        workspace.measure,
        before=found.result,
        place=len(held) - (1 if expecting and last in held else 0),
    )


def _outlets(now: Sequence[PoolLeakage], terms: Terms) -> tuple[Outlet, ...]:
    reached = (
        Outlet(name, tuple(number for number, found in enumerate(now) if name in found.pool.recipients))
        for name in terms.recipients
    )
    return tuple(outlet for outlet in reached if outlet.pools)


def _backfires(standing: Standing, match: Match) -> tuple[Backfire, ...]:
    members = standing.before.members
    if not members:
        return ()
    resolution, now = standing.before.resolution, standing.before.leakage
    target = int(resolution.composite_of[members[0]])
    similarity = similarity_to(standing.reference, standing.weights)
    held = resolution.composites[target]
    found: list[Backfire] = []
    for number, leakage in reversed(weighed(standing, target, WEIGHED)):
        if leakage <= now + SAME or len(found) == BACKFIRING:
            break
        if bait_for(standing, match, target, number) is not None:
            carried = (a.label for a in resolution.composites[number] if similarity(a.pair) and a.pair not in held)
            found.append(Backfire(resolution.members[number], leakage - now, _labels(carried)))
    return tuple(found)


def _labels(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(labels))
