"""Tables to look at, and tables to which a person adds rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import pandas as pd
import streamlit as st

from leakage.workspace.forms.releases import Field, own_values_of, read_list, read_own_values
from leakage.workspace.workspace import Release, Workspace
from pages.kit import editing
from pages.kit.editing import Edited, Taken

# Tables to look at: rows under headings.


SURETY = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="percent")
POINTS = st.column_config.NumberColumn(format="%.1f points")

_ROW = 35
"""Pixels of a row, and of the headings."""
_FOLDED = 66
"""Pixels of a row whose text goes on in a second line: above 4rem, by Streamlit's own rule."""
_CHARACTER = 7
"""Pixels of a character in a cell, about."""


def folding(names: Iterable[str], width: int) -> dict[str, Any]:
    """Options for ``show_table`` under which names too long for a column go on in a second line, where there are any.

    Arguments:
        names: what stands in the column.
        width: of the column, in pixels.
    """
    return {"row_height": _FOLDED} if any(len(name) * _CHARACTER > width for name in names) else {}


def height_of(rows: int, most: int) -> int | Literal["content"]:
    """The height of a table: all its rows, or of more than the most these and half a row, so that it is seen to scroll.

    >>> height_of(5, most=8), height_of(60, most=8)
    ('content', 332)
    """
    return "content" if rows <= most else _ROW * (most + 1) + _ROW // 2


def show_table(
    rows: Sequence[Sequence[object]],
    columns: Iterable[str] | Mapping[str, Any],
    alt: str,
    **options: Any,
) -> None:
    """Draw a table.

    Arguments:
        rows: one cell a column.
        columns: their headings; of a mapping also how each is drawn, None for as it comes.
        alt: what the table is, for those who cannot see it.
        options: as ``st.dataframe`` takes them.
    """
    drawn = {name: how for name, how in columns.items() if how} if isinstance(columns, Mapping) else None
    frame = pd.DataFrame(rows, columns=list(columns))
    st.dataframe(frame, hide_index=True, alt=alt, column_config=drawn, **options)


# A small table of texts as HTML: it grows with the type, can be read aloud, and scrolls sideways where it must.


# Tables to which a person adds rows: rules, coalitions, near misses.


def edit_rows(
    workspace: Workspace,
    name: str,
    model: Hashable,
    rows: Sequence[Any],
    columns: Mapping[str, Any],
    alt: str,
    take: Callable[[Edited], Taken],
    what: str,
    types: Mapping[str, type] | None = None,
) -> Edited:
    """Show rows for editing.

    Arguments:
        workspace: as it is drawn.
        name: of the table, unique in the program.
        model: the part of the workspace the table shows.
        rows: what it shows, with the columns' names as keys or in their order.
        columns: how each column is edited.
        alt: what the table is, for those who cannot see it.
        take, what: as for ``workspace_table.edit``; rows with problems are kept where the table is taken anew.
        types: of the columns that hold something else than objects.
    """
    table = pd.DataFrame(rows, columns=list(columns)).astype({**dict.fromkeys(columns, object), **(types or {})})

    def with_rows_left(edited: Edited) -> Taken:
        taken = take(edited)
        return replace(taken, left=editing.left_over(edited, taken.problems))

    return editing.edit(
        workspace,
        name,
        model,
        table,
        with_rows_left,
        what,
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt=alt,
        column_config=columns,
    )


# Releases, past or planned, as editable tables: the values that are not the person's, and the list.


@dataclass(frozen=True)
class Kind:
    """Which releases of a workspace a table shows: the past ones or the planned ones."""

    field: Field
    noun: str

    @property
    def one(self) -> str:
        """One of them, with the article: all their nouns begin with a vowel."""
        return f"an {self.noun}"

    def of(self, workspace: Workspace) -> tuple[Release, ...]:
        releases: tuple[Release, ...] = getattr(workspace, self.field)
        return releases

    def put(self, workspace: Workspace, releases: Sequence[Release]) -> Workspace:
        if self.field == "releases":
            return replace(workspace, releases=tuple(releases))
        return replace(workspace, plans=tuple(releases))


MOST_LISTED = 8
"""Rows of the list that are shown before it scrolls."""

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

    edit_rows(
        workspace,
        name,
        _others(releases, rows),
        rows,
        {
            "release": st.column_config.SelectboxColumn(
                kind.noun.capitalize(), options=[release.name for release in releases], width=180
            ),
            "label": st.column_config.TextColumn("Kind of detail", width=180),
            "value": st.column_config.TextColumn("What you gave", width=240),
            "confidence": st.column_config.NumberColumn(
                "How sure", help="How sure they are that it is true, from 0 to 1. Empty means 1.", width=110
            ),
        },
        "Wrong details that you gave",
        take,
        "edit wrong details",
        {"confidence": float},
    )


def edit_list(workspace: Workspace, kind: Kind) -> None:
    """Names, recipients, dates and what each has; rows can be removed."""
    releases = kind.of(workspace)
    rows = pd.DataFrame(
        [(number, r.name, r.recipient, r.date, _labels(workspace, r)) for number, r in enumerate(releases)],
        columns=["number", "name", "recipient", "date", "has"],
    )

    def take(edited: Edited) -> Taken:
        changed, problems = read_list(edited.rows, workspace, kind.field)
        # Rows know their release by its place: where one was removed the table is taken anew.
        whole = len(kind.of(changed)) == len(releases)
        return Taken(changed, _named(changed, kind) if whole else None, problems)

    editing.edit(
        workspace,
        kind.field,
        _named(workspace, kind),
        rows.astype(dict.fromkeys(("name", "recipient", "date", "has"), object)),
        take,
        f"edit the list of {kind.noun}s",
        num_rows="delete",
        hide_index=True,
        height=height_of(len(releases), MOST_LISTED),
        placeholder="",
        alt=f"Your {kind.noun}s: name, company, person or office, date, and what they have",
        column_config={
            "number": None,
            "name": st.column_config.TextColumn(kind.noun.capitalize(), width=140),
            "recipient": st.column_config.TextColumn("Company or person", width=175),
            "date": st.column_config.TextColumn("Date", help="Like 2026-01-31. May stay empty.", width=95),
            "has": st.column_config.TextColumn("They have", disabled=True, width=440),
        },
    )


def _others(releases: Sequence[Release], rows: Sequence[Mapping[str, object]]) -> tuple[object, ...]:
    # The names belong to it: an editor whose choices change forgets what was typed.
    return (tuple(release.name for release in releases), tuple(tuple(row.values()) for row in rows))


def _named(workspace: Workspace, kind: Kind) -> tuple[tuple[str, ...], ...]:
    return tuple((r.name, r.recipient, r.date, _labels(workspace, r)) for r in kind.of(workspace))


def _labels(workspace: Workspace, release: Release) -> str:
    """The kinds of facts that a release holds; of one that the person did not say more of, nothing."""
    return ", ".join(dict.fromkeys(workspace.display_name(attribute.label) for attribute in release.record.known))
