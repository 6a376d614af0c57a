"""The adversary's data analysis operations: what any of them tells of itself, and entity resolution."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, final

from leakage.record import Pair, Record
from leakage.resolution.fixpoint import resolve_by_keys
from leakage.resolution.groups import Groups
from leakage.resolution.match import Anyone, Match
from leakage.resolution.merge import NO_NEW_VALUES, SAME_VALUES, Merge, union_merge
from leakage.resolution.one_pass import resolve_in_one_pass
from leakage.resolution.swoosh import resolve_by_search
from leakage.resolution.unless import Conflicts, Unless


class Operation(ABC):
    """One data analysis operation: it takes a list of records and returns another.

    An operation of your own is a frozen dataclass with ``apply``. What else is here describes an operation, and lets
    others save work; where it says nothing, the operation is run on all records again for whatever is asked.
    Source: Whang & Garcia-Molina 2012, Section 2.4.
    """

    @abstractmethod
    def apply(self, records: Sequence[Record]) -> Groups:
        """The records after the operation, with the input records behind each."""

    @property
    def record_by_record(self) -> bool:
        """Whether it changes every record by itself, and merges, drops and reorders none."""
        return False

    @property
    def unique(self) -> bool:
        """Whether the outcome is the same in whatever order the records come."""
        return self.record_by_record

    @property
    def settles(self) -> bool:
        """Whether records may be resolved first and others held against the outcome: ``E(R + S) = E(E(R) + S)``."""
        return False

    @property
    def unites(self) -> bool:
        """Whether records that end up together stay together, whatever records more there are."""
        return self.settles

    @property
    def by_keys(self) -> bool:
        """Whether it settles, and composites match exactly where they offer the same key, and merge by union.

        Then one more record can be held against a finished resolution by looking up its keys.
        """
        return False

    @property
    def only_adds(self) -> bool:
        """Whether a value that nobody minds (``minds``) stays what it is in whatever its record becomes part of."""
        return False

    @property
    def minds_owners(self) -> bool:
        """Whether it matters to the operation who holds a record."""
        return False

    @property
    def joins_by(self) -> Match | None:
        """The match by which it joins records; None where it joins none, or does so by other means."""
        return None

    @property
    def merges_by(self) -> Merge | None:
        """The merge of what it joins; None where it joins nothing, or does so by other means."""
        return None

    @property
    def relaxed(self) -> Match | None:
        """A match that keeps its keys and is true of any two records that may end up together; None if none do."""
        return None if self.record_by_record else Anyone()

    @property
    def bounding(self) -> Operation:
        """An operation whose composites of all records hold every composite that this one makes of some of them."""
        return Resolve(self.relaxed) if self.relaxed else self

    @property
    def tabled(self) -> Iterable[Pair]:
        """The pairs that it knows by itself, without having them from a record."""
        return ()

    def minds(self, label: str) -> bool:
        """Whether a value of the label that no other record has may change what becomes of any record."""
        return True

    def may_hold(self, pairs: frozenset[Pair]) -> frozenset[Pair] | None:
        """All that a record of these pairs may come to hold, itself or in a composite; None where that is not known."""
        return None

    def keeping_apart(self, label: str) -> Operation:
        """The operation, but for records that know different values of a label: it joins no two of them.

        Raises:
            TypeError: for an operation that joins records by means of its own.
        """
        if self.record_by_record:
            return self
        raise TypeError(f"{type(self).__name__} does not say how to keep two records apart")


Algorithm: TypeAlias = Literal["one pass", "closure", "search"]

_ALGORITHMS: dict[Algorithm, Callable[[Sequence[Record], Match, Merge], Groups]] = {
    "one pass": resolve_in_one_pass,
    "closure": resolve_by_keys,
    "search": resolve_by_search,
}


@final
@dataclass(frozen=True)
class Resolve(Operation):
    """Entity resolution: merge the records that refer to the same person, until nothing merges.

    With representativity, and a merge that knows the values of the union, the outcome is unique; otherwise it is
    one of many, the one that R-Swoosh comes to in the order of the records.
    Source: Whang & Garcia-Molina 2012, Section 2.4 ("Entity Resolution"); 2011, Table 2 for the algorithms.

    Arguments:
        match: when two records are taken to be the same person.
        merge: what becomes of two that are.

    >>> from leakage.resolution.rules import Shares
    >>> records = [Record.of(("N", "Alice"), ("P", "1")), Record.of(("N", "Alice"), ("C", "9"))]
    >>> [len(composite) for composite in Resolve(Shares("N")).apply(records).composites]
    [3]
    """

    match: Match
    merge: Merge = union_merge

    def apply(self, records: Sequence[Record]) -> Groups:
        return _ALGORITHMS[self.algorithm](records, self.match, self.merge)

    @property
    def unique(self) -> bool:
        return self.match.representative and self.merge in SAME_VALUES

    @property
    def settles(self) -> bool:
        return self.unique

    @property
    def by_keys(self) -> bool:
        return self.unique and self.match.keys_suffice and self.match.keys_equal and self.merge is union_merge

    @property
    def algorithm(self) -> Algorithm:
        """How the outcome is found: the more properties hold, the less there is to do.

        Source: Whang & Garcia-Molina 2011, Table 2.
        """
        if not (self.unique and self.match.keys_suffice):
            return "search"
        return "one pass" if self.match.negatively_representative else "closure"

    @property
    def only_adds(self) -> bool:
        return self.merge in SAME_VALUES

    @property
    def joins_by(self) -> Match:
        return self.match

    @property
    def merges_by(self) -> Merge:
        return self.merge

    @property
    def relaxed(self) -> Match:
        return self.match.relaxed

    @property
    def deciding_labels(self) -> tuple[str, ...] | None:
        """Where negative evidence alone keeps records apart, the labels it reads, whose values decide all the rest.

        Who matches whom then hangs on values, and whoever holds more keeps every key. None for any other match.
        """
        decides = isinstance(self.match, Unless) and self.match.match.keeps_keys and self.merge in SAME_VALUES
        return self.match.conflict_labels if decides else None

    @property
    def bounding(self) -> Resolve:
        return Resolve(self.match if self.unique else self.match.relaxed)

    def minds(self, label: str) -> bool:
        return self.match.minds(label)

    def may_hold(self, pairs: frozenset[Pair]) -> frozenset[Pair] | None:
        return pairs if self.merge in NO_NEW_VALUES else None

    def keeping_apart(self, label: str) -> Resolve:
        return replace(self, match=Unless(self.match, Conflicts(label)))
