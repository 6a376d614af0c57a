"""Three ways to begin; and where work is open, the ways out of it."""

from __future__ import annotations

import datetime
from dataclasses import replace

import streamlit as st

from leakage.record import is_typed
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.requests.reminders import monthly_reminder
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import door, importing, page, session
from pages.app.words import count
from pages.you.start import text


def show_beginnings(workspace: Workspace) -> None:
    """Begin with files, by typing, or with an example; and what files that were handed in would add."""
    typed = sum(is_typed(pair) for pair in workspace.profile)
    st.markdown(text.TYPED.format(facts=count(typed, "fact")) if typed else text.INTRODUCTION)
    export, typing, example = st.columns(3, gap="medium")
    uploaded = []
    if not door.classroom():
        with export.container(border=True, height="stretch"):
            st.markdown(f"**{text.EXPORT}**")
            uploaded = importing.upload()
            st.caption(text.EXPORT_HELP)
    with typing.container(border=True, height="stretch"):
        st.markdown(f"**{text.TYPE}**")
        st.button(text.TYPE_BUTTON, key="begin-own", on_click=_begin_own)
        st.caption(text.TYPE_HELP)
    with example.container(border=True, height="stretch"):
        st.markdown(f"**{text.EXAMPLE}**")
        _offer_example()
        st.caption(text.EXAMPLE_HELP)
    if uploaded:
        importing.preview(workspace, uploaded)
    else:
        _where_it_is_kept()


def _offer_example() -> None:
    st.button(text.EXAMPLE_BUTTON, key="open-realistic", on_click=_open_example)


def _begin_own() -> None:
    session.begin_own()
    page.lead_to(catalogue.PROFILE)


def _open_example() -> None:
    page.open_example(realistic_person())
    page.lead_to(catalogue.LEAKAGE)


def _where_it_is_kept() -> None:
    if session.vault() is not None:
        st.caption(text.IN_VAULT)
    elif not door.classroom():
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            page.link(catalogue.VAULT, text.KEEP)
            st.caption(text.IN_MEMORY)


def show_ways_out(workspace: Workspace) -> None:
    """Add to what is open, close an example, or begin anew."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="home-ways"):
        if session.example():
            st.button(text.CLOSE_EXAMPLE, key="close-example", icon=":material/close:", on_click=close_example)
            return
        page.link(catalogue.TRANSFER, text.IMPORT_LINK)
        _offer_reminder()
        _offer_example()
        with st.popover(text.START_OVER, icon=":material/restart_alt:", key="start-over-ask"):
            st.markdown(text.START_OVER_SURE)
            st.button(text.START_OVER_BUTTON, key="start-over", type="primary", on_click=start_over, args=(workspace,))


def _offer_reminder() -> None:
    today = datetime.date.today()
    st.download_button(
        text.REMIND,
        lambda: monthly_reminder(today),
        file_name="privacy-plan.ics",
        mime="text/calendar",
        key="start-reminder",
        on_click="ignore",
        icon=":material/event_repeat:",
        help=text.REMINDER,
    )


def close_example() -> None:
    """Back to the person's own work, in a callback: what was open before the example, or nothing."""
    session.begin_own()


def start_over(workspace: Workspace) -> None:
    """Empty the work, in a callback; when its vault is locked, and what is no part of the work, stays."""
    empty = replace(Workspace(), lock_after=workspace.lock_after)
    session.open_work(empty.with_face(workspace.face), "start over")
