"""The report: one HTML page that opens offline, with values masked on request and charts as inline SVG."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, TypeAlias

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from leakage.derivation.derivation import mathml
from leakage.record import Pair, is_typed
from leakage.workspace.figures.assessment import (
    PoolLeakage,
    PoolSummary,
    assess,
    pool_summaries,
    pools_alone,
    record_name,
    summary_of,
    worst,
)
from leakage.workspace.figures.count import Count, How, State
from leakage.workspace.figures.count import count as count_of_kinds
from leakage.workspace.figures.derivations import derivation_of_pool
from leakage.workspace.figures.planned_releases import PlanOutcome, compare_plans
from leakage.workspace.vocabulary import MEANINGS, change, count, percent
from leakage.workspace.workspace import Workspace

Tone: TypeAlias = Literal["right", "wrong", "missing"]
"""The three meanings: what raises leakage or is right, what lowers it or is wrong, what is missing or stands aside."""

WIDTH = 720
NAMES = 262
FIGURES = 96
ROW = 24
BAR = 14
LONGEST = 32
"""Characters of a name that fit beside the bars."""

TOP = 8
FOOT = 44

# What is put into them is escaped.
_SVG = Markup(
    '<svg viewBox="0 0 {width} {height:g}" role="img" aria-label="{name} {description}">'
    "<title>{name}</title><desc>{description}</desc>{parts}</svg>"
)
_TEXT = Markup('<text x="{:.6g}" y="{:.6g}" class="{}">{}</text>')
_LINE = Markup('<line x1="{:.6g}" x2="{:.6g}" y1="{:.6g}" y2="{:.6g}" class="{}"/>')
_RECT = Markup('<rect x="{:.6g}" y="{:.6g}" width="{:.6g}" height="{}" rx="2" class="{}"/>')


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar.

    Arguments:
        name: what stands to its left.
        value: its length; below 0 it goes to the left.
        figure: what stands to its right.
        tone: what it means; drawn filled, hatched or hollow, so that it can be told without colours.
    """

    name: str
    value: float
    figure: str
    tone: Tone = "right"


def bars(name: str, description: str, shown: Sequence[Bar], axis: str, most: float | None = None) -> Markup:
    """Horizontal bars, one a row, from a common zero.

    Arguments:
        name: the question the chart answers.
        description: what it shows, for those who do not see it.
        shown: from top to bottom.
        axis: what the length means, with its unit.
        most: the end of the axis, > 0; by default the longest bar.

    >>> bars("How much?", "Shop knows half.", [Bar("Shop", 0.5, "50 %")], "leakage").count("<rect")
    1
    """
    low, high = min([0.0, *(bar.value for bar in shown)]), max([0.0, *(bar.value for bar in shown), most or 0.0])
    place = _scale(low, high, NAMES, WIDTH - FIGURES)
    height = TOP + ROW * max(len(shown), 1) + FOOT
    rows = (_row(bar, TOP + ROW * number, place) for number, bar in enumerate(shown))
    zero = _LINE.format(place(0.0), place(0.0), TOP - 4, height - FOOT + 2, "axis")
    foot = _TEXT.format(place(0.0) if low == 0.0 else NAMES, height - 16, "axis-name", axis)
    return _svg(name, description, height, (*rows, zero, foot))


def _row(bar: Bar, y: float, place: Callable[[float], float]) -> Markup:
    start, end = sorted((place(0.0), place(bar.value)))
    short = bar.name if len(bar.name) <= LONGEST else f"{bar.name[: LONGEST - 1]}…"
    name = _TEXT.format(NAMES - 10, y + BAR - 1, "end", short)
    figure = _TEXT.format(max(end, place(0.0)) + 6, y + BAR - 1, "figure", bar.figure)
    return name + _RECT.format(start, y + 1, max(end - start, 0.5), BAR, bar.tone) + figure


def _svg(name: str, description: str, height: float, parts: Sequence[Markup]) -> Markup:
    return _SVG.format(width=WIDTH, height=height, name=name, description=description, parts=Markup().join(parts))


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    span = (high - low) or 1.0
    return lambda value: start + (value - low) / span * (end - start)


# Masking: values as a report may show them.


MASK = "•••"
GAP = "\N{NO-BREAK SPACE}"


class Values:
    """Shows values as they are, or in their place a mask that says nothing of them.

    Where a label has several values they are numbered, so that the same one can be found again.

    Arguments:
        pairs: all that may be shown, in the order of the numbers.
        shown: whether the values themselves are wanted.
    """

    def __init__(self, pairs: Iterable[Pair], shown: bool) -> None:
        self._shown = shown
        self._numbers: dict[str, dict[str, int]] = {}
        for label, value in filter(is_typed, pairs):
            of_label = self._numbers.setdefault(label, {})
            of_label.setdefault(value, len(of_label) + 1)

    def text(self, label: str, value: str) -> str:
        """A value as text; of a fact that was not typed that it was not.

        >>> Values([("Phone", "1"), ("Phone", "2")], shown=False).text("Phone", "2")
        '•••\\xa02'
        """
        if not is_typed((label, value)):
            return str(value)
        if self._shown:
            return value
        of_label = self._numbers.get(label, {})
        return f"{MASK}{GAP}{of_label[value]}" if len(of_label) > 1 and value in of_label else MASK


# Report figures: everything a report states, computed once.


