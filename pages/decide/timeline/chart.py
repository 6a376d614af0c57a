"""The chart of the timeline."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from leakage.workspace.figures.timeline import Ahead, Timeline, TimelineStep
from leakage.workspace.vocabulary import MISSING, RIGHT
from leakage.workspace.workspace import Workspace
from pages.app.words import change, listed, percent
from pages.kit.charts import spec
from pages.kit.charts.chart import Cell, Chart, Table, plain

NO_DATE = "no date"

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
    years = _years(first, today)
    named_years: spec.Settings = {"tickvals": years, "tickformat": "%Y"} if len(years) > 1 else {}
    ahead = min(_AHEAD, _ALL_AHEAD / len(plan)) * span if plan else span
    return spec.draw(
        "When did Eve learn it?",
        [
            _stairs(came, first - 0.04 * span, today),
            _marks(workspace, "something you gave", [step for step in came.steps if not step.breaches], today),
            _marks(workspace, "breach", [step for step in came.steps if step.breaches], today),
            _names(workspace, came, first + span / 2, today),
            *(_future(run, came.today, today, _AHEAD * span, not number) for number, run in enumerate(came.future)),
            _plan(plan, came.today, today, ahead) if plan else None,
        ],
        spec.axis("day", hoverformat="%Y-%m-%d", **named_years),
        spec.share_axis("how much Eve knows", [0, 1.08], fixedrange=True),
        _summary(workspace, came, plan),
        height=340,
        table=_table(workspace, came, plan),
    )


def _years(first: datetime.date, today: datetime.date) -> list[datetime.date]:
    """The years up to today that the axis names, a few of them."""
    years = range(first.year + 1, today.year + 1)
    return [datetime.date(year, 1, 1) for year in years[:: -(-len(years) // _MOST_TICKS) or 1]]


def _day(step: TimelineStep, today: datetime.date) -> datetime.date:
    return datetime.date.fromisoformat(step.date) if step.date else today


def _stairs(came: Timeline, start: datetime.date, today: datetime.date) -> spec.Mark:
    steps = [(_day(step, today), step.after) for step in came.steps]
    return spec.line(
        "", [(start, came.start), *steps, (today, came.today)], spec.Look(RIGHT, width=3, stairs=True), None
    )


_KINDS = {"dated": "", "undated": f" ({NO_DATE})", "done": " (done since)"}


def _marks(workspace: Workspace, name: str, steps: Sequence[TimelineStep], today: datetime.date) -> spec.Mark | None:
    breach: spec.Settings = (
        {"size": 13, "symbol": "diamond", "edge": {"width": 2, "color": MISSING}} if name == "breach" else {}
    )
    points = [
        (
            _day(step, today),
            step.after,
            f"{plain(listed(names_of(workspace, step)), 90)}{_KINDS[step.kind]}",
            change(step.change),
        )
        for step in steps
    ]
    hover = "%{x}: %{customdata[0]}<br>%{customdata[1]}, then %{y:.4f}"
    return spec.dots(name, points, RIGHT, hover, **breach) if steps else None


def _names(workspace: Workspace, came: Timeline, middle: datetime.date, today: datetime.date) -> spec.Mark:
    """The greatest jumps by their names: stairs that rise leave room below on the right, and above on the left."""
    shown = came.jumps[:NAMED]
    return spec.dots(
        "",
        [(_day(step, today), (step.before + step.after) / 2) for step in shown],
        RIGHT,
        None,
        mode="text",
        text=[f"{_SPACE}{plain(listed(names_of(workspace, step), most=1), 24)}{_SPACE}" for step in shown],
        textposition=["middle left" if _day(step, today) > middle else "middle right" for step in shown],
        cliponaxis=False,
    )


def _future(
    run: Sequence[Ahead], now: float, today: datetime.date, apart: datetime.timedelta, named: bool
) -> spec.Mark:
    points = _from_today(run, now, today, apart, 40)
    look = spec.Look(MISSING, "dash", "circle-open", width=2, size=[0, *([9] * len(run))])
    return spec.line("planned", points, look, "%{customdata}: %{y:.4f}", showlegend=named)


def _plan(plan: Sequence[Ahead], now: float, today: datetime.date, apart: datetime.timedelta) -> spec.Mark:
    """The stairs go on: every action stands where the figure has changed by it."""
    points = _from_today(plan, now, today, apart, 90)
    look = spec.Look(RIGHT, "dash", "diamond-open", width=3, size=[0, *([8] * len(plan))], stairs=True)
    return spec.line("with your plan", points, look, "%{customdata}: then %{y:.4f}")


def _from_today(
    actions: Sequence[Ahead], now: float, today: datetime.date, apart: datetime.timedelta, longest: int
) -> list[tuple[datetime.date, float, str]]:
    """Where actions lead, one after another at equal distances."""
    steps = [(now, "today"), *((action.leakage, plain(action.name, longest)) for action in actions)]
    return [(today + place * apart, leakage, name) for place, (leakage, name) in enumerate(steps)]


def _summary(workspace: Workspace, came: Timeline, plan: Sequence[Ahead]) -> str:
    jumps = "; ".join(
        f"{step.date or NO_DATE}, {listed(names_of(workspace, step))}: {change(step.change)}"
        for step in came.jumps[:NAMED]
    )
    ahead = f" With your plan it ends at {percent(plan[-1].leakage)}." if plan else ""
    return f"What Eve knew over the years, from {percent(came.start)} to {percent(came.today)} today. {jumps}.{ahead}"


def _table(workspace: Workspace, came: Timeline, plan: Sequence[Ahead]) -> Table:
    """Every step in its order, and what may follow."""
    rows: list[tuple[Cell, ...]] = [
        (
            step.date or NO_DATE,
            f"{listed(names_of(workspace, step), most=len(step.releases))}{' (done since)' * (step.kind == 'done')}",
            100 * step.change,
            step.after,
        )
        for step in came.steps
    ]
    runs = [*(("planned", run) for run in came.future), *((("with your plan", plan),) if plan else ())]
    for kind, run in runs:
        before = came.today
        for action in run:
            rows.append((kind, action.name, 100 * (action.leakage - before), action.leakage))
            before = action.leakage
    return Table(("When", "What", "Points added", "Eve then knew"), tuple(rows))


def names_of(workspace: Workspace, step: TimelineStep) -> list[str]:
    """What the releases of a step are called."""
    return [workspace.releases[number].name for number in step.releases]
