"""Registries of data brokers, California's and Vermont's: who they are, and what kinds of details each declares.

A registry never says of whom a broker has what. So each broker that the person picks is only presumed to have such
details of them, and nothing is added of any other. The shapes were seen in files of 2021 (The Markup, of both states),
and in several readers of California's registry of 2024 to 2026, which agree on its headings.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from leakage.record import Record
from leakage.tabular.rows import redacted_repr
from leakage.workspace.files.additions import Additions, RecipientNames
from leakage.workspace.files.csv_cells import few, header_of, headings_of, lines_of, unguarded
from leakage.workspace.files.sites import site_of
from leakage.workspace.files.texts import cleaned
from leakage.workspace.limits import InputProblem
from leakage.workspace.release import Contact, Recipient, Release
from leakage.workspace.requests.contacts import mail_address
from leakage.workspace.workspace import Workspace

MAX_BROKERS = 5_000

LISTED = 0.3
"""Our guess of how probable it is that a broker has the person at all: nobody publishes that."""

ALWAYS = ("Name", "Address")
"""What makes a broker of personal information one (Vermont, 9 V.S.A. Section 2430): whatever else it declares."""

CATEGORIES: tuple[tuple[str, str, str], ...] = (
    ("precise geolocation", "precise location", "Location history"),
    ("government issued identification", "official numbers", "National id"),
    ("reproductive health", "reproductive health", "Health condition"),
    ("sexual orientation", "sexual orientation", "Sexual orientation"),
    ("gender identity", "gender identity", "Gender"),
    ("account logins", "account logins", "User name"),
    ("citizenship", "citizenship", "Nationality"),
    ("union membership", "union membership", ""),
    ("biometric", "biometric data", ""),
    ("minors", "details of minors", ""),
)
"""What the headings of California's questions hold, in words of this program, and the label of such a fact; empty where
the program has none, or where it is about others."""

_NAME = ("data broker name", "name of data broker", "broker name")
_SITE = ("primary website", "primary internet address", "website url", "website", "internet address")
_EMAIL = ("primary contact email", "email address", "email")
_AT = re.compile(r"\s*\[at\]\s*", re.IGNORECASE)
"""How some addresses are written, so that no machine collects them."""

_START = re.compile(r'(?:\A|\n)[ \t"\ufeff\xa0]*Data\s+broker\s+name\b', re.IGNORECASE)
_FIRST = 20_000
"""Characters within which the headings begin; a line of notes may stand above them."""

_YES = ("yes", "y", "true", "1", "x")
_SEVERAL = re.compile(r"[\s,;|]+")


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker of a registry.

    Arguments:
        name: that it is registered under.
        site: its registrable domain; empty where it gives none.
        other_names: that it does business under.
        categories: of details that it declares, in words.
        labels: of the facts that these are, and that every broker has.
        email: to write to; empty where it gives none.
    """

    name: str
    site: str = ""
    other_names: str = ""
    categories: tuple[str, ...] = ()
    labels: tuple[str, ...] = ALWAYS
    email: str = ""

    @property
    def recipient(self) -> str:
        """What it is called as a recipient."""
        return self.site or self.name


@dataclass(frozen=True, slots=True)
class Registry:
    """What a registry holds.

    Arguments:
        brokers: each once.
        declares: whether it has any column of categories.
        problems: what could not be read, and why.
    """

    brokers: tuple[Broker, ...] = field(repr=False)
    declares: bool
    problems: tuple[InputProblem, ...] = ()

    __repr__ = redacted_repr


def without_guidance(text: str) -> str:
    """A registry without the line of notes above its headings; any other text as it is.

    >>> without_guidance('"For the agency only",,\\n"Data broker name:","Data broker primary website:"\\n')
    '"Data broker name:","Data broker primary website:"\\n'
    """
    found = _START.search(text, 0, _FIRST)
    table = text[found.start() :].lstrip("\n") if found else ""
    return table if table and is_registry(headings_of(table)) else text


def is_registry(headings: Sequence[str]) -> bool:
    """Whether a table is a registry of data brokers: it names them, and their sites.

    >>> is_registry(["Data Broker Name:", "Registration ID:", "Primary Internet Address:"])
    True
    >>> is_registry(["Name", "Website"])
    False
    """
    words = [_plain(heading) for heading in headings]
    return _column(words, _NAME) is not None and _column(words, _SITE) is not None


