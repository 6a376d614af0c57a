"""Disinformation: what wrong but believable facts would take back, and the best way to use them."""

import streamlit as st

from pages.ui import disinformation_plans, disinformation_terms, disinformation_text, disinforming, figures, frame, text

workspace = frame.open_page("Disinformation", text.DISINFORMATION_QUESTION)

if not workspace.profile:
    frame.nothing_yet("First say what is true about you.", "you/profile.py", "Go to the profile")
now = figures.leakage_of(workspace)
if now is None:
    frame.nothing_yet("Next say what you gave away, and to whom.", "you/releases.py", "Go to the releases")

answer = st.container()
labels = disinforming.choose_labels(workspace)
terms = disinformation_terms.choose_terms(workspace, labels)
plans = figures.disinformation_plans(workspace, terms) if terms else None
if plans and not plans.frontier.moves:
    answer.info(text.NOTHING_MATCHES, icon=":material/link_off:")
elif plans:
    with answer:
        place = st.container()
        budget = disinformation_plans.choose_budget(plans)
    with place:
        chosen = disinformation_plans.headline(plans, budget)
        disinformation_plans.frontier(plans, chosen, budget)
    disinformation_plans.records(workspace, plans, chosen)
    disinformation_plans.before_and_after(workspace, plans, chosen)
    disinformation_plans.warnings(workspace, plans)
    disinformation_plans.explanation()

st.divider()
st.subheader("One record at a time: what does each wrong fact add?")
one = st.container()
recipient = disinforming.choose_recipient(workspace)
link = disinforming.choose_link(figures.link_candidates(workspace, recipient))
count = disinforming.choose_count()
outcomes = figures.disinformation_outcomes(workspace, recipient, disinforming.MOST, labels, link)
with one:
    if outcomes:
        disinforming.headline(now, outcomes, count)
        disinforming.curve(now, outcomes, count)
    else:
        st.info(disinformation_text.NO_RECORD_JOINS, icon=":material/link_off:")
if outcomes:
    disinforming.records(workspace, outcomes, count)

with st.expander("What self and linkage mean", icon=":material/help:"):
    st.markdown(text.SELF)
    st.markdown(text.LINKAGE)
st.caption(text.LAWFUL)
