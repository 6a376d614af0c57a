"""Resolution on arrays: the fixpoint of a million records, without building one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from leakage.database import Database, Integers
from leakage.progress import report
from leakage.resolution.components import components
from leakage.resolution.key_arrays import Held, HeldOnce, KeyTable, Mask, gathered, held_of, offers
from leakage.resolution.match import Match
from leakage.resolution.normalise import Normalised, Normaliser
from leakage.resolution.rules import AnyOf, Shares
from leakage.side_by_side import side_by_side

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
    size = len(database)

    def held_by_records(label: str) -> Held | HeldOnce:
        return held_of(database, label, rules.normaliser, shared_only=True)

    def table_of(rule: Labels) -> tuple[KeyTable, Edges]:
        return KeyTable.of(*offers([held[label] for label in rule]))

    def tell(number: int) -> None:
        report("Joining records by rules", number, len(rules.rules))

    held = dict(zip(rules.labels, side_by_side(held_by_records, rules.labels, size), strict=True))
    tables = side_by_side(table_of, rules.rules, size, before=tell)
    composite_of, grown = _connected(np.arange(size, dtype=np.int64), [joined for _, joined in tables])
    # A composite has no key for one label that none of its parts had.
    crossing = {rule: [table] for rule, (table, _) in zip(rules.rules, tables, strict=True) if len(rule) > 1}
    while crossing and grown.any():
        report("Joining what has grown", len(rules.rules), len(rules.rules))
        composite_of, grown = _connected(composite_of, _offered_by_grown(composite_of, grown, held, crossing))
    return composite_of


def _offered_by_grown(
    composite_of: Integers, grown: Mask, held: Mapping[str, Held | HeldOnce], tables: Mapping[Labels, list[KeyTable]]
) -> list[Edges]:
    """The pairs of composites that offer the same key, where one of them has grown; the tables learn the new keys."""
    labels = tuple(dict.fromkeys(label for rule in tables for label in rule))
    representative, size = _representatives(composite_of), len(composite_of)

    def gathered_of(label: str) -> Held:
        return gathered(held[label], composite_of, grown)

    def looked_up(rule: Labels) -> list[Edges]:
        known, offered = tables[rule], [composites[label] for label in rule]
        owner, key = offers(offered, _with_new_keys(offered, known, composite_of, grown))
        return _looked_up(owner, key, known, composite_of, representative)

    composites = dict(zip(labels, side_by_side(gathered_of, labels, size), strict=True))
    return [pair for pairs in side_by_side(looked_up, tuple(tables), size) for pair in pairs]


def _with_new_keys(held: Sequence[Held], known: Iterable[KeyTable], composite_of: Integers, grown: Mask) -> Integers:
    """The composites that offer more keys than are known of them."""
    offered = np.prod([label.counts for label in held], axis=0)
    before = sum(np.bincount(composite_of[table.owner], minlength=len(grown)) for table in known)
    return np.flatnonzero(grown & (offered > before))


def _looked_up(
    owner: Integers, key: Integers, known: list[KeyTable], composite_of: Integers, representative: Integers
) -> list[Edges]:
    """The pairs of composites that offer the same key; keys nobody offered before become one more table."""
    order = np.argsort(key)
    owner, key = owner[order], key[order]
    edges: list[Edges] = []
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


def _connected(composite_of: Integers, edges: Sequence[Edges]) -> tuple[Integers, Mask]:
    """The composites after joining some pairs of them, in the order of their first records, and which have grown."""
    size = int(composite_of.max(initial=-1)) + 1
    least = components(np.concatenate([pair[0] for pair in edges]), np.concatenate([pair[1] for pair in edges]), size)
    stays = least == np.arange(size)
    parts = (np.cumsum(stays) - 1)[least]
    return parts[composite_of], np.bincount(parts) > 1
