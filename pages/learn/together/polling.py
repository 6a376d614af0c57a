"""Looking at the board again and again, and drawing the page anew only where it says something else."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import streamlit as st


def watch(every: float, told: Callable[[], Hashable]) -> None:
    """Draw the page anew as soon as something else is told than when it was drawn.

    Arguments:
        every: seconds between two looks.
        told: what the page was drawn from.
    """
    drawn = told()

    def look() -> None:
        if told() != drawn:
            st.rerun()

    st.fragment(look, run_every=every)()
