"""The profile as an editable table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.measure.weights import weight_of
from leakage.workspace.forms.profile import read_facts, waits
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Workspace
from pages.shell import editable_table, session
from pages.shell import frame as workspace_table
from pages.shell.editable_table import Edited
from pages.shell.frame import Taken
from pages.shell.words import count

_NAME = "profile"
FIRST = ("Name", "Email", "Phone", "Address", "Date of birth")
"""What an empty profile asks for."""


def total_weight(workspace: Workspace) -> float:
    """The weight of all facts of the profile together."""
    return sum(weight_of(label, workspace.weight_map) for label, _ in workspace.profile)


def suggest_rows(workspace: Workspace) -> None:
    """A quick way to add rows: pick labels, fill in the values."""
    used = {label for label, _ in workspace.profile}
    picked = st.multiselect(
        "Add rows for",
        [suggestion.label for suggestion in LABELS],
        format_func=lambda label: f"{label} (again)" if label in used else label,
        key="profile-labels",
        placeholder="Pick what there is to know about you",
        # Else Enter takes all labels that are spelled a little like what was typed.
        select_all=False,
        filter_mode="contains",
    )
    st.button(
        f"Add {count(len(picked), 'row')}",
        key="profile-add",
        icon=":material/add:",
        disabled=not picked,
        help=None if picked else "Pick one kind of fact or several first.",
        on_click=_add_rows,
        args=(picked,),
    )


def _add_rows(labels: list[str]) -> None:
    editable_table.append_rows(_NAME, [{"label": label, "value": None} for label in labels])
    session.put("profile-labels", [])


def edit(workspace: Workspace) -> None:
    """Show the profile for editing; what can be used of it becomes the profile."""
    facts: Sequence[tuple[str, str | None]] = workspace.profile or [(label, None) for label in FIRST]
    shown = pd.DataFrame(facts, columns=["label", "value"]).astype(object)
    workspace_table.edit(
        workspace,
        _NAME,
        workspace.profile,
        shown,
        lambda edited: _take(workspace, edited),
        "edit the profile",
        carry=_with_rows,
        num_rows="dynamic",
        hide_index=True,
        height="content" if len(shown) < 30 else 900,
        placeholder="",
        alt="Your profile: label and value of every fact",
        column_config={
            "label": st.column_config.TextColumn(
                "What it is", help="Any word will do; the list above has suggestions.", width="medium"
            ),
            "value": st.column_config.TextColumn(
                "Your value", help="The true value, or a nickname for it.", width="large"
            ),
        },
    )


def _take(workspace: Workspace, edited: Edited) -> Taken:
    weights = {label: weight_of(label, workspace.weight_map) for label, _ in workspace.profile}
    reading = read_facts(edited.rows, {**workspace.weight_map, **weights})
    refused = editable_table.left_over(edited, reading.problems)
    waiting = edited.frame[[waits(row) for row in edited.rows]]
    changed = replace(workspace, profile=reading.profile, weights=reading.weights)
    return Taken(changed, reading.profile, reading.problems, pd.concat([refused, waiting]))


def _with_rows(frame: pd.DataFrame, left: pd.DataFrame) -> pd.DataFrame:
    """A table taken anew with the rows that were left; what it has a row for by now waits no more."""
    there = set(frame["label"])
    still = [not (waits(row) and row["label"] in there) for row in editable_table.rows_of(left)]
    return editable_table.with_rows(frame, left[still])
