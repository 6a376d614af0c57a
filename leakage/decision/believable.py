"""Believable values: wrong, but such as a person might have. They are made up and belong to nobody."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

Maker: TypeAlias = Callable[[random.Random], str]


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


GIVEN_NAMES = _listed(
    "Robin,Alex,Sam,Jordan,Taylor,Morgan,Casey,Jamie,Riley,Avery,Quinn,Rowan,Skyler,Emery,Hayden,Marlow"
)
FAMILY_NAMES = _listed(
    "Ashgrove,Bellwick,Thornby,Quillon,Merrowdale,Fernhollow,Wickstead,Larkmoor,Stonebeck,Underbridge,"
    "Hollowell,Greymarsh,Oakhurstly,Penwithy,Dunmarrow,Saltersby"
)
CITIES = _listed(
    "Sampleton,Northbrook,Millhaven,Eastmere,Fairwater,Oldbridge,Pinehurst,Redcliff,Westford,Lakemoor,"
    "Ashbourne,Stonewell"
)
STREETS = _listed(
    "Mill Lane,Orchard Road,Chapel Street,Station Road,Harbour Way,Willow Close,Meadow Lane,"
    "Quarry Hill,Garden Street,Bridge Street"
)
EMPLOYERS = _listed(
    "Sample Works,Northbrook Bakery,Millhaven Logistics,Fairwater Insurance,Oldbridge Printing,"
    "Lakemoor Software,Eastmere Dairy,Redcliff Hotel,Westford Museum,Pinehurst Timber"
)
JOBS = _listed(
    "gardener,accountant,nurse,carpenter,librarian,electrician,translator,baker,driver,surveyor,teacher,technician"
)
CONDITIONS = _listed(
    "hay fever,asthma,migraine,back pain,high blood pressure,eczema,insomnia,broken wrist,tinnitus,"
    "lactose intolerance,gout,vertigo"
)
MEDICINES = _listed(
    "hay fever tablets,asthma spray,migraine tablets,blood pressure tablets,skin cream,eye drops,"
    "cough syrup,iron tablets,antacid,nasal spray"
)
NATIONALITIES = _listed(
    "Norwegian,Portuguese,Canadian,Irish,Dutch,Chilean,Greek,Finnish,Korean,Kenyan,Austrian,Uruguayan"
)
RELATIONSHIPS = _listed("single,married,divorced,widowed,engaged,separated,living together")
FAITHS = _listed("none,faith A,faith B,faith C,faith D")
VIEWS = _listed("party A,party B,party C,party D,no party")
PETS = _listed("Biscuit,Pepper,Tofu,Waffles,Mossy,Pickle,Button,Nutmeg,Domino,Clover")
WORDS = _listed(
    "amber,birch,copper,delta,ember,falcon,garnet,harbour,indigo,juniper,kestrel,linen,maple,nickel,"
    "opal,pepper,quartz,raven,silver,tundra,umber,violet,willow,yarrow,zephyr"
)


def believable_values(
    label: str, taken: Collection[str], seed: int, count: int, *, like: str | None = None
) -> tuple[str, ...]:
    """Wrong but believable values for a label, none of them taken.

    What ``Add(r)`` appends: "incorrect but believable" information. Known labels draw on small lists and on
    formats nobody is issued (555-01xx, example.org, masked cards); others keep the format of an example.
    Source: Whang & Garcia-Molina 2012, Section 4.2.

    Arguments:
        label: what kind of value is wanted; known kinds are found by the words in it.
        taken: values not to be used: the person's own and all that are out; compared without case.
        seed: the same seed gives the same values.
        count: how many different values, >= 0; numbered variants where a list runs out.
        like: an example whose format is kept where the label is not known.

    Raises:
        ValueError: if count is negative.

    >>> believable_values("Religion", ["faith A", "faith B", "none"], seed=1, count=2)
    ('faith C', 'faith D')
    >>> len(set(believable_values("Shoe size", ["42"], seed=1, count=5, like="42")))
    5
    """
    if count < 0:
        raise ValueError(f"count must not be negative, got {count}")
    used = {_plain(value) for value in taken}
    found: list[str] = []
    for value in _candidates(_maker(label, like), random.Random(f"{seed}/{label}")):
        if len(found) == count:
            break
        if value and _plain(value) not in used:
            used.add(_plain(value))
            found.append(value)
    return tuple(found)


TRIES = 200
"""Draws before a kind of value counts as exhausted: lists are far shorter."""


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
    for pattern, maker in KINDS:
        if re.search(rf"\b(?:{pattern})\b", words):
            return maker
    return (lambda chance: _reshaped(like, chance)) if like else _phrase


def _of(*choices: str) -> Maker:
    return lambda chance: chance.choice(choices)


def _digits(pattern: str) -> Maker:
    """A value of a format: every # is a digit."""
    return lambda chance: re.sub("#", lambda _: str(chance.randrange(10)), pattern)


