"""What asking gives away: whether a request tells more than it takes back, and why."""

from __future__ import annotations

import streamlit as st

from leakage.workspace.figures.asking import Asking
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.identifiers import wanted_besides
from leakage.workspace.subject_request import SubjectRequest
from leakage.workspace.workspace import Workspace
from pages.decide.requests import figures, text
from pages.shell.words import NOTHING, change, listed, percent


def show(workspace: Workspace, request: SubjectRequest) -> None:
    """The warning, where there is one, and the figures behind it."""
    contact = contact_of(workspace, request.recipient)
    told = figures.asked(workspace, request, contact)
    wanted = [workspace.display_name(label) for label, _ in wanted_besides(workspace, request, contact)]
    others = () if told.backfires else figures.gaining(workspace, request, contact)
    with st.container(border=True, key="asking"):
        if told.backfires or others:
            st.markdown(":red[:material/block:] **Do not ask this way**")
        st.text(_reason(told, wanted))
        if others:
            st.text(_to_others(list(others), wanted))
        if told.letter_backfires and told.told_by_letter >= NOTHING:
            _advise(workspace, request)
        st.caption(_arithmetic(told, bool(wanted)))
        st.caption(text.ASKING_HELP)


def _reason(told: Asking, wanted: list[str]) -> str:
    if told.request_backfires:
        return (
            "Eve would know more of you once it is done, whatever the letter says: some of what would go is wrong, "
            "and confuses her."
        )
    if told.letter_backfires:
        return (
            "The letter would tell them more than the request takes back: it makes certain what they only suspect, "
            "joins what they hold apart, or says something new."
        )
    if told.answering_backfires:
        return (
            f"They are known to ask for {listed(wanted)} as well. Giving all of that would tell them more than the "
            "request takes back: refuse it, or black out on the copy what they do not hold."
        )
    if abs(told.told_by_letter) < NOTHING:
        return "The letter by itself tells them nothing that they would not hold anyway."
    return "The letter tells them less than the request takes back."


def _to_others(policies: list[str], wanted: list[str]) -> str:
    besides = f", with {listed(wanted)} that they are known to ask for," if wanted else ""
    return f"But asking{besides} would tell more than it takes back if the real Eve is {_either(policies)}."


def _either(policies: list[str], most: int = 3) -> str:
    """Names of adversaries, told from the words around them.

    >>> _either(["Same name", "Same card"])
    '“Same name” or “Same card”'
    """
    more = [f"{len(policies) - most} others"] if len(policies) > most else []
    names = [*(f"“{name}”" for name in policies[:most]), *more]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _advise(workspace: Workspace, request: SubjectRequest) -> None:
    pair = figures.fact_to_leave_out(workspace, request, contact_of(workspace, request.recipient))
    if pair is not None:
        st.text(f"It tells least without this: {workspace.display_name(pair[0])}: {pair[1]}")


def _arithmetic(told: Asking, wanted: bool) -> str:
    """The figures in one line; for those with whom the recipient shares."""
    parts = [
        f"Known there now: {percent(told.before)}",
        f"once it is done: {percent(told.without)} ({change(-told.removed)})",
        f"with the letter: {percent(told.letter)} ({change(told.told_by_letter)})",
    ]
    if wanted:
        parts.append(f"with all they are known to want: {percent(told.insisted)} ({change(told.told_if_insisted)})")
    return "; ".join(parts) + "."
