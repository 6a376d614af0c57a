"""Starts the dashboard behind its door. Run with ``streamlit run app.py``."""

import streamlit as st

from pages.door.entrance import open_door


def last_resort(error: Exception) -> bool:
    """What is shown where a page fails."""
    # Only then: the door opens before the pages are imported.
    from pages.shell.frame import show_last_resort  # noqa: PLC0415

    return show_last_resort(error)


door = open_door()
app = st.App("pages/navigation.py", middleware=door.middleware, lifespan=door.lifespan, on_script_error=last_resort)
