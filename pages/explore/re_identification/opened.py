"""The table that is looked at: what is open on the re-identification page, for this session alone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass

import streamlit as st

from leakage.reidentification import (
    Fact,
    Shape,
    SparseTable,
    read_table,
    synthetic_table,
)
from leakage.workspace.limits import InputProblem
from pages.app import figures, page, session
from pages.app.words import count
from pages.explore.re_identification import text

# The published table: a made-up one, or the person's own file.


USUAL_PEOPLE = 10_000
SHAPES = {
    1_000: Shape(1_000, 200, 20_000),
    10_000: Shape(10_000, 1_000, 250_000),
    50_000: Shape(50_000, 2_000, 1_500_000),
}
MADE_UP = "Film ratings (made up)"
_SOURCES = {"made up": "A made-up table", "file": "A file of mine"}
ME = "reidentification-me"
"""The key of the choice of one's own row."""


def choose() -> OpenedTable:
    """Open a table; ends the page where there is none yet."""
    with st.container(border=True):
        left, right = st.columns([2, 3], vertical_alignment="bottom")
        source = left.segmented_control(
            "Which published table?",
            list(_SOURCES),
            format_func=_SOURCES.__getitem__,
            default="made up",
            required=True,
            key="reid-source",
            persist_state="session",
            help=text.TABLE_HELP,
        )
        with right:
            chosen = _made_up() if source == "made up" else _file()
        if chosen is not None:
            _describe(chosen)
    if chosen is None:
        st.info("Choose a file, or look around in the made-up table first.", icon=":material/arrow_upward:")
        st.stop()
    return chosen


def _made_up() -> OpenedTable:
    people: int = st.select_slider(
        "How many people?",
        list(SHAPES),
        USUAL_PEOPLE,
        format_func="{:,}".format,
        key="reid-people",
        persist_state="session",
    )
    shape = SHAPES[people]
    return cached_table(
        shape,
        lambda: OpenedTable(shape, MADE_UP, figures.run(lambda: synthetic_table(shape), _take_small), True),
    )


def _take_small() -> None:
    st.session_state["reid-people"] = USUAL_PEOPLE


def _file() -> OpenedTable | None:
    st.markdown(text.FILE_HELP)
    with st.container(key="reidentification-upload"):
        file = st.file_uploader(
            "The published table as CSV",
            type="csv",
            key=session.upload_key("reidentification"),
            label_visibility="collapsed",
        )
    if file is None:
        return latest_file()
    content = file.getvalue()
    reading = read_table(content)
    page.problems([InputProblem(flaw.where, flaw.sentence) for flaw in reading.flaws], "What is left out:")
    if reading.table is None:
        return None
    table, name = reading.table, file.name.removesuffix(".csv") or "Published table"
    return cached_table(file_key(content), lambda: OpenedTable(file_key(content), name, table))


def _describe(chosen: OpenedTable) -> None:
    table = chosen.table
    supports = table.supports
    dates = "with dates" if table.day is not None else "without dates"
    fewest, most = int(supports.min()), int(supports.max())
    people = count(most, "person", "people") if fewest == most else f"{fewest:,} to {most:,} people"
    st.text(
        f"{chosen.name}: {count(len(table), 'person', 'people')}, {count(len(table.items), 'item')}, "
        f"{count(table.entries, 'entry', 'entries')} {dates}. An item has {people}, a person has "
        f"{table.entries / len(table):.0f} items on average."
    )


_TABLES = "reidentification.tables"
_FACTS = "reidentification.facts"
_ROUND = "reidentification.round"
_OPEN = "reidentification.open"
MOST_TABLES = 3


@dataclass(frozen=True)
class OpenedTable:
    """A published table.

    Arguments:
        key: what it is known by in the session.
        name: what the person calls it.
        table: itself; equal keys stand for equal tables.
        made_up: whether it is nobody's.
    """

    key: Hashable
    name: str
    table: SparseTable
    made_up: bool = False


def cached_table(key: Hashable, make: Callable[[], OpenedTable]) -> OpenedTable:
    """The table of a key; made if it is not there, and the oldest forgotten."""
    tables: dict[Hashable, OpenedTable] = st.session_state.setdefault(_TABLES, {})
    if key not in tables:
        tables[key] = make()
        while len(tables) > MOST_TABLES:
            del tables[next(iter(tables))]
    return tables[key]


def latest_file() -> OpenedTable | None:
    """The file opened last; None where there was none."""
    tables: dict[Hashable, OpenedTable] = st.session_state.get(_TABLES, {})
    return next((table for table in reversed(tables.values()) if not table.made_up), None)


def file_key(content: bytes) -> str:
    """What a file is known by: its content."""
    return f"file {hashlib.sha256(content).hexdigest()}"


def facts_of(key: Hashable, draw: Callable[[], tuple[Fact, ...]]) -> tuple[Fact, ...]:
    """What Eve knows; drawn anew where the key, all that the draw depends on, is another one."""
    drawn: tuple[Hashable, tuple[Fact, ...]] | None = st.session_state.get(_FACTS)
    if drawn is None or drawn[0] != key:
        drawn = (key, draw())
        st.session_state[_FACTS] = drawn
    return drawn[1]


def put_facts(key: Hashable, facts: tuple[Fact, ...]) -> None:
    """What was entered, until the key changes."""
    st.session_state[_FACTS] = (key, facts)


def current_round() -> int:
    """How often other facts were asked for."""
    number: int = st.session_state.get(_ROUND, 0)
    return number


def next_round() -> None:
    """Ask for other facts, for callbacks."""
    st.session_state[_ROUND] = current_round() + 1


def is_another(key: Hashable) -> bool:
    """Whether another table is open than when this was asked last."""
    before = st.session_state.get(_OPEN)
    st.session_state[_OPEN] = key
    return bool(before != key)


def be(name: str) -> None:
    """Take somebody else's place in the table, for callbacks."""
    st.session_state[ME] = name


def has_me() -> bool:
    """Whether it was said who one is."""
    return st.session_state.get(ME) is not None


def is_me_in(table: SparseTable) -> bool:
    """Whether whom one took oneself for is in a table, or nobody was named."""
    name = (st.session_state.get(ME) or "").strip()
    return not name or name in table.person_codes


def forget_me() -> None:
    """Nobody was named in this table: a name of another one is no mistake in it."""
    st.session_state.pop(ME, None)
