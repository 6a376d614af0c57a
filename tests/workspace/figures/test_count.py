"""The count of kinds against the definition; the person's breaches, and the order in which they matter."""

import random
from dataclasses import replace

import pytest
from hypothesis import given

from leakage import NumericCloseness, Record
from leakage.record import UNTYPED
from leakage.workspace.breaches import breached_places, with_breaches_at, with_dealt
from leakage.workspace.copies import opened, saved_copy
from leakage.workspace.everyday import ALONE, COLLECTOR, LIKELY, with_import
from leakage.workspace.figures.assessment import pools
from leakage.workspace.figures.count import count, known_by
from leakage.workspace.figures.tasks import Task, first_tasks
from leakage.workspace.files.findings import Account, Breach, Findings
from leakage.workspace.release import ChangedValue, Listing
from leakage.workspace.vocabulary import standard_facts
from leakage.workspace.workspace import Pooling, Release, Workspace
from tests.strategies import seeds, thorough
from tests.workspace.test_person import random_work


def slowly_counted(work):
    """The state of every kind, label by label and release by release."""
    numbers = {number for pool in pools(work) for number in pool.releases}
    labels = {*(label for label, _ in work.profile), *(fact.label for fact in standard_facts())} - {*work.absent}
    states = {}
    for label in labels:
        true = {value for other, value in work.profile if other == label} or {UNTYPED}
        right, wrong = [], False
        for release in (work.releases[number] for number in numbers):
            held = {a.value: a.confidence for a in release.record if a.label == label and a.confidence > 0.0}
            likely = [p for x, p in release.presumed if x == label and p > 0.0 and label in work.presumable]
            right += [sure for value, sure in held.items() if value in true] + ([] if held else likely)
            wrong |= any(value not in true for value in held)
        # Of several releases to one recipient the surest counts; here each has its own.
        lacked = 1.0
        for sure in right:
            lacked *= 1.0 - sure
        surely, probably = 1.0 in right, 1.0 - lacked >= 0.5
        states[label] = "sure" if surely else "probable" if probably else "wrong" if wrong and not right else "missing"
    return states


@thorough
@given(seeds)
def test_states_are_those_of_what_anybody_holds(chance):
    work = random_work(chance)
    work = replace(work, releases=tuple(replace(r, recipient=f"{r.recipient} {r.name}") for r in work.releases))
    counted = count(work)
    assert {kind.label: kind.state for kind in counted.kinds} == slowly_counted(work)
    assert counted.sure + counted.probable + counted.number("wrong") + counted.number("missing") == len(counted.kinds)


@thorough
@given(seeds)
def test_a_company_surely_and_probably_has_what_the_count_says_where_there_is_no_other(chance):
    work = random_work(chance)
    for name, known in known_by(work, work.accounts).items():
        own = tuple(release for release in work.accounts if release.recipient == name)
        kinds = count(replace(work, releases=own, policies=(), pooling=Pooling())).kinds
        states = [{kind.label for kind in kinds if kind.state == state} for state in ("sure", "probable")]
        assert [*map(set, known)] == states


SITES = ("shop.example", "bank.example", "instagram.com", "whatsapp.com", "tinder.com", "club.example")


def drawn_files(chance):
    """What files of several programs hold; some are of the same accounts."""
    mails = ("a@b.c", "other@b.c")
    logins = [
        Account("", site, (("Email", chance.choice(mails)), ("User name", "ann")), chance.choice([b"1", b"2", None]))
        for site in SITES
    ]
    managers = [
        Findings(accounts=tuple(replace(a, sources=(name,)) for a in chance.sample(logins, 3)), sources=(name,))
        for name in ("Firefox", "Bitwarden", "KeePass")
    ]
    own = [Breach(site, site, "2019-01-31", ("Email", "Passport", "Password")) for site in chance.sample(SITES, 2)]
    every = [Breach(f"B{n}", f"b{n}.example", "2020-05-01", ("Email", "Phone")) for n in range(220)]
    every += [Breach(site, site, "2021-01-31", ("Email", "User name")) for site in SITES[:3]]
    card = Findings(facts=(("Name", "Ann"), ("Phone", "555-0100"), ("Email", "a@b.c")))
    order = Account("Order", facts=(("Name", "Ann"), ("Card", "main")), created="2020-01-01", holder="Mill")
    table = Findings(accounts=(order,))
    files = [*managers, Findings(breaches=tuple(own)), Findings(breaches=tuple(every)), card, table]
    chance.shuffle(files)
    return files


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("eve", [LIKELY, ALONE, COLLECTOR])
def test_what_is_sure_never_falls_because_more_was_imported_in_whatever_order(seed, eve):
    files, states = drawn_files(random.Random(seed)), []
    for _ in range(2):
        random.Random(seed + len(states)).shuffle(files)
        work, before = Workspace(), 0
        for file in files:
            work = replace(with_import(work, file), chosen=eve)
            assert count(work).sure >= before
            before = count(work).sure
        states.append({kind.label: kind.state for kind in count(work).kinds})
    # The list of all breaches is held against the accounts that are there.
    assert before > 0 and (states[0] == states[1] or eve == COLLECTOR)


