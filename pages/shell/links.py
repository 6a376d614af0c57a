"""Ways to other pages."""

from __future__ import annotations

import streamlit as st

from pages import catalogue


def link_next(page: catalogue.Page) -> None:
    """The way on, called by the name of the page it opens."""
    link(page, f"Next: {page.title}")


def link(page: catalogue.Page, label: str) -> None:
    """A way to another page."""
    st.page_link(page.path, label=label, icon=page.icon)
