"""The report: one HTML page that opens offline, with values masked on request."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TypeAlias

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from leakage.decision.contribution import AttributeContribution, attribute_contributions
from leakage.derivation.mathml import mathml
from leakage.record import Pair, is_typed
from leakage.workspace.figures.assessment import (
    PoolLeakage,
    PoolSummary,
    assess,
    assess_pool,
    pool_summaries,
    pool_together,
    pools_alone,
    record_name,
    summary_of,
    worst,
)
from leakage.workspace.figures.contributions import contributions_of_releases
from leakage.workspace.figures.count import Count
from leakage.workspace.figures.count import count as count_of_kinds
from leakage.workspace.figures.derivations import derivation_of_pool
from leakage.workspace.figures.facts import Fact, facts_of
from leakage.workspace.figures.planned_releases import PlanOutcome, compare_plans
from leakage.workspace.report.svg import Bar, bars
from leakage.workspace.vocabulary import MEANINGS, NOTHING, change, count, percent
from leakage.workspace.workspace import Workspace

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

    def in_order(self, facts: Sequence[Fact]) -> list[Fact]:
        """Facts that weigh the same by label and number, so that their order tells nothing about masked values."""
        return sorted(
            facts, key=lambda fact: (-fact.weight * (fact.confidence or 1.0), self.place(fact.label, fact.value))
        )

    def place(self, label: str, value: str) -> tuple[str, int]:
        """Where a value stands among others: by its label and number."""
        return label, self._numbers.get(label, {}).get(value, 0)


# Report figures: everything a report states, computed once.


@dataclass(frozen=True, eq=False)
class ReportFigures:
    """What a report is made of.

    Arguments:
        workspace: the person's work.
        worst: the pool that knows most: the headline figure.
        counts: which kinds of facts about the person Eve has.
        facts: its composite against the profile.
        alone: what every recipient knows alone.
        pooled: what recipients know together, as far as they pool.
        release_contributions: what the whole would lose without each release, in their order.
        fact_contributions: what each attribute of the composite adds.
        outcomes: what every planned release would do.
    """

    workspace: Workspace
    worst: PoolLeakage
    counts: Count
    facts: tuple[Fact, ...]
    alone: tuple[PoolSummary, ...]
    pooled: tuple[PoolSummary, ...]
    release_contributions: tuple[float, ...]
    fact_contributions: tuple[AttributeContribution, ...]
    outcomes: tuple[PlanOutcome, ...]


def pooled_of(
    workspace: Workspace, assessed: tuple[PoolLeakage, ...], together: PoolLeakage
) -> tuple[PoolSummary, ...]:
    """What recipients know together: all of them, or those of each coalition; nothing where there is one only."""
    if len(workspace.recipient_names) < 2:
        return ()
    if workspace.pooling_in_use.kind == "coalitions":
        return tuple(summary_of(pool) for pool in assessed if len(pool.pool.recipients) > 1)
    return (summary_of(together),)


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
    together = assess_pool(workspace, pool_together(workspace))
    reference, composite, measure = workspace.reference, most.result.composite, workspace.measure
    return ReportFigures(
        workspace,
        most,
        count_of_kinds(workspace),
        facts_of(composite, reference, measure),
        pool_summaries(workspace, pools_alone(workspace), together),
        pooled_of(workspace, assessed, together),
        tuple(contributions_of_releases(workspace).tolist()),
        attribute_contributions(composite, reference, measure),
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

Question: TypeAlias = tuple[str, Markup | None, str]
"""A question, the chart that answers it, if there is one, and a note."""


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
        facts=[fact for meaning in MEANINGS for fact in _of(values.in_order(figures.facts), meaning)],
        joins=_joins(figures),
        outcomes=sorted(figures.outcomes, key=lambda outcome: outcome.after),
        recipients_chart=_recipients_chart,
        facts_chart=_facts_chart,
        shares=_shares(figures, values),
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
        "policy": POLICY,
        "style": Markup(files.joinpath("style.css").read_text("utf-8")),  # our own file: nothing is put into it
        "most_names": MOST_NAMES,
        "most_rows": MOST_ROWS,
    }
    return environment.from_string(files.joinpath("report.html.j2").read_text("utf-8"))


def _pairs(figures: ReportFigures) -> list[Pair]:
    shared = [pair for join in figures.worst.result.resolution.evidence for pair in join.key.shared]
    return [*figures.workspace.profile, *((fact.label, fact.value) for fact in figures.facts), *shared]


def _highest_leakage_first(pools: Iterable[PoolSummary]) -> list[PoolSummary]:
    return sorted(pools, key=lambda pool: -pool.leakage)


def _of(facts: Iterable[Fact], meaning: str) -> list[Fact]:
    return [fact for fact in facts if fact.meaning == meaning]


def _recipients_chart(question: str, pooled: Sequence[PoolSummary], alone: Sequence[PoolSummary]) -> Markup:
    shown = [Bar(pool.pool.name, pool.leakage, percent(pool.leakage)) for pool in pooled]
    shown += [Bar(pool.pool.name, pool.leakage, percent(pool.leakage), "missing") for pool in alone[:MOST_BARS]]
    description = f"The most is known to {shown[0].name}: {shown[0].figure}."
    return bars(question, description, shown, LEAKAGE, 1.0)


def _facts_chart(question: str, figures: ReportFigures, facts: Sequence[Fact], values: Values) -> Markup:
    shown = [
        Bar(
            f"{figures.workspace.display_name(fact.label)}: {values.text(fact.label, fact.value)}",
            fact.weight * (fact.confidence if fact.meaning != "missing" else 1.0),
            f"{100 * fact.confidence:.0f} % sure" if fact.meaning != "missing" else "",
            fact.meaning,
        )
        for meaning in MEANINGS
        for fact in _of(facts, meaning)[:MOST_BARS]
    ]
    description = ", ".join(f"{count(len(_of(facts, meaning)), 'fact')} {meaning}" for meaning in MEANINGS)
    return bars(question, f"{description}.", shown, "weight × confidence (what she lacks: its weight)")


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


def _shares(figures: ReportFigures, values: Values) -> list[Question]:
    """What each release adds, and what each fact."""
    name = figures.workspace.display_name
    names = (release.name for release in figures.workspace.releases)
    facts = [
        (f"{name(share.attribute.label)}: {values.text(*share.attribute.pair)}", share.contribution)
        for share in sorted(figures.fact_contributions, key=lambda share: values.place(*share.attribute.pair))
    ]
    releases = list(zip(names, figures.release_contributions, strict=True))
    return [_shares_of("release", releases), _shares_of("fact", facts)]


def _shares_of(thing: str, shares: Sequence[tuple[str, float]]) -> Question:
    question = f"Which {thing} gives most away?"
    # Rounded, so that what is equal stays in the order it came in.
    moving = sorted((entry for entry in shares if abs(entry[1]) >= NOTHING), key=lambda entry: -round(abs(entry[1]), 9))
    shown = sorted(moving[:MOST_BARS], key=lambda entry: -round(entry[1], 9))
    idle = len(shares) - len(moving)
    notes = [f"{count(idle, 'bar')} not shown: leaving them out alone would change nothing."] if idle else []
    if len(moving) > MOST_BARS:
        notes.append(f"{len(moving) - MOST_BARS:,} smaller ones are not drawn.")
    if not shown:
        return question, None, ""
    drawn = [Bar(name, share, change(share), "right" if share > 0 else "wrong") for name, share in shown]
    description = f"{drawn[0].name}: {drawn[0].figure}."
    axis = "what Eve would know less without it (share of leakage)"
    return question, bars(question, description, drawn, axis), " ".join(notes)


def _outcomes_chart(question: str, outcomes: Sequence[PlanOutcome]) -> Markup:
    shown = [Bar(outcome.plan.name, outcome.after, percent(outcome.after)) for outcome in outcomes[:MOST_BARS]]
    return bars(question, f"{shown[0].name} leaves least known: {shown[0].figure}.", shown, LEAKAGE, 1.0)
