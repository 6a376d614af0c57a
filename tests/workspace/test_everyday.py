"""The everyday Eves; and whether the figure is sane for 29 made-up people."""

import itertools
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given

from leakage import Record
from leakage.workspace.everyday import (
    ALONE,
    COLLECTOR,
    EVERYONE,
    LIKELY,
    SELLERS,
    everyday_policies,
    new_work,
    with_corporations,
    with_everyday_policies,
    with_import,
    with_what_is_likely,
)
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.files.findings import Breach, Findings
from leakage.workspace.files.recognise import read
from leakage.workspace.person import typed
from leakage.workspace.places.kinds import KINDS, owner_of, owners
from leakage.workspace.workspace import Coalition, Release, Workspace
from tests.readme_figures import EVES, block_in_readme, figure, people_block
from tests.strategies import seeds, thorough
from tests.workspace.files.data import exports
from tests.workspace.people import people, sites_of, with_logins

FACTS = {
    "Name": ("Robin",),
    "Email": ("robin@example.org", "old@example.net"),
    "Phone": ("555-0100",),
    "User name": ("robin_reads", "rob90"),
    "Password": ("password A", "password B"),
    "Date of birth": ("1990-05-01",),
    "Address": ("1 Main St",),
    "City": ("Port Willow",),
}
OWNED = ("instagram.com", "whatsapp.com", "facebook.com", "youtube.com", "google.com", "github.com", "linkedin.com")
SITES = (*OWNED, "shop.example", "bank.example", "forum.example", "tinder.com", "bahn.de")


def person():
    """New work with facts that are typed, two values of some."""
    work = new_work()
    for label, values in FACTS.items():
        work = typed(work, label, values[0])
        more = tuple((label, value) for value in values[1:])
        work = replace(work, profile=(*work.profile, *more))
    return work


PERSON = person()


def some_facts(chance):
    """Right facts, one value of a label, some of them doubtful."""
    labels = [label for label in FACTS if chance.random() < 0.35] or ["Email"]
    return Record.of(*((label, chance.choice(FACTS[label]), chance.choice((1.0, 1.0, 0.6))) for label in labels))


def logins(chance, most=9):
    """A person's accounts at sites of which some have one owner; nothing wrong, nobody else's records."""
    sites = chance.sample(SITES, chance.randint(1, min(most, len(SITES))))
    releases = tuple(Release(site, site, some_facts(chance)) for site in sites)
    work = replace(PERSON, releases=releases)
    return with_what_is_likely(work) if chance.random() < 0.5 else with_corporations(work)


def leakage_of(work, name):
    most = worst(assess(replace(work, chosen=name)))
    return most.result.leakage if most else 0.0


# Who knows more.


@thorough
@given(seeds)
def test_each_company_knows_no_more_than_corporations_and_they_no_more_than_everyone(chance):
    work = logins(chance)
    alone, corporations, everyone = (leakage_of(work, name) for name in (ALONE, LIKELY, EVERYONE))
    assert alone <= corporations + 1e-12 and corporations <= everyone + 1e-12


@thorough
@given(seeds)
def test_a_breach_lowers_nobodys_figure(chance):
    work = with_what_is_likely(logins(chance))
    leaked = tuple(chance.sample(["Email", "User name", "Phone", "Name", "Password"], 3))
    after = with_import(work, Findings(breaches=(Breach("Leak", chance.choice(SITES), leaked=leaked),)))
    assert after.profile == work.profile, "the facts are the same"
    assert after.releases[-1].presumed == (), "a breach file names what leaked"
    for policy in work.policies:
        assert leakage_of(after, policy.name) >= leakage_of(work, policy.name) - 1e-12, policy.name
    assert leakage_of(after, COLLECTOR) > 0.0


def test_the_employer_and_whom_a_name_or_address_makes_discreet_sell_nothing():
    names = ("Sample Works", "Dr. Thistle's practice", "shop.example", "fidelity.com", "x.example")
    given = tuple(Release(name, name, Record()) for name in names)
    work = with_everyday_policies(Workspace((("Employer", "Sample Works"),), releases=given))
    assert work.policies[0].pooling.coalitions == (Coalition(SELLERS, ("shop.example", "x.example")),)


# Corporations, found anew after an import; what was changed by hand stays.


def in_one_group(pooling):
    return {frozenset(pair) for group in pooling.coalitions for pair in itertools.combinations(group.recipients, 2)}


