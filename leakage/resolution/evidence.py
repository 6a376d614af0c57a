"""Evidence: why records were joined."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.resolution.match import Key


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

    @property
    def records(self) -> tuple[int, ...]:
        """All input records that took part, ascending."""
        return tuple(sorted({*self.left, *self.right}))
