"""Which values the adversary takes for one: equal ones, normalised ones, and values alike."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

import numpy as np
from rapidfuzz import fuzz, process
from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler

from leakage import registry
from leakage.cover import covers, is_general, number_of
from leakage.record import Attribute, Pair, Record

SimilarKind: TypeAlias = Literal["name", "text", "number", "date", "covers", "damerau levenshtein"]

WITHIN: tuple[SimilarKind, ...] = ("number", "date", "damerau levenshtein")
"""The kinds that go by how far values are apart, not by how similar they are."""

BLOCK = 1_000
"""Values that are held against all others at a time."""


@registry.by_fields
@dataclass(frozen=True, slots=True)
class Similar:
    """A condition inside ``Shares``: on this label the two records have values that are alike.

    Kinds: ``name``: Jaro-Winkler similarity at least ``at_least``. ``text``: the token set ratio, which counts
    the words in common in any order, at least ``at_least``. ``number``: not more than ``within`` apart.
    ``date``: not more than ``within`` days apart. ``covers``: one is a generalised value (``11*``, ``≥50``,
    ``[20-30]``) that covers the other. ``damerau levenshtein``: not more than ``within`` letters put in, left out,
    replaced or exchanged with a neighbour. Equal values are alike in every kind.
    Source: for generalised values, Whang & Garcia-Molina 2012, Section 3.1.

    Arguments:
        label: the label, not empty.
        at_least: the similarity demanded, where the kind has one, in (0, 1].
        kind: what the values are.
        within: the tolerance for numbers, in days for dates, in letters for edits, >= 0.
        blocked: hold names only against names with the same first letter, texts only against texts with a
            word in common, upper and lower case being one here; without it every value is held against every
            other, which is slow for many.

    >>> Similar("N").alike("Katherine", "Katharine"), Similar("N").alike("Alice", "Bob")
    (True, False)
    >>> Similar("A", 0.8, "text").alike("12 Main Street", "Main Street 12, Springfield")
    True
    >>> Similar("B", kind="date", within=1).alike("2015-10-29", "2015-10-30")
    True
    """

    label: str
    at_least: float = 0.9
    kind: SimilarKind = "name"
    within: float = 0.0
    blocked: bool = True

    def __post_init__(self) -> None:
        if not self.label:
            raise ValueError("a rule needs at least one label, and none may be empty")
        if self.kind not in get_args(SimilarKind):
            raise ValueError(f"the kind of a similarity must be {', '.join(get_args(SimilarKind))}")
        if not 0.0 < self.at_least <= 1.0:
            raise ValueError(f"at_least must be in (0, 1], got {self.at_least}")
        if not 0.0 <= self.within < math.inf:
            raise ValueError(f"within must be a finite number >= 0, got {self.within}")

    def alike(self, left: str, right: str) -> bool:
        """Whether two values are alike: symmetric, and true of equal values, but not transitive."""
        if left == right:
            return True
        # In one order only: no measure promises the same last bit both ways round.
        low, high = sorted((left, right))
        if self.kind == "covers":
            return covers(low, high) or covers(high, low)
        if self.kind in ("number", "date"):
            first, second = self.place(low), self.place(high)
            return first is not None and second is not None and abs(first - second) <= self.within
        if self.kind == "damerau levenshtein":
            return DamerauLevenshtein.distance(low, high) <= self.within
        if self.blocked and self.blocks(low).isdisjoint(self.blocks(high)):
            return False
        near = JaroWinkler.similarity(low, high) if self.kind == "name" else fuzz.token_set_ratio(low, high) / 100.0
        return near >= self.at_least

    def place(self, value: str) -> float | None:
        """Where a value lies on the line of numbers or days; None where it lies nowhere."""
        return number_of(value) if self.kind == "number" else day_of(value)

    def blocks(self, value: str) -> frozenset[str]:
        """What two names or texts must have in common to be compared: the first letter, or a word.

        >>> sorted(Similar("A", kind="text").blocks("12 Main"))
        ['12', 'main']
        """
        words = value.casefold().split()
        return frozenset(word[0] for word in words[:1]) if self.kind == "name" else frozenset(words)

    def alike_pairs(self, values: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The numbers of different values that are alike, each pair once, the lower number first.

        >>> list(Similar("N", 0.8).alike_pairs(["Ann", "Bob", "Anna"]))
        [(0, 2)]
        """
        pairs = itertools.chain.from_iterable(self._near(values))
        return (pair for pair in dict.fromkeys(pairs) if self.alike(values[pair[0]], values[pair[1]]))

    def _near(self, values: Sequence[str]) -> Iterator[Iterable[tuple[int, int]]]:
        """Pairs among which are all that are alike."""
        if self.kind in ("number", "date"):
            places = sorted((place, n) for n, value in enumerate(values) if (place := self.place(value)) is not None)
            for i, (place, n) in enumerate(places):
                later = itertools.takewhile(lambda other: other[0] - place <= self.within, places[i + 1 :])  # noqa: B023
                yield ((min(n, m), max(n, m)) for _, m in later)
        elif self.kind == "covers":
            for n in (n for n, value in enumerate(values) if is_general(value)):
                yield ((min(n, m), max(n, m)) for m in range(len(values)) if m != n)
        else:
            together: dict[str, list[int]] = defaultdict(list)
            for n, value in enumerate(values):
                for block in self.blocks(value) if self.blocked and self.kind in ("name", "text") else ("",):
                    together[block].append(n)
            yield from (pairs for numbers in together.values() for pairs in self._spelled(numbers, values))

    def _spelled(self, numbers: Sequence[int], values: Sequence[str]) -> Iterator[Iterable[tuple[int, int]]]:
        texts = [values[n] for n in numbers]
        for first in range(0, len(texts), BLOCK):
            rows = texts[first : first + BLOCK]
            if self.kind == "damerau levenshtein":
                near = process.cdist(rows, texts, scorer=DamerauLevenshtein.distance, dtype=np.int32) <= self.within
            elif self.kind == "name":
                near = (
                    process.cdist(rows, texts, scorer=JaroWinkler.similarity, dtype=np.float64) >= self.at_least - 1e-9
                )
            else:
                near = process.cdist(rows, texts, scorer=fuzz.token_set_ratio, dtype=np.float64) >= 100 * (
                    self.at_least - 1e-9
                )
            left, right = np.nonzero(near)
            pairs = zip((left + first).tolist(), right.tolist(), strict=True)
            yield ((numbers[i], numbers[j]) for i, j in pairs if i < j)

    @property
    def strictness(self) -> float:
        """Of two conditions of one kind, whatever is alike by that of the greater is alike by that of the lesser.

        >>> Similar("N", 0.9).strictness > Similar("N", 0.8).strictness
        True
        """
        return -self.within if self.kind in WITHIN else self.at_least

    @property
    def tolerance(self) -> str:
        """How near is near enough, as a person would say it.

        >>> Similar("N", 0.9).tolerance
        '90% alike'
        """
        return {
            "name": f"{self.at_least:.0%} alike",
            "text": f"{self.at_least:.0%} alike word by word",
            "number": f"within {self.within:g}",
            "date": f"within {self.within:g} days",
            "covers": "or a generalised value that covers it",
            "damerau levenshtein": f"{self.within:g} letters changed or exchanged at most",
        }[self.kind]

    def sentence(self) -> str:
        """The condition as a person would say it."""
        return f"{self.label} ({self.tolerance})"


