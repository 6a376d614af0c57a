"""The plan of a work, also against files."""

import itertools
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from leakage import Adversary, Attribute, Record, Resolve, Shares
from leakage.background import build_index, index_path
from leakage.decision.plan.actions import Erase
from leakage.decision.plan.outcomes import MOST_TOUCHING, Outcomes
from leakage.presumption import fact_of
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.plan.actions import CHANGING, LEVERS, MOST_FIELDS, PlanTerms, changes, made_up
from leakage.workspace.figures.plan.options import options_of, situation_of, threats_of
from leakage.workspace.figures.plan.plan import figures_ahead, plan_actions
from leakage.workspace.file_backed import FileBackedWorkspace, Indices, rules_as_text, sources_of
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.amount import TIMES, cases
from tests.background.made_up import any_match
from tests.decision import kinds
from tests.workspace.figures.test_timeline import random_work
from tests.workspace.test_with_files import any_work

# Changing values: each way against rewriting the work itself and assessing what is left, for every set of values.


KINDS = (("N", "User name"), ("P", "Phone"), ("C", "Card"))


def subsets(items):
    return itertools.chain.from_iterable(itertools.combinations(items, count) for count in range(len(items) + 1))


def holder_counts(work):
    """What is held of the profile, and at how many recipients."""
    holders = [
        (pair, release.recipient)
        for release in work.releases
        if release.erasure != "done"
        for pair in release.record.known.confidences
    ]
    return {pair: len({recipient for other, recipient in holders if other == pair}) for pair in work.profile}


def replaced(work, pairs):
    """Every release with a blank in place of these values: a fresh one joins nothing, and is no fact about anybody.

    What leaked stays as it leaked.
    """
    if work.has_releases_only:
        return work
    records = (Record(a for a in release.record if fact_of(a.pair) not in pairs) for release in work.releases)
    kept = (replace(release, record=record) for release, record in zip(work.releases, records, strict=True))
    return replace(work, releases=tuple(kept))


def outlived(work, pairs):
    """The truth with values that nobody has heard of in place of these."""
    profile = tuple(
        (label, f"never told {value}") if (label, value) in pairs else (label, value) for label, value in work.profile
    )
    return replace(work, profile=profile)


def figure_of(work):
    leaked = worst(assess(work))
    return leaked.result.leakage if leaked else 0.0


@pytest.mark.parametrize(("changing", "after"), [("everywhere", replaced), ("stays", outlived)])
@settings(max_examples=8 * TIMES)
@given(chance=kinds.seeds)
def test_plans_of_changed_values_are_the_best_of_all_sets_of_them(changing, after, chance):
    work = replace(random_work(chance, 5), names=KINDS)
    work = replace(work, similarities=())
    holders = holder_counts(work)
    minutes = {"N": 5.0, "P": 10.0, "C": 10.0}
    changeable = [pair for pair in work.profile if pair[0] in minutes and holders[pair]]
    plans = plan_actions(work, PlanTerms(minutes=1e6, money=1e6, levers=("change",), changing=changing))
    tried = [
        (sum(minutes[pair[0]] * (holders[pair] if changing == "everywhere" else 1) for pair in pairs), pairs)
        for pairs in subsets(changeable)
    ]
    assert sorted(option.option.minutes for option in plans.options) == sorted(
        c for c, pairs in tried if len(pairs) == 1
    )
    for budget in sorted({cost for cost, _ in tried if cost}):
        best = min(figure_of(after(work, pairs)) for cost, pairs in tried if cost <= budget)
        assert plans.frontier.within(budget).leakage == pytest.approx(best, abs=1e-11)


def test_however_much_one_release_says_no_more_actions_change_it_than_a_plan_can_hold():
    labels = [f"Fact {n}" for n in range(9)]
    mails = [("Email", f"a{n}@b") for n in range(8)]
    record = Record((*(Attribute(label, "1", 0.5) for label in labels), *(Attribute(*mail, 0.5) for mail in mails)))
    work = Workspace((*((label, "1") for label in labels), *mails), releases=(Release("All", "Shop", record),))
    for changing in CHANGING:
        terms = PlanTerms(changing=changing)
        situation = situation_of(work, terms)
        options = options_of(work, terms, situation, threats_of(work, terms))
        [holding] = situation.held
        after = [option.option.action.on_holding(holding) for option in options]
        altering = [option.lever for option, then in zip(options, after, strict=True) if then not in (None, holding)]
        assert altering == [] if changing == "stays" else altering == ["change"] * MOST_FIELDS
        assert len(altering) <= MOST_TOUCHING


# A plan against files on the disk is what it is with their records in memory.


MOST = 64
"""Sets of actions that are tried of one work."""


def two_adversaries(seed: random.Random, folder: Path, *, spelled: bool) -> tuple[Workspace, FileBackedWorkspace]:
    """A made-up work with two adversaries, of whom each has an index of the file, and values that can be changed."""
    whole, with_files = any_work(seed, folder, spelled=spelled)
    match, sources = any_match(seed), sources_of(with_files)
    path = build_index(index_path(folder, sources, match), sources, match)
    indices = Indices(tuple({**dict(with_files.indices.paths), rules_as_text(match): path}.items()))
    policies = (*with_files.policies, Policy("Eva", Adversary((Resolve(match),))))
    names = (("P", "Phone"), ("C", "Email"))
    return replace(whole, policies=policies, names=names), replace(
        with_files, policies=policies, names=names, indices=indices
    )


