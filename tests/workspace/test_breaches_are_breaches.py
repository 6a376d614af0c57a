"""A breach is no account: it is nobody's, no plan is about it, and those have it who have what leaked."""

import random
from dataclasses import replace

import pytest

from leakage import Record
from leakage.workspace.breaches import with_breaches
from leakage.workspace.copies import opened, saved_copy
from leakage.workspace.everyday import ALONE, COLLECTOR, EVERYONE, LIKELY, SELLERS, new_work, with_what_is_likely
from leakage.workspace.figures.actions import Actions, plan_actions, situation_of, threat_in_use
from leakage.workspace.figures.assessment import LEAKED, assess, pools, recipient_shapley_values, worst
from leakage.workspace.figures.planned_releases import compare_plans, with_release
from leakage.workspace.files.adding import added
from leakage.workspace.files.findings import Breach, Findings
from leakage.workspace.retired import brought_up_to_date
from leakage.workspace.workspace import Release

MAIL = ("Email", "a@b.c")
SITES = ("instagram.com", "whatsapp.com", "shop.example", "harbour-bank.example")
EVES = (LIKELY, ALONE, EVERYONE, COLLECTOR)


def drawn_work(seed):
    """Accounts and breaches in any order; some are of one site."""
    chance, base = random.Random(seed), new_work()
    work = replace(base, profile=(MAIL, *(pair for pair in base.profile if pair[0] != "Email")))
    facts = [MAIL, *chance.sample([pair for pair in work.profile if pair != MAIL], 5)]
    given = [Release(s, s, Record.of(*chance.sample(facts, 2), ("City", s))) for s in chance.sample(SITES, 3)]
    named = [Breach(site, site, leaked=("Email", "Name", "Password")) for site in chance.sample(SITES, 2)]
    work = with_what_is_likely(replace(work, releases=tuple(given)))
    plan = Release("Form", chance.choice([*SITES, "new.example"]), Record.of(MAIL, ("Phone", "1")))
    return replace(with_breaches(work, named), plans=(plan,))


def held_by(work, eve):
    """Every pool as a set of names, by the definition of each Eve."""
    leaks = {release.name for release in work.releases if release.breach}
    own = {site: {r.name for r in work.accounts if r.recipient == site} for site in work.recipient_names}
    if eve == EVERYONE:
        return [{release.name for release in work.releases}]
    if eve == COLLECTOR:
        return [leaks]
    if eve == ALONE:
        return list(own.values())
    groups = [set(c.recipients) for c in work.policies[0].pooling.coalitions]
    groups += [{site} for site in own if not any(site in group for group in groups)]
    return [leaks, *(leaks.union(*(own[site] for site in group)) for group in groups)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("eve", EVES)
def test_who_has_what_leaked(seed, eve):
    work = replace(drawn_work(seed), chosen=eve)
    found = [{work.releases[n].name for n in pool.releases} for pool in pools(work)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, held_by(work, eve)))
    assert not any(pool.recipients for pool in pools(work) if pool.name == LEAKED)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("eve", EVES)
def test_a_plan_begins_with_the_figure_of_all_pages_and_is_never_about_a_breach(seed, eve):
    work = replace(drawn_work(seed), chosen=eve, plans=())
    leaks = {release.name for release in work.breaches}
    found = plan_actions(work, limit=200)
    assert found.plans.plans[0].leakage == pytest.approx(worst(assess(work)).result.leakage, abs=1e-12)
    assert not leaks & {one.name for one in situation_of(work).held}
    for option in found.options:
        action = Actions(work).of(option)
        assert {*option.accounts} <= {*work.recipient_names}
        assert not leaks & {*action.erases, *(name for name, _ in action.changes)}
    assert threat_in_use(work).everywhere == () or eve in (LIKELY, EVERYONE)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("eve", EVES)
def test_what_a_release_would_add_is_what_it_adds(seed, eve):
    work = replace(drawn_work(seed), chosen=eve)
    [outcome] = compare_plans(work)
    after = worst(assess(with_release(work, work.plans[0]))).result.leakage
    assert outcome.after == pytest.approx(after, abs=1e-12)


def test_a_breach_has_no_share_among_recipients():
    work = drawn_work(1)
    assert len(recipient_shapley_values(work)) == len(work.recipient_names) == 3
    assert {release.breach for release in work.breaches} <= set(SITES)
    assert all("Password" in release.leaked and not release.presumed for release in work.breaches)


@pytest.mark.parametrize("others", [0, 300])
def test_of_the_list_of_all_breaches_those_count_that_are_newer_than_an_account_there(others):
    given = tuple(Release(site, site, Record.of(MAIL), "2015-01-31") for site in SITES[2:])
    days = dict(zip(SITES[2:], ("2019-05-01", "2012-05-01"), strict=True))
    listed = [Breach(site, site, day, ("Email",)) for site, day in days.items()]
    listed += [Breach(f"Other {n}", f"other-{n}.example", "2018-01-31", ("Email",)) for n in range(others)]
    after = added(replace(new_work(), releases=given), Findings(breaches=tuple(listed)))
    assert {release.breach for release in after.breaches} == {*SITES[2 : 3 if others else 4]}


def test_a_saved_copy_keeps_breaches_and_an_older_one_is_marked():
    work = drawn_work(2)
    assert opened(saved_copy(work)) == work
    unmarked = replace(work, releases=tuple(replace(r, breach="", leaked=()) for r in work.releases))
    names = {LIKELY: "Corporations", EVERYONE: "Everyone together", COLLECTOR: "The breach collector"}
    policies = tuple(replace(p, name=names.get(p.name, p.name)) for p in work.policies)
    earlier = replace(unmarked, policies=policies, chosen="Corporations")
    after = brought_up_to_date(earlier)
    assert [r.name for r in after.breaches] == [r.name for r in work.breaches] and after.chosen == LIKELY
    assert [p.name for p in after.policies] == list(EVES) and after == brought_up_to_date(after)


def test_who_is_bound_to_secrecy_is_not_among_the_sellers():
    given = tuple(Release(site, site, Record.of(MAIL)) for site in SITES)
    work = with_what_is_likely(replace(new_work(), releases=given))
    coalitions = {each.name: each.recipients for each in work.policies[0].pooling.coalitions}
    assert coalitions == {"Meta": SITES[:2], SELLERS: SITES[:3]}
    more = with_what_is_likely(replace(work, releases=(*given, Release("New", "new.example", Record.of(MAIL)))), work)
    assert more.policies[0].pooling.coalitions[-1].recipients == (*SITES[:3], "new.example")
    assert added(work, Findings(breaches=(Breach("X", "x.example"),))).recipient_names == SITES