def test_a_near_miss_is_right_where_it_counts_at_least_half():
    work = Workspace((("Age", "30"),), similarities=(("Age", NumericCloseness(10)),), worked_example=True)
    for age, state in (("33", "sure"), ("38", "wrong")):
        given_away = (Release("Gym", "Gym", Record.of(("Age", age))),)
        assert [kind.state for kind in count(replace(work, releases=given_away)).kinds] == [state]


def account(site, password="password A", date="", **parts):
    return Release(site, site, Record.of(*([("Password", password)] if password else [])), date, **parts)


def leak(site, day="2019-01-31", labels=("Email", "Password"), **parts):
    return Release(f"{site} breach", site.partition(".")[0], Record(), day, breach=site, leaked=labels, **parts)


def only(*releases, **parts):
    [place] = breached_places(Workspace(releases=releases, **parts))
    return place


SHOP, BANK, CLUB = (account(site) for site in ("shop.example", "bank.example", "club.example"))
ENTERED = Listing("Bitwarden", "shop.example", changed="2022-06-01")
NOTED = {"listings": (replace(ENTERED, source="1Password"),)}


@pytest.mark.parametrize("parts", [{}, {"date": "2022-06-01", "listings": (ENTERED,)}, NOTED])
def test_a_leaked_password_that_is_used_elsewhere(parts):
    """Also where the account was entered into a password manager after the breach, or only its entry was edited."""
    shop = account("shop.example", **parts)
    work = Workspace(releases=(shop, BANK, account("mill.example", "password B"), leak("shop.example")))
    [place] = breached_places(work)
    assert (place.accounts, place.elsewhere, place.is_urgent) == (("shop.example",), ("bank.example",), True)
    assert Task("leaked", ("shop.example", "bank.example")) in first_tasks(work)


@pytest.mark.parametrize(
    "releases",
    [
        (SHOP, BANK, leak("shop.example", labels=("Email",))),
        (account("shop.example", date="2020-01-31"), BANK, leak("shop.example")),
        (SHOP, replace(BANK, erasure="done"), leak("shop.example")),
        (account("shop.example", UNTYPED), account("bank.example", UNTYPED), leak("shop.example")),
        (replace(SHOP, listings=(ENTERED,)), BANK, leak("shop.example")),
    ],
    ids=["no password leaked", "account came later", "the other was deleted", "not known to be one", "changed since"],
)
def test_nothing_else_is_opened(releases):
    assert not only(*releases).elsewhere


def test_a_password_changed_after_the_breach_still_opens_the_others():
    change = ChangedValue("shop.example", "Password", "password A", "2019-03-01")
    place = only(account("shop.example", ""), BANK, CLUB, leak("shop.example"), changed_values=(change,))
    assert place.elsewhere == ("bank.example", "club.example")
    before = replace(change, day="2018-12-31")
    assert not only(account("shop.example", ""), BANK, leak("shop.example"), changed_values=(before,)).elsewhere
    place = only(replace(SHOP, erasure="done"), BANK, leak("shop.example"))
    assert place.deleted and place.elsewhere == ("bank.example",)


def test_named_by_hand_dealt_with_and_saved():
    work = with_breaches_at(Workspace(releases=(SHOP, BANK)), ["shop.example", "Adobe", "Bank"], "", ["Password"])
    found = {place.site: place.accounts for place in breached_places(work)}
    assert found == {"shop.example": ("shop.example",), "Adobe": (), "Bank": ("bank.example",)}
    after = with_dealt(work, [work.breaches[0].name])
    assert [place.dealt for place in breached_places(after)] == [False, False, True]
    assert opened(saved_copy(after)) == after
    assert with_dealt(after, [work.breaches[0].name], dealt=False) == work
