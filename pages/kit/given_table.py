"""Which fact was given in which release: all releases as a matrix, or one release at a time, by ticks or in words."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from leakage.workspace.forms.given import is_understood, read_ticks
from leakage.workspace.forms.matrix import matrix_of, read_matrix
from leakage.workspace.forms.problem import Problem
from leakage.workspace.forms.short_names import short_names
from leakage.workspace.workspace import Release, Workspace
from pages.kit import given_columns
from pages.kit.given_columns import CellOf, Style
from pages.kit.releases_table import Kind
from pages.shell import session, workspace_table
from pages.shell.editable_table import Edited
from pages.shell.workspace_table import Taken

MOST_COLUMNS = 24
_ALL, _SINGLE = "All at once", "One at a time"
_STYLES: dict[Style, str] = {"ticks": "Given", "unsure": "Given or unsure", "surety": "How sure"}
SURETY_HELP = "Write x or yes for sure, a number such as 0.6, 0,6 or 60 %, and ? for unsure. Empty means not given."


@dataclass(frozen=True)
class _Form:
    """A table in which the person says what was given.

    Arguments:
        kind: past releases or planned ones.
        style: what it asks.
        place: of the release, where it has one only.
    """

    kind: Kind
    style: Style
    place: int | None = None

    @property
    def name(self) -> str:
        return f"{self.kind.field}-{self.style}{'' if self.place is None else f'-{self.place}'}"


def edit(workspace: Workspace, kind: Kind) -> None:
    """Let the person say what was given: as a matrix, and on a narrow screen one release at a time."""
    style, layout = _choose(kind)
    if style == "surety":
        st.caption(SURETY_HELP)
    if layout == _ALL:
        with st.container(key=f"{kind.field}-all-at-once"):
            _edit_matrix(workspace, _Form(kind, style))
    # Where all are shown at once, the style sheet shows this in their place on a narrow screen.
    with st.container(key=f"{kind.field}-{'narrow' if layout == _ALL else 'single'}"):
        release = _choose_release(kind, kind.of(workspace))
        _edit_single(workspace, _Form(kind, style, kind.of(workspace).index(release)), release)


def _choose(kind: Kind) -> tuple[Style, str]:
    with st.container(horizontal=True, vertical_alignment="center"):
        style: Style = st.segmented_control(
            "What the table asks",
            list(_STYLES),
            format_func=lambda style: _STYLES[style],
            default="ticks",
            required=True,
            label_visibility="collapsed",
            key=f"{kind.field}-style",
            persist_state="session",
        )
        with st.container(key=f"{kind.field}-layout", width="content"):
            layout: str = st.segmented_control(
                f"How many {kind.noun}s are shown",
                [_ALL, _SINGLE],
                default=_ALL,
                required=True,
                label_visibility="collapsed",
                key=f"{kind.field}-at-once",
                persist_state="session",
            )
    return style, layout


def _choose_shown(workspace: Workspace, kind: Kind) -> tuple[Release, ...]:
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
        select_all=False,
    )
    return tuple(r for r in kind.of(workspace) if r.recipient in picked)[:MOST_COLUMNS]


def _choose_release(kind: Kind, releases: Sequence[Release]) -> Release:
    names = [release.name for release in releases]
    key = f"{kind.field}-single-release"
    if session.get(key) not in names:
        session.put(key, names[-1])
    name = st.selectbox(f"Which {kind.noun}?", names, key=key, persist_state="session")
    return releases[names.index(name)]


def _edit_matrix(workspace: Workspace, form: _Form) -> None:
    """Facts by releases."""
    shown = _choose_shown(workspace, form.kind)
    width = given_columns.width_of(len(shown), form.style)
    short = short_names([release.name for release in shown], given_columns.heading_of(width))
    columns = [given_columns.of_release(n, short[n], r.name, form.style, width) for n, r in enumerate(shown)]
    _edit(
        workspace,
        form,
        shown,
        alt="Which fact was given in which release",
        column_config={**given_columns.FACTS, **dict(ChainMap(*columns))},
    )


def _edit_single(workspace: Workspace, form: _Form, release: Release) -> None:
    """The facts of one release."""
    _edit(
        workspace,
        form,
        [release],
        alt="Which fact was given in the release chosen",
        column_order=["fact", "r0", "u0", "value"],
        column_config={**given_columns.FACTS, **given_columns.of_single(form.style)},
    )


def _edit(workspace: Workspace, form: _Form, shown: Sequence[Release], **options: object) -> None:
    def take(edited: Edited) -> Taken:
        cells = {release.name: _cells(workspace, edited.frame, form, n, release) for n, release in enumerate(shown)}
        after, problems = _read(workspace, form, shown, cells)
        changed = [release for release in form.kind.of(after) if release.name in cells]
        return Taken(after, _model(after, changed), problems, _left(workspace, cells))

    workspace_table.edit(
        workspace,
        form.name,
        _model(workspace, shown),
        given_columns.matrix(workspace, shown, form.style),
        take,
        f"edit a {form.kind.noun}",
        carry=lambda frame, left: _with_cells(frame, left, _places(workspace, shown)),
        hide_index=True,
        height="content" if len(workspace.profile) < 40 else 900,
        placeholder="",
        **options,
    )


def _cells(workspace: Workspace, edited: pd.DataFrame, form: _Form, n: int, release: Release) -> list[object]:
    """What the cells of a release say: words as they stand, ticks as the confidence they mean."""
    given = edited[f"r{n}"].tolist()
    if form.style == "surety":
        return given
    unsure = edited[f"u{n}"].tolist() if f"u{n}" in edited else [False] * len(given)
    held = matrix_of(workspace.profile, release)
    return [read_ticks(bool(g), bool(u), kept) for g, u, kept in zip(given, unsure, held, strict=True)]


def _read(
    workspace: Workspace, form: _Form, shown: Sequence[Release], cells: Mapping[str, Sequence[object]]
) -> tuple[Workspace, tuple[Problem, ...]]:
    """The workspace as the cells say, and what could not be read."""
    reading = read_matrix(workspace.profile, tuple(shown), cells)
    by_name = {release.name: release for release in reading.releases}
    releases = [by_name.get(release.name, release) for release in form.kind.of(workspace)]
    return form.kind.put(workspace, releases), tuple(reading.problems)


def _model(workspace: Workspace, shown: Sequence[Release]) -> tuple[object, ...]:
    """What a table shows: the profile, and of each release what it says of the profile."""
    return (workspace.profile, tuple((r.name, tuple(matrix_of(workspace.profile, r))) for r in shown))


def _left(workspace: Workspace, cells: Mapping[str, Sequence[object]]) -> dict[CellOf, object]:
    """The cells that could not be taken over, by fact and release."""
    return {
        (pair, name): cell
        for name, column in cells.items()
        for pair, cell in zip(workspace.profile, column, strict=True)
        if not is_understood(cell)
    }


def _places(workspace: Workspace, shown: Sequence[Release]) -> dict[CellOf, tuple[int, str]]:
    """Where the cell of a fact and a release stands: row and column."""
    return {
        (pair, release.name): (row, f"r{n}")
        for n, release in enumerate(shown)
        for row, pair in enumerate(workspace.profile)
    }


def _with_cells(
    frame: pd.DataFrame, left: Mapping[CellOf, Any], places: Mapping[CellOf, tuple[int, str]]
) -> pd.DataFrame:
    """A table taken anew with the cells put back that could not be taken over before."""
    carried = frame.copy()
    for cell, value in left.items():
        if cell in places:
            carried.loc[places[cell]] = value
    return carried
