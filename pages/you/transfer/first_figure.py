"""The first figure after an import, with the sentence that matters most, and the way to what can be done."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.figures.highlights import Highlight, highlights
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.shell import knowledge
from pages.shell.links import link
from pages.shell.words import count, listed, percent

_ADVICE = {
    "password": "Change these first, each to a password of its own:",
    "tie": "Whoever joins accounts joins these by it. An address of its own for each keeps them apart:",
}
MOST_NAMED = 8


def show(workspace: Workspace) -> None:
    """What Eve knows, what matters most, and where to go on."""
    leakage = knowledge.leakage_of(workspace)
    if leakage is None:
        return
    with st.container(border=True, key="first-figure"):
        st.metric("Eve knows of you", percent(leakage))
        if workspace.policy:
            st.text(f"if this holds: {workspace.policy.name}")
        for highlight in highlights(workspace):
            _tell(highlight)
        what_to_do, figure, review = st.columns(3)
        with what_to_do:
            link(catalogue.ERASURE, "What to do first")
        with figure:
            link(catalogue.LEAKAGE, "Who knows most")
        with review:
            link(catalogue.REVIEW, f"Review {count(len(workspace.releases), 'release')}")


def _tell(highlight: Highlight) -> None:
    st.markdown(f"**{highlight.sentence}**")
    # The value and the names are the person's own words.
    st.text(highlight.pair[1])
    st.caption(_ADVICE[highlight.kind])
    st.text(listed(highlight.recipients, MOST_NAMED))
