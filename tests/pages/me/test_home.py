"""Home: files before there is any work, then the count, the tiles, the next steps and what came back from letters."""

import datetime
import json
import re
from dataclasses import replace

import pytest

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.everyday import new_work
from leakage.workspace.figures.breaches import breached_places
from leakage.workspace.figures.count import count
from leakage.workspace.figures.steps import first_steps, plan_steps, progress
from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.states import deadline
from leakage.workspace.saved_copy import workspace_to_json
from leakage.workspace.workspace import Workspace
from tests.pages.helpers import CASES, current, go, hand_in, history, open_copy, opened, press, start, submit, texts
from tests.starting import starting_workspace
from tests.workspace.people import people

REAL, OWN = realistic_person().workspace, starting_workspace()


def buttons(at):
    return [button.key for button in at.main.button]


def headlines(at):
    return [heading.value for heading in at.main.subheader]


def pictures(at):
    return " ".join(node.proto.body for node in at.main.get("html"))


def without_plan(at):
    """The work; a plan is saved with it as soon as it is found."""
    return replace(current(at), plan=())


def test_the_next_steps_are_the_first_ones_and_those_of_a_plan_that_is_found_and_saved_here():
    works = {person.name: person.work for person in people()}
    for name in ("10 logins, one address", "8 social networks, one address"):
        at = start(works[name])
        work, shown = current(at), [text.partition(". ")[2] for text in texts(at) if text[:1].isdigit()]
        steps = (*first_steps(work), *plan_steps(work, datetime.date.today().isoformat()))
        assert [title.rpartition(" (")[0] for title in shown] == [step.title for step in steps[:5]]
        assert work.plan and history(at) == ["begin the test"] and len(shown) > len(first_steps(work)) == 1
        assert list(current(go(at, "plan")).plan) == list(work.plan)
    assert current(start(works["300 logins, one address"])).plan == ()


@pytest.mark.parametrize("workspace", CASES)
def test_whatever_is_open_is_counted_once(session, workspace):
    at = opened(session, workspace, "start")
    said = [text for text in (*headlines(at), *(m.value for m in at.markdown)) if text.startswith("Eve surely has")]
    assert said == [f"{count(workspace).sentence}."]


def test_the_made_up_person_opens_on_home_with_the_leaked_password_first():
    at = press(start(), "open-realistic")
    assert without_plan(at) == REAL
    [place] = [one for one in breached_places(REAL) if one.is_urgent]
    assert all(name in texts(at)[1] for name in (place.called, *place.elsewhere))
    assert any(text.startswith("Fallow Dairy") for text in texts(at))
    press(at, "close-example")
    assert current(at) == new_work() and "begin-own" in buttons(at)


def test_no_name_stands_in_a_picture():
    named = replace(REAL, releases=tuple(replace(r, recipient=f"{r.recipient} <b>") for r in REAL.releases))
    assert "&lt;b" not in pictures(start(named)) and "Fallow" not in pictures(start(REAL))


def test_the_next_steps_are_ticked_thanked_for_and_progress_goes_up():
    work = replace(REAL, releases=tuple(r for r in REAL.releases if not r.breach))
    at, asked = start(work), [step.key for step in first_steps(work)]
    for key in asked[:3]:
        assert next(step.key for step in first_steps(current(at))) == key
        press(at, "home-done")
        assert any(text.startswith("Done. ") for text in texts(at)) and history(at)[-1] == "tick a step"
    assert not {answer.step for answer in current(at).answers} ^ {*asked[:3]}
    press(at, "home-later")
    assert current(at).answers[-1].answer == "later"


@pytest.mark.parametrize("page", ["start", "plan"])
def test_progress_is_in_numbers_that_an_import_does_not_lower(page):
    works = {person.name: person.work for person in people()}
    at = start(works["28 accounts with one password"])
    while not current(at).changed_values:
        press(at, "home-done")
    done = current(at)
    logins = b"name,url,username,password\n" + b"".join(b"s%d,https://s%d.example,a@b.c,x\n" % (n, n) for n in range(6))
    press(hand_in(go(at, "in_and_out"), "passwords.csv", logins, "text/csv"), "import-add")
    far = progress(current(at))
    assert far.passwords == progress(done).passwords and far.of == progress(done).of + 6
    go(at, page)
    assert any(re.findall(r"\d+", text) == [*map(str, (far.passwords, far.of, far.steps))] for text in texts(at))
    assert not at.get("progress")
    at = start(works["8 social networks, one address"])
    go(press(at, "home-done"), page)
    assert "1 step done" in texts(at) and not at.get("progress")


def test_what_came_back_from_letters():
    ask = SubjectRequest("a", "Circleup", "erasure", "gdpr", releases=("Profile",), steps=(("sent", "2020-01-30"),))
    waits = replace(ask, name="b", recipient="Moonreel", steps=(("sent", datetime.date.today().isoformat()),))
    refused = replace(ask, name="c", recipient="Stridewell", steps=(("sent", "2020-01-30"), ("refused", "2020-02-03")))
    said = next(t for t in texts(start(replace(REAL, requests=(ask, waits, refused)))) if "overdue" in t).split("\n")
    assert [line.rpartition(" ")[2] for line in said] == ["Circleup", "Moonreel", "Stridewell"]
    due = deadline(waits)
    assert f"{due.day} {due:%B}" in said[1]


def test_beginning_ones_own_leads_to_about_me_and_keeps_what_was_begun():
    at = press(start(), "begin-own")
    assert at.title[0].value == "About me" and current(at) == new_work()
    at = start(OWN, "profile")
    next(field for field in at.text_input if field.label == "Name").set_value("Ann")
    submit(at, "Save")
    press(go(at, "start"), "begin-own")
    assert current(at).profile == (("Name", "Ann"),)


def test_a_saved_copy_opens_as_it_was_can_be_emptied_and_a_bad_one_changes_nothing():
    at = open_copy(start(OWN), REAL)
    assert without_plan(at) == REAL and history(at)[-1] == "open a saved copy"
    assert current(press(at, "start-over")) == Workspace()
    assert without_plan(press(at, "undo")) == REAL
    good = json.loads(workspace_to_json(REAL))
    for bad in ({**good, "version": 99}, {**good, "profile": [["N", "secret"], ["N", "secret"]]}):
        at = hand_in(start(OWN), "copy.json", json.dumps(bad).encode())
        assert not any((key or "").startswith("import-open") for key in buttons(at))
        assert current(at) == OWN and not any("secret" in text for text in texts(at))
