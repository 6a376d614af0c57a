"""The report: one HTML file that opens offline, with values masked on request and charts as inline SVG."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from leakage.derivation import derive_record_leakage, mathml
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
from leakage.workspace.figures.count import How, State
from leakage.workspace.figures.count import count as count_of_kinds
from leakage.workspace.figures.planned_releases import PlanOutcome, compare_plans
from leakage.workspace.vocabulary import MEANINGS, change, count, percent
from leakage.workspace.workspace import Workspace

# Charts as SVG; what is put into them is escaped.

_SVG = Markup(
    '<svg viewBox="0 0 720 {height}" role="img" aria-label="{question} {description}"><title>{question}</title>'
    '<desc>{description}</desc>{rows}<line x1="262" x2="262" y1="4" y2="{line}" class="axis"/>'
    '<text x="262" y="{foot}" class="axis-name">leakage: 0 % nothing known, 100 % everything known (worse)</text></svg>'
)
_ROW = Markup(
    '<text x="252" y="{base}" class="end">{name}</text><text x="{end:.6g}" y="{base}" class="figure">{figure}</text>'
    '<rect x="262" y="{top}" width="{length:.6g}" height="14" rx="2" class="{tone}"/>'
)
LENGTH, ROW, LONGEST = 362, 24, 32
"""Of the bar of 1, of a row, and characters of a name that fit beside the bars."""


def bars(question: str, description: str, shown: Sequence[tuple[str, float, bool]]) -> Markup:
    """Horizontal bars from 0 to 1, one a row.

    Arguments:
        question: that the chart answers.
        description: what it shows, for those who do not see it.
        shown: name, share and whether the bar is filled, from top to bottom.

    >>> bars("How much?", "Shop knows half.", [("Shop", 0.5, True)]).count("<rect")
    1
    """
    rows = Markup().join(
        _ROW.format(
            base=8 + ROW * number + 13,
            top=8 + ROW * number + 1,
            name=name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…",
            end=262 + LENGTH * share + 6,
            length=max(LENGTH * share, 0.5),
            figure=percent(share),
            tone="right" if filled else "missing",
        )
        for number, (name, share, filled) in enumerate(shown)
    )
    height = 52 + ROW * max(len(shown), 1)
    line, foot = height - 42, height - 16
    return _SVG.format(height=height, question=question, description=description, rows=rows, line=line, foot=foot)


MASK = "•••"


class Values:
    """Shows values as they are, or in their place a mask that says nothing about them.

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
        return f"{MASK}\xa0{of_label[value]}" if len(of_label) > 1 and value in of_label else MASK


# The report as a file: what its charts and tables show; their words stand in ``report.html.j2``.


POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The report's Content-Security-Policy: it can load nothing, run nothing and reach nobody."""

MOST_BARS, MOST_JOINS, MOST_ROWS, MOST_NAMES = 25, 20, 500, 3

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


def report(workspace: Workspace, day: datetime.date, show_values: bool = False) -> bytes:
    """A self-contained HTML page: no script, and nothing that another file would have to be asked for.

    Source: Whang & Garcia-Molina 2012, Definitions 1 and 2, Section 4.1.

    Arguments:
        workspace: what it is about.
        day: when it was made.
        show_values: whether the person's values stand in it, and the title of the work; labels and the names of
            releases, recipients and adversaries always do.

    Raises:
        ValueError: where nothing was released, or nothing is known about the person: there is nothing to report.
    """
    assessed = assess(workspace)
    most = worst(assessed)
    if most is None or not workspace.profile:
        raise ValueError("a report needs a profile and at least one release")
    shared = (pair for join in most.result.resolution.evidence for pair in join.key.shared)
    values = Values((*workspace.profile, *shared), show_values)
    page = _template().render(
        work=workspace,
        worst=most,
        counts=count_of_kinds(workspace),
        day=day.isoformat(),
        show_values=show_values,
        values=values,
        pooled=_highest_leakage_first(summary_of(pool) for pool in assessed if len(pool.pool.recipients) > 1),
        alone=_highest_leakage_first(pool_summaries(workspace, pools_alone(workspace))),
        joins=_joins(workspace, most),
        outcomes=sorted(compare_plans(workspace), key=lambda outcome: outcome.after),
        recipients_chart=_recipients_chart,
        outcomes_chart=_outcomes_chart,
        # Without the joins, which have a table of their own.
        derivation=derive_record_leakage(
            most.result.composite,
            workspace.reference,
            workspace.measure,
            value=most.result.leakage,
            named=workspace.display_name,
            valued=values.text,
            labels=workspace.labels,
        ),
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
        "most_bars": MOST_BARS,
        "most_joins": MOST_JOINS,
        "most_rows": MOST_ROWS,
    }
    return environment.from_string(files.joinpath("report.html.j2").read_text("utf-8"))


def _highest_leakage_first(pools: Iterable[PoolSummary]) -> list[PoolSummary]:
    return sorted(pools, key=lambda pool: -pool.leakage)


def _recipients_chart(question: str, pooled: Sequence[PoolSummary], alone: Sequence[PoolSummary]) -> Markup:
    shown = [*((pool, True) for pool in pooled), *((pool, False) for pool in alone[:MOST_BARS])]
    most = shown[0][0]
    description = f"The most is known to {most.pool.name}: {percent(most.leakage)}."
    return bars(question, description, [(pool.pool.name, pool.leakage, filled) for pool, filled in shown])


def _joins(workspace: Workspace, most: PoolLeakage) -> list[tuple[list[str], list[str], str, tuple[Pair, ...]]]:
    """Which records were joined with which, by what rule and by what they share."""
    members = set(most.result.members)

    def names(numbers: Iterable[int]) -> list[str]:
        return [record_name(workspace, most.pool, number) for number in numbers]

    return [
        (names(join.left), names(join.right), join.key.rule.sentence(), join.key.shared)
        for join in most.result.resolution.evidence
        if set(join.records) <= members
    ]


def _outcomes_chart(question: str, outcomes: Sequence[PlanOutcome]) -> Markup:
    least = outcomes[0]
    description = f"{least.plan.name} leaves least known: {percent(least.after)}."
    return bars(question, description, [(outcome.plan.name, outcome.after, True) for outcome in outcomes[:MOST_BARS]])
