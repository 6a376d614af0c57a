"""Evidence: why records were joined."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from leakage.resolution.deferred import OnDemand
from leakage.resolution.match import Key
from leakage.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class Evidence:
    """One join: by which rule and values, and which input records held those values on either side.

    Arguments:
        key: the rule and the (label, value) pairs both sides had in common.
        left: numbers of the input records that held those values on one side, ascending.
        right: the same on the other side.
    """

    key: Key
    left: tuple[int, ...]
    right: tuple[int, ...]

    __repr__ = short_repr

    @property
    def records(self) -> tuple[int, ...]:
        """All input records that took part, ascending."""
        return tuple(sorted({*self.left, *self.right}))


class Told(OnDemand[Evidence]):
    """Joins in their order, told one by one."""

    def within(self, members: Collection[int]) -> Iterator[Evidence]:
        """The joins among some records that are joined with no others."""
        return within(self, members)


def within(evidence: Sequence[Evidence], members: Collection[int]) -> Iterator[Evidence]:
    """The joins among some records that are joined with no others, one by one.

    >>> from leakage import Record, Shares
    >>> key = next(Shares("N").keys(Record.of(("N", "Alice"))))
    >>> [join.records for join in within([Evidence(key, (0,), (1,)), Evidence(key, (2,), (3,))], (2, 3))]
    [(2, 3)]
    """
    inside = set(members)
    return (join for join in evidence if not (inside.isdisjoint(join.left) and inside.isdisjoint(join.right)))
