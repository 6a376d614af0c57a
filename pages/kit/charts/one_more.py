"""One more bar: of many, somebody may look for one that is not among those drawn."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st


def choose_one_more(names: Sequence[str], left: Sequence[int], key: str) -> int | None:
    """A box to find one that is not drawn; None where there is none such, or none is picked.

    Arguments:
        names: of all bars.
        left: the numbers of those that are not drawn.
        key: of the chart.
    """
    if not left:
        return None
    order = sorted(left, key=lambda number: names[number].casefold())
    picked: int | None = st.selectbox(
        "Draw one more",
        order,
        format_func=names.__getitem__,
        index=None,
        placeholder="Type a name to find it",
        key=f"one-more-{key}-{hash(tuple(names))}",
    )
    return picked
