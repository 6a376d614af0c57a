"""The columns of the tables that say what was given: what stands in them, and how they are drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import pandas as pd
import streamlit as st

from leakage.record import Pair
from leakage.workspace.forms.given import is_sure, is_unsure, written
from leakage.workspace.forms.matrix import matrix_of
from leakage.workspace.workspace import Release, Workspace

CellOf: TypeAlias = tuple[Pair, str]
"""A fact, and the name of a release."""
UNSURE_HELP = "They only suspect it, or half know it."
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
        "value": pd.Series([value for _, value in workspace.profile], dtype=object),
    }
    for n, release in enumerate(shown):
        held = matrix_of(workspace.profile, release)
        if style == "surety":
            columns[f"r{n}"] = pd.Series([written(confidence) for confidence in held], dtype=object)
            continue
        columns[f"r{n}"] = pd.Series([is_sure(confidence) for confidence in held], dtype=bool)
        unsure = pd.Series([is_unsure(confidence) for confidence in held], dtype=bool)
        if style == "unsure" or unsure.any():
            columns[f"u{n}"] = unsure
    return pd.DataFrame(columns)


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
    told = None if short == name else as_code(name)
    if style == "surety":
        return {f"r{n}": st.column_config.TextColumn(short, help=told, width=width)}
    return {
        f"r{n}": st.column_config.CheckboxColumn(short, help=told, width=width),
        f"u{n}": st.column_config.CheckboxColumn("?", help=UNSURE_HELP, width=UNSURE_WIDTH),
    }


def of_single(style: Style) -> dict[str, Any]:
    """The columns of one release by itself."""
    # Beside what is to be ticked only the fact's name keeps its place: on a phone there is no room for more.
    value = {"value": st.column_config.TextColumn("Your value", disabled=True)}
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
