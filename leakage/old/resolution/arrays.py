"""Resolution on arrays: the fixpoint of a million records, without building one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.old.database import Database, Integers
from leakage.old.resolution.match import Match
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.tabular.cells import ABSENT, LabelColumn
from leakage.progress import parallel_map, report

# Connected components: which of many things hang together.


def components(left: Integers, right: Integers, size: int) -> Integers:
    """For each of ``size`` things the least one of its part.

    Round by round every root is hooked to the least root that an edge joins it to, then all point at their roots. A
    root that nobody hooked, nor itself, has a neighbour with a lesser root afterwards, so two rounds halve the roots.
    Source: Shiloach & Vishkin 1982, with hooks to the least.

    Arguments:
        left, right: the two ends of each edge, in [0, size); shape (edges,).
        size: how many things there are.

    >>> components(np.array([2]), np.array([0]), 3).tolist()
    [0, 1, 0]
    """
    root = np.arange(size, dtype=np.int64)
    while True:
        left, right = root[left], root[right]
        apart = left != right
        left, right = left[apart], right[apart]
        if not len(left):
            return root
        np.minimum.at(root, np.maximum(left, right), np.minimum(left, right))
        root = _flat(root)


def _flat(root: Integers) -> Integers:
    """The same with everything pointing at its root at once."""
    while True:
        further = root[root]
        if np.array_equal(further, root):
            return root
        root = further


# Values and keys in arrays: what records or composites hold for a label, and what they offer to a rule.


Mask: TypeAlias = npt.NDArray[np.bool_]

LARGEST = 2**63


@dataclass(frozen=True, slots=True)
class LabelValues:
    """The values that records or composites hold for one label: those of number i from start[i] to start[i + 1].

    Arguments:
        start: shape (owners + 1,).
        value: codes in [0, size); shape (start[-1],).
        size: the number of codes.
    """

    start: Integers
    value: Integers
    size: int

    @property
    def counts(self) -> Integers:
        """How many values each holds."""
        return np.diff(self.start)

    @property
    def owner(self) -> Integers:
        """Who holds each value, ascending."""
        return np.repeat(np.arange(len(self.start) - 1), self.counts)


@dataclass(frozen=True, slots=True)
class SingleValues:
    """The same where nobody holds several values.

    Arguments:
        column: of each record its value, in [0, size), or ``ABSENT``.
        size: the number of codes.
    """

    column: Integers
    size: int

    @property
    def owner(self) -> Integers:
        """Who holds each value, ascending."""
        return np.flatnonzero(self.column != ABSENT)

    @property
    def value(self) -> Integers:
        """The values, in the order of those who hold them."""
        return self.column[self.owner]


def values_of_label(
    database: Database, label: str, normaliser: Normaliser | None, *, shared_only: bool
) -> LabelValues | SingleValues:
    """What every record holds for a label, normalised; values that only one record holds are left out if wanted."""
    column = database.column(label)
    if column is not None:
        return _single_values(database, label, column, normaliser, shared_only)
    record, value, codes = _label_rows(database, label)
    size = len(codes)
    if normaliser is not None and size:
        spelled, texts = _spelled(database, label, codes, normaliser)
        size = len(texts)
        # Two spellings in one record may have become one value.
        record, value = np.divmod(_distinct(record * size + spelled[value]), size)
    if shared_only:
        shared = np.bincount(value, minlength=size) > 1
        kept = shared[value]
        record, value, size = record[kept], (np.cumsum(shared) - 1)[value[kept]], int(shared.sum())
    return _label_values(record, value, len(database), size)


def _single_values(
    database: Database, label: str, column: LabelColumn, normaliser: Normaliser | None, shared_only: bool
) -> SingleValues:
    # The last place of each table is that of ABSENT.
    value, size = column.number, len(column.codes)
    if normaliser is not None and size:
        spelled, texts = _spelled(database, label, np.array(column.codes), normaliser)
        value, size = np.append(spelled, ABSENT)[value], len(texts)
    if shared_only:
        shared = np.bincount(value[value != ABSENT], minlength=size) > 1
        value, size = np.append(np.where(shared, np.cumsum(shared) - 1, ABSENT), ABSENT)[value], int(shared.sum())
    return SingleValues(value, size)


def texts_of(database: Database, label: str, normaliser: Normaliser | None) -> Sequence[str]:
    """The values of a label, normalised, by the codes that ``values_of_label`` gives them if it leaves none out."""
    column = database.column(label)
    codes = _label_rows(database, label)[2] if column is None else np.array(column.codes, dtype=np.int64)
    if normaliser is not None:
        return _spelled(database, label, codes, normaliser)[1]
    return database.texts(codes)


def _label_rows(database: Database, label: str) -> tuple[Integers, Integers, Integers]:
    """The records that know a label, what each knows as a number, and the database's codes by that number."""
    code = database.label_codes.get(label, -1)
    rows = np.flatnonzero((database.label == code) & (database.confidence > 0.0))
    value = database.value[rows]
    # The values of a label mostly lie side by side, and then there is nothing to number anew.
    least = int(value.min(initial=len(database.values)))
    value -= least
    used = np.zeros(int(value.max(initial=-1)) + 1, dtype=bool)
    used[value] = True
    number = value if used.all() else (np.cumsum(used) - 1)[value]
    return database.record[rows], number, np.flatnonzero(used) + least


