"""Choosing a passphrase: a field that says while one types how hard it is to guess."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.vault.keys import SHORTEST
from leakage.workspace.vault.strength import GRADES, strength

PAUSE = "200ms"
"""In typing, after which the strength is shown anew."""


@st.fragment
def choose(label: str, key: str) -> None:
    """A field for a new passphrase with its strength; a form would not hear of it before the button is pressed."""
    passphrase = st.text_input(label, type="password", key=key, autocomplete="off", live=PAUSE)
    if len(passphrase) < SHORTEST:
        st.caption(f"At least {SHORTEST} characters; its strength stands here as you type.")
        return
    estimate = strength(passphrase)
    st.progress((GRADES.index(estimate.grade) + 1) / len(GRADES))
    st.caption(
        f"Strength: **{estimate.grade}**. Somebody who tries common words and patterns first would need about "
        f"10^{estimate.guesses:.0f} guesses. {estimate.advice}"
    )
