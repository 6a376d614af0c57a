"""Resolution on arrays: the fixpoint of a million records, without building one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.database import Database, Integers
from leakage.resolution.components import components
from leakage.resolution.match import AnyOf, Match, Shares
from leakage.resolution.normalise import Normalised, Normaliser

Mask: TypeAlias = npt.NDArray[np.bool_]
Labels: TypeAlias = tuple[str, ...]

LARGEST = 2**63


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

    >>> array_rules(AnyOf(Shares("N", "C"), Shares("P"))).rules
    (('N', 'C'), ('P',))
    """
    if isinstance(match, Normalised):
        inner = None if isinstance(match.match, Normalised) else array_rules(match.match)
        return None if inner is None else ArrayRules(inner.rules, match.normaliser)
    if type(match) is Shares:
        return ArrayRules((match.labels,)) if match.keys_equal else None
    if type(match) is AnyOf and not any(isinstance(rule, Normalised) for rule in match.rules):
        parts = [array_rules(rule) for rule in match.rules]
        found = [part.rules for part in parts if part is not None]
        return ArrayRules(tuple(dict.fromkeys(sum(found, ())))) if len(found) == len(parts) else None
    return None


@dataclass(frozen=True, slots=True)
class Held:
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


def resolve_by_arrays(database: Database, rules: ArrayRules) -> tuple[Integers, int]:
    """The least fixpoint of rules by shared values, and the number of keys looked up.

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
    >>> resolve_by_arrays(database, ArrayRules((("C",), ("N", "P"))))[0].tolist()
    [0, 0, 0]
    """
    held = {label: held_of(database, label, rules.normaliser, shared_only=True) for label in rules.labels}
    composite_of = np.arange(len(database), dtype=np.int64)
    tables: dict[Labels, list[KeyTable]] = {}
    edges: list[tuple[Integers, Integers]] = []
    lookups = 0
    for rule in rules.rules:
        owner, key = offers([held[label] for label in rule])
        lookups += len(key)
        table, joined = KeyTable.of(owner, key)
        edges.append(joined)
        if len(rule) > 1:
            # A composite has no key for one label that none of its parts had.
            tables[rule] = [table]
    composite_of, grown = _connected(composite_of, edges)
    while tables and grown.any():
        representative = _representatives(composite_of)
        composites = gathered(held, {label for rule in tables for label in rule}, composite_of, grown)
        edges = []
        for rule, known in tables.items():
            who = _with_new_keys([composites[label] for label in rule], known, composite_of, grown)
            owner, key = offers([composites[label] for label in rule], who)
            lookups += len(key)
            edges.extend(_looked_up(owner, key, known, composite_of, representative))
        composite_of, grown = _connected(composite_of, edges)
    return pd.factorize(composite_of)[0].astype(np.int64), lookups


def held_of(database: Database, label: str, normaliser: Normaliser | None, *, shared_only: bool) -> Held:
    """What every record holds for a label, normalised; values that only one record holds are left out if wanted."""
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
    return _held(record, value, len(database), size)


def texts_of(database: Database, label: str, normaliser: Normaliser | None) -> Sequence[str]:
    """The values of a label, normalised, by the codes that ``held_of`` gives them if it leaves none out."""
    codes = _label_rows(database, label)[2]
    if normaliser is not None:
        return _spelled(database, label, codes, normaliser)[1]
    return [database.values[code] for code in codes.tolist()]


def _label_rows(database: Database, label: str) -> tuple[Integers, Integers, Integers]:
    """The records that know a label, what each knows as a number, and the database's codes by that number."""
    code = database.label_codes.get(label, -1)
    rows = np.flatnonzero((database.label == code) & (database.confidence > 0.0))
    value = database.value[rows]
    used = np.zeros(len(database.values), dtype=bool)
    used[value] = True
    return database.record[rows], (np.cumsum(used) - 1)[value], np.flatnonzero(used)


def _spelled(database: Database, label: str, codes: Integers, normaliser: Normaliser) -> tuple[Integers, Sequence[str]]:
    """For each code the number of its normalised spelling, and the spellings."""
    texts = np.array([normaliser.value(label, database.values[code]) for code in codes.tolist()], dtype=object)
    numbers, distinct = pd.factorize(texts)
    return numbers.astype(np.int64), list(distinct)


