"""Taking out: a report for people first, then plain files after a warning."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import streamlit as st

from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.files.releases_csv import releases_to_csv
from leakage.workspace.files.tables_csv import background_to_csv, profile_to_csv
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.report.render import ReportFigures, pooled_of, report
from leakage.workspace.workspace import Workspace
from pages.kit import shared_figures
from pages.shell import computing, knowledge
from pages.shell.figures import run_with_progress
from pages.shell.words import count

WARNING = "This file is not encrypted. Whoever opens it reads everything."

REPORT_HELP = (
    "One page with the figures, the charts and the plans, to print or to give to somebody. It opens in any browser, "
    "without a network, and asks for nothing from elsewhere."
)

PLAIN_HELP = (
    "**JSON** holds everything and is opened again under My accounts: Import. **CSV** holds one table, for a "
    "spreadsheet. A cell that could be taken for a formula gets an apostrophe, which an import takes off."
)

_TABLES: dict[str, tuple[str, Callable[[Workspace], int], Callable[[Workspace], bytes]]] = {
    "releases": ("Releases", lambda work: len(work.releases), lambda work: releases_to_csv(work.releases)),
    "profile": ("Profile and weights", lambda work: len(work.profile), profile_to_csv),
    "planned": ("Planned releases", lambda work: len(work.plans), lambda work: releases_to_csv(work.plans)),
    "background": (
        "Records of other people",
        lambda work: len(work.background),
        lambda work: background_to_csv(work.background),
    ),
}


def take_report(workspace: Workspace) -> None:
    """The report, made when it is asked for."""
    st.markdown(REPORT_HELP)
    shown = st.toggle(
        "Show my values in it",
        key="report-values",
        help="Without this the report says ••• in place of every value. Labels, and the names you gave to releases and "
        "recipients, stand in it either way.",
    )
    most = knowledge.worst_pool(workspace) if workspace.profile else None
    made = st.button(
        "Make the report",
        key="report-make",
        type="primary",
        icon=":material/description:",
        disabled=most is None,
        help="A report needs a profile and at least one release." if most is None else None,
    )
    if shown:
        st.caption(f":orange[:material/warning:] {WARNING}")
    if made and most:
        # It was asked for, with all that the pages leave alone where it takes long.
        with computing.budget(computing.ASKED):
            figures = _figures(workspace, most)
            written = run_with_progress(lambda: report(figures, datetime.date.today(), shown))
        st.download_button(
            "Save the report",
            written,
            file_name="leakage-report.html",
            mime="text/html",
            key="report-save",
            on_click="ignore",
            icon=":material/download:",
        )


def _figures(workspace: Workspace, most: PoolLeakage) -> ReportFigures:
    """As ``report_figures``, from what the pages have computed already."""
    return ReportFigures(
        workspace,
        most,
        knowledge.counts(workspace),
        shared_figures.facts(workspace, most),
        shared_figures.alone(workspace),
        pooled_of(workspace, knowledge.assessment(workspace), knowledge.together(workspace)),
        shared_figures.release_contributions(workspace),
        shared_figures.fact_contributions(workspace),
        shared_figures.plan_outcomes(workspace),
        shared_figures.erasure(workspace, "release"),
    )


def take_plain(workspace: Workspace) -> None:
    """Plain files, once the person has said that they know what that means."""
    st.markdown(PLAIN_HELP)
    agreed = st.checkbox(WARNING, key="export-known")
    everything, table = st.columns(2, gap="medium")
    with everything.container(border=True, height="stretch"):
        st.markdown("**Everything, as JSON**")
        st.caption("Profile, weights, releases, adversaries, plans and settings: what the sidebar saves as a copy.")
        _save("Save everything", "json", agreed, True, lambda: workspace_to_json(workspace).encode(), "my-leakage.json")
    with table.container(border=True, height="stretch"):
        st.markdown("**One table, as CSV**")
        _table(workspace, agreed)


def _table(workspace: Workspace, agreed: bool) -> None:
    key: str = st.selectbox(
        "Which table?",
        list(_TABLES),
        format_func=lambda key: _TABLES[key][0],
        key="export-table",
        persist_state="session",
    )
    _, size, write = _TABLES[key]
    rows = size(workspace)
    # Not in the options: the browser keeps the chosen one's label as it was.
    _save(f"Save {count(rows, 'row')}", "csv", agreed, rows > 0, lambda: write(workspace), f"{key}.csv")


def _save(label: str, kind: str, agreed: bool, filled: bool, write: Callable[[], bytes], file_name: str) -> None:
    why = None if agreed else "Tick the box above first."
    st.download_button(
        label,
        write,
        file_name=file_name,
        mime="application/json" if kind == "json" else "text/csv",
        key=f"export-{kind}",
        on_click="ignore",
        disabled=not (agreed and filled),
        help=why if filled else "There is nothing in it yet.",
        icon=":material/download:",
    )
