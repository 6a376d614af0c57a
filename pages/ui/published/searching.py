"""The search for all minimal generalisations."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import streamlit as st

from leakage.tables import Generalisation, PublishedTable, Requirement, Search, incognito
from leakage.tables.table import Report
from pages.ui.published import coarsening, words
from pages.ui.published.opening import Opened, latest
from pages.ui.published.patience import patiently
from pages.ui.words import count

_WANTED = "published.wanted"
MOST_SHOWN = 200
DISTANCES = {"equal": "all as far apart", "ordered": "values in order", "kl": "KL divergence (bits)"}


def show_search(opened: Opened, table: PublishedTable) -> None:
    """What is asked for, a button, and what was found."""
    st.markdown(words.SEARCH_HELP)
    if table.missing == "anything":
        st.text("Choose another meaning for empty cells first.")
        return
    asked, suppression = _ask(opened)
    hierarchies = coarsening.hierarchies_of(opened, table)
    known = (opened.key, tuple(table.quasi_identifiers), table.sensitive, table.missing)
    key = (*known, tuple(hierarchies.values()), asked, suppression)
    pressed = st.button("Find all minimal ways", type="primary", key="published-search", icon=":material/search:")
    if pressed:
        st.session_state[_WANTED] = key
    if st.session_state.get(_WANTED) != key:
        st.caption("Not searched with these values yet.")
        return

    def work(report: Report) -> Search:
        return incognito(table, hierarchies, asked, suppression, report)

    found = latest("search", key, lambda: patiently(work, _forget))
    _show_found(opened, table, found, asked)


def _ask(opened: Opened) -> tuple[Requirement, float]:
    first, second = st.columns(4), st.columns(4)
    k = _number(first[0], "k: rows in a class, at least", 1, 2, 1, words.K_HELP)
    distinct = _number(first[1], "l: sensitive values, at least", 1, None, 1, words.L_HELP)
    entropy = _number(first[2], "Entropy l, at least", 1.0, None, 0.5, words.ENTROPY_L_HELP)
    suppression = first[3].slider(
        "Rows suppressed, at most (%)",
        0.0,
        20.0,
        0.0,
        0.5,
        format="%.1f",
        key="published-ask-suppression",
        persist_state="session",
    )
    t = _number(second[0], "t: distance, at most", 0.0, None, 0.05, words.T_HELP)
    distance = second[1].selectbox(
        "Distance of t",
        list(DISTANCES),
        format_func=DISTANCES.get,
        key="published-ask-distance",
        persist_state="session",
    )
    epsilon = _number(second[2], "ε: beliefs move, at most", 0.0, None, 0.05, words.MOVE_HELP)
    alpha = _number(second[3], "α: uncertainty, bits, at most", 0.0, None, 0.05, words.CHANGE_HELP)
    asked = Requirement(
        k=int(k or 1),
        distinct_l=int(distinct or 1),
        entropy_l=entropy or 1.0,
        t=math.inf if t is None else t,
        distance=distance or "equal",
        epsilon=math.inf if epsilon is None else epsilon,
        alpha=math.inf if alpha is None else alpha,
    )
    return asked, float(suppression)


def _number(place: Any, label: str, least: float, value: float | None, step: float, told: str) -> Any:
    return place.number_input(
        label,
        min_value=least,
        value=value,
        step=step,
        placeholder="not asked",
        help=told,
        key=f"published-ask-{label.partition(':')[0].partition(',')[0]}",
        persist_state="session",
    )


def _forget() -> None:
    st.session_state.pop(_WANTED, None)


def _show_found(opened: Opened, table: PublishedTable, found: Search, asked: Requirement) -> None:
    if not found.minimal:
        st.warning(
            "No way satisfies this, not even with every value at its coarsest. Ask for less, or allow rows to be "
            "suppressed."
        )
        return
    st.text(
        f"{count(len(found.minimal), 'minimal way')} among {found.satisfying:,} that satisfy, of {found.lattice:,} in "
        "all. The most precise stands first."
    )
    shown = found.minimal[:MOST_SHOWN]
    picked = st.dataframe(
        _frame(table, shown),
        hide_index=False,
        alt="The minimal generalisations with what they cost",
        key="published-found",
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            "Precision loss": st.column_config.NumberColumn(format="percent"),
            "Class size": st.column_config.NumberColumn(format="%.1f"),
        },
    )
    st.caption(words.LOSS_HELP)
    rows = picked["selection"]["rows"]
    chosen = shown[rows[0]] if rows else shown[0]
    st.button(
        "Use the way marked" if rows else "Use the first",
        key="published-use",
        on_click=_use,
        args=(opened, table, chosen, asked),
        icon=":material/tune:",
    )


def _frame(table: PublishedTable, found: tuple[Generalisation, ...]) -> pd.DataFrame:
    levels = pd.DataFrame([one.levels for one in found], columns=list(table.quasi_identifiers))
    costs = pd.DataFrame(
        {
            "Precision loss": [one.loss.precision_loss for one in found],
            "Classes": [one.classes for one in found],
            "Class size": [one.loss.average_class_size for one in found],
            "Discernibility": [one.loss.discernibility for one in found],
            "Suppressed": [one.suppressed for one in found],
        }
    )
    # A column of the table may be called as one of the costs.
    costs.columns = pd.Index([f"{name} " if name in levels.columns else name for name in costs.columns])
    both = pd.concat([levels, costs], axis=1)
    both.index = pd.RangeIndex(1, len(both) + 1, name="Way")
    return both


def _use(opened: Opened, table: PublishedTable, chosen: Generalisation, asked: Requirement) -> None:
    for name, level in zip(table.quasi_identifiers, chosen.levels, strict=True):
        st.session_state[coarsening.level_key(opened, name)] = level
    st.session_state[coarsening.suppression_key(opened)] = asked if chosen.suppressed else None
