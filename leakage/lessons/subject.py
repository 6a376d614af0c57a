"""What a step of a lesson is about: a workspace, a published table, ratings, or odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from leakage.reidentification import Fact, SparseTable
from leakage.scenarios.published_example import PublishedExample
from leakage.short_repr import short_repr
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, eq=False)
class Ratings:
    """A table of ratings without names, and what Eve knows of somebody who may be in it.

    Arguments:
        table: who gave which film what.
        facts: aux, what Eve knows.
        me: the name of one's own row; empty where that is not told.
        absent: the number of a person whose row was taken out before; None where nobody's was.
    """

    table: SparseTable
    facts: tuple[Fact, ...]
    me: str = ""
    absent: int | None = None

    __repr__ = short_repr


@dataclass(frozen=True, eq=False)
class Odds:
    """Probabilities in a table: what is so against what is heard, or some beliefs one under the other.

    Arguments:
        caption: what it shows.
        corner: the heading above the names of the rows.
        columns: what the probabilities are of.
        rows: a name, and one probability a column.
        prior: of each row, where the rows are what may be so; else empty.
    """

    caption: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    prior: tuple[float, ...] = ()

    __repr__ = short_repr


Subject: TypeAlias = Workspace | PublishedExample | Ratings | Odds
