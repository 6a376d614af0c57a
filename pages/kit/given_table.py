"""Which fact was given in which release: all releases as a matrix, or one release at a time, by ticks or in words."""

from __future__ import annotations

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
from pages.kit.given_columns import CellOf
from pages.kit.releases_table import Kind
from pages.shell import editable_table, session, workspace_table
from pages.shell.editable_table import Edited
from pages.shell.workspace_table import Taken

MOST_COLUMNS = 24
HEADING = 9
"""Characters of a release's name that fit above its column."""
_ALL, _SINGLE = "All at once", "One at a time"


@dataclass(frozen=True)
class _Form:
    """A table in which the person says what was given.

    Arguments:
        kind: past releases or planned ones.
        name: of the table.
        sure: whether cells say how sure the recipient is, in words or numbers; else they are ticks.
    """

    kind: Kind
    name: str
    sure: bool


def edit(workspace: Workspace, kind: Kind) -> None:
    """Let the person say what was given: as a matrix, and on a narrow screen one release at a time."""
    sure, layout = _choose(kind)
    style = "surety" if sure else "ticks"
    if layout == _ALL:
        with st.container(key=f"{kind.field}-all-at-once"):
            _edit_matrix(workspace, _Form(kind, f"{kind.field}-{style}", sure))
    # Where all are shown at once, the style sheet shows this in their place on a narrow screen.
    with st.container(key=f"{kind.field}-{'narrow' if layout == _ALL else 'single'}"):
        release = _choose_release(kind, kind.of(workspace))
        place = kind.of(workspace).index(release)
        _edit_single(workspace, _Form(kind, f"{kind.field}-{style}-{place}", sure), release)


def _choose(kind: Kind) -> tuple[bool, str]:
    with st.container(horizontal=True, vertical_alignment="center"):
        sure: bool = st.toggle(
            "Say how sure they are", key=f"{kind.field}-sure", persist_state="session", help=given_columns.SURE_HELP
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
    return sure, layout


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
    """Facts by releases; a cell is a tick, or how sure the recipient is."""
    shown = _choose_shown(workspace, form.kind)
    short = short_names([release.name for release in shown], HEADING)

    def take(edited: Edited) -> Taken:
        cells = {release.name: edited.frame[f"r{n}"].tolist() for n, release in enumerate(shown)}
        after, problems = _read(workspace, form, shown, cells)
        changed = _named(form.kind, after, cells)
        fresh = given_columns.matrix(after, changed, form.sure)
        model = _model_taken(form, edited.frame, fresh, _model(after, changed))
        return Taken(after, model, problems, _left(workspace, cells))

    workspace_table.edit(
        workspace,
        form.name,
        _model(workspace, shown),
        given_columns.matrix(workspace, shown, form.sure),
        take,
        f"edit a {form.kind.noun}",
        carry=lambda frame, left: _with_cells(frame, left, _places(workspace, shown)),
        **_options(workspace),
        alt="Which fact was given in which release",
        column_config={
            **given_columns.FACTS,
            **given_columns.UNSURE_OF,
            **{f"r{n}": given_columns.of_release(short[n], r.name, form.sure) for n, r in enumerate(shown)},
        },
    )


def _edit_single(workspace: Workspace, form: _Form, release: Release) -> None:
    """The facts of one release, by two ticks or in words."""

    def take(edited: Edited) -> Taken:
        cells = {release.name: _given(workspace, release, edited.frame, form.sure)}
        after, problems = _read(workspace, form, [release], cells)
        [changed] = _named(form.kind, after, cells)
        fresh = given_columns.single(after, changed, form.sure)
        model = _model_taken(form, edited.frame, fresh, _model(after, [changed]))
        return Taken(after, model, problems, _left(workspace, cells))

    workspace_table.edit(
        workspace,
        form.name,
        _model(workspace, [release]),
        given_columns.single(workspace, release, form.sure),
        take,
        f"edit a {form.kind.noun}",
        carry=lambda frame, left: _with_cells(frame, left, _places(workspace, [release], "given")),
        **_options(workspace),
        alt="Which fact was given in the release chosen",
        column_order=["fact", "given", "unsure", "value"],
        column_config={**given_columns.FACTS, **given_columns.of_single(form.sure)},
    )


def _given(workspace: Workspace, release: Release, edited: pd.DataFrame, sure: bool) -> list[object]:
    if sure:
        return list(edited["given"])
    ticks = zip(edited["given"], edited["unsure"], matrix_of(workspace.profile, release), strict=True)
    return [read_ticks(bool(given), bool(unsure), kept) for given, unsure, kept in ticks]


def _read(
    workspace: Workspace, form: _Form, shown: Sequence[Release], cells: Mapping[str, Sequence[object]]
) -> tuple[Workspace, tuple[Problem, ...]]:
    """The workspace as the cells say, and what could not be read."""
    reading = read_matrix(workspace.profile, tuple(shown), cells)
    by_name = {release.name: release for release in reading.releases}
    releases = [by_name.get(release.name, release) for release in form.kind.of(workspace)]
    return form.kind.put(workspace, releases), tuple(reading.problems)


def _named(kind: Kind, workspace: Workspace, names: Mapping[str, object]) -> list[Release]:
    return [release for release in kind.of(workspace) if release.name in names]


def _model_taken(
    form: _Form, edited: pd.DataFrame, fresh: pd.DataFrame, model: tuple[object, ...]
) -> tuple[object, ...] | None:
    """Words stay as they were typed. A tick may set or clear another one: then the table is taken anew."""
    agrees = form.sure or editable_table.rows_of(edited) == editable_table.rows_of(fresh)
    return model if agrees else None


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


def _places(workspace: Workspace, shown: Sequence[Release], column: str = "") -> dict[CellOf, tuple[int, str]]:
    """Where the cell of a fact and a release stands: row and column."""
    return {
        (pair, release.name): (row, column or f"r{n}")
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


def _options(workspace: Workspace) -> dict[str, object]:
    height = "content" if len(workspace.profile) < 40 else 900
    return {"hide_index": True, "height": height, "row_height": 30, "placeholder": ""}
