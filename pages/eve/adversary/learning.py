"""What evidence weighs, learned: shown as a table, and taken over with one click."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import streamlit as st

from leakage.record import Record
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.workspace.figures.learned_evidence import LearnedEvidence, learned_from_labelled
from leakage.workspace.forms.evidence import amount, level_rows, odds_words
from pages.eve.adversary import figures, text
from pages.eve.adversary.editing import Editing
from pages.kit.table import show_table
from pages.shell import on_demand, session_cache
from pages.shell.words import count, listed

AT_HAND = "Learn from the records at hand"
NOTHING = "Nothing can be learned: {}."
LABELLED = "Learn what evidence weighs from these records"


def from_records(editing: Editing) -> None:
    """A button that learns from what Eve may hold, what it taught, and one that takes it over."""
    workspace, form = editing.workspace, editing.form
    if not workspace.background:
        st.button(AT_HAND, key="learn-none", disabled=True, help=text.NOTHING_TO_LEARN)
        return
    st.caption(text.LEARN_HELP)
    try:
        learned = on_demand.figure(
            "learned-evidence",
            (workspace.fingerprint, form),
            lambda: figures.learned_evidence(workspace, form),
            None,
            AT_HAND,
            figures.learned_evidence.remembers(workspace, form),
            AT_HAND,
        )
    except ValueError as error:
        st.text(NOTHING.format(error))
        return
    _offer(editing, learned, "at-hand")


def from_labelled(editing: Editing, source: Hashable, records: Sequence[Record], people: Sequence[str]) -> None:
    """The same from records of which it is known whose they are.

    Arguments:
        editing: the policy.
        source: what the records and people were made of.
        records, people: whose each record is.
    """
    st.caption(text.LABELLED_HELP)
    name, form = "labelled-evidence", editing.form
    key = (source, form)
    try:
        learned = on_demand.figure(
            name,
            key,
            lambda: session_cache.latest(name, key, lambda: learned_from_labelled(records, people, form)),
            None,
            LABELLED,
            session_cache.is_latest(name, key),
            LABELLED,
        )
    except ValueError as error:
        st.text(NOTHING.format(error))
        return
    _offer(editing, learned, "labelled")


def _offer(editing: Editing, learned: LearnedEvidence | None, kind: str) -> None:
    if learned is None:
        return
    evidence, named = learned.evidence, editing.workspace.display_name
    st.caption(
        f"From {count(learned.records, 'record')}: of {count(learned.pairs, 'pair')} about {learned.alike:,.0f} are "
        f"taken to be one person, one in {amount(1.0 / evidence.prior)}. {text.LEARN_CAUTION}"
    )
    if learned.as_before:
        st.text(text.AS_BEFORE.format(listed([named(label) for label in learned.as_before])))
    _table(editing, evidence)
    odd = [named(c.label) for c in evidence.comparisons if level_rows(c)[0].odds < 1.0]
    if odd:
        st.text(f"Odd: by these records, the same {listed(odd)} speaks against one person.")
    st.button(
        "Weigh evidence by what was learned",
        key=f"learned-use-{kind}",
        type="primary",
        on_click=editing.put,
        args=(editing.having(evidence=evidence),),
    )


def _table(editing: Editing, evidence: FellegiSunter) -> None:
    rows = [
        (
            editing.workspace.display_name(comparison.label),
            row.agreement,
            _share(row.one),
            _share(row.two),
            odds_words(row.odds),
        )
        for comparison in evidence.comparisons
        for row in level_rows(comparison)
    ]
    columns = {
        "Label": st.column_config.TextColumn(width=130),
        "Its values are": st.column_config.TextColumn(width=190),
        "Of one person": None,
        "Of two people": None,
        "So of one person it is": st.column_config.TextColumn(width=170),
    }
    show_table(rows, columns, "What was learned: how often values agree in each way, and what it says")


def _share(chance: float) -> str:
    return f"{amount(100.0 * chance)} %"
