"""What is done about a vault, where the work is kept, and what keeps it from being saved.

What is pressed about a vault: done in its callback, once for each time it was drawn, and told where it was pressed.

Of two presses on one button the second comes when the first is done, with what was typed for the first: it would make
a second vault, or say of a passphrase that has just been changed that it does not open the vault.

What keeps the work from being saved, at the head of every page, with the ways out.

Every way out is a callback: one press is one run of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import streamlit as st

from leakage.workspace.merging.entries import Contradiction, Place, Side
from leakage.workspace.vault.saved_work import SealedWork
from pages.door.index_html import MARK
from pages.shell import history, locking, session, text, vault_session, vault_state
from pages.shell.vault_session import VaultSession
from pages.shell.words import error_text

_DONE = "attempts.done"
_OUTCOME = "attempts.told"


class _Notice(NamedTuple):
    place: str
    sentence: str
    refused: bool


def pressed(what: Callable[[], object], place: str = "", done: str = "", empties: str = "") -> dict[str, Any]:
    """The options of a button that does something with a vault.

    Arguments:
        what: is done; a ValueError is what it refuses, in one sentence.
        place: where ``show_notice`` says it; empty for the head of the page.
        done: the sentence to say where it was not refused.
        empties: the key of a field that is empty afterwards, whatever came of it.
    """
    return {"on_click": _press, "args": (what, place, done, empties, session.fresh_number())}


def _press(what: Callable[[], object], place: str, done: str, empties: str, drawn: int) -> None:
    with vault_state.alone():
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
        session.put(_OUTCOME, _Notice(place, error_text(error), refused=True))
    else:
        if done:
            session.put(_OUTCOME, _Notice(place, done, refused=False))


def show_notice(place: str = "") -> None:
    """Say once what came of what was pressed at this place."""
    outcome: _Notice | None = session.get(_OUTCOME)
    if outcome is None or outcome.place != place:
        return
    session.forget(_OUTCOME)
    if outcome.refused:
        st.error(outcome.sentence, icon=":material/error:")
    else:
        st.success(outcome.sentence, icon=":material/check:")


MOST_CONTRADICTIONS = 8
_AGAIN = "again-passphrase"
_SEALED = "sealed-passphrase"


def show_vault_trouble() -> None:
    """All that there is to decide."""
    show_notice()
    opened = vault_session.current()
    if opened is None:
        return
    if locking.must_answer():
        _ask_to_lock()
    if opened.two_versions is not None:
        _two_versions(opened)
    if vault_session.state(opened) == "not saved":
        _not_saved(opened)
    sealed = locking.sealed_work()
    if sealed is not None:
        _sealed(sealed)


def _heading(words: str) -> None:
    st.markdown(f":orange[:material/warning:] **{words}**")


def _button(
    label: str, key: str, what: Callable[[], object], place: st.delta_generator.DeltaGenerator, empties: str = ""
) -> None:
    place.button(label, key=key, width="stretch", **pressed(what, empties=empties))


def _ask_to_lock() -> None:
    if not locking.unsaved_anywhere():
        locking.stay()
        return
    with st.container(border=True, key="vault-ask-to-lock"):
        _heading("Lock with unsaved changes?")
        st.caption(text.LOCK_ANYWAY)
        left, right = st.columns(2)
        _button("Lock, and keep them encrypted", "lock-anyway", locking.lock_anyway, left)
        _button("Stay unlocked", "lock-stay", locking.stay, right)


def _not_saved(opened: VaultSession) -> None:
    with st.container(border=True, key=f"{MARK}-in-vault"):
        _heading("Your last change is not saved")
        st.text(error_text(opened.failure))
        if not opened.locked_out:
            st.caption(text.TRIED_AGAIN)
            return
        st.caption(text.LOCKED_OUT)
        st.text_input("The new passphrase", type="password", key=_AGAIN, autocomplete="off")
        _button("Unlock again and save", "again-unlock", _unlock_again, st.container(), _AGAIN)


def _unlock_again() -> None:
    vault_session.unlock_again(session.get(_AGAIN, ""))


def _two_versions(opened: VaultSession) -> None:
    two = opened.two_versions
    assert two is not None
    with st.container(border=True, key="vault-two-versions"):
        _heading("Two versions of your work")
        st.caption(text.CONFLICT_HELP if vault_session.state(opened) == "two versions" else text.CONFLICT_NOT_KEPT)
        _ask_for_sides(two.contradictions)
        left, middle, right = st.columns(3)
        _button("Merge as chosen", "conflict-merge", lambda: _merge(two.contradictions), left)
        _button("Take the other version", "conflict-take", locking.take_theirs, middle)
        _button("Take mine", "conflict-mine", locking.take_mine, right)


def _ask_for_sides(contradictions: Sequence[Contradiction]) -> None:
    """One sentence for each contradiction, and a side to take; mine for those there is no room for."""
    for number, contradiction in enumerate(contradictions[:MOST_CONTRADICTIONS]):
        st.text(contradiction.sentence)
        st.radio(
            "Which one?",
            ("mine", "theirs"),
            format_func=lambda side: "Mine" if side == "mine" else "The other",
            key=f"conflict-{number}",
            horizontal=True,
            label_visibility="collapsed",
        )
    if len(contradictions) > MOST_CONTRADICTIONS:
        st.text(f"and {len(contradictions) - MOST_CONTRADICTIONS} more, taken from mine")


def _merge(contradictions: Sequence[Contradiction]) -> None:
    sides: dict[Place, Side] = {
        contradiction.place: session.get(f"conflict-{number}", "mine") if number < MOST_CONTRADICTIONS else "mine"
        for number, contradiction in enumerate(contradictions)
    }
    locking.merge_as_chosen(sides)


def _sealed(sealed: SealedWork) -> None:
    with st.container(border=True, key="vault-sealed"):
        if sealed.brought:
            _heading("Add your work in memory to this vault?")
            st.caption(text.FROM_MEMORY)
        else:
            _heading("A change could not be saved before this vault was locked")
            st.caption(text.SEALED)
        if locking.other_passphrase(sealed):
            st.caption(text.SEALED_EARLIER)
            st.text_input("The earlier passphrase", type="password", key=_SEALED, autocomplete="off")
        left, right = st.columns(2)
        _button("Keep it", "sealed-keep", lambda: locking.keep(sealed, session.get(_SEALED, "")), left, _SEALED)
        _button("Discard it", "sealed-forget", lambda: locking.forget(sealed), right)


# Where the work is kept, at the foot of the sidebar of every page.


def show_vault_sidebar() -> None:
    """Where the work is kept, and the ways to leave an example and to lock."""
    opened = vault_session.current()
    if opened is None:
        return
    st.caption(STATE_TEXTS[vault_session.state(opened)])
    if opened.merged:
        st.caption("Another tab's changes were merged in. Undo takes them out.")
    if history.example():
        st.caption(":material/lock_open: **An example is open.** Your vault is not touched.")
        st.button("Back to my work", key="back-to-mine", on_click=vault_session.leave_example, width="stretch")
    st.button("Lock", key="lock", icon=":material/lock:", width="stretch", **pressed(locking.lock))
    _watch()


STATE_TEXTS: dict[vault_session.State, str] = {
    "kept": ":material/lock: **Kept in your vault.** Every change is saved at once, encrypted.",
    "two versions": ":orange[:material/warning:] **Kept beside your vault.** See the top of the page.",
    "not saved": ":orange[:material/warning:] **Not saved.** See the top of the page.",
}


@st.fragment(run_every=20)
def _watch() -> None:
    """Lock when nobody has been here for long; the fragment runs by itself and is no touch."""
    if locking.lock_if_due():
        st.rerun()
