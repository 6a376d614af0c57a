"""Files that hold accounts: read together, for an account may be in several, and its password in others."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import streamlit as st

from leakage.workspace.files.additions import Additions
from leakage.workspace.files.importing import ACCOUNT_KINDS, imported, unlocked
from leakage.workspace.files.recognise import Recognised, recognise
from leakage.workspace.workspace import Workspace
from pages.shell import session_cache
from pages.you.transfer.files import File

Result = tuple[Additions, tuple[str, ...]]


def holds_accounts(file: File) -> bool:
    """Whether a file is read together with others of its kind."""
    return file.kind in ACCOUNT_KINDS or file.kind == "protected"


def password_of(file: File) -> str:
    """What the person typed to open a locked export; empty for other files, and until it is typed."""
    if file.kind != "protected":
        return ""
    return st.text_input(
        "The password that this export was protected with",
        type="password",
        key=file.key("password"),
        autocomplete="off",
        help="It opens the file here, is used for nothing else, and is not kept.",
    )


def read(workspace: Workspace, files: Sequence[tuple[File, str]]) -> Result:
    """What the files would add together; and for each why it cannot be read, else an empty text.

    What is remembered is what comes out, and never what a file holds: that has passwords in it.
    """
    key = tuple((file.digest, hashlib.sha256(password.encode()).hexdigest()) for file, password in files)
    result: Result = session_cache.latest("accounts", (key, workspace.fingerprint), lambda: _read(workspace, files))
    return result


def _read(workspace: Workspace, files: Sequence[tuple[File, str]]) -> Result:
    opened = [_opened(file, password) for file, password in files]
    additions, refusals = imported([file for file in opened if not isinstance(file, str)], workspace)
    left = iter(refusals)
    return additions, tuple(file if isinstance(file, str) else next(left) for file in opened)


def _opened(file: File, password: str) -> Recognised | str:
    """A file as it is recognised, locked ones opened; or why not."""
    recognised = recognise(file.content)
    if recognised.kind != "protected":
        return recognised
    try:
        inside = unlocked(recognised, password)
    except ValueError as error:
        return str(error)
    return inside if inside.kind in ACCOUNT_KINDS else "what lies in the protected file is not known here"
