"""A plan against files on the disk is what it is with their records in memory."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from leakage import Adversary, Record, Resolve, Shares
from leakage.background import build_index, index_path
from leakage.decision.plan.outcomes import Outcomes
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.plan.actions import CHANGING, LEVERS, PlanTerms, made_up
from leakage.workspace.figures.plan.options import options_of, situation_of, threats_of
from leakage.workspace.figures.plan.plan import figures_ahead, plan_actions
from leakage.workspace.file_backed import Indices, WithFiles, rules_as_text, sources_of
from leakage.workspace.workspace import Policy, Workspace
from tests.background.made_up import any_match
from tests.workspace.test_with_files import any_work

MOST = 64
"""Sets of actions that are tried of one work."""


def two_adversaries(seed: random.Random, folder: Path, *, spelled: bool) -> tuple[Workspace, WithFiles]:
    """A made-up work with two adversaries, of whom each has an index of the file, and values that can be changed."""
    whole, held = any_work(seed, folder, spelled=spelled)
    match, sources = any_match(seed), sources_of(held)
    path = build_index(index_path(folder, sources, match), sources, match)
    indices = Indices(tuple({**dict(held.indices.paths), rules_as_text(match): path}.items()))
    policies = (*held.policies, Policy("Eva", Adversary((Resolve(match),))))
    names = (("P", "Phone"), ("C", "Email"))
    return replace(whole, policies=policies, names=names), replace(
        held, policies=policies, names=names, indices=indices
    )


def any_terms(seed: random.Random) -> PlanTerms:
    return PlanTerms(
        levers=LEVERS,
        poolings=tuple(seed.sample(["together", "alone", "coalitions"], seed.randint(1, 3))),
        changing=seed.choice(CHANGING[:2]),
        coming=seed.choice(["", "Plan 0"]),
        verified=seed.randint(0, 2),
    )


@pytest.mark.parametrize(
    "number", [1, 2, 3, 5, 9, 16, *(pytest.param(n, marks=pytest.mark.slow) for n in range(20, 30))]
)
def test_what_is_left_is_that_of_records_in_memory(number: int, tmp_path: Path) -> None:
    seed = random.Random(number)
    whole, held = two_adversaries(seed, tmp_path, spelled=bool(number % 2))
    terms = any_terms(seed)
    assert held.looked_up is not None
    situation = situation_of(held, terms)
    options = options_of(held, terms, situation, threats_of(held, terms))
    actions = [option.option.action for option in options]
    sets = [seed.getrandbits(len(actions)) for _ in range(MOST)] if actions else [0]
    told = Outcomes(situation, actions, threats_of(held, terms, made_up(options)), held.measure).leakages(sets)
    wanted = Outcomes(situation_of(whole, terms), actions, threats_of(whole, terms), whole.measure).leakages(sets)
    assert np.asarray(told) == pytest.approx(np.asarray(wanted), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("number", range(4))
def test_a_plan_counts_the_files_and_goes_on_from_today(number: int, tmp_path: Path) -> None:
    seed = random.Random(50 + number)
    whole, held = two_adversaries(seed, tmp_path, spelled=False)
    terms = replace(any_terms(seed), levers=tuple(lever for lever in LEVERS if lever != "dilute"))
    told, wanted = (plan_actions(work, terms) for work in (held, whole))
    for plans in (told, wanted):
        assert plans.frontier.plans
    for plan, other in zip(told.frontier.plans, wanted.frontier.plans, strict=True):
        assert plan.cost == other.cost and plan.leakage == pytest.approx(other.leakage, rel=1e-9, abs=1e-12)
        assert plan.lowest == pytest.approx(other.lowest, rel=1e-9, abs=1e-12)
    no_one_comes = replace(terms, coming="", verified=0)
    most = worst(assess(held))
    assert most and figures_ahead(held, no_one_comes, ())[0] == pytest.approx(most.result.leakage, rel=1e-12)


def test_where_another_value_would_be_true_the_files_are_left_out(tmp_path: Path) -> None:
    _, held = two_adversaries(random.Random(2), tmp_path, spelled=False)
    terms = PlanTerms(changing="stays")
    assert terms.changes_truth and not replace(terms, levers=("erase",)).changes_truth
    assert [threat.background for threat in threats_of(held, terms)] == [(), ()]
    assert threats_of(held, terms) == threats_of(held.plain, terms)


def test_an_adversary_who_cannot_be_answered_for_holds_no_files(tmp_path: Path) -> None:
    _, held = two_adversaries(random.Random(2), tmp_path, spelled=False)
    other = replace(held, policies=(*held.policies, Policy("Other", Adversary((Resolve(Shares("Z")),)))))
    assert held.looked_up_for("Eve") and other.looked_up_for("Other") == ()
    assert other.looked_up_for("Eve", (Record.of(("Z", "z")),)) == held.looked_up_for("Eve")
