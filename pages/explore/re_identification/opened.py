"""What is open on the re-identification page, for this session alone: tables, and what Eve knows.

Beside ``pages.shell.history`` because none of it is part of the person's work until it is added to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from leakage.reidentification import Fact, SparseTable
from pages.kit.handed_over import ME
from pages.shell import session

_TABLES = "reidentification.tables"
_FACTS = "reidentification.facts"
_ROUND = "reidentification.round"
_OPEN = "reidentification.open"
MOST_TABLES = 3


@dataclass(frozen=True)
class Opened:
    """A published table.

    Arguments:
        key: what it is known by in the session.
        name: what the person calls it.
        table: itself; equal keys stand for equal tables.
        made_up: whether it is nobody's.
        handed_over: whether it came from a lesson, with what Eve knows.
    """

    key: Hashable
    name: str
    table: SparseTable
    made_up: bool = False
    handed_over: bool = False


def kept(key: Hashable, make: Callable[[], Opened]) -> Opened:
    """The table of a key; made if it is not there, and the oldest forgotten."""
    held: dict[Hashable, Opened] = session.setdefault(_TABLES, {})
    if key not in held:
        held[key] = make()
        while len(held) > MOST_TABLES:
            del held[next(iter(held))]
    return held[key]


def latest_file() -> Opened | None:
    """The file opened last; None where there was none."""
    held: dict[Hashable, Opened] = session.get(_TABLES, {})
    return next((table for table in reversed(held.values()) if not table.made_up), None)


def file_key(content: bytes) -> str:
    """What a file is known by: its content."""
    return f"file {hashlib.sha256(content).hexdigest()}"


def facts_of(key: Hashable, draw: Callable[[], tuple[Fact, ...]]) -> tuple[Fact, ...]:
    """What Eve knows; drawn anew where the key, all that the draw depends on, is another one."""
    held: tuple[Hashable, tuple[Fact, ...]] | None = session.get(_FACTS)
    if held is None or held[0] != key:
        held = (key, draw())
        session.put(_FACTS, held)
    return held[1]


def put_facts(key: Hashable, facts: tuple[Fact, ...]) -> None:
    """What was entered, until the key changes."""
    session.put(_FACTS, (key, facts))


def current_round() -> int:
    """How often other facts were asked for."""
    number: int = session.get(_ROUND, 0)
    return number


def next_round() -> None:
    """Ask for other facts, for callbacks."""
    session.put(_ROUND, current_round() + 1)


def is_another(key: Hashable) -> bool:
    """Whether another table is open than when this was asked last."""
    before = session.get(_OPEN)
    session.put(_OPEN, key)
    return bool(before != key)


def be(name: str) -> None:
    """Take somebody else's place in the table, for callbacks."""
    session.put(ME, name)


def has_me() -> bool:
    """Whether it was said who one is."""
    return session.get(ME) is not None


def is_me_in(table: SparseTable) -> bool:
    """Whether whom one took oneself for is in a table, or nobody was named."""
    name = (session.get(ME) or "").strip()
    return not name or name in table.person_codes


def forget_me() -> None:
    """Nobody was named in this table: a name of another one is no mistake in it."""
    session.forget(ME)
