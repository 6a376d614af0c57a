"""The gate: a session on a machine with vaults begins here; passphrases, and the way out."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from leakage.workspace.vault.file_header import SHORTEST
from leakage.workspace.vault.generations import Generation
from leakage.workspace.vault.passphrases import GRADES, strength
from leakage.workspace.vault.saved_work import UNSAVED, SealedWork, without_vault
from leakage.workspace.vault.unlocked import lock_all
from leakage.workspace.vault.vault import Vault
from leakage.workspace.workspace import Workspace
from pages.door.index_html import MARK
from pages.door.logout import leaving
from pages.shell import examples, locking, session, text, undo_stack, vault_session, vault_state, vault_trouble
from pages.shell.frame import STYLE
from pages.shell.words import error_text, when

# Choosing a passphrase: a field that says while one types how hard it is to guess.


PAUSE = "200ms"
"""In typing, after which the strength is shown anew."""


@st.fragment
def choose(label: str, key: str) -> None:
    """A field for a new passphrase with its strength; a form would not hear of it before the button is pressed."""
    passphrase = st.text_input(label, type="password", key=key, autocomplete="off", live=PAUSE)
    if len(passphrase) < SHORTEST:
        st.caption(f"At least {SHORTEST} characters; you'll see its strength as you type.")
        return
    estimate = strength(passphrase)
    st.progress((GRADES.index(estimate.grade) + 1) / len(GRADES))
    st.caption(
        f"Strength: **{estimate.grade}**. Trying common words and patterns first, it takes about "
        f"10^{estimate.guesses:.0f} guesses. {estimate.advice}"
    )


# The way out: to log out of the program, and to end the link that was printed.


def ways_out() -> None:
    """Log out, or print a fresh link; nothing where the server is a class's."""
    door = leaving()
    if door is None:
        return
    with st.expander(text.LOG_OUT_FOLD, icon=":material/logout:"):
        st.caption(text.LOG_OUT)
        elsewhere = vault_state.in_memory_elsewhere()
        losing = elsewhere or (vault_session.current() is None and undo_stack.own() not in (None, Workspace()))
        if elsewhere:
            st.caption(text.IN_MEMORY_ELSEWHERE)
        sure = bool(losing and st.checkbox(text.MAY_BE_LOST, key="log-out-sure"))
        left, right = st.columns(2)
        left.button(
            "Log out",
            key="log-out",
            icon=":material/logout:",
            disabled=losing and not sure,
            help=text.SAVE_FIRST if losing and not sure else None,
            width="stretch",
            **vault_trouble.pressed(lambda: _log_out(sure)),
        )
        right.button(
            text.PRINT_LINK,
            key="fresh-link",
            icon=":material/link:",
            on_click=door.renew_link,
            help=text.FRESH_LINK,
            width="stretch",
        )


def _log_out(sure: bool) -> None:
    door = leaving()
    if door is not None:
        if not sure and vault_state.in_memory_elsewhere():
            raise ValueError(text.IN_MEMORY_ELSEWHERE)
        locking.lock_anyway()
        vault_state.keep_sealed()
        lock_all()
        door.log_out()


# The gate: a session on a machine with vaults begins here, whatever page was asked for.


def show() -> None:
    """Unlock a vault, or go on without one."""
    existing, why_not = vault_session.listed()
    lost = () if why_not else without_vault(existing)
    st.html(STYLE)
    st.title("Unlock your work")
    vault_trouble.show_notice()
    if existing:
        _ask(existing, _choose(existing))
    elif not lost:
        st.error(error_text(why_not or "the vault is not here any more"), icon=":material/folder_off:")
    for number, sealed in enumerate(lost):
        _put_back(sealed, number)
    _offer_memory()
    ways_out()


def _ask(existing: Sequence[Vault], vault: Vault) -> None:
    st.caption(text.GATE_QUESTION)
    if UNSAVED.of(vault.identity):
        st.warning(text.SEALED_AT_GATE, icon=":material/lock:")
    with st.form("gate", border=True):
        st.text_input("Passphrase", type="password", key="gate-passphrase", autocomplete="off")
        earlier = _offer_earlier(vault)
        unlocking = vault_trouble.pressed(lambda: _unlock(existing, vault, earlier), "gate")
        st.form_submit_button("Unlock", type="primary", icon=":material/lock_open:", key="gate-unlock", **unlocking)
    vault_trouble.show_notice("gate")
    st.caption(text.NO_RECOVERY)


def _offer_memory() -> None:
    st.subheader(text.WITHOUT_IT)
    if vault_session.gate_asked_for():
        _back()
        return
    left, right = st.columns(2)
    left.button(
        text.MEMORY_ONLY,
        key="gate-memory",
        on_click=vault_session.work_in_memory,
        width="stretch",
        help=text.MEMORY_HELP,
    )
    right.button(text.OPEN_EXAMPLE, key="gate-example", on_click=_open_example, width="stretch")


def _open_example() -> None:
    vault_session.work_in_memory()
    examples.open_realistic()


def _back() -> None:
    with st.container(key=f"{MARK}-memory" if vault_session.in_memory_only() else "nothing-in-memory"):
        if vault_session.in_memory_only():
            st.caption(text.BRINGING)
        st.button(text.BACK_TO_MEMORY, key="gate-back", on_click=vault_session.work_in_memory)


def _put_back(sealed: SealedWork, number: int) -> None:
    """Work whose vault is gone can become one again: it is a vault's file."""
    with st.container(border=True):
        st.text(text.WITHOUT_VAULT)
        st.button(
            "Make it a vault again",
            key=f"sealed-put-back-{number}" if number else "sealed-put-back",
            **vault_trouble.pressed(lambda: locking.make_vault_of(sealed)),
        )


def _choose(existing: Sequence[Vault]) -> Vault:
    listings = [vault.listing() for vault in existing]
    shown = [f"{listing.name}: {when(listing.saved)}" for listing in listings]
    if len(existing) == 1:
        st.text(shown[0])
        return existing[0]
    number: int = st.selectbox(
        "Which vault?",
        range(len(existing)),
        format_func=lambda n: shown[n],
        key=_place(existing),
    )
    return existing[number]


def _offer_earlier(vault: Vault) -> Generation | None:
    """The latest good version, where the current one cannot be read."""
    if vault.listing().condition != "damaged":
        return None
    earlier = vault.latest_good()
    if earlier is None:
        st.error(text.DAMAGED, icon=":material/broken_image:")
        return None
    st.warning(
        text.EARLIER_OPENS.format(when=when(earlier.saved)),
        icon=":material/broken_image:",
    )
    return earlier


def _place(existing: Sequence[Vault]) -> str:
    return f"gate-vault-{len(existing)}"


def _unlock(existing: Sequence[Vault], drawn: Vault, earlier: Generation | None) -> None:
    """Open the vault that is picked, which may be another one than was drawn; an earlier version only where it was."""
    vault = existing[session.get(_place(existing), 0)]
    vault_session.unlock(vault, session.get("gate-passphrase"), earlier if vault is drawn else None)
