"""Vault: where the work is kept, its earlier versions, its passphrase and its file."""

from dataclasses import replace
from pathlib import Path

import streamlit as st
from zxcvbn import zxcvbn

from leakage.workspace import vault as vaults
from leakage.workspace.copies import workspace_of_vault
from leakage.workspace.vault import Unlocked, VaultError
from leakage.workspace.workspace import LONGEST_LOCK
from pages import catalogue
from pages.app import page, session, unlock, widgets

NAME_HELP = "Anyone who can see the folder can see this name, so leave your own name out."
GRADES = ("very weak", "weak", "fair", "good", "strong")
MOST_JUDGED = 40
"""Characters of a passphrase: of more the estimate takes exponential time."""


@st.fragment
def choose_passphrase(label: str, key: str) -> None:
    """A field for a new passphrase, with its strength as one types."""
    passphrase = st.text_input(label, type="password", key=key, autocomplete="off", live="200ms")
    if passphrase:
        score = zxcvbn(passphrase[:MOST_JUDGED])["score"]
        st.progress((score + 1) / len(GRADES), f"Strength: {GRADES[score]}")
    else:
        st.caption("Use several words that you will not forget.")


def chosen(key: str, again: str) -> str:
    """The new passphrase, which was entered twice."""
    passphrase: str = st.session_state.get(key, "")
    if passphrase != st.session_state.get(again):
        raise VaultError("The two passphrases are not the same. Nothing was changed.")
    return passphrase


def create() -> None:
    """Make a vault of the work."""
    session.create(st.session_state.get("vault-name", ""), chosen("vault-first", "vault-again"))


def change_passphrase(vault: Unlocked) -> None:
    """Seal the vault under another passphrase."""
    new = chosen("vault-new", "vault-new-again")
    if not vault.accepts(st.session_state.get("vault-present", "")):
        raise VaultError("That is not the current passphrase. Nothing was changed.")
    vault.change_passphrase(new)
    emptied = dict.fromkeys(("vault-present", "vault-new", "vault-new-again"), "")
    st.session_state.update({**emptied, "vault-changed": True})


def keep() -> None:
    """Ask for a name and a passphrase, and offer other vaults."""
    st.subheader("Keep your work in a vault")
    st.markdown(
        "A vault is one encrypted file on this computer. Every change is saved at once, so a refresh, a crash or a "
        "restart loses nothing. Without the passphrase nobody can read it."
    )
    page.refused("create")
    with st.container(border=True):
        choose_passphrase("Passphrase", "vault-first")
    with st.form("vault-create", border=True):
        st.text_input("Passphrase again", type="password", key="vault-again", autocomplete="off")
        st.caption(unlock.NO_RECOVERY)
        st.text_input("Name of the vault", "My work", key="vault-name", help=NAME_HELP)
        st.form_submit_button(
            "Create the vault",
            type="primary",
            icon=":material/lock:",
            key="vault-create-go",
            on_click=page.tried(create, "create"),
        )
    with st.expander("Use another vault", icon=":material/inventory_2:"):
        if vaults.vaults():
            help_ = "Unlocking a vault replaces your work in memory. Save an unencrypted copy first."
            st.button(
                "Unlock a vault on this computer",
                key="vault-gate",
                on_click=session.show_vaults,
                args=(True,),
                help=help_,
            )
        file = st.file_uploader("Add a vault file", key="vault-file")
        if file is not None:
            adding = page.tried(lambda: vaults.imported(file.getvalue()), "add")
            st.button("Add it to my vaults", key="vault-add", on_click=adding)
            page.refused("add")


def show(vault: Unlocked) -> None:
    """Which vault is open, and how to close it; its versions, passphrase and file."""
    versions = vault.versions()
    st.text(f"{vault.name} is unlocked in this tab. Every change is saved at once.")
    st.button("Lock it now", key="vault-lock", type="primary", icon=":material/lock:", on_click=session.lock)
    work = session.current()
    st.number_input(
        "Lock after (minutes idle)",
        min_value=1,
        max_value=LONGEST_LOCK,
        disabled=bool(session.example()),
        help="Choose a small number if strangers can see your screen.",
        **widgets.binding("vault-minutes", work.lock_after, lock_after),
    )
    st.subheader("Earlier versions")
    if versions:
        number = st.selectbox("Version", range(len(versions)), format_func=lambda n: unlock.when(versions[n].saved))
        restoring = page.tried(lambda: restore(vault, versions[number].path), "restore")
        restore_help = (
            "It becomes the newest version. What you have now is kept as an earlier one, and undo leads back."
        )
        st.button("Restore this version", key="vault-restore", on_click=restoring, help=restore_help)
        page.refused("restore")
    else:
        st.text("None yet. Every saved change keeps the version before it, up to ten.")
    with st.expander("Change the passphrase", icon=":material/password:"):
        passphrase(vault)
    with st.expander("Copy or delete the vault", icon=":material/inventory_2:"):
        file_of(vault)


def restore(vault: Unlocked, version: Path) -> None:
    """Make an earlier version the current work; undo leads back."""
    session.open_work(workspace_of_vault(vault.read(version).decode()), "go back to an earlier version")


def delete(vault: Unlocked) -> None:
    """Delete the vault; its work stays in memory."""
    vault.delete()
    session.leave_vault()


def lock_after(minutes: float) -> None:
    """Change when the vault is locked."""
    session.edit(replace(session.current(), lock_after=int(minutes)), "change when the vault is locked")


def passphrase(vault: Unlocked) -> None:
    """Another passphrase."""
    page.refused("change")
    st.text_input("Current passphrase", type="password", key="vault-present", autocomplete="off")
    choose_passphrase("New passphrase", "vault-new")
    with st.form("vault-passphrase", border=False, clear_on_submit=True):
        st.text_input("New passphrase again", type="password", key="vault-new-again", autocomplete="off")
        st.caption("This deletes the earlier versions. Copies elsewhere still open with the old passphrase.")
        changing = page.tried(lambda: change_passphrase(vault), "change")
        st.form_submit_button(
            "Change the passphrase", key="vault-change", icon=":material/password:", on_click=changing
        )
    if st.session_state.pop("vault-changed", False):
        st.success("The passphrase is changed.", icon=":material/check:")


def file_of(vault: Unlocked) -> None:
    """The encrypted file, to be kept elsewhere as well, and an end."""
    st.download_button(
        "Download the encrypted vault",
        vault.path.read_bytes,
        file_name="my-leakage.vault",
        mime="application/octet-stream",
        key="vault-download",
        on_click="ignore",
        icon=":material/download:",
        help="A copy to keep elsewhere. It opens with the same passphrase.",
    )
    sure = st.checkbox("Delete this vault and all its versions for good", key="vault-sure")
    deleting = page.tried(lambda: delete(vault), "delete")
    st.button(
        "Delete the vault", key="vault-delete", icon=":material/delete_forever:", disabled=not sure, on_click=deleting
    )
    page.refused("delete")


page.open_page(catalogue.VAULT, "Where is your work kept, and who can read it?")
opened = session.vault()
if catalogue.classroom():
    st.info("In a classroom nothing is kept: every visitor works in memory only.", icon=":material/school:")
elif opened is None:
    keep()
else:
    show(opened)
