"""All requests: how far each is, by when an answer is due, and the dates for a calendar."""

from __future__ import annotations

import datetime

import streamlit as st

from leakage.workspace.requests.deadlines import deadline
from leakage.workspace.requests.reminders import reminders
from leakage.workspace.requests.states import OPEN, overdue, state_of
from leakage.workspace.subject_request import SubjectRequest
from leakage.workspace.workspace import Workspace
from pages.decide.requests import text
from pages.decide.requests.words import KINDS, STATES
from pages.kit import ask
from pages.kit.table import show_table
from pages.shell import session
from pages.shell.words import count

_CHOSEN = "request-chosen"


def show(workspace: Workspace) -> None:
    """The requests as a table, and their dates as a file."""
    today = datetime.date.today()
    late = overdue(workspace, today)
    st.header(_headline(workspace, late))
    rows = [_row(workspace, request, request in late) for request in workspace.requests]
    columns = ["Request", "Whom", "What", "State", "Since", "Answer due"]
    show_table(rows, columns, "Your requests with their states and deadlines")
    st.caption(text.DEADLINES_HELP)
    _calendar(workspace, today)


def _headline(workspace: Workspace, late: tuple[SubjectRequest, ...]) -> str:
    open_ = sum(state_of(workspace, request) in OPEN for request in workspace.requests)
    if late:
        return f"{count(len(late), 'answer is', 'answers are')} overdue"
    return f"{count(open_, 'answer is', 'answers are')} still to come" if open_ else "No answer is awaited"


def _row(workspace: Workspace, request: SubjectRequest, late: bool) -> tuple[object, ...]:
    state = state_of(workspace, request)
    said = f"{STATES[state]}, overdue" if late else STATES[state]
    due, since = deadline(request), request.day_of(state)
    awaited = due.last.isoformat() if due and state in OPEN else ""
    return request.name, request.recipient, KINDS[request.kind], said, since and since.isoformat(), awaited


def _calendar(workspace: Workspace, today: datetime.date) -> None:
    awaited = [r for r in workspace.requests if deadline(r) and state_of(workspace, r) in OPEN]
    named = st.checkbox("Name the recipients in the calendar file", key="request-calendar-named", disabled=not awaited)
    st.download_button(
        "Deadlines for my calendar",
        lambda: reminders(awaited, today, named),
        file_name="deadlines.ics",
        mime="text/calendar",
        key="request-calendar",
        on_click="ignore",
        disabled=not awaited,
        help=text.REMINDERS_HELP if awaited else "No request was sent that has a deadline.",
        icon=":material/event:",
    )


def choose(workspace: Workspace) -> SubjectRequest:
    """The request that is looked at: the one drafted last, until another is picked."""
    by_name = {request.name: request for request in reversed(workspace.requests)}
    return by_name[ask.kept(st.container(), "Which request?", _CHOSEN, list(by_name))]


def open_request(name: str) -> None:
    """Look at this request; for callbacks."""
    session.put(_CHOSEN, name)
