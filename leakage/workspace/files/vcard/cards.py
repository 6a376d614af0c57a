"""vCards: their lines, fields and properties."""

from __future__ import annotations

import io
import quopri
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from leakage.workspace.limits import InputProblem

# The fields of a vCard: lines joined that were folded, taken apart into name, parameters and value.


MAX_CHARACTERS = 10_000_000
MAX_LINES = 400_000
MAX_HEAD = 2_000
"""Characters of a field before its colon; no program writes more."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")
_QUOTED_PRINTABLE = re.compile(r";(?:ENCODING=)?QUOTED-PRINTABLE[;:]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Field:
    """One field as it stands in the file; neither parameters nor value show in a log.

    Arguments:
        name: in capitals, without a group.
        parameters: (name in capitals, value) pairs; a value that stands alone, as in version 2.1, has no name.
        value: everything after the colon, still encoded.
    """

    name: str
    parameters: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    value: str = field(default="", repr=False)

    def parameter(self, name: str) -> str:
        """The first value of a parameter; empty where there is none."""
        return next((value for key, value in self.parameters if key == name), "")


def fields_in(text: str) -> Iterator[Field | None]:
    """The fields of a file of vCards in their order; None for a line that is no field.

    Arguments:
        text: at most ``MAX_CHARACTERS`` long, in at most ``MAX_LINES`` lines.

    Raises:
        ValueError: for more than that.

    >>> [field.value for field in fields_in("FN:Ali\\n ce\\nitem1.TEL;TYPE=cell:1")]
    ['Alice', '1']
    """
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"the cards are longer than {MAX_CHARACTERS // 1_000_000} million characters")
    for line in _unfolded(text):
        yield _field(line)


def _unfolded(text: str) -> Iterator[str]:
    pieces: list[str] = []
    goes_on = False
    for number, physical in enumerate(io.StringIO(text, newline="")):
        if number >= MAX_LINES:
            raise ValueError(f"the cards have more than {MAX_LINES:,} lines, the most that can be read")
        line = physical.rstrip("\r\n")
        if goes_on:
            pieces.append(line)
        elif line[:1] in (" ", "\t") and pieces:
            pieces.append(line[1:])
        else:
            if pieces:
                yield "".join(pieces)
            pieces = [line] if line.strip() else []
        # In quoted-printable text, which only version 2.1 has, an equals sign at the end of a line joins the next.
        goes_on = bool(pieces) and line.endswith("=") and _QUOTED_PRINTABLE.search(pieces[0][:MAX_HEAD]) is not None
        if goes_on:
            pieces[-1] = pieces[-1][:-1]
    if pieces:
        yield "".join(pieces)


def _field(line: str) -> Field | None:
    end = _end_of_head(line)
    if end is None:
        return None
    name, *parameters = _split(line[:end], ";")
    name = name.rpartition(".")[2].strip()
    if not _NAME.fullmatch(name):
        return None
    return Field(
        name.upper(), tuple(pair for parameter in parameters for pair in _parameter(parameter)), line[end + 1 :]
    )


def _end_of_head(line: str) -> int | None:
    """Where the colon stands that ends name and parameters: the first outside quotation marks."""
    quoted = False
    for place, character in enumerate(line[:MAX_HEAD]):
        if character == '"':
            quoted = not quoted
        elif character == ":" and not quoted:
            return place
    return None


def _parameter(text: str) -> list[tuple[str, str]]:
    name, equals, values = text.partition("=")
    if not equals:
        return [("", name.strip().upper())]
    return [(name.strip().upper(), value.strip().strip('"')) for value in _split(values, ",")]


def _split(text: str, separator: str) -> list[str]:
    """The parts between separators outside quotation marks."""
    parts: list[list[str]] = [[]]
    quoted = False
    for character in text:
        if character == '"':
            quoted = not quoted
        if character == separator and not quoted:
            parts.append([])
        else:
            parts[-1].append(character)
    return ["".join(part) for part in parts]


# Property: one field of a card, decoded into its parts.


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


# The cards of a file, each with the fields that can become facts, and how many of which it has besides.


MAX_CARDS = 10_000
MAX_FIELDS = 1_000
MAX_DEPTH = 10
MAX_VALUE = 2_000
"""Characters of the value of one field that can become a fact."""

TEXTS = frozenset(
    ("FN", "NICKNAME", "TEL", "EMAIL", "BDAY", "TITLE", "URL", "IMPP", "SOCIALPROFILE", "X-SOCIALPROFILE", "GENDER")
)
"""Fields with one text, or several separated by commas."""

STRUCTURED = frozenset(("N", "ADR", "ORG"))
"""Fields in parts, separated by semicolons."""

PASSED_OVER = {
    "NOTE": "a note",
    "PHOTO": "a picture",
    "LOGO": "a picture",
    "SOUND": "a sound",
    "KEY": "a key",
    "AGENT": "another person's card",
    "RELATED": "a relative or friend",
    "CATEGORIES": "a group",
    "ANNIVERSARY": "an anniversary",
    "GEO": "a place on the map",
    "TZ": "a time zone",
    "LABEL": "an address label",
}
"""Fields that are left out, and what to call them."""

_TECHNICAL = frozenset(
    ("VERSION", "PRODID", "REV", "UID", "SORT-STRING", "SOURCE", "KIND", "CLASS", "MAILER", "XML", "CLIENTPIDMAP")
)


@dataclass(frozen=True, slots=True)
class Card:
    """One card as it stands in the file; its fields do not show in a log.

    Arguments:
        fields: those that can become facts, in their order, still encoded.
        passed_over: how many there are of each kind in ``PASSED_OVER``; "" counts those of other kinds.
    """

    fields: tuple[Field, ...] = field(repr=False)
    passed_over: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a file, and what could not be read of it."""

    cards: tuple[Card, ...]
    problems: tuple[InputProblem, ...] = ()


