"""Weights: how leakage is measured, and how much hangs on it."""

import streamlit as st

from pages import catalogue
from pages.shell import frame, knowledge
from pages.you.weights import label_weights, measure, text

workspace = frame.open_page(catalogue.WEIGHTS, text.QUESTION)

frame.need_profile(workspace)

sensitivities = None if knowledge.leakage_of(workspace) is None else label_weights.sensitivity.offer(workspace)
if sensitivities:
    measure.headline(workspace, sensitivities)

st.subheader("What does each fact weigh?")
st.markdown(text.WEIGHTS)
label_weights.choose_preset(workspace)
label_weights.edit(workspace)

if sensitivities:
    measure.sensitivity(workspace, sensitivities)

st.subheader("Do rare values count more?")
st.markdown(text.RARITY)
measure.choose(workspace)

st.subheader("What counts as near?")
st.markdown(text.NEAR)
measure.near_misses(workspace)

st.subheader("Which labels tell the same?")
st.markdown(text.RELATED)
measure.related(workspace)
