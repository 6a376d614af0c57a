"""Which fact was given in which release: all releases as a matrix, or one at a time."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import pandas as pd
import streamlit as st

from leakage.record import Pair
from leakage.workspace.forms.cells import short_names
from leakage.workspace.forms.releases import (
    is_sure,
    is_understood,
    is_unsure,
    matrix_of,
    read_matrix,
    read_ticks,
    written,
)
from leakage.workspace.limits import InputProblem
from leakage.workspace.workspace import Release, Workspace
from pages.kit import editing
from pages.kit.editing import Edited, Taken
from pages.kit.tables import Kind, height_of

# The columns of the tables that say what was given: what stands in them, and how they are drawn.


CellOf: TypeAlias = tuple[Pair, str]
"""A fact, and the name of a release."""
PRESUMED_HELP = "The share of such places that ask for it. Tick it if they have it."
UNSURE_HELP = "They suspect it and are not sure."
Style: TypeAlias = Literal["ticks", "unsure", "surety"]
"""What a table asks: ticks, ticks for what is unsure as well, or how sure a recipient is, in words or numbers."""
LEAST_WIDTH, GREATEST_WIDTH, UNSURE_WIDTH = 110, 260, 50
_ROOM = 550
"""Pixels for all releases together, beside their facts in a window of 1,280."""
FACTS = {
    "fact": st.column_config.TextColumn("Fact", disabled=True, pinned=True, width=150),
    "value": st.column_config.TextColumn("Your value", disabled=True, pinned=True, width=160),
}


def matrix(workspace: Workspace, shown: Sequence[Release], style: Style) -> pd.DataFrame:
    """Facts by releases: a tick for what was given and, where anybody is or may be unsure, one for that beside it.

    Columns are called by their place: a release may have any name, and the editor keeps some for itself.
    """
    columns: dict[str, pd.Series] = {
        "fact": pd.Series([workspace.display_name(label) for label, _ in workspace.profile], dtype=object),
        "value": pd.Series([str(value) for _, value in workspace.profile], dtype=object),
    }
    for n, release in enumerate(shown):
        confidences = matrix_of(workspace.profile, release)
        if style == "surety":
            columns[f"r{n}"] = pd.Series([written(confidence) for confidence in confidences], dtype=object)
            continue
        columns[f"r{n}"] = pd.Series([is_sure(confidence) for confidence in confidences], dtype=bool)
        unsure = pd.Series([is_unsure(confidence) for confidence in confidences], dtype=bool)
        if style == "unsure" or unsure.any():
            columns[f"u{n}"] = unsure
    return pd.DataFrame(columns)


def presumed_column(workspace: Workspace, release: Release) -> list[str]:
    """Of every fact how probable it is that the recipient was asked for it; empty where nothing is presumed.

    >>> from leakage.record import Record
    >>> shop = Release("Shop", "Shop", Record(), presumed=(("Phone", 0.443), ("Name", 0.0)))
    >>> presumed_column(Workspace((("Phone", "1"), ("Name", "Ann")), releases=(shop,)), shop)
    ['44 %', '']
    """
    likely = {
        (label, workspace.presumable[label]): probability
        for label, probability in release.presumed
        if probability > 0.0 and label in workspace.presumable
    }
    return [f"{100 * likely[pair]:.0f} %" if pair in likely else "" for pair in workspace.profile]


def width_of(releases: int, style: Style) -> int:
    """The pixels of a release's column: a few get the room of many.

    >>> width_of(1, "ticks"), width_of(3, "ticks"), width_of(3, "unsure"), width_of(20, "surety")
    (260, 183, 133, 110)
    """
    beside = UNSURE_WIDTH if style == "unsure" else 0
    return max(LEAST_WIDTH, min(GREATEST_WIDTH, _ROOM // max(releases, 1) - beside))


def heading_of(width: int) -> int:
    """The characters of a release's name that fit above a column of so many pixels.

    >>> heading_of(110), heading_of(260)
    (9, 27)
    """
    return (width - 38) // 8


def of_release(n: int, short: str, name: str, style: Style, width: int) -> dict[str, Any]:
    """The columns of a release, under a short name; the whole one is told where the mouse rests."""
    help_text = None if short == name else as_code(name)
    if style == "surety":
        return {f"r{n}": st.column_config.TextColumn(short, help=help_text, width=width)}
    return {
        f"r{n}": st.column_config.CheckboxColumn(short, help=help_text, width=width),
        f"u{n}": st.column_config.CheckboxColumn("?", help=UNSURE_HELP, width=UNSURE_WIDTH),
    }


def of_single(style: Style) -> dict[str, Any]:
    """The columns of one release by itself."""
    # Beside what is to be ticked only the fact's name keeps its place: on a phone there is no room for more.
    value = {
        "value": st.column_config.TextColumn("Your value", disabled=True),
        "presumed": st.column_config.TextColumn("Likely", disabled=True, help=PRESUMED_HELP, width=90),
    }
    if style == "surety":
        return {**value, "r0": st.column_config.TextColumn("How sure", width=100)}
    return {
        **value,
        "r0": st.column_config.CheckboxColumn("Given", width=90),
        "u0": st.column_config.CheckboxColumn("Unsure", help=UNSURE_HELP, width=95),
    }


def as_code(name: str) -> str:
    """A name as a piece of code in markdown: nothing in it is read as markdown.

    >>> as_code("a`b"), as_code("")
    ('`` a`b ``', '')
    """
    flat = " ".join(name.split())
    fence = "`" * (1 + max(map(len, re.findall("`+", flat)), default=0))
    padding = " " if "`" in flat else ""
    return f"{fence}{padding}{flat}{padding}{fence}" if flat else ""


# Which fact was given in which release: all releases as a matrix, or one release at a time, by ticks or in words.


MOST_COLUMNS = 24
MOST_AT_FIRST = 6
"""Releases that are shown all at once before the person says how."""
MOST_ROWS = 12
"""Facts that are shown before the table scrolls."""
_ALL, _SINGLE = "All at once", "One at a time"
_STYLES: dict[Style, str] = {"ticks": "Given", "unsure": "Given or unsure", "surety": "How sure"}
SURETY_HELP = "Write yes, ? for unsure, or a number such as 60 %. Empty means not given."


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
    style, layout = _choose(workspace, kind)
    if style == "surety":
        st.caption(SURETY_HELP)
    if layout == _ALL:
        with st.container(key=f"{kind.field}-all-at-once"):
            _edit_matrix(workspace, _Form(kind, style))
    # Where all are shown at once, the style sheet shows this in their place on a narrow screen.
    with st.container(key=f"{kind.field}-{'narrow' if layout == _ALL else 'single'}"):
        release = _choose_release(kind, kind.of(workspace))
        _edit_single(workspace, _Form(kind, style, kind.of(workspace).index(release)), release)


def _choose(workspace: Workspace, kind: Kind) -> tuple[Style, str]:
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
                default=_SINGLE if len(kind.of(workspace)) > MOST_AT_FIRST else _ALL,
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
        f"Whose {kind.noun}s? The table shows up to {MOST_COLUMNS}.",
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
    if st.session_state.get(key) not in names:
        st.session_state[key] = names[0]
    name = st.selectbox(f"Which {kind.noun}?", names, key=key, persist_state="session")
    return releases[names.index(name)]


def _edit_matrix(workspace: Workspace, form: _Form) -> None:
    """Facts by releases."""
    shown = _choose_shown(workspace, form.kind)
    width = width_of(len(shown), form.style)
    short = short_names([release.name for release in shown], heading_of(width))
    columns = [of_release(n, short[n], r.name, form.style, width) for n, r in enumerate(shown)]
    _edit(
        workspace,
        form,
        shown,
        alt=f"Which {form.kind.noun} has which fact",
        column_config={**FACTS, **dict(ChainMap(*columns))},
    )


def _edit_single(workspace: Workspace, form: _Form, release: Release) -> None:
    """The facts of one release."""
    presumed = presumed_column(workspace, release)
    _edit(
        workspace,
        form,
        [release],
        presumed=presumed if any(presumed) else (),
        alt=f"Which facts the chosen {form.kind.noun} has",
        column_order=["fact", "r0", "u0", *(["presumed"] if any(presumed) else []), "value"],
        column_config={**FACTS, **of_single(form.style)},
    )


def _edit(
    workspace: Workspace, form: _Form, shown: Sequence[Release], presumed: Sequence[str] = (), **options: object
) -> None:
    table = matrix(workspace, shown, form.style)
    if presumed:
        table["presumed"] = pd.Series(presumed, dtype=object)

    def take(edited: Edited) -> Taken:
        cells = {release.name: _cells(workspace, edited.frame, form, n, release) for n, release in enumerate(shown)}
        after, problems = _read(workspace, form, shown, cells)
        changed = [release for release in form.kind.of(after) if release.name in cells]
        return Taken(after, _model(after, changed), problems, _left(workspace, cells))

    editing.edit(
        workspace,
        form.name,
        _model(workspace, shown),
        table,
        take,
        f"edit {form.kind.one}",
        carry=lambda frame, left: _with_cells(frame, left, _places(workspace, shown)),
        hide_index=True,
        height=height_of(len(workspace.profile), MOST_ROWS),
        placeholder="",
        **options,
    )


def _cells(workspace: Workspace, edited: pd.DataFrame, form: _Form, n: int, release: Release) -> list[object]:
    """What the cells of a release say: words as they stand, ticks as the confidence they mean."""
    given = edited[f"r{n}"].tolist()
    if form.style == "surety":
        return given
    unsure = edited[f"u{n}"].tolist() if f"u{n}" in edited else [False] * len(given)
    confidences = matrix_of(workspace.profile, release)
    return [read_ticks(bool(g), bool(u), before) for g, u, before in zip(given, unsure, confidences, strict=True)]


def _read(
    workspace: Workspace, form: _Form, shown: Sequence[Release], cells: Mapping[str, Sequence[object]]
) -> tuple[Workspace, tuple[InputProblem, ...]]:
    """The workspace as the cells say, and what could not be read."""
    reading = read_matrix(workspace.profile, tuple(shown), cells)
    by_name = {release.name: release for release in reading.releases}
    releases = [by_name.get(release.name, release) for release in form.kind.of(workspace)]
    return form.kind.put(workspace, releases), tuple(reading.problems)


def _model(workspace: Workspace, shown: Sequence[Release]) -> tuple[object, ...]:
    """What a table shows: the profile, and of each release what it says and presumes of the profile."""
    return (workspace.profile, tuple((r.name, tuple(matrix_of(workspace.profile, r)), r.presumed) for r in shown))


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
