"""How far the deletion of each account is, editable; with or without a letter."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.workspace.requests.states import marked
from leakage.workspace.workspace import ERASURE_STATUSES, Workspace
from pages.decide.requests import text
from pages.kit import editing
from pages.kit.editing import Taken


def show_statuses(workspace: Workspace) -> None:
    """What was asked for, done or refused, and what has ended, account by account."""
    with st.expander(text.STATUSES, icon=":material/checklist:"):
        st.markdown(text.STATUSES_HELP)
        _edit(workspace)


def _edit(workspace: Workspace) -> None:
    releases = workspace.releases
    held = pd.DataFrame(
        {
            "name": [release.name for release in releases],
            "recipient": [release.recipient for release in releases],
            "status": [release.erasure or text.NOT_ASKED for release in releases],
            "ended": [release.ended for release in releases],
        }
    ).astype(object)
    editing.edit(
        workspace,
        "erasure-status",
        _model(workspace),
        held,
        lambda edited: _take(workspace, [(str(row["status"]), bool(row["ended"])) for row in edited.rows]),
        "mark deletions",
        num_rows="fixed",
        hide_index=True,
        disabled=["name", "recipient"],
        alt="How far the deletion of each account is",
        column_config={
            "name": st.column_config.TextColumn(text.ACCOUNT),
            "recipient": st.column_config.TextColumn(text.HOLDER),
            "status": st.column_config.SelectboxColumn(
                text.DELETION, options=[text.NOT_ASKED, *ERASURE_STATUSES], required=True
            ),
            "ended": st.column_config.CheckboxColumn(text.ENDED, required=True, help=text.ENDED_HELP),
        },
    )


def _model(workspace: Workspace) -> tuple[object, ...]:
    given = [(release.name, release.recipient, release.erasure, release.ended) for release in workspace.releases]
    return tuple(given)


def _take(workspace: Workspace, rows: list[tuple[str, bool]]) -> Taken:
    statuses = [status for status, _ in rows]
    ended = (replace(r, ended=has) for r, (_, has) in zip(workspace.releases, rows, strict=True))
    after = replace(workspace, releases=tuple(ended))
    for status in (None, *ERASURE_STATUSES):
        marked_so = [r for r, now in zip(after.releases, statuses, strict=True) if now == (status or text.NOT_ASKED)]
        after = marked(after, marked_so, status)
    return Taken(after, _model(after))
