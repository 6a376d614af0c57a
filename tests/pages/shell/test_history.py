"""The current work, its history, and its figures."""

from __future__ import annotations

import threading
from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Record, Resolve, Shares
from leakage.resolution.rules import Conflicts, Unless
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.everyday import new_work
from leakage.workspace.figures.assessment import assess
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from pages.shell import cache, knowledge
from pages.shell import undo_stack as work_history
from pages.shell.editable_table import rows_of
from pages.shell.figures import figure as declared
from tests.pages.helpers import (
    PAGES,
    POOLINGS,
    add_release,
    current,
    go,
    history,
    pooled,
    press,
    put,
    run,
    shown_table,
    sound,
    start,
    texts,
    type_into,
)
from tests.starting import starting_workspace

# Undo and redo over the pages, and what the sidebar says about them.


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
    assert at.button(key="undo").disabled and at.button(key="undo").help == "Nothing to undo yet."


def test_redo_leads_forth_again():
    at, after = one_edit_a_page()
    go(at, "start")
    for _ in after[1:]:
        press(at, "undo")
    for page, expected in zip(["releases", "profile", "start", "leakage", "releases", "start"], after[1:], strict=True):
        press(go(at, page), "redo")
        assert current(at) == expected
    assert at.button(key="redo").disabled and at.button(key="redo").help == "Nothing to redo."


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


def test_a_new_session_knows_nothing_of_another():
    press(start(), "open-realistic")
    assert current(press(start(), "begin-own")) == new_work()


def test_a_copy_that_cannot_be_saved_would_be_noticed():
    assert workspace_to_json(REAL) != workspace_to_json(OWN)


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


# What every pool knows: resolved again only where what she holds has changed.


@pytest.fixture
def resolved(monkeypatch):
    """How many records were resolved each time."""
    calls = []
    resolve = Adversary.resolve

    def counted(self, records):
        listed = tuple(records)
        calls.append(len(listed))
        return resolve(self, listed)

    monkeypatch.setattr(Adversary, "resolve", counted)
    return calls


BY_NAME = Policy("by name", Adversary((Resolve(Unless(Shares("Name"), Conflicts("Phone"))),)))
WORK = Workspace(
    (("Name", "Alice"), ("Phone", "1"), ("City", "9")),
    releases=tuple(
        Release(label, f"To {label}", Record.of(("Name", "Alice"), (label, "1"))) for label in ("Phone", "City")
    ),
    background=(Record.of(("Name", "Alice"), ("Zip", "5")), Record.of(("Name", "Bob"))),
    policies=(BY_NAME,),
    chosen=BY_NAME.name,
)
EDITS = {
    "weights": replace(WORK, weights=(("Phone", 3.0),)),
    "profile": replace(WORK, profile=(*WORK.profile, ("Zip", "5"))),
    "a release": replace(WORK, releases=WORK.releases[:1]),
    "the background": replace(WORK, background=WORK.background[:1]),
    "the adversary": replace(WORK, policies=(replace(BY_NAME, adversary=Adversary()),)),
    # The same records in other hands, which matters where each recipient puts its own together first.
    "a recipient": replace(WORK, releases=tuple(replace(release, recipient="To one") for release in WORK.releases)),
}
POOLINGS_BOTH_WAYS = [(kind, first) for kind in POOLINGS for first in (False, True)]


def pooling_of(work, kind, resolve_first):
    work_of_pool = pooled(work, kind)
    return replace(work_of_pool, pooling=replace(work_of_pool.pooling, resolve_first=resolve_first))


@pytest.mark.parametrize("pooling", POOLINGS_BOTH_WAYS)
@pytest.mark.parametrize("edit", EDITS)
def test_records_are_resolved_again_where_they_changed(resolved, edit, pooling):
    at = start(pooling_of(WORK, *pooling), "profile")
    resolved.clear()
    put(at, pooling_of(EDITS[edit], *pooling))
    run(at)
    # Of two releases the second one did not leak.
    if edit in ("weights", "profile") or (edit, pooling[0]) == ("a release", "releases"):
        assert not resolved
    elif edit != "a recipient" or pooling == ("together", True):
        assert resolved
    afterwards = assess(current(at))
    shown = at.session_state["remembered"][knowledge.assessment.key(current(at))]
    assert [leaked.pool for leaked in shown] == [leaked.pool for leaked in afterwards]
    assert [leaked.result.leakage for leaked in shown] == [leaked.result.leakage for leaked in afterwards]
    assert [leaked.result.members for leaked in shown] == [leaked.result.members for leaked in afterwards]


def test_many_pools_with_much_besides_are_not_all_remembered(resolved, monkeypatch):
    monkeypatch.setattr(knowledge, "MOST_RECORDS", 5)
    for pooling, again in (("together", False), ("alone", True)):
        at = start(pooled(WORK, pooling), "profile")
        resolved.clear()
        put(at, pooled(EDITS["weights"], pooling))
        run(at)
        # Two pools of three records each, and one of four.
        assert bool(resolved) == again, pooling


