"""Kinds of places: what a recipient probably is, and which kinds are nobody's business.

Three lists and a guess, in this order: what was chosen by hand, what a company says of itself in the list of contacts,
what the list of sites says, and words in the name. A kind that says little, such as "Business", is narrowed by words
in the name where these fit it. ``traits.toml`` says what is the case at places of each kind.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.workspace.files.sites import site_of
from leakage.workspace.places.site_list import listed_sites, read_toml
from leakage.workspace.requests.contacts import shipped_categories

KindName: TypeAlias = str
"""One of ``KINDS``: the templates of what places ask for, and kinds that have no template."""

Source: TypeAlias = Literal["list by hand", "list of companies", "list of sites", "name"]
"""Where a kind comes from; "name" is a guess by its words."""

SensitiveKind: TypeAlias = Literal["dating", "health", "money", "adult", "political", "union"]
"""Kinds of places at which to have an account is a fact that can be used against you."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What is the case at places of a kind; ``traits.toml`` says why.

    Arguments:
        sensitive: what an account there tells by being there.
        trades: in facts about people whom they never met, so that a letter tells them nothing new.
        vague: says too little to presume more of a place than of any account.
        needed: places need to know who somebody is, or a person cannot do without.
        discreet: bound to secrecy, or has a law of its own: a broker gets nothing from them.
        companies: categories of datenanfragen.de.
        sites: categories of WhoTracks.me.
        row: of the figures in ``asked.toml``; empty where there is none.
        asks: labels of what they usually ask for.
        like: the kind that asks for the same; empty where it asks for its own.
        retention: why they delete nothing while what ties you to them lasts; empty where they do.
        decoy: why they are told nothing wrong; empty where that does no harm.
    """

    sensitive: SensitiveKind | None = None
    trades: bool = False
    vague: bool = False
    needed: bool = False
    discreet: bool = False
    companies: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    row: str = ""
    asks: tuple[str, ...] = ()
    like: str = ""
    retention: str = ""
    decoy: str = ""


TRAITS = read_toml("traits.toml")
KINDS: Mapping[KindName, Traits] = {name: Traits(**entry) for name, entry in TRAITS["kind"].items()}


@dataclass(frozen=True, slots=True)
class PlaceKind:
    """What a recipient probably is, and where that comes from."""

    name: KindName
    source: Source


def place_kind(name: str) -> PlaceKind | None:
    """What kind of place a recipient probably is; None where nothing says it.

    Arguments:
        name: of a recipient, its domain or an address of it; it is looked up by its registrable domain.

    >>> place_kind("www.tinder.com"), place_kind("spd.de").source, place_kind("Sparkasse Sampleton").name
    (PlaceKind(name='Dating', source='list by hand'), 'list of companies', 'Bank')
    """
    site = site_of(name)
    if kind := kinds_by_hand().get(site):
        return PlaceKind(kind, "list by hand")
    if kind := _kind_of_company(shipped_categories().get(site, ())):
        return PlaceKind(_narrowed(kind, site), "list of companies")
    if site in listed_sites() and (kind := _OF_SITES.get(listed_sites()[site].category)):
        return PlaceKind(_narrowed(kind, site), "list of sites")
    by_name = kind_by_name(site or name)
    return PlaceKind(by_name, "name") if by_name else None


def sensitive_kind(name: str) -> SensitiveKind | None:
    """What an account at a recipient tells by being there; None where it tells nothing of that sort.

    >>> sensitive_kind("grindr.com"), sensitive_kind("verdi.de"), sensitive_kind("starbucks.com")
    ('dating', 'union', None)
    """
    kind = place_kind(name)
    return KINDS[kind.name].sensitive if kind else None


@functools.cache
def kinds_by_hand() -> Mapping[str, KindName]:
    """The kinds chosen by hand, by registrable domain; ``kinds.toml`` names where each can be checked."""
    return {domain: entry["kind"] for entry in read_toml("kinds.toml")["place"] for domain in entry["domains"]}


# What a company says of itself, and what the list of sites says.

_OF_COMPANIES = {category: name for name, traits in KINDS.items() for category in traits.companies}
_OF_SITES = {category: name for name, traits in KINDS.items() for category in traits.sites}
_BESIDE = ("ads", "addresses", "entertainment", "public body")
"""What many companies are beside what people know them for: another category says more."""
MOST_CATEGORIES = 3
"""A company of more categories than these is of no kind in particular."""


def _kind_of_company(categories: tuple[str, ...]) -> KindName | None:
    if len(categories) > MOST_CATEGORIES:
        return "Business"
    telling = [category for category in categories if category not in _BESIDE]
    return next((_OF_COMPANIES[category] for category in (*telling, *categories) if category in _OF_COMPANIES), None)


# Words in names: a guess, for the person to accept or to change.

SHORTEST_ENDING = 4
"""Letters of a word at which a longer one may end."""
_PART = re.compile(r"[^\W\d_]+")
_NAMES = [(words["kind"], words["words"].split(), words.get("whole", "").split()) for words in TRAITS["name"]]
_IN_NAMES = {word: place for place, (_, ends, whole) in reversed([*enumerate(_NAMES)]) for word in (*ends, *whole)}
_AT_ENDS = {word: place for place, (_, ends, _) in reversed([*enumerate(_NAMES)]) for word in ends}


def kind_by_name(name: str) -> KindName | None:
    """What the words in a name say that a place is; None where none says anything.

    >>> kind_by_name("north-bank.example"), kind_by_name("The Booksbank"), kind_by_name("Robin")
    ('Bank', 'Bank', None)
    """
    parts = set(_PART.findall(name.casefold()))
    ends = {part[start:] for part in parts for start in range(1, len(part) - SHORTEST_ENDING + 1)}
    fitting = [_IN_NAMES[word] for word in parts & _IN_NAMES.keys()] + [_AT_ENDS[end] for end in ends & _AT_ENDS.keys()]
    return str(_NAMES[min(fitting)][0]) if fitting else None


def _narrowed(kind: KindName, name: str) -> KindName:
    within = TRAITS["within"].get(kind, ())
    by_name = kind_by_name(name) if within else None
    return by_name if by_name and by_name in within else kind
