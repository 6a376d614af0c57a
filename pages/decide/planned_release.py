"""Planned release: alternatives side by side."""

import streamlit as st

from pages.ui import add_release, choosing, figures, frame, plans, releases_table, text
from pages.ui.releases_table import PLANNED

workspace = frame.open_page("Planned release", text.PLANNED_QUESTION)

if not workspace.profile:
    frame.nothing_yet("First say what is true about you.", "you/profile.py", "Go to the profile")

outcomes = figures.plan_outcomes(workspace)
if outcomes:
    plans.headline(outcomes)
    plans.chart(outcomes)

st.subheader("The alternatives")
with st.container(border=True):
    add_release.form(workspace, PLANNED)
if not outcomes:
    st.info(text.NO_PLAN, icon=":material/compare_arrows:")
    st.stop()
releases_table.edit_matrix(workspace, PLANNED, releases_table.choose_shown(workspace, PLANNED))
with st.expander("Values that are not yours: an alias, a prepaid card", icon=":material/masks:"):
    releases_table.edit_others(workspace, PLANNED)
with st.expander("Rename or remove alternatives", icon=":material/edit:"):
    releases_table.edit_list(workspace, PLANNED)

plans.bridges(workspace, outcomes)
plans.fields(workspace, outcomes)
choosing.choose(workspace, outcomes)
plans.take(workspace, outcomes)
