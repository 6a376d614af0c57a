"""Places: what kind of company a domain is, what such places ask for, who owns them, and where a password is changed.

Three lists and a guess, in this order: what was chosen by hand, what a company says of itself in the list of contacts,
what the list of sites says, and words in the name. A kind that says little, such as "Business", is narrowed by words
in the name where these fit it. ``traits.toml`` says what is the case at places of each kind.

One owner is evidence that data could be pooled; it does not say that they are. ``corporations.toml`` names the
well-known owners, adds what the list lacks and leaves out what it has wrong. Where the lists come from is in
``NOTICES.txt``. Nothing is looked up elsewhere.

How many forms of a kind ask for a fact: Cui, Trimananda & Markopoulou, "Understanding Privacy Norms through Web Forms",
PoPETs 2025 (1); 292,655 forms of 11,500 sites, in ``asked.toml``. The crawler did not log in, so forms at checkout are
few.
"""

from __future__ import annotations

import csv
import functools
import io
import lzma
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal, TypeAlias

from leakage.workspace.requests.contacts import shipped_categories
from leakage.workspace.sites import site_of
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class ListedSite:
    """A line of the list: a registrable domain, its WhoTracks.me category, owner, and an https page."""

    domain: str
    category: str = ""
    owner: str = ""
    change_password_page: str = ""


def notices() -> str:
    """Where the lists come from, and their sources' licences."""
    return resources.files(__package__).joinpath("NOTICES.txt").read_text("utf-8")


@functools.cache
def listed_sites() -> Mapping[str, ListedSite]:
    """The list of sites that comes with the program, by domain."""
    packed = resources.files(__package__).joinpath("places.csv.xz").read_bytes()
    rows = csv.DictReader(io.StringIO(lzma.decompress(packed).decode("utf-8"), newline=""))
    sites = (ListedSite(row["domain"], row["category"], row["owner"], row["change_password_url"]) for row in rows)
    return {site.domain: site for site in sites}


def change_password_page(name: str) -> str:
    """The page where a company lets you change your password, by Apple's list; empty where that has none.

    >>> change_password_page("www.starbucks.com"), change_password_page("Robin")
    ('https://www.starbucks.com/account/settings/password', '')
    """
    site = listed_sites().get(site_of(name))
    return site.change_password_page if site else ""


def read_toml(name: str) -> Mapping[str, Any]:
    """A file of this folder that was made by hand, or read from a publication."""
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


# Who owns a site.


def owner_of(name: str) -> str | None:
    """Who owns a recipient, by the registrable domain in its name or address; None where no list says it.

    >>> owner_of("www.instagram.com"), owner_of("youtube.com"), owner_of("shop.example")
    ('Meta', 'Google', None)
    """
    return owners().get(site_of(name))


@functools.cache
def owners() -> Mapping[str, str]:
    """The owner of every domain that shares one with another domain."""
    by_hand = read_toml("corporations.toml")
    excluded = {domain for entry in by_hand["excluded"] for domain in entry["domains"]}
    names = dict(by_hand["names"])
    names |= {owner: entry["name"] for entry in by_hand["corporation"] for owner in entry.get("owners", ())}
    listed = (site for site in listed_sites().values() if site.owner and site.domain not in excluded)
    found = {site.domain: names.get(site.owner, site.owner) for site in listed}
    for entry in by_hand["corporation"]:
        found |= dict.fromkeys(entry.get("domains", ()), entry["name"])
    sizes = Counter(found.values())
    return {domain: owner for domain, owner in found.items() if sizes[owner] > 1}


# What kind of place a recipient is.

KindName: TypeAlias = str
"""One of ``KINDS``."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What is the case at places of a kind; ``traits.toml`` says what each means, and why.

    At a ``sensitive`` place even having an account can be used against you.
    """

    sensitive: Literal["dating", "health", "money", "adult", "political", "union"] | None = None
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
_OF_COMPANIES = {category: name for name, traits in KINDS.items() for category in traits.companies}
_OF_SITES = {category: name for name, traits in KINDS.items() for category in traits.sites}
_BESIDE = ("ads", "addresses", "entertainment", "public body")
"""What many companies are beside what people know them for: another category says more."""


def place_kind(name: str) -> KindName | None:
    """What kind of place a recipient probably is; None where nothing says it.

    Arguments:
        name: of a recipient, its domain or an address of it; it is looked up by its registrable domain.

    >>> place_kind("www.tinder.com"), place_kind("spd.de"), place_kind("Sparkasse Sampleton")
    ('Dating', 'Political', 'Bank')
    """
    site = site_of(name)
    if kind := kinds_by_hand().get(site):
        return kind
    listed, categories = listed_sites().get(site), shipped_categories().get(site, ())
    telling = sorted(categories, key=_BESIDE.__contains__)
    of_company = next((_OF_COMPANIES[category] for category in telling if category in _OF_COMPANIES), None)
    # A company of more than three categories is of no kind in particular.
    kind = "Business" if len(categories) > 3 else of_company or (_OF_SITES.get(listed.category) if listed else None)
    by_name = kind_by_name(site or name)
    return by_name if kind is None or by_name in TRAITS["within"].get(kind, ()) else kind


