"""What holds on every page."""

import json
from dataclasses import replace

import pytest

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.limits import GREATEST, LEAST, NUMBERS
from leakage.workspace.saved_copy import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Workspace
from tests.amount import cases
from tests.pages.helpers import (
    PAGES,
    SCENARIOS,
    charts,
    current,
    figure_in_strip,
    go,
    history,
    nodes,
    press,
    run,
    start,
)
from tests.starting import starting_workspace
from tests.workspace.every_part import every_part

# Every chart that a page draws has its data: what the picture shows, as a table.


REAL = realistic_person().workspace


def data_buttons(at):
    """The keys of the buttons beside the charts."""
    ids = (getattr(getattr(node, "proto", None), "id", "") for node in nodes(at.main))
    return sorted({key.rpartition("-data-")[2] for key in ids if "-data-" in key})


def drawn(at):
    """The questions of the charts in which something is drawn."""
    return [
        question for question, chart in charts(at).items() if any(len(trace.get("x", ())) for trace in chart["data"])
    ]


def tables(at):
    return [node.value for node in nodes(at.main) if node.type == "dataframe"]


@pytest.mark.parametrize("page", PAGES)
def test_the_data_of_every_chart_of_a_page(page):
    at = start(REAL, page)
    keys, before = data_buttons(at), tables(at)
    assert len(keys) >= len(drawn(at))
    for key in keys:
        at.session_state[f"data-{key}"] = True
    after = tables(run(at))
    assert len(after) == len(before) + len(keys)
    # Tables to fill in may be empty; those of charts are not.
    assert sum(table.empty for table in after) == sum(table.empty for table in before)


COPY = json.loads(workspace_to_json(every_part()))
LIMITED = {field.partition(".")[2] for field in NUMBERS}


def with_numbers(part, number, limited=False):
    """A saved work with a number for each of those that have limits."""
    if isinstance(part, dict) and part.get("kind") != "fellegi sunter":
        return {name: with_numbers(inner, number, limited or name in LIMITED) for name, inner in part.items()}
    if isinstance(part, list):
        return [with_numbers(inner, number, limited) for inner in part]
    return number if limited and isinstance(part, float | int) else part


def extreme(number):
    """One policy after the other with the least and with the greatest of every number that may be entered."""
    work = workspace_from_json(json.dumps(with_numbers(COPY, (LEAST, GREATEST)[number % 2])))
    return replace(work, chosen=work.policies[number].name, plan=())


@pytest.mark.parametrize(
    "work", [*(each.workspace for each in cases(SCENARIOS[::-1], usual=1)), extreme(0), extreme(1)]
)
def test_looking_changes_nothing(work):
    at = start(work)
    for page in PAGES:
        go(at, page)
        assert sum("Kept in memory only" in caption.value for caption in at.caption) == 1, page
        # A plan is kept with the work as soon as it is found; that is no edit.
        assert replace(current(at), plan=()) == work and len(history(at)) == 1, (page, history(at)[-1])


# A page that has nothing to show yet says what to do first, and leads there.


OWN = starting_workspace()
PROFILE_ALONE = replace(realistic_person().workspace, releases=())


NEED_A_PROFILE = ("planned_release",)
NEED_RELEASES = ("leakage", "disinformation", "plan", "requests")


@pytest.mark.parametrize(
    ("pages", "workspace", "title"),
    [
        ((*NEED_A_PROFILE, *NEED_RELEASES), Workspace(), "About me"),
        ((*NEED_A_PROFILE, *NEED_RELEASES), OWN, "About me"),
        ((*NEED_RELEASES, "company"), PROFILE_ALONE, "My accounts"),
    ],
    ids=["nothing", "own", "a profile alone"],
)
def test_an_empty_page_says_what_to_do_first(pages, workspace, title):
    at = start(workspace)
    for page in pages:
        go(at, page)
        assert len(at.main.info) == 1, page
        assert figure_in_strip(at) == "–"
        press(at, "nothing-yet")
        assert at.title[0].value == title
