"""Releases, past or planned, as editable tables: the matrix, the values that are not the person's, the list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import pandas as pd
import streamlit as st

from leakage.workspace.release_list import read_releases
from leakage.workspace.validation import (
    matrix_of,
    own_values_of,
    read_matrix,
    read_own_values,
)
from leakage.workspace.workspace import Release, Workspace
from pages.ui import frame, state, tables

MOST_COLUMNS = 24


@dataclass(frozen=True)
class Kind:
    """Which releases of a workspace a table shows: the past ones or the planned ones."""

    field: Literal["releases", "plans"]
    noun: str

    def of(self, workspace: Workspace) -> tuple[Release, ...]:
        releases: tuple[Release, ...] = getattr(workspace, self.field)
        return releases

    def put(self, workspace: Workspace, releases: Sequence[Release]) -> Workspace:
        return replace(workspace, **{self.field: tuple(releases)})


PAST = Kind("releases", "release")
PLANNED = Kind("plans", "alternative")


def choose_shown(workspace: Workspace, kind: Kind) -> tuple[Release, ...]:
    """Which releases the matrix shows: all of a few, else those of the recipients picked."""
    if len(kind.of(workspace)) <= MOST_COLUMNS:
        return kind.of(workspace)
    picked = st.multiselect(
        f"The matrix shows up to {MOST_COLUMNS} releases. Whose?",
        workspace.recipients,
        default=workspace.recipients[0],
        key="matrix-recipients",
        persist_state="session",
    )
    return tuple(r for r in kind.of(workspace) if r.recipient in picked)[:MOST_COLUMNS]


def edit_matrix(workspace: Workspace, kind: Kind, shown: Sequence[Release]) -> None:
    """Facts by releases; a cell is the recipient's confidence, an empty one means not given."""
    columns = {release.name: matrix_of(workspace.profile, release) for release in shown}
    # The two describing columns get names no release can have: a release's name is never empty or blank.
    facts = {
        " ": [workspace.display_name(label) for label, _ in workspace.profile],
        "  ": [value for _, value in workspace.profile],
    }
    typed = {name: pd.Series(cells, dtype=float) for name, cells in columns.items()}
    name = f"{kind.field}-matrix"
    edited, _ = tables.edit_table(
        name,
        (workspace.profile, tuple(shown)),
        pd.DataFrame({**facts, **typed}),
        hide_index=True,
        height="content" if len(workspace.profile) < 40 else 900,
        row_height=30,
        placeholder="",
        alt="Which fact was given in which release, with the recipient's confidence",
        column_config=_matrix_columns(shown),
    )
    cells = {release.name: edited[release.name].tolist() for release in shown}
    reading = read_matrix(workspace.profile, tuple(shown), cells)
    frame.problems(reading.problems)
    by_name = {release.name: release for release in reading.releases}
    changed = kind.put(workspace, [by_name.get(release.name, release) for release in kind.of(workspace)])
    tables.settle(name, (workspace.profile, reading.releases))
    state.commit(changed, f"edit a {kind.noun}")


def _matrix_columns(shown: Sequence[Release]) -> dict[str, object]:
    fixed = {
        " ": st.column_config.TextColumn("Fact", disabled=True, pinned=True, width=130),
        "  ": st.column_config.TextColumn("Your value", disabled=True, pinned=True, width=150),
    }
    given = {release.name: st.column_config.NumberColumn(release.name, format="plain", width=110) for release in shown}
    return {**fixed, **given}


def edit_others(workspace: Workspace, kind: Kind) -> None:
    """Values of releases that are not the person's: release, label, value, confidence."""
    releases = kind.of(workspace)
    name = f"{kind.field}-others"
    rows = own_values_of(releases, workspace.profile)
    held = pd.DataFrame(rows, columns=["release", "label", "value", "confidence"])
    edited, _ = tables.edit_table(
        name,
        (workspace.profile, releases),
        held.astype({"release": object, "label": object, "value": object, "confidence": float}),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt="Values in releases that are not yours",
        column_config={
            "release": st.column_config.SelectboxColumn(
                kind.noun.capitalize(), options=[release.name for release in releases], width="medium"
            ),
            "label": st.column_config.TextColumn("What it claims to be", width="medium"),
            "value": st.column_config.TextColumn("The value given", width="medium"),
            "confidence": st.column_config.NumberColumn(
                "Confidence", help="How sure the recipient is, from 0 to 1; empty means 1.", width="small"
            ),
        },
    )
    reading = read_own_values(tables.rows_of(edited), releases, workspace.profile)
    frame.problems(reading.problems)
    tables.settle(name, (workspace.profile, reading.releases))
    state.commit(kind.put(workspace, reading.releases), "edit values that are not mine")


def edit_list(workspace: Workspace, kind: Kind) -> None:
    """Names, recipients and dates; rows can be removed."""
    releases = kind.of(workspace)
    held = pd.DataFrame(
        [(number, r.name, r.recipient, r.date) for number, r in enumerate(releases)],
        columns=["number", "name", "recipient", "date"],
    )
    edited, _ = tables.edit_table(
        kind.field,
        releases,
        held.astype({"name": object, "recipient": object, "date": object}),
        num_rows="delete",
        hide_index=True,
        placeholder="",
        alt="Your releases: name, recipient and date",
        column_config={
            "number": None,
            "name": st.column_config.TextColumn("Name", width="large"),
            "recipient": st.column_config.TextColumn("Recipient", width="medium"),
            "date": st.column_config.TextColumn("Date", help="Like 2026-01-31; may stay empty.", width="small"),
        },
    )
    reading = read_releases(tables.rows_of(edited), releases)
    frame.problems(reading.problems)
    tables.settle(kind.field, reading.releases)
    state.commit(kind.put(workspace, reading.releases), f"edit the list of {kind.noun}s")
