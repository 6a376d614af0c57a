"""A small table of texts as HTML: it grows with the type, can be read aloud, and scrolls sideways where it must."""

from __future__ import annotations

import html

import streamlit as st

from leakage.lessons import Grid

_MARKS = {"right": "✓", "wrong": "✗", "mixed": "✓ ✗"}
_SAID = {"right": "right", "wrong": "wrong", "mixed": "right and wrong"}


def show_grid(grid: Grid, name: str, coloured: bool = False) -> None:
    """Draw a table.

    Arguments:
        grid: its texts; they are escaped.
        name: what it shows, for those who cannot see it.
        coloured: whether what is right and wrong is marked.
    """
    st.html(html_of(grid, name, coloured))


def html_of(grid: Grid, name: str, coloured: bool = False) -> str:
    """The table as HTML, in which every text means itself.

    >>> html_of(Grid(("", "<b>"), (("<b>", "<b>"),), notes=("<b>",)), "<b>").count("&lt;b&gt;")
    5
    """
    head = "".join(f'<th scope="col">{html.escape(text)}</th>' for text in grid.columns)
    body = "".join(
        f'<tr><th scope="row">{html.escape(row[0])}</th>{_cells(grid, place, coloured)}</tr>'
        for place, row in enumerate(grid.rows)
    )
    notes = "".join(f"<p>{html.escape(note)}</p>" for note in grid.notes)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return (
        f'<div class="grid" role="region" aria-label="{html.escape(name)}" tabindex="0">{table}</div>'
        f'<div class="grid-notes">{notes}</div>'
    )


def _cells(grid: Grid, place: int, coloured: bool) -> str:
    row = grid.rows[place][1:]
    meanings = grid.meanings[place] if coloured and grid.meanings else ("",) * len(row)
    return "".join(_cell(text, meaning) for text, meaning in zip(row, meanings, strict=True))


def _cell(text: str, meaning: str) -> str:
    if not meaning or not text:
        return f"<td>{html.escape(text)}</td>"
    mark = f' <span role="img" aria-label="{_SAID[meaning]}">{_MARKS[meaning]}</span>'
    return f'<td class="{meaning}">{html.escape(text)}{mark}</td>'
