"""Evidence on the page: what agreeing and differing says, in odds, and how sure she must be."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import streamlit as st

from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.workspace.forms.evidence import check_evidence, evidence_rows, read_evidence
from pages.eve.adversary import figures, splink_model, text
from pages.eve.adversary.editing import EDITED, Editing
from pages.kit import growing_table
from pages.shell import frame, session
from pages.shell.editable_table import Edited
from pages.shell.workspace_table import Taken

LEAST_ODDS, MOST_ODDS = 0.001, 1e9
MOST_PAIRS = 1e9


def edit(editing: Editing, options: list[str]) -> None:
    """One more rule: evidence that makes it likely enough."""
    held = editing.form.evidence
    st.markdown(text.EVIDENCE_HELP)
    _odds(editing, held, options)
    splink_model.open_model(editing)
    if held is None:
        return
    unused = check_evidence(held.labels, editing.workspace.labels)
    frame.problems((unused,) if unused else (), "Taken over, but:")
    name = hash(editing.policy.name)
    before, sure = st.columns(2)
    one_in = 1.0 / held.prior
    before.number_input(
        "Before anything is compared, one pair of records is one person in",
        # A model from elsewhere may hold other numbers than are offered.
        min_value=min(1.1, one_in),
        max_value=max(MOST_PAIRS, one_in),
        format="%g",
        **_field(editing, "prior", f"evidence-prior-{name}", one_in),
    )
    odds = 2.0**held.threshold
    sure.number_input(
        "She joins them at odds of so many to one",
        min_value=min(LEAST_ODDS, odds),
        max_value=max(MOST_ODDS, odds),
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


def _odds(editing: Editing, held: FellegiSunter | None, options: list[str]) -> None:
    workspace, before = editing.workspace, held.comparisons if held else ()

    def take(edited: Edited) -> Taken:
        read = read_evidence(edited.rows, before)
        evidence = _with(held, read.comparisons, figures.known(workspace))
        return Taken(editing.having(evidence=evidence), (editing.policy.name, read.comparisons), read.problems)

    growing_table.edit(
        workspace,
        "evidence",
        (editing.policy.name, before),
        evidence_rows(before),
        {
            "label": st.column_config.SelectboxColumn("Compared", options=options, width=160),
            "agree": st.column_config.NumberColumn("Same: times as likely", format="%g", width=165),
            "near": st.column_config.NumberColumn("Nearly: times as likely", format="%g", width=165),
            "differ": st.column_config.NumberColumn("Different: times less", format="%g", width=165),
        },
        "What agreeing and differing on each label says, in odds",
        take,
        EDITED,
        dict.fromkeys(("agree", "near", "differ"), float),
    )


def _with(held: FellegiSunter | None, comparisons: tuple[Comparison, ...], records: int) -> FellegiSunter | None:
    """The evidence with other comparisons; begun, it takes one of the records she may hold for the person's."""
    if not comparisons:
        return None
    if held is None:
        return FellegiSunter(1.0 / max(2, records), comparisons)
    return replace(held, comparisons=comparisons)
