"""What disinformation costs the person: prices by recipient and by kind of fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from leakage.decision.prices import Prices
from leakage.workspace.disinformation_planning import prices_of
from leakage.workspace.validation import Problem
from leakage.workspace.workspace import PriceOf, Workspace
from pages.ui import disinformation_text as words
from pages.ui import frame, price_table, state

USUAL = Prices()


def edit_prices(workspace: Workspace) -> Prices | None:
    """The prices; None where a record would cost nothing."""
    with st.expander("What does it cost you?", icon=":material/sell:"):
        st.markdown(words.PRICES)
        left, right = st.columns(2)
        with left:
            recipients = [(name, name) for name in workspace.recipients]
            _edit(workspace, "recipient", recipients, "A record for", USUAL.record)
        with right:
            labels = dict.fromkeys(label for label, _ in workspace.profile)
            shown = [(label, workspace.display_name(label)) for label in labels]
            _edit(workspace, "label", shown, "A fact of the kind", USUAL.attribute)
        try:
            return prices_of(workspace)
        except ValueError as refused:
            frame.problems([Problem("", f"{refused}.")])
            return None


def _edit(workspace: Workspace, of: PriceOf, shown: Sequence[tuple[str, str]], heading: str, usual: float) -> None:
    held = {name: price for kind, name, price in workspace.disinforming if kind == of}
    prices = price_table.edit(
        f"disinformation-prices-{of}s",
        shown,
        held,
        what=heading,
        price="Price",
        alt=f"What each costs: {heading.lower()}",
        usual=usual,
        may_be_free=True,
    )
    if prices is not None:
        others = tuple(row for row in workspace.disinforming if row[0] != of)
        fresh = tuple((of, name, price) for name, price in prices if price != usual)
        state.commit(replace(workspace, disinforming=(*others, *fresh)), "edit what disinformation costs")
