"""Releases, past or planned, as editable tables: the matrix, the values that are not the person's, the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st

from leakage.record import Pair
from leakage.workspace.release_list import Field, read_list
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

    field: Field
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
    recipients = list(dict.fromkeys(release.recipient for release in kind.of(workspace)))
    picked = st.multiselect(
        f"The matrix shows up to {MOST_COLUMNS} releases. Whose?",
        recipients,
        default=recipients[0],
        key=f"{kind.field}-matrix-recipients",
        persist_state="session",
    )
    return tuple(r for r in kind.of(workspace) if r.recipient in picked)[:MOST_COLUMNS]


def edit_matrix(workspace: Workspace, kind: Kind, shown: Sequence[Release]) -> None:
    """Facts by releases; a cell is the recipient's confidence, an empty one means not given."""
    name = f"{kind.field}-matrix"
    edited = tables.edit_table(
        name,
        _given(workspace, shown),
        _matrix(workspace, shown),
        carry=lambda frame, left: _with_cells(frame, left, workspace, shown),
        hide_index=True,
        height="content" if len(workspace.profile) < 40 else 900,
        row_height=30,
        placeholder="",
        alt="Which fact was given in which release, with the recipient's confidence",
        column_config=_matrix_columns(shown),
    )
    if not edited.touched:
        return
    cells = {release.name: edited.frame[f"r{n}"].tolist() for n, release in enumerate(shown)}
    reading = read_matrix(workspace.profile, tuple(shown), cells)
    frame.problems(reading.problems)
    by_name = {release.name: release for release in reading.releases}
    changed = kind.put(workspace, [by_name.get(release.name, release) for release in kind.of(workspace)])
    accepted = _matrix(workspace, reading.releases)
    tables.settle(name, _given(workspace, reading.releases), _refused(edited.frame, accepted, workspace, shown))
    state.commit(changed, f"edit a {kind.noun}")


def _given(workspace: Workspace, shown: Sequence[Release]) -> tuple[object, ...]:
    """What the matrix shows: the profile, and of each release what it says of the profile."""
    return (workspace.profile, tuple((r.name, tuple(matrix_of(workspace.profile, r))) for r in shown))


def _matrix(workspace: Workspace, shown: Sequence[Release]) -> pd.DataFrame:
    # Columns are called by their place: a release may have any name, and the editor keeps some for itself.
    facts = {
        "fact": pd.Series([workspace.display_name(label) for label, _ in workspace.profile], dtype=object),
        "value": pd.Series([value for _, value in workspace.profile], dtype=object),
    }
    cells = {f"r{n}": pd.Series(matrix_of(workspace.profile, r), dtype=float) for n, r in enumerate(shown)}
    return pd.DataFrame({**facts, **cells})


def _refused(
    edited: pd.DataFrame, accepted: pd.DataFrame, workspace: Workspace, shown: Sequence[Release]
) -> dict[tuple[Pair, str], float]:
    """The cells that could not be taken over, by fact and release."""
    return {
        (pair, release.name): edited[f"r{n}"].iloc[row]
        for n, release in enumerate(shown)
        for row, pair in enumerate(workspace.profile)
        if pd.notna(edited[f"r{n}"].iloc[row]) and edited[f"r{n}"].iloc[row] != accepted[f"r{n}"].iloc[row]
    }


def _with_cells(
    frame: pd.DataFrame, left: dict[tuple[Pair, str], float], workspace: Workspace, shown: Sequence[Release]
) -> pd.DataFrame:
    """A matrix taken anew with the cells put back that could not be taken over before."""
    carried = frame.copy()
    for n, release in enumerate(shown):
        for row, pair in enumerate(workspace.profile):
            if (pair, release.name) in left:
                carried.loc[row, f"r{n}"] = left[(pair, release.name)]
    return carried


def _matrix_columns(shown: Sequence[Release]) -> dict[str, object]:
    fixed = {
        "fact": st.column_config.TextColumn("Fact", disabled=True, pinned=True, width=130),
        "value": st.column_config.TextColumn("Your value", disabled=True, pinned=True, width=150),
    }
    given = {
        f"r{n}": st.column_config.NumberColumn(release.name, format="plain", width=110)
        for n, release in enumerate(shown)
    }
    return {**fixed, **given}


def edit_others(workspace: Workspace, kind: Kind) -> None:
    """Values of releases that are not the person's: release, label, value, confidence."""
    releases = kind.of(workspace)
    name = f"{kind.field}-others"
    rows = own_values_of(releases, workspace.profile)
    held = pd.DataFrame(rows, columns=["release", "label", "value", "confidence"])
    edited = tables.edit_table(
        name,
        _others(releases, rows),
        held.astype({"release": object, "label": object, "value": object, "confidence": float}),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt="Values in releases that are not yours",
        column_config={
            "release": st.column_config.SelectboxColumn(
                kind.noun.capitalize(), options=[release.name for release in releases], width=180
            ),
            "label": st.column_config.TextColumn("What it claims to be", width=180),
            "value": st.column_config.TextColumn("The value given", width=240),
            "confidence": st.column_config.NumberColumn(
                "Confidence", help="How sure the recipient is, from 0 to 1; empty means 1.", width=110
            ),
        },
    )
    if not edited.touched:
        return
    reading = read_own_values(edited.rows, releases, workspace.profile)
    frame.problems(reading.problems)
    accepted = own_values_of(reading.releases, workspace.profile)
    tables.settle(name, _others(releases, accepted), tables.left_over(edited, reading.problems))
    state.commit(kind.put(workspace, reading.releases), "edit values that are not mine")


def edit_list(workspace: Workspace, kind: Kind) -> None:
    """Names, recipients and dates; rows can be removed."""
    releases = kind.of(workspace)
    held = pd.DataFrame(
        [(number, r.name, r.recipient, r.date) for number, r in enumerate(releases)],
        columns=["number", "name", "recipient", "date"],
    )
    edited = tables.edit_table(
        kind.field,
        _named(releases),
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
    if not edited.touched:
        return
    changed, problems = read_list(edited.rows, workspace, kind.field)
    frame.problems(problems)
    # Rows know their release by its place: where one was removed the table is taken anew.
    if len(kind.of(changed)) == len(releases):
        tables.settle(kind.field, _named(kind.of(changed)))
    state.commit(changed, f"edit the list of {kind.noun}s")


def _others(releases: Sequence[Release], rows: Sequence[Mapping[str, object]]) -> tuple[object, ...]:
    # The names belong to it: an editor whose choices change forgets what was typed.
    return (tuple(release.name for release in releases), tuple(tuple(row.values()) for row in rows))


def _named(releases: Sequence[Release]) -> tuple[tuple[str, str, str], ...]:
    return tuple((release.name, release.recipient, release.date) for release in releases)
