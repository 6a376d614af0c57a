"""What each kind of action takes: minutes and money, with the reason of every default."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.figures.plan.efforts import EFFORTS, minutes_of, price_of, with_minutes, with_prices
from leakage.workspace.workspace import Workspace
from pages.decide.plan import text
from pages.kit import price_table
from pages.kit.table import show_table

_EDITED = "edit what actions take"


def edit(workspace: Workspace) -> None:
    """The minutes and prices, editable; they are part of the work."""
    with st.expander("What does an action take?", icon=":material/timer:"):
        st.markdown(text.EFFORTS)
        left, right = st.columns(2)
        shown = [(effort.kind, effort.kind.capitalize()) for effort in EFFORTS]
        with left:
            price_table.edit(
                workspace,
                "plan-action-minutes",
                shown,
                {effort.kind: minutes_of(workspace, effort.kind) for effort in EFFORTS},
                lambda minutes: with_minutes(workspace, minutes),
                _EDITED,
                what="Action",
                price="Minutes",
                alt="How many minutes each kind of action takes",
            )
        with right:
            price_table.edit(
                workspace,
                "plan-action-prices",
                shown,
                {effort.kind: price_of(workspace, effort.kind) for effort in EFFORTS},
                lambda prices: with_prices(workspace, prices),
                _EDITED,
                what="Action",
                price="Money",
                alt="What each kind of action costs",
                may_be_free=True,
            )
        show_table(
            [(effort.kind.capitalize(), effort.minutes, effort.price, effort.reason) for effort in EFFORTS],
            ["Action", "Usual minutes", "Usual money", "Because"],
            "The usual minutes and money of every kind of action, with the reason",
        )
