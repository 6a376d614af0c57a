"""Planned release: alternatives side by side."""

import streamlit as st

from pages import catalogue
from pages.decide.planned_release import alternatives, optional_fields, text
from pages.kit import add_release, given_table, glossary, shared_figures, tables
from pages.kit.tables import PLANNED
from pages.shell import frame

workspace = frame.open_page(catalogue.PLANNED_RELEASE, text.QUESTION)

frame.need_profile(workspace)

outcomes = shared_figures.plan_outcomes.offer(workspace)
if outcomes:
    alternatives.headline(outcomes)
    alternatives.chart(outcomes)

st.subheader("The alternatives", help=glossary.ALTERNATIVE)
with st.container(border=True):
    add_release.form(workspace, PLANNED)
if not workspace.plans:
    st.info(text.NO_PLAN, icon=":material/compare_arrows:")
    st.stop()
given_table.edit(workspace, PLANNED)
with st.expander("Values that are not yours: an alias, a prepaid card", icon=":material/masks:"):
    tables.edit_others(workspace, PLANNED)
with st.expander("Rename or remove alternatives", icon=":material/edit:"):
    tables.edit_list(workspace, PLANNED)

if outcomes:
    alternatives.bridges(workspace, outcomes)
    alternatives.fields(workspace, outcomes)
    optional_fields.choose(workspace, outcomes)
    alternatives.take(workspace, outcomes)
