"""Believable values: wrong, but such as a person might have. They are made up and belong to nobody."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeAlias

from leakage.decision.disinformation import believable_formats as formats
from leakage.decision.disinformation import believable_names, believable_numbers
from leakage.decision.disinformation.believable_formats import Maker, digits
from leakage.decision.disinformation.believable_words import (
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
    script_of,
)

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
    seed: int,
    count: int,
    *,
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
        seed: the same seed gives the same values.
        count: how many different values, >= 0; numbered variants where a list runs out.
        like: an example, the person's own value, whose writing is kept.
        refused: whether a value will not do; fewer are given where nearly all are refused.

    Raises:
        ValueError: if count is negative.

    >>> believable_values("Religion", ["faith A", "faith B", "none"], seed=1, count=2)
    ('faith C', 'faith D')
    >>> len(set(believable_values("Shoe size", ["42"], seed=1, count=5, like="42")))
    5
    """
    if count < 0:
        raise ValueError(f"count must not be negative, got {count}")
    used = taken if isinstance(taken, TakenValues) else TakenValues(taken)
    given = set[str]()
    kept: list[str] = []
    in_vain = 0
    for value in _candidates(_maker(label, like), random.Random(f"{seed}/{label}")):
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


_name, _city, _street = believable_names.name(""), believable_names.city(""), believable_names.street("")


def _first_name(like: str) -> Maker:
    return _of(*script_of(like).given)


def _last_name(like: str) -> Maker:
    return _of(*script_of(like).family)


# The first that fits is taken, so the longer phrases stand before the words in them.
KINDS: tuple[tuple[str, Maker, Like | None], ...] = (
    ("e ?mail", _email, None),
    ("ip address|ip", _network_address, None),
    ("phone|telephone|mobile|fax", digits("555-01##"), believable_numbers.phone),
    # What a password is called, never a password: see password_names.
    ("password|passphrase", _of(*(f"password {letter}" for letter in formats.LETTERS)), None),
    ("first name|given name|forename", _of(*GIVEN_NAMES), _first_name),
    ("last name|family name|surname", _of(*LATIN.family), _last_name),
    ("user ?name|nick ?name|handle|login|alias|account name", _handle, None),
    ("(?:street )?address|street|home", _street, believable_names.street),
    ("post ?code|postal code|zip(?: code)?", digits("999##"), formats.post_code),
    ("city|town|place of birth|birth ?place", _city, believable_names.city),
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
    ("security answer|pet", _of(*PETS), None),
    ("frequent flyer(?: number)?|loyalty", digits("XX-######"), None),
    ("card|cards|credit card", digits("card ending ####"), believable_numbers.card),
    ("bank|account|iban", digits("account ending ####"), believable_numbers.iban),
    # Social security numbers in 000 are never issued; the others copy the trick.
    (
        "national id|ssn|social security(?: number)?|tax(?: number)?",
        digits("000-##-####"),
        believable_numbers.official_number,
    ),
    ("passport", digits("X00######"), believable_numbers.official_number),
    ("insurance(?: number)?|policy", digits("000-######"), believable_numbers.official_number),
    ("driving licence|driving license|licence|license|plate", digits("XX-0##-##"), None),
    ("photo|portrait|picture", digits("portrait ####"), None),
    ("name", _name, believable_names.name),
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
