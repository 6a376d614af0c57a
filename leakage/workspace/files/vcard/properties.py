"""Property: one field of a card, decoded into its parts."""

from __future__ import annotations

import quopri
import re
from dataclasses import dataclass, field

from leakage.workspace.files.vcard.cards import STRUCTURED, Card
from leakage.workspace.files.vcard.fields import Field

CHARSETS = frozenset(("UTF-8", "ISO-8859-1", "ISO-8859-15", "WINDOWS-1252", "US-ASCII"))
"""Character sets that quoted-printable text may be in; others are taken for UTF-8."""

_PAIR_OR = {separator: re.compile(rf"\\.|{separator}", re.DOTALL) for separator in ",;"}
"""A backslash with what it stands before, or a separator."""

_ESCAPED = re.compile(r'\\([\\;,:nN"])')


@dataclass(frozen=True, slots=True)
class Property:
    """One field as a person means it; its parts do not show in a log.

    Arguments:
        name: of the field, in capitals.
        parts: the text, or the components in the order of the RFC; a component with several values has them joined.
        kind: its VALUE parameter in small letters; empty where there is none.
    """

    name: str
    parts: tuple[str, ...] = field(repr=False)
    kind: str = ""


def properties_of(card: Card) -> tuple[Property, ...]:
    """The properties of a card, in the order of its fields; those that lie in Base64 are left out.

    Source: RFC 6350, Sections 3.3, 3.4 and 4; RFC 2426, Section 5; quoted-printable as in version 2.1.

    >>> from leakage.workspace.files.vcard.cards import cards_in
    >>> card = cards_in("BEGIN:VCARD\\nN:Doe;John\\\\, jr\\nFN;ENCODING=QUOTED-PRINTABLE:J=C3=B6\\nEND:VCARD").cards[0]
    >>> [one.parts for one in properties_of(card)]
    [('Doe', 'John, jr'), ('Jö',)]
    """
    return tuple(decoded for given in card.fields if not in_base64(given) for decoded in _properties(given))


def _properties(given: Field) -> list[Property]:
    value, kind = _decoded(given), given.parameter("VALUE").lower()
    if given.name in STRUCTURED:
        joined = " " if given.name == "N" else ", "
        parts = tuple(
            joined.join(filter(None, (unescaped(text) for text in taken_apart(part, ","))))
            for part in taken_apart(value, ";")
        )
        return [Property(given.name, parts, kind)]
    if given.name == "NICKNAME":
        return [Property(given.name, (unescaped(nickname),), kind) for nickname in taken_apart(value, ",")]
    return [Property(given.name, (unescaped(value),), kind)]


def in_quoted_printable(given: Field) -> bool:
    """Whether the value of a field is encoded so; only version 2.1 has that."""
    return any(value.upper() == "QUOTED-PRINTABLE" for _, value in given.parameters)


def in_base64(given: Field) -> bool:
    """Whether the value of a field is encoded so, as pictures are."""
    return any(name in ("", "ENCODING") and value.upper() in ("B", "BASE64") for name, value in given.parameters)


def _decoded(given: Field) -> str:
    if not in_quoted_printable(given):
        return given.value
    return quopri.decodestring(given.value.encode()).decode(_charset(given), errors="replace")


def _charset(given: Field) -> str:
    name = given.parameter("CHARSET").upper()
    return name if name in CHARSETS else "UTF-8"


def taken_apart(text: str, separator: str) -> list[str]:
    r"""The parts between separators that no backslash stands before; what is escaped stays so.

    >>> taken_apart(r"a\;b;c", ";")
    ['a\\;b', 'c']
    """
    parts, start = [], 0
    for match in _PAIR_OR[separator].finditer(text):
        if match[0] == separator:
            parts.append(text[start : match.start()])
            start = match.end()
    return [*parts, text[start:]]


def unescaped(text: str) -> str:
    r"""A text without the backslashes that stand before separators; ``\n`` is a line break.

    >>> unescaped(r"a\, b\nc")
    'a, b\nc'
    """
    return _ESCAPED.sub(lambda escape: "\n" if escape[1] in "nN" else escape[1], text)
