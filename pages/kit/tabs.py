"""Tabs, of which only the open one costs anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st


def show_tabs(parts: Mapping[str, Callable[[], None]], key: str) -> None:
    """Parts of a page behind tabs; one is drawn once it is opened.

    Arguments:
        parts: by the title of the tab, in order.
        key: of the tabs, unique in the program.
    """
    for tab, part in zip(st.tabs(list(parts), key=key, on_change="rerun"), parts.values(), strict=True):
        if tab.open:
            with tab:
                part()
