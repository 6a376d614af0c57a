"""What the person is prepared to do: whom to tell something wrong, what, for how much."""

from __future__ import annotations

import streamlit as st

from leakage.decision.disinformation.moves import KINDS, Kind
from leakage.workspace.figures.disinformation_terms import Terms, usual_recipients
from leakage.workspace.vocabulary import OFFICIAL
from leakage.workspace.workspace import Workspace
from pages.decide.disinformation import text as words
from pages.decide.disinformation.prices import edit_prices

MOST_BUDGET = 20.0
NOBODY = ""


def choose_labels(workspace: Workspace) -> tuple[str, ...]:
    """Which kinds of facts may be stated wrongly."""
    known = list(dict.fromkeys(label for label, _ in workspace.profile))
    harmless = [label for label in known if label not in OFFICIAL]
    picked = st.multiselect(
        "Which kinds of facts may be wrong?",
        known,
        default=harmless,
        format_func=workspace.display_name,
        key=f"disinform-labels-{hash(tuple(known))}",
        persist_state="session",
        help="Identity papers, accounts and health are left out at first: a false statement there can be an offence. "
        "The heaviest labels are used first, since they dilute most.",
    )
    return tuple(label for label in known if label in picked)


def choose_terms(workspace: Workspace, labels: tuple[str, ...]) -> Terms | None:
    """What the person is prepared to do; None where that is nothing."""
    recipients = _choose_recipients(workspace)
    kinds = _choose_kinds()
    left, right = st.columns(2)
    with left:
        budget = _choose_most()
    with right:
        expected = _choose_expected(workspace)
    prices = edit_prices(workspace)
    if not recipients:
        st.info(words.NO_RECIPIENT, icon=":material/person_search:")
    if not kinds:
        st.info(words.NO_KIND, icon=":material/category:")
    if not budget > 0.0:
        st.warning("The effort must be more than 0.", icon=":material/error:")
    if prices is None or not recipients or not kinds or not budget > 0.0:
        return None
    return Terms(prices, recipients, labels, budget, kinds, expected)


def _choose_recipients(workspace: Workspace) -> tuple[str, ...]:
    known = workspace.recipient_names
    picked = st.multiselect(
        "To whom could you give something wrong?",
        known,
        default=usual_recipients(workspace),
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
        "Largest effort to look at",
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
