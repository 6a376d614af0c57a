"""The parts of the vault page, and what the sidebar of every page says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.workspace.vault.directory import bring_in
from leakage.workspace.vault.generations import Generation
from leakage.workspace.workspace import LONGEST_LOCK, Workspace
from pages.shell import history, locking, passphrase, session, text, vault_session, words
from pages.shell.vault_session import VaultSession
from pages.shell.vault_trouble import attempt
from pages.shell.words import said

LARGEST_FILE_MB = 130


def create() -> None:
    """A name and a passphrase, and the work is in a vault."""
    with st.container(border=True):
        passphrase.choose("Passphrase", "vault-first")
    with st.form("vault-create", border=True):
        name = st.text_input("What to call it", "My work", key="vault-name", help=text.VAULT_NAME_HELP)
        again = st.text_input("The same again", type="password", key="vault-again", autocomplete="off")
        st.caption(text.CHOOSE_WELL)
        asked = st.form_submit_button("Create the vault", type="primary", icon=":material/lock:", key="vault-create-go")
    first = session.get("vault-first", "")
    if asked and first != again:
        st.error("The two passphrases are not the same. Nothing was created.", icon=":material/error:")
    elif asked:
        _try(lambda: vault_session.create(name, first))


def others() -> None:
    """Unlock another vault, or bring in a vault's file from elsewhere."""
    if vault_session.listed()[0]:
        st.button(
            "Unlock a vault that is here",
            key="vault-gate",
            icon=":material/lock_open:",
            on_click=vault_session.ask_for_vault,
            help="What you entered in memory is kept: then you are asked whether to add it to the vault.",
        )
    file = st.file_uploader("Bring in a vault's file", type="vault", key="vault-file", max_upload_size=LARGEST_FILE_MB)
    if file is not None:
        st.caption(text.BRING_IN_HELP)
        if st.button("Put it among my vaults", key="vault-bring-in"):
            _try(lambda: bring_in(file.getvalue()), "It is among your vaults now. Unlock it with its passphrase.")


def status(opened: VaultSession) -> None:
    """Which vault is open, and how to close it."""
    st.text(f"{opened.name} is unlocked in this tab. {words.when(int(1000 * opened.saved)).capitalize()}.")
    st.button(
        "Lock it now", key="vault-lock", type="primary", icon=":material/lock:", on_click=attempt, args=(locking.lock,)
    )
    workspace = opened.workspace if history.example() else history.current()
    key = session.bound("vault-minutes", workspace.lock_after)
    st.number_input(
        "Lock it when nobody has touched it for so many minutes",
        min_value=1,
        max_value=LONGEST_LOCK,
        key=key,
        on_change=session.tell,
        args=(key, lambda minutes: _put_minutes(workspace, int(minutes), key)),
        disabled=bool(history.example()),
        help="Close to the screen of strangers choose few, at home more.",
    )


def _put_minutes(workspace: Workspace, minutes: int, key: str) -> None:
    history.put(workspace, replace(workspace, lock_after=minutes), "change when the vault is locked", key)


def versions(opened: VaultSession) -> None:
    """The earlier versions, and a way back to each."""
    st.subheader("Earlier versions")
    generations = opened.unlocked.generations()
    if not generations:
        st.text("There is none yet: every saved change leaves the version before it, up to ten.")
        return
    rows = [
        (saved.file.number, words.when(saved.saved), _KINDS[saved.kind], _CONDITIONS[saved.condition])
        for saved in generations
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["Version", "When", "How it came about", "Can it be opened?"]),
        hide_index=True,
        alt="The earlier versions of the vault",
    )
    good = [generation for generation in generations if generation.condition == "good"]
    if not good:
        return
    number: int = st.selectbox(
        "Bring back",
        range(len(good)),
        # Numbered, for two versions of one second would be one choice.
        format_func=lambda n: f"Version {good[n].file.number}, {words.when(good[n].saved)}",
        key=f"vault-version-{hash(tuple(str(generation.file) for generation in good))}",
    )
    if st.button("Bring this version back", key="vault-restore", icon=":material/history:", help=text.RESTORE_HELP):
        _try(_restoring(good[number]))


