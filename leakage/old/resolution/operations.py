"""The adversary's data analysis operations: corrections, look-ups, entity resolution, clustering."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self, TypeAlias, final

from leakage.old import registry
from leakage.old.presumption import given_facts, presumes
from leakage.old.registry import Adjust
from leakage.old.resolution.candidates import Candidates
from leakage.old.resolution.linkage.pairs import FEWEST, EvidencePairs, weighs_alone
from leakage.old.resolution.match import Anyone, Match
from leakage.old.resolution.merge import (
    MERGES,
    NO_NEW_VALUES,
    SAME_VALUES,
    Merge,
    MergeName,
    merge_name,
    merged,
    union_merge,
)
from leakage.old.resolution.resolution import Evidence, Groups, join_of
from leakage.old.resolution.resolve import resolve_by_keys, resolve_by_search, resolve_in_one_pass
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import report
from leakage.record import Attribute, Pair, Record

# Owned records: whose database a record lies in, before it is pooled with others.


@registry.by_arguments(lambda owned: (Record(owned), owned.owner))
@dataclass(frozen=True, init=False, repr=False)
class SourcedRecord(Record):
    """A record of one owner's database; what it says is said by its attributes alone.

    Source: Whang & Garcia-Molina 2011, Sections 1 and 2.2 ("other organizations Eve pools information with").

    Arguments:
        attributes: of the record, or the record itself.
        owner: who holds it, not empty.

    Raises:
        ValueError: as ``Record``, and for an empty owner.

    >>> order = SourcedRecord(Record.of(("N", "Alice")), "Vendor")
    >>> len(order), order.owner, order.with_attribute(Attribute("P", "666")).owner
    (1, 'Vendor', 'Vendor')
    """

    owner: str

    def __init__(self, attributes: Iterable[Attribute], owner: str) -> None:
        if not owner:
            raise ValueError("an owned record needs an owner")
        super().__init__(attributes)
        object.__setattr__(self, "owner", owner)

    def without(self, pair: Pair) -> SourcedRecord:
        return SourcedRecord(super().without(pair), self.owner)

    def with_attribute(self, attribute: Attribute) -> SourcedRecord:
        return SourcedRecord(super().with_attribute(attribute), self.owner)


def owner_of(record: Record) -> str | None:
    """Who holds a record; None for one that nobody is known to hold."""
    return record.owner if isinstance(record, SourcedRecord) else None


def with_owner_of(record: Record, before: Record) -> Record:
    """A record in the place of another, in the same hands."""
    owner = owner_of(before)
    return record if owner is None else SourcedRecord(record, owner)


# The adversary's data analysis operations: what any of them tells of itself, and entity resolution.


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
    def is_incremental(self) -> bool:
        """Whether records may be resolved first and others held against the outcome: ``E(R + S) = E(E(R) + S)``."""
        return False

    @property
    def never_splits(self) -> bool:
        """Whether records that end up together stay together, whatever records more there are."""
        return self.is_incremental

    @property
    def by_keys(self) -> bool:
        """Whether it settles, and composites match exactly where they offer the same key, and merge by union.

        Then one more record can be held against a finished resolution by looking up its keys.
        """
        return False

    @property
    def is_additive(self) -> bool:
        """Whether a value that no step depends on stays what it is in whatever its record becomes part of."""
        return False

    @property
    def depends_on_owners(self) -> bool:
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
    def introduced_pairs(self) -> Iterable[Pair]:
        """The pairs that it knows by itself, without having them from a record."""
        return ()

    def depends_on(self, label: str) -> bool:
        """Whether a value of the label that no other record has may change what becomes of any record."""
        return True

    def reachable_pairs(self, pairs: frozenset[Pair]) -> frozenset[Pair] | None:
        """All that a record of these pairs may come to hold, itself or in a composite; None where that is not known."""
        return None

    def with_numbers(self, adjust: Adjust) -> Operation:
        """The operation with the numbers in the match it joins by adjusted."""
        return self

    def blocked_on(self, label: str) -> Operation | None:
        """The operation, but for records that know different values of a label: it joins no two of them.

        None where it joins records by means of its own.
        """
        return self if self.record_by_record else None


Algorithm: TypeAlias = Literal["one pass", "closure", "search"]

_ALGORITHMS: dict[Algorithm, Callable[[Sequence[Record], Match, Merge], Groups]] = {
    "one pass": resolve_in_one_pass,
    "closure": resolve_by_keys,
    "search": resolve_by_search,
}


class _ByMatch(Operation):
    """What resolves by a match and a merge alone."""

    match: Match
    merge: Merge

    def __post_init__(self) -> None:
        if not isinstance(self.match, Match):
            raise TypeError(f"the match must be a rule such as Shares, got {type(self.match).__name__}")

    @property
    def is_additive(self) -> bool:
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


def _with_presumptions(records: Sequence[Record], resolve: Callable[[Sequence[Record]], Groups]) -> Groups:
    """What comes of records whose presumptions are set aside while they are joined: no match reads them.

    A composite has those of all its members. Carried along, they would be copied at every merge.
    """
    if not any(map(presumes, records)):
        return resolve(records)
    given = [given_facts(record) for record in records]
    groups = resolve(given)
    # Presumptions are the last attributes of a record.
    presumed = [record[len(first) :] for record, first in zip(records, given, strict=True)]
    composites = tuple(
        Record((*composite, *_surest(a for number in members for a in presumed[number])))
        for composite, members in zip(groups.composites, groups.members, strict=True)
    )
    return replace(groups, composites=composites)


def _surest(presumed: Iterable[Attribute]) -> Iterable[Attribute]:
    """Each presumption once, as sure as any says it: of one release two versions may be looked at together."""
    by_pair: dict[Pair, Attribute] = {}
    for attribute in presumed:
        other = by_pair.get(attribute.pair)
        if other is None or other.confidence < attribute.confidence:
            by_pair[attribute.pair] = attribute
    return by_pair.values()


@registry.by_fields
@final
@dataclass(frozen=True)
class Resolve(_ByMatch):
    """Entity resolution: merge the records that refer to the same person, until nothing merges.

    With representativity, and a merge that knows the values of the union, the outcome is unique; otherwise it is
    one of many, the one that R-Swoosh comes to in the order of the records.
    Source: Whang & Garcia-Molina 2012, Section 2.4 ("Entity Resolution"); 2011, Table 2 for the algorithms.

    Arguments:
        match: when two records are taken to be the same person.
        merge: what becomes of two that are.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> records = [Record.of(("N", "Alice"), ("P", "1")), Record.of(("N", "Alice"), ("C", "9"))]
    >>> [len(composite) for composite in Resolve(Shares("N")).apply(records).composites]
    [3]
    """

    match: Match
    merge: Merge = union_merge

    def apply(self, records: Sequence[Record]) -> Groups:
        return _with_presumptions(records, lambda given: _ALGORITHMS[self.algorithm](given, self.match, self.merge))

    @property
    def unique(self) -> bool:
        return self.match.representative and self.merge in SAME_VALUES

    @property
    def is_incremental(self) -> bool:
        return self.unique

    @property
    def by_keys(self) -> bool:
        return self.unique and self.match.keys_decide and self.match.keys_equal and self.merge is union_merge

    @property
    def algorithm(self) -> Algorithm:
        """How the outcome is found: the more properties hold, the less there is to do.

        Source: Whang & Garcia-Molina 2011, Table 2.
        """
        if not (self.unique and self.match.keys_decide):
            return "search"
        return "one pass" if self.match.negatively_representative else "closure"

    @property
    def deciding_labels(self) -> tuple[str, ...] | None:
        """Where negative evidence alone keeps records apart, the labels it reads, whose values decide all the rest.

        Who matches whom then hangs on values, and whoever holds more keeps every key. None for any other match.
        """
        decides = isinstance(self.match, Unless) and self.match.match.is_monotone and self.merge in SAME_VALUES
        return self.match.conflict_labels if decides else None

    @property
    def bounding(self) -> Resolve:
        return Resolve(self.match if self.unique else self.match.relaxed)

    def depends_on(self, label: str) -> bool:
        return self.match.depends_on(label)

    def reachable_pairs(self, pairs: frozenset[Pair]) -> frozenset[Pair] | None:
        return pairs if self.merge in NO_NEW_VALUES else None

    def with_numbers(self, adjust: Adjust) -> Resolve:
        return replace(self, match=self.match.with_numbers(adjust))

    def blocked_on(self, label: str) -> Resolve:
        return replace(self, match=Unless(self.match, Conflicts(label)))


class _SavedResolve(registry.SavedOperation, tag="resolve"):
    meant: ClassVar[type] = Resolve
    match: registry.AnyRule
    merge: MergeName

    @classmethod
    def of(cls, value: Resolve | SingleLink) -> Self:
        name = merge_name(value.merge)
        if name is None:
            raise ValueError("this way to merge records cannot be saved")
        return cls(registry.saved_form(value.match), name)

    def value(self, depth: int) -> Any:
        return self.meant(registry.value_of(self.match, depth), MERGES[self.merge])


# What the adversary does to each record by itself before she resolves: corrections and look-ups.


class RecordByRecord(Operation):
    """What corrections and look-ups have in common: each record is changed by itself, as its attributes say."""

    @property
    def record_by_record(self) -> bool:
        return True

    @property
    def is_additive(self) -> bool:
        return True


@registry.by_arguments(lambda correct: (dict(correct.replacements),))
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

    __repr__ = redacted_repr

    def __init__(self, replacements: Mapping[Pair, str]) -> None:
        object.__setattr__(self, "replacements", tuple(sorted(replacements.items())))

    def apply(self, records: Sequence[Record]) -> Groups:
        table = dict(self.replacements)

        def corrected(record: Record) -> Record:
            return _gathered(Attribute(a.label, table.get(a.pair, a.value), a.confidence) for a in record)

        return _each(records, corrected)

    @property
    def introduced_pairs(self) -> Iterable[Pair]:
        return (pair for (label, wrong), right in self.replacements for pair in ((label, wrong), (label, right)))

    def depends_on(self, label: str) -> bool:
        return False

    def reachable_pairs(self, pairs: frozenset[Pair]) -> frozenset[Pair]:
        table = dict(self.replacements)
        return pairs | {(label, table[label, value]) for label, value in pairs if (label, value) in table}


class _SavedCorrect(registry.SavedOperation, tag="correct"):
    meant = Correct
    replacements: tuple[tuple[Pair, str], ...]

    def value(self, depth: int) -> Correct:
        return Correct(dict(self.replacements))


@registry.by_arguments(lambda augment: (augment.given, augment.label, dict(augment.table)))
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

    Facts that tell a third are counted once by it (2012, Section 2): a phone (P) gives P and J, an address (A) gives J
    and A, both give J, A and P, each with a weight of its own.

    >>> from leakage import Adversary, Resolve, Shares, information_leakage
    >>> alice = Record.of({"Phone": "650 123", "Address": "1 Mill Lane", "Area": "Palo Alto"})
    >>> by_phone = Augment("Phone", "Area", {"650 123": "Palo Alto"})
    >>> by_address = Augment("Address", "Area", {"1 Mill Lane": "Palo Alto"})
    >>> eve = Adversary((by_phone, by_address, Resolve(Shares("Area"))))
    >>> weights = {"Phone": 1.0, "Address": 3.0, "Area": 2.0}
    >>> phone, address = Record.of({"Phone": "650 123"}), Record.of({"Address": "1 Mill Lane"})
    >>> information_leakage([phone], alice, eve, weights).leakage == 2 * 3 / (6 + 3)
    True
    >>> information_leakage([phone, address], alice, eve, weights).leakage
    1.0
    """

    given: str
    label: str
    table: tuple[Pair, ...]

    __repr__ = redacted_repr

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
    def introduced_pairs(self) -> Iterable[Pair]:
        return (pair for given, filled in self.table for pair in ((self.given, given), (self.label, filled)))

    def depends_on(self, label: str) -> bool:
        return label == self.label

    def reachable_pairs(self, pairs: frozenset[Pair]) -> frozenset[Pair]:
        table = dict(self.table)
        return pairs | {(self.label, table[value]) for label, value in pairs if label == self.given and value in table}


