"""All requests, their deadlines, and what came of each."""

from __future__ import annotations

import datetime
from dataclasses import replace

import streamlit as st

from leakage.record import Pair
from leakage.workspace.figures import requests
from leakage.workspace.release import STEPS, Contact, Ground, RequestKind, Step, SubjectRequest
from leakage.workspace.requests.letter import stated_in
from leakage.workspace.requests.reminders import reminders
from leakage.workspace.requests.states import OPEN, deadline, may_extend, overdue, state_of, with_step
from leakage.workspace.workspace import Workspace
from pages.decide.requests import text
from pages.kit import questions
from pages.kit.tables import show_table
from pages.shell import history, session
from pages.shell.figures import figure
from pages.shell.words import count

# How the parts of a request are called.


KINDS: dict[RequestKind, str] = {
    "erasure": "Delete it",
    "access": "Say what you have",
    "objection": "Stop sharing it",
    "correction": "Correct it",
}
GROUNDS: dict[Ground, str] = {
    "gdpr": "GDPR",
    "uk_gdpr": "UK GDPR",
    "ccpa": "CCPA/CPRA (California)",
    "drop": "DROP (California, all brokers)",
    "plain": "None: a plain request",
}
STATES: dict[Step, str] = {
    "drafted": "drafted",
    "sent": "sent",
    "extended": "they need longer",
    "answered": "answered",
    "refused": "refused",
    "done": "done",
}
NAMES: dict[RequestKind, str] = {
    "erasure": "Erasure",
    "access": "Access",
    "objection": "Objection",
    "correction": "Correction",
}


# What the Requests page computes.


@figure()
def disclosure_of(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> requests.Asking:
    """What a request gives away against what it takes back."""
    return requests.request_disclosure(workspace, request, contact)


@figure()
def gaining(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> tuple[str, ...]:
    """The policies not in use under which asking tells more than it takes back."""
    return requests.policies_that_gain(workspace, request, contact)


def fact_to_leave_out(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> Pair | None:
    """The stated fact without which the letter tells least; None where leaving one out changes nothing."""
    stated = stated_in(workspace, request)
    now = disclosure_of(workspace, request, contact).letter
    without = {
        pair: disclosure_of(workspace, replace(request, stated=tuple(p for p in stated if p != pair)), contact).letter
        for pair in stated
    }
    best = min(without, key=lambda pair: without[pair], default=None)
    return best if best is not None and without[best] < now else None


# All requests: how far each is, by when an answer is due, and the dates for a calendar.


_CHOSEN = "request-chosen"


def show_overview(workspace: Workspace) -> None:
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
    return by_name[questions.persistent_choice(st.container(), "Which request?", _CHOSEN, list(by_name))]


def open_request(name: str) -> None:
    """Look at this request; for callbacks."""
    session.put(_CHOSEN, name)


# What came of a request: the steps it took, each with its day.


_OUTCOME = {
    "erasure": "Done means erased: these releases count no longer, on any page.",
    "objection": "Done means that they share with nobody any more: they leave their coalitions.",
    "correction": "Done means that they hold what is right: it is put into these releases.",
    "access": "What they disclose that you did not know of you can add to your releases.",
}


def show_follow_up(workspace: Workspace, request: SubjectRequest) -> None:
    """The steps so far, and the next one."""
    st.subheader("What came of it?")
    st.text(_so_far(workspace, request))
    what, when, go = st.columns([2, 2, 2], vertical_alignment="bottom")
    steps: list[Step] = [step for step in STEPS[1:] if step != "extended" or may_extend(request)]
    step = what.selectbox(
        "It was …",
        steps,
        index=steps.index(_next(workspace, request)),
        format_func=STATES.__getitem__,
        key=f"request-step-{state_of(workspace, request)}-{request.kind}-{request.ground}",
    )
    day = when.date_input("On", datetime.date.today(), key="request-step-day")
    go.button(
        "Note it",
        type="primary",
        key="request-note",
        on_click=history.put,
        args=(workspace, with_step(workspace, request.name, step, day), f"note that a request was {STATES[step]}"),
        width="stretch",
        help="Undo takes it back.",
    )
    st.caption(_OUTCOME[request.kind])


def _so_far(workspace: Workspace, request: SubjectRequest) -> str:
    taken = ", ".join(f"{STATES[step]} on {day}" for step, day in request.steps) or "nothing yet"
    state, due = state_of(workspace, request), deadline(request)
    awaited = f" An answer is due by {due.last}." if due and state in OPEN else ""
    if due and awaited and due.last != due.due:
        awaited = f" An answer is due by {due.last}: {due.due} is on a weekend."
    now = f" Now {STATES[state]}, as its releases say." if state not in dict(request.steps) and request.steps else ""
    return f"So far: {taken}.{now}{awaited}"


def _next(workspace: Workspace, request: SubjectRequest) -> Step:
    following: dict[Step, Step] = {"drafted": "sent", "sent": "answered", "extended": "answered", "answered": "done"}
    return following.get(state_of(workspace, request), "done")
