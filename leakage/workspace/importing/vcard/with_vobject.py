"""The properties of a card by vobject, where it can be trusted with the card.

vobject takes apart a field's head by a pattern that can go on for years on heads that are not quite right, unfolds
lines in quadratic time, keeps only what stands before the first comma of a text, and quotes fields in its errors. So it
is given plain cards alone, one field a line, and what it raises goes no further.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from leakage.workspace.importing.vcard.cards import STRUCTURED, Card
from leakage.workspace.importing.vcard.fields import Field
from leakage.workspace.importing.vcard.properties import Property, own_reading, taken_apart

_PARTS = {
    "N": ("family", "given", "additional", "prefix", "suffix"),
    "ADR": ("box", "extended", "street", "city", "region", "code", "country"),
}
_WORD = re.compile(r"[A-Za-z0-9-]+")
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_PARAMETER = re.compile(r"[^\";:,=\\\x00-\x1f]*")
MAX_PARAMETERS = 20


def properties_of(card: Card) -> tuple[Property, ...]:
    """The properties of a card: by vobject, or by our own reader where vobject refuses it or would lose something.

    >>> from leakage.workspace.importing.vcard.cards import cards_in
    >>> [one.parts for one in properties_of(cards_in("BEGIN:VCARD\\nFN:Alice\\nEND:VCARD").cards[0])]
    [('Alice',)]
    """
    found = by_vobject(card) if all(_is_plain(one) for one in card.fields) else None
    return own_reading(card) if found is None else found


def by_vobject(card: Card) -> tuple[Property, ...] | None:
    """The properties of a card as vobject has them, None where it refuses; only for plain cards."""
    # Few people import a card, and it would slow every start.
    import vobject  # type: ignore[import-untyped]  # noqa: PLC0415

    lines = ["BEGIN:VCARD", "VERSION:3.0", *(_line(one) for one in card.fields), "END:VCARD", ""]
    try:
        read = next(vobject.readComponents("\r\n".join(lines)))
        by_name = {name: list(read.contents.get(name.lower(), [])) for name in {one.name for one in card.fields}}
        return tuple(_property(one, by_name[one.name].pop(0)) for one in card.fields)
    except Exception:
        # Whatever it stumbles over, the other reader does not.
        return None


def _is_plain(given: Field) -> bool:
    """Whether vobject reads a field in no time and loses nothing of it."""
    words = [*(name for name, _ in given.parameters if name), given.name]
    texts = [value for _, value in given.parameters]
    if len(texts) > MAX_PARAMETERS or any(not _WORD.fullmatch(word) for word in words):
        return False
    if any(not name or not value or not _PARAMETER.fullmatch(value) for name, value in given.parameters):
        return False
    if any(name == "ENCODING" for name, _ in given.parameters) or "\r" in given.value or "\n" in given.value:
        return False
    if _has_odd_escape(given.value):
        return False
    return given.name in STRUCTURED or len(taken_apart(given.value, ",")) == 1


def _has_odd_escape(text: str) -> bool:
    """Whether a backslash stands where vobject would leave it."""
    return any(not found[1] or found[1] not in '\\;,nN"' for found in _ESCAPE.finditer(text))


def _line(given: Field) -> str:
    parameters = "".join(f";{name}={value}" for name, value in given.parameters)
    return f"{given.name}{parameters}:{given.value}"


def _property(given: Field, read: Any) -> Property:
    if given.name == "ORG":
        parts = tuple(_joined(part, ", ") for part in read.value)
    elif given.name in STRUCTURED:
        joined = " " if given.name == "N" else ", "
        parts = tuple(_joined(getattr(read.value, part), joined) for part in _PARTS[given.name])
    else:
        parts = (read.value,)
    return Property(given.name, parts, given.parameter("VALUE").lower())


def _joined(part: str | Iterable[str], by: str) -> str:
    return part if isinstance(part, str) else by.join(filter(None, part))
