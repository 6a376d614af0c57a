"""All requests, their deadlines, what asking gives away, and what came of each."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.record import Pair
from leakage.workspace.figures import requests
from leakage.workspace.figures.done import Done, done_so_far
from leakage.workspace.release import STEPS, Contact, Ground, RequestKind, RequestState, SubjectRequest
from leakage.workspace.requests.chances import finding_of, grant_chances
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.letter import further_facts_requested, stated_in
from leakage.workspace.requests.parts import LetterPart, letter_parts
from leakage.workspace.requests.reminders import reminders
from leakage.workspace.requests.states import OPEN, deadline, may_extend, overdue, state_of, with_step
from leakage.workspace.workspace import Workspace
from pages.app import session
from pages.app.figures import figure
from pages.app.words import NOTHING, change, count, listed, percent
from pages.decide.requests import text
from pages.kit import icon_array, questions
from pages.kit.icon_array import Chance
from pages.kit.tables import show_table

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
STATES: dict[RequestState, str] = {
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


@figure
def disclosure_of(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> requests.LetterEffect:
    """What a request gives away against what it takes back."""
    return requests.request_disclosure(workspace, request, contact)


@figure
def parts_of(workspace: Workspace, request: SubjectRequest) -> tuple[LetterPart, ...]:
    """The parts that a letter needs: all strangers are looked at for those who share what identifies the person."""
    return letter_parts(workspace, request)


@figure
def gaining(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> tuple[str, ...]:
    """The policies not in use under which asking tells more than it takes back."""
    return requests.policies_that_gain(workspace, request, contact)


@figure
def fact_increment(workspace: Workspace, request: SubjectRequest, fact: Pair) -> float:
    """What one fact of a letter tells beyond its others."""
    return requests.fact_increment(workspace, request, fact)


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


# What asking gives away: whether a request tells more than it takes back, and why.


def show_warning(workspace: Workspace, request: SubjectRequest) -> None:
    """What the letter tells against what it takes back, in words."""
    contact = contact_of(workspace, request.recipient)
    told = disclosure_of(workspace, request, contact)
    wanted = [workspace.display_name(label) for label, _ in further_facts_requested(workspace, request, contact)]
    others = () if told.backfires else gaining(workspace, request, contact)
    bad = bool(told.backfires or others)
    with st.container(border=bad, key="asking"):
        if bad:
            st.markdown(text.DO_NOT_ASK)
        st.text(_reason(told, wanted))
        if others:
            st.text(_to_others(list(others), wanted))
        if told.letter_backfires and told.letter_increment >= NOTHING:
            _advise(workspace, request)


def show_details(workspace: Workspace, request: SubjectRequest) -> None:
    """The figures behind the warning, and how probable it is that they do it."""
    with st.expander(text.DETAILS, icon=":material/help:"):
        if request.ground != "drop":
            contact = contact_of(workspace, request.recipient)
            told = disclosure_of(workspace, request, contact)
            st.text(_arithmetic(told, bool(further_facts_requested(workspace, request, contact))))
            st.caption(text.ASKING_HELP)
        show_chance(workspace, request)


def _reason(told: requests.LetterEffect, wanted: list[str]) -> str:
    if told.request_backfires:
        return text.BACKFIRES
    if told.letter_backfires:
        return text.LETTER_BACKFIRES
    if told.answering_backfires:
        return text.ANSWER_BACKFIRES.format(wanted=listed(wanted))
    return text.TELLS_NOTHING if abs(told.letter_increment) < NOTHING else text.TELLS_LESS


def _to_others(policies: list[str], wanted: list[str]) -> str:
    with_wanted = text.WITH_WANTED.format(wanted=listed(wanted)) if wanted else ""
    return text.OTHER_EVES.format(with_wanted=with_wanted, policies=_either(policies))


def _either(policies: list[str], most: int = 3) -> str:
    """Names of adversaries, told from the words around them.

    >>> _either(["Same name", "Same card"])
    '“Same name” or “Same card”'
    """
    more = [f"{len(policies) - most} others"] if len(policies) > most else []
    names = [*(f"“{name}”" for name in policies[:most]), *more]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _advise(workspace: Workspace, request: SubjectRequest) -> None:
    pair = fact_to_leave_out(workspace, request, contact_of(workspace, request.recipient))
    if pair is not None:
        st.text(text.TELLS_LEAST.format(fact=f"{workspace.display_name(pair[0])}: {pair[1]}"))


def _arithmetic(told: requests.LetterEffect, wanted: bool) -> str:
    """The figures in one line; for those with whom the recipient shares."""
    parts = [
        text.KNOWN_NOW.format(before=percent(told.before)),
        text.KNOWN_DONE.format(without=percent(told.without), removed=change(-told.removed)),
        text.KNOWN_LETTER.format(letter=percent(told.letter), told=change(told.letter_increment)),
    ]
    if wanted:
        more = text.KNOWN_WANTED.format(insisted=percent(told.insisted), told=change(told.insisted_increment))
        parts.append(more)
    return "; ".join(parts) + "."


WILL: Mapping[RequestKind, str] = {
    "erasure": "Will they delete it?",
    "objection": "Will they stop sharing it?",
}
"""What is uncertain about a letter, of those whose chance is known."""


def show_chance(workspace: Workspace, request: SubjectRequest) -> None:
    """How probable it is that they do it: what others found, and with one's own requests beside it."""
    if request.kind not in WILL or state_of(workspace, request) in ("done", "refused"):
        return
    chance = grant_chances(workspace, datetime.date.today())[finding_of(workspace, request.kind, request.recipients)]
    found = chance.finding
    chances = [Chance("Before you ask anybody", found.probability, percent(found.probability), found.source)]
    if chance.decided:
        own = f"{chance.granted} of your {count(chance.decided, 'request')} granted. {text.NOT_ANSWERED}"
        chances.append(Chance("With your own requests", chance.probability, percent(chance.probability), own))
    st.subheader(WILL[request.kind])
    icon_array.show(chances)