@lru_cache(maxsize=65_536)
def day_of(value: str) -> float | None:
    """The number of a day, written 2015-10-29 or 29.10.2015; None for any other value.

    >>> day_of("2015-10-30") - day_of("29.10.2015")
    1.0
    """
    for form in ("%Y-%m-%d", "%d.%m.%Y"):
        try:
            return float(date.toordinal(datetime.strptime(value.strip(), form)))
        except ValueError:
            continue
    return None


# Normalisation: which differences the adversary overlooks.


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


@dataclass(frozen=True, slots=True)
class Condition:
    """What two records must have in common under one label: equal values, or alike ones, after normalisation.

    Values become tokens, such that two values agree if and only if they share one: each its own, and one for each
    pair that is alike. So one engine joins by equal and by alike values.

    Arguments:
        label: which is compared.
        similars: any of which is enough beside equality.
        normalisers: what is overlooked, applied first to last.
    """

    label: str
    similars: tuple[Similar, ...] = ()
    normalisers: tuple[Normaliser, ...] = ()

    def tokens(self, values: Sequence[str]) -> list[tuple[int, ...]]:
        """The tokens of each of some values.

        >>> Condition("N", (Similar("N", 0.8),)).tokens(["Ann", "Bob", "Anna"])
        [(0, 3), (1,), (2, 3)]
        """
        number: dict[str, int] = {}
        places = [number.setdefault(self.compared(value), len(number)) for value in values]
        tokens = [[place] for place in range(len(number))]
        pairs = dict.fromkeys(itertools.chain.from_iterable(s.alike_pairs(list(number)) for s in self.similars))
        for token, pair in enumerate(pairs, start=len(number)):
            for place in pair:
                tokens[place].append(token)
        return [tuple(tokens[place]) for place in places]

    def compared(self, value: str) -> str:
        """What a value is compared as."""
        for normaliser in self.normalisers:
            value = normaliser.value(self.label, value)
        return value