def _spelled(database: Database, label: str, codes: Integers, normaliser: Normaliser) -> tuple[Integers, Sequence[str]]:
    """For each code the number of its normalised spelling, and the spellings."""
    texts = np.array([normaliser.value(label, text) for text in database.texts(codes)], dtype=object)
    numbers, distinct = pd.factorize(texts)
    return numbers.astype(np.int64), list(distinct)


def offers(
    label_values: Sequence[LabelValues | SingleValues], who: Integers | None = None
) -> tuple[Integers, Integers]:
    """The keys that owners offer to a rule: every choice of one value for each label, told as one number.

    Arguments:
        label_values: of every label of the rule; all of one kind.
        who: the owners asked about, all if not said; only where any of them may hold several values.

    Raises:
        OverflowError: if the number does not fit into 63 bits.
    """
    if np.prod([float(max(label.size, 1)) for label in label_values]) >= LARGEST:
        raise OverflowError("the rule has more keys than can be numbered")
    once = [label for label in label_values if isinstance(label, SingleValues)]
    if once:
        return _offered_once(once)
    return _offered([label for label in label_values if isinstance(label, LabelValues)], who)


def _offered_once(label_values: Sequence[SingleValues]) -> tuple[Integers, Integers]:
    owner = np.flatnonzero(np.logical_and.reduce([label.column != ABSENT for label in label_values]))
    key = label_values[0].column[owner]
    for label in label_values[1:]:
        key *= label.size
        key += label.column[owner]
    return owner, key


def _offered(label_values: Sequence[LabelValues], who: Integers | None) -> tuple[Integers, Integers]:
    owner = np.arange(len(label_values[0].start) - 1, dtype=np.int64) if who is None else who
    key = np.zeros(len(owner), dtype=np.int64)
    for of_label in label_values:
        first, count = of_label.start[owner], of_label.counts[owner]
        if count.max(initial=0) <= 1:
            row = np.flatnonzero(count)
            place = first[row]
        else:
            row = np.repeat(np.arange(len(owner)), count)
            place = np.arange(len(row)) + np.repeat(first - np.cumsum(count) + count, count)
        key = key[row] * of_label.size + of_label.value[place]
        owner = owner[row]
    return owner, key


