"""Whom to ask at a recipient, and what asking takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from leakage.short_repr import short_repr

Difficulty: TypeAlias = Literal["", "easy", "medium", "hard", "limited", "impossible"]
"""How hard it is to have an account deleted, in JustDeleteMe's words; empty where nobody has said."""
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
Element: TypeAlias = Literal["name", "email", "address", "birthdate", "input", "textarea"]
ELEMENTS: tuple[Element, ...] = get_args(Element)
"""What a recipient may want a request to state; the last two are something of its own."""


@dataclass(frozen=True, slots=True)
class Contact:
    """What is known about asking one recipient.

    Arguments:
        domain: of the recipient, not empty.
        name: what it calls itself.
        email: for requests; empty where none is known.
        medium: how it wants to be asked: email, letter, webform, or empty.
        language: it writes in, as ISO 639-1, or empty.
        countries: it serves, as ISO 3166 in small letters; "all" for everywhere.
        asks: what a request must state.
        needs_id: whether it demands a copy of an identity document.
        difficulty: of having an account deleted.
        delete_url: the page where that is done, or explained.
        as_of: the day of the list this comes from, as ISO 8601.

    Raises:
        ValueError: for an empty domain.
    """

    domain: str
    name: str = ""
    email: str = ""
    medium: str = ""
    language: str = ""
    countries: tuple[str, ...] = ()
    asks: tuple[Element, ...] = ()
    needs_id: bool = False
    difficulty: Difficulty = ""
    delete_url: str = ""
    as_of: str = ""

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if not self.domain:
            raise ValueError("a contact needs a domain")
