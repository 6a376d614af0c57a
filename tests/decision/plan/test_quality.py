"""How good plans are that are not proved: beside the best of all sets of actions, and on works that stay the same."""

import math
import random
from dataclasses import replace
from functools import cache

import pytest

from leakage import Adversary, Record, Resolve, Shares
from leakage.decision.plan import planning
from leakage.decision.plan.actions import Change, Erase, HeldRecord, Option, Situation, Threat
from leakage.decision.plan.planning import FIRST, plan_frontier
from leakage.workspace.figures.plan.actions import PlanTerms
from leakage.workspace.figures.plan.plan import plan_actions
from tests.amount import TIMES
from tests.benchmarks.person_2026 import person_of_2026
from tests.benchmarks.plan import options, person, threats
from tests.workspace.people import people

WORKS, ACTIONS = 6 * TIMES, 11


def known_by_name(facts, accounts):
    """One person of whom each account knows the name and some facts, and all accounts tell an adversary."""
    holdings = [
        HeldRecord(f"{number}", f"Site {number}", Record.of(("N", "N"), *((label, label) for label in sorted(labels))))
        for number, labels in enumerate(accounts)
    ]
    reference = Record.of(("N", "N"), *((label, label) for label in facts))
    return Situation.of(reference, holdings), Threat("Eve", Adversary((Resolve(Shares("N")),)))


def each_knows_a_fact_of_its_own(chance):
    """What helps is one action after the other, and all of them help."""
    facts = [f"F{number}" for number in range(15)]
    accounts = [{facts[number], chance.choice(facts)} for number in range(ACTIONS)]
    situation, eve = known_by_name(facts, accounts)
    return (
        situation,
        [Option(Erase((holding.name,)), chance.choice([4.0, 6.0, 10.0])) for holding in situation.held],
        eve,
    )


def facts_are_known_to_several(chance):
    """What helps is several actions together: a fact is gone when nobody tells it."""
    facts = "ABCDEFGHIJ"
    situation, eve = known_by_name(facts, [set(chance.sample(facts, 3)) for _ in range(7)])
    could = [Option(Erase((holding.name,)), chance.choice([4.0, 6.0, 10.0])) for holding in situation.held]
    moves = [
        Option(Change(attribute.pair, (holding.recipient,)), chance.choice([1.0, 2.0, 3.0]))
        for holding in situation.held
        for attribute in holding.record.known
        if attribute.label != "N"
    ]
    return situation, [*could, *chance.sample(moves, ACTIONS - len(could))], eve


@cache
def works(kind):
    """Works with the best plan for every number of minutes, of all sets of actions."""
    found = []
    for seed in range(WORKS):
        situation, could, eve = kind(random.Random(seed))
        best = plan_frontier(situation, could, [eve])
        assert len(could) == ACTIONS and best.optimal
        found.append((situation, could, eve, best))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "limit", "usual", "least"),
    [
        (each_knows_a_fact_of_its_own, 200, 0.96, 0.49),
        (each_knows_a_fact_of_its_own, FIRST, 0.99, 0.8),
        (facts_are_known_to_several, 200, 0.93, 0.42),
        (facts_are_known_to_several, FIRST, 0.99, 0.75),
    ],
)
def test_what_is_found_takes_back_nearly_what_the_best_of_all_sets_does(kind, limit, usual, least, monkeypatch):
    """On average and at least, over all numbers of minutes at which the best plan changes."""
    tried = works(kind)
    monkeypatch.setattr(planning, "EXACT", -1)
    shares = []
    for situation, could, eve, best in tried:
        found = plan_frontier(situation, could, [eve], limit=limit)
        assert found.looked < 1 << ACTIONS
        before = best.plans[0].leakage
        shares += [(before - found.within(p.cost).leakage) / (before - p.leakage) for p in best.plans[1:]]
    assert math.fsum(shares) / len(shares) >= usual
    assert min(shares) >= least


def leaves_no_more_than(frontier, figures):
    """A better plan may come, and a worse one may not."""
    left = {minutes: round(frontier.within(minutes).leakage, 4) for minutes in figures}
    return {minutes: figure for minutes, figure in left.items() if figure > figures[minutes]} == {}


@pytest.mark.slow
def test_plans_of_forty_accounts_are_no_worse_than_they_were():
    situation = person(40)
    frontier = plan_frontier(situation, options(situation), threats(), minutes=240.0, limit=700)
    assert len(frontier.options) > planning.EXACT and frontier.looked <= 1.25 * 700
    assert leaves_no_more_than(frontier, {15: 0.75, 60: 0.7013, 120: 0.6486, 180: 0.6111, 240: 0.5507})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("aim", "figures"),
    [
        ("worst", {15: 0.6803, 60: 0.4355, 120: 0.2274, 180: 0.1918}),
        ("average", {15: 0.5727, 60: 0.3601, 120: 0.2105, 180: 0.081, 240: 0.0789}),
    ],
)
def test_plans_of_the_realistic_person_are_no_worse_than_they_were(aim, figures):
    # Every action is an option, as it was when the figures were noted.
    work = replace(person_of_2026().workspace, worked_example=True)
    frontier = plan_actions(work, PlanTerms(aim=aim), limit=800).frontier
    assert len(frontier.options) > planning.EXACT and frontier.looked <= 1.25 * 800
    assert leaves_no_more_than(frontier, figures)


@pytest.mark.slow
def test_of_300_accounts_with_one_address_the_first_plan_moves_some():
    """Single actions are many, and none of them helps; a search that weighs them first finds nothing."""
    [work] = [person.work for person in people() if person.name == "300 logins, one address"]
    frontier = plan_actions(work, PlanTerms(), limit=800).frontier
    assert frontier.looked <= 1.25 * 800
    assert leaves_no_more_than(frontier, {60: 0.3354, 75: 0.2214})
