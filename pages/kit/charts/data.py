"""What a chart draws, as a table: one row a point, under the titles of its axes."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from numbers import Real
from typing import Any, TypeAlias

import plotly.graph_objects as go

Cell: TypeAlias = str | float
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Table:
    """Rows under headings.

    Arguments:
        columns: the headings, no two the same.
        rows: one cell a column.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table_of(figure: go.Figure) -> Table:
    """Every point of a figure: which series it belongs to, where it stands, and its interval where it has one.

    What stands at a place with a name is called by it; points of leakage are written as points.
    """
    traces = [trace for trace in figure.data if trace.x is not None and trace.y is not None and _tells(trace)]
    across, up = _Axis(figure.layout.xaxis, "Place across"), _Axis(figure.layout.yaxis, "What")
    intervals = any(trace.type == "scatter" and trace.error_y.array is not None for trace in traces)
    columns = ("Series", across.title, up.title, *(("From", "To") if intervals else ()))
    rows = [
        (plain_text(trace.name or ""), across.cell(x), up.cell(y), *(_interval(trace, n, y) if intervals else ()))
        for trace in traces
        for n, (x, y) in enumerate(zip(trace.x, trace.y, strict=True))
        if x is not None and y is not None
    ]
    return Table(columns, tuple(rows))


def _tells(trace: Any) -> bool:
    """Lines that only connect points have no name and say nothing."""
    return bool(trace.name) or trace.hoverinfo != "skip"


def plain_text(title: str) -> str:
    """A title as plain text: no tags, no line breaks, no blanks that do not break.

    >>> plain_text("p<sub>c</sub>:<br>0\\u00a0% &lt; 1")
    'pc: 0 % < 1'
    """
    return html.unescape(_TAG.sub("", title.replace("<br>", " "))).replace("\u00a0", " ")


class _Axis:
    """An axis as the heading of a column, and its values as cells."""

    def __init__(self, axis: Any, untitled: str) -> None:
        self.title = plain_text(axis.title.text or untitled)
        self._points = "points" in self.title
        ticks = zip_longest(axis.tickvals or (), axis.ticktext or ())
        self._names = {value: plain_text(str(name)) for value, name in ticks if name is not None}
        if any(_is_number(name) for name in self._names.values()):
            self._names = {}

    def cell(self, value: Any) -> Cell:
        if value in self._names:
            return self._names[value]
        if not isinstance(value, Real):
            # A name, or a day.
            return plain_text(str(value))
        return round(100.0 * float(value), 10) if self._points else float(value)


def _is_number(name: str) -> bool:
    return bool(re.fullmatch(r"[+−-]?[\d.,]+( ?%)?", name))


def _interval(trace: Any, number: int, value: Any) -> Sequence[Cell]:
    if trace.type != "scatter" or trace.error_y.array is None:
        return ("", "")
    above = float(trace.error_y.array[number])
    below = trace.error_y.arrayminus
    return (float(value) - (above if below is None else float(below[number])), float(value) + above)
