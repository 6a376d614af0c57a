"""What the adversary does to each record by itself before she resolves: corrections and look-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import final

from leakage.record import Attribute, Pair, Record
from leakage.resolution.groups import Groups
from leakage.resolution.operations import Operation
from leakage.resolution.owned import as_held
from leakage.short_repr import short_repr


class RecordByRecord(Operation):
    """What corrections and look-ups have in common: each record is changed by itself, as its attributes say."""

    @property
    def record_by_record(self) -> bool:
        return True

    @property
    def only_adds(self) -> bool:
        return True


@final
@dataclass(frozen=True, init=False)
class Correct(RecordByRecord):
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

    __repr__ = short_repr

    def __init__(self, replacements: Mapping[Pair, str]) -> None:
        object.__setattr__(self, "replacements", tuple(sorted(replacements.items())))

    def apply(self, records: Sequence[Record]) -> Groups:
        table = dict(self.replacements)

        def corrected(record: Record) -> Record:
            return _gathered(Attribute(a.label, table.get(a.pair, a.value), a.confidence) for a in record)

        return _each(records, corrected)

    @property
    def tabled(self) -> Iterable[Pair]:
        return (pair for (label, wrong), right in self.replacements for pair in ((label, wrong), (label, right)))

    def minds(self, label: str) -> bool:
        return False

    def may_hold(self, pairs: frozenset[Pair]) -> frozenset[Pair]:
        table = dict(self.replacements)
        return pairs | {(label, table[label, value]) for label, value in pairs if (label, value) in table}


@final
@dataclass(frozen=True, init=False)
class Augment(RecordByRecord):
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

    __repr__ = short_repr

    def __init__(self, given: str, label: str, table: Mapping[str, str]) -> None:
        object.__setattr__(self, "given", given)
        object.__setattr__(self, "label", label)
        object.__setattr__(self, "table", tuple(sorted(table.items())))

    def apply(self, records: Sequence[Record]) -> Groups:
        table = dict(self.table)

        def augmented(record: Record) -> Record:
            if record.values(self.label):
                return record
            filled_in = [
                Attribute(self.label, table[a.value], a.confidence)
                for a in record
                if a.label == self.given and a.value in table
            ]
            return _gathered((*record, *filled_in))

        return _each(records, augmented)

    @property
    def tabled(self) -> Iterable[Pair]:
        return (pair for given, filled in self.table for pair in ((self.given, given), (self.label, filled)))

    def minds(self, label: str) -> bool:
        return label == self.label

    def may_hold(self, pairs: frozenset[Pair]) -> frozenset[Pair]:
        table = dict(self.table)
        return pairs | {(self.label, table[value]) for label, value in pairs if label == self.given and value in table}


def _each(records: Sequence[Record], change: Callable[[Record], Record]) -> Groups:
    return Groups(
        tuple(as_held(change(record), record) for record in records),
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
