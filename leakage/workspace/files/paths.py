"""Paths into JSON of other programs, as the tables of the readers write them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from leakage.workspace.files.texts import Json

_ENTRIES = re.compile(r"\*(?:\[([^=\]]+)=([^\]]*)\])?")
"""``*`` is every entry of a list or of an object; ``*[kind=x]`` those of them that are objects of that kind."""


def values_at(whole: Json, path: str) -> Iterator[Json]:
    """What lies at a path of keys parted by ``/``; a path without keys is the whole.

    ``*`` stands for every entry of a list, or every value of an object, ``*[kind=login]`` for those entries that are
    objects whose ``kind`` is ``login``.

    Arguments:
        whole: parsed JSON, of whatever shape.
        path: of a table of this program, never of a file.

    >>> list(values_at({"users": [{"name": "a"}, {"name": "b", "kind": "x"}, 3]}, "users/*/name"))
    ['a', 'b']
    >>> list(values_at({"users": [{"name": "a"}, {"name": "b", "kind": "x"}]}, "users/*[kind=x]/name"))
    ['b']
    """
    values: Iterable[Json] = (whole,)
    for step in _steps(path):
        values = _inner(values, *step)
    yield from values


def texts_at(whole: Json, paths: Iterable[str]) -> Iterator[str]:
    """The texts at some paths, and numbers as texts; what is empty or of another type is passed over.

    >>> list(texts_at({"a": "x", "b": [7, True, None, ""]}, ("a", "b/*")))
    ['x', '7']
    """
    for path in paths:
        for value in values_at(whole, path):
            if isinstance(value, str) and value.strip():
                yield value
            elif isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
                yield str(value)


def first_at(whole: Json, paths: Iterable[str]) -> Json:
    """The first value at any of some paths that is there and not empty; None where none is.

    >>> first_at({"a": "", "b": "x"}, ("a", "b"))
    'x'
    """
    return next((value for path in paths for value in values_at(whole, path) if value not in (None, "")), None)


def leads(whole: Json, path: str) -> bool:
    """Whether anything lies at a path, be it empty.

    >>> leads({"a": []}, "a"), leads({"a": []}, "a/*")
    (True, False)
    """
    return next((True for _ in values_at(whole, path)), False)


@functools.cache
def _steps(path: str) -> Sequence[tuple[bool, str, str]]:
    """Of each step whether it stands for all entries, with the key and the value that they must have; else its key."""
    steps = []
    for step in filter(None, path.split("/")):
        entries = _ENTRIES.fullmatch(step)
        steps.append((True, entries[1] or "", entries[2] or "") if entries else (False, step, ""))
    return tuple(steps)


def _inner(values: Iterable[Json], is_entries: bool, key: str, wanted: str) -> Iterator[Json]:
    for value in values:
        if not is_entries:
            if isinstance(value, Mapping) and key in value:
                yield value[key]
        elif isinstance(value, list | Mapping):
            entries = value.values() if isinstance(value, Mapping) else value
            yield from (entry for entry in entries if not key or _is_of(entry, key, wanted))


def _is_of(entry: Json, key: str, wanted: str) -> bool:
    return isinstance(entry, Mapping) and bool(entry.get(key) == wanted)
