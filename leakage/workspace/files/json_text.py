"""JSON of other programs: parsed within limits, and looked into without trust in its shape."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, TypeAlias

Json: TypeAlias = Any

MAX_PIECES = 5_000_000
"""Lists, objects and entries of a JSON file: what they are made into takes far more room than the file."""


def parsed(text: str) -> Json:
    """What JSON text holds.

    Raises:
        ValueError: with one sentence, which repeats nothing of the text, where it is no JSON, or too much of it.

    >>> parsed('{"a": [1]}')
    {'a': [1]}
    >>> parsed('{"a": ')
    Traceback (most recent call last):
    ValueError: the file is not complete JSON; was it cut short or changed?
    """
    refuse_many_pieces(text)
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("the file is nested too deep to be read") from None
    except ValueError:
        raise ValueError("the file is not complete JSON; was it cut short or changed?") from None


def refuse_many_pieces(text: str) -> None:
    """Refuse what would take too much room once it is parsed.

    Raises:
        ValueError: for more than ``MAX_PIECES`` lists, objects and entries.
    """
    if sum(map(text.count, "[{,")) > MAX_PIECES:
        raise ValueError(f"the file has more than {MAX_PIECES:,} pieces, the most that can be read")


def part(whole: Json, *path: str) -> Json:
    """What lies at a path of keys; None where nothing does.

    >>> part({"a": {"b": 1}}, "a", "b"), part({"a": 2}, "a", "b")
    (1, None)
    """
    for key in path:
        if not isinstance(whole, Mapping):
            return None
        whole = whole.get(key)
    return whole


def objects(value: Json) -> Iterator[Mapping[str, Json]]:
    """The objects of a list; what is no list has none.

    >>> list(objects([{"a": 1}, 2])), list(objects("ab"))
    ([{'a': 1}], [])
    """
    if isinstance(value, list):
        yield from (entry for entry in value if isinstance(entry, dict))


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError
