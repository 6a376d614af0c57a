"""Starts the dashboard behind its door. Run with ``streamlit run app.py``."""

import streamlit as st

from pages.app.door import open_door


def page_failed(error: Exception) -> bool:
    """True: one sentence stands in place of Streamlit's own, which may quote what a person entered."""
    st.error(f"This page failed ({type(error).__name__}). Your work is still here: open another page, or load this one.")
    return True


app = st.App("pages/navigation.py", middleware=open_door(), on_script_error=page_failed)
