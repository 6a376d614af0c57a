"""One request: what its letter states, what that gives away, the letter itself, and what came of it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from leakage.record import Pair
from leakage.workspace.limits import LONGEST_TEXT
from leakage.workspace.requests.identifiers import stateable, stated_in
from leakage.workspace.requests.letter import LANGUAGE_NAMES, letter_as_html, letter_as_text, letter_for
from leakage.workspace.requests.mail import letter_as_mail
from leakage.workspace.requests.states import with_changed, without_request
from leakage.workspace.subject_request import SubjectRequest
from leakage.workspace.workspace import Workspace
from pages.decide.requests import follow_up, text, warning
from pages.shell import history, session


def show(workspace: Workspace, request: SubjectRequest) -> None:
    """The request that is looked at."""
    if request.ground == "drop":
        st.markdown(text.DROP)
    else:
        _edit(workspace, request)
        warning.show(workspace, request)
        _letter(workspace, request)
    follow_up.show(workspace, request)
    st.button(
        "Remove this request",
        key="request-remove",
        icon=":material/delete:",
        on_click=history.put,
        args=(workspace, without_request(workspace, request.name), "remove a request"),
        help="What came of it stays with your releases. Undo takes it back.",
    )


def _edit(workspace: Workspace, request: SubjectRequest) -> None:
    """The language, the facts stated, and what is wrong."""
    language, stated = st.columns([1, 3])
    key = session.bound(f"request-language-{hash(request.name)}", request.language)
    language.selectbox(
        "Language",
        list(LANGUAGE_NAMES),
        format_func=LANGUAGE_NAMES.__getitem__,
        **_edits(workspace, key, lambda spoken: replace(request, language=spoken)),
    )
    key = session.bound(f"request-stated-{hash(request.name)}", list(stated_in(workspace, request)))
    facts = stated.multiselect(
        "What does the letter state about you?",
        _offered(workspace, request),
        format_func=lambda pair: _fact(workspace, pair),
        help=text.STATED_HELP,
        **_edits(workspace, key, lambda pairs: replace(request, stated=tuple(pairs))),
    )
    if not facts:
        st.text("Nothing is ticked: they will hardly find you by this letter.")
    if request.kind == "correction":
        _corrections(workspace, request)


def _edits(workspace: Workspace, key: str, edited: Callable[[Any], SubjectRequest]) -> dict[str, Any]:
    """How a widget edits a request: its key, and what is done with what it shows."""

    def take(shown: Any) -> None:
        history.put(workspace, with_changed(workspace, edited(shown)), "edit a letter", key)

    return {"key": key, "on_change": session.tell, "args": (key, take)}


def _offered(workspace: Workspace, request: SubjectRequest) -> list[Pair]:
    return list(dict.fromkeys((*stateable(workspace, request.recipient), *stated_in(workspace, request))))


def _fact(workspace: Workspace, pair: Pair) -> str:
    return f"{workspace.display_name(pair[0])}: {pair[1]}"


def _corrections(workspace: Workspace, request: SubjectRequest) -> None:
    """Which facts are wrong, and what is right instead."""
    before = {(label, wrong): right for label, wrong, right in request.corrections}
    key = session.bound(f"request-wrong-{hash(request.name)}", list(before))
    st.multiselect(
        "What of it is wrong?",
        list(dict.fromkeys((*before, *_offered(workspace, request)))),
        format_func=lambda pair: _fact(workspace, pair),
        **_edits(workspace, key, lambda pairs: _with(request, {pair: before.get(pair, "") for pair in pairs})),
    )
    for pair, right in before.items():
        st.text(f"{_fact(workspace, pair)} is wrong.")
        key = session.bound(f"request-right-{hash((request.name, pair))}", right)
        st.text_input(
            "What is right? Leave it empty to have it deleted: then they learn nothing new.",
            max_chars=LONGEST_TEXT,
            **_edits(workspace, key, partial(_with_right, request, pair)),
        )


def _with_right(request: SubjectRequest, pair: Pair, typed: str) -> SubjectRequest:
    before = {(label, wrong): right for label, wrong, right in request.corrections}
    return _with(request, {**before, pair: typed.strip()})


def _with(request: SubjectRequest, corrections: Mapping[Pair, str]) -> SubjectRequest:
    return replace(request, corrections=tuple((*pair, right) for pair, right in corrections.items()))


def _letter(workspace: Workspace, request: SubjectRequest) -> None:
    """The letter to read, and as files."""
    letter = letter_for(workspace, request, request.day_of("sent") or datetime.date.today())
    st.subheader("The letter")
    st.code(letter_as_text(letter, width=None), language=None, wrap_lines=True)
    files = (
        ("Plain text", "txt", "text/plain", lambda: letter_as_text(letter).encode("utf-8", errors="replace")),
        ("Mail draft", "eml", "message/rfc822", lambda: letter_as_mail(workspace, request, letter)),
        ("Page to print", "html", "text/html", lambda: letter_as_html(letter)),
    )
    for place, (name, ending, mime, make) in zip(st.columns(3), files, strict=True):
        place.download_button(
            name,
            make,
            file_name=f"letter.{ending}",
            mime=mime,
            key=f"request-{ending}",
            on_click="ignore",
            icon=":material/download:",
            width="stretch",
        )
    st.caption(text.NOTHING_SENT)
