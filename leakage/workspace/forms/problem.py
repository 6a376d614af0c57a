"""Problems: what was entered and cannot be used, in one sentence that repeats no value."""

from __future__ import annotations

from dataclasses import dataclass

SHOWN_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that was entered and cannot be used.

    Arguments:
        where: the place, as the person sees it: "row 3", "line 7", "Shop, Email".
        sentence: which rule it breaks, without repeating the value.
    """

    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}" if self.where else self.sentence


class CellError(ValueError):
    """A cell or row breaks a rule; the message is the sentence for the person."""


def shown(label: str) -> str:
    """A label short enough for a sentence.

    >>> shown("x" * 50) == "x" * 39 + "…"
    True
    """
    return label if len(label) <= SHOWN_CHARACTERS else label[: SHOWN_CHARACTERS - 1] + "…"