def corporate(work):
    """Who pools for the likely Eve, without those that may sell."""
    pooling = next(policy.pooling for policy in work.policies if policy.name == LIKELY)
    return replace(pooling, coalitions=tuple(each for each in pooling.coalitions if each.name != SELLERS))


def grouped(work, *coalitions):
    """The work with the groups of corporations changed by hand."""
    policies = tuple(
        replace(policy, pooling=replace(policy.pooling, coalitions=coalitions)) if policy.name == LIKELY else policy
        for policy in work.policies
    )
    return replace(work, policies=policies)


def given_to(*sites):
    return tuple(Release(site, site, Record.of(("Email", "robin@example.org"))) for site in sites)


def followed(work, *sites):
    """The work once these recipients have come, as an import brings them."""
    return with_corporations(replace(work, releases=(*work.releases, *given_to(*sites))), work.recipient_names)


META = [domain for domain, owner in owners().items() if owner == "Meta"]


@thorough
@given(seeds)
def test_recipients_of_one_owner_are_in_one_group_however_they_come(chance):
    sites = chance.sample(META, 3)
    sites += chance.sample(sorted(owners().keys() - set(sites)), 12)
    chance.shuffle(sites)
    work = PERSON
    while sites:
        count = chance.randint(1, len(sites))
        work, sites = followed(work, *sites[:count]), sites[count:]
    by_name = {
        frozenset(pair)
        for pair in itertools.combinations(work.recipient_names, 2)
        if owner_of(pair[0]) == owner_of(pair[1])
    }
    assert in_one_group(corporate(work)) == by_name


def test_a_member_that_was_taken_out_stays_out_and_a_new_one_comes_in():
    a, b, c, *_ = META
    work = grouped(followed(PERSON, a, b, "shop.example"), Coalition("Meta", (a,)))
    assert corporate(followed(work, c)).coalitions == (Coalition("Meta", (a, c)),)
    assert corporate(followed(work, "forum.example")).coalitions == (Coalition("Meta", (a,)),)


def test_a_work_of_before_gets_the_four_and_keeps_its_own():
    old = Workspace(
        policies=(replace(everyday_policies()[0], name="Mine", pooling=None),), releases=given_to(*META[:2])
    )
    after = with_everyday_policies(old)
    assert after.policies[0] == old.policies[0] and len(after.policies) == 5
    assert in_one_group(corporate(after)) == {frozenset(META[:2])}
    assert with_everyday_policies(after) == after


@cache
def everybody():
    return {person.name: person for person in people()}


def of(name, eve=EVERYONE):
    return figure(everybody()[name].work, eve)


def test_the_readme_has_the_table_of_all_29():
    """The first rows, worked out anew; the command that writes the table works out all."""
    table = block_in_readme("people")
    assert len(everybody()) == len(table) - 2 == 29
    assert table[:7] == list(itertools.islice(people_block(), 7))


def test_the_rows_are_sane():
    rows = (line.strip("| ").split(" | ") for line in block_in_readme("people")[2:])
    known = {name: float(together.rstrip(" %")) for name, *_, together, _ in rows}
    assert known["1 login, at a shop"] < 15.0 and 25.0 <= known["60 logins, one address"] <= 75.0
    for count in (10, 60, 300):
        assert known[f"{count} logins, an alias each"] <= 0.5 * known[f"{count} logins, one address"]
    assert known["somebody of whom nobody has anything"] == 0.0


HEAVY = {"Bank", "Doctor"}
"""Kinds of which half of what weighs most is guessed: at such a place one login tells more than a quarter."""


@pytest.mark.parametrize("kind", KINDS)
def test_any_one_login_tells_less_than_a_quarter_but_at_banks_and_doctors(kind):
    for site in sites_of(kind)[:1]:
        leakage = figure(with_logins([site]), EVERYONE)
        assert leakage < (0.35 if kind in HEAVY else 0.25)
        assert (leakage >= 0.25) == (kind in HEAVY)


def test_the_same_logins_tell_the_same_whichever_program_kept_them():
    logins = exports.made_up_logins(40)
    figures = set()
    rows = [(one.title, one.url, one.user, one.password, "") for one in logins]
    chrome = exports.table("name,url,username,password,note", rows)
    programs = (exports.bitwarden(logins), exports.keepass_xml(logins), exports.firefox(logins), chrome)
    for export in programs:
        work = with_import(Workspace(), read(export))
        # What is imported weighs what the standard person's facts do.
        assert work.weight_map["Email"] == 5.5 and work.weight_map["Password"] == 1.0
        figures.add(tuple(round(figure(work, eve), 12) for eve in EVES))
    assert len(figures) == 1
