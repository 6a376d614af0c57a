"""The five papers, and the table of one as text, Markdown or CSV."""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from leakage.papers import narayanan_shmatikov, rebollo_monedero, ren_li, whang_2011, whang_2012
from leakage.papers.figure import Figure, Row
from leakage.workspace.files.csv_cells import guarded

# The five papers.


@dataclass(frozen=True)
class Paper:
    """A paper with its figures.

    Arguments:
        key: a slug.
        title: authors and year.
        figures: in the order of the paper.
    """

    key: str
    title: str
    figures: tuple[Figure, ...]

    def rows(self) -> tuple[Row, ...]:
        """Every figure, derived now."""
        return tuple(figure.row() for figure in self.figures)


PAPERS = (
    Paper("whang-2011", "Whang & Garcia-Molina 2011", whang_2011.FIGURES),
    Paper("whang-2012", "Whang & Garcia-Molina 2012", whang_2012.FIGURES),
    Paper("rebollo-monedero", "Rebollo-Monedero et al.", rebollo_monedero.FIGURES),
    Paper("ren-li", "Ren & Li", ren_li.FIGURES),
    Paper("narayanan-shmatikov", "Narayanan & Shmatikov 2008", narayanan_shmatikov.FIGURES),
)


def summary(rows: Sequence[Row]) -> str:
    """How many figures, and how many of them slip.

    >>> summary([Row("1", "a half", "1/2", "1/2", "same", "")])
    '1 figure: 1 same, 0 slips'
    """
    broken = sum(row.verdict == "BROKEN" for row in rows)
    slips = sum(row.verdict == "slip" for row in rows)
    text = (
        f"{len(rows)} figure{'s' * (len(rows) != 1)}: {len(rows) - slips - broken} same, "
        f"{slips} slip{'s' * (slips != 1)}"
    )
    return text + f", {broken} BROKEN" * (broken > 0)


# The table of a paper as text, Markdown or CSV.


Derived: TypeAlias = Iterable[tuple[Paper, Sequence[Row]]]

COLUMNS = ("section", "what", "printed", "derived", "verdict", "why")
WIDEST = 44


def cells(row: Row) -> tuple[str, ...]:
    """A row in the order of the columns."""
    return (row.section, row.what, row.printed, row.derived, row.verdict, row.why)


def as_text(derived: Derived) -> str:
    """A table with aligned columns under each paper's name; long cells go over several lines."""
    return "\n\n".join(
        f"{_headline(paper, rows)}\n\n{_aligned([COLUMNS, *map(cells, rows)])}" for paper, rows in derived
    )


def as_markdown(derived: Derived) -> str:
    """A Markdown table under each paper's name."""
    return "\n\n".join(
        f"## {_headline(paper, rows)}\n\n{_piped([COLUMNS, *map(cells, rows)])}" for paper, rows in derived
    )


def as_csv(derived: Derived) -> str:
    """One table of all papers, the paper's key before each row; no cell can be taken for a spreadsheet's formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(("paper", *COLUMNS))
    for paper, rows in derived:
        writer.writerows((paper.key, *map(guarded, cells(row))) for row in rows)
    return text.getvalue().rstrip("\r\n")


FORMATS: dict[str, Callable[[Derived], str]] = {"text": as_text, "markdown": as_markdown, "csv": as_csv}


def _headline(paper: Paper, rows: Sequence[Row]) -> str:
    return f"{paper.title}: {summary(rows)}"


def _aligned(lines: Sequence[Sequence[str]]) -> str:
    folded = [[textwrap.wrap(cell, WIDEST) or [""] for cell in line] for line in lines]
    widths = [max(len(part) for cell in column for part in cell) for column in zip(*folded, strict=True)]
    return "\n".join(text for line in folded for text in _line(line, widths))


def _line(line: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterable[str]:
    for number in range(max(len(cell) for cell in line)):
        parts = (cell[number] if number < len(cell) else "" for cell in line)
        yield "  ".join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()


def _piped(lines: Sequence[Sequence[str]]) -> str:
    header, *rest = (f"| {' | '.join(map(_escaped, line))} |" for line in lines)
    return "\n".join((header, "|" + "---|" * len(COLUMNS), *rest))


def _escaped(cell: str) -> str:
    return re.sub(r"([|*_\\<])", r"\\\1", cell)
