"""Draw: chance that a seed decides, the same on every machine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")


class Draw:
    """Random choices.

    Python promises for every version and machine what ``random.random()`` gives for a seed, and of no other method; so
    nothing else is used.

    Arguments:
        seed: a text.

    >>> draw = Draw("7")
    >>> [draw.below(6) for _ in range(5)]
    [4, 5, 5, 1, 4]
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, number: int) -> int:
        """A whole number from 0 to one less than the number."""
        return int(self._random.random() * number)

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """One of some things."""
        return things[self.below(len(things))]

    def some_of(self, things: Sequence[Thing], number: int) -> tuple[Thing, ...]:
        """So many of some things, in their order."""
        left = list(range(len(things)))
        chosen = sorted(left.pop(self.below(len(left))) for _ in range(number))
        return tuple(things[place] for place in chosen)
