"""How good plans are that are not proved, beside the best of all sets of actions."""

import math
import random
from functools import cache

import pytest

from leakage import Adversary, Record, Resolve, Shares
from leakage.decision.plan import planning
from leakage.decision.plan.actions import Change, Erase, HeldRecord, Option, Situation, Threat
from leakage.decision.plan.planning import FIRST, plan_frontier
from tests.amount import TIMES

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
