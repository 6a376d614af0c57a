"""Kinds of places: what a recipient probably is, and which kinds are nobody's business.

Three lists and a guess, in this order: what was chosen by hand, what a company says of itself in the list of contacts,
what the list of sites says, and words in the name. A kind that says little, such as "Business", is narrowed by words
in the name where these fit it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from leakage.workspace.files.sites import site_of
from leakage.workspace.places.site_list import listed_sites, read_toml
from leakage.workspace.requests.contacts import shipped_categories

KindName: TypeAlias = Literal[
    "Address trader",
    "Adult",
    "Advertising",
    "Airline",
    "Bank",
    "Business",
    "Charity",
    "Church",
    "Credit agency",
    "Data broker",
    "Dating",
    "Debt collector",
    "Doctor",
    "Employer",
    "Entertainment",
    "Forum",
    "Gaming",
    "Government",
    "Gym",
    "Health",
    "Insurance",
    "Landlord",
    "Mobile phone company",
    "News",
    "Online shop",
    "Password manager",
    "Pharmacy",
    "Phone or internet company",
    "Political",
    "Reference",
    "School",
    "Social network",
    "Tax office",
    "Travel",
    "Union",
    "Utility",
]
"""The names of the templates of what places ask for, and those of kinds that have no template."""

KINDS: tuple[KindName, ...] = get_args(KindName)

Source: TypeAlias = Literal["list by hand", "list of companies", "list of sites", "name"]
"""Where a kind comes from; "name" is a guess by its words."""

SensitiveKind: TypeAlias = Literal["dating", "health", "money", "adult", "political", "union"]
"""Kinds of places at which to have an account is a fact that can be used against you."""

SENSITIVE: Mapping[KindName, SensitiveKind] = {
    "Dating": "dating",
    "Doctor": "health",
    "Health": "health",
    "Pharmacy": "health",
    "Bank": "money",
    "Credit agency": "money",
    "Debt collector": "money",
    "Adult": "adult",
    "Political": "political",
    "Union": "union",
}

DATA_BROKERS: frozenset[KindName] = frozenset(("Address trader", "Advertising", "Credit agency", "Data broker"))
"""Kinds that trade in facts about people whom they never met: a letter to one tells it nothing new."""

UNSPECIFIC: frozenset[KindName] = frozenset(("Business", "Entertainment", "News", "Reference"))
"""Kinds that say too little to presume more of a place than of any account."""


@dataclass(frozen=True, slots=True)
class PlaceKind:
    """What a recipient probably is.

    Arguments:
        name: of the kind.
        source: where it comes from.
    """

    name: KindName
    source: Source


def place_kind(name: str) -> PlaceKind | None:
    """What kind of place a recipient probably is; None where nothing says it.

    Arguments:
        name: of a recipient, its domain or an address of it; it is looked up by its registrable domain.

    >>> place_kind("www.tinder.com"), place_kind("spd.de").source, place_kind("Sparkasse Sampleton").name
    (PlaceKind(name='Dating', source='list by hand'), 'list of companies', 'Bank')
    >>> place_kind("Robin") is None
    True
    """
    return _kind_at(site_of(name), name)


def sensitive_kind(name: str) -> SensitiveKind | None:
    """What an account at a recipient tells by being there; None where it tells nothing of that sort.

    Arguments:
        name: as for ``place_kind``.

    >>> sensitive_kind("grindr.com"), sensitive_kind("verdi.de"), sensitive_kind("starbucks.com")
    ('dating', 'union', None)
    """
    kind = place_kind(name)
    return SENSITIVE.get(kind.name) if kind else None


def _kind_at(site: str, name: str) -> PlaceKind | None:
    if kind := kinds_by_hand().get(site):
        return PlaceKind(kind, "list by hand")
    if kind := _kind_of_company(shipped_categories().get(site, ())):
        return PlaceKind(_narrowed(kind, site), "list of companies")
    if site in listed_sites() and (kind := _OF_SITES.get(listed_sites()[site].category)):
        return PlaceKind(_narrowed(kind, site), "list of sites")
    by_name = kind_by_name(site or name)
    return PlaceKind(by_name, "name") if by_name else None


# Chosen by hand.


@functools.cache
def kinds_by_hand() -> Mapping[str, KindName]:
    """The kinds chosen by hand, by registrable domain; ``kinds.toml`` names where each can be checked.

    >>> kinds_by_hand()["unison.org.uk"]
    'Union'
    """
    return {domain: entry["kind"] for entry in read_toml("kinds.toml")["place"] for domain in entry["domains"]}


# What a company says of itself: the categories of datenanfragen.de.


_OF_COMPANIES: Mapping[str, KindName] = {
    "addresses": "Address trader",
    "ads": "Advertising",
    "church": "Church",
    "collection agency": "Debt collector",
    "commerce": "Online shop",
    "credit agency": "Credit agency",
    "entertainment": "Entertainment",
    "finance": "Bank",
    "health": "Health",
    "insurance": "Insurance",
    "nonprofit": "Charity",
    "political party": "Political",
    "public body": "Government",
    "school": "School",
    "social media": "Social network",
    "telecommunication": "Phone or internet company",
    "travel": "Travel",
    "utility": "Utility",
}
_BESIDE = ("ads", "addresses", "entertainment", "public body")
"""What many companies are beside what people know them for: another category says more."""

MOST_CATEGORIES = 3
"""A company of more categories than these is of no kind in particular."""


def _kind_of_company(categories: tuple[str, ...]) -> KindName | None:
    if len(categories) > MOST_CATEGORIES:
        return "Business"
    telling = [category for category in categories if category not in _BESIDE]
    return next((_OF_COMPANIES[category] for category in (*telling, *categories) if category in _OF_COMPANIES), None)


# What the list of sites says: the categories of WhoTracks.me.


_OF_SITES: Mapping[str, KindName] = {
    "Adult": "Adult",
    "Banking": "Bank",
    "Business": "Business",
    "E-Commerce": "Online shop",
    "Entertainment": "Entertainment",
    "Government": "Government",
    "Health": "Health",
    "News and Portals": "News",
    "Political": "Political",
    "Recreation": "Travel",
    "Reference": "Reference",
}

# Words in names: a guess, for the person to accept or to change.


@dataclass(frozen=True, slots=True)
class NameWords:
    """Words that places of one kind have in their names.

    Arguments:
        kind: what they say.
        words: also where a longer word ends in one of them, if it has ``SHORTEST_ENDING`` letters: "booksbank".
        whole: only as a whole word.
    """

    kind: KindName
    words: frozenset[str]
    whole: frozenset[str] = frozenset()


SHORTEST_ENDING = 4


def _words(kind: KindName, words: str, whole: str = "") -> NameWords:
    return NameWords(kind, frozenset(words.split()), frozenset(whole.split()))


WORDS: tuple[NameWords, ...] = (
    _words("Adult", "porn porno hentai", "sex xxx nsfw"),
    _words("Password manager", "lastpass bitwarden dashlane nordpass roboform", "enpass"),
    # Before banks, for "databroker" ends like a broker of theirs.
    _words("Address trader", "databroker peoplesearch peoplefinder whitepages spokeo intelius"),
    _words("Bank", "bank banque banco sparkasse broker savings creditunion paypal klarna"),
    _words("Insurance", "insurance versicherung versicherungen assurance assurances seguros", "insure"),
    _words("Pharmacy", "pharmacy apotheke pharmacie farmacia drugstore"),
    _words("Doctor", "doctor clinic hospital dental praxis arzt doctolib"),
    _words("Health", "klinikum krankenhaus krankenkasse", "health medical medicine gesundheit"),
    _words("Airline", "airline airlines airways lufthansa ryanair easyjet flights"),
    _words("Mobile phone company", "telekom vodafone telecom verizon tmobile", "mobile orange"),
    _words("Tax office", "steuer elster finanzamt impots hmrc", "tax irs"),
    _words("Government", "polizei", "gov gouv gob gub"),
    _words("Dating", "dating singles partnersuche flirt verliebt", "single tinder bumble grindr"),
    _words("School", "university universitaet school college academy schule gymnasium hochschule", "edu uni"),
    _words("Gym", "fitness yoga", "gym"),
    _words("Landlord", "rental rentals housing immobilien apartments landlord", "rent"),
    _words("Employer", "jobs career careers payroll workday personio"),
    _words("Social network", "facebook instagram linkedin twitter tiktok snapchat mastodon pinterest social"),
    _words("Forum", "forum forums discourse stackoverflow wiki", "board boards community reddit"),
    _words("Gaming", "game games gaming gamer playstation nintendo minecraft", "jeux juegos spiele steam xbox"),
    _words("News", "news zeitung nachrichten tribune herald", "times gazette"),
    _words("Travel", "hotel hotels hostel reisen voyage voyages viajes booking tripadvisor", "travel reise trip"),
    _words("Utility", "stadtwerke energie", "energy"),
    _words("Online shop", "shop shopping store market books shoes amazon ebay etsy zalando ikea", "mall"),
)
"""The first that fits counts."""

_PART = re.compile(r"[^\W\d_]+")


def kind_by_name(name: str) -> KindName | None:
    """What the words in a name say that a place is; None where none says anything.

    >>> kind_by_name("north-bank.example"), kind_by_name("The Booksbank"), kind_by_name("Robin")
    ('Bank', 'Bank', None)
    """
    parts = set(_PART.findall(name.casefold()))
    ends = {part[start:] for part in parts for start in range(1, len(part) - SHORTEST_ENDING + 1)}
    fitting = [_IN_NAMES[word] for word in parts & _IN_NAMES.keys()] + [_AT_ENDS[end] for end in ends & _AT_ENDS.keys()]
    return WORDS[min(fitting)].kind if fitting else None


_IN_NAMES = {word: place for place, words in reversed([*enumerate(WORDS)]) for word in words.words | words.whole}
_AT_ENDS = {word: place for place, words in reversed([*enumerate(WORDS)]) for word in words.words}

_WITHIN: Mapping[KindName, frozenset[KindName]] = {
    # Not what would tell of health or love: "Praxis" is also a chain of hardware stores.
    "Business": frozenset(words.kind for words in WORDS) - {"Adult", "Dating", "Doctor", "Health", "Pharmacy"},
    "Entertainment": frozenset(("Dating", "Forum", "Gaming", "News", "Social network")),
    "Government": frozenset(("School", "Tax office")),
    "Health": frozenset(("Doctor", "Pharmacy")),
    "Phone or internet company": frozenset(("Mobile phone company",)),
    "Reference": frozenset(("Employer", "Forum", "News", "School")),
    "Social network": frozenset(("Dating", "Forum")),
    "Travel": frozenset(("Airline",)),
}
"""Which kinds by name are within a kind that a list says."""


def _narrowed(kind: KindName, name: str) -> KindName:
    by_name = kind_by_name(name) if kind in _WITHIN else None
    return by_name if by_name and by_name in _WITHIN[kind] else kind
