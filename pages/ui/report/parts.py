"""What the sections of a report are made of."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.workspace.exporting.markup import Markup, element, joined, table, words

MOST_BARS = 25
MOST_ROWS = 500
MOST_NAMES = 40
LEAKAGE = "leakage: 0 % nothing known, 100 % everything known (worse)"


def section(question: str, *parts: Markup) -> Markup:
    """A section under the question it answers."""
    return element("section", element("h2", question), *parts)


def figure(drawing: Markup, note: str = "") -> Markup:
    """A chart, with a note below it."""
    return element("figure", drawing, *([element("figcaption", note)] if note else []))


def rows_of(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> Markup:
    """A table that scrolls where it is too wide, and ends after ``MOST_ROWS``."""
    drawn = element("div", table(headings, rows[:MOST_ROWS], numbers), class_="scroll")
    more = len(rows) - MOST_ROWS
    return drawn if more <= 0 else joined((drawn, element("p", f"and {more:,} more rows", class_="quiet")))


def named_row(names: Sequence[str]) -> Markup:
    """Names in a row; of many the first."""
    more = [f"and {len(names) - MOST_NAMES:,} more"] if len(names) > MOST_NAMES else []
    return joined([*(words(name) for name in names[:MOST_NAMES]), *more], ", ")


def sure(confidence: float) -> str:
    """A confidence in whole percent.

    >>> sure(0.5)
    '50 %'
    """
    return f"{100 * confidence:.0f} %"
