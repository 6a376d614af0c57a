"""The five papers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.papers import narayanan_shmatikov, rebollo_monedero, ren_li, whang_2011, whang_2012
from leakage.papers.figure import Figure, Row


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
