"""What every page opens with, the last resort of one that fails, and charts, whose data are what is drawn."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

import app
from leakage import Record
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.csv_files import to_csv
from leakage.workspace.figures.count import count
from leakage.workspace.limits import InputProblem
from leakage.workspace.vocabulary import MISSING, RIGHT
from leakage.workspace.workspace import Release, Workspace
from pages import catalogue
from pages.app import charts, page
from pages.app.charts import Table, plain
from pages.app.session import Step
from pages.catalogue import SWITCH
from tests.pages.helpers import counted_in_strip, current, go, history, press, run, start, texts, unfolded
from tests.starting import starting_workspace

MINE = Workspace(profile=(("Name", "Ann"),))


def warnings(at):
    """How often a page says that a refresh loses the work."""
    return sum("Kept in memory only" in caption.value for caption in at.caption)


def switch(at):
    [found] = [group for group in at.button_group if (group.key or "").startswith("face-chosen")]
    return found


def test_the_strip_has_the_count_what_it_was_and_undo():
    given = (Release("a", "Shop", Record.of(("Name", "Ann"))),)
    work = replace(starting_workspace(), profile=(("Name", "Ann"), ("Phone", "1")), releases=given)
    at = start(work, "profile")
    assert counted_in_strip(at) == count(work).sentence and at.button(key="undo").disabled
    more = (*given, Release("b", "Shop", Record.of(("Phone", "1"))))
    state = at.session_state["session"]
    state.steps, state.place = [*state.steps, Step(replace(work, releases=more), "add an account")], 1
    run(at)
    assert counted_in_strip(at) == count(current(at)).sentence != count(work).sentence
    assert ":small[:gray[before: 1]]" in [text.value for text in at.markdown]
    assert history(at)[-1] in at.button(key="undo").help
    press(at, "undo")
    assert counted_in_strip(at) == count(work).sentence and not at.button(key="redo").disabled
    assert not any("gray[before" in text.value for text in at.markdown)


@pytest.mark.parametrize(
    ("before", "face", "title"),
    [("me", "science", ""), ("me", "class", ""), ("class", "me", "How much does Eve know about you?")],
)
def test_every_face_opens_with_its_first_room_and_keeps_ones_work(before, face, title):
    at = start(MINE, "class_page" if before == "class" else "start")
    at.session_state["face"] = before
    run(switch(run(at)).set_value(face))
    assert at.title[0].value == (title or catalogue.FACES[face][0].title)
    assert current(at) == MINE and len(history(at)) == 1


def test_a_class_begins_with_its_own_face_and_has_no_way_to_a_vault(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["app.py", SWITCH])
    at = start(MINE)
    assert switch(at).value == "class" and (warnings(at), warnings(start())) == (1, 0)
    assert not [link for link in at.sidebar.get("page_link") if link.proto.label == "Keep it in a vault"]
    assert not {button.key for button in go(at, "vault").button} & {"vault-create-go", "vault-gate", "unlock-go"}


def test_what_was_entered_wrongly_is_told_once_for_all_places_and_as_text(monkeypatch):
    at = start(MINE, "profile")
    entered = [InputProblem(f"row {n}", "a :red[word]") for n in (1, 2)]
    entered += [InputProblem("", f"sentence {n}") for n in range(page.MOST_PROBLEMS)]
    drawn = page.open_page
    monkeypatch.setattr(page, "open_page", lambda *args: (drawn(*args), page.problems(entered))[0])
    told = texts(run(at))
    assert told[0] == "row 1 and row 2: a :red[word]"
    assert sum(text.startswith("Sentence") for text in told) == page.MOST_PROBLEMS - 1


@pytest.mark.parametrize("failing", [ValueError("CANARY"), RecursionError()])
def test_a_page_that_fails_says_one_sentence_without_what_was_entered(monkeypatch, failing):
    said = []
    monkeypatch.setattr("streamlit.error", said.append)
    assert app.page_failed(failing)
    assert len(said) == 1 and type(failing).__name__ in said[0] and "CANARY" not in said[0]


# Charts.


HOSTILE = "<img src=x>"


def test_plain_cuts_first_and_escapes_then():
    assert (plain("x" * 40), plain("x" * 41)) == ("x" * 40, "x" * 39 + "…")
    assert (plain("<" * 10, 5), plain('a & "b"')) == ("&lt;" * 4 + "…", 'a &amp; "b"')


def test_the_data_are_what_is_drawn_by_the_names_beside_it():
    marks = [
        charts.line("", [(0, 0), (1, 1), (None, None)], MISSING, None),
        charts.bars("a<sub>1</sub>", [(1, -12.5), (0, 50.0), (2, 3.0)], RIGHT, ""),
    ]
    rows = charts.rows([plain(HOSTILE), "=1+1", "7"])
    chart = charts.draw("Which?", marks, charts.axis("what it adds (points)"), rows, "said")
    rows = (("a1", -12.5, "=1+1"), ("a1", 50.0, HOSTILE), ("a1", 3.0, "7"))
    assert chart.table == Table(("Series", "what it adds (points)", "What"), rows)
    assert to_csv(chart.table.rows).decode() == f"a1,-12.5,'=1+1\r\na1,50,{HOSTILE}\r\na1,3,7\r\n"


def test_an_interval_is_part_of_the_data():
    bars = {"type": "data", "array": [0.25], "arrayminus": [0.125]}
    marks = [charts.dots("s", [(1, 0.5)], RIGHT, "", error_y=bars)]
    chart = charts.draw("Which?", marks, charts.axis("facts"), charts.axis("found 0 % to 100 %"), "said")
    assert chart.table == Table(
        ("Series", "facts", "found 0 % to 100 %", "From", "To"), (("s", 1.0, 0.5, 0.375, 0.75),)
    )
    assert "0\u00a0% to 100\u00a0%" in chart.figure.layout.yaxis.title.text


def test_the_leakage_is_worked_out():
    at = start(next(scenario.workspace for scenario in PAPER_SCENARIOS if scenario.key == "wrong-phone"), "leakage")
    assert unfolded(at, "sums", "worked-out-leakage").latex[-1].value.strip("$\n ").startswith("L = ")
