"""What the person is ready to do for decoys: prices, values, limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from leakage.old.decision.disinformation.candidates import KINDS, Kind, Prices
from leakage.workspace.figures import estimates
from leakage.workspace.figures.disinformation import (
    Terms,
    usual_recipients,
)
from leakage.workspace.places.obligations import decoy_obstacles, is_never_wrong
from leakage.workspace.vocabulary import OFFICIAL
from leakage.workspace.workspace import Workspace
from pages.decide.disinformation import text as words
from pages.shell.figures import figure
from pages.shell.knowledge import assessment
from pages.shell.words import listed

if TYPE_CHECKING:
    from leakage.workspace.figures.disinformation_plans import DisinformationPlans


# What the page computes.


@figure(cost=lambda workspace, terms: estimates.disinformation(workspace), title="The best decoys for every effort")
def disinformation_plans(workspace: Workspace, terms: Terms) -> DisinformationPlans:
    """The best disinformation for every budget, on the person's terms."""
    # Imported here: only its own page plans disinformation.
    from leakage.workspace.figures.disinformation_plans import plan_disinformation  # noqa: PLC0415

    return plan_disinformation(workspace, terms, assessment(workspace))


# What the person is prepared to do: whom to tell something wrong, what, for how much.


MOST_BUDGET = 20.0
NOBODY = ""


def choose_labels(workspace: Workspace) -> tuple[str, ...]:
    """Which kinds of facts may be stated wrongly."""
    every = dict.fromkeys(label for label, _ in workspace.profile)
    known = [label for label in every if not is_never_wrong(workspace, label)]
    harmless = [label for label in known if label not in OFFICIAL]
    picked = st.multiselect(
        words.LABELS,
        known,
        default=harmless,
        format_func=workspace.display_name,
        key=f"disinform-labels-{hash(tuple(known))}",
        persist_state="session",
        help=words.LABELS_HELP,
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
    prices = Prices()
    st.caption(words.PRICES.format(record=prices.record, attribute=prices.attribute))
    if not recipients:
        st.info(words.NO_RECIPIENT, icon=":material/person_search:")
    if not kinds:
        st.info(words.NO_KIND, icon=":material/category:")
    if not budget > 0.0:
        st.warning(words.EFFORT_TOO_SMALL, icon=":material/error:")
    if not recipients or not kinds or not budget > 0.0:
        return None
    return Terms(prices, recipients, labels, budget, kinds, expected)


def _choose_recipients(workspace: Workspace) -> tuple[str, ...]:
    known = workspace.recipient_names
    picked = st.multiselect(
        words.RECIPIENTS,
        known,
        default=usual_recipients(workspace),
        key=f"disinformation-recipients-{hash(known)}",
        persist_state="session",
        help=words.RECIPIENTS_HELP,
    )
    return tuple(name for name in known if name in picked)


def warn_of_harm(workspace: Workspace, recipients: Sequence[str]) -> None:
    """Who of those included by hand had better be told nothing wrong, one line a reason."""
    obstacles = decoy_obstacles(workspace)
    reasons: dict[str, list[str]] = {}
    for name in recipients:
        if reason := obstacles.get(name):
            reasons.setdefault(reason, []).append(name)
    if reasons:
        with st.container(border=True, key="disinformation-harm"):
            st.markdown(words.HARMFUL)
            st.text("\n".join(f"{listed(names)}: {reason}" for reason, names in reasons.items()))


def _choose_kinds() -> tuple[Kind, ...]:
    picked = st.multiselect(
        words.KINDS,
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
        words.MOST,
        value=MOST_BUDGET,
        step=5.0,
        format="%g",
        key="disinformation-most",
        persist_state="session",
        help=words.MOST_HELP,
    )
    return most or 0.0


def _choose_expected(workspace: Workspace) -> str:
    names = [NOBODY, *(plan.name for plan in workspace.plans)]
    picked: str = st.selectbox(
        words.EXPECTED,
        names,
        format_func=lambda name: name or words.EXPECTED_NONE,
        key=f"disinformation-expected-{hash(tuple(names))}",
        help=words.EXPECTED_HELP,
        disabled=len(names) == 1,
    )
    return picked
