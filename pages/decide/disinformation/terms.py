"""What the person is ready to do for decoys: whom to tell something wrong, what, and for how much."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from leakage.decision.disinformation import KINDS, Kind, Prices
from leakage.workspace.figures.disinformation import Terms, usual_recipients
from leakage.workspace.places.obligations import decoy_obstacles, is_never_wrong
from leakage.workspace.vocabulary import OFFICIAL
from leakage.workspace.workspace import Workspace
from pages.app.words import listed

KIND_WORDS: dict[Kind, str] = {
    "self": "about you, with wrong details",
    "linkage": "mixes you up with a stranger",
    "blocking": "keeps your records apart",
}
MOST_EFFORT = 20.0


def choose_terms(workspace: Workspace) -> Terms | None:
    """What the person is prepared to do; None where that is nothing."""
    labels, recipients, kinds = _choose_labels(workspace), _choose_recipients(workspace), _choose_kinds()
    left, right = st.columns(2)
    with left:
        effort = _choose_most()
    with right:
        expected = _choose_expected(workspace)
    prices = Prices()
    st.caption(
        f"Effort: {prices.record:g} for each account, and {prices.attribute:g} for each detail in it, right or wrong."
    )
    if not recipients:
        st.info("Pick at least one company or person to give something wrong.", icon=":material/person_search:")
    if not kinds:
        st.info("Pick at least one kind of decoy.", icon=":material/category:")
    if not effort > 0.0:
        st.warning("The effort must be more than 0.", icon=":material/error:")
    if not recipients or not kinds or not effort > 0.0:
        return None
    return Terms(prices, recipients, labels, effort, kinds, expected)


def _choose_labels(workspace: Workspace) -> tuple[str, ...]:
    every = dict.fromkeys(label for label, _ in workspace.profile)
    known = [label for label in every if not is_never_wrong(workspace, label)]
    picked = st.multiselect(
        "Which details may be wrong?",
        known,
        default=[label for label in known if label not in OFFICIAL],
        format_func=workspace.display_name,
        key=f"disinform-labels-{hash(tuple(known))}",
        persist_state="session",
        help="Bank accounts and health are left out at first: a false statement there can be an offence. Passwords, "
        "identity papers and licence plates are never offered. The heaviest details are used first, for they help "
        "most.",
    )
    return tuple(label for label in known if label in picked)


def _choose_recipients(workspace: Workspace) -> tuple[str, ...]:
    known = workspace.recipient_names
    picked = st.multiselect(
        "Who could you give something wrong?",
        known,
        default=usual_recipients(workspace),
        key=f"disinformation-recipients-{hash(known)}",
        persist_state="session",
        help="Authorities, banks, insurers, doctors, employers, schools and the like are left out at first. Do not "
        "state false things there. You can still include them.",
    )
    return tuple(name for name in known if name in picked)


def _choose_kinds() -> tuple[Kind, ...]:
    picked = st.multiselect(
        "Which kinds of decoys?",
        KINDS,
        default=["self", "blocking"],
        format_func=KIND_WORDS.__getitem__,
        key="disinformation-kinds",
        persist_state="session",
        help="The first adds wrong details to what Eve has on you: the papers' self disinformation. The second mixes a "
        "stranger into you: their linkage disinformation. It is left out at first, for it states facts of someone "
        "else. The third helps where Eve minds contradictions: a wrong detail keeps two of your records apart.",
    )
    return tuple(kind for kind in KINDS if kind in picked)


def _choose_most() -> float:
    most: float | None = st.number_input(
        "Largest effort to look at",
        value=MOST_EFFORT,
        step=5.0,
        format="%g",
        key="disinformation-most",
        persist_state="session",
        help="The best decoys for every effort up to this are found at once.",
    )
    return most or 0.0


def _choose_expected(workspace: Workspace) -> str:
    names = ["", *(plan.name for plan in workspace.plans)]
    picked: str = st.selectbox(
        "Before something you plan to share?",
        names,
        format_func=lambda name: name or "no, as things are now",
        key=f"disinformation-expected-{hash(tuple(names))}",
        help="Given first, decoys can keep what you share next apart from what Eve knows, if she minds contradictions. "
        "They do not take apart what she has joined already.",
        disabled=len(names) == 1,
    )
    return picked


def warn_of_harm(workspace: Workspace, recipients: Sequence[str]) -> None:
    """Who of those included by hand had better be told nothing wrong, one line a reason."""
    obstacles = decoy_obstacles(workspace)
    reasons: dict[str, list[str]] = {}
    for name in recipients:
        if reason := obstacles.get(name):
            reasons.setdefault(reason, []).append(name)
    if reasons:
        with st.container(border=True, key="disinformation-harm"):
            st.markdown(":red[:material/gavel:] **Give these nothing wrong unless you are sure that it harms nobody**")
            st.text("\n".join(f"{listed(names)}: {reason}" for reason, names in reasons.items()))
