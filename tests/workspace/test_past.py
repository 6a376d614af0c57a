"""Past figures: one a day and adversary, bounded, merged, saved, and no part of what a work says."""

import datetime
import json
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.merging.merge import merge
from leakage.workspace.past import MOST_PAST, PastFigure, merged_past, recorded, renamed
from leakage.workspace.vault.errors import Conflict
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.saved_work import amend_work, create_with_work, read_work, save_work
from leakage.workspace.workspace import Workspace
from tests.strategies import thorough

FIRST = datetime.date(2026, 1, 1)
EDITS = st.lists(
    st.tuples(st.integers(0, 6), st.sampled_from(["Eve", "Mallory"]), st.sampled_from([0.25, 0.5, 0.75])), max_size=25
)


def written(edits, past=()):
    for day, adversary, leakage in edits:
        past = recorded(past, FIRST + datetime.timedelta(days=day), {adversary: leakage})
    return past


def standing(past, adversary, day):
    """The last figure known of an adversary by a day; None before there was one."""
    known = [figure for figure in past if figure.adversary == adversary and figure.date <= day]
    return known[-1].leakage if known else None


@thorough
@given(EDITS.map(lambda edits: sorted(edits, key=lambda edit: edit[0])))
def test_every_day_is_told_as_it_ended(edits):
    past = written(edits)
    last = {(day, adversary): leakage for day, adversary, leakage in edits}
    for day in range(8):
        for adversary in ("Eve", "Mallory"):
            by_then = [key for key in last if key[1] == adversary and key[0] <= day]
            expected = last[max(by_then)] if by_then else None
            assert standing(past, adversary, (FIRST + datetime.timedelta(days=day)).isoformat()) == expected
    keys = [(figure.date, figure.adversary) for figure in past]
    assert keys == sorted(set(keys))


@thorough
@given(EDITS)
def test_recording_again_what_is_recorded_changes_nothing(edits):
    past = written(edits)
    for figure in past:
        assert recorded(past, datetime.date.fromisoformat(figure.date), {figure.adversary: figure.leakage}) == past


def test_there_are_never_too_many_and_the_first_of_each_adversary_stays():
    chance, past = random.Random(1), ()
    for day in range(1_500):
        known = {"Eve": chance.random(), **({"Mallory": chance.random()} if day < 3 else {})}
        past = recorded(past, FIRST + datetime.timedelta(days=day), known)
    assert len(past) == MOST_PAST
    assert next(figure.date for figure in past if figure.adversary == "Mallory") == FIRST.isoformat()
    assert past[0].date == FIRST.isoformat() and past[-1].date == (FIRST + datetime.timedelta(days=1_499)).isoformat()


@thorough
@given(EDITS, EDITS, EDITS)
def test_a_merge_keeps_what_either_side_recorded_and_mine_of_the_same_day(before, own, others):
    base = written(before)
    mine, theirs = written(own, base), written(others, base)
    past = merged_past(base, mine, theirs)
    united = {(figure.date, figure.adversary): figure.leakage for figure in past}
    assert merged_past(base, mine, base) == mine
    for figure in mine:
        if figure not in base:
            day = figure.date
            assert united.get((day, figure.adversary), standing(past, figure.adversary, day)) == figure.leakage
    assert set(past) <= {*mine, *theirs, *base}


def test_works_that_differ_in_nothing_else_are_equal_and_merge_without_a_question():
    base = Workspace((("Name", "Ann"),))
    mine = base.with_past((PastFigure("2026-01-01", "Eve", 0.5),))
    theirs = replace(base, title="Mine").with_past((PastFigure("2026-01-02", "Eve", 0.25),))
    assert mine == base and mine.fingerprint == base.fingerprint and mine.past != base.past
    merged = merge(base, mine, theirs)
    assert merged.contradictions == () and merged.workspace.title == "Mine"
    assert [figure.leakage for figure in merged.workspace.past] == [0.5, 0.25]


def test_an_adversary_keeps_her_past_under_another_name():
    past = (PastFigure("2026-01-01", "Eve", 0.5), PastFigure("2026-01-01", "Mallory", 0.25))
    assert [(f.adversary, f.leakage) for f in renamed(past, "Eve", "Trudy")] == [("Mallory", 0.25), ("Trudy", 0.5)]


WORK = Workspace(title="Mine").with_past((PastFigure("2026-01-01", "Eve", 0.5), PastFigure("2026-01-02", "Eve", 0.4)))


def test_a_saved_copy_holds_it_and_an_older_one_has_none():
    text = workspace_to_json(WORK)
    assert workspace_from_json(text).past == WORK.past
    older = {name: part for name, part in json.loads(text).items() if name != "past"}
    assert workspace_from_json(json.dumps(older)).past == ()


@pytest.mark.parametrize(
    "entry",
    [
        {"date": "canary", "adversary": "Eve", "leakage": 0.5},
        {"date": "2026-01-01", "adversary": "canary", "leakage": 1.5},
        {"date": "2026-01-01", "adversary": 7, "leakage": 0.5},
    ],
    ids=["day", "leakage", "name"],
)
def test_what_is_no_past_figure_is_refused_in_a_sentence(entry):
    whole = {**json.loads(workspace_to_json(WORK)), "past": [entry]}
    with pytest.raises(ValueError) as refused:
        workspace_from_json(json.dumps(whole))
    assert "canary" not in str(refused.value)


def test_in_a_vault_it_is_saved_without_a_version_of_its_own(tmp_path):
    unlocked = create_with_work(
        "Mine", "my dear passphrase", Workspace(title="Mine"), folder=tmp_path, cost=Cost(1, 8, 1)
    )
    first = read_work(unlocked)
    amended = amend_work(unlocked, WORK, first.revision, known=first.workspace)
    assert read_work(unlocked).workspace.past == WORK.past
    assert unlocked.generations() == ()
    with pytest.raises(Conflict):
        save_work(unlocked, replace(first.workspace, title="More"), first.revision, beside=False)
    save_work(unlocked, replace(WORK, title="More"), amended)
    assert read_work(unlocked).workspace.past == WORK.past and len(unlocked.generations()) == 1
    with pytest.raises(Conflict):
        amend_work(unlocked, WORK, amended)
    assert read_work(unlocked).workspace.title == "More"
