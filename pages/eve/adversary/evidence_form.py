"""The form of evidence: what agreeing and differing says, in odds."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from leakage.measure.leakage import set_leakage
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.evaluation import JoinQuality, join_quality
from leakage.resolution.evidence import Comparison, FellegiSunter
from leakage.resolution.operations import Resolve
from leakage.resolution.properties import PropertyReport, check_properties
from leakage.resolution.rules import Match
from leakage.workspace.figures import requests as joining
from leakage.workspace.figures.assessment import Pool, pool_together, records_of
from leakage.workspace.figures.requests import Newcomer
from leakage.workspace.forms.policy import (
    LevelRow,
    PolicyForm,
    adversary_of,
    check_evidence,
    level_rows,
    odds_words,
    readable,
    steps_around,
    with_labels,
    with_odds,
)
from leakage.workspace.workspace import Policy, Workspace
from pages.app import page, session
from pages.app.figures import figure
from pages.app.knowledge import known_to
from pages.eve.adversary import text

# A policy while it is edited: what one change in its form makes of the workspace, saved in a callback.


EDITED = "edit a policy"


@dataclass(frozen=True, eq=False)
class Editing:
    """A policy as it is drawn.

    Arguments:
        workspace: it is part of this one.
        policy: the policy.
        form: the same as a form.
    """

    workspace: Workspace
    policy: Policy
    form: PolicyForm

    def having(self, **fields: Any) -> Workspace:
        """The workspace with other entries in the form."""
        return self._having(replace(self.form, **fields))

    def having_rule(self, kind: type[Match], rule: Match | None) -> Workspace:
        """The workspace with another further rule of a type in the form, or none."""
        return self._having(self.form.with_rule(kind, rule))

    def renamed(self, name: str) -> Workspace:
        """The workspace with the policy under another name."""
        return self._with(replace(self.policy, name=name, adversary=adversary_of(self.form)))

    def put(self, edited: Workspace) -> None:
        """Take over what an edit made of the workspace, in a callback; arguments as for ``session.put``."""
        session.put(self.workspace, edited, EDITED)

    def field(
        self, entry: str, name: str, value: Any, read: Callable[[Any], Any] = lambda shown: shown
    ) -> dict[str, Any]:
        """What makes a widget one for an entry of the form.

        Arguments:
            entry: of the form.
            name, value: of the widget, as ``session.binding``.
            read: the entry as what the widget shows says it.
        """
        return session.binding(name, value, lambda shown: self.put(self.having(**{entry: read(shown)})))

    def rule_field(
        self, kind: type[Match], name: str, value: Any, read: Callable[[Any], Match | None]
    ) -> dict[str, Any]:
        """What makes a widget one for the further rule of a type; other arguments as ``field``."""
        return session.binding(name, value, lambda shown: self.put(self.having_rule(kind, read(shown))))

    def _having(self, form: PolicyForm) -> Workspace:
        return self._with(replace(self.policy, adversary=adversary_of(form)))

    def _with(self, fresh: Policy) -> Workspace:
        if fresh == self.policy:
            return self.workspace
        policies = tuple(fresh if policy is self.policy else policy for policy in self.workspace.policies)
        chosen = fresh.name if self.workspace.chosen == self.policy.name else self.workspace.chosen
        return replace(self.workspace, policies=policies, chosen=chosen)


# What the Adversary page computes.


PROPERTY_CASES = 1_000


@figure
def before_joining(workspace: Workspace, pool: Pool) -> float:
    """What the most telling single record of a pool reveals: leakage before any analysis."""
    return set_leakage(records_of(workspace, pool), workspace.reference, workspace.measure)


@figure
def properties(workspace: Workspace) -> tuple[PropertyReport, ...]:
    """The properties of the chosen policy's resolution, tried on all that was released and the background."""
    resolution = next(step for step in workspace.adversary.operations if isinstance(step, Resolve))
    records = records_of(workspace, pool_together(workspace))
    return check_properties(records, resolution.match, resolution.merge, cases=PROPERTY_CASES)


@figure
def newcomers(workspace: Workspace, pool: Pool) -> tuple[Newcomer, ...]:
    """What a pool would know with each other recipient."""
    return joining.additional_recipients(workspace, pool, known_to(workspace, pool).result.leakage)


@figure
def trial(source: Hashable, adversary: Adversary, records: Sequence[Record], people: Sequence[str]) -> JoinQuality:
    """Hold a policy's joins against the truth; ``source`` is what records are of."""
    return join_quality(adversary.resolve(records).composite_of, people)


def record_count(workspace: Workspace) -> int:
    """How many records Eve may hold."""
    return len(workspace.releases) + len(workspace.background)


# Evidence on the page: what agreeing and differing says, in odds, and how sure she must be.


