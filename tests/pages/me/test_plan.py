"""The page of steps: what comes first, what becomes of each answer, and a plan that stays."""

import datetime
from dataclasses import replace
from functools import cache

import pytest

from leakage.workspace.figures.steps import first_steps, plan_steps
from leakage.workspace.figures.tasks import task_of
from tests.amount import cases
from tests.pages.helpers import charts, current, history, press, run, start, texts
from tests.workspace.people import people

DAY = datetime.date.today().isoformat()


@cache
def everybody():
    return {person.name: person.work for person in people()}


def titles(at):
    """What the cards say to do, in their order."""
    numbered = [text.partition(". ") for text in texts(at)]
    return [title for number, dot, title in numbered if dot and number.isdigit()]


def buttons(at, answer):
    return [button.key for button in at.main.button if (button.key or "").startswith(f"plan-{answer}-")]


def test_the_first_steps_stand_on_top_and_the_plan_comes_by_itself_and_is_kept():
    work = everybody()["28 accounts with one password"]
    at = start(work, "plan")
    kept = current(at)
    assert kept.plan and history(at) == ["begin the test"]
    steps = (*first_steps(kept), *plan_steps(kept, DAY))
    assert titles(at) == [step.title for step in steps]
    assert len(buttons(at, "done")) == len(buttons(at, "cannot")) == len(steps)
    assert len(buttons(at, "needed")) == len(steps)
    assert len(charts(at)) == 1


def test_done_has_its_effect_is_thanked_for_and_the_step_does_not_come_back():
    at = start(everybody()["28 accounts with one password"], "plan")
    first = titles(at)
    plan = current(at).plan
    press(at, buttons(at, "done")[1])
    assert titles(at) == [first[0], *first[2:]]
    assert len(current(at).changed_values) == 5 and current(at).plan == plan
    assert any(text.startswith("A leak at ") for text in texts(at))
    run(at)
    assert not any(text.startswith("A leak at ") for text in texts(at))


@pytest.mark.parametrize("answer", ["done", "later", "needed", "cannot"])
def test_each_answer_is_kept_and_can_be_taken_back(answer):
    work = everybody()["10 logins, one address"]
    at = start(work, "plan")
    before, kept = titles(at), current(at)
    press(at, buttons(at, answer)[0])
    [given] = current(at).answers
    assert (given.answer, task_of(given.step).kind) == (answer, "mailbox")
    first = first_steps(current(at))
    assert [step.key for step in first].count(given.step) == (answer == "later")
    assert answer != "later" or first[-1].key == given.step
    press(at, "plan-back-0")
    assert titles(at) == before and current(at) == kept


def test_a_better_plan_is_offered_and_used_only_where_it_is_asked_for():
    at = start(everybody()["10 logins, one address"], "plan")
    kept = current(at)
    last = start(replace(kept, plan=kept.plan[-1:]), "plan")
    assert current(last).plan == kept.plan[-1:]
    press(last, "plan-use")
    assert current(last).plan not in (kept.plan[-1:], ())
    assert "plan-use" not in [button.key for button in at.main.button]


def test_time_says_how_many_steps_of_the_plan_are_in_sight():
    at = start(everybody()["10 logins, one address"], "plan")
    everything, folded = titles(at), []
    for minutes in (15, 60, 180):
        run(at.segmented_control(key="plan-minutes").set_value(minutes))
        assert titles(at) == everything
        folds = [fold.label for fold in at.main.expander if "more step" in fold.label]
        folded.append(int(folds[-1].partition(" ")[0]) if folds else 0)
    assert folded == sorted(folded, reverse=True) and folded[0] > folded[-1] == 0


# The steps of all people are looked at in tests/workspace/figures/test_steps.py.
UNUSUAL = (
    "only a breach list",
    "somebody of whom nobody has anything",
    "one who has done everything",
    "two companies typed",
)


@pytest.mark.parametrize("name", cases(sorted(everybody(), key=lambda name: name not in UNUSUAL), usual=len(UNUSUAL)))
def test_the_page_opens_for_all_people(name):
    at = start(everybody()[name], "plan")
    assert at.title[0].value == "What to do"
