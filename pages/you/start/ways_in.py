"""Ways into the program: one's own work, an example, a saved copy; and what is open now."""

from __future__ import annotations

import datetime

import streamlit as st

from leakage.workspace.requests.done import done_so_far
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.kit.done import show_done
from pages.shell import examples, history, session
from pages.shell.words import count
from pages.you.start import text


def show_what_is_due(workspace: Workspace) -> None:
    """What the person has done so far and the answers that are due, where anything was begun."""
    if done_so_far(workspace, datetime.date.today()):
        with st.container(border=True, key="start-done"):
            show_done(workspace)
            session.link(catalogue.PLAN, "What to do next")


def show_beginnings() -> None:
    """Begin with work of one's own, with the realistic person, or with a saved copy."""
    st.subheader("Begin")
    own, example, saved = st.columns(3, gap="medium")
    with own.container(border=True, height="stretch"):
        st.markdown("**Your own work**")
        st.markdown(text.OWN_WORK)
        if st.button("Begin with my profile", type="primary", key="begin-own", on_click=examples.begin_own):
            st.switch_page(catalogue.PROFILE.path)
        st.markdown(text.NICKNAMES)
        examples.offer_vault()
    with example.container(border=True, height="stretch"):
        st.markdown("**A realistic person**")
        st.markdown(text.REALISTIC)
        if st.button("Open the realistic person", key="open-realistic", on_click=examples.open_realistic):
            st.switch_page(catalogue.LEAKAGE.path)
    with saved.container(border=True, height="stretch"):
        st.markdown("**A saved copy**")
        examples.open_saved()


def show_open_work(workspace: Workspace) -> None:
    """What is open now, where there is anything, and the way back from an example."""
    if workspace.profile:
        st.subheader("What is open now")
        st.text(
            f"{workspace.title or 'Your own work'}: {count(len(workspace.profile), 'fact')} about you, "
            f"{count(len(workspace.releases), 'release')} to {count(len(workspace.recipient_names), 'recipient')}."
        )
        session.link(catalogue.LEAKAGE, "See what Eve knows")
    if history.example():
        st.caption("Undo, at the top of the page, leads back to what was open before the example.")