@functools.cache
def kinds_by_hand() -> Mapping[str, KindName]:
    """The kinds chosen by hand, by registrable domain; ``kinds.toml`` names where each can be checked."""
    return {domain: entry["kind"] for entry in read_toml("kinds.toml")["place"] for domain in entry["domains"]}


def kind_of_recipient(workspace: Workspace, name: str) -> KindName | None:
    """What kind of place a recipient probably is, by its registrable domain, else by words in its name.

    >>> from leakage.workspace.workspace import Recipient
    >>> work = Workspace(recipients=(Recipient("The railway", site="bahn.de"),))
    >>> kind_of_recipient(work, "The railway"), kind_of_recipient(work, "North Bank")
    ('Travel', 'Bank')
    """
    if name not in workspace.kinds:
        site = workspace.recipient_site(name)
        workspace.kinds[name] = (place_kind(site) if site else None) or place_kind(name)
    return workspace.kinds[name]


def is_data_broker(workspace: Workspace, name: str) -> bool:
    """Whether a recipient probably trades in facts about people."""
    kind = kind_of_recipient(workspace, name)
    return kind is not None and KINDS[kind].trades


# Words in names: a guess, for the person to accept or to change.

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
    ends = {part[start:] for part in parts for start in range(1, len(part) - 3)}  # Of four letters at least.
    fitting = [_IN_NAMES[word] for word in parts & _IN_NAMES.keys()] + [_AT_ENDS[end] for end in ends & _AT_ENDS.keys()]
    return str(_NAMES[min(fitting)][0]) if fitting else None


# What places of a kind ask for.

GUESS = 0.5
"""How probable it is that a place of a kind has what such places usually ask for, where nothing was measured."""
REGISTRATION, PAYMENT = "registration forms", "payment forms"
# Per cent of forms that ask for a fact, by kind of form or site and by label; what is missing was not measured.
ASKED: Mapping[str, Mapping[str, float]] = read_toml("asked.toml")
_FORMS = {
    "finance": "financial sites' forms",
    "gaming": "gaming sites' forms",
    "health": "health sites' forms",
    "shopping": "shops' forms",
    "travel": "travel sites' forms",
}


@dataclass(frozen=True, slots=True)
class PresumedFact:
    """A fact that a place may have asked for, how probably, and why."""

    label: str
    probability: float
    evidence: str


def presumed_facts(kind: KindName | None = None, bought: bool = False) -> tuple[PresumedFact, ...]:
    """What a place of a kind has probably asked for, what was measured first.

    For each fact the greatest figure counts: that of the kind, of registration forms and, where something was bought,
    of payment forms. What the kind usually asks for but no study counted is a guess of ``GUESS``. A card is given with
    an order, so it is presumed only where something was bought. Of a vague or unknown kind only what registration
    forms ask for is presumed; of a data broker nothing, for it asks nobody. ValueError for a kind that is none.

    >>> [(fact.label, fact.probability) for fact in presumed_facts("Online shop")][:4]
    [('Email', 0.923), ('Name', 0.705), ('Phone', 0.443), ('Address', 0.173)]
    >>> presumed_facts("Online shop", bought=True)[3].evidence, presumed_facts("Doctor")[-1].evidence
    ('54 % of payment forms ask for it.', 'A guess: such places usually ask for it.')
    """
    if kind is not None and kind not in KINDS:
        raise ValueError("this is no kind of place")
    if kind == "Data broker":  # Nobody ever filled in a form there.
        return ()
    traits, figures = KINDS[kind] if kind else Traits(vague=True), ASKED
    rows = [*filter(None, [traits.row]), REGISTRATION, *([PAYMENT] if bought else [])]
    usual = () if traits.vague else KINDS[traits.like].asks if traits.like else traits.asks
    measured, guessed = [], []
    for label in dict.fromkeys((*figures[REGISTRATION], *(one for one in usual if bought or one != "Card"))):
        # Who does not ask for the address does not ask for its parts.
        counted = "Address" if label in ("Post code", "City") and "Address" in usual else label
        if asking := [row for row in rows if counted in figures[row]]:
            most = max(asking, key=lambda row: figures[row][counted])
            share, forms = round(figures[most][counted] / 100, 3), _FORMS.get(most, most)
            measured.append(PresumedFact(label, share, f"{100 * share:.0f} % of {forms} ask for it."))
        else:
            guessed.append(PresumedFact(label, GUESS, "A guess: such places usually ask for it."))
    return (*measured, *guessed)
