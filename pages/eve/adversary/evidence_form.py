"""Evidence on the page: what agreeing and differing says, in odds, and how sure she must be."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import streamlit as st

from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.workspace.forms.evidence import (
    LevelRow,
    check_evidence,
    level_rows,
    odds_words,
    readable,
    steps_around,
    with_labels,
    with_odds,
)
from pages.eve.adversary import figures, learning, splink_model, text
from pages.eve.adversary.editing import Editing
from pages.shell import frame, session

LEAST_ODDS, MOST_ODDS = 0.001, 1e9
MOST_PAIRS = 1e9
ABREAST = 3


def edit(editing: Editing, options: list[str]) -> None:
    """One more rule: evidence that makes it likely enough."""
    held = editing.form.evidence
    st.markdown(text.EVIDENCE_HELP)
    _labels(editing, held, options)
    if held is not None:
        unused = check_evidence(held.labels, editing.workspace.labels)
        frame.problems((unused,) if unused else (), "Taken over, but:")
        st.caption(text.SLIDERS_HELP)
        for place, comparison in enumerate(held.comparisons):
            _sliders(editing, held, place, comparison)
        _how_sure(editing, held)
    learning.from_records(editing)
    splink_model.open_model(editing)


def _labels(editing: Editing, held: FellegiSunter | None, options: list[str]) -> None:
    compared = list(held.labels) if held else []
    key = session.bound(f"evidence-labels-{hash(editing.policy.name)}", compared)
    st.multiselect(
        "She compares",
        list(dict.fromkeys([*compared, *options])),
        format_func=editing.workspace.display_name,
        **editing.field("evidence", key, lambda labels: _with(editing, tuple(labels))),
        placeholder="No such rule",
    )


def _with(editing: Editing, labels: tuple[str, ...]) -> FellegiSunter | None:
    """The evidence of other labels; begun, it takes one of the records she may hold for the person's."""
    held = editing.form.evidence
    if not labels:
        return None
    if held is None:
        return FellegiSunter(1.0 / max(2, figures.known(editing.workspace)), with_labels((), labels))
    return replace(held, comparisons=with_labels(held.comparisons, labels))


def _sliders(editing: Editing, held: FellegiSunter, place: int, comparison: Comparison) -> None:
    """One slider for each way in which values of a label agree."""
    st.text(editing.workspace.display_name(comparison.label))
    rows = level_rows(comparison)
    for start in range(0, len(rows), ABREAST):
        columns = st.columns(ABREAST)
        for column, row in zip(columns, rows[start : start + ABREAST], strict=False):
            with column:
                _slider(editing, held, place, row)


def _slider(editing: Editing, held: FellegiSunter, place: int, row: LevelRow) -> None:
    comparison = held.comparisons[place]
    name = f"evidence-{hash((editing.policy.name, comparison.label))}-{row.number}"

    def taken(odds: float) -> FellegiSunter:
        changed = with_odds(comparison, row.number, odds)
        return replace(held, comparisons=(*held.comparisons[:place], changed, *held.comparisons[place + 1 :]))

    st.select_slider(
        row.agreement[0].upper() + row.agreement[1:],
        steps_around(row.odds),
        format_func=odds_words,
        help=text.RARER_HELP if row.by_frequency else None,
        **editing.field("evidence", session.bound(name, row.odds), taken),
    )


def _how_sure(editing: Editing, held: FellegiSunter) -> None:
    """How likely a join is beforehand, how likely it must be, and what counts."""
    name = hash(editing.policy.name)
    before, sure = st.columns(2, vertical_alignment="bottom")
    one_in = readable(1.0 / held.prior)
    before.number_input(
        "Beforehand, of so many pairs of records one is one person",
        # A model from elsewhere may hold other numbers than are offered.
        min_value=min(1.1, one_in),
        max_value=max(MOST_PAIRS, one_in),
        step=1.0,
        format="%g",
        **_field(editing, "prior", f"evidence-prior-{name}", one_in),
    )
    odds = readable(2.0**held.threshold)
    sure.number_input(
        "She joins them at odds of so many to 1",
        min_value=min(LEAST_ODDS, odds),
        max_value=max(MOST_ODDS, odds),
        step=1.0,
        format="%g",
        help=text.ODDS_HELP,
        **_field(editing, "threshold", f"evidence-threshold-{name}", odds),
    )
    st.toggle(
        "What differs speaks against it",
        help=text.AGAINST_HELP,
        **_field(editing, "against", f"evidence-against-{name}", held.against),
    )


def _field(editing: Editing, part: str, key: str, shown: float | bool) -> dict[str, Any]:
    """What makes a widget one for a part of the evidence."""
    held = editing.form.evidence
    assert held is not None

    return editing.field("evidence", session.bound(key, shown), lambda entered: _changed(held, part, entered))


def _changed(held: FellegiSunter, part: str, entered: float) -> FellegiSunter:
    """The evidence with one of its numbers as it was entered, in odds."""
    if part == "prior":
        return replace(held, prior=1.0 / entered)
    if part == "threshold":
        return replace(held, threshold=math.log2(entered))
    return replace(held, against=bool(entered))
