"""How far the person has come: what it was worth, what is due, and the state of each thing to do."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Literal

import streamlit as st

from leakage.workspace.figures import done as work_done
from leakage.workspace.figures.done import Progress, Settled, State
from leakage.workspace.figures.plan.actions import WorkOption, kind_of_change
from leakage.workspace.figures.plan.plan import WorkPlans
from leakage.workspace.workspace import Workspace
from pages.app.figures import figure
from pages.app.knowledge import assessment
from pages.app.words import listed, percent
from pages.kit.glossary import OWN_VALUES

# How far the person has come in all.


@figure
def progress(workspace: Workspace) -> Progress | None:
    """What was done, and what it did to the figure."""
    return work_done.progress(workspace, assessment)


def show_progress(workspace: Workspace, left: int = 0) -> None:
    """How many things are done, and what that did to the figure."""
    if came := progress(workspace):
        st.markdown(f"**{_worth(came, left)}**")


def _worth(came: Progress, left: int) -> str:
    """What was done, and the figure before it and now.

    >>> _worth(Progress(3, 0.74, 0.61), 9).replace("\\xa0", " "), _worth(Progress(3, 0.74, 0.61), 0)[:7]
    ('3 of 12 done: 74.0 % → 61.0 %', '3 done:')
    """
    much = f"{came.done:,} of {came.done + left:,} done" if left else f"{came.done:,} done"
    return f"{much}: {percent(came.before)} → {percent(came.now)}"


# The state of each thing to do.


def show_title(title: str, state: State) -> None:
    """What to do, as the person calls it, and beside it how far it is."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(title, width="stretch" if len(title) > _LONG else "content")
        today = datetime.date.today()
        st.badge(state_words(state, today), color=_colour(state, today))


def state_of_step(workspace: Workspace, sittings: Iterable[WorkOption]) -> State:
    """How far the person is with a step of a plan."""
    return sum((work_done.state_of_option(workspace, option) for option in sittings), State())


def left_in(workspace: Workspace, plans: WorkPlans, minutes: float) -> int:
    """How many things the plan for some minutes holds: accounts to change, letters, and all else one by one."""
    steps = plans.steps(plans.within(minutes))
    return sum(state_of_step(workspace, sittings).left for sittings, _ in steps)


def state_words(state: State, today: datetime.date) -> str:
    """How far something of a plan is.

    >>> today, due = datetime.date(2026, 12, 1), datetime.date(2026, 12, 23)
    >>> [state_words(state, today) for state in (State(left=1), State(3, 9), State(left=1, sent=1, due=due))]
    ['to do', '3 of 12 done', 'sent, answer due 23 December']
    """
    parts = [f"{state.done:,} of {state.done + state.left:,} done"] if state.done else []
    if state.sent:
        sent = "sent" if state.sent == state.left == 1 else f"{state.sent} sent"
        parts.append(sent if state.due is None else f"{sent}, {due_words(state.due, today)}")
    return "; ".join(parts) or "to do"


def due_words(due: datetime.date, today: datetime.date) -> str:
    """By when an answer is due, with the year where it is another one.

    >>> due_words(datetime.date(2026, 12, 23), datetime.date(2027, 1, 2))
    'answer was due 23 December 2026'
    """
    day = f"{due.day} {due:%B}" if due.year == today.year else in_words(due)
    return f"answer was due {day}" if due < today else f"answer due {day}"


_LONG = 60
"""Letters of a title that may not fit beside its state."""


def _colour(state: State, today: datetime.date) -> Literal["orange", "blue", "green", "gray"]:
    if state.sent:
        return "orange" if state.due and state.due < today else "blue"
    return "green" if state.done else "gray"


def show_settled(workspace: Workspace) -> None:
    """What is done, and what was refused, one line each; nothing where nothing is."""
    over = work_done.settled(workspace)
    for title, refused in (("Done", False), ("Refused", True)):
        lines = [_settled_words(workspace, each) for each in over if each.refused is refused]
        if lines:
            st.subheader(title, anchor=False)
            with st.container(border=True, gap=None, key=f"settled-{title.lower()}"):
                for line in lines[:_MOST_SETTLED]:
                    st.text(line)
                if lines[_MOST_SETTLED:]:
                    st.caption(f"And {len(lines) - _MOST_SETTLED:,} more.")


_MOST_SETTLED = 12
"""Lines of what is done, and of what was refused."""


def _settled_words(workspace: Workspace, over: Settled) -> str:
    whom = listed(list(over.recipients), most=3)
    several = len(over.recipients) > 1
    if over.pair:
        own = OWN_VALUES.get(kind_of_change(workspace, over.pair[0]) or "")
        what = own[several] if own else f"{workspace.display_name(over.pair[0])} changed"
        said = f"{whom} {'have' if several else 'has'} {what}" if own else f"{whom}: {what}"
    elif over.refused:
        said = f"{whom} refused to {'delete' if over.lever == 'erase' else 'stop sharing'} your data"
    else:
        said = f"{whom} {'deleted your data' if over.lever == 'erase' else 'stopped sharing your data'}"
    day = work_done.day_of(over.day)
    return f"{said}, {in_words(day)}" if day else said


def in_words(day: datetime.date) -> str:
    """A day as a person reads it.

    >>> in_words(datetime.date(2026, 12, 3))
    '3 December 2026'
    """
    return f"{day.day} {day:%B} {day.year}"
