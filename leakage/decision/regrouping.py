"""Regroupings: what becomes of composites as less evidence is enough."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from leakage.record import Record

Members: TypeAlias = tuple[int, ...]
"""The numbers of the records behind a composite, ascending."""

Pairs: TypeAlias = tuple[tuple[int, int], ...]

DIGITS = 9
"""Of a threshold, behind the point."""


class Come(NamedTuple):
    """A composite that there is from a threshold on.

    Arguments:
        members, record: whose and what it is.
        joins: (left, right) records of the joins by which it came.
    """

    members: Members
    record: Record
    joins: Pairs = ()


class Gone(NamedTuple):
    """A composite that there is no more.

    Arguments:
        members: whose it was.
        parted: (left, right) records that are in two composites now.
    """

    members: Members
    parted: Pairs = ()


class Regrouping(NamedTuple):
    """Some composites become others.

    Arguments:
        threshold: in bits; infinite for what there is when nothing is joined.
        gone: composites that there were.
        come: composites that there are now.
    """

    threshold: float
    gone: tuple[Gone, ...]
    come: tuple[Come, ...]
