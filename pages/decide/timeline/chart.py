"""The chart of the timeline."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.workspace.figures.timeline import Ahead, Timeline, TimelineStep
from leakage.workspace.workspace import Workspace
from pages.decide.timeline.jumps import NO_DATE, names_of
from pages.kit.charts.chart import MISSING, RIGHT, Chart, framed, plain
from pages.shell.words import change, listed, percent

NAMED = 3
"""Jumps whose releases are named in the picture; the others when they are pointed at."""

_AHEAD = 0.07
"""Of the span of the years: from today to a planned action, and from one to the next."""

_ALL_AHEAD = 0.5
"""The same for all actions of a plan together."""

_SPACE = "\u00a0\u00a0"
_MOST_TICKS = 6
_LEAST_SPAN = datetime.timedelta(days=365)


def steps_chart(workspace: Workspace, came: Timeline, today: datetime.date, plan: Sequence[Ahead] = ()) -> Chart:
    """The figure as stairs over the years, the jumps named, the breaches marked; dashed what may come.

    Arguments:
        workspace, came: its releases, and what each did.
        today: where what was ends.
        plan: what to do, in order, with the figure after each; it goes on from today.
    """
    first = min(*(_day(step, today) for step in came.steps), today - _LEAST_SPAN)
    span = today - first
    figure = go.Figure()
    _stairs(figure, came, first - 0.04 * span, today)
    _marks(figure, workspace, came, "release", [step for step in came.steps if not step.breaches], today)
    _marks(figure, workspace, came, "breach", [step for step in came.steps if step.breaches], today)
    _names(figure, workspace, came, first + span / 2, today)
    for number, run in enumerate(came.future):
        _future(figure, run, came.today, today, _AHEAD * span, named=not number)
    if plan:
        _plan(figure, plan, came.today, today, min(_AHEAD, _ALL_AHEAD / len(plan)) * span)
    figure.update_xaxes(title="day of the release", hoverformat="%Y-%m-%d")
    years = _years(first, today)
    if len(years) > 1:
        figure.update_xaxes(tickvals=years, tickformat="%Y")
    figure.update_yaxes(title="leakage (higher is worse)", tickformat=".0%", range=[0, 1.08], fixedrange=True)
    return Chart(framed(figure, "When did Eve learn it?", 380), _summary(workspace, came, plan))


def _years(first: datetime.date, today: datetime.date) -> list[datetime.date]:
    """The years up to today that the axis names, a few of them."""
    years = range(first.year + 1, today.year + 1)
    return [datetime.date(year, 1, 1) for year in years[:: -(-len(years) // _MOST_TICKS) or 1]]


def _day(step: TimelineStep, today: datetime.date) -> datetime.date:
    return datetime.date.fromisoformat(step.date) if step.date else today


def _stairs(figure: go.Figure, came: Timeline, start: datetime.date, today: datetime.date) -> None:
    figure.add_scatter(
        x=[start, *(_day(step, today) for step in came.steps), today],
        y=[came.start, *(step.after for step in came.steps), came.today],
        mode="lines",
        line={"color": RIGHT, "shape": "hv", "width": 3},
        hoverinfo="skip",
        showlegend=False,
    )


def _marks(
    figure: go.Figure,
    workspace: Workspace,
    came: Timeline,
    name: str,
    steps: Sequence[TimelineStep],
    today: datetime.date,
) -> None:
    if not steps:
        return
    said = {"dated": "", "undated": f" ({NO_DATE})", "deleted": " (deleted since)"}
    figure.add_scatter(
        name=name,
        x=[_day(step, today) for step in steps],
        y=[step.after for step in steps],
        mode="markers",
        marker={"size": 13, "symbol": "diamond", "line": {"width": 2, "color": MISSING}, "color": RIGHT}
        if name == "breach"
        else {"size": 8, "color": RIGHT},
        customdata=[
            [f"{plain(listed(names_of(workspace, step)), 90)}{said[step.kind]}", change(step.change)] for step in steps
        ],
        hovertemplate="%{x}: %{customdata[0]}<br>%{customdata[1]}, then %{y:.4f}<extra></extra>",
    )


def _names(
    figure: go.Figure, workspace: Workspace, came: Timeline, middle: datetime.date, today: datetime.date
) -> None:
    """The greatest jumps by their names: stairs that rise leave room below on the right, and above on the left."""
    shown = came.jumps[:NAMED]
    figure.add_scatter(
        x=[_day(step, today) for step in shown],
        y=[(step.before + step.after) / 2 for step in shown],
        mode="text",
        text=[f"{_SPACE}{plain(listed(names_of(workspace, step), most=1), 24)}{_SPACE}" for step in shown],
        textposition=["middle left" if _day(step, today) > middle else "middle right" for step in shown],
        cliponaxis=False,
        hoverinfo="skip",
        showlegend=False,
    )


def _future(
    figure: go.Figure,
    run: Sequence[Ahead],
    now: float,
    today: datetime.date,
    apart: datetime.timedelta,
    named: bool,
) -> None:
    figure.add_scatter(
        name="planned release",
        showlegend=named,
        x=[today + place * apart for place in range(len(run) + 1)],
        y=[now, *(action.leakage for action in run)],
        mode="lines+markers",
        line={"color": MISSING, "dash": "dash", "width": 2},
        marker={"size": [0, *([9] * len(run))], "symbol": "circle-open", "color": MISSING},
        customdata=["today", *(plain(action.name) for action in run)],
        hovertemplate="%{customdata}: %{y:.4f}<extra></extra>",
    )


def _plan(
    figure: go.Figure, plan: Sequence[Ahead], now: float, today: datetime.date, apart: datetime.timedelta
) -> None:
    """The stairs go on: every action stands where the figure has changed by it."""
    figure.add_scatter(
        name="with your plan",
        x=[today + place * apart for place in range(len(plan) + 1)],
        y=[now, *(action.leakage for action in plan)],
        mode="lines+markers",
        line={"color": RIGHT, "dash": "dash", "shape": "hv", "width": 3},
        marker={"size": [0, *([8] * len(plan))], "symbol": "diamond-open", "color": RIGHT},
        customdata=["today", *(plain(action.name, 90) for action in plan)],
        hovertemplate="%{customdata}: then %{y:.4f}<extra></extra>",
    )


def _summary(workspace: Workspace, came: Timeline, plan: Sequence[Ahead]) -> str:
    jumps = "; ".join(
        f"{step.date or NO_DATE}, {listed(names_of(workspace, step))}: {change(step.change)}"
        for step in came.jumps[:NAMED]
    )
    ahead = f" With your plan it ends at {percent(plan[-1].leakage)}." if plan else ""
    return f"Leakage over the years, from {percent(came.start)} to {percent(came.today)} today. {jumps}.{ahead}"
