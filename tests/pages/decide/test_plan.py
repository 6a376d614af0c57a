import datetime
from dataclasses import replace

import pytest
from hypothesis import given

from leakage import Adversary, Record, Resolve, Shares
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.done import done_so_far
from leakage.workspace.figures.plan.actions import PlanTerms, minutes_of
from leakage.workspace.figures.plan.plan import plan_actions
from leakage.workspace.places.obligations import AFTER_THE_END, IMPOSSIBLE, RETENTION
from leakage.workspace.release import Contact, SubjectRequest
from leakage.workspace.requests.chances import grant_probabilities
from leakage.workspace.requests.states import deadline, with_step
from leakage.workspace.workspace import Policy, Release, Workspace
from pages.app.words import count, percent
from pages.decide.plan import text as words
from pages.decide.plan.spending import DETAILS, duration
from pages.decide.plan.text import STEP
from pages.kit.done import due_words, in_words
from pages.kit.glossary import OWN_VALUES
from pages.kit.shared_figures import FIRST
from tests.pages.helpers import (
    charts,
    current,
    figure_in_strip,
    go,
    history,
    press,
    problems,
    run,
    start,
    texts,
    type_into,
    whole_leakage,
)
from tests.person_2026 import person_of_2026
from tests.strategies import seeds, thorough

REAL = person_of_2026().workspace
SMALL = replace(REAL, releases=REAL.releases[:4])
QUESTION = words.CHART
CANNOT = words.CANNOT


def page_plans(work, terms=None, **further):
    """The plans as the page has them: with the chances of letters."""
    chances = grant_probabilities(work, datetime.date.today())
    return plan_actions(work, terms or PlanTerms(), chances=chances, **further)


def figures_of(at):
    """The sentences of the steps that say what each takes back."""
    return [said for said in texts(at) if " points lower, then " in said]


def listed_last(at, plan):
    """Whether the last step of the plan leaves what the plan does."""
    return STEP.format(takes="", back=0.0, after=percent(plan.leakage)).split(",")[1] in figures_of(at)[-1]


def details(at):
    at.session_state[DETAILS] = True
    return run(at)


def table_with(at, heading):
    return next((table.value for table in at.main.dataframe if heading in table.value.columns), None)


def test_the_plan_is_an_ordered_list_with_running_figures_and_shorter_with_less_time():
    at = start(SMALL, "plan")
    plans = page_plans(SMALL, limit=FIRST)
    chosen = plans.within(60.0)
    steps = plans.steps(chosen)
    assert at.header[0].value.startswith(count(len(steps), "step"))
    listed = figures_of(at)
    for said, (sittings, step) in zip(listed, steps, strict=True):
        takes = duration(sittings)
        assert said.startswith(
            STEP.format(takes=takes, back=100 * (step.before - step.after), after=percent(step.after))
        )
    assert len(listed) == len(steps) and steps[-1][1].after == pytest.approx(chosen.leakage)
    assert all(abs(step.before - step.after) > 1e-9 for _, step in steps)
    minutes = [option.action.minutes for sittings, _ in steps for option in sittings]
    assert sum(minutes) == chosen.minutes <= 60.0
    assert QUESTION not in charts(at)
    details(at)
    assert QUESTION in charts(at)

    at.number_input(key="plan-minutes").set_value(15)
    run(at)
    shorter = plans.within(15.0)
    listed = figures_of(at)
    assert len(listed) == len(plans.steps(shorter)) and len(shorter.actions) < len(chosen.actions)


LETTERS_TAKE_LONG = (("erase", 500.0), ("stop sharing", 500.0))
"""Minutes with which there is only time to change values."""


def two_minds():
    """One adversary joins by address and one by phone, and there is time to do something against one of them."""
    by_mail, by_phone = (Policy(f"By {label}", Adversary((Resolve(Shares(label)),))) for label in ("Email", "Phone"))
    profile = tuple((label, label) for label in ("Email", "Phone", "Name", "Photo", "City", "Job", "Age"))
    given = {
        "Shop": "Email Name Photo",
        "Club": "Email Job Age City",
        "Bank": "Phone Name Photo",
        "Taxi": "Phone Job Age",
    }
    releases = tuple(
        Release(recipient, recipient, Record.of(*((label, label) for label in labels.split())))
        for recipient, labels in given.items()
    )
    minutes = tuple((kind, 60.0) for kind in ("erase", "stop sharing", "change Email", "change Phone"))
    return Workspace(profile, releases=releases, policies=(by_mail, by_phone), action_minutes=minutes)


def test_what_each_adversary_knows_before_and_after_is_a_table():
    work = two_minds()
    at, plans = details(start(work, "plan")), page_plans(work, limit=FIRST)
    table = table_with(at, "Afterwards")
    assert list(table[words.EVE]) == ["By Email", "By Phone"]
    assert list(table["Now"]) == [percent(leakage) for leakage in plans.plans.plans[0].leakages]
    assert list(table["Afterwards"]) == [percent(leakage) for leakage in plans.within(60.0).leakages]


