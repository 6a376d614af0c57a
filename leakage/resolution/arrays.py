"""Resolution on arrays: the fixpoint of a million records, without building one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from leakage.database import Database, Integers
from leakage.progress import report
from leakage.resolution.components import components
from leakage.resolution.key_arrays import Held, KeyTable, Mask, gathered, held_of, offers
from leakage.resolution.match import Match
from leakage.resolution.normalise import Normalised, Normaliser
from leakage.resolution.rules import AnyOf, Shares

Labels: TypeAlias = tuple[str, ...]


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
        conjunctions = [part.rules for part in parts if part is not None]
        return ArrayRules(tuple(dict.fromkeys(sum(conjunctions, ())))) if len(conjunctions) == len(parts) else None
    return None


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
    held = {label: held_of(database, label, rules.normaliser, shared_only=True) for label in rules.labels}
    composite_of = np.arange(len(database), dtype=np.int64)
    tables: dict[Labels, list[KeyTable]] = {}
    edges: list[tuple[Integers, Integers]] = []
    for number, rule in enumerate(rules.rules):
        report("Joining records by rules", number, len(rules.rules))
        owner, key = offers([held[label] for label in rule])
        table, joined = KeyTable.of(owner, key)
        edges.append(joined)
        if len(rule) > 1:
            # A composite has no key for one label that none of its parts had.
            tables[rule] = [table]
    composite_of, grown = _connected(composite_of, edges)
    while tables and grown.any():
        report("Joining what has grown", len(rules.rules), len(rules.rules))
        representative = _representatives(composite_of)
        composites = gathered(held, {label for rule in tables for label in rule}, composite_of, grown)
        edges = []
        for rule, known in tables.items():
            who = _with_new_keys([composites[label] for label in rule], known, composite_of, grown)
            owner, key = offers([composites[label] for label in rule], who)
            edges.extend(_looked_up(owner, key, known, composite_of, representative))
        composite_of, grown = _connected(composite_of, edges)
    return _by_first_record(composite_of)


def _with_new_keys(held: Sequence[Held], known: Iterable[KeyTable], composite_of: Integers, grown: Mask) -> Integers:
    """The composites that offer more keys than are known of them."""
    offered = np.prod([label.counts for label in held], axis=0)
    before = sum(np.bincount(composite_of[table.owner], minlength=len(grown)) for table in known)
    return np.flatnonzero(grown & (offered > before))


def _looked_up(
    owner: Integers, key: Integers, known: list[KeyTable], composite_of: Integers, representative: Integers
) -> list[tuple[Integers, Integers]]:
    """The pairs of composites that offer the same key; keys nobody offered before become one more table."""
    order = np.argsort(key)
    owner, key = owner[order], key[order]
    edges: list[tuple[Integers, Integers]] = []
    for table in known:
        known_before, others = table.find(key)
        edges.append((owner[known_before], composite_of[others]))
        owner, key = owner[~known_before], key[~known_before]
    table, same = KeyTable.of(owner, key)
    known.append(KeyTable(table.key, representative[table.owner]))
    return [*edges, same]


def _representatives(composite_of: Integers) -> Integers:
    """For every composite its first record."""
    first = np.empty(int(composite_of.max(initial=-1)) + 1, dtype=np.int64)
    first[composite_of[::-1]] = np.arange(len(composite_of))[::-1]
    return first


def _by_first_record(composite_of: Integers) -> Integers:
    """The composites numbered in the order of their first records."""
    first = _representatives(composite_of)
    begins = np.zeros(len(composite_of), dtype=bool)
    begins[first] = True
    return (np.cumsum(begins) - 1)[first[composite_of]]


def _connected(composite_of: Integers, edges: Sequence[tuple[Integers, Integers]]) -> tuple[Integers, Mask]:
    """The composites after joining some pairs of them, and which have grown."""
    left = np.concatenate([pair[0] for pair in edges])
    right = np.concatenate([pair[1] for pair in edges])
    size = int(composite_of.max(initial=-1)) + 1
    apart = left != right
    count, part_of = components(left[apart], right[apart], size) if size else (0, composite_of)
    parts = part_of.astype(np.int64)
    return parts[composite_of], np.bincount(parts, minlength=count) > 1
