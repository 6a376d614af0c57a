"""What was given to whom: releases and recipients, with the effort and status of having it deleted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.record import Pair, Record
from leakage.short_repr import short_repr

ErasureStatus: TypeAlias = Literal["asked", "done", "refused"]
ERASURE_STATUSES: tuple[ErasureStatus, ...] = ("asked", "done", "refused")


@dataclass(frozen=True, slots=True)
class Release:
    """What was given to one recipient at one time.

    Arguments:
        name: how the person calls it, unique in a workspace, not empty.
        recipient: who got it, not empty.
        record: the attributes given, with the confidence the recipient holds each at.
        date: ISO 8601 (2026-01-31), or empty where it is not known.
        erasure: whether its deletion was asked for, was done, or was refused; what was done no longer counts.
        effort: of having it deleted, > 0, against the usual request.
        required: of a planned release, the (label, value) pairs it must give; its others may be left blank.

    Raises:
        ValueError: for an empty name or recipient, a status that is none of the three, or an effort that is not
            positive and finite.
    """

    name: str
    recipient: str
    record: Record
    date: str = ""
    erasure: ErasureStatus | None = None
    effort: float = 1.0
    required: tuple[Pair, ...] = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a release needs a name")
        if not self.recipient:
            raise ValueError("a release needs a recipient")
        if self.erasure not in (None, *ERASURE_STATUSES):
            raise ValueError("the status of an erasure must be asked, done or refused")
        check_effort(self.effort)


@dataclass(frozen=True, slots=True)
class Recipient:
    """What belongs to a recipient, whatever it was given.

    Arguments:
        name: as the releases call it, not empty.
        effort: of having all that it holds deleted, > 0, against the usual request.
        disinformation_price: of giving it a disinformation record, >= 0; None for the usual price.
        site: its registrable domain, where its name is another; empty where it is not known.

    Raises:
        ValueError: for an empty name, an effort that is not positive and finite, or a price that is negative.
    """

    name: str
    effort: float = 1.0
    disinformation_price: float | None = None
    site: str = ""

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a recipient needs a name")
        check_effort(self.effort)
        check_disinformation_price(self.disinformation_price or 0.0)


def check_effort(effort: float) -> None:
    """Raise ValueError for an effort, or a price of asking, that is not positive and finite."""
    if not 0.0 < effort < math.inf:
        raise ValueError("an effort or price must be a positive finite number")


def check_disinformation_price(price: float) -> None:
    """Raise ValueError for a price of disinformation that is negative or not finite."""
    if not 0.0 <= price < math.inf:
        raise ValueError("a price of disinformation must be a finite number >= 0")


def unused_name(wanted: str, taken: Iterable[str]) -> str:
    """The wanted name, or the first of ``wanted 2``, ``wanted 3`` ... that is not taken.

    >>> unused_name("Shop", ["Shop", "Shop 2"])
    'Shop 3'
    """
    # A set is not copied: thousands of names may be asked for, one after another.
    names = taken if isinstance(taken, set) else set(taken)
    number, name = 2, wanted
    while name in names:
        name, number = f"{wanted} {number}", number + 1
    return name