def _handle(chance: random.Random) -> str:
    return f"{chance.choice(WORDS)}_{chance.choice(WORDS)}{chance.randrange(10, 100)}"


def _email(chance: random.Random) -> str:
    host = chance.choice(("example.com", "example.org", "example.net"))
    return f"{chance.choice(GIVEN_NAMES).casefold()}.{chance.choice(WORDS)}{chance.randrange(10, 100)}@{host}"


def _name(chance: random.Random) -> str:
    return f"{chance.choice(GIVEN_NAMES)} {chance.choice(FAMILY_NAMES)}"


def _street(chance: random.Random) -> str:
    return f"{chance.randrange(1, 120)} {chance.choice(STREETS)}"


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


# The first that fits is taken, so the longer phrases stand before the words in them.
KINDS: tuple[tuple[str, Maker], ...] = (
    ("e ?mail", _email),
    ("ip address|ip", _network_address),
    ("phone|telephone|mobile|fax", _digits("555-01##")),
    ("first name|given name|forename", _of(*GIVEN_NAMES)),
    ("last name|family name|surname", _of(*FAMILY_NAMES)),
    ("user ?name|nick ?name|handle|login|alias|account name", _handle),
    ("(?:street )?address|street|home", _street),
    ("post ?code|postal code|zip(?: code)?", _digits("999##")),
    ("city|town|place of birth|birth ?place", _of(*CITIES)),
    ("date of birth|birth ?date|birth ?day|birthday|dob|date", _date),
    ("age", _age),
    ("employer|company|workplace", _of(*EMPLOYERS)),
    ("job|job title|occupation|profession", _of(*JOBS)),
    ("salary|income|wage", _salary),
    ("health|condition|disease|illness|diagnosis", _of(*CONDITIONS)),
    ("medication|medicine|drug|prescription", _of(*MEDICINES)),
    ("nationality|citizenship|country", _of(*NATIONALITIES)),
    ("relationship|marital", _of(*RELATIONSHIPS)),
    ("religion|faith", _of(*FAITHS)),
    ("political|party", _of(*VIEWS)),
    ("security answer|pet", _of(*PETS)),
    ("frequent flyer(?: number)?|loyalty", _digits("XX-######")),
    ("card|cards|credit card", _digits("card ending ####")),
    ("bank|account|iban", _digits("account ending ####")),
    # Social security numbers in 000 are never issued; the others copy the trick.
    ("national id|ssn|social security(?: number)?|tax(?: number)?", _digits("000-##-####")),
    ("passport", _digits("X00######")),
    ("insurance(?: number)?|policy", _digits("000-######")),
    ("driving licence|driving license|licence|license|plate", _digits("XX-0##-##")),
    ("photo|portrait|picture", _digits("portrait ####")),
    ("name", _name),
)


def _reshaped(like: str, chance: random.Random) -> str:
    """A value of the same format: other digits for digits, other words for words."""
    changed = re.sub(r"\d", lambda _: str(chance.randrange(10)), like)
    # One or two letters beside digits are part of a code ("c1"), not a word.
    shortest = 3 if changed != like or re.search(r"\d", like) else 1
    return re.sub(rf"[^\W\d_]{{{shortest},}}", lambda found: _word_for(found[0], chance), changed)


def _word_for(word: str, chance: random.Random) -> str:
    other = chance.choice(WORDS)
    if word.isupper():
        return other.upper()
    return other.capitalize() if word[0].isupper() else other
