"""The papers' figures: printed, derived, same or slip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import pandas as pd
import streamlit as st

from leakage.papers import PAPERS, Paper, Row
from leakage.papers.catalogue import COLUMNS, as_csv, cells, summary
from pages.explore.laboratory import text
from pages.shell import jobs
from pages.shell.jobs import Job

Derived: TypeAlias = tuple[Paper, Row]

_FIGURES = sum(len(paper.figures) for paper in PAPERS)
_TITLES = {paper.key: paper.title for paper in PAPERS}
_COLUMNS = {
    "section": st.column_config.TextColumn("Section", width="small"),
    "what": st.column_config.TextColumn("Figure", width="medium"),
    "printed": st.column_config.TextColumn("Printed", help="As printed in the paper; a formula with its letters."),
    "derived": st.column_config.TextColumn("Derived", help="Computed here and now, by the functions of this program."),
    "verdict": st.column_config.TextColumn("Verdict", width="small", help="BROKEN: different from before."),
    "why": st.column_config.TextColumn("Why", width="large"),
}


def show_papers() -> None:
    """Every figure of the five papers that can be derived, and where the papers slip."""
    st.markdown(text.PAPERS)
    key: str = st.selectbox(
        "Which paper?", list(_TITLES), format_func=_TITLES.__getitem__, key="papers-key", persist_state="session"
    )
    jobs.show(Job("papers", (), _derive, _progress, lambda derived: _draw(key, derived)))


def _derive() -> Iterator[Derived]:
    return ((paper, figure.row()) for paper in PAPERS for figure in paper.figures)


def _progress(derived: Sequence[Derived]) -> tuple[float, str]:
    return len(derived) / _FIGURES, f"{len(derived)} of {_FIGURES} figures derived"


def _draw(key: str, derived: Sequence[Derived]) -> None:
    rows = [row for paper, row in derived if paper.key == key]
    if rows:
        st.text(f"{_TITLES[key]}: {summary(rows)}.")
    st.dataframe(
        pd.DataFrame([cells(row) for row in rows], columns=list(COLUMNS)),
        hide_index=True,
        alt=f"The figures of {_TITLES[key]}, printed and derived",
        column_config=_COLUMNS,
    )
    complete = len(derived) == _FIGURES
    st.download_button(
        "Save all five tables as CSV",
        lambda: as_csv(_by_paper(derived)).encode(),
        file_name="papers.csv",
        mime="text/csv",
        key="papers-save",
        on_click="ignore",
        disabled=not complete,
        help=None if complete else "Run it first.",
        icon=":material/download:",
    )


def _by_paper(derived: Sequence[Derived]) -> list[tuple[Paper, list[Row]]]:
    return [(paper, [row for of, row in derived if of.key == paper.key]) for paper in PAPERS]
