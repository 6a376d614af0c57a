"""Why a file cannot be read, in one sentence that repeats nothing of the file."""

from __future__ import annotations

import re

_TYPES = {
    "str": "text",
    "float": "a number",
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
    "list": "a list",
    "dict": "an object",
}
_LAST = re.compile(r"\.(\w+)$|\[(\d+)\]$")
_UNKNOWN = "Object contains unknown field", "Invalid value", "Invalid enum value"


def refusal(error: str) -> str:
    """The sentence for what ``msgspec`` found.

    >>> refusal("Expected `str`, got `int` - at `$.releases[0].name`")
    'name of entry 1 of releases must be text, got a whole number'
    >>> refusal("Invalid value 'Alice' - at `$.kind`")
    'kind is not one that this program knows'
    """
    what, _, path = error.partition(" - at `")
    place = _place(path.rstrip("`"))
    if what.startswith("Object missing required field"):
        return f"{place} lacks its {what.split('`')[1]}"
    if what.startswith(_UNKNOWN[0]):
        return f"{place} has parts that this program does not know"
    if what.startswith(_UNKNOWN[1:]):
        return f"{place} is not one that this program knows"
    if what == "Number out of range":
        return f"{place} must be a finite number"
    # What a type itself refuses is a sentence already.
    return f"{place} must be {_in_words(what)}" if what.startswith("Expected ") else f"{place}: {what}"


def _in_words(what: str) -> str:
    words = re.sub(r"`([\w |]+)`", lambda types: " or ".join(_TYPES.get(t, t) for t in types[1].split(" | ")), what)
    return words.removeprefix("Expected ").removesuffix(".0")


def _place(path: str) -> str:
    parts = []
    while last := _LAST.search(path):
        path = path[: last.start()]
        inner = "part" if path.endswith("]") else "entry"
        parts.append(last[1] or f"{inner} {int(last[2]) + 1}")
    return " of ".join(parts) or "the file"
