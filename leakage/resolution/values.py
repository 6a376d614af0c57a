"""Which values count as the same: equal, normalised, similar, or generalised ones such as ``11*``."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from rapidfuzz import fuzz, process
from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler

from leakage.arguments import check_range
from leakage.cover import covers, is_general, number_of
from leakage.record import Attribute, Record, gathered

SimilarKind: TypeAlias = Literal["name", "text", "number", "date", "covers", "damerau levenshtein"]

SCORERS: dict[str, tuple[Any, float]] = {
    "name": (JaroWinkler.similarity, 1.0),
    "text": (fuzz.token_set_ratio, 100.0),
    "damerau levenshtein": (DamerauLevenshtein.distance, 0.0),
}
"""The scorer of each kind, and the score of equal values: 0 for a distance."""


@dataclass(frozen=True, slots=True)
class Similar:
    """A condition in ``Shares``: the two records have similar values for a label.

    Kinds: ``name``: Jaro-Winkler similarity at least ``at_least``. ``text``: the token set ratio, which counts the
    words in common in any order, at least ``at_least``. ``number``, ``date``: not more than ``within`` apart, or days.
    ``covers``: one is a generalised value (``11*``, ``≥50``, ``[20-30]``) that covers the other (Whang & Garcia-Molina
    2012, Section 3.1). ``damerau levenshtein``: not more than ``within`` letters put in, left out, replaced or
    exchanged with a neighbour. Equal values are alike in every kind.

    Arguments:
        at_least: the similarity demanded, where the kind has one, in (0, 1].
        within: the tolerance for numbers, in days for dates, in letters for edits, >= 0.
        blocked: compare names only if they share their first letter, texts only if they share a word; without it all
            values are compared with one another, which is slow for many.

    >>> Similar("N").alike("Katherine", "Katharine"), Similar("N").alike("Alice", "Bob")
    (True, False)
    >>> Similar("N", 1.0, "text").alike("Ann Lee", "Lee Ann")
    True
    """

    label: str
    at_least: float = 0.9
    kind: SimilarKind = "name"
    within: float = 0.0
    blocked: bool = True

    def __post_init__(self) -> None:
        if self.kind not in get_args(SimilarKind):
            raise ValueError(f"the kind of a similarity must be {', '.join(get_args(SimilarKind))}")
        check_range("at_least", self.at_least, "(0, 1]")
        check_range("within", self.within, "[0, inf)")

    def alike(self, left: str, right: str) -> bool:
        """Whether two values are alike: symmetric, and true of equal values, but not transitive."""
        if left == right:
            return True
        # In a fixed order: the scorers may differ in the last bit the other way round.
        low, high = sorted((left, right))
        if self.kind == "covers":
            return covers(low, high) or covers(high, low)
        if self.kind in ("number", "date"):
            first, second = self._place(low), self._place(high)
            return first is not None and second is not None and abs(first - second) <= self.within
        if self.blocked and self._blocks(low).isdisjoint(self._blocks(high)):
            return False
        return bool(self.nearness(SCORERS[self.kind][0](low, high)) >= 0.0)

    def nearness(self, score: Any) -> Any:
        """By how much a score exceeds what is demanded; negative if it does not. For kinds with a scorer."""
        scale = SCORERS[self.kind][1]
        return score / scale - self.at_least if scale else self.within - score

    def _place(self, value: str) -> float | None:
        return number_of(value) if self.kind == "number" else day_of(value)

    def _blocks(self, value: str) -> frozenset[str]:
        words = value.casefold().split()
        if self.kind not in ("name", "text"):
            return frozenset(("",))
        return frozenset(word[0] for word in words[:1]) if self.kind == "name" else frozenset(words)

    def alike_pairs(self, values: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The pairs of places of different values that are alike, each once, the lower place first."""
        pairs = dict.fromkeys((min(pair), max(pair)) for pair in self._near(values))
        return (pair for pair in pairs if self.alike(values[pair[0]], values[pair[1]]))

    def _near(self, values: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Candidate pairs, all that are alike among them."""
        if self.kind in ("number", "date"):
            places = sorted((place, n) for n, value in enumerate(values) if (place := self._place(value)) is not None)
            for i, (place, n) in enumerate(places):
                later = itertools.takewhile(lambda other: other[0] - place <= self.within, places[i + 1 :])  # noqa: B023
                yield from ((n, m) for _, m in later)
        elif self.kind == "covers":
            # Spaces around a value do not count.
            general = (n for n, value in enumerate(values) if is_general(value) or value != value.strip())
            yield from ((n, m) for n in general for m in range(len(values)) if m != n)
        else:
            together: dict[str, list[int]] = defaultdict(list)
            for n, value in enumerate(values):
                for block in self._blocks(value) if self.blocked else ("",):
                    together[block].append(n)
            for numbers in together.values():
                yield from self._scored(numbers, [values[n] for n in numbers])

    def _scored(self, numbers: Sequence[int], texts: Sequence[str]) -> Iterator[tuple[int, int]]:
        scorer = SCORERS[self.kind][0]
        # In slices, to bound memory.
        for first in range(0, len(texts), 250):
            scores = process.cdist(texts[first : first + 250], texts, scorer=scorer, dtype=np.float64)
            left, right = np.nonzero(self.nearness(scores) >= -1e-9)
            for i, j in zip((left + first).tolist(), right.tolist(), strict=True):
                if i < j:
                    yield numbers[i], numbers[j]

    @property
    def tolerance(self) -> str:
        """How similar is enough, in words."""
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
    """The number of a day, written 2015-10-29 or 29.10.2015; None for any other value."""
    for form in ("%Y-%m-%d", "%d.%m.%Y"):
        try:
            return float(date.toordinal(datetime.strptime(value.strip(), form)))
        except ValueError:
            continue
    return None


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


@dataclass(frozen=True)
class Normaliser:
    """Which differences between values the adversary ignores; each can be switched off.

    Arguments:
        phones: labels of phone numbers, compared however they are written.
        region: two letters, the country of phone numbers without a country code.
        emails: labels of email addresses, compared without case and tag (``a+shop@x`` is ``a@x``).
        nicknames: labels of names, in which a short form stands for the full first name.

    >>> normaliser = Normaliser(phones=("P",), emails=("E",), nicknames=("N",), region="US")
    >>> normaliser.value("P", "(650) 253-0000")
    '+16502530000'
    >>> normaliser.value("E", "Alice+shop@Example.com"), normaliser.value("N", " Bob  Smith")
    ('alice@example.com', 'robert smith')
    """

    case: bool = True
    spaces: bool = True
    phones: tuple[str, ...] = ()
    region: str = ""
    emails: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(isinstance(labels, str) for labels in (self.phones, self.emails, self.nicknames)):
            raise TypeError("phones, emails and nicknames are tuples of labels, as in phones=('Phone',)")

    def value(self, label: str, value: str) -> str:
        """The normalised value, never empty."""
        return _normalised(self, label, value)

    def record(self, record: Record) -> Record:
        """The record with normalised values; if two become one, the greater confidence stays."""
        return gathered(Attribute(a.label, self.value(a.label, a.value), a.confidence) for a in record)

    def sentence(self) -> str:
        """What is ignored, in words."""
        names = ("case", "spaces", "how phone numbers are written", "tags in email addresses", "nicknames")
        chosen = (self.case, self.spaces, self.phones, self.emails, self.nicknames)
        overlooked = ", ".join(itertools.compress(names, map(bool, chosen)))
        return f"overlooking {overlooked}" if overlooked else "value by value"


@lru_cache(maxsize=262_144)
def _normalised(normaliser: Normaliser, label: str, value: str) -> str:
    text = value
    if label in normaliser.phones:
        return _phone(text, normaliser.region)
    if label in normaliser.emails:
        local, at, domain = text.strip().casefold().rpartition("@")
        text = f"{local.partition('+')[0]}{at}{domain}"
    if normaliser.case:
        text = text.casefold()
    if normaliser.spaces:
        text = " ".join(text.split())
    if label in normaliser.nicknames:
        first, space, rest = text.partition(" ")
        text = f"{NICKNAMES.get(first.casefold(), first)}{space}{rest}"
    return text or value


def _phone(text: str, region: str) -> str:
    import phonenumbers  # noqa: PLC0415

    try:
        number = phonenumbers.parse(text, region or None)
    except phonenumbers.NumberParseException:
        digits = "".join(filter(str.isdigit, text))
        return _phone(digits, region) if digits not in ("", text) else text
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


@dataclass(frozen=True, slots=True)
class Condition:
    """What two records must share for one label: equal or similar values, after the normalisers in order.

    Each value has a token of its own and one for each similar value, so that values agree if and only if they share a
    token.
    """

    label: str
    similars: tuple[Similar, ...] = ()
    normalisers: tuple[Normaliser, ...] = ()

    def tokens(self, values: Sequence[str]) -> list[tuple[int, ...]]:
        """The tokens of each value."""
        number: dict[str, int] = {}
        places = [number.setdefault(self.compared(value), len(number)) for value in values]
        tokens = [[place] for place in range(len(number))]
        pairs = dict.fromkeys(itertools.chain.from_iterable(s.alike_pairs(list(number)) for s in self.similars))
        for token, pair in enumerate(pairs, start=len(number)):
            for place in pair:
                tokens[place].append(token)
        return [tuple(tokens[place]) for place in places]

    def compared(self, value: str) -> str:
        """The value after all normalisers."""
        for normaliser in self.normalisers:
            value = normaliser.value(self.label, value)
        return value
