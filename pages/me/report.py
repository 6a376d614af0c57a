"""Report: one file for people, and an unencrypted copy after a warning."""

import datetime

import streamlit as st

from leakage.workspace.report import report
from leakage.workspace.saved_copy import workspace_to_json
from pages import catalogue
from pages.app import figures, page

WARNING = "This file is not encrypted. Anyone who opens it can read everything."


work = page.open_page(catalogue.EXPORT, "What do you want to hand on?")

st.subheader("A report for people")
st.markdown("One file with the figures, charts and plans, to print or hand on. Any browser opens it, offline.")
shown = st.toggle(
    "Show my values in it",
    key="report-values",
    help="When off, the report shows ••• for every value. It still names details, accounts and companies.",
)
if shown:
    st.caption(f":orange[:material/warning:] {WARNING}")
ready = bool(work.profile and work.releases)
made = st.button(
    "Make the report",
    key="report-make",
    type="primary",
    icon=":material/description:",
    disabled=not ready,
    help=None if ready else "A report needs facts about you and at least one account.",
)
if made and ready:
    st.download_button(
        "Save the report",
        figures.run(lambda: report(work, datetime.date.today(), shown)),
        file_name="leakage-report.html",
        mime="text/html",
        key="report-save",
        on_click="ignore",
        icon=":material/download:",
    )

st.subheader("A plain file")
st.caption("Everything, as JSON: the same as *Save unencrypted copy* in the menu. Import opens it again.")
agreed = st.checkbox(WARNING, key="export-known")
st.download_button(
    "Save everything",
    lambda: workspace_to_json(work).encode(),
    file_name="my-leakage.json",
    mime="application/json",
    key="export-json",
    on_click="ignore",
    disabled=not agreed,
    help=None if agreed else "Tick the box above first.",
    icon=":material/download:",
)
