"""The columns of the tables that say what was given: what stands in them, and how they are drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

import pandas as pd
import streamlit as st

from leakage.record import Pair
from leakage.workspace.forms.given import is_ticked, is_unsure, written
from leakage.workspace.forms.matrix import matrix_of
from leakage.workspace.workspace import Release, Workspace

CellOf: TypeAlias = tuple[Pair, str]
"""A fact, and the name of a release."""
WIDTH = 105
SURE_HELP = (
    "Cells then take x or yes for sure, a number such as 0.6, 0,6 or 60 %, and ? for unsure. Empty means not given."
)
FACTS = {
    "fact": st.column_config.TextColumn("Fact", disabled=True, pinned=True, width=120),
    "value": st.column_config.TextColumn("Your value", disabled=True, pinned=True, width=130),
}
UNSURE_OF = {
    "unsure": st.column_config.TextColumn(
        "Unsure of it", disabled=True, width=220, help="Who only suspects this fact. Its tick stays as unsure as it is."
    )
}


def matrix(workspace: Workspace, shown: Sequence[Release], sure: bool) -> pd.DataFrame:
    """Facts by releases; behind the ticks stands who is unsure, where anybody is.

    Columns are called by their place: a release may have any name, and the editor keeps some for itself.
    """
    cells = {f"r{n}": _cells(workspace, release, sure) for n, release in enumerate(shown)}
    unsure = {} if sure else _unsure_of(workspace, shown)
    return pd.DataFrame({**_facts(workspace), **cells, **unsure})


def single(workspace: Workspace, release: Release, sure: bool) -> pd.DataFrame:
    """The facts of one release: two ticks, or how sure the recipient is."""
    table = pd.DataFrame({**_facts(workspace), "given": _cells(workspace, release, sure)})
    if not sure:
        held = matrix_of(workspace.profile, release)
        table["unsure"] = pd.Series([is_unsure(confidence) for confidence in held], dtype=bool)
    return table


def of_release(short: str, name: str, sure: bool) -> Any:
    """The column of a release, under a short name; the whole one is told where the mouse rests."""
    column = st.column_config.TextColumn if sure else st.column_config.CheckboxColumn
    return column(short, help=None if short == name else as_code(name), width=WIDTH)


def of_single(sure: bool) -> dict[str, Any]:
    """The columns of one release."""
    # Beside what is to be ticked only the fact's name keeps its place: on a phone there is no room for more.
    value = st.column_config.TextColumn("Your value", disabled=True)
    if sure:
        return {"value": value, "given": st.column_config.TextColumn("How sure", help=SURE_HELP, width=100)}
    return {
        "value": value,
        "given": st.column_config.CheckboxColumn("Given", width=90),
        "unsure": st.column_config.CheckboxColumn("Unsure", help="They only suspect it, or half know it.", width=95),
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


def _facts(workspace: Workspace) -> dict[str, pd.Series]:
    return {
        "fact": pd.Series([workspace.display_name(label) for label, _ in workspace.profile], dtype=object),
        "value": pd.Series([value for _, value in workspace.profile], dtype=object),
    }


def _cells(workspace: Workspace, release: Release, sure: bool) -> pd.Series:
    held = matrix_of(workspace.profile, release)
    if sure:
        return pd.Series([written(confidence) for confidence in held], dtype=object)
    return pd.Series([is_ticked(confidence) for confidence in held], dtype=bool)


def _unsure_of(workspace: Workspace, shown: Sequence[Release]) -> dict[str, pd.Series]:
    held = [matrix_of(workspace.profile, release) for release in shown]
    told = [
        ", ".join(
            f"{release.name} {written(column[row])}"
            for release, column in zip(shown, held, strict=True)
            if is_unsure(column[row])
        )
        for row in range(len(workspace.profile))
    ]
    return {"unsure": pd.Series(told, dtype=object)} if any(told) else {}
