"""Recipients under other names."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from leakage.workspace.forms.recipients import read_recipients
from leakage.workspace.workspace import Workspace
from pages.shell import workspace_table
from pages.shell.editable_table import Edited
from pages.shell.workspace_table import Taken

_RECIPIENTS = "recipients"


def rename(workspace: Workspace) -> None:
    """The recipients with how many releases each has; a name can be typed over."""
    names = workspace.recipient_names
    given = [release.recipient for release in workspace.releases]
    held = pd.DataFrame({"name": list(names), "releases": [given.count(name) for name in names]})

    def take(edited: Edited) -> Taken:
        changed, problems = read_recipients(edited.rows, workspace)
        return Taken(changed, changed.recipient_names, problems)

    workspace_table.edit(
        workspace,
        _RECIPIENTS,
        names,
        held.astype({"name": object}),
        take,
        "rename a recipient",
        num_rows="fixed",
        hide_index=True,
        disabled=["releases"],
        alt="Your recipients: name and number of releases",
        column_config={
            "name": st.column_config.TextColumn("Recipient", width="large"),
            "releases": st.column_config.NumberColumn("Releases", width="small"),
        },
    )
