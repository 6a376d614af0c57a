"""Incremental resolution: one record more, less or changed, at the cost of the composites it touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from leakage.database import Database, Integers, as_database
from leakage.record import Record
from leakage.resolution.adversary import Members
from leakage.resolution.arrays import (
    ArrayRules,
    KeyTable,
    Labels,
    array_rules,
    gathered,
    offers,
    resolve_by_arrays,
    texts_of,
    values_of_label,
)
from leakage.resolution.match import Key, Match
from leakage.resolution.merge import merged, union_merge
from leakage.resolution.operations import Resolve
from leakage.resolution.resolution import comparisons_of
from leakage.resolution.resolve import resolve_by_keys


class IncrementalResolution:
    """E(R) of records that come, go and change, always as if resolved from scratch.

    With representativity and union merge no two composites offer the same key. So a record that comes can only join
    the composites that offer a key it offers, or that what it has grown to offers; and one that goes can only take
    its own composite apart. An index from keys to composites tells which. Unlike everything else here this is not
    a value: it changes.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Representativity).

    Arguments:
        records: R; they have the numbers 0, 1, ... and keep them.
        match: with representativity and keys that suffice, all values being equal ones.

    Raises:
        ValueError: for another match.

    >>> from leakage.resolution.rules.shared_values import AnyOf, Shares
    >>> rows = [(("N", "n"), ("P", "p")), (("N", "m"), ("C", "c"))]
    >>> state = IncrementalResolution([Record.of(*row) for row in rows], AnyOf(Shares("P"), Shares("C")))
    >>> bridge = state.add(Record.of(("P", "p"), ("C", "c")))
    >>> state.members_of(0)
    (0, 1, 2)
    >>> state.remove(bridge)
    >>> state.members_of(0)
    (0,)
    """

    def __init__(self, records: Database | Iterable[Record], match: Match) -> None:
        if not Resolve(match).by_keys:
            raise ValueError("incremental resolution needs a match with representativity, by values that are equal")
        self._match = match
        self._base = as_database(records)
        self._index, self._composite_of = _resolved(self._base, match)
        self._members = Members(self._composite_of)
        # What is no longer as in the base: records, where they are, composites and who offers a key.
        self._records: dict[int, Record | None] = {}
        self._where: dict[int, int] = {}
        self._groups: dict[int, tuple[int, ...]] = {}
        self._owner: dict[Key, int] = {}
        self._next_record = len(self._base)
        self._next_composite = len(self._members)

    def add(self, record: Record) -> int:
        """One record more; its number."""
        number = self._next_record
        self._next_record += 1
        self._settle(number, record)
        return number

    def remove(self, number: int) -> None:
        """One record less.

        Raises:
            KeyError: if there is no record of that number.
        """
        left = [other for other in self._dissolved(self._composite(number)) if other != number]
        self._records[number] = None
        self._where.pop(number, None)
        for members in resolve_by_keys([self.record(n) for n in left], self._match, union_merge).members:
            self._form([left[place] for place in members])

    def change(self, number: int, record: Record) -> None:
        """Another record in the place of one.

        Raises:
            KeyError: if there is no record of that number.
        """
        self.remove(number)
        self._settle(number, record)

    def record(self, number: int) -> Record:
        """The record of a number.

        Raises:
            KeyError: if there is none.
        """
        record = self._records.get(number) if number in self._records else self._of_base(number)
        if record is None:
            raise KeyError("there is no record of that number")
        return record

    def members_of(self, number: int) -> tuple[int, ...]:
        """The numbers of all records in one composite with this one, ascending.

        Raises:
            KeyError: if there is no record of that number.
        """
        return self._group(self._composite(number))

    def composite_of(self, number: int) -> Record:
        """The composite that a record is in.

        Raises:
            KeyError: if there is no record of that number.
        """
        return self._merged(self.members_of(number))

    def groups(self) -> Iterator[tuple[int, ...]]:
        """The members of every composite, by their first one."""
        untouched = (self._members[n] for n in range(len(self._members)) if n not in self._groups)
        return iter(sorted(group for group in (*untouched, *self._groups.values()) if group))

    @property
    def comparisons(self) -> int:
        """What shows that the resolution as it stands is right, as ``comparisons_of`` counts it; O(composites)."""
        sizes = [len(group) for group in self.groups()]
        return comparisons_of(sum(sizes), len(sizes))

    def _of_base(self, number: int) -> Record | None:
        return self._base[number] if 0 <= number < len(self._base) else None

    def _composite(self, number: int) -> int:
        self.record(number)
        composite = self._where.get(number)
        return int(self._composite_of[number]) if composite is None else composite

    def _group(self, composite: int) -> tuple[int, ...]:
        group = self._groups.get(composite)
        return self._members[composite] if group is None else group

    def _merged(self, members: Sequence[int]) -> Record:
        return merged([self.record(number) for number in members], range(len(members)), union_merge)

    def _offering(self, key: Key) -> int | None:
        """The composite that offers a key."""
        return self._owner[key] if key in self._owner else self._index.find(key)

    def _settle(self, number: int, record: Record) -> None:
        """Put a record that is in no composite where it belongs."""
        self._records[number] = record
        composite, joined = record, dict[int, None]()
        growing = True
        while growing:
            growing = False
            for key in list(self._match.keys(composite)):
                other = self._offering(key)
                if other is not None and other not in joined:
                    joined[other] = None
                    composite = union_merge(composite, self._merged(self._group(other)))
                    growing = True
        self._form([number, *(member for other in joined for member in self._dissolved(other))])

    def _form(self, members: Iterable[int]) -> None:
        """A new composite of records that are in none."""
        composite = self._next_composite
        self._next_composite += 1
        self._groups[composite] = tuple(sorted(members))
        self._where.update(dict.fromkeys(self._groups[composite], composite))
        keys = self._match.keys(self._merged(self._groups[composite]))
        self._owner.update((key, composite) for key in keys)

    def _dissolved(self, composite: int) -> tuple[int, ...]:
        """The members of a composite, which is no more.

        Keys may go on leading to it: it is empty, and who joins it joins nobody.
        """
        members = self._group(composite)
        self._groups[composite] = ()
        return members


class _Index:
    """Which composite of the base offers a key; without rules for arrays it is found in a dictionary."""

    def __init__(self, owner: dict[Key, int]) -> None:
        self._owner = owner

    def find(self, key: Key) -> int | None:
        return self._owner.get(key)


class _ArrayIndex(_Index):
    """The same on arrays, for a million records."""

    def __init__(self, database: Database, rules: ArrayRules, composite_of: Integers) -> None:
        super().__init__({})
        label_values = {
            label: values_of_label(database, label, rules.normaliser, shared_only=False) for label in rules.labels
        }
        everyone = np.ones(int(composite_of.max(initial=-1)) + 1, dtype=bool)
        whole = {label: gathered(values, composite_of, everyone) for label, values in label_values.items()}
        self._sizes = {label: values.size for label, values in label_values.items()}
        self._codes: dict[str, dict[str, int]] = {}
        for label in rules.labels:
            texts = texts_of(database, label, rules.normaliser)
            self._codes[label] = {text: code for code, text in enumerate(texts)}
        self._tables: dict[Labels, KeyTable] = {}
        for rule in rules.rules:
            self._tables[rule] = KeyTable.of(*offers([whole[label] for label in rule]))[0]

    def find(self, key: Key) -> int | None:
        number = 0
        for label, value in key.shared:
            code = self._codes[label].get(value)
            if code is None:
                return None
            number = number * self._sizes[label] + code
        _, owner = self._tables[key.rule.labels].find(np.array([number]))
        return int(owner[0]) if len(owner) else None


def _resolved(database: Database, match: Match) -> tuple[_Index, Integers]:
    rules = array_rules(match)
    if rules is not None:
        try:
            composite_of = resolve_by_arrays(database, rules)
            return _ArrayIndex(database, rules, composite_of), composite_of
        except OverflowError:
            pass
    groups = resolve_by_keys(list(database), match, union_merge)
    composite_of = np.empty(len(database), dtype=np.int64)
    for number, members in enumerate(groups.members):
        composite_of[list(members)] = number
    owner = {key: number for number, composite in enumerate(groups.composites) for key in match.keys(composite)}
    return _Index(owner), composite_of
