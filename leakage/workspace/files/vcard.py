"""vCards, versions 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350): the facts of each card."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from leakage.record import Pair
from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.secret import kept
from leakage.workspace.files.text import birthday_of, decoded_by, lists, pieces_of

MAX_CARDS, MAX_FIELDS = 10_000, 150_000
MAX_VALUE, MAX_HEAD = 2_000, 2_000
"""Characters of a field's value, and of what stands before its colon."""

_GENDERS = {"F": "female", "M": "male", "O": "other", "N": "", "U": ""}
_BEGIN = re.compile(rb"BEGIN[ \t]*:[ \t]*VCARD\b", re.IGNORECASE)
_BASE64 = re.compile(r";(?:ENCODING=)?(?:B|BASE64)(?:;|$)", re.IGNORECASE)
_QUOTED = re.compile(r"QUOTED-PRINTABLE", re.IGNORECASE)
_SOFT = re.compile(r"^[^\n:]*QUOTED-PRINTABLE[^\n:]*:(?:[^\n]*=\n)+", re.IGNORECASE | re.MULTILINE)
_CHARSET = re.compile(r";CHARSET=\"?([^;:\"]*)", re.IGNORECASE)
_LABELLED = re.compile(r"(?:[\w-]+\.)?ADR\b[^:]*;LABEL=", re.IGNORECASE)
_NAME = re.compile(r"(?:[\w-]{1,60}\.)?([\w-]{1,60})\s*(?:;|$)")
_SCHEME = re.compile(r"[a-z]{2,12}:(?!//)", re.IGNORECASE)
_ESCAPED = re.compile(r'\\([\\;,:nN"])')

_Field: TypeAlias = tuple[str, str, str]
"""A name in capitals, the parameters, and the value as it stands there."""


def is_cards(content: bytes) -> bool:
    """Whether a file begins as one of cards."""
    return _BEGIN.match(content[:4_096].lstrip(b"\xef\xbb\xbf \t\r\n")) is not None


def read_cards(content: bytes) -> Findings:
    """The cards of a file: of one alone its facts are the person's, of several they are offered.

    Raises:
        ValueError: with one sentence for no whole card, and for more or larger ones than can be read.
    """
    gathering, cards = Gathering(), list[tuple[Pair, ...]]()
    pieces_of(text := content.removeprefix(b"\xef\xbb\xbf").decode("latin-1"))
    for fields in _cards(text, gathering):
        cards.append(_facts(fields, gathering))
        if len(cards) > MAX_CARDS:
            raise ValueError(f"there are more than {MAX_CARDS:,} cards, the most that can be read")
    if not cards:
        raise ValueError("there is no whole card in the file; was it cut short?")
    found = gathering.findings("cards")
    return replace(found, facts=cards[0]) if len(cards) == 1 else replace(found, cards=tuple(cards))


def _cards(text: str, gathering: Gathering) -> Iterator[list[_Field]]:
    """The fields of each card, without cards that lie in it."""
    depth, unread, count, fields = 0, 0, 0, list[_Field]()
    wanted, left_out = lists("shapes.toml")["card_fields"], lists("shapes.toml")["card_left_out"]
    for field in map(_field, _unfolded(text)):
        name, head, value = field or ("", "", "")
        if not name:
            unread += depth > 0
        elif name == "BEGIN":
            depth += 1
        elif name == "END":
            if depth == 1:
                yield fields
                fields = []
            depth = max(0, depth - 1)
        elif depth == 1:
            count += 1
            if count > MAX_FIELDS:
                raise ValueError(f"the cards have more than {MAX_FIELDS:,} fields, the most that can be read")
            if name not in wanted:
                gathering.leave_out(left_out.get(name, ""), name in left_out)
            elif len(value) <= MAX_VALUE and not _BASE64.search(head):
                fields.append((name, head, value))
            else:
                gathering.leave_out("fields that are too long, or no text")
    if depth:
        gathering.refuse("", "the last card has no end and was left out; was the file cut short?")
    if unread:
        gathering.refuse("", f"lines that are no field of a card, and were left out: {unread:,}")


