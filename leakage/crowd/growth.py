"""A person's releases among a crowd, and what is known of them in crowds of growing size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from leakage.crowd.population import Population
from leakage.database import Database, Integers
from leakage.decision.leakage import InformationLeakage, worst_of
from leakage.measure.gradient import argmax_tolerant
from leakage.measure.measuring import telling_records
from leakage.measure.record_leakage import record_leakages
from leakage.measure.weights import Weights
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary, Composites, Members
from leakage.resolution.arrays import array_rules
from leakage.resolution.operations import Resolve
from leakage.resolution.resolution import Resolution

# A person's releases among a crowd: one database of both, without reading the crowd text by text.


def among(releases: Sequence[Record], crowd: Database) -> Database:
    """The releases first, then the crowd, in one database; what is written alike has one number.

    >>> crowd = Database.from_records([Record.of(("N", "Ann"), ("C", "Rome"))])
    >>> both = among([Record.of(("N", "Ann"), ("P", "1"))], crowd)
    >>> len(both), [len(record) for record in both], both.labels
    (2, [2, 2], ('C', 'N', 'P'))
    """
    own = Database.from_records(releases)
    texts = np.asarray(crowd.values, dtype=np.dtypes.StringDType())
    codes_of_value = crowd.codes_of(set(own.values))
    fresh = [value for value in own.values if value not in codes_of_value]
    codes_of_value |= {value: [len(texts) + number] for number, value in enumerate(fresh)}
    codes = [
        _code_under(own.labels[label], codes_of_value[own.values[value]], crowd)
        for label, value in zip(own.label.tolist(), own.value.tolist(), strict=True)
    ]
    labels = tuple(dict.fromkeys((*crowd.labels, *own.labels)))
    values = np.concatenate((texts, np.array(fresh, dtype=texts.dtype)))
    return Database(
        np.concatenate((own.record, crowd.record + len(own))),
        np.concatenate(
            (np.array([labels.index(label) for label in own.labels], dtype=np.int64)[own.label], crowd.label)
        ),
        np.concatenate((np.array(codes, dtype=np.int64), crowd.value)),
        np.concatenate((own.confidence, crowd.confidence)),
        labels,
        values,
        len(own) + len(crowd),
    )


def _code_under(label: str, codes: Sequence[int], crowd: Database) -> int:
    """Of the codes of a value the one that the crowd has under a label, if it has any."""
    if len(codes) == 1:
        return codes[0]
    rows = (crowd.label == crowd.label_codes.get(label, -1)) & np.isin(crowd.value, codes)
    return int(crowd.value[rows][0]) if rows.any() else codes[0]


def first_of(records: Database, count: int) -> Database:
    """The first records of a database.

    >>> len(first_of(Database.from_records([Record.of(("N", "Ann")), Record.of(("N", "Bob"))]), 1))
    1
    """
    rows = int(np.searchsorted(records.record, count))
    return Database(
        records.record[:rows],
        records.label[:rows],
        records.value[:rows],
        records.confidence[:rows],
        records.labels,
        records.values,
        count,
    )


def renamed(record: Record, pair: Pair, value: str) -> Record:
    """A record with another value in place of one of its own: the same person under another name.

    >>> renamed(Record.of(("N", "Ann", 0.5), ("C", "Rome")), ("N", "Ann"), "Bo").values("N")
    ('Bo',)
    """
    changed = {(a.label, value if a.pair == pair else a.value): a.confidence for a in record if a.pair != pair}
    if pair in record:
        new_pair = (pair[0], value)
        changed[new_pair] = max(record.confidences[pair], changed.get(new_pair, 0.0))
    return Record(Attribute(label, text, confidence) for (label, text), confidence in changed.items())


# Growth: what is known of one person in crowds of growing size.


@dataclass(frozen=True, slots=True)
class CrowdPoint:
    """Leakage in a crowd of one size.

    Arguments:
        people: how many others there are.
        leakage: L(R, e, E) with their records in R.
        strangers: how many of their records are in the composite behind it.
    """

    people: int
    leakage: float
    strangers: int


def leakage_in_crowds(
    releases: Iterable[Record],
    crowd: Population,
    sizes: Sequence[int],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> Iterator[CrowdPoint]:
    """Leakage of the same person as the crowd around them grows; a smaller crowd is the beginning of a larger one.

    ``L(R u B_n, e, E)`` with B_n the records of the first n people. A common name protects where it makes Eve take
    strangers for the person, since what is theirs is wrong of the person.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        releases: R.
        crowd: at least as many people as the largest size.
        sizes: numbers of people, at least 0.
        reference, adversary, weights: as for ``information_leakage``.

    Yields:
        One point a size.

    Raises:
        ValueError: for a size outside [0, people], or a weight that is not positive.
    """
    own = list(releases)
    people = len(crowd.household)
    for size in sizes:
        if not 0 <= size <= people:
            raise ValueError(f"a crowd of {people} people has no first {size}")
    whole = among(own, crowd.records)
    telling = telling_records(whole, reference, weights)
    for size in sizes:
        count = len(own) + crowd.records_of_first(size)
        leaked = leakage_among(first_of(whole, count), reference, adversary, weights, telling[telling < count])
        strangers = sum(member >= len(own) for member in leaked.members)
        yield CrowdPoint(size, leaked.leakage, strangers)


def leakage_among(
    records: Database,
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
    telling: Integers | None = None,
) -> InformationLeakage:
    """``information_leakage`` of a large database: only composites with something right in them are measured.

    A composite with nothing right leaks nothing, and merging adds no value that no member has: so it is enough to
    look at the composites of records that hold a fact, or a value near one.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        records, reference, adversary, weights: as for ``information_leakage``.
        telling: what ``telling_records`` gave, where it is at hand.
    """
    if not adversary.operations or not all(type(operation) is Resolve for operation in adversary.operations):
        return worst_of(adversary.resolve(records), reference, weights)
    if telling is None:
        telling = telling_records(records, reference, weights)
    resolution = adversary.resolve(records)
    numbers = np.unique(resolution.composite_of[telling])
    if not len(numbers):
        return InformationLeakage(0.0, Record(), (), resolution)
    leakages = record_leakages(_composites(records, resolution, numbers), reference, weights)
    worst = argmax_tolerant(leakages)
    number = int(numbers[worst])
    return InformationLeakage(
        float(leakages[worst]), resolution.composites[number], resolution.members[number], resolution
    )


def takes_millions(adversary: Adversary) -> bool:
    """Whether the adversary can put together a million records in seconds: on columns, not one by one.

    >>> from leakage.resolution.rules.shared_values import SameKeySet, Shares
    >>> [takes_millions(Adversary((Resolve(match),))) for match in (Shares("N"), SameKeySet("N"))]
    [True, False]
    """
    *before, last = adversary.operations or (None,)
    return not before and type(last) is Resolve and last.by_keys and array_rules(last.match) is not None


def _composites(records: Database, resolution: Resolution, numbers: Integers) -> Database | list[Record]:
    """Some of the composites: in columns where they are not built yet, for a city may have a hundred thousand."""
    if not isinstance(resolution.composites, Composites):
        return [resolution.composites[number] for number in numbers.tolist()]
    place = np.full(len(resolution.composites), -1)
    place[numbers] = np.arange(len(numbers))
    kept = place[resolution.composite_of] >= 0
    composite_of = place[resolution.composite_of[kept]]
    return Composites(_picked(records, kept), composite_of, Members(composite_of)).database


def _picked(records: Database, kept: npt.NDArray[np.bool_]) -> Database:
    """Some of the records, with their own values only: what reads a database may go through all of those."""
    rows = kept[records.record]
    used, value = np.unique(records.value[rows], return_inverse=True)
    return Database(
        (np.cumsum(kept) - 1)[records.record[rows]],
        records.label[rows],
        value,
        records.confidence[rows],
        records.labels,
        np.asarray(records.values, dtype=np.dtypes.StringDType())[used],
        int(kept.sum()),
    )