@dataclass(frozen=True, slots=True)
class KeyTable:
    """A record that offers a key, alone or with others of its composite.

    Arguments:
        key: ascending, each once.
        owner: shape of ``key``.
    """

    key: Integers
    owner: Integers

    @staticmethod
    def of(owner: Integers, key: Integers) -> tuple[KeyTable, tuple[Integers, Integers]]:
        """The table of offers, and the pairs of owners that offer the same."""
        order = np.argsort(key)
        key, owner = key[order], owner[order]
        same = key[1:] == key[:-1]
        first = np.concatenate(([True], ~same)) if len(key) else np.zeros(0, dtype=bool)
        return KeyTable(key[first], owner[first]), (owner[1:][same], owner[:-1][same])

    def find(self, key: Integers) -> tuple[Mask, Integers]:
        """Which of the keys are known, and the owners of those."""
        if not len(self.key):
            return np.zeros(len(key), dtype=bool), np.zeros(0, dtype=np.int64)
        place = np.minimum(np.searchsorted(self.key, key), len(self.key) - 1)
        present = self.key[place] == key
        return present, self.owner[place[present]]


def _distinct(numbers: Integers) -> Integers:
    """The numbers ascending, each once; sorting takes less time and memory than a table of them."""
    ordered = np.sort(numbers)
    return ordered[np.concatenate(([True], ordered[1:] != ordered[:-1]))] if len(ordered) else ordered


def _label_values(owner: Integers, value: Integers, owners: int, size: int) -> LabelValues:
    start = np.zeros(owners + 1, dtype=np.int64)
    np.cumsum(np.bincount(owner, minlength=owners), out=start[1:])
    return LabelValues(start, value, size)


def gathered(values: LabelValues | SingleValues, composite_of: Integers, grown: Mask) -> LabelValues:
    """What the composites that have grown hold, each value once."""
    owner, value = values.owner, values.value
    composite = composite_of[owner]
    kept = grown[composite]
    size = max(values.size, 1)
    owner, value = np.divmod(_distinct(composite[kept] * size + value[kept]), size)
    return _label_values(owner, value, len(grown), values.size)


# Resolution on arrays: the fixpoint of a million records, without building one of them.


Labels: TypeAlias = tuple[str, ...]
Edges: TypeAlias = tuple[Integers, Integers]


@dataclass(frozen=True, slots=True)
class ArrayRules:
    """A match as arrays can resolve it: any of some conjunctions of equal values.

    Arguments:
        rules: the labels of every conjunction.
        normaliser: what is overlooked in comparing, if anything.
    """

    rules: tuple[Labels, ...]
    normaliser: Normaliser | None = None

    @property
    def labels(self) -> Labels:
        """The labels of all rules, each once."""
        return tuple(dict.fromkeys(label for rule in self.rules for label in rule))


def array_rules(match: Match) -> ArrayRules | None:
    """The match as arrays can resolve it; None where they cannot.

    >>> from leakage.old.resolution.rules.shared_values import AnyOf, Shares
    >>> array_rules(AnyOf(Shares("N", "C"), Shares("P"))).rules
    (('N', 'C'), ('P',))
    """
    compared, normaliser = (match.match, match.normaliser) if isinstance(match, Normalised) else (match, None)
    conjunctions = compared.conjunctions
    return None if conjunctions is None else ArrayRules(conjunctions, normaliser)


