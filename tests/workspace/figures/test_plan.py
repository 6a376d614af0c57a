"""The plan of a work: doing tasks against rewriting the work itself, for every set of them."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings

from leakage import Attribute, Record
from leakage.workspace.figures.actions import MOST_FIELDS, minutes_of, options_of, plan_actions
from leakage.workspace.figures.steps import answered, leakages_after
from leakage.workspace.figures.tasks import Task
from leakage.workspace.release import Contact
from leakage.workspace.workspace import Pooling, Release, Workspace
from tests.amount import TIMES
from tests.strategies import seeds
from tests.workspace.figures.test_timeline import random_work
from tests.workspace.test_person import figure_of

KINDS = (("N", "User name"), ("P", "Email"), ("C", "Card"))


def done(work, tasks):
    for task in tasks:
        work = answered(work, task.key, "done", "2026-12-01")
    return work


@settings(max_examples=12 * TIMES)
@given(chance=seeds)
def test_plans_are_the_best_of_all_sets_of_tasks(chance):
    work = replace(random_work(chance, 5), names=KINDS, similarities=(), action_minutes=(("stop sharing", 1e4),))
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
    grades = {"easy": 5.0, "medium": 15.0, "hard": 45.0, "limited": 45.0, "": 20.0}
    contacts = tuple(Contact(f"{grade or 'none'}.example", difficulty=grade) for grade in grades)
    work = Workspace(contacts=contacts, action_minutes=(("erase", 20.0),))
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
