"""What is pressed about a vault: done in its callback, once for each time it was drawn, and told where it was pressed.

Of two presses on one button the second comes when the first is done, with what was typed for the first: it would make
a second vault, or say of a passphrase that has just been changed that it does not open the vault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import streamlit as st

from pages.shell import locking, session, tabs
from pages.shell.words import said

_DONE = "attempts.done"
_TOLD = "attempts.told"


class _Told(NamedTuple):
    place: str
    sentence: str
    refused: bool


def pressed(what: Callable[[], object], place: str = "", done: str = "", empties: str = "") -> dict[str, Any]:
    """The options of a button that does something with a vault.

    Arguments:
        what: is done; a ValueError is what it refuses, in one sentence.
        place: where ``told`` says it; empty for the head of the page.
        done: the sentence to say where it was not refused.
        empties: the key of a field that is empty afterwards, whatever came of it.
    """
    return {"on_click": _press, "args": (what, place, done, empties, session.fresh_number())}


def _press(what: Callable[[], object], place: str, done: str, empties: str, drawn: int) -> None:
    with tabs.alone():
        if locking.lock_if_due():
            return
        if session.get(_DONE) != drawn:
            _attempt(what, place, done, drawn)
        if empties:
            # Also at a second press, with which it was sent once more.
            session.put(empties, "")


def _attempt(what: Callable[[], object], place: str, done: str, drawn: int) -> None:
    # Before it is done: locking forgets this with everything else, and numbers begin anew.
    session.put(_DONE, drawn)
    try:
        what()
    except ValueError as error:
        session.forget(_DONE)
        session.put(_TOLD, _Told(place, said(error), refused=True))
    else:
        if done:
            session.put(_TOLD, _Told(place, done, refused=False))


def told(place: str = "") -> None:
    """Say once what came of what was pressed at this place."""
    outcome: _Told | None = session.get(_TOLD)
    if outcome is None or outcome.place != place:
        return
    session.forget(_TOLD)
    if outcome.refused:
        st.error(outcome.sentence, icon=":material/error:")
    else:
        st.success(outcome.sentence, icon=":material/check:")