def offers(held: Sequence[Held], who: Integers | None = None) -> tuple[Integers, Integers]:
    """The keys that owners offer to a rule: every choice of one value for each label, told as one number.

    Raises:
        OverflowError: if the number does not fit into 63 bits.
    """
    if np.prod([float(max(one.size, 1)) for one in held]) >= LARGEST:
        raise OverflowError("the rule has more keys than can be numbered")
    owner = np.arange(len(held[0].start) - 1, dtype=np.int64) if who is None else who
    key = np.zeros(len(owner), dtype=np.int64)
    for one in held:
        first, count = one.start[owner], one.counts[owner]
        total = int(count.sum())
        row = np.repeat(np.arange(len(owner)), count)
        place = np.arange(total) + np.repeat(first - np.cumsum(count) + count, count)
        key = key[row] * one.size + one.value[place]
        owner = owner[row]
    return owner, key


@dataclass(frozen=True, slots=True)
class KeyTable:
    """Which record offers a key, alone or with others of its composite.

    Arguments:
        key: ascending, each once.
        owner: shape of ``key``.
    """

    key: Integers
    owner: Integers

    @staticmethod
    def of(owner: Integers, key: Integers) -> tuple[KeyTable, tuple[Integers, Integers]]:
        """The table of offers, and the pairs of owners that offer the same."""
        order = np.argsort(key, kind="stable")
        key, owner = key[order], owner[order]
        same = key[1:] == key[:-1]
        first = np.concatenate(([True], ~same)) if len(key) else np.zeros(0, dtype=bool)
        return KeyTable(key[first], owner[first]), (owner[1:][same], owner[:-1][same])

    def find(self, key: Integers) -> tuple[Mask, Integers]:
        """Which of the keys are known, and the owners of those."""
        if not len(self.key):
            return np.zeros(len(key), dtype=bool), np.zeros(0, dtype=np.int64)
        place = np.minimum(np.searchsorted(self.key, key), len(self.key) - 1)
        known = self.key[place] == key
        return known, self.owner[place[known]]


def _distinct(numbers: Integers) -> Integers:
    """The numbers ascending, each once; sorting takes less time and memory than a table of them."""
    ordered = np.sort(numbers)
    return ordered[np.concatenate(([True], ordered[1:] != ordered[:-1]))] if len(ordered) else ordered


def _held(owner: Integers, value: Integers, owners: int, size: int) -> Held:
    start = np.zeros(owners + 1, dtype=np.int64)
    np.cumsum(np.bincount(owner, minlength=owners), out=start[1:])
    return Held(start, value, size)


def gathered(held: Mapping[str, Held], labels: Iterable[str], composite_of: Integers, grown: Mask) -> dict[str, Held]:
    """What the composites that have grown hold, each value once."""

    def gather(one: Held) -> Held:
        composite = composite_of[one.owner]
        kept = grown[composite]
        size = max(one.size, 1)
        pairs = _distinct(composite[kept] * size + one.value[kept])
        owner, value = np.divmod(pairs, size)
        return _held(owner, value, len(grown), one.size)

    return {label: gather(held[label]) for label in labels}


def _with_new_keys(held: Sequence[Held], known: Iterable[KeyTable], composite_of: Integers, grown: Mask) -> Integers:
    """The composites that offer more keys than are known of them."""
    offered = np.prod([one.counts for one in held], axis=0)
    before = sum(np.bincount(composite_of[table.owner], minlength=len(grown)) for table in known)
    return np.flatnonzero(grown & (offered > before))


def _looked_up(
    owner: Integers, key: Integers, known: list[KeyTable], composite_of: Integers, representative: Integers
) -> list[tuple[Integers, Integers]]:
    """The pairs of composites that offer the same key; keys nobody offered before become one more table."""
    order = np.argsort(key, kind="stable")
    owner, key = owner[order], key[order]
    edges: list[tuple[Integers, Integers]] = []
    for table in known:
        found, others = table.find(key)
        edges.append((owner[found], composite_of[others]))
        owner, key = owner[~found], key[~found]
    table, same = KeyTable.of(owner, key)
    known.append(KeyTable(table.key, representative[table.owner]))
    return [*edges, same]


def _representatives(composite_of: Integers) -> Integers:
    """For every composite its first record."""
    first = np.empty(int(composite_of.max(initial=-1)) + 1, dtype=np.int64)
    first[composite_of[::-1]] = np.arange(len(composite_of))[::-1]
    return first


def _connected(composite_of: Integers, edges: Sequence[tuple[Integers, Integers]]) -> tuple[Integers, Mask]:
    """The composites after joining some pairs of them, and which have grown."""
    left = np.concatenate([pair[0] for pair in edges])
    right = np.concatenate([pair[1] for pair in edges])
    size = int(composite_of.max(initial=-1)) + 1
    apart = left != right
    count, part_of = components(left[apart], right[apart], size) if size else (0, composite_of)
    parts = part_of.astype(np.int64)
    return parts[composite_of], np.bincount(parts, minlength=count) > 1
