"""Bringing in files: each is recognised by its content and told before anything changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.workspace.files.additions import Additions, added, together
from leakage.workspace.files.recognise import Kind
from leakage.workspace.files.texts import MAX_BYTES
from leakage.workspace.starting import starting_workspace, with_accounts_joined
from leakage.workspace.workspace import Workspace
from pages.shell import frame, history, refusals, session
from pages.shell.words import said
from pages.you.transfer import accounts, first_figure, preview
from pages.you.transfer.files import File, opened, unpacked
from pages.you.transfer.readers import READERS

_UPLOAD = "import"
MOST_FILES = 20
MOST_BYTES = 100_000_000
NOT_USED = "Could not be used, and is left out:"

WHAT_IS_READ = (
    "**What is read**, known by its content and not by its name:\n\n"
    "- **Passwords** of Bitwarden, 1Password, KeePass, KeePassXC, Firefox, Chrome, Edge, Brave, Apple, LastPass, "
    "Proton Pass, NordPass, Dashlane and RoboForm, and CXF. Passwords are compared and forgotten.\n"
    "- **Exports** of Firefox, Google, LinkedIn and Facebook, Apple's App Privacy Report, TrackerControl.\n"
    "- **Have I Been Pwned**: the breaches of your address, or the list of all there are.\n"
    "- **vCards**, **CSV tables** and **saved copies**.\n\n"
    "Several files may come at once, also in a ZIP archive. Nothing is looked up anywhere; you fetch them yourself."
)

KINDS: dict[Kind, str] = {
    "copy": "a saved copy of a whole work",
    "breaches": "breaches that Have I Been Pwned names for an address",
    "cards": "cards of an address book (vCard)",
    "long": "a table with one row a fact",
    "profile": "a table of facts about you",
    "wide": "a table with one row a release or person",
    "archive": "an archive",
    "protected": "a password-protected export of Bitwarden",
    "bitwarden": "logins of Bitwarden",
    "1pux": "logins of 1Password",
    "cxf": "logins in the exchange format CXF",
    "keepass": "logins of KeePass",
    "logins": "a table of logins",
    "firefox autofill": "addresses that Firefox fills in",
    "chrome autofill": "addresses that Chrome fills in",
    "google profile": "the profile of a Google account",
    "google activity": "activities at Google",
    "linkedin": "a table of LinkedIn's export",
    "facebook": "a part of Facebook's export",
    "privacy report": "Apple's App Privacy Report",
    "tracker control": "a table of TrackerControl",
}


def bring_in(workspace: Workspace) -> None:
    """An upload, what each file was taken for, what would be added, and the button that adds it."""
    _tell_last()
    with st.container(key="import-upload"):
        uploaded = st.file_uploader(
            "Files to bring in",
            accept_multiple_files=True,
            key=session.upload_key(_UPLOAD),
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
    files = [inner for file in uploaded for inner in unpacked(opened(file.name, file.getvalue()))]
    additions = together(_read_all(workspace, files))
    additions = preview.with_chosen_coalitions(workspace, additions)
    new = preview.summary(workspace, additions)
    _button(workspace, additions, new)
    preview.table(new)


def _read_all(workspace: Workspace, files: Sequence[File]) -> list[Additions]:
    """What every file would add; breaches come last, for they are held against the profile with the cards in it."""
    boxes = [st.container(border=True) for _ in files]
    first = {file.digest: number for number, file in reversed(list(enumerate(files)))}
    parts = [_read_accounts(workspace, files, boxes, first)]
    for late in (False, True):
        base = added(workspace, together(parts))
        for number, (file, box) in enumerate(zip(files, boxes, strict=True)):
            again = first[file.digest] < number
            if (file.kind == "breaches") == late and (again or not accounts.holds_accounts(file)):
                with box:
                    parts.append(_read(base, file, again))
    return parts


def _read_accounts(
    workspace: Workspace, files: Sequence[File], boxes: Sequence[DeltaGenerator], first: Mapping[str, int]
) -> Additions:
    """What the files with accounts would add together; each is told in its own box."""
    numbers = [number for number in sorted(set(first.values())) if accounts.holds_accounts(files[number])]
    if not numbers:
        return Additions()
    given = []
    for number in numbers:
        with boxes[number]:
            _taken_for(files[number])
            given.append((files[number], accounts.password_of(files[number])))
    ready = [(file, password) for file, password in given if password or file.kind != "protected"]
    additions, refusals = accounts.read(workspace, ready)
    why = {file.digest: refusal for (file, _), refusal in zip(ready, refusals, strict=True) if refusal}
    for number in numbers:
        if files[number].digest in why:
            boxes[number].error(f"{said(why[files[number].digest])} Nothing is taken.")
    _tell(additions)
    return additions


def _read(workspace: Workspace, file: File, again: bool) -> Additions:
    if file.kind is None or again:
        st.text(file.name)
        st.error("This is the same file once more, and counts once." if again else f"{file.said} Nothing is taken.")
        return Additions()
    _taken_for(file)
    try:
        additions = READERS[file.kind](workspace, file)
    except ValueError as error:
        st.error(f"{said(error)} Nothing is taken.")
        return Additions()
    _tell(additions)
    return additions


def _taken_for(file: File) -> None:
    # A file's name is the person's own word, so it stands as text.
    st.text(file.name)
    if file.kind is not None:
        st.caption(f"Taken for **{KINDS[file.kind]}**. {file.said}")


def _tell(additions: Additions) -> None:
    frame.problems(additions.problems, NOT_USED)
    if additions.notes:
        st.text("\n".join(additions.notes))


def _button(workspace: Workspace, additions: Additions, new: Additions) -> None:
    why = "There is nothing new to add." if new.empty else refusals.too_many(added(workspace, additions))
    st.button(
        "Add to my work",
        key="import-add",
        type="primary",
        icon=":material/add:",
        disabled=bool(why),
        help=why or "Undo at the top takes it back.",
        on_click=_take,
        args=(workspace, additions, new),
    )


def _take(workspace: Workspace, additions: Additions, new: Additions) -> None:
    base = workspace if workspace.policies else replace(workspace, policies=starting_workspace().policies)
    if new.accounts:
        base = with_accounts_joined(workspace)
    history.put(workspace, added(base, additions), f"import {preview.counted(new)}")
    session.clear_upload(_UPLOAD)


def _tell_last() -> None:
    if history.undoable().startswith("import "):
        st.success(f"Done: {history.undoable()}. Undo at the top takes it back.", icon=":material/check:")
        first_figure.show(history.current())