@dataclass(frozen=True, eq=False)
class ReportFigures:
    """What a report is made of.

    Arguments:
        workspace: the person's work.
        worst: the pool that knows most.
        counts: which kinds of facts about the person Eve has.
        alone: what every recipient knows alone.
        pooled: what the pools of several recipients know.
        outcomes: what every planned release would do.
    """

    workspace: Workspace
    worst: PoolLeakage
    counts: Count
    alone: tuple[PoolSummary, ...]
    pooled: tuple[PoolSummary, ...]
    outcomes: tuple[PlanOutcome, ...]


def report_figures(workspace: Workspace) -> ReportFigures:
    """All figures of a report.

    Source: Whang & Garcia-Molina 2012, Definitions 1 and 2, Section 4.1.

    Raises:
        ValueError: where nothing was released, or nothing is known about the person: there is nothing to report.
    """
    assessed = assess(workspace)
    most = worst(assessed)
    if most is None or not workspace.profile:
        raise ValueError("a report needs a profile and at least one release")
    return ReportFigures(
        workspace,
        most,
        count_of_kinds(workspace),
        pool_summaries(workspace, pools_alone(workspace)),
        tuple(summary_of(pool) for pool in assessed if len(pool.pool.recipients) > 1),
        compare_plans(workspace),
    )


# The report as a file: what its charts and tables show; their words stand in ``report.html.j2``.


POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The report's Content-Security-Policy: it can load nothing, run nothing and reach nobody."""

MOST_BARS = 25
MOST_ROWS = 500
MOST_NAMES = 40
LEAKAGE = "leakage: 0 % nothing known, 100 % everything known (worse)"

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")

STATE_WORDS: Mapping[State, str] = {
    "sure": "surely",
    "probable": "probably",
    "wrong": "has it wrong",
    "missing": "does not have it",
}
HOW_WORDS: Mapping[How, str] = {
    "given": "you said so",
    "file": "in a file of yours",
    "breach": "it leaked",
    "likely": "they usually ask for it",
}


def report(figures: ReportFigures, day: datetime.date, show_values: bool = False) -> bytes:
    """A self-contained HTML page: no script, and nothing that another file would have to be asked for.

    Arguments:
        figures: what it states.
        day: when it was made.
        show_values: whether the person's values stand in it, and the title of the work; labels and the names of
            releases, recipients and adversaries always do.
    """
    values = Values(_pairs(figures), show_values)
    page = _template().render(
        figures=figures,
        day=day.isoformat(),
        show_values=show_values,
        values=values,
        pooled=_highest_leakage_first(figures.pooled),
        alone=_highest_leakage_first(figures.alone),
        joins=_joins(figures),
        outcomes=sorted(figures.outcomes, key=lambda outcome: outcome.after),
        recipients_chart=_recipients_chart,
        outcomes_chart=_outcomes_chart,
        derivation=derivation_of_pool(figures.workspace, figures.worst, valued=values.text),
        formula=lambda latex: Markup(mathml(latex)),  # our own: what is put into it is escaped there
    )
    return _CONTROL.sub("\ufffd", page).encode("utf-8", errors="replace")


@cache
def _template() -> Template:
    """The page; whatever is put into it is escaped."""
    files = resources.files(__package__)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.globals |= {
        "change": change,
        "count": count,
        "percent": percent,
        "colours": MEANINGS,
        "states": STATE_WORDS,
        "hows": HOW_WORDS,
        "policy": POLICY,
        "style": Markup(files.joinpath("style.css").read_text("utf-8")),  # our own file: nothing is put into it
        "most_names": MOST_NAMES,
        "most_rows": MOST_ROWS,
    }
    return environment.from_string(files.joinpath("report.html.j2").read_text("utf-8"))


def _pairs(figures: ReportFigures) -> list[Pair]:
    shared = [pair for join in figures.worst.result.resolution.evidence for pair in join.key.shared]
    return [*figures.workspace.profile, *shared]


def _highest_leakage_first(pools: Iterable[PoolSummary]) -> list[PoolSummary]:
    return sorted(pools, key=lambda pool: -pool.leakage)


def _recipients_chart(question: str, pooled: Sequence[PoolSummary], alone: Sequence[PoolSummary]) -> Markup:
    shown = [Bar(pool.pool.name, pool.leakage, percent(pool.leakage)) for pool in pooled]
    shown += [Bar(pool.pool.name, pool.leakage, percent(pool.leakage), "missing") for pool in alone[:MOST_BARS]]
    description = f"The most is known to {shown[0].name}: {shown[0].figure}."
    return bars(question, description, shown, LEAKAGE, 1.0)


def _joins(figures: ReportFigures) -> list[tuple[list[str], list[str], str, tuple[Pair, ...]]]:
    """Which records were joined with which, by what rule and by what they share."""
    members = set(figures.worst.result.members)

    def names(numbers: Iterable[int]) -> list[str]:
        return [record_name(figures.workspace, figures.worst.pool, number) for number in numbers]

    return [
        (names(join.left), names(join.right), join.key.rule.sentence(), join.key.shared)
        for join in figures.worst.result.resolution.evidence
        if set(join.records) <= members
    ]


def _outcomes_chart(question: str, outcomes: Sequence[PlanOutcome]) -> Markup:
    shown = [Bar(outcome.plan.name, outcome.after, percent(outcome.after)) for outcome in outcomes[:MOST_BARS]]
    return bars(question, f"{shown[0].name} leaves least known: {shown[0].figure}.", shown, LEAKAGE, 1.0)
