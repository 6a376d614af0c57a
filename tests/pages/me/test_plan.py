"""The plan, letters and the report: what comes first, what becomes of each answer, and what is written."""

import datetime
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given

from leakage import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.steps import first_steps, plan_steps
from leakage.workspace.figures.tasks import task_of
from leakage.workspace.requests.letter import Contents, letter_as_text, letter_for
from leakage.workspace.workspace import Release, Workspace
from tests.amount import EVERY
from tests.pages.helpers import CASES, bound, charts, current, downloads, history, opened, press, run, start, texts
from tests.strategies import quick
from tests.workspace.people import people
from tests.workspace.requests.test_parts import VALUES, works

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
    assert len(buttons(at, "needed")) == len(plan_steps(kept, DAY)) > 0
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
    assert (given.answer, task_of(given.step).kind) == (answer, "change" if answer == "needed" else "mailbox")
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


# The steps of all people are looked at in tests/workspace/figures/test_plan.py.
UNUSUAL = (
    "only a breach list",
    "somebody of whom nobody has anything",
    "one who has done everything",
    "two companies typed",
)


@pytest.mark.parametrize("name", sorted(everybody()) if EVERY else UNUSUAL)
def test_the_page_opens_for_all_people(name):
    at = start(everybody()[name], "plan")
    assert at.title[0].value == "What to do"


TODAY = datetime.date.today()
PROFILE = (("Name", "Al"), ("Email", "al@x.example"), ("Phone", "5"), ("Date of birth", "1990-02-03"))


def release_to(name, recipient, *pairs):
    return Release(name, recipient, Record.of(*pairs))


ADOBE = release_to("Account", "adobe.com", ("Name", "Al"), ("Email", "al@x.example"), ("Password", "p"))
SHOP = release_to("Order", "shop.de", ("Email", "al@x.example"), ("Phone", "6"))
WORK = Workspace(PROFILE, releases=(ADOBE, SHOP))


def widget(widgets, name):
    return next(widget for widget in widgets if str(widget.key).startswith(name))


def write_to(work, company, kind="erasure"):
    at = start(work, "requests")
    at.session_state["company"] = company
    at.session_state["request-kind"] = kind
    return run(at)


def letter_shown(at):
    return next((code.value for code in at.main.code), "")


def told(at):
    """The lines that say what the letter tells."""
    [lines] = [text for text in texts(at) if " · they have it" in text or " · new to them" in text] or [""]
    return lines.splitlines()


def test_a_company_and_a_wish_show_the_letter_and_change_nothing():
    at = write_to(WORK, "adobe.com")
    assert sorted(told(at)) == ["Email: al@x.example · they have it", "Name: Al · they have it"]
    assert "Article 17" in letter_shown(at) and history(at) == ["begin the test"] and current(at).requests == ()


def test_a_letter_that_was_sent_comes_first_with_its_deadline_until_it_is_done():
    at = press(write_to(WORK, "adobe.com"), "letter-step-sent")
    [request] = current(at).requests
    assert request.day_of("sent") == TODAY and [r.erasure for r in current(at).releases] == ["asked", None]
    assert letter_shown(at) == letter_as_text(letter_for(current(at), request, TODAY), None).rstrip()
    run(bound(at.selectbox, "company-box").set_value("shop.de"))
    press(at, "letter-open-0")
    assert bound(at.selectbox, "company-box").value == "adobe.com"
    press(at, "letter-step-done")
    assert [r.erasure for r in current(at).releases] == ["done", None]
    assert not any(str(button.key).startswith("letter-open") for button in at.button)
    press(at, "undo")
    assert [r.erasure for r in current(at).releases] == ["asked", None]


def test_what_is_missing_is_stated_typed_or_left_out():
    at = write_to(WORK, "shop.de", "access")
    assert not letter_shown(at) and at.button(key="letter-step-sent").disabled
    name = widget(at.main.button_group, "letter-choice-name")
    run(name.set_value("state"))
    [request] = current(at).requests
    assert request.disclosed == (("Name", "Al"),) and request.language == "de"
    assert "Name: Al · new to them" in told(at) and "Art. 15 DSGVO" in letter_shown(at).replace("\xa0", " ")
    run(widget(at.main.button_group, "letter-choice-name").set_value("leave"))
    assert current(at).requests[0].withheld == ("name",) and "Name: Al" not in letter_shown(at)
    untyped = replace(WORK, profile=PROFILE[1:])
    at = write_to(untyped, "shop.de", "access")
    run(widget(at.text_input, "letter-type-name").set_value("Al Typed"))
    assert ("Name", "Al Typed") in current(at).profile and "Al Typed" in letter_shown(at)


def test_of_a_fact_that_they_probably_have_is_said_something_else_than_of_one_they_lack():
    supposed = replace(WORK, releases=(ADOBE, replace(SHOP, presumed=(("Name", 0.66),))))
    lacking, suspected = ([text.value for text in write_to(work, "shop.de").markdown] for work in (WORK, supposed))
    assert len(set(suspected) - set(lacking)) == len(set(lacking) - set(suspected)) == 1


def test_law_and_language_are_the_persons_choice():
    at = write_to(WORK, "adobe.com")
    run(widget(at.selectbox, "letter-language").set_value("fr"))
    assert "RGPD" in letter_shown(at) and current(at).requests[0].language == "fr"
    run(widget(at.selectbox, "letter-law").set_value("drop"))
    assert not letter_shown(at)
    press(at, "letter-step-sent")
    assert any((f"{TODAY + datetime.timedelta(90):%B %Y}") in text for text in texts(at))


def test_a_letter_can_be_removed_or_written_again():
    at = press(press(write_to(WORK, "adobe.com"), "letter-step-sent"), "letter-again")
    assert len(current(at).requests) == 2 and current(at).requests[1].day_of("sent") is None
    assert [press(at, "letter-remove") and len(current(at).requests) for _ in range(2)] == [1, 0]


@quick
@given(works(who=("adobe.com", "Shop", "acxiom.de")))
def test_the_page_and_the_letter_agree_about_what_it_tells(session, held):
    work, request = held
    if not (work.profile and work.releases):
        return
    session.session_state["company"], session.session_state["request-kind"] = request.recipient, request.kind
    at = opened(session, work, "requests")
    if bound(at.selectbox, "company-box").value != request.recipient:
        return
    text = letter_as_text(letter_for(work, request, TODAY), None)
    lines = [line for line in "\n".join(texts(at)).splitlines() if " · " in line]
    listed = {pair for pair in VALUES if any(f": {pair[1]} · " in line for line in lines)}
    assert {value for _, value in listed} == {value for _, value in VALUES if value in text}
    new = {f"{label}: {value} · new to them" for label, value in Contents(work, request).new}
    assert {line for line in lines if line.endswith("new to them")} == new


REAL = realistic_person().workspace


@pytest.mark.parametrize("work", [Workspace(), replace(REAL, releases=()), REAL, *CASES[::4]])
def test_a_report_can_be_made_where_there_is_something_to_report(session, work):
    at = opened(session, work, "export")
    assert at.button(key="report-make").disabled == (not (work.profile and work.releases))
    if work.profile and work.releases:
        assert "report-save" in downloads(press(at, "report-make"))
