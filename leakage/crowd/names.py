"""Made-up names, streets and typos, as common as names are."""

from __future__ import annotations

from functools import cache

import numpy as np

from leakage.database import Floats, Integers

# Names and how common they are: public lists of common names, made-up ones for the long tail.


def words(text: str) -> tuple[str, ...]:
    """The words of a text.

    >>> words("Ann Bob")
    ('Ann', 'Bob')
    """
    return tuple(text.split())


FIRST_NAMES = words(
    """
    James Mary John Patricia Robert Jennifer Michael Linda William Elizabeth David Barbara Richard Susan Joseph
    Jessica Thomas Sarah Charles Karen Christopher Nancy Daniel Lisa Matthew Betty Anthony Margaret Mark Sandra
    Donald Ashley Steven Kimberly Paul Emily Andrew Donna Joshua Michelle Kenneth Dorothy Kevin Carol Brian
    Amanda George Melissa Edward Deborah Ronald Stephanie Timothy Rebecca Jason Sharon Jeffrey Laura Ryan
    Cynthia Jacob Kathleen Gary Amy Nicholas Shirley Eric Angela Jonathan Helen Stephen Anna Larry Brenda Justin
    Pamela Scott Nicole Brandon Samantha Benjamin Katherine Samuel Emma Gregory Ruth Frank Christine Alexander
    Catherine Raymond Debra Patrick Rachel Jack Carolyn Dennis Janet Jerry Virginia Tyler Maria Aaron Heather
    Jose Diane Adam Julie Henry Joyce Nathan Victoria Douglas Kelly Zachary Christina Peter Lauren Kyle Joan
    Walter Evelyn Ethan Olivia Jeremy Judith Harold Megan Keith Cheryl Christian Martha Roger Andrea Noah
    Frances Gerald Hannah Terry Jacqueline Sean Ann Austin Gloria Arthur Jean Lawrence Kathryn Jesse Alice Dylan
    Teresa Bryan Sara Joe Janice Jordan Doris Billy Madison Bruce Julia Albert Grace Willie Judy Gabriel Abigail
    Logan Marie Alan Denise Juan Beverly Wayne Amber Roy Theresa Ralph Marilyn Randy Danielle Eugene Diana
    Vincent Brittany Russell Natalie Elijah Sophia Louis Rose Bobby Isabella Philip Alexis Johnny Kayla Odila
    Alma Bram Cleo Dario Edda Fenn Greta Ines Joran Kaya Levi Mirte Nilo Oona Pavel Rhea Sander Tilda Ugo Vera
    Wim Xenia Yara Zeno Anouk Bela Corin Dunja Emil
    """
)
"""The most common first; at the end some that are hardly known."""

COMMON_LAST_NAMES = words(
    """
    Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson
    Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis
    Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera
    Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart
    Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim
    Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo
    Sanders Patel Myers Long Ross Foster Jimenez
    """
)

_STARTS = words(
    "Ash Birch Cobble Dun Elder Ferns Fox Gorse Holl Ink Jess Kestrel Lark Mill Nettle Oak Pebble Quill Rush Salt "
    "Thistle Under Vinter Wex Yarrow Alder Bram Crow Drift Ember Fallow Glen Hazel Iron Juniper Knap Linden "
    "Marsh North Otter"
)
_ENDS = words(
    "grove water moor field by ley wood ing spur race ton hanger wick feather mere marsh down hay ly combe croft dale "
    "ford gate hurst kirk law mead nook over pool quay ridge shaw thwaite vale worth yard bourne cliff den fold garth"
)
LAST_NAMES = COMMON_LAST_NAMES + tuple(start + end for end in _ENDS for start in _STARTS)
"""Common ones first, then made-up ones, nearly two thousand."""

FIRST_EXPONENT, FIRST_SHIFT = 1.0, 12.0
LAST_EXPONENT, LAST_SHIFT = 1.0, 14.0


def falling(size: int, exponent: float, shift: float) -> Floats:
    """Zipf's law with Mandelbrot's shift: the share of rank k is ``1 / (k + shift)^exponent`` over their sum.

    >>> falling(2, 1.0, 0.0).round(3).tolist()
    [0.667, 0.333]
    """
    shares = (np.arange(1, size + 1) + shift) ** -exponent
    return np.asarray(shares / shares.sum())


@cache
def first_name_shares() -> Floats:
    """How common each first name is; the most common one is somewhat above 2 in 100."""
    return falling(len(FIRST_NAMES), FIRST_EXPONENT, FIRST_SHIFT)


