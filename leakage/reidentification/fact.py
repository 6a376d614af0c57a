"""Fact: one thing the adversary knows about somebody in the table."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fact:
    """aux_i: that somebody has an item, with the value and the date as the adversary believes them.

    Source: Narayanan & Shmatikov 2008, Section 3 (auxiliary information).

    Arguments:
        item: what it is about, not empty.
        value: as a text; empty where she knows only that it is there.
        date: the day, None where she does not know it.

    Raises:
        ValueError: if the item is empty.

    >>> Fact("Film", "4").value
    '4'
    """

    # What somebody has is nobody's business, and reprs end up in logs.
    item: str = field(repr=False)
    value: str = field(default="", repr=False)
    date: datetime.date | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not self.item:
            raise ValueError("a fact needs an item")
