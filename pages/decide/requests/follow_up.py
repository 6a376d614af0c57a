"""What came of a request: the steps it took, each with its day."""

from __future__ import annotations

import datetime

import streamlit as st

from leakage.workspace.requests.deadlines import deadline, may_extend
from leakage.workspace.requests.states import OPEN, state_of, with_step
from leakage.workspace.subject_request import STEPS, Step, SubjectRequest
from leakage.workspace.workspace import Workspace
from pages.decide.requests.words import STATES
from pages.shell import history

_OUTCOME = {
    "erasure": "Done means erased: these releases count no longer, on any page.",
    "objection": "Done means that they share with nobody any more: they leave their coalitions.",
    "correction": "Done means that they hold what is right: it is put into these releases.",
    "access": "What they disclose that you did not know of you can add to your releases.",
}


def show(workspace: Workspace, request: SubjectRequest) -> None:
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