# All requests: how far each is, by when an answer is due, and the dates for a calendar.


_CHOSEN = "request-chosen"


def show_headline(workspace: Workspace) -> None:
    """How many answers are due, once any letter was sent."""
    if any(request.day_of("sent") for request in workspace.requests):
        st.header(_headline(done_so_far(workspace, datetime.date.today())))


def show_all(workspace: Workspace) -> None:
    """The requests as a table, and their dates as a file."""
    today = datetime.date.today()
    late = overdue(workspace, today)
    rows = [_row(workspace, request, request in late) for request in workspace.requests]
    with st.expander(text.ALL, icon=":material/event:"):
        show_table(rows, text.COLUMNS, "Your letters with their states and deadlines")
        st.caption(text.DEADLINES_HELP)
        _calendar(workspace, today)


def _headline(done: Done) -> str:
    if done.late:
        return f"{count(done.late, 'answer is', 'answers are')} {text.OVERDUE}"
    waiting = len(done.waiting)
    return f"{count(waiting, 'answer is', 'answers are')} {text.STILL_TO_COME}" if waiting else text.NONE_DUE


def _row(workspace: Workspace, request: SubjectRequest, late: bool) -> tuple[object, ...]:
    state = state_of(workspace, request)
    said = f"{STATES[state]}, {text.OVERDUE}" if late else STATES[state]
    due, since = deadline(request), request.day_of(state)
    awaited = due.last.isoformat() if due and state in OPEN else ""
    return request.name, request.recipient, KINDS[request.kind], said, since and since.isoformat(), awaited


def _calendar(workspace: Workspace, today: datetime.date) -> None:
    awaited = [r for r in workspace.requests if deadline(r) and state_of(workspace, r) in OPEN]
    named = st.checkbox(text.CALENDAR_NAMED, key="request-calendar-named", disabled=not awaited)
    st.download_button(
        text.CALENDAR,
        lambda: reminders(awaited, today, named),
        file_name="deadlines.ics",
        mime="text/calendar",
        key="request-calendar",
        on_click="ignore",
        disabled=not awaited,
        help=text.REMINDERS_HELP if awaited else text.NO_DEADLINE,
        icon=":material/event:",
    )


def choose(workspace: Workspace, place: DeltaGenerator) -> SubjectRequest:
    """The request that is looked at: the one drafted last, until another is picked."""
    by_name = {request.name: request for request in reversed(workspace.requests)}
    return by_name[questions.persistent_choice(place, text.WHICH, _CHOSEN, list(by_name))]


def open_request(name: str) -> None:
    """Look at this request; for callbacks."""
    st.session_state[_CHOSEN] = name


# What came of a request: the steps it took, each with its day.


def show_follow_up(workspace: Workspace, request: SubjectRequest) -> None:
    """The steps so far, and the next one."""
    st.subheader(text.HAPPENED, help=text.OUTCOME[request.kind])
    st.text(_so_far(workspace, request))
    what, when, go = st.columns([2, 2, 2], vertical_alignment="bottom")
    steps: list[RequestState] = [step for step in STEPS[1:] if step != "extended" or may_extend(request)]
    step = what.selectbox(
        text.STEP,
        steps,
        index=steps.index(_next(workspace, request)),
        format_func=STATES.__getitem__,
        key=f"request-step-{state_of(workspace, request)}-{request.kind}-{request.ground}",
    )
    day = when.date_input(text.DAY, datetime.date.today(), key="request-step-day")
    go.button(
        text.SAVE,
        type="primary",
        key="request-note",
        on_click=session.put,
        args=(workspace, with_step(workspace, request.name, step, day), f"note that a letter was {STATES[step]}"),
        width="stretch",
        help=text.SAVE_HELP,
    )


def _so_far(workspace: Workspace, request: SubjectRequest) -> str:
    taken = ", ".join(f"{STATES[step]} on {day}" for step, day in request.steps) or "nothing yet"
    state, due = state_of(workspace, request), deadline(request)
    awaited = f" An answer is due by {due.last}." if due and state in OPEN else ""
    if due and awaited and due.last != due.due:
        awaited = f" An answer is due by {due.last}: {due.due} is on a weekend."
    now = f" Now {STATES[state]}, as its releases say." if state not in dict(request.steps) and request.steps else ""
    return f"So far: {taken}.{now}{awaited}"


def _next(workspace: Workspace, request: SubjectRequest) -> RequestState:
    following: dict[RequestState, RequestState] = {
        "drafted": "sent",
        "sent": "answered",
        "extended": "answered",
        "answered": "done",
    }
    return following.get(state_of(workspace, request), "done")
