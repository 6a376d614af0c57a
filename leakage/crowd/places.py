"""Places: made-up streets, cities and telephone numbers."""

from __future__ import annotations

from leakage.crowd.names import words

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
