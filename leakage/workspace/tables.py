"""Table mapping: what the columns of somebody's own table mean, remembered for the next table of that shape."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.record import redacted_repr

Target: TypeAlias = Literal["releases", "plans", "background"]
"""What the rows of a table become."""


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a wide table mean.

    Arguments:
        recipient: who got a row; None where the name says it.
        name: what a row is called; None where the recipient says it.
        date: when it was given; None where no column says it.
        labels: (heading, label) of columns that are facts under another label than their heading suggests; a column
            with an empty label is left out.
    """

    recipient: str | None = None
    name: str | None = None
    date: str | None = None
    labels: tuple[tuple[str, str], ...] = ()

    __repr__ = redacted_repr

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that are no facts."""
        return tuple(column for column in (self.recipient, self.name, self.date) if column)


@dataclass(frozen=True, slots=True)
class TableMapping:
    """How a table of one shape was read.

    Arguments:
        headings: of its columns, as ``folded``, in their order: what the next table is known by.
        target: what its rows became.
        columns: what its columns mean.
    """

    headings: tuple[str, ...]
    target: Target
    columns: Columns = Columns()

    __repr__ = redacted_repr


def folded(heading: str) -> str:
    """A heading as it is compared: in small letters, with blanks for what stands for them.

    >>> folded("Login_User-name ")
    'login user name'
    """
    return re.sub(r"[\s_\-]+", " ", heading[:200]).strip().casefold()
