"""Report: one page for people, and plain files after a warning."""

import datetime
from collections.abc import Callable

import streamlit as st

from leakage.workspace.csv_files import releases_to_csv
from leakage.workspace.report import report, report_figures
from leakage.workspace.saved_copy import workspace_to_json
from pages import catalogue
from pages.app import figures, page

WARNING = "This file is not encrypted. Anyone who opens it can read everything."


def save(label: str, kind: str, write: Callable[[], bytes], file_name: str, filled: bool = True) -> None:
    """A button that saves a plain file, once the person knows what that means."""
    st.download_button(
        label,
        write,
        file_name=file_name,
        mime="application/json" if kind == "json" else "text/csv",
        key=f"export-{kind}",
        on_click="ignore",
        disabled=not (agreed and filled),
        help="This is empty." if not filled else None if agreed else "Tick the box above first.",
        icon=":material/download:",
    )


work = page.open_page(catalogue.EXPORT, "What do you want to hand on?")

st.subheader("A report for people")
st.markdown("One page with the figures, charts and plans, to print or hand on. Any browser opens it, offline.")
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
        figures.run(lambda: report(report_figures(work), datetime.date.today(), shown)),
        file_name="leakage-report.html",
        mime="text/html",
        key="report-save",
        on_click="ignore",
        icon=":material/download:",
    )

st.subheader("Plain files")
agreed = st.checkbox(WARNING, key="export-known")
everything, one_table = st.columns(2, gap="medium")
with everything.container(border=True, height="stretch"):
    st.markdown("**Everything, as JSON**")
    st.caption("The same file as *Save a plain copy* in the menu. Import opens it again.")
    save("Save everything", "json", lambda: workspace_to_json(work).encode(), "my-leakage.json")
with one_table.container(border=True, height="stretch"):
    st.markdown("**Your accounts, as CSV**")
    st.caption("For a spreadsheet. A cell that looks like a formula gets an apostrophe, which Import removes.")
    save("Save the accounts", "csv", lambda: releases_to_csv(work.releases), "accounts.csv", bool(work.releases))
