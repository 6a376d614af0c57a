"""Believable values: wrong, but such as a person might have, or alike to several others."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import TypeAlias

from leakage.arguments import check_seed
from leakage.cover import EVERYTHING, interval_of, number_of
from leakage.old.decision.disinformation import made_up_values
from leakage.old.decision.disinformation import made_up_values as formats
from leakage.old.decision.disinformation.made_up_values import (
    CONDITIONS,
    EMPLOYERS,
    FAITHS,
    GIVEN_NAMES,
    JOBS,
    LATIN,
    MEDICINES,
    NATIONALITIES,
    PETS,
    RELATIONSHIPS,
    VIEWS,
    WORDS,
    Maker,
    digits,
    script_of,
)
from leakage.old.resolution.rules.similar_values import Similar

# Believable values: wrong, but such as a person might have. They are made up and belong to nobody.


Like: TypeAlias = Callable[[str], Maker | None]
"""From an example to values written as it is; None where it is no example of the kind."""


class TakenValues(frozenset[str]):
    """Values as they are compared: without case, and without spaces around them.

    >>> sorted(TakenValues([" Ann", "ANN", "Bob"]))
    ['ann', 'bob']
    """

    def __new__(cls, values: Iterable[str] = ()) -> TakenValues:
        return super().__new__(cls, map(_plain, values))


def believable_values(
    label: str,
    taken: Collection[str],
    count: int,
    *,
    seed: int = 0,
    like: str | None = None,
    refused: Callable[[str], bool] | None = None,
) -> tuple[str, ...]:
    """Wrong but believable values for a label, none of them taken.

    What ``Add(r)`` appends: "incorrect but believable" information. Known labels draw on small lists and on
    formats nobody is issued (555-01xx, example.org, masked cards), written the way an example is: a +49 number gives
    numbers that Germany keeps for fiction, a date keeps its order and marks, a name its script. Others keep the format
    of the example.
    Source: Whang & Garcia-Molina 2012, Section 4.2.

    Arguments:
        label: what kind of value is wanted; known kinds are found by the words in it.
        taken: values not to be used: the person's own and all that are out; compared without case. ``TakenValues``
            where they are many and asked for again.
        count: how many different values, >= 0; numbered variants where a list runs out.
        seed: a whole number of at least 0; equal seeds give equal results.
        like: an example, the person's own value, whose writing is kept.
        refused: whether a value will not do; fewer are given where nearly all are refused.

    Raises:
        ValueError: if count is negative.

    >>> believable_values("Religion", ["faith A", "faith B", "none"], 2, seed=1)
    ('faith C', 'faith D')
    >>> len(set(believable_values("Shoe size", ["42"], 5, like="42")))
    5
    """
    if count < 0:
        raise ValueError(f"count must not be negative, got {count}")
    used = taken if isinstance(taken, TakenValues) else TakenValues(taken)
    given = set[str]()
    kept: list[str] = []
    in_vain = 0
    for value in _candidates(_maker(label, like), random.Random(f"{check_seed(seed)}/{label}")):
        if len(kept) == count or in_vain == PATIENCE:
            break
        if value and _plain(value) not in used and _plain(value) not in given:
            given.add(_plain(value))
            will_do = refused is None or not refused(value)
            in_vain = 0 if will_do else in_vain + 1
            kept += [value] if will_do else []
    return tuple(kept)


TRIES = 200
"""Draws before a kind of value counts as exhausted: lists are far shorter."""

PATIENCE = 500
"""Values refused one after the other before no more are tried."""


def _candidates(maker: Maker, chance: random.Random) -> Iterator[str]:
    """First draws, then numbered variants without end."""
    for _ in range(TRIES):
        yield maker(chance)
    for number in itertools.count(2):
        yield f"{maker(chance)} {number}"


def _plain(value: str) -> str:
    return value.strip().casefold()


def _maker(label: str, like: str | None) -> Maker:
    # Words run together, or not at all: DateOfBirth, date_of_birth, "Date of birth (D)".
    words = " ".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", label)).casefold()
    for pattern, maker, alike in KINDS:
        if re.search(rf"\b(?:{pattern})\b", words):
            return (alike(like) if alike and like else None) or maker
    return (lambda chance: _reshaped(like, chance)) if like else _phrase


def _of(*choices: str) -> Maker:
    return lambda chance: chance.choice(choices)


def _handle(chance: random.Random) -> str:
    return f"{chance.choice(WORDS)}_{chance.choice(WORDS)}{chance.randrange(10, 100)}"


def _email(chance: random.Random) -> str:
    host = chance.choice(("example.com", "example.org", "example.net"))
    return f"{chance.choice(GIVEN_NAMES).casefold()}.{chance.choice(WORDS)}{chance.randrange(10, 100)}@{host}"


def _date(chance: random.Random) -> str:
    return f"{chance.randrange(1945, 2005)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}"


def _salary(chance: random.Random) -> str:
    return str(chance.randrange(18, 90) * 1000)


def _age(chance: random.Random) -> str:
    return str(chance.randrange(18, 90))


def _network_address(chance: random.Random) -> str:
    # 192.0.2.0/24 and its two sisters are kept for documentation (RFC 5737).
    block = chance.choice(("192.0.2", "198.51.100", "203.0.113"))
    return f"{block}.{chance.randrange(1, 255)}"


def _phrase(chance: random.Random) -> str:
    return f"{chance.choice(WORDS)} {chance.choice(WORDS)}"


_name, _city, _street = made_up_values.name(""), made_up_values.city(""), made_up_values.street("")


def _first_name(like: str) -> Maker:
    return _of(*script_of(like).given)


def _last_name(like: str) -> Maker:
    return _of(*script_of(like).family)


# The first that fits is taken, so the longer phrases stand before the words in them.
KINDS: tuple[tuple[str, Maker, Like | None], ...] = (
    ("e ?mail", _email, None),
    ("ip address|ip", _network_address, None),
    ("phone|telephone|mobile|fax", digits("555-01##"), made_up_values.phone),
    # What a password is called, never a password: see password_names.
    ("password|passphrase", _of(*(f"password {letter}" for letter in formats.LETTERS)), None),
    ("first name|given name|forename", _of(*GIVEN_NAMES), _first_name),
    ("last name|family name|surname", _of(*LATIN.family), _last_name),
    ("user ?name|nick ?name|handle|login|alias|account name", _handle, None),
    ("(?:street )?address|street|home", _street, made_up_values.street),
    ("post ?code|postal code|zip(?: code)?", digits("999##"), formats.post_code),
    ("city|town|place of birth|birth ?place", _city, made_up_values.city),
    ("date of birth|birth ?date|birth ?day|birthday|dob|date", _date, formats.date),
    ("age", _age, None),
    ("employer|company|workplace", _of(*EMPLOYERS), None),
    ("job|job title|occupation|profession", _of(*JOBS), None),
    ("salary|income|wage", _salary, formats.amount),
    ("health|condition|disease|illness|diagnosis", _of(*CONDITIONS), None),
    ("medication|medicine|drug|prescription", _of(*MEDICINES), None),
    ("nationality|citizenship|country", _of(*NATIONALITIES), None),
    ("relationship|marital", _of(*RELATIONSHIPS), None),
    ("religion|faith", _of(*FAITHS), None),
    ("political|party", _of(*VIEWS), None),
    ("sexual orientation|orientation", _of(*(f"orientation {letter}" for letter in "ABCDEF")), None),
    ("gender|sex", _of("female", "male", "non-binary", "other", "not stated"), None),
    ("children|child|kids", _of("none", "one", "two", "three", "four", "two, grown up"), None),
    ("contacts|friends", digits("address book ####"), None),
    ("location history|location", digits("timeline ####"), None),
    ("browsing history|search history", digits("history ####"), None),
    ("purchase history|purchases|orders", digits("orders ####"), None),
    ("interests|hobbies", _of("chess", "sailing", "baking", "climbing", "gardening", "birdwatching", "pottery"), None),
    ("security answer|pet", _of(*PETS), None),
    ("frequent flyer(?: number)?|loyalty", digits("XX-######"), None),
    ("card|cards|credit card", digits("card ending ####"), made_up_values.card),
    ("bank|account|iban", digits("account ending ####"), made_up_values.iban),
    # Social security numbers in 000 are never issued; the others copy the trick.
    (
        "national id|ssn|social security(?: number)?|tax(?: number)?",
        digits("000-##-####"),
        made_up_values.official_number,
    ),
    ("passport", digits("X00######"), made_up_values.official_number),
    ("insurance(?: number)?|policy", digits("000-######"), made_up_values.official_number),
    ("driving licence|driving license|licence|license|plate", digits("XX-0##-##"), None),
    ("photo|portrait|picture", digits("portrait ####"), None),
    ("name", _name, made_up_values.name),
)


def _reshaped(like: str, chance: random.Random) -> str:
    """A value of the same format: other digits for digits, other words for words."""
    changed = re.sub(r"\d", lambda _: str(chance.randrange(10)), like)
    # One or two letters beside digits are part of a code ("c1"), not a word.
    shortest = 3 if changed != like or re.search(r"\d", like) else 1
    return re.sub(rf"[^\W\d_]{{{shortest},}}", lambda word: _word_for(word[0], chance), changed)


def _word_for(word: str, chance: random.Random) -> str:
    other = chance.choice(WORDS)
    if word.isupper():
        return other.upper()
    return other.capitalize() if word[0].isupper() else other


# Values between: one value that is alike to several others without being any of them.


LONGEST = 300
"""Digits of a number, before the point or after."""


def values_between(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    """Values that may be alike to several of some values; what is alike in the end is for the similarity to say.

    number: halfway between two, whole where that will do. date: the day halfway. text: the words of two, and of all.
    covers: of two and of all the range of numbers, or what they begin with and stars; and ``*``, which is anything.
    Wherever one value is alike to some of the values, one of these is alike to them all, but for the rounding of
    decimals. name, and any other spelling: a beginning of one with the rest of another; of these there may be others,
    even better ones.

    Arguments:
        similar: what makes two values alike.
        values: each once.

    >>> list(values_between(Similar("A", kind="number", within=2), ["20", "24"]))
    ['22']
    >>> list(values_between(Similar("N", kind="text"), ["Alice Jones", "Bob Jones"]))
    ['Alice Jones Bob']
    """
    return iter(dict.fromkeys(_KINDS[similar.kind](similar, values)))


def _names(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    for left, right in itertools.permutations(values, 2):
        yield from (left[:cut] + right[cut:] for cut in range(1, min(len(left), len(right))))


def _texts(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    for some in (*itertools.combinations(values, 2), tuple(values)):
        yield " ".join(dict.fromkeys(word for value in some for word in value.split()))


def _numbers(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    numbers = {Decimal(value.strip()) for value in values if number_of(value) is not None}
    places = sorted(filter(_writable, numbers))
    for low, high in itertools.combinations(places, 2):
        yield from _around((low + high) / 2)


def _around(number: Decimal) -> Iterator[str]:
    """A number and the whole ones beside it, the whole ones first."""
    yield from (f"{math.floor(number):d}", f"{math.ceil(number):d}", f"{number:f}")


def _days(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    days = sorted({int(day) for value in values if (day := similar.place(value)) is not None})
    return (date.fromordinal((low + high) // 2).isoformat() for low, high in itertools.combinations(days, 2))


def _covering(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    stripped = [value.strip() for value in values]
    for some in (*itertools.combinations(stripped, 2), tuple(stripped)):
        yield from _ranges(some)
        yield from _starred(some)
    yield EVERYTHING


def _ranges(values: Sequence[str]) -> Iterator[str]:
    """The numbers and ranges among the values, from the least to the greatest."""
    intervals = [interval for value in values if (interval := interval_of(value)) is not None]
    ends = sorted(end for interval in intervals for end in (interval.low, interval.high))
    if len(intervals) > 1 and all(map(_writable, ends)):
        yield f"[{ends[0]:f}-{ends[-1]:f}]"


def _starred(values: Sequence[str]) -> Iterator[str]:
    """For the values of every length what they begin with, and stars."""
    for size in sorted({len(value) for value in values}):
        columns = zip(*(value for value in values if len(value) == size), strict=True)
        same = "".join(letters[0] for letters in itertools.takewhile(lambda letters: len(set(letters)) == 1, columns))
        yield same.ljust(size, EVERYTHING)


def _writable(number: Decimal) -> bool:
    """Whether a number can be written without an exponent."""
    return number.is_finite() and abs(number.adjusted()) < LONGEST


_KINDS: Mapping[str, Callable[[Similar, Sequence[str]], Iterator[str]]] = {
    "name": _names,
    "text": _texts,
    "number": _numbers,
    "date": _days,
    "covers": _covering,
    "damerau levenshtein": _names,
}