def any_terms(seed: random.Random) -> PlanTerms:
    return PlanTerms(
        levers=LEVERS,
        poolings=tuple(seed.sample(["together", "alone", "coalitions"], seed.randint(1, 3))),
        changing=seed.choice(CHANGING[:2]),
        coming=seed.choice(["", "Plan 0"]),
    )


@pytest.mark.parametrize("number", cases([1, 2, 3, 16, 5, 9, *range(20, 30)], usual=2, slow=3))
def test_what_is_left_is_that_of_records_in_memory(number: int, tmp_path: Path) -> None:
    seed = random.Random(number)
    whole, with_files = two_adversaries(seed, tmp_path, spelled=bool(number % 2))
    terms = any_terms(seed)
    assert with_files.looked_up is not None
    situation = situation_of(with_files, terms)
    options = options_of(with_files, terms, situation, threats_of(with_files, terms))
    actions = [option.option.action for option in options]
    sets = [seed.getrandbits(len(actions)) for _ in range(MOST)] if actions else [0]
    found = Outcomes(situation, actions, threats_of(with_files, terms, made_up(options)), with_files.measure).leakages(
        sets
    )
    wanted = Outcomes(situation_of(whole, terms), actions, threats_of(whole, terms), whole.measure).leakages(sets)
    assert np.asarray(found) == pytest.approx(np.asarray(wanted), rel=1e-9, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("number", cases(range(4), usual=2))
def test_a_plan_counts_the_files_and_goes_on_from_today(number: int, tmp_path: Path) -> None:
    seed = random.Random(50 + number)
    whole, with_files = two_adversaries(seed, tmp_path, spelled=False)
    terms = replace(any_terms(seed), levers=tuple(lever for lever in LEVERS if lever != "dilute"))
    found, wanted = (plan_actions(work, terms) for work in (with_files, whole))
    for plans in (found, wanted):
        assert plans.frontier.plans
    for plan, other in zip(found.frontier.plans, wanted.frontier.plans, strict=True):
        assert plan.cost == other.cost and plan.leakage == pytest.approx(other.leakage, rel=1e-9, abs=1e-12)
        assert plan.lowest == pytest.approx(other.lowest, rel=1e-9, abs=1e-12)
    no_one_comes = replace(terms, coming="")
    most = worst(assess(with_files))
    assert most and figures_ahead(with_files, no_one_comes, ())[0] == pytest.approx(most.result.leakage, rel=1e-12)


def test_where_another_value_would_be_true_the_files_are_left_out(tmp_path: Path) -> None:
    _, with_files = two_adversaries(random.Random(2), tmp_path, spelled=False)
    terms = PlanTerms(changing="stays")
    assert terms.changes_truth and not replace(terms, levers=("erase",)).changes_truth
    assert [threat.background for threat in threats_of(with_files, terms)] == [(), ()]
    assert threats_of(with_files, terms) == threats_of(with_files.plain, terms)


def test_an_adversary_who_cannot_be_answered_for_holds_no_files(tmp_path: Path) -> None:
    _, with_files = two_adversaries(random.Random(2), tmp_path, spelled=False)
    other = replace(with_files, policies=(*with_files.policies, Policy("Other", Adversary((Resolve(Shares("Z")),)))))
    assert with_files.looked_up_for("Eve") and other.looked_up_for("Other") == ()
    assert other.looked_up_for("Eve", (Record.of(("Z", "z")),)) == with_files.looked_up_for("Eve")


def test_an_address_is_not_changed_at_its_provider_but_a_password_is():
    facts = ("Email", "ann@gmail.com"), ("Password", "password A")
    given_there = tuple(Release(name, name, Record.of(*facts)) for name in ("google.com", "a.example", "b.example"))
    work = Workspace(facts, releases=given_there)
    found = changes(work, PlanTerms())
    by_kind = [(option.kind, option.accounts) for option in found]
    assert [accounts for kind, accounts in by_kind if kind == "change Email"] == [("a.example",), ("b.example",)]
    passwords = [accounts for kind, accounts in by_kind if kind == "change Password"]
    assert passwords == [("google.com",), ("a.example",), ("b.example",)]


def test_the_companies_of_one_owner_are_asked_in_one_letter():
    sites = ("instagram.com", "shop.example", "whatsapp.com", "facebook.com")
    facts = [("Email", "a@b.example"), *((site, site) for site in sites)]
    given = tuple(Release(site, site, Record.of(facts[0], (site, site))) for site in sites)
    work = Workspace(tuple(facts), releases=given)
    terms = PlanTerms(levers=("erase",))
    [letter] = [option for option in plan_actions(work, terms).options if option.accounts]
    assert (letter.what, letter.recipient) == ("Meta", "instagram.com")
    assert letter.accounts == ("instagram.com", "whatsapp.com", "facebook.com")
    assert letter.option.action == Erase(letter.accounts)
    assert letter.option.minutes == plan_actions(work, terms, asking={"shop.example": 40.0}).options[-1].option.minutes
    longest = plan_actions(work, terms, asking={"whatsapp.com": 45.0, "facebook.com": 5.0}).options[-1]
    assert longest.option.minutes == 45.0
    two = plan_actions(work, terms, asking={"whatsapp.com": None}).options[-1]
    assert two.accounts == ("instagram.com", "facebook.com")
    alone = replace(work, releases=given[:2])
    assert not any(option.accounts for option in plan_actions(alone, terms).options)
