"""The parts of the vault page."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from leakage.workspace.vault.vault import bring_in
from leakage.workspace.workspace import LONGEST_LOCK, Workspace
from pages.shell import gate, history, locking, session, text, vault_session, vault_trouble, words
from pages.shell.vault_session import VaultSession


def create() -> None:
    """A name and a passphrase, and the work is in a vault."""
    with st.container(border=True):
        gate.choose("Passphrase", "vault-first")
    with st.form("vault-create", border=True):
        st.text_input("What to call it", "My work", key="vault-name", help=text.VAULT_NAME_HELP)
        st.text_input("The passphrase again", type="password", key="vault-again", autocomplete="off")
        st.caption(text.CHOOSE_WELL)
        st.form_submit_button(
            "Create the vault",
            type="primary",
            icon=":material/lock:",
            key="vault-create-go",
            **vault_trouble.pressed(_create, "create"),
        )
    vault_trouble.show_notice("create")


def _create() -> None:
    chosen = session.get("vault-first")
    if chosen != session.get("vault-again"):
        raise ValueError("the two passphrases are not the same. Nothing was created")
    vault_session.create(session.get("vault-name"), chosen)


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
    file = st.file_uploader("Bring in a vault's file", type="vault", key="vault-file")
    if file is not None:
        st.caption(text.BRING_IN_HELP)
        done = "It is among your vaults now. Unlock it with its passphrase."
        bringing = vault_trouble.pressed(lambda: bring_in(file.getvalue()), "bring in", done)
        st.button("Put it among my vaults", key="vault-bring-in", **bringing)
        vault_trouble.show_notice("bring in")


def status(opened: VaultSession) -> None:
    """Which vault is open, and how to close it."""
    st.text(f"{opened.name} is unlocked in this tab. {words.when(int(1000 * opened.saved)).capitalize()}.")
    st.button(
        "Lock it now",
        key="vault-lock",
        type="primary",
        icon=":material/lock:",
        help="In every tab. What each of them has is saved first.",
        **vault_trouble.pressed(locking.lock),
    )
    workspace = opened.workspace if history.example() else history.current()
    st.number_input(
        "Lock it when nobody has touched it for so many minutes",
        min_value=1,
        max_value=LONGEST_LOCK,
        disabled=bool(history.example()),
        help="Close to the screen of strangers choose few, at home more.",
        **session.binding("vault-minutes", workspace.lock_after, partial(_put_minutes, workspace)),
    )


def _put_minutes(workspace: Workspace, minutes: float, key: str) -> None:
    history.put(workspace, replace(workspace, lock_after=int(minutes)), "change when the vault is locked", key)


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
    key = f"vault-version-{hash(tuple(str(generation.file) for generation in good))}"
    st.selectbox(
        "Bring back",
        range(len(good)),
        # Numbered, for two versions of one second would be one choice.
        format_func=lambda n: f"Version {good[n].file.number}, {words.when(good[n].saved)}",
        key=key,
    )
    st.button(
        "Bring this version back",
        key="vault-restore",
        icon=":material/history:",
        help=text.RESTORE_HELP,
        **vault_trouble.pressed(lambda: vault_session.restore(good[session.get(key)]), "restore"),
    )
    vault_trouble.show_notice("restore")


_KINDS = {"generation": "saved before the next one", "copy": "set aside in a conflict, or brought in"}
_CONDITIONS = {
    "good": "yes",
    "damaged": "no, it is damaged",
    "other passphrase": "only with another passphrase",
    "newer program": "only with a newer program",
    "earlier program": "only with its earlier passphrase",
}


def change_passphrase() -> None:
    """Another passphrase."""
    gate.choose("New passphrase", "vault-new")
    with st.form("vault-passphrase", border=False, clear_on_submit=True):
        st.text_input("Present passphrase", type="password", key="vault-present", autocomplete="off")
        st.text_input("The new one again", type="password", key="vault-new-again", autocomplete="off")
        st.caption(text.PASSPHRASE_HELP)
        st.form_submit_button(
            "Change the passphrase",
            key="vault-change",
            icon=":material/password:",
            **vault_trouble.pressed(_change_passphrase, "change", "The passphrase is changed.", empties="vault-new"),
        )
    vault_trouble.show_notice("change")


def _change_passphrase() -> None:
    new = session.get("vault-new")
    if new != session.get("vault-new-again"):
        raise ValueError("the two new passphrases are not the same. Nothing was changed")
    vault_session.change_passphrase(session.get("vault-present"), new)


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
        key = f"vault-rename-{hash(opened.name)}"
        st.text_input("Name", opened.name, key=key, help=text.VAULT_NAME_HELP)
        renaming = vault_trouble.pressed(lambda: vault_session.rename(session.get(key)), "rename")
        st.form_submit_button("Rename", key="vault-rename-go", **renaming)
    vault_trouble.show_notice("rename")
    sure = st.checkbox("I want to remove this vault with all its versions for good", key="vault-sure")
    st.button(
        "Remove the vault",
        key="vault-delete",
        icon=":material/delete_forever:",
        disabled=not sure,
        **vault_trouble.pressed(vault_session.delete, "remove"),
    )
    vault_trouble.show_notice("remove")
