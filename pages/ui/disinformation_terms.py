"""What the person is prepared to do: whom to tell something wrong, what, for how much."""

from __future__ import annotations

import streamlit as st

from leakage.decision.disinformation_moves import KINDS, Kind
from leakage.workspace.disinformation_planning import Terms, usual_recipients
from leakage.workspace.workspace import Workspace
from pages.ui import disinformation_text as words
from pages.ui.disinformation_prices import edit_prices

MOST_BUDGET = 20.0
NOBODY = ""


def choose_terms(workspace: Workspace, labels: tuple[str, ...]) -> Terms | None:
    """What the person is prepared to do; None where that is nothing."""
    recipients = _choose_recipients(workspace)
    left, middle, right = st.columns(3)
    with left:
        kinds = _choose_kinds()
    with middle:
        budget = _choose_most()
    with right:
        expected = _choose_expected(workspace)
    prices = edit_prices(workspace)
    if not recipients:
        st.info(words.NO_RECIPIENT, icon=":material/person_search:")
    if not kinds:
        st.info(words.NO_KIND, icon=":material/category:")
    if not budget > 0.0:
        st.warning("The budget must be more than 0.", icon=":material/error:")
    if prices is None or not recipients or not kinds or not budget > 0.0:
        return None
    return Terms(prices, recipients, labels, budget, kinds, expected)


def _choose_recipients(workspace: Workspace) -> tuple[str, ...]:
    known = workspace.recipients
    usual = usual_recipients(workspace) or known
    picked = st.multiselect(
        "To whom could you give something wrong?",
        known,
        default=usual,
        key=f"disinformation-recipients-{hash(known)}",
        persist_state="session",
        help=words.RECIPIENTS_HELP,
    )
    return tuple(name for name in known if name in picked)


def _choose_kinds() -> tuple[Kind, ...]:
    picked = st.multiselect(
        "Which kinds of record?",
        KINDS,
        default=["self", "blocking"],
        format_func=words.KIND_WORDS.__getitem__,
        key="disinformation-kinds",
        persist_state="session",
        help=words.KINDS_HELP,
    )
    return tuple(kind for kind in KINDS if kind in picked)


def _choose_most() -> float:
    most: float | None = st.number_input(
        "Largest budget to look at",
        value=MOST_BUDGET,
        step=5.0,
        format="%g",
        key="disinformation-most",
        persist_state="session",
        help=words.BUDGET_HELP,
    )
    return most or 0.0


def _choose_expected(workspace: Workspace) -> str:
    names = [NOBODY, *(plan.name for plan in workspace.plans)]
    picked: str = st.selectbox(
        "Before a planned release?",
        names,
        format_func=lambda name: name or "no, as things stand",
        key=f"disinformation-expected-{hash(tuple(names))}",
        help=words.EXPECTED_HELP,
        disabled=len(names) == 1,
    )
    return picked