class _SavedAugment(registry.SavedOperation, tag="augment"):
    meant = Augment
    given: str
    label: str
    table: tuple[Pair, ...]

    def value(self, depth: int) -> Augment:
        return Augment(self.given, self.label, dict(self.table))


def _each(records: Sequence[Record], change: Callable[[Record], Record]) -> Groups:
    return Groups(
        tuple(with_owner_of(change(record), record) for record in records),
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


# Single-link clustering: records are compared as they came, and chains of matches are one person.


@registry.by_fields
@final
@dataclass(frozen=True)
class SingleLink(_ByMatch):
    """Single-link hierarchical clustering, cut at the threshold of the match: connected components of its pairs.

    Records are compared, never composites: two fall together where a chain of records leads from one to the
    other, each matching the next. So the outcome never depends on the order, whatever the match; and two
    composites may match in the end and stay apart.
    Source: Whang & Garcia-Molina, "Entity Resolution with Evolving Rules" (VLDB 2010), Section 2.2, with the match
    in place of a distance below a threshold.

    Arguments:
        match: when two records are linked.
        merge: what becomes of the records of a cluster.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.rules.similar_values import Similar
    >>> names = [Record.of(("N", name)) for name in ("Ann", "Anna", "Hannah", "Annabel")]
    >>> SingleLink(Shares(Similar("N", 0.9))).apply(names).members
    ((0, 1, 3), (2,))
    """

    match: Match
    merge: Merge = union_merge

    def apply(self, records: Sequence[Record]) -> Groups:
        evidence: list[Evidence] = []
        clusters = _Clusters(len(records))
        for other, number in _near_pairs(records, self.match):
            if not clusters.same(other, number):
                key = self.match.common_key(records[other], records[number])
                if key is not None:
                    evidence.append(join_of(key, (other,), (number,), records))
                    clusters.unite(other, number)
        members = clusters.members()
        composites = tuple(merged(records, cluster, self.merge) for cluster in members)
        return Groups(composites, members, tuple(evidence), _comparisons([len(cluster) for cluster in members]))

    @property
    def unique(self) -> bool:
        return self.merge in SAME_VALUES

    @property
    def never_splits(self) -> bool:
        return True

    @property
    def bounding(self) -> SingleLink:
        return SingleLink(self.match)

    def depends_on(self, label: str) -> bool:
        return self.match.depends_on(label)

    def reachable_pairs(self, pairs: frozenset[Pair]) -> frozenset[Pair] | None:
        return pairs if self.merge in NO_NEW_VALUES else None

    def with_numbers(self, adjust: Adjust) -> SingleLink:
        return replace(self, match=self.match.with_numbers(adjust))


class _SavedSingleLink(_SavedResolve, tag="single link"):
    meant = SingleLink


def _near_pairs(records: Sequence[Record], match: Match) -> Iterator[tuple[int, int]]:
    """Pairs that may match, the lower number first: record by record, each with those before it."""
    weighing = weighs_alone(match) if len(records) >= FEWEST else None
    if weighing is not None:
        left, right = EvidencePairs.of(weighing, records).matching()
        yield from zip(left.tolist(), right.tolist(), strict=True)
        return
    candidates = Candidates.of(match, records)
    for number, record in enumerate(records):
        report("Comparing records", number, len(records))
        yield from ((other, number) for other in candidates.near(record) if other < number)


class _Clusters:
    """A union-find by relabelling the smaller side."""

    def __init__(self, size: int) -> None:
        self._cluster_of = list(range(size))
        self._clusters = [[number] for number in range(size)]

    def same(self, left: int, right: int) -> bool:
        """Whether two records are in one cluster."""
        return self._cluster_of[left] == self._cluster_of[right]

    def unite(self, left: int, right: int) -> None:
        """Make one cluster of the two that two records are in."""
        pair = (self._cluster_of[left], self._cluster_of[right])
        small, large = sorted(pair, key=lambda number: len(self._clusters[number]))
        for number in self._clusters[small]:
            self._cluster_of[number] = large
        self._clusters[large].extend(self._clusters[small])
        self._clusters[small] = []

    def members(self) -> tuple[tuple[int, ...], ...]:
        """The records of every cluster, ascending."""
        return tuple(sorted(tuple(sorted(cluster)) for cluster in self._clusters if cluster))


def _comparisons(sizes: Sequence[int]) -> int:
    """One for each join, and one for each pair of records that are in different clusters."""
    records = sum(sizes)
    return records - len(sizes) + (records**2 - sum(size**2 for size in sizes)) // 2
