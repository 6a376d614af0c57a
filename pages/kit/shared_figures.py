"""Figures that several pages show: assessed, planned, joined, worked out."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from leakage.derivation import Derivation

# Figures that more than one page shows, remembered by value for this session alone.


# Whose records a page is about, where not all recipients pool their data.


# How a figure is worked out, one click beside it.


HOW = "How is this worked out?"
ICON = ":material/function:"


def derivation_on_demand(derived: Callable[[], Derivation], key: str) -> None:
    """As ``how_worked_out``, but derived only once it is opened: for figures of which a page has many."""
    popover = st.popover(HOW, icon=ICON, key=f"worked-out-{key}", on_change="rerun")
    if popover.open:
        with popover:
            show_derivation(derived())


def show_derivation(derivation: Derivation, note: str = "") -> None:
    """The steps, the worlds, and a sentence below."""
    for number, step in enumerate(derivation.steps, start=1):
        # The sentence may hold a person's values: it is no markup.
        st.text(f"{number}. {step.sentence}")
        if step.formula:
            st.latex(step.formula)
    if derivation.worlds:
        _worlds(derivation)
    st.text(note)


def _worlds(derivation: Derivation) -> None:
    worlds = sorted(derivation.worlds, key=lambda world: -world.probability)
    rows = [
        (
            ", ".join(world.present) or "none of the doubtful facts",
            float(world.probability),
            float(world.right),
            float(world.record_weight),
            float(world.leakage),
        )
        for world in worlds
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["What is so in this world", "Probability", "X right", "Y said", "F1"]),
        hide_index=True,
        alt="The possible worlds of the record, the most probable first",
    )
