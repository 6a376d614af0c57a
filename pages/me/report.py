"""Report: one file for people."""

import datetime

import streamlit as st

from leakage.workspace.report import report
from pages import catalogue
from pages.app import page
from pages.app.figures import turn

work = page.open_page(catalogue.EXPORT, "What can you print or hand on?")
st.markdown("One file with the figures and charts. Any browser opens it, offline.")
shown = st.toggle(
    "Show my values in it",
    key="report-values",
    help="When off, the report shows ••• for every value. It still names details, accounts and companies.",
)
if shown:
    st.caption(":orange[:material/warning:] The file is not encrypted. Anyone who opens it can read everything.")
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
    with turn():
        content = report(work, datetime.date.today(), shown)
    st.download_button(
        "Save the report",
        content,
        file_name="leakage-report.html",
        mime="text/html",
        key="report-save",
        on_click="ignore",
        icon=":material/download:",
    )
