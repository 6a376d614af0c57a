"""The parts of the vault page."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from leakage.workspace.vault.vault import bring_in
from leakage.workspace.workspace import LONGEST_LOCK, Workspace
from pages.app import session, words
from pages.shell import gate, locking, vault_session, vault_trouble
from pages.shell import text as shell_text
from pages.shell.vault_session import VaultSession
from pages.you.vault import text


def create() -> None:
    """A name and a passphrase, and the work is in a vault."""
    with st.container(border=True):
        gate.choose(text.PASSPHRASE, "vault-first")
    with st.form("vault-create", border=True):
        st.text_input(text.NAME, text.USUAL_NAME, key="vault-name", help=shell_text.VAULT_NAME_HELP)
        st.text_input(text.AGAIN, type="password", key="vault-again", autocomplete="off")
        st.caption(shell_text.CHOOSE_WELL)
        st.form_submit_button(
            text.CREATE,
            type="primary",
            icon=":material/lock:",
            key="vault-create-go",
            **vault_trouble.pressed(_create, "create"),
        )
    vault_trouble.show_notice("create")


def _create() -> None:
    chosen = st.session_state.get("vault-first")
    if chosen != st.session_state.get("vault-again"):
        raise ValueError(text.NOT_THE_SAME)
    vault_session.create(st.session_state.get("vault-name"), chosen)


def others() -> None:
    """Unlock another vault, or bring in a vault's file from elsewhere."""
    if vault_session.listed()[0]:
        st.button(
            text.UNLOCK_OTHER,
            key="vault-gate",
            icon=":material/lock_open:",
            on_click=vault_session.ask_for_vault,
            help=text.UNLOCK_OTHER_HELP,
        )
    file = st.file_uploader(text.ADD_FILE, type="vault", key="vault-file")
    if file is not None:
        st.caption(shell_text.BRING_IN_HELP)
        bringing = vault_trouble.pressed(lambda: bring_in(file.getvalue()), "bring in", text.ADDED)
        st.button(text.ADD, key="vault-bring-in", **bringing)
        vault_trouble.show_notice("bring in")


def status(opened: VaultSession) -> None:
    """Which vault is open, and how to close it."""
    saved = words.when(int(1000 * opened.saved)).capitalize()
    st.text(text.UNLOCKED.format(name=opened.name, saved=saved))
    st.button(
        text.LOCK,
        key="vault-lock",
        type="primary",
        icon=":material/lock:",
        help=text.LOCK_HELP,
        **vault_trouble.pressed(locking.lock),
    )
    workspace = opened.workspace if session.example() else session.current()
    st.number_input(
        text.LOCK_AFTER,
        min_value=1,
        max_value=LONGEST_LOCK,
        disabled=bool(session.example()),
        help=text.LOCK_AFTER_HELP,
        **session.binding("vault-minutes", workspace.lock_after, partial(_put_minutes, workspace)),
    )


def _put_minutes(workspace: Workspace, minutes: float, key: str) -> None:
    session.put(workspace, replace(workspace, lock_after=int(minutes)), "change when the vault is locked", key)


def versions(opened: VaultSession) -> None:
    """The earlier versions, and a way back to each."""
    st.subheader(text.VERSIONS)
    generations = opened.unlocked.generations()
    if not generations:
        st.text(text.NO_VERSIONS)
        return
    rows = [
        (saved.file.number, words.when(saved.saved), text.KINDS[saved.kind], text.CONDITIONS[saved.condition])
        for saved in generations
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=text.VERSION_COLUMNS),
        hide_index=True,
        alt="The earlier versions of the vault",
    )
    good = [generation for generation in generations if generation.condition == "good"]
    if not good:
        return
    key = f"vault-version-{hash(tuple(str(generation.file) for generation in good))}"
    st.selectbox(
        text.RESTORE_WHICH,
        range(len(good)),
        # Numbered, for two versions of one second would be one choice.
        format_func=lambda n: f"Version {good[n].file.number}, {words.when(good[n].saved)}",
        key=key,
    )
    st.button(
        text.RESTORE,
        key="vault-restore",
        icon=":material/history:",
        help=shell_text.RESTORE_HELP,
        **vault_trouble.pressed(lambda: vault_session.restore(good[st.session_state.get(key)]), "restore"),
    )
    vault_trouble.show_notice("restore")


def change_passphrase() -> None:
    """Another passphrase."""
    gate.choose(text.NEW, "vault-new")
    with st.form("vault-passphrase", border=False, clear_on_submit=True):
        st.text_input(text.PRESENT, type="password", key="vault-present", autocomplete="off")
        st.text_input(text.NEW_AGAIN, type="password", key="vault-new-again", autocomplete="off")
        st.caption(shell_text.PASSPHRASE_HELP)
        st.form_submit_button(
            text.CHANGE,
            key="vault-change",
            icon=":material/password:",
            **vault_trouble.pressed(_change_passphrase, "change", text.CHANGED, empties="vault-new"),
        )
    vault_trouble.show_notice("change")


def _change_passphrase() -> None:
    new = st.session_state.get("vault-new")
    if new != st.session_state.get("vault-new-again"):
        raise ValueError(text.NEW_NOT_THE_SAME)
    vault_session.change_passphrase(st.session_state.get("vault-present"), new)


def file(opened: VaultSession) -> None:
    """The encrypted file, to be kept elsewhere as well; its name, and an end."""
    vault = next(
        (candidate for candidate in vault_session.listed()[0] if candidate.identity == opened.unlocked.identity), None
    )
    if vault is not None:
        st.download_button(
            text.DOWNLOAD,
            vault.file,
            file_name="my-leakage.vault",
            mime="application/octet-stream",
            key="vault-download",
            on_click="ignore",
            icon=":material/download:",
            help=text.DOWNLOAD_HELP,
        )
    with st.form("vault-rename", border=False):
        key = f"vault-rename-{hash(opened.name)}"
        st.text_input(text.RENAME_FIELD, opened.name, key=key, help=shell_text.VAULT_NAME_HELP)
        renaming = vault_trouble.pressed(lambda: vault_session.rename(st.session_state.get(key)), "rename")
        st.form_submit_button(text.RENAME, key="vault-rename-go", **renaming)
    vault_trouble.show_notice("rename")
    sure = st.checkbox(text.SURE, key="vault-sure")
    st.button(
        text.DELETE,
        key="vault-delete",
        icon=":material/delete_forever:",
        disabled=not sure,
        **vault_trouble.pressed(vault_session.delete, "remove"),
    )
    vault_trouble.show_notice("remove")
