"""The parts of the vault page, and what the sidebar and the head of every page say of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.workspace.vault.generations import Generation
from leakage.workspace.vault.shelf import bring_in, vaults
from leakage.workspace.workspace import LONGEST_LOCK, Workspace
from pages.ui import gate, keeping, state, text
from pages.ui.keeping import Kept
from pages.ui.words import said

LARGEST_FILE_MB = 130


def create() -> None:
    """A name and a passphrase, and the work is in a vault."""
    with st.form("vault-create", border=True):
        name = st.text_input("What to call it", "My work", key="vault-name", help=text.VAULT_NAME_HELP)
        first = st.text_input("Passphrase", type="password", key="vault-first", autocomplete="off")
        again = st.text_input("The same again", type="password", key="vault-again", autocomplete="off")
        st.caption(text.CHOOSE_WELL)
        asked = st.form_submit_button("Create the vault", type="primary", icon=":material/lock:", key="vault-create-go")
    if asked and first != again:
        st.error("The two passphrases are not the same. Nothing was created.", icon=":material/error:")
    elif asked:
        _try(lambda: keeping.create(name, first))


def others() -> None:
    """Unlock another vault, or bring in a vault's file from elsewhere."""
    if vaults():
        st.button(
            "Unlock a vault that is here",
            key="vault-gate",
            icon=":material/lock_open:",
            on_click=keeping.lock,
            help="What you entered in memory is forgotten: save a copy first if you need it.",
        )
    file = st.file_uploader("Bring in a vault's file", type="vault", key="vault-file", max_upload_size=LARGEST_FILE_MB)
    if file is not None:
        st.caption(text.BRING_IN_HELP)
        if st.button("Put it among my vaults", key="vault-bring-in"):
            _try(lambda: bring_in(file.getvalue()), "It is among your vaults now. Unlock it with its passphrase.")


def status(found: Kept) -> None:
    """Which vault is open, and how to close it."""
    st.text(f"{found.name} is unlocked in this tab. {gate.when(int(1000 * found.saved)).capitalize()}.")
    st.button("Lock it now", key="vault-lock", type="primary", icon=":material/lock:", on_click=keeping.lock)
    workspace = found.workspace if state.example() else state.current()
    minutes = st.number_input(
        "Lock it when nobody has touched it for so many minutes",
        min_value=1,
        max_value=LONGEST_LOCK,
        key=state.bound("vault-minutes", workspace.lock_after),
        disabled=bool(state.example()),
        help="Close to the screen of strangers choose few, at home more.",
    )
    if minutes != workspace.lock_after and not state.example():
        state.commit(replace(workspace, lock_after=int(minutes)), "change when the vault is locked")


def versions(found: Kept) -> None:
    """The earlier versions, and a way back to each."""
    st.subheader("Earlier versions")
    generations = found.unlocked.generations()
    if not generations:
        st.text("There is none yet: every saved change leaves the version before it, up to ten.")
        return
    rows = [
        (one.file.number, gate.when(one.saved), _KINDS[one.kind], _CONDITIONS[one.condition]) for one in generations
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["Version", "When", "How it came about", "Can it be opened?"]),
        hide_index=True,
        alt="The earlier versions of the vault",
    )
    good = [one for one in generations if one.condition == "good"]
    if not good:
        return
    number: int = st.selectbox(
        "Bring back",
        range(len(good)),
        # Numbered, for two versions of one second would be one choice.
        format_func=lambda n: f"Version {good[n].file.number}, {gate.when(good[n].saved)}",
        key=f"vault-version-{hash(tuple(str(one.file) for one in good))}",
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
    return lambda: keeping.restore(generation)


def passphrase() -> None:
    """Another passphrase."""
    with st.form("vault-passphrase", border=False, clear_on_submit=True):
        present = st.text_input("Present passphrase", type="password", key="vault-present", autocomplete="off")
        new = st.text_input("New passphrase", type="password", key="vault-new", autocomplete="off")
        again = st.text_input("The new one again", type="password", key="vault-new-again", autocomplete="off")
        st.caption(text.PASSPHRASE_HELP)
        asked = st.form_submit_button("Change the passphrase", key="vault-change", icon=":material/password:")
    if asked and new != again:
        st.error("The two new passphrases are not the same. Nothing was changed.", icon=":material/error:")
    elif asked:
        _try(lambda: keeping.change_passphrase(present, new), "The passphrase is changed.")


def file(found: Kept) -> None:
    """The encrypted file, to be kept elsewhere as well; its name, and an end."""
    vault = next((one for one in vaults() if one.identity == found.unlocked.identity), None)
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
        name = st.text_input("Name", found.name, key=f"vault-rename-{hash(found.name)}", help=text.VAULT_NAME_HELP)
        if st.form_submit_button("Rename", key="vault-rename-go"):
            _try(lambda: keeping.rename(name))
    sure = st.checkbox("I want to remove this vault with all its versions for good", key="vault-sure")
    if st.button("Remove the vault", key="vault-delete", icon=":material/delete_forever:", disabled=not sure):
        _try(keeping.delete)


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
    found = keeping.kept()
    if found is None:
        return
    if state.example():
        st.caption(":material/lock_open: **An example is open.** Your vault is not touched.")
        st.button("Back to my work", key="back-to-mine", on_click=keeping.back_to_mine, width="stretch")
    elif found.conflict or found.failure:
        st.caption(":orange[:material/warning:] **Not saved.** See the top of the page.")
    else:
        st.caption(":material/lock: **Kept in your vault.** Every change is saved at once, encrypted.")
    st.button("Lock", key="lock", icon=":material/lock:", on_click=keeping.lock, width="stretch")
    _watch()


@st.fragment(run_every=20)
def _watch() -> None:
    """Lock when nobody has been here for long; the fragment runs by itself and is no touch."""
    if keeping.lock_if_idle():
        st.rerun()


def trouble() -> None:
    """What keeps the work from being saved, at the head of every page, with the ways out."""
    found = keeping.kept()
    if found is None or not (found.conflict or found.failure):
        return
    with st.container(border=True, key="vault-trouble"):
        if found.conflict:
            st.markdown(":orange[:material/warning:] **Two versions of your work**")
            st.text(said(found.conflict))
            st.caption(text.CONFLICT_HELP)
            left, right = st.columns(2)
            if left.button("Take the other version", key="conflict-take", width="stretch"):
                _try(keeping.take_newer)
            if right.button("Put mine in its place", key="conflict-mine", width="stretch"):
                _try(keeping.put_mine)
        else:
            st.markdown(":orange[:material/warning:] **Your last change is not saved**")
            st.text(said(found.failure))
            st.caption("It is tried again with every step you take. To be safe, save a copy from the sidebar.")
