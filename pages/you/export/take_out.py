"""Taking out: a report for people first, then plain files after a warning."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import streamlit as st

from leakage.workspace.csv_files import background_to_csv, profile_to_csv, releases_to_csv
from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.report.render import ReportFigures, pooled_of, report
from leakage.workspace.saved_copy import workspace_to_json
from leakage.workspace.workspace import Workspace
from pages.app import figures, knowledge
from pages.app.words import count
from pages.kit import shared_figures
from pages.you.export import text

_TABLES: dict[str, tuple[str, Callable[[Workspace], int], Callable[[Workspace], bytes]]] = {
    "releases": (text.ACCOUNTS, lambda work: len(work.releases), lambda work: releases_to_csv(work.releases)),
    "profile": (text.PROFILE, lambda work: len(work.profile), profile_to_csv),
    "planned": (text.PLANS, lambda work: len(work.plans), lambda work: releases_to_csv(work.plans)),
    "background": (
        text.OTHERS,
        lambda work: len(work.background),
        lambda work: background_to_csv(work.background),
    ),
}


def take_report(workspace: Workspace) -> None:
    """The report, made when it is asked for."""
    st.markdown(text.REPORT_HELP)
    shown = st.toggle(
        text.VALUES,
        key="report-values",
        help=text.VALUES_HELP,
    )
    most = knowledge.worst_pool(workspace) if workspace.profile else None
    made = st.button(
        text.MAKE,
        key="report-make",
        type="primary",
        icon=":material/description:",
        disabled=most is None,
        help=text.NEEDS if most is None else None,
    )
    if shown:
        st.caption(f":orange[:material/warning:] {text.WARNING}")
    if made and most:
        # It was asked for, with all that the pages leave alone where it takes long.
        parts = _figures(workspace, most)
        written = figures.run(lambda: report(parts, datetime.date.today(), shown))
        st.download_button(
            text.SAVE_REPORT,
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
    )


def take_plain(workspace: Workspace) -> None:
    """Plain files, once the person has said that they know what that means."""
    st.markdown(text.PLAIN_HELP)
    agreed = st.checkbox(text.WARNING, key="export-known")
    everything, table = st.columns(2, gap="medium")
    with everything.container(border=True, height="stretch"):
        st.markdown(f"**{text.JSON}**")
        st.caption(text.JSON_HELP)
        _save(text.SAVE_ALL, "json", agreed, True, lambda: workspace_to_json(workspace).encode(), "my-leakage.json")
    with table.container(border=True, height="stretch"):
        st.markdown(f"**{text.CSV}**")
        _table(workspace, agreed)


def _table(workspace: Workspace, agreed: bool) -> None:
    key: str = st.selectbox(
        text.WHICH_TABLE,
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
    why = None if agreed else text.TICK_FIRST
    st.download_button(
        label,
        write,
        file_name=file_name,
        mime="application/json" if kind == "json" else "text/csv",
        key=f"export-{kind}",
        on_click="ignore",
        disabled=not (agreed and filled),
        help=why if filled else text.EMPTY,
        icon=":material/download:",
    )
