"""Seats: which browser of a class is which, so that a page loaded anew guesses no second time; and who leads."""

from __future__ import annotations

from collections.abc import Mapping

from pages.door.keys import Keys

LEAD = "lead"
"""The name of what the leader's link carries besides the class's token."""

_keys: list[Keys] = []


def offer(keys: Keys) -> None:
    """The server that is starting seats a class; any other seats nobody."""
    _keys[:] = [keys] if keys.reusable else []


def seat(cookies: Mapping[str, str]) -> str:
    """The seat that a browser's cookies tell; empty where they tell none."""
    return next((text for name, text in cookies.items() if _keys and _keys[0].names_seat(name)), "")


def leads(code: str) -> bool:
    """Whether this is the code in the leader's link."""
    return bool(_keys) and _keys[0].leads(code)
