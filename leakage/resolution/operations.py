"""The adversary's data analysis operations: resolve, correct, augment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.record import Attribute, Pair, Record
from leakage.resolution.fixpoint import resolve_by_keys
from leakage.resolution.groups import Groups
from leakage.resolution.match import Match
from leakage.resolution.merge import SAME_VALUES, Merge, union_merge
from leakage.resolution.one_pass import resolve_in_one_pass
from leakage.resolution.swoosh import resolve_by_search


class Operation(ABC):
    """One data analysis operation: it takes a list of records and returns another.

    Source: Whang & Garcia-Molina 2012, Section 2.4.
    """

    @abstractmethod
    def apply(self, records: Sequence[Record]) -> Groups:
        """The records after the operation, with the input records behind each."""


Way: TypeAlias = Literal["one pass", "closure", "search"]

_WAYS: dict[Way, Callable[[Sequence[Record], Match, Merge], Groups]] = {
    "one pass": resolve_in_one_pass,
    "closure": resolve_by_keys,
    "search": resolve_by_search,
}


@dataclass(frozen=True)
class Resolve(Operation):
    """Entity resolution: merge the records that refer to the same person, until nothing merges.

    With representativity, and a merge that knows the values of the union, the outcome is unique; otherwise it is
    one of many, the one that R-Swoosh comes to in the order of the records.
    Source: Whang & Garcia-Molina 2012, Section 2.4 ("Entity Resolution"); 2011, Table 2 for the ways.

    Arguments:
        match: when two records are taken to be the same person.
        merge: what becomes of two that are.

    >>> from leakage.resolution.match import Shares
    >>> records = [Record.of(("N", "Alice"), ("P", "1")), Record.of(("N", "Alice"), ("C", "9"))]
    >>> [len(composite) for composite in Resolve(Shares("N")).apply(records).composites]
    [3]
    """

    match: Match
    merge: Merge = union_merge

    def apply(self, records: Sequence[Record]) -> Groups:
        return _WAYS[self.way](records, self.match, self.merge)

    @property
    def unique(self) -> bool:
        """Whether the outcome is the same in whatever order the records come."""
        return self.match.representative and self.merge in SAME_VALUES

    @property
    def by_keys(self) -> bool:
        """Whether composites match exactly where they offer the same key, and merge by union.

        Then one more record can be held against a finished resolution by looking up its keys.
        """
        return self.unique and self.match.keys_suffice and self.match.keys_equal and self.merge is union_merge

    @property
    def way(self) -> Way:
        """How the outcome is found: the more properties hold, the less there is to do.

        Source: Whang & Garcia-Molina 2011, Table 2.
        """
        if not (self.unique and self.match.keys_suffice):
            return "search"
        return "one pass" if self.match.negatively_representative else "closure"


@dataclass(frozen=True, init=False)
class Correct(Operation):
    """Error correction: replace known wrong spellings and synonyms by the right word.

    Source: Whang & Garcia-Molina 2012, Sections 2.4 and 3.2 (Influenza is replaced by Flu).

    Arguments:
        replacements: (label, value) to the value that takes its place; where a record then holds a pair twice
            the greater confidence stays.

    >>> correct = Correct({("Disease", "Influenza"): "Flu"})
    >>> correct.apply([Record.of(("Disease", "Influenza"))]).composites[0].values("Disease")
    ('Flu',)
    """

    replacements: tuple[tuple[Pair, str], ...]

    def __init__(self, replacements: Mapping[Pair, str]) -> None:
        object.__setattr__(self, "replacements", tuple(sorted(replacements.items())))

    def apply(self, records: Sequence[Record]) -> Groups:
        table = dict(self.replacements)

        def corrected(record: Record) -> Record:
            return _gathered(Attribute(a.label, table.get(a.pair, a.value), a.confidence) for a in record)

        return _each(records, corrected)


@dataclass(frozen=True, init=False)
class Augment(Operation):
    """Augmentation: fill in a label that a record lacks, from another one and a look-up table.

    Source: Whang & Garcia-Molina 2012, Section 2.4 (zip codes from addresses).

    Arguments:
        given: the label looked up.
        label: the label filled in; a record that has it already is left alone.
        table: value of ``given`` to value of ``label``; the new attribute has the confidence of the old one.

    >>> augment = Augment("A", "Z", {"123 Main": "94305"})
    >>> augment.apply([Record.of(("A", "123 Main", 0.5))]).composites[0].confidence_of(("Z", "94305"))
    0.5
    """

    given: str
    label: str
    table: tuple[Pair, ...]

    def __init__(self, given: str, label: str, table: Mapping[str, str]) -> None:
        object.__setattr__(self, "given", given)
        object.__setattr__(self, "label", label)
        object.__setattr__(self, "table", tuple(sorted(table.items())))

    def apply(self, records: Sequence[Record]) -> Groups:
        table = dict(self.table)

        def augmented(record: Record) -> Record:
            if record.values(self.label):
                return record
            found = [
                Attribute(self.label, table[a.value], a.confidence)
                for a in record
                if a.label == self.given and a.value in table
            ]
            return _gathered((*record, *found))

        return _each(records, augmented)


def _each(records: Sequence[Record], change: Callable[[Record], Record]) -> Groups:
    return Groups(
        tuple(change(record) for record in records),
        tuple((number,) for number in range(len(records))),
        (),
        len(records),
    )


def _gathered(attributes: Iterable[Attribute]) -> Record:
    """A record of attributes among which pairs may repeat: the greater confidence stays."""
    greatest: dict[Pair, float] = {}
    for attribute in attributes:
        greatest[attribute.pair] = max(attribute.confidence, greatest.get(attribute.pair, 0.0))
    return Record(Attribute(*pair, confidence) for pair, confidence in greatest.items())