LEAST_ODDS, MOST_ODDS = 0.001, 1e9
MOST_PAIRS = 1e9
ABREAST = 3


def edit(editing: Editing, options: list[str]) -> None:
    """One more rule: evidence that makes it likely enough."""
    rule = editing.form.rule(FellegiSunter)
    st.markdown(text.EVIDENCE_HELP)
    _labels(editing, rule, options)
    if rule is not None:
        unused = check_evidence(rule.labels, editing.workspace.labels)
        page.problems((unused,) if unused else (), "Taken over, but:")
        st.caption(text.SLIDERS_HELP)
        for place, comparison in enumerate(rule.comparisons):
            _sliders(editing, rule, place, comparison)
        _how_sure(editing, rule)


def _labels(editing: Editing, rule: FellegiSunter | None, options: list[str]) -> None:
    compared, name = list(rule.labels) if rule else [], f"evidence-labels-{hash(editing.policy.name)}"
    st.multiselect(
        "She compares",
        list(dict.fromkeys([*compared, *options])),
        format_func=editing.workspace.display_name,
        **editing.rule_field(FellegiSunter, name, compared, lambda labels: _with(editing, tuple(labels))),
        placeholder="No such rule",
    )


def _with(editing: Editing, labels: tuple[str, ...]) -> FellegiSunter | None:
    """The evidence of other labels; begun, it takes one of the records she may hold for the person's."""
    rule = editing.form.rule(FellegiSunter)
    if not labels:
        return None
    if rule is None:
        return FellegiSunter(1.0 / max(2, record_count(editing.workspace)), with_labels((), labels))
    return replace(rule, comparisons=with_labels(rule.comparisons, labels))


def _sliders(editing: Editing, rule: FellegiSunter, place: int, comparison: Comparison) -> None:
    """One slider for each way in which values of a label agree."""
    st.text(editing.workspace.display_name(comparison.label))
    rows = level_rows(comparison)
    for start in range(0, len(rows), ABREAST):
        columns = st.columns(ABREAST)
        for column, row in zip(columns, rows[start : start + ABREAST], strict=False):
            with column:
                _slider(editing, rule, place, row)


def _slider(editing: Editing, rule: FellegiSunter, place: int, row: LevelRow) -> None:
    comparison = rule.comparisons[place]
    name = f"evidence-{hash((editing.policy.name, comparison.label))}-{row.number}"

    def taken(odds: float) -> FellegiSunter:
        changed = with_odds(comparison, row.number, odds)
        return replace(rule, comparisons=(*rule.comparisons[:place], changed, *rule.comparisons[place + 1 :]))

    st.select_slider(
        row.agreement[0].upper() + row.agreement[1:],
        steps_around(row.odds),
        format_func=odds_words,
        help=text.RARER_HELP if row.by_frequency else None,
        **editing.rule_field(FellegiSunter, name, row.odds, taken),
    )


def _how_sure(editing: Editing, rule: FellegiSunter) -> None:
    """How likely a join is beforehand, how likely it must be, and what counts."""
    name = hash(editing.policy.name)
    before, sure = st.columns(2, vertical_alignment="bottom")
    one_in = readable(1.0 / rule.prior)
    before.number_input(
        "One pair in so many is one person",
        # A saved copy may hold other numbers than are offered.
        min_value=min(1.1, one_in),
        max_value=max(MOST_PAIRS, one_in),
        step=1.0,
        format="%g",
        **_field(editing, "prior", f"evidence-prior-{name}", one_in),
    )
    odds = readable(2.0**rule.threshold)
    sure.number_input(
        "She joins at odds of so many to 1",
        min_value=min(LEAST_ODDS, odds),
        max_value=max(MOST_ODDS, odds),
        step=1.0,
        format="%g",
        help=text.ODDS_HELP,
        **_field(editing, "threshold", f"evidence-threshold-{name}", odds),
    )
    st.toggle(
        "What differs counts against it",
        help=text.AGAINST_HELP,
        **_field(editing, "against", f"evidence-against-{name}", rule.against),
    )


def _field(editing: Editing, part: str, key: str, shown: float | bool) -> dict[str, Any]:
    """What makes a widget one for a part of the evidence."""
    rule = editing.form.rule(FellegiSunter)
    assert rule is not None

    return editing.rule_field(FellegiSunter, key, shown, lambda entered: _changed(rule, part, entered))


def _changed(rule: FellegiSunter, part: str, entered: float) -> FellegiSunter:
    """The evidence with one of its numbers as it was entered, in odds."""
    if part == "prior":
        return replace(rule, prior=1.0 / entered)
    if part == "threshold":
        return replace(rule, threshold=math.log2(entered))
    return replace(rule, against=bool(entered))
