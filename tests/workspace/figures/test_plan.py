"""The plan of a work: doing tasks against rewriting the work itself; steps, their order, and what answers do."""

import datetime
import itertools
import re
from dataclasses import replace
from functools import cache
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from leakage import Attribute, Record
from leakage.workspace.copies import opened, saved_copy
from leakage.workspace.everyday import EVERYONE, LIKELY, new_work, with_what_is_likely
from leakage.workspace.figures.actions import MOST_FIELDS, options_of, plan_actions
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.steps import (
    answered,
    better,
    first_steps,
    leakages_after,
    open_tasks,
    plan_keys,
    plan_steps,
    progress,
    ready,
    taken_back,
)
from leakage.workspace.figures.tasks import MINUTES, Task, minutes_of, task_of
from leakage.workspace.figures.words import thanks
from leakage.workspace.person import typed
from leakage.workspace.places.kinds import TRAITS, owner_of
from leakage.workspace.places.obligations import legal_kind, mailbox_accounts
from leakage.workspace.release import Answer, Contact, Listing
from leakage.workspace.sites import site_of
from leakage.workspace.workspace import Pooling, Release, Workspace
from tests.amount import TIMES
from tests.strategies import seeds
from tests.workspace.figures.test_timeline import random_work
from tests.workspace.people import ORDINARY, kinds_of_sites, people, sites_of, with_logins
from tests.workspace.test_person import figure_of

KINDS = (("N", "User name"), ("P", "Email"), ("C", "Card"))


def done(work, tasks):
    for task in tasks:
        work = answered(work, task.key, "done", "2026-12-01")
    return work


@settings(max_examples=12 * TIMES)
@given(chance=seeds)
@patch.dict(MINUTES, {"stop sharing": 1e4})
def test_plans_are_the_best_of_all_sets_of_tasks(chance):
    work = replace(random_work(chance, 5), names=KINDS, similarities=())
    if work.has_releases_only:
        return
    plans = plan_actions(work, 1e3)
    minutes = {task: minutes_of(work, task) for task in plans.options}
    quick = [task for task in plans.options if minutes[task] < 1e3]
    if len(quick) > 7:
        return
    sets = [some for size in range(len(quick) + 1) for some in itertools.combinations(quick, size)]
    tried = [(sum(map(minutes.get, some)), figure_of(done(work, some))) for some in sets]
    for budget in sorted({cost for cost, _ in tried}):
        best = min(left for cost, left in tried if cost <= budget)
        found = [plan for plan in plans.plans.plans if plan.minutes <= budget][-1]
        assert found.leakage == pytest.approx(best, abs=1e-11)


def test_however_much_one_release_says_no_more_tasks_change_it_than_a_plan_can_hold():
    labels = [f"Fact {n}" for n in range(9)]
    mails = [("Email", f"a{n}@b") for n in range(8)]
    record = Record((*(Attribute(label, "1", 0.5) for label in labels), *(Attribute(*mail, 0.5) for mail in mails)))
    given_away = tuple(Release(name, name, record) for name in ("Shop", "Club"))
    work = Workspace((*((label, "1") for label in labels), *mails), releases=given_away)
    changed = [task.pair for task in options_of(work) if task.kind == "change" and "Shop" in task.accounts]
    assert len(changed) == MOST_FIELDS and {*changed} < {*mails}


def test_a_value_is_changed_only_where_somebody_else_has_it_too_and_never_at_whoever_carries_the_mail():
    mail, alias = ("Email", "ann@gmail.com"), ("Email", "ann2@gmail.com")
    facts = {"google.com": mail, "a.example": mail, "b.example": mail, "c.example": alias}
    work = Workspace((mail, alias), releases=tuple(Release(n, n, Record.of(fact)) for n, fact in facts.items()))
    changes = [task for task in options_of(work) if task.kind == "change"]
    assert changes == [Task("change", (name,), mail) for name in ("a.example", "b.example")]
    leak = Release("C breach", "C", Record.of(alias), breach="c.example")
    leaked = replace(work, releases=(*work.releases, leak))
    assert Task("change", ("c.example",), alias) in options_of(leaked)


