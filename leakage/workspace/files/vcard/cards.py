"""The cards of a file, each with the fields that can become facts, and how many of which it has besides."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from leakage.workspace.files.vcard.fields import Field, fields_in
from leakage.workspace.forms.problem import Problem

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
    problems: tuple[Problem, ...] = ()


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
            problems.append(Problem("", "the last card has no end and was left out; was the file cut short?"))
        if self._unread:
            problems.append(Problem("", f"lines that are no field of a card, and were left out: {self._unread:,}"))
        if self._long:
            problems.append(Problem("", f"fields of more than {MAX_VALUE:,} characters were left out: {self._long:,}"))
        return Cards(tuple(self._cards), tuple(problems))
