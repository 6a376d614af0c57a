"""Which releases made the figure jump, and where plans lead."""

from __future__ import annotations

import datetime
from dataclasses import replace

import streamlit as st

from leakage.workspace.figures.steps import leakages_ahead
from leakage.workspace.figures.timeline import (
    Ahead,
    Timeline,
    TimelineStep,
    day_of_release,
    planned,
    timeline,
)
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app.figures import figure
from pages.app.knowledge import assessment
from pages.app.page import link
from pages.app.words import listed, percent
from pages.decide.timeline import text
from pages.decide.timeline.chart import NO_DATE, names_of, steps_chart
from pages.kit.charts.chart import show

# What the Timeline page computes.


@figure
def came_about(workspace: Workspace, today: datetime.date) -> Timeline:
    """How the figure came about."""
    return timeline(workspace, today, assessment(workspace))


@figure
def planned_ahead(workspace: Workspace) -> tuple[tuple[Ahead, ...], ...]:
    """Where each planned release would take the figure."""
    return planned(workspace)


@figure
def plan_ahead(workspace: Workspace) -> tuple[Ahead, ...]:
    """The steps that the person is told to take, with the figure after each."""
    return tuple(Ahead(title, leakage) for title, leakage in leakages_ahead(workspace))


# Where the plan would take it from today.


def with_planned_releases(workspace: Workspace) -> tuple[tuple[Ahead, ...], ...]:
    """Where each planned release would take it; nothing while it is not worked out."""
    return planned_ahead.offer(workspace) or ()


def show_timeline(workspace: Workspace) -> None:
    """How it came to this, with what made it jump; dashed where plans would take it from today."""
    today = datetime.date.today()
    if not any(day_of_release(release.date, today) for release in workspace.releases):
        st.header(text.ADD_DATES)
        st.text(text.NO_DATES)
        link(catalogue.RELEASES, text.TO_DATES)
        return
    came = came_about.offer(workspace, today)
    if came is None:
        return
    headline(workspace, came)
    picture = st.container()
    came = replace(came, future=with_planned_releases(workspace))
    plan = plan_ahead.offer(workspace) or ()
    with picture:
        show(steps_chart(workspace, came, today, plan), "timeline")
        st.caption(text.DASHED if came.future or plan else text.REPLAYED, help=text.REPLAYED_HELP)


# When the figure rose, and which releases made it.


def headline(workspace: Workspace, came: Timeline) -> None:
    """When most of it came, and what did it."""
    year = came.main_year
    if year is None:
        st.header(text.NOTHING_LEARNED.format(known=percent(came.today)))
        return
    steps = [step for step in came.steps if step.kind != "done" and step.year == year]
    before, after = steps[0].before, steps[-1].after
    most = 2 * (after - before) > came.highest - came.start
    when = f"in {year}" if year else text.UNDATED
    words = text.MOST_OF_IT if most else text.MORE_OF_IT
    st.header(words.format(when=when, before=percent(before), after=percent(after)))
    step = max(steps, key=lambda step: step.change)
    st.text(text.JUMP.format(what=_what(workspace, step), before=percent(step.before), after=percent(step.after)))
    _undated(workspace, came)
    if came.steps[-1].kind == "done":
        last = came.steps[-1]
        st.text(f"What you have done since took it from {percent(last.before)} to {percent(last.after)}.")


def _what(workspace: Workspace, step: TimelineStep) -> str:
    """The accounts of a step, as the subject of a sentence."""
    names = listed(names_of(workspace, step))
    return f"{names} on {step.date}" if step.date else f"{names} ({NO_DATE})"


def _undated(workspace: Workspace, came: Timeline) -> None:
    undated = next((step for step in came.steps if step.kind == "undated"), None)
    if undated is not None:
        st.text(text.SOME_UNDATED.format(undated=len(undated.releases), all=len(workspace.releases)))
        link(catalogue.RELEASES, text.TO_DATES)
