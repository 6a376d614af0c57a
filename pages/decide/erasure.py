"""Erasure: which past releases to have deleted."""

import streamlit as st

from pages.ui import erasing, figures, frame, text

workspace = frame.open_page("Erasure", text.ERASURE_QUESTION)

if not workspace.profile:
    frame.nothing_yet("First say what is true about you.", "you/profile.py", "Go to the profile")
now = figures.leakage_of(workspace)
if now is None:
    frame.nothing_yet("Next say what you gave away, and to whom.", "you/releases.py", "Go to the releases")

answer = st.container()
by = erasing.choose_kind()
controls = st.container()
with st.expander("Some requests are more trouble than others", icon=":material/fitness_center:"):
    erasing.edit_efforts(workspace, by)
plans = figures.erasure(workspace, by)

if plans.requests:
    with controls:
        budget = erasing.choose_budget(plans)
    with answer:
        chosen = erasing.headline(now, plans, budget)
        erasing.curve(plans, chosen)
    erasing.plan(workspace, plans, chosen)
    st.caption(text.ERASURE_HELP)
    erasing.before_and_after(workspace, plans, chosen)
else:
    answer.info("There is nothing left to ask for: all is erased or was refused.", icon=":material/check:")

st.subheader("What came of it?")
st.markdown(text.ERASURE_STATUS)
erasing.edit_status(workspace)
