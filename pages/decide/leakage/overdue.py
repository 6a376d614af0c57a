"""Requests that should have been answered by now."""

from __future__ import annotations

import datetime

import streamlit as st

from leakage.workspace.requests.deadlines import deadline
from leakage.workspace.requests.states import overdue
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.shell.links import link
from pages.shell.words import count, listed


def show(workspace: Workspace) -> None:
    """Which answers are late, where any is, and the way to them."""
    late = overdue(workspace, datetime.date.today())
    if not late:
        return
    with st.container(border=True, key="overdue"):
        st.markdown(f":red[:material/schedule:] **{count(len(late), 'answer is', 'answers are')} overdue**")
        due = ((request, deadline(request)) for request in late)
        st.text(listed([f"{request.name} (was due by {days.last})" for request, days in due if days]))
        link(catalogue.REQUESTS, "Note what came, or remind them")