def test_minutes_that_are_entered_are_part_of_the_work():
    at = start(two_minds(), "plan")
    type_into(at, "plan-action-minutes", {0: {"minutes": 40.0}})
    assert ("erase", 40.0) in current(at).action_minutes
    type_into(at, "plan-action-minutes", {0: {"minutes": 0.0}})
    assert len(problems(at)) == 1 and "erase" not in dict(current(at).action_minutes)


def test_values_are_changed_where_the_person_says():
    work = replace(two_minds(), action_minutes=LETTERS_TAKE_LONG)
    at = start(work, "plan")
    for changing, said in (("everywhere", ". Change a value: "), ("one by one", ". Give ")):
        at.radio(key="plan-changing").set_value(changing)
        run(at)
        chosen = page_plans(work, PlanTerms(changing=changing)).within(60.0)
        assert len([text for text in texts(at) if said in text]) == len(chosen.actions) > 0
        assert listed_last(at, chosen)


def test_which_accounts_to_move_first_is_the_same_search_with_one_kind_of_action():
    at = start(SMALL, "plan")
    at.segmented_control(key="plan-alias").set_value(True)
    run(at)
    at.number_input(key="plan-count").set_value(3)
    run(at)
    label = at.selectbox(key="plan-label").value
    terms = PlanTerms(labels=(label,))
    plans = page_plans(SMALL, terms, limit=FIRST)
    chosen = plans.within(3 * minutes_of(SMALL, f"change {label}"))
    steps = plans.steps(chosen)
    own = OWN_VALUES[f"change {label}"]
    listed = [text for text in texts(at) if ". Give " in text]
    assert len(listed) == len(steps) > 0 and all(text.endswith(own) for text in listed)
    assert 0 < sum(len(option.accounts) for sittings, _ in steps for option in sittings) <= 3


def shared_passwords(count):
    """Accounts with one password, each of which knows something of its own; a bank is among them."""
    sites = [*(f"site{n}.example" for n in range(count - 1)), "paypal.com"]
    profile = [("Password", "password A"), *((f"Fact {n}", f"{n}") for n in range(count))]
    given = [Release(site, site, Record.of(("Password", "password A"), profile[n + 1])) for n, site in enumerate(sites)]
    by_password = Policy("Eve", Adversary((Resolve(Shares("Password")),)))
    return replace(Workspace(tuple(profile), releases=tuple(given)), policies=(by_password,), chosen=by_password.name)


def marked(at):
    """What of the page is marked up: badges and bold lines."""
    return {element.value for element in at.main.markdown}


def badge(colour, words):
    return f":{colour}-badge[{words}]"


def tick(at, rows):
    [key] = {frame.key for frame in at.dataframe if (frame.key or "").startswith("plan-accounts-")}
    at.session_state[key] = {"selection": {"rows": rows, "columns": [], "cells": []}}
    return run(at)


def test_one_password_at_many_accounts_is_one_step_and_its_accounts_are_ticked_off():
    work = replace(shared_passwords(9), action_minutes=LETTERS_TAKE_LONG)
    at = start(work, "plan")
    [step] = [text for text in texts(at) if ". Give " in text]
    assert step == "1. Give these 9 accounts passwords of their own"
    [accounts] = [frame.value for frame in at.dataframe if "Account" in frame.value.columns]
    assert accounts["Account"][0] == "paypal.com" and accounts["Change it here"][0].startswith("https://")
    assert at.button(key="plan-done-1-0").disabled
    tick(at, [0, 2])
    press(at, "plan-done-1-0")
    after = current(at)
    changed = {change.recipient for change in after.changed_values}
    assert changed == set(accounts["Account"][[0, 2]])
    assert all(("Password", "password A") in r.record for r in after.releases if r.recipient not in changed)
    assert any(text == "1. Give these 7 accounts passwords of their own" for text in texts(at))
    before, now = (percent(whole_leakage(each)) for each in (work, after))
    assert {"**2 of 9 done: " + f"{before} → {now}**", badge("green", "2 of 9 done")} <= marked(at)
    assert any("paypal.com" in text and "have passwords of their own" in text for text in texts(at))
    assert f"**2 of 9 done: {before} → {now}**" in marked(go(at, "start"))
    assert not marked(go(at, "plan")) & {badge("gray", "to do")}
    assert history(at)[-1] == "note 2 changed accounts"
    press(at, "undo")
    assert current(at) == work


def test_a_letter_that_was_sent_shows_on_the_plan_and_on_start():
    work = replace(shared_passwords(3), action_minutes=(("change Password", 500.0), ("stop sharing", 500.0)))
    at = start(work, "plan")
    labels = [text for text in texts(at) if ". Ask " in text]
    whom = labels[0].split()[2]
    [name] = [release.name for release in work.releases if release.recipient == whom]
    today = datetime.date.today()
    ask = SubjectRequest("Erasure", whom, "erasure", "gdpr", releases=(name,))
    work = with_step(replace(work, requests=(ask,)), "Erasure", "sent", today)
    at = start(work, "plan")
    due = deadline(work.requests[0]).last
    assert badge("blue", f"sent, {due_words(due, today)}") in marked(at) and badge("gray", "to do") in marked(at)
    assert f"{whom} should answer by {in_words(due)}." in texts(go(at, "start"))
    assert "So far: 1 letter waiting for an answer." in texts(at)
    late = replace(work, requests=(replace(ask, steps=(("sent", "2026-01-30"),)),))
    assert f"1 answer is overdue, from {whom}." in texts(start(late, "start"))
    assert not any(text.startswith("So far") for text in texts(start(shared_passwords(3), "start")))


