"""What is open now, and ways into the program: one's own work, an example, a saved copy."""

from __future__ import annotations

import datetime

import streamlit as st

from leakage.workspace.requests.reminders import monthly_reminder
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.kit import done, shared_figures
from pages.kit.done import left_in
from pages.shell import examples, history, session
from pages.shell.words import count
from pages.you.start import text


def show_open_work(workspace: Workspace) -> None:
    """What is open now, where there is anything: what is due, what was done, and where to go on."""
    if not workspace.profile:
        return
    with st.container(border=True, key="start-open"):
        plan = shared_figures.plan_at_hand(workspace)
        done.show_done(workspace, left_in(workspace, *plan) if plan else 0)
        given = f"{count(len(workspace.releases), 'release')} to {count(len(workspace.recipient_names), 'recipient')}"
        what = given if workspace.releases else f"{count(len(workspace.profile), 'fact')} about you, and no release"
        st.text(f"{workspace.title or 'Your own work'}: {what}.")
        with st.container(horizontal=True, key="start-links"):
            session.link(catalogue.PLAN, "What to do next")
            session.link(catalogue.LEAKAGE, "See what Eve knows")
            if workspace.releases and not history.example():
                _offer_reminder()
        if history.example():
            st.caption("Undo, at the top of the page, leads back to what was open before the example.")


def _offer_reminder() -> None:
    today = datetime.date.today()
    st.download_button(
        "Remind me every month",
        lambda: monthly_reminder(today),
        file_name="privacy-plan.ics",
        mime="text/calendar",
        key="start-reminder",
        on_click="ignore",
        icon=":material/event_repeat:",
        help=text.REMINDER,
    )


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
