"""The profile as an editable table."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.measure.weights import weight_of
from leakage.workspace.validation import read_profile
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Workspace
from pages.ui import frame, state, tables
from pages.ui.words import count

_NAME = "profile"


def total_weight(workspace: Workspace) -> float:
    """The weight of all facts of the profile together."""
    return sum(weight_of(label, workspace.weight_map) for label, _ in workspace.profile)


def _weights(workspace: Workspace) -> list[float | None]:
    """The weight of each label at its first row; a label weighs the same in all its rows."""
    seen: set[str] = set()
    shown: list[float | None] = []
    for label, _ in workspace.profile:
        shown.append(None if label in seen else weight_of(label, workspace.weight_map))
        seen.add(label)
    return shown


def suggest_rows(workspace: Workspace) -> None:
    """A quick way to add rows: pick labels, fill in the values."""
    used = {label for label, _ in workspace.profile}
    picked = st.multiselect(
        "Add rows for",
        [suggestion.label for suggestion in LABELS],
        format_func=lambda label: f"{label} (again)" if label in used else label,
        key="profile-labels",
        placeholder="Pick what there is to know about you",
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
    tables.append_rows(_NAME, [{"label": label, "value": None, "weight": None} for label in labels])
    st.session_state["profile-labels"] = []


def edit(workspace: Workspace) -> None:
    """Show the profile for editing; what can be used of it becomes the profile."""
    shown = pd.DataFrame(
        {
            "label": pd.Series([label for label, _ in workspace.profile], dtype=object),
            "value": pd.Series([value for _, value in workspace.profile], dtype=object),
            "weight": pd.Series(_weights(workspace), dtype=float),
        }
    )
    suggestions = [suggestion.label for suggestion in LABELS]
    edited = tables.edit_table(
        _NAME,
        _model(workspace),
        shown,
        num_rows="dynamic",
        hide_index=True,
        height="content" if len(shown) < 30 else 900,
        placeholder="",
        alt="Your profile: label, value and weight of every fact",
        column_config={
            "label": st.column_config.TextColumn(
                "What it is",
                help=f"Suggestions: {', '.join(suggestions)}. Any other word will do.",
                width="medium",
            ),
            "value": st.column_config.TextColumn(
                "Your value", help="The true value, or a nickname for it.", width="large"
            ),
            "weight": st.column_config.NumberColumn(
                "Weight",
                help="How much this label matters to you; empty takes the suggested weight.",
                width="small",
            ),
        },
    )
    if edited.touched:
        reading = read_profile(edited.rows)
        frame.problems(reading.problems)
        changed = replace(workspace, profile=reading.profile, weights=reading.weights)
        tables.settle(_NAME, _model(changed), tables.left_over(edited, reading.problems))
        state.commit(changed, "edit the profile")


def show_suggestions() -> None:
    """The suggested labels with their weights and reasons."""
    st.dataframe(
        pd.DataFrame(
            [(s.label, s.weight, s.reason, s.example) for s in LABELS],
            columns=["Label", "Weight", "Why", "For example"],
        ),
        hide_index=True,
        alt="Suggested labels, their weights and the reasons",
    )


def _model(workspace: Workspace) -> tuple[object, ...]:
    return (workspace.profile, workspace.weights)
