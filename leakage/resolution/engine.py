"""The two ways to resolve records: by tokens of their values, and pair by pair.

By tokens, if meeting one conjunction decides a match and merging keeps all values: composites match if and only if they
share a key, a token for each condition, so E(R) is the least fixpoint. Pair by pair (R-Swoosh) for all other rules; the
result may depend on the order of the records.
Source: Whang & Garcia-Molina 2011, Section 2.2; 2012, Section 2.4 and its reference [4] (Swoosh).
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeAlias

import numpy as np

from leakage.frames import ABSENT, Frame, Integers
from leakage.progress import check_cancelled, report
from leakage.record import Record
from leakage.resolution.rules import Conjunction, Key, Match
from leakage.resolution.values import Condition

Tokens: TypeAlias = tuple[int, ...]

MOST_BY_ONE = 4_000
"""Records up to which union-find is quicker than arrays."""

MOST_BY_PAIRS = 5_000
"""Records that are compared pair by pair at most."""


def by_tokens(records: Sequence[Record], conjunctions: Sequence[Conjunction]) -> Integers:
    """The composite number of each record, if meeting one conjunction decides a match; shape (|R|,)."""
    conditions = list(dict.fromkeys(itertools.chain.from_iterable(conjunctions)))
    keys = [tuple(map(conditions.index, conjunction)) for conjunction in conjunctions]
    if isinstance(records, Frame) or len(records) > MOST_BY_ONE:
        with contextlib.suppress(OverflowError):
            return _by_arrays(records, conditions, keys)
    each = [tokens_of_records(records, condition) for condition in conditions]
    return numbered(len(records), joined([*zip(*each, strict=True)] if each else [()] * len(records), keys))


def tokens_of_records(records: Sequence[Record], condition: Condition) -> list[Tokens]:
    """The tokens of each record for a condition."""
    held = [record.values(condition.label) for record in records]
    values = list(dict.fromkeys(itertools.chain.from_iterable(held)))
    tokens = dict(zip(values, condition.tokens(values), strict=True))
    return [tokens[some[0]] if len(some) == 1 else _together(tokens[value] for value in some) for some in held]


def _together(tokens: Iterable[Tokens]) -> Tokens:
    return tuple(dict.fromkeys(itertools.chain.from_iterable(tokens)))


def joined(tokens: Sequence[Sequence[Tokens]], keys: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """The members of each composite, by union-find to the fixpoint; tokens by condition, keys by their numbers."""
    parent = list(range(len(tokens)))

    def find(n: int) -> int:
        while parent[n] != n:
            parent[n] = n = parent[parent[n]]
        return n

    held: dict[int, Sequence[Tokens]] = dict(enumerate(tokens))
    first: list[dict[tuple[int, ...], int]] = [{} for _ in keys]
    fresh: Iterable[int] = range(len(tokens))
    while fresh:
        grown = set()
        for n in fresh:
            check_cancelled()
            for seen, key in zip(first, keys, strict=True):
                for offered in itertools.product(*(held[n][place] for place in key)):
                    other, mine = find(seen.setdefault(offered, n)), find(n)
                    if other != mine:
                        low, high = sorted((other, mine))
                        parent[high] = low
                        grown |= {low}
        parts = defaultdict(list)
        for n, tokens_of in held.items():
            parts[find(n)].append(tokens_of)
        held = {
            n: some[0] if len(some) == 1 else [*map(_together, zip(*some, strict=True))] for n, some in parts.items()
        }
        # Only a grown composite has new keys.
        fresh = sorted({find(n) for n in grown})
    clusters = defaultdict(list)
    for n in range(len(tokens)):
        clusters[find(n)].append(n)
    return sorted(clusters.values())


def numbered(size: int, clusters: Iterable[Sequence[int]]) -> Integers:
    """The cluster number of each record."""
    composite_of = np.empty(size, dtype=np.int64)
    for number, cluster in enumerate(clusters):
        composite_of[list(cluster)] = number
    return composite_of


def connected(size: int, left: Integers, right: Integers) -> Integers:
    """The cluster number of each record, given pairs in the same cluster; clusters in order of their first records."""
    root = np.arange(size)
    ends: slice | Integers = slice(None)
    while len(left):
        # Each part is hooked to its least neighbour, so it meets another within two rounds.
        np.minimum.at(root, np.maximum(left, right), np.minimum(left, right))
        while (root[ends] != (above := root[root[ends]])).any():
            root[ends] = above
        left, right = root[left], root[right]
        apart = np.flatnonzero(left != right)
        left, right = left[apart], right[apart]
        if isinstance(ends, slice):  # From now on nothing else is hooked.
            ends = np.concatenate((left, right))
    root = root[root]
    return (np.cumsum(root == np.arange(size)) - 1)[root]


Rows: TypeAlias = tuple[Integers, Integers]
"""Who holds a token, ascending, and the token."""


def _by_arrays(records: Sequence[Record], conditions: Sequence[Condition], keys: Sequence[tuple[int, ...]]) -> Integers:
    """By rounds: owners of the same key are connected, and grown composites offer new keys."""
    size = len(records)
    composite = part = np.arange(size)
    with ThreadPoolExecutor(2) as pool:  # Numpy lets go of the interpreter.
        rows = [*pool.map(partial(_rows, records), conditions)]
        held = dict(enumerate(rows))
        counts = [int(token.max(initial=0)) + 1 for _, token in rows]
        # The rarest label comes first, so that few keys start.
        offering = [sorted(key, key=lambda place: len(rows[place][0])) for key in keys]
        known: Sequence[Rows] = [(part[:0], part[:0])] * len(keys)

        def met(known: Rows, key: Sequence[int]) -> tuple[Rows, Rows]:
            return _met((part[known[0]], known[1]), _keys([held[n] for n in key], [counts[n] for n in key], size))

        while offering:
            report("Joining records by rules", 0, 0)
            known, pairs = zip(*pool.map(met, known, offering), strict=True)
            left, right = map(np.concatenate, zip(*pairs, strict=True))
            if not len(left):
                break
            part = connected(size, left, right)
            composite, size = part[composite], int(part.max()) + 1
            grown = np.zeros(size, dtype=bool)
            grown[part[left]] = True
            # Composites have no new keys of a single condition.
            several = [number for number, key in enumerate(offering) if len(key) > 1]
            known, offering = [known[n] for n in several], [offering[n] for n in several]
            asked = sorted({place for key in offering for place in key})
            taken = pool.map(partial(_held, composite=composite, grown=grown), [rows[n] for n in asked])
            held = dict(zip(asked, taken, strict=True))
    return composite


def _met(known: Rows, offers: Rows) -> tuple[Rows, Rows]:
    """The known and offered keys with their first owners, and the pairs of owners that share one."""
    code, owner = _ordered(np.concatenate((known[1], offers[1])), np.concatenate((known[0], offers[0])))
    same = code[1:] == code[:-1]
    first = np.flatnonzero(np.append(True, ~same)[: len(code)])
    again = np.flatnonzero(same & (owner[1:] != owner[:-1]))
    return (owner[first], code[first]), (owner[again], owner[again + 1])


def _held(row: Rows, composite: Integers, grown: np.typing.NDArray[np.bool_]) -> Rows:
    holder = composite[row[0]]
    some = np.flatnonzero(grown[holder])
    holder, token = _ordered(holder[some], row[1][some])
    first = np.ones(len(holder), dtype=bool)
    first[1:] = (holder[1:] != holder[:-1]) | (token[1:] != token[:-1])
    return holder[first], token[first]


def _keys(rows: Sequence[Rows], counts: Sequence[int], size: int) -> Rows:
    """Owners and their keys, each a token for every condition, as one number."""
    if math.prod(counts) >= 2**62:
        raise OverflowError("the rule reads too many labels to number its keys")
    owner, code = rows[0]
    for (holder, token), count in zip(rows[1:], counts[1:], strict=True):
        tokens = np.bincount(holder, minlength=size)
        choices = tokens[owner]
        if tokens.max(initial=0) < 2:
            only = np.zeros(size, dtype=np.int64)
            only[holder] = token
            some = np.flatnonzero(choices)
            owner, code = owner[some], code[some] * count + only[owner[some]]
        else:
            # Each partial key of an owner, extended by each of its tokens.
            place = np.repeat((np.cumsum(tokens) - tokens)[owner], choices) + within(choices)
            owner, code = np.repeat(owner, choices), np.repeat(code, choices) * count + token[place]
    return owner, code


def _ordered(first: Integers, second: Integers) -> Rows:
    bits = int(second.max(initial=0)).bit_length()
    if int(first.max(initial=0)) >= 2 ** (62 - bits):
        order = np.lexsort((second, first))
        return first[order], second[order]
    both = np.sort(first << bits | second)
    return both >> bits, both & (2**bits - 1)


def _rows(records: Sequence[Record], condition: Condition) -> Rows:
    """The tokens that several records hold."""
    if isinstance(records, Frame) and not (condition.similars or condition.normalisers):
        tokens = records.codes(condition.label) - ABSENT
        shared = np.bincount(tokens, minlength=1) > 1
        shared[0] = False
        owner = np.flatnonzero(shared[tokens])
        return owner, tokens[owner]
    counts, token, values = column_of(records, condition.label)
    owner = np.repeat(np.arange(len(counts)), counts)
    if condition.similars or condition.normalisers:
        owner, token = _spread(owner, token, condition.tokens(values))
    kept = (np.bincount(token) > 1)[token]
    return owner[kept], token[kept]


def column_of(records: Sequence[Record], label: str) -> tuple[Integers, Integers, Sequence[str]]:
    """The number of values of each record for a label, their codes record by record, and the distinct values."""
    if isinstance(records, Frame):
        codes, values = records.column(label)
        return (codes != ABSENT).astype(np.int64), codes[codes != ABSENT], values
    held = [record.values(label) for record in records]
    number: dict[str, int] = {}
    flat = [number.setdefault(value, len(number)) for some in held for value in some]
    return np.array([*map(len, held)], dtype=np.int64), np.array(flat, dtype=np.int64), list(number)


def within(sizes: Integers) -> Integers:
    """Numbers from 0 within each group."""
    return np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def _spread(owner: Integers, value: Integers, tokens: Sequence[Tokens]) -> Rows:
    counts = np.array([*map(len, tokens)], dtype=np.int64)
    flat = np.fromiter(itertools.chain.from_iterable(tokens), np.int64, int(counts.sum()))
    count = counts[value]
    place = np.repeat((np.cumsum(counts) - counts)[value], count) + within(count)
    size = int(flat.max(initial=0)) + 1
    return np.divmod(np.unique(np.repeat(owner, count) * size + flat[place]), size)


Join: TypeAlias = tuple[Key, tuple[int, ...], tuple[int, ...]]
"""Why two composites were merged, and the records of either."""


def swoosh(
    records: Sequence[Record], match: Match, merge: Callable[[Sequence[Record], Sequence[int]], Record]
) -> tuple[list[tuple[int, ...]], list[Join]]:
    """The records of each composite, in order of the first one, and the joins in the order made.

    Each record merges with the first resolved one that it matches, and the result is compared anew.
    """
    if len(records) > MOST_BY_PAIRS:
        said = f"this rule compares records pair by pair, and takes at most {MOST_BY_PAIRS:,}, got {len(records):,}"
        raise ValueError(said)
    candidates = Candidates(records, match)
    pending: deque[tuple[Record, tuple[int, ...]]] = deque((record, (n,)) for n, record in enumerate(records))
    resolved: dict[int, tuple[Record, tuple[int, ...]]] = {}
    joins: list[Join] = []
    place = 0
    while pending:
        record, members = pending.popleft()
        report("Comparing records", len(records) - len(pending), len(records))
        for other in candidates.near(members):
            check_cancelled()
            if other not in resolved:
                continue
            # The composite of the first record is on the left.
            before, others = resolved[other]
            turned = others < members
            key = match.common_key(before, record) if turned else match.common_key(record, before)
            if key is not None:
                del resolved[other]
                joins.append((key, others, members) if turned else (key, members, others))
                both = tuple(sorted(members + others))
                pending.appendleft((merge(records, both), both))
                break
        else:
            resolved[place] = (record, members)
            candidates.add(place, members)
            place += 1
    return sorted(members for _, members in resolved.values()), joins


def matching_pairs(records: Sequence[Record], match: Match) -> Iterator[tuple[int, int]]:
    """The pairs of records that match without merging, each once, the lower number first."""
    candidates = Candidates(records, match)
    for number, record in enumerate(records):
        report("Comparing records", number, len(records))
        yield from ((other, number) for other in candidates.near((number,)) if match.matches(records[other], record))
        candidates.add(number, (number,))


def links(records: Sequence[Record], match: Match) -> Iterator[tuple[int, int]]:
    """Matching pairs that connect the records of each cluster, one fewer than it has records."""
    candidates, cluster = Candidates(records, match), list(range(len(records)))
    for number, record in enumerate(records):
        report("Comparing records", number, len(records))
        for other in candidates.near((number,)):
            if cluster[other] != cluster[number] and match.matches(records[other], record):
                yield other, number
                cluster = [cluster[other] if c == cluster[number] else c for c in cluster]
        candidates.add(number, (number,))


def key_links(records: Sequence[Record], match: Match) -> Iterator[tuple[int, int]]:
    """Pairs that connect the same clusters if meeting one conjunction decides: each key with its first record."""
    for conjunction in match.conjunctions or ():
        first: dict[tuple[int, ...], int] = {}
        each = [tokens_of_records(records, condition) for condition in conjunction]
        for number, tokens in enumerate(zip(*each, strict=True)):
            yield from ((first.setdefault(key, number), number) for key in itertools.product(*tokens))


class Candidates:
    """The resolved records that a record may match: those that share a key, or all if the rule has no conjunctions.

    A composite has the keys of its members, whatever the merge keeps.
    """

    def __init__(self, records: Sequence[Record], match: Match) -> None:
        conjunctions = match.conjunctions
        conditions = list(dict.fromkeys(itertools.chain.from_iterable(conjunctions or ())))
        self._keys = None if conjunctions is None else [tuple(map(conditions.index, c)) for c in conjunctions]
        self._tokens = [tokens_of_records(records, condition) for condition in conditions]
        self._places: dict[tuple[int, tuple[int, ...]], list[int]] = defaultdict(list)
        self._count = 0

    def near(self, members: Sequence[int]) -> Iterable[int]:
        """The places of the composites that the composite of given records may match, ascending."""
        if self._keys is None:
            return range(self._count)
        return sorted({place for key in self._offered(members) for place in self._places.get(key, ())})

    def add(self, place: int, members: Sequence[int]) -> None:
        """Put the composite of given records in a place."""
        self._count = place + 1
        for key in self._offered(members) if self._keys is not None else ():
            self._places[key].append(place)

    def _offered(self, members: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        held = [tuple(dict.fromkeys(t for n in members for t in tokens[n])) for tokens in self._tokens]
        for number, key in enumerate(self._keys or ()):
            yield from ((number, offered) for offered in itertools.product(*(held[place] for place in key)))
