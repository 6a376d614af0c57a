"""Three-way merge of entries that are known by a key, in an order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

Key = TypeVar("Key", bound=Hashable)
Entry = TypeVar("Entry")
Value = TypeVar("Value")
Both: TypeAlias = Callable[[Key, Entry | None, Entry | None, Entry | None], Entry | None]
"""From a key and its three entries (None: not there), where both sides changed it, to what it becomes."""


def three_way(base: Value, mine: Value, theirs: Value, both: Callable[[], Value]) -> Value:
    """The side that changed; what ``both`` says where both did, and differently.

    >>> three_way(1, 1, 2, lambda: 0), three_way(1, 2, 3, lambda: 0)
    (2, 0)
    """
    if mine in (base, theirs):
        return theirs
    return mine if theirs == base else both()


def merge_keyed(
    base: Mapping[Key, Entry], mine: Mapping[Key, Entry], theirs: Mapping[Key, Entry], both: Both[Key, Entry]
) -> dict[Key, Entry]:
    """The entries of both sides, each merged for itself, in an order that fits both where there is one.

    >>> merge_keyed({"a": 1}, {"a": 1, "b": 2}, {"c": 3, "a": 1}, lambda *_: None)
    {'c': 3, 'a': 1, 'b': 2}
    """
    merged: dict[Key, Entry] = {}
    for key in in_order(list(base), list(mine), list(theirs)):
        held = base.get(key), mine.get(key), theirs.get(key)
        entry = three_way(*held, lambda key=key, held=held: both(key, *held))  # type: ignore[misc]
        if entry is not None:
            merged[key] = entry
    return merged


def merge_set(base: Iterable[Key], mine: Iterable[Key], theirs: Iterable[Key]) -> tuple[Key, ...]:
    """What both have, and what one of them added: sets cannot contradict each other.

    >>> merge_set("ab", "abc", "bd")
    ('b', 'c', 'd')
    """
    merged = merge_keyed(
        dict.fromkeys(base, True), dict.fromkeys(mine, True), dict.fromkeys(theirs, True), lambda *_: True
    )
    return tuple(merged)


def in_order(base: Sequence[Key], mine: Sequence[Key], theirs: Sequence[Key]) -> list[Key]:
    """All keys, each once: as the side has them that moved something, and the other side's own behind their neighbours.

    >>> in_order("abc", "cbad", "axbc")
    ['c', 'b', 'a', 'x', 'd']
    """
    held, own = set(base), set(mine)
    moved = [key for key in mine if key in held] != [key for key in base if key in own]
    first, second = (mine, theirs) if moved else (theirs, mine)
    return _woven(_woven(first, second), base)


def _woven(first: Sequence[Key], second: Sequence[Key]) -> list[Key]:
    """The first in its order, and what only the second has, each behind what it stands behind there."""
    there, before = set(first), None
    runs: dict[Key | None, list[Key]] = {}
    for key in second:
        if key in there:
            before = key
        else:
            runs.setdefault(before, []).append(key)
    woven = list(runs.get(None, ()))
    for key in first:
        woven += [key, *runs.get(key, ())]
    return woven


def numbered(keys: Iterable[Key]) -> list[tuple[Key, int]]:
    """Keys told apart where they repeat themselves.

    >>> numbered("aba")
    [('a', 0), ('b', 0), ('a', 1)]
    """
    seen: Counter[Key] = Counter()
    told: list[tuple[Key, int]] = []
    for key in keys:
        told.append((key, seen[key]))
        seen[key] += 1
    return told
