"""Normalisation: which differences the adversary overlooks when she compares values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from leakage.old import registry
from leakage.old.resolution.match import Alike, Key, Match
from leakage.old.resolution.rules.similar_values import Similar
from leakage.record import Attribute, Pair, Record

NICKNAMES = {
    "abby": "abigail", "al": "albert", "alex": "alexander", "andy": "andrew", "beth": "elizabeth", "bill": "william",
    "billy": "william", "bob": "robert", "bobby": "robert", "cathy": "catherine", "charlie": "charles",
    "chris": "christopher", "dan": "daniel", "danny": "daniel", "dave": "david", "dick": "richard", "drew": "andrew",
    "ed": "edward", "eddie": "edward", "fred": "frederick", "greg": "gregory", "jack": "john", "jen": "jennifer",
    "jenny": "jennifer", "jim": "james", "jimmy": "james", "joe": "joseph", "johnny": "john", "kate": "katherine",
    "kathy": "katherine", "ken": "kenneth", "larry": "lawrence", "liz": "elizabeth", "maggie": "margaret",
    "matt": "matthew", "mike": "michael", "nick": "nicholas", "pam": "pamela", "pat": "patricia", "peggy": "margaret",
    "pete": "peter", "phil": "philip", "rick": "richard", "rob": "robert", "ron": "ronald", "sam": "samuel",
    "steve": "steven", "sue": "susan", "ted": "theodore", "tim": "timothy", "tom": "thomas", "tommy": "thomas",
    "tony": "anthony", "will": "william",
}  # fmt: skip
"""Short forms of English first names; one form may stand for several names, and then the commonest is taken."""


@registry.by_fields
@dataclass(frozen=True)
class Normaliser:
    """Which differences between values the adversary overlooks; each can be switched.

    Arguments:
        case: upper and lower case.
        spaces: spaces at the ends, and more than one between words.
        phones: labels whose values are phone numbers, however they are written.
        region: the country of phone numbers without a country code, as two letters.
        emails: labels whose values are email addresses: case, and a tag (``a+shop@x`` is ``a@x``).
        nicknames: labels whose values are names, in which a short form counts as the full first name.

    >>> normaliser = Normaliser(phones=("P",), emails=("E",), nicknames=("N",), region="US")
    >>> normaliser.value("P", "(650) 253-0000"), normaliser.value("P", "+1 650 253 0000")
    ('+16502530000', '+16502530000')
    >>> normaliser.value("E", "Alice+shop@Example.com"), normaliser.value("N", " Bob  Smith")
    ('alice@example.com', 'robert smith')
    """

    case: bool = True
    spaces: bool = True
    phones: tuple[str, ...] = ()
    region: str = ""
    emails: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()

    def value(self, label: str, value: str) -> str:
        """What a value is compared as, never empty."""
        return _normalised(self, label, value)

    def record(self, record: Record) -> Record:
        """The record as it is compared; where two values become one the greater confidence stays."""
        greatest: dict[Pair, float] = {}
        for a in record:
            pair = (a.label, self.value(a.label, a.value))
            greatest[pair] = max(a.confidence, greatest.get(pair, 0.0))
        return Record(Attribute(*pair, confidence) for pair, confidence in greatest.items())

    def sentence(self) -> str:
        """What is overlooked, as a person would say it."""
        overlooked = [
            *(["case"] if self.case else []),
            *(["spaces"] if self.spaces else []),
            *(["how phone numbers are written"] if self.phones else []),
            *(["tags in email addresses"] if self.emails else []),
            *(["nicknames"] if self.nicknames else []),
        ]
        return f"overlooking {', '.join(overlooked)}" if overlooked else "value by value"


@registry.by_fields
@dataclass(frozen=True)
class Normalised(Match):
    """A match that compares normalised values; composites keep the values as they were.

    Every record is normalised by itself, and the normalised union is the union of the normalised: whatever
    properties the match has with union merge, it keeps.

    Arguments:
        match: when two records are taken to be the same person, told in normalised values.
        normaliser: what is overlooked.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> match = Normalised(Shares("N"), Normaliser())
    >>> match.matches(Record.of(("N", "Alice ")), Record.of(("N", "ALICE")))
    True
    """

    match: Match
    normaliser: Normaliser

    def keys(self, record: Record) -> Iterator[Key]:
        return (self._key(key) for key in self.match.keys(self.normaliser.record(record)))

    def lookup_keys(self, record: Record, alike: Alike) -> Iterator[Key]:
        return (self._key(key) for key in self.match.lookup_keys(self.normaliser.record(record), alike))

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        return self.match.compared(self.normaliser.record(record))

    def common_key(self, left: Record, right: Record) -> Key | None:
        key = self.match.common_key(self.normaliser.record(left), self.normaliser.record(right))
        return None if key is None else self._key(key)

    def pairs(self, record: Record) -> Collection[Pair]:
        return self.match.pairs(self.normaliser.record(record))

    @property
    def cross_record_keys(self) -> Match | None:
        cross_record_keys = self.match.cross_record_keys
        return None if cross_record_keys is None else Normalised(cross_record_keys, self.normaliser)

    @property
    def keys_decide(self) -> bool:
        return self.match.keys_decide

    @property
    def keys_equal(self) -> bool:
        return self.match.keys_equal

    @property
    def is_monotone(self) -> bool:
        return self.match.is_monotone

    @property
    def representative(self) -> bool:
        return self.match.representative

    @property
    def negatively_representative(self) -> bool:
        return self.match.negatively_representative

    @property
    def relaxed(self) -> Match:
        return Normalised(self.match.relaxed, self.normaliser)

    @property
    def parts(self) -> tuple[Match, ...]:
        return (self.match,)

    def with_parts(self, parts: Sequence[Match]) -> Normalised:
        (match,) = parts
        return Normalised(match, self.normaliser)

    @property
    def labels(self) -> tuple[str, ...]:
        return self.match.labels

    def sentence(self) -> str:
        return f"{self.match.sentence()} ({self.normaliser.sentence()})"

    def _key(self, key: Key) -> Key:
        return Key(Normalised(key.rule, self.normaliser), key.shared, key.left, key.right)


class _SavedNormalised(registry.SavedRule, tag="normalised"):
    meant = Normalised
    match: registry.AnyRule
    case: bool
    spaces: bool
    phones: tuple[str, ...] = ()
    region: str = ""
    emails: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()

    @classmethod
    def of(cls, value: Normalised) -> Self:
        parts = value.normaliser
        overlooked = (parts.case, parts.spaces, parts.phones, parts.region, parts.emails, parts.nicknames)
        return cls(registry.saved_form(value.match), *overlooked)

    def value(self, depth: int) -> Normalised:
        parts = Normaliser(self.case, self.spaces, self.phones, self.region, self.emails, self.nicknames)
        return Normalised(registry.value_of(self.match, depth + 1), parts)


@lru_cache(maxsize=262_144)
def _normalised(normaliser: Normaliser, label: str, value: str) -> str:
    text = value
    if label in normaliser.phones:
        return _phone(text, normaliser.region)
    if label in normaliser.emails:
        text = _email(text)
    if normaliser.case:
        text = text.casefold()
    if normaliser.spaces:
        text = " ".join(text.split())
    if label in normaliser.nicknames:
        text = _full_name(text)
    return text or value


def _phone(text: str, region: str) -> str:
    # Imported here: only few policies look at phone numbers, and it holds those of all countries.
    import phonenumbers  # noqa: PLC0415

    try:
        number = phonenumbers.parse(text, region or None)
    except phonenumbers.NumberParseException:
        # Not a number that can be dialled: its digits are what is left to compare.
        digits = "".join(filter(str.isdigit, text))
        return _phone(digits, region) if digits not in ("", text) else text
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def _email(text: str) -> str:
    local, at, domain = text.strip().casefold().rpartition("@")
    return f"{local.partition('+')[0]}{at}{domain}"


def _full_name(text: str) -> str:
    first, space, rest = text.partition(" ")
    return f"{NICKNAMES.get(first.casefold(), first)}{space}{rest}"
