"""Bringing in files: each is recognised by its content and told before anything changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from leakage.workspace.importing.additions import Additions, added, new_in, together
from leakage.workspace.importing.recognising import Kind
from leakage.workspace.importing.texts import MAX_BYTES
from leakage.workspace.starting import starting_workspace
from leakage.workspace.workspace import Workspace
from pages.ui import frame, import_preview, state
from pages.ui.import_files import File, opened, sentence
from pages.ui.import_readers import READERS

_UPLOAD = "import"
MOST_FILES = 20
MOST_BYTES = 100_000_000
NOT_USED = "Could not be used, and is left out:"

WHAT_IS_READ = (
    "**What is read**, known by its content and not by its name: **CSV tables** (one row a fact, or one row a release "
    "or person), **vCards** from an address book, the **JSON of Have I Been Pwned** for a mail address, and **saved "
    "copies**. Nothing is looked up anywhere; you fetch the files yourself. Several files may come at once. Archives "
    "are not opened."
)

KINDS: dict[Kind, str] = {
    "copy": "a saved copy of a whole work",
    "breaches": "breaches that Have I Been Pwned names for an address",
    "cards": "cards of an address book (vCard)",
    "long": "a table with one row a fact",
    "profile": "a table of facts about you",
    "wide": "a table with one row a release or person",
}


def bring_in(workspace: Workspace) -> None:
    """An upload, what each file was taken for, what would be added, and the button that adds it."""
    _tell_last()
    with st.container(key="import-upload"):
        uploaded = st.file_uploader(
            "Files to bring in",
            accept_multiple_files=True,
            key=state.upload_key(_UPLOAD),
            max_upload_size=MAX_BYTES // 1_000_000,
        )
    if not uploaded:
        st.markdown(WHAT_IS_READ)
        return
    if len(uploaded) > MOST_FILES or sum(file.size for file in uploaded) > MOST_BYTES:
        st.error(
            f"At most {MOST_FILES} files of {MOST_BYTES // 1_000_000} MB together can be read at once. Nothing was "
            "changed."
        )
        return
    found = together(_read_all(workspace, [opened(file.name, file.getvalue()) for file in uploaded]))
    import_preview.show(workspace, found)
    _button(workspace, found)


def _read_all(workspace: Workspace, files: Sequence[File]) -> list[Additions]:
    """What every file would add; breaches come last, for they are held against the profile with the cards in it."""
    boxes = [st.container(border=True) for _ in files]
    first = {file.digest: number for number, file in reversed(list(enumerate(files)))}
    parts: list[Additions] = []
    for late in (False, True):
        base = added(workspace, together(parts))
        for number, (file, box) in enumerate(zip(files, boxes, strict=True)):
            if (file.kind == "breaches") == late:
                with box:
                    parts.append(_read(base, file, again=first[file.digest] < number))
    return parts


def _read(workspace: Workspace, file: File, again: bool) -> Additions:
    # A file's name is the person's own word, so it stands as text.
    st.text(file.name)
    if file.kind is None or again:
        st.error("This is the same file once more, and counts once." if again else f"{file.said} Nothing is taken.")
        return Additions()
    st.caption(f"Taken for **{KINDS[file.kind]}**. {file.said}")
    try:
        found = READERS[file.kind](workspace, file)
    except ValueError as error:
        st.error(f"{sentence(error)} Nothing is taken.")
        return Additions()
    frame.problems(found.problems, NOT_USED)
    if found.notes:
        st.text("\n".join(found.notes))
    return found


def _button(workspace: Workspace, found: Additions) -> None:
    new = new_in(workspace, found)
    st.button(
        "Add to my work",
        key="import-add",
        type="primary",
        icon=":material/add:",
        disabled=new.empty,
        help="There is nothing new to add." if new.empty else "Undo in the sidebar takes it back.",
        on_click=_take,
        args=(workspace, found, new),
    )


def _take(workspace: Workspace, found: Additions, new: Additions) -> None:
    base = workspace if workspace.policies else replace(workspace, policies=starting_workspace().policies)
    state.put(added(base, found), f"import {import_preview.counted(new)}")
    state.clear_upload(_UPLOAD)


def _tell_last() -> None:
    if state.undoable().startswith("import "):
        st.success(f"Done: {state.undoable()}. Undo in the sidebar takes it back.", icon=":material/check:")
