"""Weights: how leakage is measured, and how much hangs on it."""

import streamlit as st

from pages.ui import figures, frame, text, weighing

workspace = frame.open_page("Weights", text.WEIGHTS_QUESTION)

if not workspace.profile:
    frame.nothing_yet("First say what is true about you.", "you/profile.py", "Go to the profile")

if figures.leakage_of(workspace) is not None:
    weighing.headline(workspace)

st.subheader("Weights by worry")
st.markdown(text.WEIGHTS)
weighing.presets(workspace)

if figures.leakage_of(workspace) is not None:
    weighing.sensitivity(workspace)

st.subheader("What counts as near?")
st.markdown(text.NEAR)
weighing.near_misses(workspace)

st.subheader("Which labels tell the same?")
st.markdown(text.RELATED)
weighing.related(workspace)