def cards_in(text: str) -> Cards:
    """The cards in a file, without those that lie in others.

    Arguments:
        text: as ``fields_in``; at most ``MAX_CARDS`` cards of ``MAX_FIELDS`` fields.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, for no card, or too many or too large ones.

    >>> found = cards_in("BEGIN:VCARD\\nFN:Alice\\nNOTE:Hi\\nEND:VCARD")
    >>> len(found.cards), found.cards[0].passed_over
    (1, (('NOTE', 1),))
    """
    reader = _Reader()
    for given in fields_in(text):
        reader.take(given)
    return reader.finished()


class _Reader:
    """Goes through the fields of a file and gathers them by card."""

    def __init__(self) -> None:
        self._cards: list[Card] = []
        self._fields: list[Field] = []
        self._passed: Counter[str] = Counter()
        self._count = self._depth = self._unread = self._long = 0

    def take(self, given: Field | None) -> None:
        if given is None:
            self._unread += self._depth > 0
        elif given.name == "BEGIN":
            self._begin()
        elif given.name == "END":
            self._end()
        elif self._depth == 1:
            self._keep(given)

    def _begin(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ValueError(f"cards lie more than {MAX_DEPTH} deep in one another")

    def _end(self) -> None:
        if self._depth == 1:
            if len(self._cards) == MAX_CARDS:
                raise ValueError(f"there are more than {MAX_CARDS:,} cards, the most that can be read")
            self._cards.append(Card(tuple(self._fields), tuple(self._passed.items())))
            self._fields, self._passed, self._count = [], Counter(), 0
        self._depth = max(0, self._depth - 1)

    def _keep(self, given: Field) -> None:
        self._count += 1
        if self._count > MAX_FIELDS:
            raise ValueError(f"a card has more than {MAX_FIELDS:,} fields, the most that can be read")
        if given.name not in TEXTS | STRUCTURED:
            if given.name not in _TECHNICAL:
                self._passed[given.name if given.name in PASSED_OVER else ""] += 1
        elif len(given.value) > MAX_VALUE:
            self._long += 1
        else:
            self._fields.append(given)

    def finished(self) -> Cards:
        if not self._cards:
            raise ValueError("there is no whole card in the file; was it cut short?")
        problems = []
        if self._depth:
            problems.append(InputProblem("", "the last card has no end and was left out; was the file cut short?"))
        if self._unread:
            problems.append(InputProblem("", f"lines that are no field of a card, and were left out: {self._unread:,}"))
        if self._long:
            problems.append(
                InputProblem("", f"fields of more than {MAX_VALUE:,} characters were left out: {self._long:,}")
            )
        return Cards(tuple(self._cards), tuple(problems))