def test_a_deletion_takes_as_long_as_others_say_it_does():
    grades = {"easy": 5.0, "medium": 15.0, "hard": 45.0, "limited": 45.0, "": 15.0}
    contacts = tuple(Contact(f"{grade or 'none'}.example", difficulty=grade) for grade in grades)
    work = Workspace(contacts=contacts)
    assert [minutes_of(work, Task("erase", (contact.domain,))) for contact in contacts] == list(grades.values())


@settings(max_examples=20 * TIMES)
@given(chance=seeds)
def test_from_whoever_has_copies_nothing_is_taken_back_by_a_plan_or_by_doing_its_tasks(chance):
    """Of a company with one release: of more a changed value is put back into all that have another one."""
    work = replace(random_work(chance, 5), names=KINDS, similarities=())
    work = replace(work, releases=tuple({release.recipient: release for release in work.releases}.values()))
    copied = tuple(release.name for release in work.releases if chance.random() < 0.7)
    work = replace(work, policies=work.policies[:1], chosen="", pooling=Pooling("releases", releases=copied))
    work = replace(work, policies=tuple(replace(policy, pooling=None) for policy in work.policies))
    before, tasks = figure_of(work), [task for task in options_of(work) if task.kind == "change"]
    for task in tasks:
        work = done(work, [task])
        assert figure_of(work) == pytest.approx(before, abs=1e-12)
        assert leakages_after(work, [task])[-1] == pytest.approx(before, abs=1e-12)


DAY = "2026-12-01"
APART = {"Bank", "Doctor", "Employer", "Government", "Insurance", "School", "Tax office"}


def plans(work):
    return plan_actions(ready(work), 180.0, DAY, limit=200)


def all_steps(work):
    return (*first_steps(work), *plan_steps(replace(work, plan=plan_keys(work, plans(work))), DAY))


@cache
def everybody():
    return {person.name: person.work for person in people()}


def random_person(chance):
    """Logins at sites of any kind, some with a password that others have as well, some of them used lately."""
    places = [*chance.sample(ORDINARY, 4), *chance.sample(sorted(kinds_of_sites()), chance.randint(1, 6))]
    places += [chance.choice(sites_of(kind)) for kind in chance.sample(sorted(APART - {"Employer"}), 3)]
    work, releases = new_work(), []
    mail = chance.choice(["ann@gmail.com", "ann@posteo.de", "ann@mail.example"])
    for site in dict.fromkeys([*places, site_of(mail.partition("@")[2])]):
        facts = [("Email", chance.choice([mail, mail, f"{site}@mail.example"]))]
        facts += [("Password", chance.choice("AB"))] if chance.random() < 0.6 else []
        used = chance.choice(["", "2019-03-01", "2026-08-01"])
        listed = (Listing("Chrome", site, used=used),) if used else ()
        releases.append(Release(site, site, Record.of(*facts), listings=listed))
    for site in chance.sample(places, 2):
        leaked = chance.choice([("Email", "Password"), ("Email",)])
        releases.append(
            Release(f"{site} breach", f"The leak at {site}", Record(), "2020-01-01", breach=site, leaked=leaked)
        )
    releases.append(Release("Leak", "The leak", Record(), breach="elsewhere.example", leaked=("Password",)))
    for pair in dict.fromkeys(a.pair for release in releases for a in release.record):
        work = typed(work, *pair)
    return with_what_is_likely(replace(work, releases=tuple(releases)))


def check_never_proposed(work):
    hanging, through = {*mailbox_accounts(work)}, TRAITS["sign_in"]
    used = {r.recipient for r in work.accounts for one in r.listings if one.used > "2025-12-01"}
    needed = {name for one in work.answers if one.answer == "needed" for name in task_of(one.step).accounts}
    for task in (*options_of(work, DAY), *open_tasks(work, work.plan, DAY)):
        names = {*task.accounts}
        assert APART.isdisjoint(legal_kind(work, name) for name in names)
        if task.kind == "erase":
            assert names.isdisjoint(hanging | used | needed)
            assert names.isdisjoint(through["sites"])
            assert not any(owner_of(name) in through["owners"] for name in names)
    leaks = {name for r in work.breaches for name in (r.name, r.recipient, r.breach)} - {*work.recipient_names}
    for step in all_steps(work):
        assert leaks.isdisjoint(step.about)
        assert not any(
            name in said for name in leaks for said in (step.title, step.link, thanks(work, task_of(step.key)))
        )
        assert step.gain is None or step.gain >= 1.0