_KINDS = {"generation": "saved before the next one", "copy": "set aside in a conflict, or brought in"}
_CONDITIONS = {
    "good": "yes",
    "damaged": "no, it is damaged",
    "other passphrase": "only with another passphrase",
    "newer program": "only with a newer program",
    "earlier program": "only with its earlier passphrase",
}


def _restoring(generation: Generation) -> Callable[[], None]:
    return lambda: vault_session.restore(generation)


def change_passphrase() -> None:
    """Another passphrase."""
    passphrase.choose("New passphrase", "vault-new")
    with st.form("vault-passphrase", border=False, clear_on_submit=True):
        present = st.text_input("Present passphrase", type="password", key="vault-present", autocomplete="off")
        again = st.text_input("The new one again", type="password", key="vault-new-again", autocomplete="off")
        st.caption(text.PASSPHRASE_HELP)
        asked = st.form_submit_button(
            "Change the passphrase",
            key="vault-change",
            icon=":material/password:",
            on_click=passphrase.take,
            args=("vault-new",),
        )
    new = passphrase.taken("vault-new")
    if asked and new != again:
        st.error("The two new passphrases are not the same. Nothing was changed.", icon=":material/error:")
    elif asked:
        _try(lambda: vault_session.change_passphrase(present, new), "The passphrase is changed.")


def file(opened: VaultSession) -> None:
    """The encrypted file, to be kept elsewhere as well; its name, and an end."""
    vault = next(
        (candidate for candidate in vault_session.listed()[0] if candidate.identity == opened.unlocked.identity), None
    )
    if vault is not None:
        st.download_button(
            "Download the encrypted vault",
            vault.file,
            file_name="my-leakage.vault",
            mime="application/octet-stream",
            key="vault-download",
            on_click="ignore",
            icon=":material/download:",
            help="The file as it is, for a second place. It opens with the same passphrase.",
        )
    with st.form("vault-rename", border=False):
        name = st.text_input("Name", opened.name, key=f"vault-rename-{hash(opened.name)}", help=text.VAULT_NAME_HELP)
        if st.form_submit_button("Rename", key="vault-rename-go"):
            _try(lambda: vault_session.rename(name))
    sure = st.checkbox("I want to remove this vault with all its versions for good", key="vault-sure")
    if st.button("Remove the vault", key="vault-delete", icon=":material/delete_forever:", disabled=not sure):
        _try(vault_session.delete)


def _try(what: Callable[[], object], done: str = "") -> None:
    """Do something with a vault; what it refuses is one sentence, and otherwise the page starts over."""
    try:
        what()
    except ValueError as error:
        st.error(said(error), icon=":material/error:")
    else:
        if done:
            st.success(done, icon=":material/check:")
        else:
            st.rerun()


def sidebar(workspace: Workspace) -> None:
    """Where the work is kept, at the foot of the sidebar."""
    opened = vault_session.current()
    if opened is None:
        return
    st.caption(_SAID[vault_session.state(opened)])
    if opened.merged:
        st.caption("What another tab had saved was merged in. Undo takes it out again.")
    if history.example():
        st.caption(":material/lock_open: **An example is open.** Your vault is not touched.")
        st.button("Back to my work", key="back-to-mine", on_click=vault_session.leave_example, width="stretch")
    st.button("Lock", key="lock", icon=":material/lock:", on_click=attempt, args=(locking.lock,), width="stretch")
    _watch()


_SAID: dict[vault_session.State, str] = {
    "kept": ":material/lock: **Kept in your vault.** Every change is saved at once, encrypted.",
    "two versions": ":orange[:material/warning:] **Kept beside your vault.** See the top of the page.",
    "not saved": ":orange[:material/warning:] **Not saved.** See the top of the page.",
}


@st.fragment(run_every=20)
def _watch() -> None:
    """Lock when nobody has been here for long; the fragment runs by itself and is no touch."""
    if locking.lock_if_idle():
        st.rerun()
