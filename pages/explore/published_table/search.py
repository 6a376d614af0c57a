"""The search for all minimal generalisations."""

from __future__ import annotations

import math
from typing import Any, Literal

import pandas as pd
import streamlit as st

from leakage.tables import Generalisation, Hierarchy, PublishedTable, Requirement, Search, incognito
from pages.explore.published_table import coarsening, text
from pages.explore.published_table.opened import Opened
from pages.explore.published_table.optional_work import run_cancellable
from pages.shell import session
from pages.shell.session_cache import latest
from pages.shell.words import count

_WANTED = "published.wanted"
MOST_SHOWN = 200
DISTANCES: dict[Literal["equal", "ordered", "hierarchy", "kl"], str] = {
    "equal": "all as far apart",
    "ordered": "values in order",
    "hierarchy": "values in a hierarchy",
    "kl": "KL divergence (bits)",
}


def show_search(opened: Opened, table: PublishedTable) -> None:
    """What is asked for, a button, and what was found."""
    st.markdown(text.SEARCH_HELP)
    if table.missing == "anything":
        st.text("Choose another meaning for empty cells first.")
        return
    asked, suppression = _ask(opened, coarsening.hierarchy_of(opened, table.sensitive))
    hierarchies = coarsening.hierarchies_of(opened, table)
    known = (opened.key, tuple(table.quasi_identifiers), table.sensitive, table.missing)
    key = (*known, tuple(hierarchies.values()), asked, suppression)
    pressed = st.button("Find all minimal ways", type="primary", key="published-search", icon=":material/search:")
    if pressed:
        session.put(_WANTED, key)
    if session.get(_WANTED) != key:
        st.caption("Not searched with these values yet.")
        return

    def work() -> Search:
        return incognito(table, hierarchies, asked, suppression)

    outcome = latest("search", key, lambda: run_cancellable(work, _forget))
    _show_found(opened, table, outcome, asked)


def _ask(opened: Opened, sensitive: Hierarchy) -> tuple[Requirement, float]:
    first, second = st.columns(4), st.columns(4)
    k = _number(first[0], "k: rows in a class, at least", 1, 2, 1, text.K_HELP)
    distinct = _number(first[1], "l: sensitive values, at least", 1, None, 1, text.L_HELP)
    entropy = _number(first[2], "Entropy l, at least", 1.0, None, 0.5, text.ENTROPY_L_HELP)
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
    t = _number(second[0], "t: distance, at most", 0.0, None, 0.05, text.T_HELP)
    distance = second[1].selectbox(
        "Distance of t",
        list(DISTANCES),
        format_func=DISTANCES.__getitem__,
        key="published-ask-distance",
        persist_state="session",
    )
    epsilon = _number(second[2], "ε: beliefs move, at most", 0.0, None, 0.05, text.MOVE_HELP)
    alpha = _number(second[3], "α: uncertainty, bits, at most", 0.0, None, 0.05, text.CHANGE_HELP)
    asked = Requirement(
        k=int(k or 1),
        distinct_l=int(distinct or 1),
        entropy_l=entropy or 1.0,
        t=math.inf if t is None else t,
        distance=sensitive if distance == "hierarchy" else distance,
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
    session.forget(_WANTED)


def _show_found(opened: Opened, table: PublishedTable, outcome: Search, asked: Requirement) -> None:
    if not outcome.minimal:
        st.warning(
            "No way satisfies this, not even with every value at its coarsest. Ask for less, or allow rows to be "
            "suppressed."
        )
        return
    st.text(
        f"{count(len(outcome.minimal), 'minimal way')} among {outcome.satisfying:,} that satisfy, of "
        f"{outcome.lattice:,} in all. The most precise stands first."
    )
    shown = outcome.minimal[:MOST_SHOWN]
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
    st.caption(text.LOSS_HELP)
    rows = picked["selection"]["rows"]
    chosen = shown[rows[0]] if rows else shown[0]
    st.button(
        "Use the way marked" if rows else "Use the first",
        key="published-use",
        on_click=_use,
        args=(opened, table, chosen, asked),
        icon=":material/tune:",
    )


def _frame(table: PublishedTable, ways: tuple[Generalisation, ...]) -> pd.DataFrame:
    levels = pd.DataFrame([way.levels for way in ways], columns=list(table.quasi_identifiers))
    costs = pd.DataFrame(
        {
            "Precision loss": [way.loss.precision_loss for way in ways],
            "Classes": [way.classes for way in ways],
            "Class size": [way.loss.average_class_size for way in ways],
            "Discernibility": [way.loss.discernibility for way in ways],
            "Suppressed": [way.suppressed for way in ways],
        }
    )
    # A column of the table may be called as one of the costs.
    costs.columns = pd.Index([f"{name} " if name in levels.columns else name for name in costs.columns])
    both = pd.concat([levels, costs], axis=1)
    both.index = pd.RangeIndex(1, len(both) + 1, name="Way")
    return both


def _use(opened: Opened, table: PublishedTable, chosen: Generalisation, asked: Requirement) -> None:
    for name, level in zip(table.quasi_identifiers, chosen.levels, strict=True):
        session.put(coarsening.level_key(opened, name), level)
    session.put(coarsening.suppression_key(opened), asked if chosen.suppressed else None)
