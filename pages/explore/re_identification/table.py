"""The published table: a made-up one, or the person's own file."""

from __future__ import annotations

import streamlit as st

from leakage.reidentification import Shape, read_table, synthetic_table
from leakage.workspace.forms.problem import Problem
from pages.explore.re_identification import opened, text
from pages.explore.re_identification.opened import Opened
from pages.kit.handed_over import HANDED, SOURCE, handed_ratings
from pages.shell import frame, progress, session
from pages.shell.words import count

USUAL_PEOPLE = 10_000
SHAPES = {
    1_000: Shape(1_000, 200, 20_000),
    10_000: Shape(10_000, 1_000, 250_000),
    50_000: Shape(50_000, 2_000, 1_500_000),
}
MADE_UP = "Film ratings (made up)"
_SOURCES = {"made up": "A made-up table", "file": "A file of mine"}
_LESSON = {HANDED: "The lesson's table"}


def choose() -> Opened:
    """Open a table; ends the page where there is none yet."""
    with st.container(border=True):
        sources = {**_SOURCES, **_LESSON} if handed_ratings() else _SOURCES
        left, right = st.columns([len(sources), 3], vertical_alignment="bottom")
        source = left.segmented_control(
            "Which published table?",
            list(sources),
            format_func=sources.__getitem__,
            default="made up",
            required=True,
            key=SOURCE,
            persist_state="session",
            help=text.TABLE_HELP,
        )
        with right:
            chosen = _handed() if source == HANDED else _made_up() if source == "made up" else _file()
        if chosen is not None:
            _describe(chosen)
    if chosen is None:
        st.info("Choose a file, or look around in the made-up table first.", icon=":material/arrow_upward:")
        st.stop()
    return chosen


def _handed() -> Opened | None:
    handed = handed_ratings()
    return Opened((HANDED, handed.number), "Film ratings", handed.table, handed_over=True) if handed else None


def _made_up() -> Opened:
    people: int = st.select_slider(
        "How many people?",
        list(SHAPES),
        USUAL_PEOPLE,
        format_func="{:,}".format,
        key="reid-people",
        persist_state="session",
    )
    shape = SHAPES[people]
    bar = progress.Bar("Cancel and take the small table", on_click=_take_small)
    return opened.kept(
        shape, lambda: Opened(shape, MADE_UP, progress.run_with_progress(lambda: synthetic_table(shape), bar), True)
    )


def _take_small() -> None:
    session.put("reid-people", USUAL_PEOPLE)


def _file() -> Opened | None:
    st.markdown(text.FILE_HELP)
    with st.container(key="reidentification-upload"):
        file = st.file_uploader(
            "The published table as CSV",
            type="csv",
            key=session.upload_key("reidentification"),
            label_visibility="collapsed",
        )
    if file is None:
        return opened.latest_file()
    content = file.getvalue()
    reading = read_table(content)
    frame.problems([Problem(flaw.where, flaw.sentence) for flaw in reading.flaws], "What is left out:")
    if reading.table is None:
        return None
    table, name = reading.table, file.name.removesuffix(".csv") or "Published table"
    return opened.kept(opened.file_key(content), lambda: Opened(opened.file_key(content), name, table))


def _describe(chosen: Opened) -> None:
    table = chosen.table
    supports = table.supports
    dates = "with dates" if table.day is not None else "without dates"
    fewest, most = int(supports.min()), int(supports.max())
    held = count(most, "person", "people") if fewest == most else f"{fewest:,} to {most:,} people"
    st.text(
        f"{chosen.name}: {count(len(table), 'person', 'people')}, {count(len(table.items), 'item')}, "
        f"{count(table.entries, 'entry', 'entries')} {dates}. An item is held by {held}, a person has "
        f"{table.entries / len(table):.0f} items on average."
    )
