"""Every page once, the rooms they are parts of, and the faces of the program that have these rooms in their menu."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Face: TypeAlias = Literal["me", "class", "science"]
"""What the program shows: what a person needs, what a class does, or what a researcher does."""

SWITCH = "--classroom"  # streamlit run app.py --server.address ADDRESS -- --classroom


def classroom() -> bool:
    """Whether the program serves a class: it shows that face first, and keeps nothing."""
    return SWITCH in sys.argv[1:]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the program.

    Arguments:
        path: of its file, from the folder of the router.
        title: among the parts of its room, and in the tab.
        symbol: the Material symbol beside the title.
        url_path: its address, which stays when the folder moves; empty for the first page.
    """

    path: str
    title: str
    symbol: str
    url_path: str

    @property
    def icon(self) -> str:
        return f":material/{self.symbol}:"


def _me(file: str, title: str, symbol: str, url_path: str) -> Page:
    return Page(f"me/{file}.py", title, symbol, url_path)


def _teach(file: str, title: str, symbol: str, url_path: str = "") -> Page:
    return Page(f"teach/{file}.py", title, symbol, url_path or file)


def _science(file: str, title: str, symbol: str, url_path: str) -> Page:
    return Page(f"science/{file}.py", title, symbol, url_path)


START = _me("home", "Home", "home", "")
BREACHES = _me("breaches", "Breaches", "lock_open", "breaches")
PROFILE = _me("about", "About me", "person", "profile")
RELEASES = _me("accounts", "Accounts", "outbox", "releases")
COMPANY = _me("company", "A company", "apartment", "company")
TRANSFER = _me("import_", "Import", "upload_file", "in_and_out")
VAULT = _me("safe", "Safe place", "lock", "vault")
EXPORT = _me("report", "Report", "download", "export")

ADVERSARY = _me("eve", "Eve", "hub", "adversary")

PLAN = _me("plan", "Plan", "task_alt", "plan")
LEAKAGE = _me("figure", "What she knows", "search", "leakage")
PLANNED_RELEASE = _me("share", "Before I share", "compare_arrows", "planned_release")
DISINFORMATION = _me("decoys", "Decoys", "masks", "disinformation")
REQUESTS = _me("letters", "Letters", "outgoing_mail", "requests")

PUBLISHED_TABLE = _science("table", "Published table", "table_view", "published_table")
ATTACKERS_ERROR = _science("error", "An attacker's error", "psychology_alt", "attackers_error")
RE_IDENTIFICATION = _science("identify", "Re-identification", "person_search", "re_identification")
RULES = _science("adversary", "Adversary", "rule", "rules")
WEIGHTS = _science("weights", "Weights", "balance", "weights")
LABORATORY = _science("laboratory", "Laboratory", "science", "laboratory")
PYTHON = _science("python", "Copy as Python", "code", "python")

CLASS_PAGE = _teach("class_page", "Lessons and exercises", "school")
PREDICT_TOGETHER = _teach("together", "Predict together", "groups", "predict_together")
EXAMPLES = _teach("examples", "The papers' examples", "menu_book")


@dataclass(frozen=True, slots=True)
class Room:
    """What is one entry of the menu.

    Arguments:
        title: in the menu, and at the top of its pages.
        symbol: the Material symbol beside it.
        parts: its pages; the first opens from the menu.
    """

    title: str
    symbol: str
    parts: tuple[Page, ...]

    @property
    def icon(self) -> str:
        return f":material/{self.symbol}:"


def _alone(page: Page) -> Room:
    return Room(page.title, page.symbol, (page,))


SAFE_PLACE = Room("Safe place", "lock", (VAULT, EXPORT))
PAPERS_EXAMPLES = _alone(EXAMPLES)

FACES: Mapping[Face, tuple[Room, ...]] = {
    "me": (
        Room("Home", "home", (START, BREACHES)),
        Room("My accounts", "badge", (RELEASES, COMPANY, TRANSFER)),
        _alone(PROFILE),
        _alone(ADVERSARY),
        _alone(LEAKAGE),
        *map(_alone, (PLANNED_RELEASE, DISINFORMATION)),
        Room("What to do", "task_alt", (PLAN, REQUESTS)),
        SAFE_PLACE,
    ),
    "class": (_alone(CLASS_PAGE), _alone(PREDICT_TOGETHER), PAPERS_EXAMPLES),
    "science": (
        *map(_alone, (PUBLISHED_TABLE, ATTACKERS_ERROR, RE_IDENTIFICATION, RULES, WEIGHTS, LABORATORY)),
        PAPERS_EXAMPLES,
        _alone(PYTHON),
    ),
}
"""The rooms in the order of the menu of each face."""

ROOMS = tuple(dict.fromkeys(room for rooms in FACES.values() for room in rooms))

PAGES = tuple(page for room in ROOMS for page in room.parts)
"""All pages: each is a part of one room."""


def room_of(page: Page) -> Room:
    """The room that a page is a part of.

    >>> room_of(PLAN).title
    'What to do'
    """
    return next(room for room in ROOMS if page in room.parts)