# What sessions share: figures of worked examples, computed once; of personal work nothing, be it equal.


EXAMPLE = realistic_person().workspace
PERSONAL = replace(EXAMPLE, weights=(("Name", 7.0),))


@pytest.fixture
def computed(monkeypatch):
    """The workspaces whose figure was computed, in order."""
    heard = []
    figure = knowledge.assessment._compute

    def counted(workspace):
        heard.append(workspace)
        return figure(workspace)

    counted.__module__, counted.__name__ = "counted", "assessment"
    monkeypatch.setattr(knowledge, "assessment", declared(public=True)(counted))
    monkeypatch.setattr(cache, "_FIGURES", {})
    monkeypatch.setattr(cache, "_PUBLIC", {})
    return heard


def sessions(workspace=None):
    """Two sessions that look at their work on the same page; with no workspace, at the example."""
    both = []
    for _ in range(2):
        at = start()
        if workspace is None:
            press(at, "open-realistic")
        else:
            put(at, workspace)
        both.append(go(at, "releases"))
    return both


def test_an_example_is_computed_once_for_all(computed):
    for at in sessions():
        assert current(at) == EXAMPLE
    assert [workspace for workspace in computed if workspace == EXAMPLE] == [EXAMPLE]


def test_equal_personal_work_is_computed_by_each_and_shared_with_nobody(computed):
    cache.publish(EXAMPLE)
    sessions(PERSONAL)
    assert [workspace for workspace in computed if workspace == PERSONAL] == [PERSONAL, PERSONAL]
    assert cache._FIGURES == {}


def test_an_edited_example_is_personal():
    cache.publish(EXAMPLE)
    assert cache.is_public(EXAMPLE) and cache.is_public(replace(EXAMPLE))
    assert not cache.is_public(PERSONAL)


def test_where_two_ask_at_once_one_computes_and_both_have_it(monkeypatch):
    monkeypatch.setattr(cache, "_FIGURES", {})
    begun, go_on, results = threading.Event(), threading.Event(), []

    def slow():
        begun.set()
        assert go_on.wait(60)
        return object()

    threads = [threading.Thread(target=lambda: results.append(cache.computed_once("key", slow)))]
    threads[0].start()
    assert begun.wait(60)
    threads.append(threading.Thread(target=lambda: results.append(cache.computed_once("key", object))))
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join(60)
    assert len(results) == 2 and results[0] is results[1]


def test_where_the_first_leaves_the_next_computes(monkeypatch):
    monkeypatch.setattr(cache, "_FIGURES", {})

    def leave():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.computed_once("key", leave)
    assert cache.computed_once("key", lambda: "worked out") == "worked out"


def test_no_more_than_so_many_are_kept(monkeypatch):
    monkeypatch.setattr(cache, "_FIGURES", {})
    monkeypatch.setattr(cache, "MOST_FIGURES", 3)
    for key in range(10):
        cache.computed_once(key, lambda key=key: key)
    assert sorted(cache._FIGURES) == [7, 8, 9]


# The rows of an editable table as plain values, against reading it cell by cell.


CELLS = {
    "text": (st.sampled_from(["", "x", "None"]), "string"),
    "tick": (st.booleans(), "boolean"),
    "count": (st.integers(-3, 3), "Int64"),
    "number": (st.sampled_from([0.0, -1.5, 1e300]), "float64"),
    "day": (st.sampled_from([pd.Timestamp("2026-01-31")]), "datetime64[ns]"),
    "anything": (st.sampled_from([1, "1", True, 0.5]), "object"),
    "labels": (st.lists(st.sampled_from("ab")), "object"),
    7: (st.integers(0, 3), "object"),
}


@st.composite
def tables(draw):
    """Some columns of some kinds, with blank cells."""
    rows = draw(st.integers(0, 4))
    chosen = draw(st.lists(st.sampled_from(list(CELLS)), min_size=1, unique=True))
    columns = {}
    for name in chosen:
        cells, kind = CELLS[name]
        column = draw(st.lists(st.none() | cells, min_size=rows, max_size=rows))
        columns[name] = pd.Series(column, dtype="object").astype(kind)
    return pd.DataFrame(columns)


def plain(frame, row, name):
    """One cell as a plain value; a list is never blank."""
    value = frame[name].astype(object).iloc[row]
    return value if isinstance(value, list) or not pd.isna(value) else None


@given(tables())
def test_rows_are_those_read_cell_by_cell(frame):
    expected = [{str(name): plain(frame, row, name) for name in frame} for row in range(len(frame))]
    given_rows = rows_of(frame)
    assert given_rows == expected
    kinds = [[type(value) for value in row.values()] for row in given_rows]
    assert kinds == [[type(value) for value in row.values()] for row in expected]
