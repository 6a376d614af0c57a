"""Masking: values as a report may show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from leakage.record import Pair
from leakage.workspace.figures.belief import Fact

MASK = "•••"
GAP = "\N{NO-BREAK SPACE}"


class Values:
    """Shows values as they are, or in their place a mask that says nothing of them.

    Where a label has several values they are numbered, so that the same one can be found again.

    Arguments:
        pairs: all that may be shown, in the order of the numbers.
        shown: whether the values themselves are wanted.
    """

    def __init__(self, pairs: Iterable[Pair], shown: bool) -> None:
        self._shown = shown
        self._numbers: dict[str, dict[str, int]] = {}
        for label, value in pairs:
            of_label = self._numbers.setdefault(label, {})
            of_label.setdefault(value, len(of_label) + 1)

    def text(self, label: str, value: str) -> str:
        """A value as text.

        >>> Values([("Phone", "1"), ("Phone", "2")], shown=False).text("Phone", "2")
        '•••\\xa02'
        """
        if self._shown:
            return value
        of_label = self._numbers.get(label, {})
        return f"{MASK}{GAP}{of_label[value]}" if len(of_label) > 1 and value in of_label else MASK

    def in_order(self, facts: Sequence[Fact]) -> list[Fact]:
        """Facts that weigh the same by label and number, so that their order tells nothing about masked values."""
        return sorted(
            facts, key=lambda fact: (-fact.weight * (fact.confidence or 1.0), self.place(fact.label, fact.value))
        )

    def place(self, label: str, value: str) -> tuple[str, int]:
        """Where a value stands among others: by its label and number."""
        return label, self._numbers.get(label, {}).get(value, 0)