@settings(max_examples=3 * TIMES)
@given(chance=seeds)
def test_what_a_person_must_not_be_told_is_never_proposed(chance):
    work = random_person(chance)
    check_never_proposed(work)
    # What a saved plan proposed is needed, used or an employer by now.
    options = chance.sample(options := options_of(work, DAY), len(options))
    used, needed = ([*(t for t in options if t.kind == "erase"), *options][place] for place in (0, 1))
    later = Listing("Firefox", "", used="2026-11-20")
    releases = (replace(r, listings=(later,)) if r.recipient in used.accounts else r for r in work.releases)
    work = replace(work, releases=tuple(releases), plan=tuple(task.key for task in options))
    work = typed(work, "Employer", next(t.accounts[0] for t in options if t.kind == "change"))
    check_never_proposed(replace(work, answers=(Answer(needed.key, "needed", DAY),)))


@settings(max_examples=3 * TIMES)
@given(chance=seeds)
def test_answers_are_never_asked_again_and_can_be_taken_back(chance):
    work = random_person(chance)
    steps = all_steps(work)
    for step in steps[:6]:
        back = taken_back(answered(work, step.key, "done", DAY), step.key)
        if task_of(step.key).kind == "stop sharing":
            # All together may come back as a coalition of all.
            back = replace(back, policies=work.policies, pooling=work.pooling)
        assert back == work and thanks(work, task_of(step.key))
    step = chance.choice(steps)
    after = answered(work, step.key, chance.choice(["done", "needed", "cannot"]), DAY)
    assert step.key not in [other.key for other in all_steps(after)]
    assert opened(saved_copy(after)) == after
    first = first_steps(work)
    later = answered(work, first[0].key, "later", DAY)
    assert [step.key for step in first_steps(later)][-1] == first[0].key


@pytest.mark.parametrize("count", [2, 3, 8])
def test_who_shares_no_more_shares_again_once_that_is_taken_back(count):
    work = with_logins(ORDINARY[:count])
    for name in work.recipient_names:
        key = Task("stop sharing", (name,)).key
        apart = answered(work, key, "done", DAY)
        back = taken_back(apart, key)
        assert not any(name in coalition.recipients for coalition in apart.pooling_in_use.coalitions)
        for eve in (LIKELY, EVERYONE):
            then, now = (replace(each, chosen=eve) for each in (work, back))
            assert worst(assess(now)).result.leakage == worst(assess(then)).result.leakage


@settings(max_examples=3 * TIMES)
@given(chance=seeds)
def test_what_was_answered_is_not_asked_again_of_the_same_accounts_once_others_come(chance):
    work = random_person(chance)
    step = chance.choice(first_steps(work))
    said = answered(work, step.key, chance.choice(["done", "needed", "cannot"]), DAY)
    more = [Release(n, n, Record.of(("Password", "A"))) for n in ("x.com", "reddit.com", "shop.example")]
    there = {release.name for release in said.releases}
    after = replace(said, releases=(*(r for r in more if r.name not in there), *said.releases))
    given_before = task_of(step.key)
    again = [task_of(other.key) for other in first_steps(after)]
    assert not any(t.kind == given_before.kind and {*t.accounts} & {*given_before.accounts} for t in again)


@settings(max_examples=3 * TIMES)
@given(chance=seeds)
def test_progress_only_goes_up(chance):
    work = random_person(chance)
    work = replace(work, plan=plan_keys(work, plans(work)))
    while steps := (*first_steps(work), *plan_steps(work, DAY)):
        before = progress(work)
        work = answered(work, chance.choice(steps).key, chance.choice(["done", "done", "needed", "cannot"]), DAY)
        after = progress(work)
        assert after.passwords >= before.passwords and after.steps >= before.steps
        assert after.passwords * max(before.of, 1) >= before.passwords * after.of


def test_a_plan_begins_where_all_first_steps_are_done():
    leaked = Release("leak", "Forum", Record(), "2024-01-01", breach="s0.example", leaked=("Password",))
    logins = (Release(f"r{n}", f"s{n}.example", Record.of(("Password", f"password {n % 2}"))) for n in range(400))
    for work in [replace(new_work(), releases=(leaked, *logins)), *(person.work for person in people())]:
        after = work
        while first := first_steps(after):
            after = done(after, [task_of(step.key) for step in first])
        assert ready(work).releases == after.releases