def resolve_by_arrays(database: Database, rules: ArrayRules) -> Integers:
    """The least fixpoint of rules by shared values.

    Round by round: whoever offers the same key is connected, components become composites, and composites that
    offer keys no part of theirs offered are looked up anew. Agrees with ``resolve_by_keys``.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity).

    Arguments:
        database: R.
        rules: from ``array_rules``.

    Returns:
        For each record the number of its composite, in the order of their first records; shape (|R|,).

    Raises:
        OverflowError: if the keys of a rule of many labels do not fit into 63 bits.

    >>> from leakage.record import Record
    >>> rows = [(("N", "n"), ("C", "c")), (("P", "p"), ("C", "c")), (("N", "n"), ("P", "p"))]
    >>> database = Database.from_records(Record.of(*row) for row in rows)
    >>> resolve_by_arrays(database, ArrayRules((("C",), ("N", "P")))).tolist()
    [0, 0, 0]
    """
    size = len(database)

    def values_of_records(label: str) -> LabelValues | SingleValues:
        return values_of_label(database, label, rules.normaliser, shared_only=True)

    def table_of(rule: Labels) -> tuple[KeyTable, Edges]:
        return KeyTable.of(*offers([label_values[label] for label in rule]))

    def tell(number: int) -> None:
        report("Joining records by rules", number, len(rules.rules))

    label_values = dict(zip(rules.labels, parallel_map(values_of_records, rules.labels, size), strict=True))
    tables = parallel_map(table_of, rules.rules, size, before=tell)
    composite_of, grown = _connected(np.arange(size, dtype=np.int64), [joined for _, joined in tables])
    # A composite has no key for one label that none of its parts had.
    crossing = {rule: [table] for rule, (table, _) in zip(rules.rules, tables, strict=True) if len(rule) > 1}
    while crossing and grown.any():
        report("Joining what has grown", len(rules.rules), len(rules.rules))
        composite_of, grown = _connected(composite_of, _offered_by_grown(composite_of, grown, label_values, crossing))
    return composite_of


def _offered_by_grown(
    composite_of: Integers,
    grown: Mask,
    label_values: Mapping[str, LabelValues | SingleValues],
    tables: Mapping[Labels, list[KeyTable]],
) -> list[Edges]:
    """The pairs of composites that offer the same key, where one of them has grown; the tables learn the new keys."""
    labels = tuple(dict.fromkeys(label for rule in tables for label in rule))
    representative, size = _representatives(composite_of), len(composite_of)

    def gathered_of(label: str) -> LabelValues:
        return gathered(label_values[label], composite_of, grown)

    def looked_up(rule: Labels) -> list[Edges]:
        key_tables, offered = tables[rule], [composites[label] for label in rule]
        owner, key = offers(offered, _with_new_keys(offered, key_tables, composite_of, grown))
        return _looked_up(owner, key, key_tables, composite_of, representative)

    composites = dict(zip(labels, parallel_map(gathered_of, labels, size), strict=True))
    return [pair for pairs in parallel_map(looked_up, tuple(tables), size) for pair in pairs]


def _with_new_keys(
    label_values: Sequence[LabelValues], key_tables: Iterable[KeyTable], composite_of: Integers, grown: Mask
) -> Integers:
    """The composites that offer more keys than are known of them."""
    offered = np.prod([label.counts for label in label_values], axis=0)
    before = sum(np.bincount(composite_of[table.owner], minlength=len(grown)) for table in key_tables)
    return np.flatnonzero(grown & (offered > before))


def _looked_up(
    owner: Integers, key: Integers, key_tables: list[KeyTable], composite_of: Integers, representative: Integers
) -> list[Edges]:
    """The pairs of composites that offer the same key; keys nobody offered before become one more table."""
    order = np.argsort(key)
    owner, key = owner[order], key[order]
    edges: list[Edges] = []
    for table in key_tables:
        met, others = table.find(key)
        edges.append((owner[met], composite_of[others]))
        owner, key = owner[~met], key[~met]
    table, same = KeyTable.of(owner, key)
    key_tables.append(KeyTable(table.key, representative[table.owner]))
    return [*edges, same]


def _representatives(composite_of: Integers) -> Integers:
    """For every composite its first record."""
    first = np.empty(int(composite_of.max(initial=-1)) + 1, dtype=np.int64)
    first[composite_of[::-1]] = np.arange(len(composite_of))[::-1]
    return first


def _connected(composite_of: Integers, edges: Sequence[Edges]) -> tuple[Integers, Mask]:
    """The composites after joining some pairs of them, in the order of their first records, and which have grown."""
    size = int(composite_of.max(initial=-1)) + 1
    least = components(np.concatenate([pair[0] for pair in edges]), np.concatenate([pair[1] for pair in edges]), size)
    stays = least == np.arange(size)
    parts = (np.cumsum(stays) - 1)[least]
    return parts[composite_of], np.bincount(parts) > 1
