"""Who pools data with whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.short_repr import short_repr

PoolingKind: TypeAlias = Literal["together", "alone", "coalitions"]


@dataclass(frozen=True, slots=True)
class Coalition:
    """Recipients who share their data with one another."""

    name: str
    recipients: tuple[str, ...]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Pooling:
    """Who pools data with whom.

    Arguments:
        kind: "together": all of them; "alone": nobody; "coalitions": those named, and the others alone.
        coalitions: read only where the kind is "coalitions".
        resolve_first: whether each recipient resolves its own records before they are pooled.
    """

    kind: PoolingKind = "together"
    coalitions: tuple[Coalition, ...] = ()
    resolve_first: bool = False

    __repr__ = short_repr


TOGETHER = Pooling()
"""All of them share."""