def _unfolded(text: str) -> Iterator[str]:
    # In quoted-printable text, which only version 2.1 has, an equals sign at the end of a line joins the next.
    joined = _SOFT.sub(lambda lines: lines[0].replace("=\n", ""), re.sub(r"\r\n?", "\n", text))
    return filter(str.strip, re.sub(r"\n[ \t]", "", joined).split("\n"))


def _field(line: str) -> _Field | None:
    bare = re.sub(r'"[^"]*"', lambda quoted: "x" * len(quoted[0]), line[:MAX_HEAD])
    colon = bare.find(":")
    if colon >= 0 and _LABELLED.match(bare):
        colon = max((n for n, sign in enumerate(bare) if sign == ":" and line.count(";", n) >= 6), default=colon)
    name = _NAME.match(line[:colon]) if colon >= 0 else None
    return (name[1].upper(), line[name.end(1) : colon], line[colon + 1 :]) if name else None


def _parts(field: _Field, separator: str) -> list[str]:
    """The parts of a value, decoded and without what its writer escaped."""
    _, head, value = field
    raw, charset = value.encode("latin-1"), _CHARSET.search(head)
    text = decoded_by(quopri.decodestring(raw) if _QUOTED.search(head) else raw, charset[1].strip() if charset else "")
    if "\\" not in text:
        return text.split(separator)
    apart = re.findall(rf"((?:\\.|[^\\{separator}])*)(?:{separator}|\Z)", text, re.DOTALL)
    return [_ESCAPED.sub(lambda escape: "\n" if escape[1] in "nN" else escape[1], part) for part in apart]


def _facts(fields: list[_Field], gathering: Gathering) -> tuple[Pair, ...]:
    named = any(field[0] == "FN" and _parts(field, ";")[0].strip() for field in fields)
    facts: dict[Pair, None] = {}
    for name, label in lists("shapes.toml")["card_fields"].items():
        for field in (one for one in fields if one[0] == name and not (name == "N" and named)):
            for called, text in _pairs(field, label):
                value = birthday_of(text) if label == "Date of birth" else kept(" ".join(text.split()))
                gathering.leave_out("birthdays without day, month or year", label == "Date of birth" and not value)
                facts.update({(called, value): None} if value else {})
    return tuple(facts)


def _pairs(field: _Field, label: str) -> Iterator[Pair]:
    if field[0] == "N":
        family, given, additional, prefix, suffix = (*_parts(field, ";"), "", "", "", "", "")[:5]
        yield label, " ".join((prefix, given, additional, family, suffix))
    elif field[0] == "ADR":
        parts = [", ".join(filter(None, map(str.strip, part.splitlines()))) for part in _parts(field, ";")]
        box, extended, street, *places = (*parts, "", "", "", "", "", "", "")[:7]
        yield label, ", ".join(filter(None, (box, extended, street)))
        yield from zip(("City", "Region", "Post code", "Country"), places, strict=True)
    elif field[0] == "ORG":
        yield label, ", ".join(filter(None, _parts(field, ";")))
    elif field[0] == "NICKNAME":
        yield from ((label, nickname) for nickname in _parts(field, ","))
    elif field[0] == "GENDER":
        sex, _, identity = "".join(_parts(field, "\x00")).partition(";")
        yield label, identity or _GENDERS.get(sex.strip().upper(), sex)
    else:
        # "tel:", "mailto:", "xmpp:"; what follows a semicolon there is an extension or a hint for the exchange.
        text = "".join(_parts(field, "\x00")).strip()
        scheme = _SCHEME.match(text) if label in ("Email", "Phone", "Social media handle") else None
        yield label, text[scheme.end() :].partition(";")[0] if scheme else text
