"""A table of prices: what some things cost against the usual."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import pandas as pd
import streamlit as st

from leakage.workspace.forms.problem import CellError, Problem
from leakage.workspace.limits import LEAST, check_number
from leakage.workspace.workspace import Workspace
from pages.shell import workspace_table
from pages.shell.editable_table import Edited
from pages.shell.workspace_table import Taken

Prices: TypeAlias = tuple[tuple[str, float], ...]


def edit(
    workspace: Workspace,
    name: str,
    shown: Sequence[tuple[str, str]],
    held: Mapping[str, float],
    put: Callable[[Prices], Workspace],
    what_edit: str,
    *,
    what: str,
    price: str,
    alt: str,
    usual: float = 1.0,
    may_be_free: bool = False,
    widths: tuple[int | None, int | None] = (None, None),
) -> None:
    """Show prices for editing.

    Arguments:
        workspace: as it is drawn.
        name: of the table, unique in the program.
        shown: for each thing its key and how it is called.
        held: key to price, the usual one for those not named.
        put: the workspace with other prices: those entered well, in the order shown.
        what_edit: the edit in words, as undo tells it.
        what, price: the headings of the two columns.
        alt: what the table is, for those who cannot see it.
        usual: the price of what has no other.
        may_be_free: whether a price may be 0.
        widths: of the two columns at least, in pixels; as wide as what they say, where they are not given.
    """
    model = (tuple(shown), tuple(held.get(key, usual) for key, _ in shown))
    least = 0.0 if may_be_free else LEAST

    def take(edited: Edited) -> Taken:
        entered = edited.frame["price"].tolist()
        refused = {place: _refusal(cell, price, least) for place, cell in enumerate(entered)}
        wrong = {place: entered[place] for place, sentence in refused.items() if sentence}
        read = tuple(usual if place in wrong else float(cell) for place, cell in enumerate(entered))
        problems = [Problem(shown[n][1], f"{refused[n]}; it counts as {usual:g}.") for n in wrong]
        prices = tuple((key, cell) for (key, _), cell in zip(shown, read, strict=True))
        return Taken(put(prices), (tuple(shown), read), problems, wrong)

    table = pd.DataFrame({"name": [called for _, called in shown], "price": list(model[1])})
    workspace_table.edit(
        workspace,
        name,
        model,
        table.astype({"name": object, "price": float}),
        take,
        what_edit,
        carry=_carried,
        num_rows="fixed",
        hide_index=True,
        disabled=["name"],
        alt=alt,
        column_config={
            "name": st.column_config.TextColumn(what, width=widths[0]),
            "price": st.column_config.NumberColumn(
                f"{price} ({'0 or more' if may_be_free else 'more than 0'})", format="%g", width=widths[1]
            ),
        },
    )


def _carried(table: pd.DataFrame, wrong: Mapping[int, float]) -> pd.DataFrame:
    """The table taken anew with the cells put back that could not be taken over."""
    carried = table.copy()
    for place, entered in wrong.items():
        if place < len(carried):
            carried.loc[place, "price"] = entered
    return carried


def _refusal(cell: object, what: str, least: float) -> str:
    """Why a cell is no price; empty where it is one."""
    if not isinstance(cell, int | float) or math.isnan(cell):
        return f"{what.lower()} must be a number"
    try:
        check_number(what.lower(), float(cell), least)
    except CellError as error:
        return str(error)
    return ""
