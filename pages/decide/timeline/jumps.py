"""When the figure rose, and which releases made it."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.figures.timeline import Step, Timeline
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.kit.table import show_table
from pages.shell.links import link
from pages.shell.words import change, count, listed, percent

NO_DATE = "without a date"


def headline(workspace: Workspace, came: Timeline) -> None:
    """When most of it came, and what did it."""
    year = came.main_year
    if year is None:
        st.header(f"No release has told Eve anything: {percent(came.today)}")
        return
    steps = [step for step in came.steps if step.kind != "deleted" and step.year == year]
    before, after = steps[0].before, steps[-1].after
    most = 2 * (after - before) > came.highest - came.start
    when = f"in {year}" if year else "with releases that have no date"
    begin = f"Most of it came {when}" if most else f"More of it came {when} than in any other year"
    st.header(f"{begin}: it went from {percent(before)} to {percent(after)}")
    step = max(steps, key=lambda step: step.change)
    st.text(f"{_what(workspace, step)} took it from {percent(step.before)} to {percent(step.after)}.")
    _undated(workspace, came)


def _what(workspace: Workspace, step: Step) -> str:
    """The releases of a step, as the subject of a sentence."""
    names = listed(names_of(workspace, step))
    when = f" on {step.date}" if step.date else f" ({NO_DATE})"
    return f"{names}{when}"


def _undated(workspace: Workspace, came: Timeline) -> None:
    undated = next((step for step in came.steps if step.kind == "undated"), None)
    if undated is not None:
        st.text(
            f"{count(len(undated.releases), 'release')} of {len(workspace.releases):,} without a date up to today: "
            "put last, all at once."
        )
        link(catalogue.RELEASES, "Give them dates")


def names_of(workspace: Workspace, step: Step) -> list[str]:
    """What the releases of a step are called."""
    return [workspace.releases[number].name for number in step.releases]


def table(workspace: Workspace, came: Timeline) -> None:
    """Every step that raised the figure, the greatest rise first."""
    st.subheader("Which releases made it jump?", anchor=False)
    if not came.jumps:
        st.text("None of them did.")
        return
    rows = [
        (
            number + 1,
            step.date or NO_DATE,
            listed(names_of(workspace, step)),
            change(step.change),
            f"{percent(step.before)} → {percent(step.after)}",
        )
        for number, step in enumerate(came.jumps)
    ]
    show_table(
        rows,
        {
            "": st.column_config.NumberColumn(width=40),
            "When": st.column_config.TextColumn(width=125),
            "What was released": st.column_config.TextColumn(width=260),
            "It added": st.column_config.TextColumn(width=110),
            "Eve knew": st.column_config.TextColumn(width=140),
        },
        "The releases that told Eve more, the one that told most first",
    )
