"""Negative evidence: what keeps apart two records that would otherwise match."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from leakage.old import registry
from leakage.old.resolution.match import Alike, Key, Match, distinct_labels, listed
from leakage.old.resolution.rules.similar_values import Similar
from leakage.record import Pair, Record


@registry.by_arguments(lambda conflicts: conflicts.labels)
@dataclass(frozen=True, init=False)
class Conflicts:
    """Two records contradict each other: for one of the labels both know a value, and none in common.

    Source: Whang & Garcia-Molina 2011, Section 1 ("the lack of conflicting information").

    Arguments:
        labels: one label or more, each once.

    Raises:
        ValueError: for no label, an empty one, or one named twice.

    >>> Conflicts("P").between(Record.of(("P", "555")), Record.of(("P", "666")))
    True
    >>> Conflicts("P").between(Record.of(("P", "555")), Record.of(("N", "Alice")))
    False
    """

    labels: tuple[str, ...]

    def __init__(self, *labels: str) -> None:
        object.__setattr__(self, "labels", distinct_labels(labels))

    def between(self, left: Record, right: Record) -> bool:
        """Whether the two records contradict each other."""
        return any(_differ(left.values(label), right.values(label)) for label in self.labels)

    def sentence(self) -> str:
        """The condition as a person would say it."""
        return f"both know {listed(self.labels, 'or')} and differ"


@registry.by_fields
@dataclass(frozen=True)
class Unless(Match):
    """Same person, if the match says so and the two records do not contradict each other.

    This costs representativity: what is merged in may contradict what would have matched. E(R) and dipping then
    depend on the order of the records.
    Source: Whang & Garcia-Molina 2011, Section 1 (disinformation by a wrong phone number) and Section 2.2.

    Arguments:
        match: when two records are taken to be the same person.
        conflicts: what keeps them apart all the same.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> match = Unless(Shares("N"), Conflicts("P"))
    >>> alice = Record.of(("N", "Alice"), ("P", "555"))
    >>> match.matches(alice, Record.of(("N", "Alice"))), match.matches(alice, Record.of(("N", "Alice"), ("P", "666")))
    (True, False)
    >>> match.sentence()
    'same N, unless both know P and differ'
    """

    match: Match
    conflicts: Conflicts

    def keys(self, record: Record) -> Iterator[Key]:
        return self.match.keys(record)

    def lookup_keys(self, record: Record, alike: Alike) -> Iterator[Key]:
        return self.match.lookup_keys(record, alike)

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        return self.match.compared(record)

    def common_key(self, left: Record, right: Record) -> Key | None:
        return None if self.conflicts.between(left, right) else self.match.common_key(left, right)

    def pairs(self, record: Record) -> Collection[Pair]:
        return self.match.pairs(record)

    @property
    def keys_decide(self) -> bool:
        return False

    @property
    def keys_equal(self) -> bool:
        return self.match.keys_equal

    @property
    def relaxed(self) -> Match:
        return self.match.relaxed

    @property
    def parts(self) -> tuple[Match, ...]:
        return (self.match,)

    def with_parts(self, parts: Sequence[Match]) -> Unless:
        (match,) = parts
        return Unless(match, self.conflicts)

    @property
    def conflict_labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.conflicts.labels, *self.match.conflict_labels)))

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.match.labels, *self.conflicts.labels)))

    def sentence(self) -> str:
        return f"{self.match.sentence()}, unless {self.conflicts.sentence()}"


class _SavedUnless(registry.SavedRule, tag="unless"):
    meant = Unless
    match: registry.AnyRule
    conflicts: tuple[str, ...]

    @classmethod
    def of(cls, value: Unless) -> Self:
        return cls(registry.saved_form(value.match), value.conflicts.labels)

    def value(self, depth: int) -> Unless:
        return Unless(registry.value_of(self.match, depth + 1), Conflicts(*self.conflicts))


def _differ(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    return bool(left) and bool(right) and set(left).isdisjoint(right)