@cache
def last_name_shares() -> Floats:
    """How common each last name is; the most common one is somewhat above 1 in 100."""
    return falling(len(LAST_NAMES), LAST_EXPONENT, LAST_SHIFT)


def name_share(name: str) -> float:
    """Which share of a crowd is expected to have a name; 0 for one that is in no list.

    >>> name_share("James Smith") > 1000 * name_share("Emil Junipergarth") > 0.0, name_share("Nobody Known")
    (True, 0.0)
    """
    first, _, last = name.partition(" ")
    if first not in FIRST_NAMES or last not in LAST_NAMES:
        return 0.0
    return float(first_name_shares()[FIRST_NAMES.index(first)] * last_name_shares()[LAST_NAMES.index(last)])


def drawn(shares: Floats, uniform: Floats) -> Integers:
    """Which of the shares each uniform number in [0, 1) falls into."""
    bounds = np.cumsum(shares)
    # The last bound may fall short of 1 by its last bit.
    return np.minimum(np.searchsorted(bounds, uniform, side="right"), len(shares) - 1)


# Places: made-up streets, cities and telephone numbers.


NUMBERS, STEP = 9_999_991, 6_700_417
"""A prime just below the count of phone numbers behind a prefix: steps through it meet each number once."""

STREETS = tuple(
    f"{name} {kind}"
    for kind in ("Street", "Lane", "Row", "Walk", "Road", "Avenue", "Close", "Hill", "Side", "Square")
    for name in words(
        "Lantern Mill Cooper Ferry Hazel Station Quay Orchard Chapel Weaver Harbour Meadow Tanner Willow Market Bridge "
        "Granary Heron Ivy Juniper Kiln Lime Magpie Nightingale Osier Pepper Quarry Raven Sexton Thimble"
    )
)
CITIES = words(
    "Larkhaven Sampleton Netherbridge Portwillow Stonemere Fallow Ashcombe Brackwater Cindermoor Dovecliff Eastmarsh "
    "Fennimore Gallowgate Highmoss Isleport Kettleby Longreach Mosswick Oldhythe Pinehurst Quenby Redlock Silverness "
    "Tarnbrook Upperton Vexley Westerby Yewdale Zealand Millport"
)
HOUSE_NUMBERS = 180
HOUSES = len(STREETS) * HOUSE_NUMBERS
DISTRICTS = 100


def address(house: int) -> str:
    """One of ``HOUSES`` addresses.

    >>> address(0), address(HOUSES - 1)
    ('1 Lantern Street', '180 Thimble Square')
    """
    street, number = divmod(house, HOUSE_NUMBERS)
    return f"{number + 1} {STREETS[street]}"


def post_code(district: int) -> str:
    """The post code of a district of a city.

    >>> post_code(DISTRICTS + 7)
    '90107'
    """
    return f"9{district:04d}"


def phone(prefix: str, number: int) -> str:
    """A telephone number of its own for every number below ``NUMBERS``.

    >>> phone("990", 1)
    '990-670-0417'
    """
    digits = f"{number * STEP % NUMBERS:07d}"
    return f"{prefix}-{digits[:3]}-{digits[3:]}"


# Typos: a name as a tired hand writes it.


LETTERS = "etaoinsrhl"


def misspelt(name: str, chance: float) -> str:
    """A name with two letters swapped, one left out, one doubled, or one replaced; never the name itself.

    Arguments:
        name: with at least two different letters side by side.
        chance: in [0, 1); says where, and which of the four.

    >>> [misspelt("James Smith", chance) for chance in (0.05, 0.3, 0.6, 0.9)]
    ['Jaems Smith', 'Jaes Smith', 'Jamess Smith', 'James Stith']
    """
    kind, rest = divmod(chance * 4, 1.0)
    # A letter inside a word, after its first one.
    places = [n for n in range(1, len(name)) if name[n] != " " and name[n - 1] != " "] or [len(name) - 1]
    place = places[int(rest * len(places))]
    before, letter, after = name[:place], name[place], name[place + 1 :]
    if kind == 0 and after[:1].strip() and after[0] != letter:
        return f"{before}{after[0]}{letter}{after[1:]}"
    if kind == 1:
        return before + after
    if kind == 2:
        return before + letter + letter + after
    other = LETTERS[int(rest * 7919) % len(LETTERS)]
    return f"{before}{other if other != letter else 'u'}{after}"
