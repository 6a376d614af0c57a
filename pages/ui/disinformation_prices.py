"""What disinformation costs the person: prices by recipient and by kind of fact."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from leakage.decision.prices import Prices
from leakage.workspace.validation import Problem
from leakage.workspace.workspace import Workspace
from pages.ui import disinformation_text as words
from pages.ui import frame, tables

USUAL = Prices()


def edit_prices(workspace: Workspace) -> Prices | None:
    """The prices as far as they were entered well; None where a record would cost nothing."""
    with st.expander("What does it cost you?", icon=":material/sell:"):
        st.markdown(words.PRICES)
        left, right = st.columns(2)
        with left:
            records = _edit("recipients", workspace.recipients, workspace.recipients, "A record for", USUAL.record)
        with right:
            labels = tuple(dict.fromkeys(label for label, _ in workspace.profile))
            shown = tuple(workspace.display_name(label) for label in labels)
            attributes = _edit("labels", labels, shown, "A fact of the kind", USUAL.attribute)
        try:
            return Prices(records=records, attributes=attributes)
        except ValueError as refused:
            frame.problems([Problem("", f"{refused}.")])
            return None


def _edit(
    name: str, keys: tuple[str, ...], shown: tuple[str, ...], heading: str, usual: float
) -> tuple[tuple[str, float], ...]:
    """The prices that are not the usual one."""
    edited = tables.edit_table(
        f"disinformation-prices-{name}",
        keys,
        pd.DataFrame({"name": list(shown), "price": [usual] * len(keys)}).astype({"name": object}),
        num_rows="fixed",
        hide_index=True,
        disabled=["name"],
        alt=f"What each costs: {heading.lower()}",
        column_config={
            "name": st.column_config.TextColumn(heading),
            "price": st.column_config.NumberColumn("Price (0 or more)", format="%g"),
        },
    )
    entered = [(key, row["price"]) for key, row in zip(keys, edited.rows, strict=False)]
    wrong = [key for key, price in entered if not _usable(price)]
    frame.problems([Problem(key, f"price must not be negative; it counts as {usual:g}.") for key in wrong])
    return tuple((key, float(str(price))) for key, price in entered if _usable(price) and price != usual)


def _usable(price: object) -> bool:
    return isinstance(price, int | float) and 0.0 <= price < math.inf
