"""The plan of a work, also against files."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings

from leakage import Attribute, Record
from leakage.old.decision.plan.actions import Erase
from leakage.old.decision.plan.outcomes import MOST_TOUCHING
from leakage.old.presumption import fact_of
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.plan.actions import CHANGING, MOST_FIELDS, PlanTerms, changes
from leakage.workspace.figures.plan.options import options_of, situation_of, threats_of
from leakage.workspace.figures.plan.plan import plan_actions
from leakage.workspace.workspace import Release, Workspace
from tests.amount import TIMES
from tests.old.decision import kinds
from tests.workspace.figures.test_timeline import random_work

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
    plans = plan_actions(work, PlanTerms(minutes=1e6, labels=tuple(minutes), changing=changing))
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
    terms = PlanTerms()

    def letters(**asking):
        return [option for option in plan_actions(work, terms, **asking).options if option.lever == "erase"]

    [letter] = [option for option in letters() if option.accounts]
    assert (letter.what, letter.recipient) == ("Meta", "instagram.com")
    assert letter.accounts == ("instagram.com", "whatsapp.com", "facebook.com")
    assert letter.option.action == Erase(letter.accounts)
    assert letter.option.minutes == letters(asking={"shop.example": 40.0})[-1].option.minutes
    longest = letters(asking={"whatsapp.com": 45.0, "facebook.com": 5.0})[-1]
    assert longest.option.minutes == 45.0
    two = letters(asking={"whatsapp.com": None})[-1]
    assert two.accounts == ("instagram.com", "facebook.com")
    alone = replace(work, releases=given[:2])
    assert not any(option.accounts for option in plan_actions(alone, terms).options if option.lever == "erase")
