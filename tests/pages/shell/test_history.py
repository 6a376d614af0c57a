"""Undo and redo over the pages, and what the sidebar says about them."""

from dataclasses import replace

import pytest

from leakage import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.presets import starting_workspace
from leakage.workspace.workspace import Coalition, Pooling, Release, Workspace
from pages.shell import frame
from pages.shell import undo_stack as work_history
from tests.pages.helpers import (
    PAGES,
    add_release,
    current,
    go,
    history,
    press,
    problems,
    run,
    shown_table,
    sound,
    start,
    texts,
    type_into,
)

OWN = starting_workspace()
CHOSEN = replace(OWN, chosen=OWN.policies[0].name)
REAL = realistic_person().workspace


def one_edit_a_page():
    """Six edits on four pages, and the workspace after each."""
    at = start(replace(CHOSEN, policies=CHOSEN.policies[3:], chosen=CHOSEN.policies[3].name), "profile")
    after = [current(at)]
    for edit in (
        lambda: type_into(at, "profile", rows=[{"label": "Name", "value": "Ann"}]),
        lambda: type_into(at, "profile", rows=[{"label": "Phone", "value": "1"}]),
        lambda: add_release(go(at, "releases"), "releases", "Shop", "Online shop"),
        lambda: type_into(at, "releases-ticks", {0: {"r0": False}}),
        lambda: run(go(at, "adversary").segmented_control[0].set_value("alone")),
        lambda: add_release(go(at, "planned_release"), "plans", "Shop", "Online shop"),
    ):
        edit()
        after.append(current(at))
    assert len(set(after)) == 7 == len(history(at))
    return at, after


def test_undo_leads_back_step_by_step_on_whatever_page_it_is_pressed():
    at, after = one_edit_a_page()
    pages = ["start", "leakage", "disinformation", "releases", "start", "profile"]
    for page, expected in zip(pages, after[-2::-1], strict=True):
        press(go(at, page), "undo")
        assert current(at) == expected
    assert at.button(key="undo").disabled and at.button(key="undo").help == "Nothing to take back yet."


def test_redo_leads_forth_again():
    at, after = one_edit_a_page()
    go(at, "start")
    for _ in after[1:]:
        press(at, "undo")
    for page, expected in zip(["releases", "profile", "start", "leakage", "releases", "start"], after[1:], strict=True):
        press(go(at, page), "redo")
        assert current(at) == expected
    assert at.button(key="redo").disabled and at.button(key="redo").help == "Nothing to bring back."


def test_the_buttons_say_what_they_would_do():
    at = press(start(), "open-realistic")
    assert at.button(key="undo").help.startswith("Takes back: open the example")
    press(at, "undo")
    assert at.button(key="redo").help.startswith("Brings back: open the example")


def test_tables_of_other_pages_follow_undo():
    at, _ = one_edit_a_page()
    go(at, "start")
    for _ in range(5):
        press(at, "undo")
    go(at, "profile")
    assert shown_table(at, "profile").value["value"].dropna().tolist() == ["Ann"]
    type_into(at, "profile", rows=[{"label": "Email", "value": "e"}])
    assert current(at).profile == (("Name", "Ann"), ("Email", "e"))


def test_a_long_history_forgets_its_beginning_only():
    at = start(OWN, "profile")
    steps = tuple(
        work_history.UndoStep(replace(OWN, title=str(n)), "rename") for n in range(work_history.LONGEST_HISTORY)
    )
    at.session_state[work_history._HISTORY] = work_history.History(steps, len(steps) - 1)
    type_into(run(at), "profile", rows=[{"label": "Name", "value": "Ann"}])
    assert len(history(at)) == work_history.LONGEST_HISTORY
    press(at, "undo")
    assert current(at) == steps[-1].workspace


@pytest.mark.tabs()
def test_what_a_refresh_loses_is_said_as_soon_as_there_is_something_to_lose():
    assert not any("Kept in memory only" in caption.value for caption in start().sidebar.caption)
    at = start(REAL)
    for page in PAGES:
        assert any("loses what you entered" in caption.value for caption in go(at, page).sidebar.caption)
        assert at.sidebar.get("download_button")[0].key == "save-copy"


def test_a_new_session_knows_nothing_of_another():
    press(start(), "open-realistic")
    assert current(press(start(), "begin-own")) == OWN


def test_a_copy_that_cannot_be_saved_would_be_noticed():
    assert workspace_to_json(REAL) != workspace_to_json(OWN)


def test_more_sentences_than_fit_are_counted():
    at = start(CHOSEN, "profile")
    type_into(at, "profile", rows=[{"label": "Card", "value": str(n)} for n in range(11)] * 2)
    assert len(problems(at)) == frame.MOST_PROBLEMS + 1
    assert problems(at)[-1] == f"and {11 - frame.MOST_PROBLEMS} more"


def test_strange_but_lawful_work_opens_on_every_page():
    """What a saved copy may hold, and no page would have made."""
    odd = Workspace(
        profile=(("Name", "Ann"),),
        weights=(("Nobody's", 5.0), ("Name", 1e-6)),
        releases=(
            Release("Empty", "Shop", Record()),
            Release("Unsure", "Shop", Record.of(("Name", "Ann", 0.0))),
            Release("x" * 300, "y" * 300, Record.of(("z" * 300, "w" * 300), ("Name", "Ann", 0.5))),
        ),
        policies=OWN.policies,
        chosen="a policy there is not",
        pooling=Pooling("coalitions", (Coalition("Shop", ("Shop", "Shop", "Nobody")), Coalition("Shop", ()))),
        plans=(Release("Empty", "Nobody", Record()),),
        names=(("Name", "Name"), ("Unused", "Nothing")),
        title="\n\t",
    )
    at = sound(start(odd))
    for page in PAGES:
        go(at, page)
    assert current(at).releases == odd.releases
    assert texts(go(at, "leakage"))
