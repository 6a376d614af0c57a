"""The plan of a work."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings

from leakage import Attribute, Record
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.done import pairs_of
from leakage.workspace.figures.plan.actions import CHANGING, MOST_FIELDS, PlanTerms, options_of
from leakage.workspace.figures.plan.plan import plan_actions, situation_of, threats_of
from leakage.workspace.workspace import Release, Workspace
from tests.amount import TIMES
from tests.strategies import seeds
from tests.workspace.figures.test_timeline import random_work

# Changing values against rewriting the work itself and assessing what is left, for every set of values.


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

    What leaked stays as it leaked, and what is presumed is no value that anybody could change.
    """
    if work.has_releases_only:
        return work
    return replace(work, releases=tuple(without(work, release, pairs) for release in work.releases))


def without(work, release, pairs):
    presumed = tuple(entry for entry in release.presumed if (entry[0], work.presumable.get(entry[0])) not in pairs)
    known = release.record.known
    taken = {*known.labels} - {a.label for a in known if a.pair not in pairs}
    presumed = tuple(entry for entry in presumed if entry[0] not in taken)
    return replace(release, record=Record(a for a in release.record if a.pair not in pairs), presumed=presumed)


def figure_of(work):
    leaked = worst(assess(work))
    return leaked.result.leakage if leaked else 0.0


@settings(max_examples=12 * TIMES)
@given(chance=seeds)
def test_plans_of_changed_values_are_the_best_of_all_sets_of_them(chance):
    work = replace(random_work(chance, 5), names=KINDS)
    work = replace(work, similarities=())
    holders = holder_counts(work)
    minutes = {"N": 5.0, "P": 10.0, "C": 10.0}
    changeable = [pair for pair in work.profile if pair[0] in minutes and holders[pair]]
    plans = plan_actions(work, PlanTerms(minutes=1e6, labels=tuple(minutes), changing="everywhere"))
    tried = [(sum(minutes[pair[0]] * holders[pair] for pair in pairs), pairs) for pairs in subsets(changeable)]
    alone = sorted(cost for cost, pairs in tried if len(pairs) == 1)
    assert sorted(option.action.minutes for option in plans.options) == alone
    for budget in sorted({cost for cost, _ in tried if cost}):
        best = min(figure_of(replaced(work, pairs)) for cost, pairs in tried if cost <= budget)
        found = [plan for plan in plans.plans.plans if plan.minutes <= budget][-1]
        assert found.leakage == pytest.approx(best, abs=1e-11)


def test_however_much_one_release_says_no_more_actions_change_it_than_a_plan_can_hold():
    labels = [f"Fact {n}" for n in range(9)]
    mails = [("Email", f"a{n}@b") for n in range(8)]
    record = Record((*(Attribute(label, "1", 0.5) for label in labels), *(Attribute(*mail, 0.5) for mail in mails)))
    work = Workspace((*((label, "1") for label in labels), *mails), releases=(Release("All", "Shop", record),))
    for changing in CHANGING:
        changed = [change for option in options(work, changing=changing) for change in option.action.changes]
        assert len(changed) == MOST_FIELDS and {name for name, _ in changed} == {"All"}
        assert {pair for _, pair in changed} < {*mails}


def options(work, **terms):
    asked = PlanTerms(**terms)
    return options_of(work, asked, situation_of(work, asked), threats_of(work, asked))


def test_a_planned_release_may_leave_fields_blank_and_gets_the_fresh_value_where_that_is_changed():
    mail, name = ("Email", "a@b"), ("Name", "Ann")
    releases = tuple(Release(who, who, Record.of(mail)) for who in ("Shop", "Club"))
    coming = Release("Shop", "Shop", Record.of(mail, name, ("City", "Port")), required=(name,))
    work = Workspace((mail, name), releases=releases, plans=(coming,))
    assert {option.lever for option in options(work)} == {"erase", "change", "stop sharing"}
    found = options(work, coming="Shop")
    blank = {option.action.changes for option in found if option.lever == "withhold"}
    assert blank == {(("Shop 2", mail),), (("Shop 2", ("City", "Port")),)}
    changed = {option.recipient: option.action for option in found if option.lever == "change"}
    assert {change[0] for change in changed["Shop"].changes} == {"Shop", "Shop 2"}
    assert pairs_of(changed["Shop"]) == (mail,) and changed["Club"].changes == (("Club", mail),)


def test_an_address_is_not_changed_at_its_provider_but_a_password_is():
    facts = ("Email", "ann@gmail.com"), ("Password", "password A")
    given_there = tuple(Release(name, name, Record.of(*facts)) for name in ("google.com", "a.example", "b.example"))
    work = Workspace(facts, releases=given_there)
    by_kind = [(option.kind, option.accounts) for option in options(work) if option.lever == "change"]
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
    assert letter.action.erases == letter.accounts
    assert letter.action.minutes == letters(asking={"shop.example": 40.0})[-1].action.minutes
    longest = letters(asking={"whatsapp.com": 45.0, "facebook.com": 5.0})[-1]
    assert longest.action.minutes == 45.0
    two = letters(asking={"whatsapp.com": None})[-1]
    assert two.accounts == ("instagram.com", "facebook.com")
    alone = replace(work, releases=given[:2])
    assert not any(option.accounts for option in plan_actions(alone, terms).options if option.lever == "erase")
