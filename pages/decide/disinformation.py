"""Disinformation: what wrong but believable facts would take back."""

import streamlit as st

from pages.ui import disinforming, figures, frame, text

workspace = frame.open_page("Disinformation", text.DISINFORMATION_QUESTION)

if not workspace.profile:
    frame.nothing_yet("First say what is true about you.", "you/profile.py", "Go to the profile")
now = figures.leakage_of(workspace)
if now is None:
    frame.nothing_yet("Next say what you gave away, and to whom.", "you/releases.py", "Go to the releases")

answer = st.container()
recipient = disinforming.choose_recipient(workspace)
link = disinforming.choose_link(figures.link_candidates(workspace, recipient))
labels = disinforming.choose_labels(workspace)
chosen = disinforming.choose_count()
outcomes = figures.disinformation_outcomes(workspace, recipient, disinforming.MOST, labels, link)

with answer:
    if not outcomes:
        st.info(text.NOTHING_MATCHES, icon=":material/link_off:")
        st.stop()
    disinforming.headline(now, outcomes, chosen)
    disinforming.curve(now, outcomes, chosen)
disinforming.records(workspace, outcomes, chosen)

with st.expander("What self and linkage mean", icon=":material/help:"):
    st.markdown(text.SELF)
    st.markdown(text.LINKAGE)
st.caption(text.LAWFUL)