def test_28_accounts_with_one_password_are_seen_to_five_at_a_time_the_bank_and_the_phone_first():
    work = everybody()["28 accounts with one password"]
    tasks = [task_of(step.key) for step in first_steps(work)]
    sittings = [task.accounts for task in tasks if task.kind == "passwords"]
    assert tasks[0].kind == "mailbox" and tasks[1].kind == "passwords"
    assert {legal_kind(work, name) for name in sittings[0][:2]} == {"Bank", "Mobile phone company"}
    assert sorted(name for some in sittings for name in some) == sorted(work.recipient_names)
    assert max(map(len, sittings)) == 5
    after = answered(work, first_steps(work)[1].key, "done", DAY)
    assert (progress(after).passwords, progress(after).of) == (5, 28)
    before = [step.key for step in first_steps(work)]
    assert [step.key for step in first_steps(after)] == [before[0], *before[2:]]


def test_accounts_with_one_password_stand_side_by_side_and_a_card_of_several_does_not_say_one():
    used = {f"{letter}.example": "AB"[number % 2] for number, letter in enumerate("abcdefghijkl")}
    made = (Release(name, name, Record.of(("Password", value))) for name, value in used.items())
    _, *steps = first_steps(Workspace((), releases=tuple(made)))
    assert ["".join(map(used.__getitem__, step.about)) for step in steps] == ["AAAAA", "ABBBB", "BB"]
    assert [re.findall(r"\d+", step.why) for step in steps] == [["6"], ["5"], ["6"]]


def test_a_password_that_leaked_comes_before_those_that_are_only_used_twice():
    secret, mail = ("Password", "A"), ("Email", "a@mail.example")
    given_there = tuple(
        Release(n, n, Record.of(secret, mail)) for n in ("shop.example", "club.example", "forum.example")
    )
    leak = Release("Forum breach", "Forum", Record(), "2024-05-01", breach="forum.example", leaked=("Password",))
    work = Workspace((secret, mail), releases=(*given_there, leak))
    [mailbox, leaked] = map(task_of, (step.key for step in first_steps(work)))
    assert (mailbox.accounts, leaked.kind) == (("mail.example",), "leaked")
    assert leaked.accounts[0] == "forum.example" and set(leaked.accounts) == {*work.recipient_names}
    after = answered(work, leaked.key, "done", DAY)
    assert after.breaches[0].dealt and len(after.changed_values) == 3
    for program, second in (("Firefox", "passwords"), ("KeePass", "leaked")):
        since = replace(given_there[2], listings=(Listing(program, "forum.example", changed="2025-01-01"),))
        again = replace(work, releases=(*given_there[:2], since, leak))
        assert [task_of(step.key).kind for step in first_steps(again)] == ["mailbox", second]


def test_a_plan_is_kept_until_its_steps_are_done_and_replaced_only_where_another_is_better_by_a_point():
    work = everybody()["10 logins, one address"]
    keys = plan_keys(work, plans(work))
    kept = replace(work, plan=keys)
    steps = plan_steps(kept, DAY)
    assert [step.key for step in steps] == list(keys)
    assert plan_steps(opened(saved_copy(kept)), DAY) == steps
    assert better(work, DAY, (), keys) and not better(work, DAY, keys, keys) and not better(work, DAY, keys, ())
    after = answered(kept, keys[0], "done", datetime.date(2026, 12, 2).isoformat())
    assert [step.key for step in plan_steps(after, DAY)] == list(keys[1:])
    mail = next(pair for pair in work.releases[0].record.confidences if pair[0] == "Email")
    one, both = (Task("change", work.recipient_names[:count], mail) for count in (1, 2))
    [left] = open_tasks(answered(work, one.key, "cannot", DAY), [both.key], DAY)
    assert left.accounts == both.accounts[1:]
    single = {leakages_after(work, [task])[-1]: (task.key,) for task in options_of(work, DAY)}
    assert any(0.001 < old - new < 0.01 for old in single for new in single)
    for (old, before), (new, instead) in itertools.product(single.items(), repeat=2):
        assert better(work, DAY, before, instead) == (old - new >= 0.01)
