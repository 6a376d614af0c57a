"""How far the person has come, in one line, and the state of a letter that was sent."""

from __future__ import annotations

import datetime

import streamlit as st

from leakage.workspace.release import RequestKind
from leakage.workspace.requests.done import Done, done_so_far, waiting_request
from leakage.workspace.requests.states import deadline
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.shell.session import link
from pages.shell.words import count, listed


def show_done(workspace: Workspace) -> None:
    """What is done and what is due; nothing where nothing was begun."""
    done = done_so_far(workspace, datetime.date.today())
    if not done:
        return
    st.text(f"So far: {listed(_parts(done))}.")
    if done.waiting:
        first = done.waiting[0]
        due = deadline(first)
        if done.late:
            st.text(f"{count(done.late, 'answer is', 'answers are')} overdue, the longest from {first.recipient}.")
        elif due:
            st.text(f"{first.recipient} should answer by {in_words(due.last)}.")
        link(catalogue.REQUESTS, "Note an answer")


def _parts(done: Done) -> list[str]:
    counted = (
        (done.accounts, "account changed", "accounts changed"),
        (len(done.waiting), "letter waiting for an answer", "letters waiting for an answer"),
        (done.granted, "request granted", "requests granted"),
        (done.refused, "request refused", "requests refused"),
    )
    return [count(number, one, several) for number, one, several in counted if number]


def sent_sentence(workspace: Workspace, recipient: str, kind: RequestKind) -> str:
    """When a letter was sent and by when its answer is due; empty where none is waiting.

    Arguments:
        workspace: with its requests.
        recipient: as the releases call it.
        kind: what was asked for.
    """
    request = waiting_request(workspace, recipient, kind)
    sent = request.day_of("sent") if request else None
    if request is None or sent is None:
        return ""
    due = deadline(request)
    return f"Sent on {in_words(sent)}." + (f" Their answer is due by {in_words(due.last)}." if due else "")


def in_words(day: datetime.date) -> str:
    """A day as a person reads it.

    >>> in_words(datetime.date(2026, 12, 3))
    '3 December 2026'
    """
    return f"{day.day} {day:%B} {day.year}"
