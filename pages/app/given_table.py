"""The table that *Science* looks at: one of the papers' or one's own, opened once for all its pages."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

import pandas as pd
import streamlit as st

from leakage.scenarios.published import PUBLISHED, PublishedExample
from leakage.workspace.files import apart
from pages.app.figures import figure
from pages.app.words import error_text

CHOICE = "given-table"
OWN, FIRST = "own", "patients"
LARGEST_FILE_MB, MOST_SUGGESTED = 50, 7
_OWN, _REFUSED = "given.own", "given.refused"
_UPLOAD, _OPEN = "given-upload", "given-open"


@dataclass(frozen=True)
class GivenTable:
    """A table as it was opened; two are equal where their keys are.

    Arguments:
        key: of the example, or of the file's content.
        name: of the example, or of the file.
        frame: the rows; every cell is a text, an empty one missing.
        known, sensitive: columns that are marked at first.
        content: of one's own file; empty of an example.
        example: where it is one of the papers'.
    """

    key: str
    name: str = field(compare=False, repr=False)
    frame: pd.DataFrame = field(compare=False, repr=False)
    known: tuple[str, ...] = field(compare=False)
    sensitive: str = field(compare=False)
    content: bytes = field(default=b"", compare=False, repr=False)
    example: PublishedExample | None = field(default=None, compare=False, repr=False)


def choose() -> GivenTable:
    """Draw the choice among the papers' tables and an upload; returns the table that is open."""
    own: GivenTable | None = st.session_state.get(_OWN)
    titles = ({} if own is None else {OWN: own.name}) | {example.key: example.title for example in PUBLISHED}
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    # Not as the widget's default: an upload chooses for itself.
    st.session_state.setdefault(CHOICE, FIRST)
    kept: dict[str, Any] = {"key": CHOICE, "persist_state": "session", "format_func": titles.__getitem__}
    left.selectbox("Table", list(titles), label_visibility="collapsed", **kept)
    if st.session_state.get(_OPEN):
        apart.prepare()
    with right.popover("Open your own", icon=":material/upload_file:", key=_OPEN, on_change="rerun", width="stretch"):
        st.file_uploader("A CSV file with column names", key=_UPLOAD, max_upload_size=LARGEST_FILE_MB, on_change=_take)
        st.caption("It stays in the memory of this program. Refreshing or closing the tab erases it.")
        if st.session_state.get(_REFUSED):
            st.error(st.session_state[_REFUSED])
    chosen = st.session_state[CHOICE]
    if own is not None and chosen == OWN:
        return own
    example = next((example for example in PUBLISHED if example.key == chosen), PUBLISHED[0])
    marked = (example.quasi_identifiers, example.sensitive)
    return GivenTable(example.key, example.title, example.frame, *marked, example=example)


def _take() -> None:
    file = st.session_state.get(_UPLOAD)
    st.session_state[_REFUSED] = ""
    if file is None:
        return
    content = file.getvalue()
    try:
        frame = apart.call("table", content)
    except ValueError as error:
        st.session_state[_REFUSED] = f"{error_text(error)} Nothing was opened."
        return
    key = hashlib.sha256(content).hexdigest()[:16]
    name = PurePath(file.name).stem or "My own table"
    st.session_state[_OWN] = GivenTable(key, name, frame, *suggested_columns(frame), content)
    st.session_state[CHOICE], st.session_state[_OPEN] = OWN, False


_read = figure(apart.call, large=True)


def read_apart(function: str, content: bytes, *arguments: Any) -> Any:
    """What an uploaded file holds, read in a process of its own; None where that was stopped, or refused in a sentence.

    Arguments:
        function: of ``apart.FUNCTIONS``.
        content: of the file; what was read last is kept.
        arguments: of the function.
    """
    try:
        return _read.offer(function, content, *arguments)
    except ValueError as error:
        st.error(f"{error_text(error)} Nothing was opened.")
        return None


def suggested_columns(frame: pd.DataFrame) -> tuple[tuple[str, ...], str]:
    """What to mark at first: the last column as sensitive, and columns in which people share values as known.

    >>> suggested_columns(pd.DataFrame({"Name": ["a", "b", "c"], "Sex": ["m", "f", "f"], "Disease": ["x", "y", "x"]}))
    (('Sex',), 'Disease')
    """
    *others, sensitive = list(frame.columns)
    shared = [name for name in others if frame[name].nunique() < len(frame)]
    return tuple((shared or others)[:MOST_SUGGESTED]), sensitive
