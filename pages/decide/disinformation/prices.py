"""What disinformation costs the person: prices by recipient and by kind of fact."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from leakage.decision.disinformation.prices import Prices
from leakage.workspace.figures.disinformation_terms import prices_of
from leakage.workspace.forms.problem import Problem
from leakage.workspace.recipients import priced_recipients, with_recipients
from leakage.workspace.workspace import Workspace
from pages.decide.disinformation import text as words
from pages.kit import price_table
from pages.shell import frame

USUAL = Prices()
_EDITED = "edit the effort of disinformation"


def edit_prices(workspace: Workspace) -> Prices | None:
    """The prices; None where a record would cost nothing."""
    with st.expander("How much effort is it?", icon=":material/sell:"):
        st.markdown(words.PRICES)
        left, right = st.columns(2)
        with left:
            _edit_recipients(workspace)
        with right:
            _edit_labels(workspace)
        try:
            return prices_of(workspace)
        except ValueError as refused:
            frame.problems([Problem("", f"{refused}.")])
            return None


def _edit_recipients(workspace: Workspace) -> None:
    shown = [(name, name) for name in workspace.recipient_names]
    _edit(workspace, "recipients", shown, priced_recipients(workspace), _with_recipients, "A record for", USUAL.record)


def _with_recipients(workspace: Workspace, prices: price_table.Prices) -> Workspace:
    priced = [
        replace(workspace.recipient(name), disinformation_price=None if price == USUAL.record else price)
        for name, price in prices
    ]
    return with_recipients(workspace, priced)


def _edit_labels(workspace: Workspace) -> None:
    labels = dict.fromkeys(label for label, _ in workspace.profile)
    shown = [(label, workspace.display_name(label)) for label in labels]
    held = dict(workspace.disinformation_prices)
    _edit(workspace, "labels", shown, held, _with_labels, "A fact of the kind", USUAL.attribute)


def _with_labels(workspace: Workspace, prices: price_table.Prices) -> Workspace:
    kept = tuple((label, price) for label, price in prices if price != USUAL.attribute)
    return replace(workspace, disinformation_prices=kept)


def _edit(
    workspace: Workspace,
    of: str,
    shown: Sequence[tuple[str, str]],
    held: Mapping[str, float],
    put: Callable[[Workspace, price_table.Prices], Workspace],
    heading: str,
    usual: float,
) -> None:
    price_table.edit(
        workspace,
        f"disinformation-prices-{of}",
        shown,
        held,
        lambda prices: put(workspace, prices),
        _EDITED,
        what=heading,
        price="Effort",
        alt=f"How much effort each is: {heading.lower()}",
        usual=usual,
        may_be_free=True,
    )