def read_registry(text: str) -> Registry:
    """The brokers of a registry, with what each declares that it collects.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, where it cannot be taken apart, is no
            registry, or has more than ``MAX_BROKERS``.

    >>> headings = "Data broker name:,Data broker primary website:,Data broker collects consumers' precise geolocation"
    >>> [broker] = read_registry(f"{headings}\\nFinder Ltd,https://www.finder.example/,Yes\\n").brokers
    >>> broker.recipient, broker.categories, broker.labels
    ('finder.example', ('precise location',), ('Name', 'Address', 'Location history'))
    """
    lines = lines_of(without_guidance(text).encode("utf-8", "replace"))
    words = [_plain(heading) for heading in header_of(lines)]
    if not is_registry(words):
        raise ValueError("this is no registry of data brokers: it has no column of their names, or none of their sites")
    columns = _category_columns(words)
    brokers: dict[str, Broker] = {}
    problems = []
    for number, cells in lines:
        broker = _broker(words, columns, [unguarded(cell) for cell in cells])
        if broker is None:
            problems.append(InputProblem(f"line {number}", "it names no data broker"))
        else:
            brokers.setdefault(broker.recipient.casefold(), broker)
        if len(brokers) > MAX_BROKERS:
            raise ValueError(f"the file names more than {MAX_BROKERS:,} data brokers, the most that can be read")
    return Registry(tuple(brokers.values()), bool(columns), few(problems))


def not_there_yet(brokers: Iterable[Broker], workspace: Workspace) -> tuple[Broker, ...]:
    """The brokers that are no recipients of the work, by their names.

    >>> work = Workspace(releases=(Release("Mine", "finder.example", Record()),))
    >>> [broker.name for broker in not_there_yet([Broker("Z"), Broker("F", "finder.example"), Broker("A")], work)]
    ['A', 'Z']
    """
    names = RecipientNames(workspace, ())
    new = (one for one in brokers if not (names.recipient_of(one.site) or names.recipient_of(one.name)))
    return tuple(sorted(new, key=lambda broker: (broker.name.casefold(), broker.site)))


def by_category(brokers: Iterable[Broker]) -> Mapping[str, tuple[Broker, ...]]:
    """The brokers that declare each category of ``CATEGORIES``; categories that none declares are left out."""
    found: dict[str, list[Broker]] = {category: [] for _, category, _ in CATEGORIES}
    for broker in brokers:
        for category in broker.categories:
            found[category].append(broker)
    return {category: tuple(some) for category, some in found.items() if some}


def additions_of_brokers(picked: Iterable[Broker], probability: float = LISTED) -> Additions:
    """What the brokers add that the person picked: that each may have such details, and nothing for certain.

    Arguments:
        picked: by the person.
        probability: of a broker having them at all, in [0, 1).

    >>> found = additions_of_brokers([Broker("Finder Ltd", "finder.example", labels=("Name",))], 0.2)
    >>> found.releases[0].presumed, len(found.releases[0].record), found.recipients[0].is_broker
    ((('Name', 0.2),), 0, True)
    """
    releases, recipients, contacts = [], [], []
    for broker in dict.fromkeys(picked):
        presumed = tuple((label, probability) for label in broker.labels)
        releases.append(Release(broker.name, broker.recipient, Record(), presumed=presumed))
        recipients.append(Recipient(broker.recipient, is_broker=True))
        if broker.site and broker.email:
            contacts.append(Contact(broker.site, broker.name, broker.email, "email"))
    return Additions(releases=tuple(releases), recipients=tuple(recipients), contacts=tuple(contacts))


def _broker(words: Sequence[str], columns: Sequence[tuple[int, str, str]], cells: Sequence[str]) -> Broker | None:
    name = cleaned(_cell(cells, _column(words, _NAME)))
    if not name:
        return None
    addresses = _SEVERAL.split(_cell(cells, _column(words, _SITE)))
    declared = [(category, label) for place, category, label in columns if _cell(cells, place).casefold() in _YES]
    return Broker(
        name,
        next(filter(None, map(site_of, addresses)), ""),
        cleaned(_cell(cells, _column(words, ("doing business as",)))),
        tuple(category for category, _ in declared),
        tuple(dict.fromkeys((*ALWAYS, *(label for _, label in declared if label)))),
        mail_address(_AT.sub("@", _cell(cells, _column(words, _EMAIL)))),
    )


def _category_columns(words: Sequence[str]) -> list[tuple[int, str, str]]:
    """The places of the questions what is collected, each once, with its category and label."""
    found = []
    for phrase, category, label in CATEGORIES:
        asked = (place for place, heading in enumerate(words) if "collects" in heading and phrase in heading)
        place = next(asked, None)
        if place is not None:
            found.append((place, category, label))
    return found


def _column(words: Sequence[str], meant: Collection[str]) -> int | None:
    """The first place whose heading begins with one of these words, or, behind "data broker", goes on with them."""
    for wanted in meant:
        for place, heading in enumerate(words):
            if heading.removeprefix("data broker ").startswith(wanted) or heading.startswith(wanted):
                return place
    return None


def _cell(cells: Sequence[str], place: int | None) -> str:
    return cells[place] if place is not None and place < len(cells) else ""


def _plain(heading: str) -> str:
    """A heading in small letters and digits alone: its signs differ from one year to the next."""
    return re.sub(r"[^a-z0-9]+", " ", heading.casefold()[:500]).strip()