@pytest.mark.parametrize("answer", ["done", "refused"])
def test_an_answer_shows_on_the_plan_and_what_it_changed_in_the_figure(answer):
    work = shared_passwords(3)
    ask = SubjectRequest("Erasure", "site0.example", "erasure", "gdpr", releases=("site0.example",))
    answered = with_step(replace(work, requests=(ask,)), "Erasure", answer, datetime.date(2026, 5, 1))
    at = start(answered, "plan")
    assert answer.capitalize() in [heading.value for heading in at.main.subheader]
    said = "deleted your data" if answer == "done" else "refused to delete your data"
    assert f"site0.example {said}, 1 May 2026" in texts(at)
    assert not any(". Ask site0.example to delete" in text for text in texts(at))
    worth = f" → {figure_in_strip(at)}**"
    assert any(text.startswith("**1 of ") and text.endswith(worth) for text in marked(at)) == (answer == "done")


@thorough
@given(seeds)
def test_what_is_done_is_what_counting_one_by_one_gives(chance):
    day = datetime.date(2026, 6, 15)
    sent = (("sent", str(day - datetime.timedelta(chance.randint(0, 90)))),)
    steps = [(), sent, (*sent, ("refused", str(day))), (*sent, ("done", str(day)))]
    requests = tuple(
        SubjectRequest(
            f"{n}", f"Shop {n % 3}", chance.choice(["access", "objection"]), "gdpr", steps=chance.choice(steps)
        )
        for n in range(chance.randint(0, 6))
    )
    done = done_so_far(Workspace(requests=requests), day)
    ended = {request.name: request.steps[-1][0] for request in requests if request.steps}
    waiting = {name for name, step in ended.items() if step == "sent"}
    assert {request.name for request in done.waiting} == waiting
    dues = [deadline(request).last for request in done.waiting]
    assert dues == sorted(dues) and done.late == sum(due < day for due in dues)
    assert (done.granted, done.refused) == tuple([*ended.values()].count(step) for step in ("done", "refused"))


def folds(at):
    return [fold.label for fold in at.main.expander]


def accounts(*recipients, **parts):
    """An account at each with one address, so that deleting any of them helps."""
    facts = ("Email", "ann@gmail.com"), ("Name", "Ann")
    given = tuple(Release(name, name, Record.of(*facts), ended=name in parts.get("ended", ())) for name in recipients)
    by_mail = Policy("By mail", Adversary((Resolve(Shares("Email")),)))
    return Workspace(facts, releases=given, policies=(by_mail,), contacts=parts.get("contacts", ()))


def test_what_cannot_be_asked_is_named_with_its_reason_and_is_no_step():
    at = start(accounts("Harbour Bank", "Alpine Bank", "google.com", "Club"), "plan")
    assert CANNOT in folds(at)
    assert f"Harbour Bank and Alpine Bank: {RETENTION['Bank']}" in texts(at)
    assert "google.com: 3 accounts are reset through it. Change the address there first." in texts(at)
    steps = [text for text in texts(at) if ". Ask " in text]
    assert not any(name in step for step in steps for name in ("Harbour Bank", "Alpine Bank", "google.com"))


def test_what_has_ended_is_a_step_that_says_what_may_stay():
    work = accounts("Harbour Bank", ended=("Harbour Bank",))
    at = start(work, "plan")
    assert any(". Ask Harbour Bank to delete" in text for text in texts(at)) and AFTER_THE_END in texts(at)
    assert CANNOT not in folds(at)


@pytest.mark.parametrize("address", ["privacy@club.example", ""])
def test_who_deletes_no_account_gets_a_letter_where_it_has_an_address(address):
    contact = Contact("club.example", email=address, difficulty="impossible")
    at = start(accounts("club.example", "Shop", contacts=(contact,)), "plan")
    assert f"club.example: {IMPOSSIBLE}" in texts(at)
    letters = [button for button in at.button if button.key == "plan-letter-all-the-same-1"]
    assert len(letters) == bool(address)
    assert any("club.example has an address" in text for text in texts(at)) == bool(address)


def test_of_a_paper_s_example_everything_may_be_asked():
    paper = next(scenario.workspace for scenario in PAPER_SCENARIOS if scenario.key == "vendor-and-employer")
    at = start(paper, "plan")
    assert CANNOT not in folds(at)
    own = start(replace(paper, worked_example=False), "plan")
    assert f"Employer: {RETENTION['Employer']}" in texts(own)
