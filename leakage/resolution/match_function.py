"""MatchFunction: a match function of one's own, as a plain function of two records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from leakage.record import Pair, Record
from leakage.resolution.match import Key, Rule, distinct_labels, listed


@dataclass(frozen=True, init=False)
class MatchFunction(Rule):
    """``M(r, s)`` as a function of one's own: same person, if it says so of what both know under some labels.

    Nothing is known of such a function, so every record is compared with every other, composites are compared anew,
    and the outcome is the one that R-Swoosh comes to in the order of the records. A rule that can tell its keys is
    faster: see ``Match``.
    Source: Whang & Garcia-Molina 2011, Section 2.2 ("a match function"); 2012, Section 2.4 and its reference [4].

    Arguments:
        function: of two records, true where they are taken to be the same person; symmetric, and always the same for
            the same records. It is handed what they know under the labels, and nothing else.
        labels: which it reads, one or more, each once.

    Raises:
        ValueError: for no label, an empty one, or one named twice.

    >>> from leakage import Adversary, Resolve
    >>> def same_initial(left, right):
    ...     return {name[0] for name in left.values("N")} == {name[0] for name in right.values("N")}
    >>> eve = Adversary((Resolve(MatchFunction(same_initial, "N")),))
    >>> eve.resolve([Record.of(("N", name)) for name in ("Alice", "Bob", "A.")]).composite_of.tolist()
    [0, 1, 0]
    """

    function: Callable[[Record, Record], bool]
    required: tuple[str, ...]

    def __init__(self, function: Callable[[Record, Record], bool], *labels: str) -> None:
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "required", distinct_labels(labels))

    def keys(self, record: Record) -> Iterator[Key]:
        """One key that every record offers, for any two may match."""
        yield Key(self, ())

    def common_key(self, left: Record, right: Record) -> Key | None:
        mine, others = left.known_under(self.required), right.known_under(self.required)
        return self._reason(mine, others) if self.function(mine, others) else None

    @property
    def keys_suffice(self) -> bool:
        return False

    @property
    def labels(self) -> tuple[str, ...]:
        return self.required

    def sentence(self) -> str:
        return f"a function of {listed(self.required)} says so"

    def _reason(self, left: Record, right: Record) -> Key:
        """The values in common; where there are none, all that either side knows."""
        mine, others = _pairs(left), _pairs(right)
        common = tuple(pair for pair in mine if pair in right)
        if common or not (mine and others):
            return Key(self, common)
        return Key(self, (*mine, *others), mine, others)


def _pairs(record: Record) -> tuple[Pair, ...]:
    return tuple(a.pair for a in record)
