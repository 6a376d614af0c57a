"""Releases, past or planned, as editable tables: the values that are not the person's, and the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st

from leakage.workspace.forms.matrix import own_values_of, read_own_values
from leakage.workspace.forms.releases import Field, read_list
from leakage.workspace.workspace import Release, Workspace
from pages.kit import growing_table
from pages.shell import workspace_table
from pages.shell.editable_table import Edited
from pages.shell.workspace_table import Taken


@dataclass(frozen=True)
class Kind:
    """Which releases of a workspace a table shows: the past ones or the planned ones."""

    field: Field
    noun: str

    def of(self, workspace: Workspace) -> tuple[Release, ...]:
        releases: tuple[Release, ...] = getattr(workspace, self.field)
        return releases

    def put(self, workspace: Workspace, releases: Sequence[Release]) -> Workspace:
        if self.field == "releases":
            return replace(workspace, releases=tuple(releases))
        return replace(workspace, plans=tuple(releases))


PAST = Kind("releases", "release")
PLANNED = Kind("plans", "alternative")


def edit_others(workspace: Workspace, kind: Kind) -> None:
    """Values of releases that are not the person's: release, label, value, confidence."""
    releases = kind.of(workspace)
    name = f"{kind.field}-others"
    rows = own_values_of(releases, workspace.profile)

    def take(edited: Edited) -> Taken:
        reading = read_own_values(edited.rows, releases, workspace.profile)
        accepted = own_values_of(reading.releases, workspace.profile)
        return Taken(kind.put(workspace, reading.releases), _others(releases, accepted), reading.problems)

    growing_table.edit(
        workspace,
        name,
        _others(releases, rows),
        rows,
        {
            "release": st.column_config.SelectboxColumn(
                kind.noun.capitalize(), options=[release.name for release in releases], width=180
            ),
            "label": st.column_config.TextColumn("What it claims to be", width=180),
            "value": st.column_config.TextColumn("The value given", width=240),
            "confidence": st.column_config.NumberColumn(
                "Confidence", help="How sure the recipient is, from 0 to 1; empty means 1.", width=110
            ),
        },
        "Values in releases that are not yours",
        take,
        "edit values that are not mine",
        {"confidence": float},
    )


def edit_list(workspace: Workspace, kind: Kind) -> None:
    """Names, recipients and dates; rows can be removed."""
    releases = kind.of(workspace)
    held = pd.DataFrame(
        [(number, r.name, r.recipient, r.date) for number, r in enumerate(releases)],
        columns=["number", "name", "recipient", "date"],
    )

    def take(edited: Edited) -> Taken:
        changed, problems = read_list(edited.rows, workspace, kind.field)
        # Rows know their release by its place: where one was removed the table is taken anew.
        whole = len(kind.of(changed)) == len(releases)
        return Taken(changed, _named(kind.of(changed)) if whole else None, problems)

    workspace_table.edit(
        workspace,
        kind.field,
        _named(releases),
        held.astype({"name": object, "recipient": object, "date": object}),
        take,
        f"edit the list of {kind.noun}s",
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


def _others(releases: Sequence[Release], rows: Sequence[Mapping[str, object]]) -> tuple[object, ...]:
    # The names belong to it: an editor whose choices change forgets what was typed.
    return (tuple(release.name for release in releases), tuple(tuple(row.values()) for row in rows))


def _named(releases: Sequence[Release]) -> tuple[tuple[str, str, str], ...]:
    return tuple((release.name, release.recipient, release.date) for release in releases)
