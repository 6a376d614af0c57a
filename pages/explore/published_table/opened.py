"""The table that is looked at: its columns, and its figures on demand."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import pandas as pd
import streamlit as st

from leakage.published.records import read_table_csv
from leakage.published.table import MISSINGS, Missing, PublishedTable
from leakage.record import Record
from leakage.scenarios.published import PUBLISHED, PublishedExample
from pages.app import figures
from pages.app.figures import latest
from pages.app.words import error_text
from pages.explore.published_table import text

# Long work on a published table: a bar after two seconds, and a way out that leaves everything else as it is.


Result = TypeVar("Result")


def latest_or_left(name: str, key: Hashable, work: Callable[[], Result], at_once: bool = True) -> Result | None:
    """As ``latest``, for work that may take long; None where it is left to a button.

    Arguments:
        name, key: as ``latest``.
        work: reports to ``leakage.progress``.
        at_once: whether it is done without being asked for.
    """
    place = f"published-asked-{name}"
    of, wanted = st.session_state.get(place, (None, at_once))

    def want(wanted: bool) -> None:
        st.session_state[place] = (key, wanted)

    if not (wanted if of == key else at_once):
        st.button("Work it out", key=place + "-button", on_click=want, args=(True,))
        return None
    return latest(name, key, lambda: figures.run(work, lambda: want(False)))


# Marking columns: what others may know, and what nobody should learn.


def choose_columns(opened: OpenedTable) -> PublishedTable:
    """The table with its columns marked; ends the page where that is no table."""
    columns = list(opened.frame.columns)
    st.markdown(text.COLUMNS)
    left, right = st.columns([3, 2])
    quasi_identifiers = left.multiselect(
        "Quasi-identifiers: what others may know",
        columns,
        default=list(opened.quasi_identifiers),
        key=f"published-known-{opened.key}",
        persist_state="session",
        placeholder="Choose at least one column",
    )
    sensitive = right.selectbox(
        "Sensitive: what nobody should learn",
        columns,
        index=columns.index(opened.sensitive),
        key=f"published-sensitive-{opened.key}",
        persist_state="session",
    )
    missing = _choose_missing(opened, [*quasi_identifiers, sensitive])
    try:
        return latest(
            "table",
            (opened.key, tuple(quasi_identifiers), sensitive, missing),
            lambda: PublishedTable(opened.frame, quasi_identifiers, sensitive, missing),
        )
    except ValueError as error:
        st.error(error_text(error))
        st.stop()


def _choose_missing(opened: OpenedTable, used: list[str]) -> Missing:
    names = list(dict.fromkeys(used))
    if not opened.frame[names].isna().to_numpy().any():
        return "value"
    return st.segmented_control(
        "What is an empty cell?",
        list(MISSINGS),
        format_func=text.MISSING_WORDS.__getitem__,
        default="value",
        required=True,
        key=f"published-missing-{opened.key}",
        persist_state="session",
        help=text.MISSING_HELP,
    )


# Opening a table: one of the papers', or one's own.


_TABLE = "published-choice"
"""The key of the choice among the papers' tables and one's own."""

_OWN = "published.own"
_REFUSED = "published.refused"
_UPLOAD = "published-upload"
OWN = "own"
FIRST = "patients"
LARGEST_FILE_MB = 50
MOST_SUGGESTED = 7
MOST_ROWS = 500


@dataclass(frozen=True)
class OpenedTable:
    """A table as it was opened; two are equal where their keys are.

    Arguments:
        key: of the example, or of the file's content.
        frame: the rows.
        quasi_identifiers, sensitive: what is marked at first.
        person, background: of an example, somebody in it and what Eve knows of her; else empty.
        parents: of an example, the hierarchies of its own, by columns; else empty.
    """

    key: str
    frame: pd.DataFrame = field(compare=False, repr=False)
    quasi_identifiers: tuple[str, ...] = field(compare=False)
    sensitive: str = field(compare=False)
    person: Record = field(compare=False)
    background: Record = field(compare=False)
    parents: Mapping[str, Mapping[str, str]] = field(default_factory=dict, compare=False)


def choose_table() -> OpenedTable:
    """A list of the papers' tables, and an upload for one's own."""
    examples = {example.key: example for example in PUBLISHED}
    own: OpenedTable | None = st.session_state.get(_OWN)
    titles = {key: example.title for key, example in examples.items()}
    if own is not None:
        titles = {OWN: "My own table", **titles}
    left, right = st.columns([3, 2], vertical_alignment="top")
    with left:
        # Not as the widget's default: an upload chooses for itself.
        st.session_state.setdefault(_TABLE, FIRST)
        key = st.selectbox("Table", list(titles), format_func=titles.__getitem__, key=_TABLE, persist_state="session")
        if key in examples:
            st.text(examples[key].shows)
            st.caption(f"Source: {examples[key].source}.")
        else:
            st.caption(text.MEMORY)
    with right, st.expander("Open a table of your own", icon=":material/upload_file:"):
        _upload()
    opened = own if key == OWN and own is not None else _opened(examples.get(key, PUBLISHED[0]))
    with st.expander("Look at the rows", icon=":material/table_rows:"):
        _show_rows(opened.frame)
    return opened


def _show_rows(frame: pd.DataFrame) -> None:
    shown = frame.head(MOST_ROWS)
    if len(frame) > MOST_ROWS:
        st.text(f"The first {MOST_ROWS:,} of {len(frame):,} rows.")
    st.dataframe(shown, hide_index=True, alt="The rows of the table as they were opened")


def _opened(example: PublishedExample) -> OpenedTable:
    columns = (example.quasi_identifiers, example.sensitive)
    return OpenedTable(example.key, example.frame, *columns, example.person, example.background, example.parents)


def _upload() -> None:
    st.file_uploader(
        "A CSV file; the first line names the columns",
        type="csv",
        key=_UPLOAD,
        max_upload_size=LARGEST_FILE_MB,
        on_change=_take,
        help="It stays in memory on this computer. Refreshing or closing the tab erases it.",
    )
    if st.session_state.get(_REFUSED):
        st.error(st.session_state.get(_REFUSED))


def _take() -> None:
    file = st.session_state.get(_UPLOAD)
    st.session_state[_REFUSED] = ""
    if file is None:
        return
    content = file.getvalue()
    try:
        frame = read_table_csv(content)
    except ValueError as error:
        st.session_state[_REFUSED] = f"{error_text(error)} Nothing was opened."
        return
    quasi_identifiers, sensitive = suggested_columns(frame)
    key = hashlib.sha256(content).hexdigest()
    st.session_state[_OWN] = OpenedTable(key, frame, quasi_identifiers, sensitive, Record(), Record())
    st.session_state[_TABLE] = OWN


def suggested_columns(frame: pd.DataFrame) -> tuple[tuple[str, ...], str]:
    """What to mark at first: the last column as sensitive, and columns in which people share values as known.

    >>> suggested_columns(pd.DataFrame({"Name": ["a", "b", "c"], "Sex": ["m", "f", "f"], "Disease": ["x", "y", "x"]}))
    (('Sex',), 'Disease')
    """
    *others, sensitive = list(frame.columns)
    shared = [name for name in others if frame[name].nunique() < len(frame)]
    return tuple((shared or others)[:MOST_SUGGESTED]), sensitive


def close() -> None:
    """Back to the first example, for callbacks; one's own table can be chosen again."""
    st.session_state[_TABLE] = FIRST
