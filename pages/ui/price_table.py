"""A table of prices: what some things cost against the usual."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from leakage.workspace.validation import Problem
from pages.ui import frame, tables


def edit(
    name: str,
    shown: Sequence[tuple[str, str]],
    held: Mapping[str, float],
    *,
    what: str,
    price: str,
    alt: str,
    usual: float = 1.0,
    may_be_free: bool = False,
) -> tuple[tuple[str, float], ...] | None:
    """Show prices for editing; those entered well, in the order shown, or None where nothing was changed.

    Arguments:
        name: of the table, unique in the program.
        shown: for each thing its key and how it is called.
        held: key to price, the usual one for those not named.
        what, price: the headings of the two columns.
        alt: what the table is, for those who cannot see it.
        usual: the price of what has no other.
        may_be_free: whether a price may be 0.
    """
    model = (tuple(shown), tuple(held.get(key, usual) for key, _ in shown))
    table = pd.DataFrame({"name": [called for _, called in shown], "price": list(model[1])})
    edited = tables.edit_table(
        name,
        model,
        table.astype({"name": object, "price": float}),
        carry=_carried,
        num_rows="fixed",
        hide_index=True,
        disabled=["name"],
        alt=alt,
        column_config={
            "name": st.column_config.TextColumn(what),
            "price": st.column_config.NumberColumn(
                f"{price} ({'0 or more' if may_be_free else 'more than 0'})", format="%g"
            ),
        },
    )
    entered = edited.frame["price"].tolist()
    wrong = {place: one for place, one in enumerate(entered) if not _usable(one, may_be_free)}
    rule = "must not be negative" if may_be_free else "must be more than 0"
    frame.problems([Problem(shown[n][1], f"{price.lower()} {rule}; it counts as {usual:g}.") for n in wrong])
    if not edited.touched:
        return None
    read = tuple(usual if n in wrong else float(one) for n, one in enumerate(entered))
    tables.settle(name, (tuple(shown), read), wrong)
    return tuple((key, one) for (key, _), one in zip(shown, read, strict=True))


def _carried(table: pd.DataFrame, wrong: Mapping[int, float]) -> pd.DataFrame:
    """The table taken anew with the cells put back that could not be taken over."""
    carried = table.copy()
    for place, entered in wrong.items():
        if place < len(carried):
            carried.loc[place, "price"] = entered
    return carried


def _usable(price: object, may_be_free: bool) -> bool:
    return isinstance(price, int | float) and 0.0 <= price < math.inf and (price > 0.0 or may_be_free)
