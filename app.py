"""Starts the dashboard behind its door. Run with ``streamlit run app.py``."""

import importlib
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.routing import Route

from pages.app.door import CLASS, open_class, open_door

SLOW = ("pandas", "plotly.graph_objects", "leakage.workspace.vault", "pages.me.forms", "pages.me.importing")
LATER = ("leakage.strangers", "leakage.workspace.figures.disinformation", "pages.app.charts")


@asynccontextmanager
async def import_ahead(_: st.App) -> AsyncIterator[None]:
    """Import most of what the first page needs while the browser loads, then what others need."""
    threading.Thread(target=lambda: list(map(importlib.import_module, SLOW + LATER)), daemon=True).start()
    yield


def page_failed(error: Exception) -> bool:
    """True: one sentence stands in place of Streamlit's own, which may quote what a person entered."""
    st.error(f"This page failed ({type(error).__name__}). Your work is still here. Open another page.")
    return True


app = st.App(
    "pages/navigation.py",
    routes=[Route(CLASS, open_class)],
    middleware=open_door(),
    lifespan=import_ahead,
    on_script_error=page_failed,
)
