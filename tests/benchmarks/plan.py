"""How long one plan over every kind of action takes: 300 accounts of 12 facts, three adversaries.

Run with ``python -m tests.benchmarks.plan``: seconds of the processor to the first plan and to the best found, what no
plan goes below, and memory; then the first plan of people with 300 logins, with its steps, as the page shows it; then
every set of 15 actions against a search that looks at fewer.
"""

from __future__ import annotations

import argparse
import datetime
import random
import resource
import time
from functools import partial
from unittest import mock

from leakage import Adversary, AnyOf, Record, Resolve, Shares
from leakage.decision.plan import planning
from leakage.decision.plan.actions import Change, Erase, HeldRecord, Option, Situation, Threat
from leakage.decision.plan.planning import ActionFrontier, plan_frontier
from leakage.workspace.figures.plan.actions import PlanTerms
from leakage.workspace.figures.plan.plan import WorkPlans, plan_actions
from leakage.workspace.requests.chances import grant_probabilities
from leakage.workspace.requests.states import graded_minutes
from leakage.workspace.workspace import Workspace
from pages.kit import shared_figures
from tests.benchmarks.runner import fastest
from tests.workspace.people import people

ACCOUNTS, FACTS, SEED, MINUTES = 300, 12, 20, 240.0
COMMON = ("Name", "Email", "Phone", "Address", "Date of birth", "Card", "Password", "User name", "City", "Post code")
RARE = tuple(f"Fact {number}" for number in range(38))
CHANGED = ("Email", "Phone", "Password", "Card")
FIRST, FURTHER = 300, 4


def person(accounts: int) -> Situation:
    """One person known to many accounts: each knows a name and an address, and some facts that few others know."""
    chance = random.Random(SEED)
    truth = [(label, f"{label} 0") for label in (*COMMON, *RARE)] + [("Email", "Email 1"), ("Phone", "Phone 1")]
    likely = [1.0 / (place + 1) ** 2 for place in range(len(RARE))]
    holdings = []
    for number in range(accounts):
        rare = dict.fromkeys(chance.choices(RARE, likely, k=6))
        labels = ["Name", "Email", *rare, *chance.sample(COMMON[2:], len(COMMON) - 2)][:FACTS]
        facts = [(label, f"{label} {_which(chance, label)}") for label in labels]
        holdings.append(HeldRecord(f"Account {number}", f"Site {number}", Record.of(*facts)))
    return Situation.of(Record.of(*truth), holdings)


def _which(chance: random.Random, label: str) -> int:
    """Some accounts have the second address or number."""
    return int(label in ("Email", "Phone") and chance.random() < 0.2)


def threats() -> list[Threat]:
    """Three of different rules, one of whom only some accounts tell."""
    some = (tuple(f"Site {number}" for number in range(0, ACCOUNTS, 3)),)
    return [
        Threat("Same email or phone", Adversary((Resolve(AnyOf(Shares("Email"), Shares("Phone"))),))),
        Threat("Same name and date of birth", Adversary((Resolve(Shares("Name", "Date of birth")),))),
        Threat("Same email, every third site", Adversary((Resolve(Shares("Email")),)), groups=some),
    ]


def options(situation: Situation) -> list[Option]:
    """Each account may be deleted, and given fresh values."""
    found = [Option(Erase((holding.name,)), 15.0) for holding in situation.held]
    for holding in situation.held:
        changed = [pair for pair in holding.record.confidences if pair[0] in CHANGED and pair in situation.reference]
        found += [Option(Change(pair, (holding.recipient,)), 5.0) for pair in changed]
    return found


def say(what: str, begun: float, frontier: ActionFrontier) -> None:
    """One line: what was searched, the time since then, and what came of it."""
    taken, plan = time.process_time() - begun, frontier.within(MINUTES)
    print(
        f"{what:34}{taken:7.2f} s  {frontier.looked:7,} looked at   now {frontier.plans[0].leakage:.4f}   "
        f"in {MINUTES:g} minutes {plan.leakage:.4f}   no plan below {plan.lowest:.4f}   {len(plan.actions)} actions",
        flush=True,
    )


def first_plan(work: Workspace) -> WorkPlans:
    """The plan that the page shows first, with the steps of the minutes that a person has."""
    policies, poolings = shared_figures.usual_policies(work), shared_figures.usual_poolings(work)
    terms = PlanTerms(policies=policies, poolings=poolings)
    plans = plan_actions(
        work,
        terms,
        asking=graded_minutes(work),
        chances=grant_probabilities(work, datetime.date(2026, 6, 15)),
        limit=shared_figures.FIRST,
    )
    plans.steps(plans.within(shared_figures.MINUTES))
    return plans


def say_first_plans() -> None:
    """One line for each person with 300 logins: the fastest of three first plans."""
    for person in people():
        if person.name.startswith("300 logins"):
            measured = fastest(partial(first_plan, person.work))
            frontier = measured.result.frontier
            print(
                f"{person.name:34}{measured.processor:7.2f} s  {frontier.looked:7,} looked at   now "
                f"{frontier.plans[0].leakage:.4f}   in {MINUTES:g} minutes {frontier.within(MINUTES).leakage:.4f}",
                flush=True,
            )


def main() -> None:
    """Everything in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="further searches after the first")
    rounds = parser.parse_args().rounds
    situation = person(ACCOUNTS)
    could = options(situation)
    print(f"{ACCOUNTS} accounts x {FACTS} facts, {len(could):,} actions, three adversaries")
    begun = time.process_time()
    frontier = plan_frontier(situation, could, threats(), minutes=MINUTES, limit=FIRST)
    say("first plan", begun, frontier)
    for number in range(1, rounds + 1):
        start = [plan.actions for plan in frontier.plans]
        limit = FIRST * FURTHER**number
        frontier = plan_frontier(situation, could, threats(), minutes=MINUTES, start=start, limit=limit)
        say(f"further search {number}, since the start", begun, frontier)
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
    say_first_plans()
    few = person(5)
    could = options(few)[: planning.EXACT]
    begun = time.process_time()
    say(f"every set of {len(could)} actions", begun, plan_frontier(few, could, threats(), minutes=MINUTES))
    with mock.patch.object(planning, "EXACT", 0):
        begun = time.process_time()
        say(f"a search among {len(could)} actions", begun, plan_frontier(few, could, threats(), minutes=MINUTES))


if __name__ == "__main__":
    main()
