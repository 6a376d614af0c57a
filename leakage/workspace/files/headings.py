"""Headings: what the columns, fields and keys of people's files mean, by ``logins.toml`` and the vocabulary."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from leakage.workspace.files.secret import is_secret
from leakage.workspace.files.text import lists, squeezed
from leakage.workspace.vocabulary import LABELS

# Tables of logins.


@dataclass(frozen=True, slots=True)
class Program:
    """Who writes tables of logins with certain headings: an entry of ``logins.toml``."""

    name: str
    known_by: frozenset[str] = frozenset()
    kinds: Mapping[str, str] = field(default_factory=dict)
    category: str = ""
    html: bool = False
    backslash: bool = False
    apostrophe: bool = False
    surplus: bool = False
    trash: frozenset[str] = frozenset()


def _by_heading(kinds: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {squeezed(heading): kind for kind, headings in kinds.items() for heading in headings}


@functools.cache
def kinds() -> Mapping[str, str]:
    """What headings mean in every program, by their squeezed form."""
    return _by_heading(lists("logins.toml")["kinds"])


@functools.cache
def programs() -> tuple[Program, ...]:
    """All programs of ``logins.toml``, in the order in which they are tried."""
    return tuple(map(_program, lists("logins.toml")["program"]))


def _program(one: Mapping[str, Any]) -> Program:
    known_by, trash = (frozenset(map(squeezed, one.get(what, ()))) for what in ("known_by", "trash"))
    return Program(**{**one, "known_by": known_by, "trash": trash, "kinds": _by_heading(one.get("kinds", {}))})


UNKNOWN = Program("a table")


def program_of(headings: Iterable[str]) -> Program:
    """The program that writes tables of logins with these headings; "a table" where none is known to.

    >>> program_of(["url", "username", "password", "timePasswordChanged"]).name, program_of(["Site", "Password"]).name
    ('Firefox', 'a table')
    """
    names = set(map(squeezed, headings))
    return next((program for program in programs() if program.known_by <= names), UNKNOWN)


def kind_of(heading: str, program: Program = UNKNOWN) -> str:
    """What a heading means: a kind of ``logins.toml``, "secret" for what is never kept, else empty.

    >>> kind_of("Login_Username"), kind_of("My PIN"), kind_of("Shoe size")
    ('user', 'secret', '')
    """
    name = squeezed(heading)
    return program.kinds.get(name) or kinds().get(name) or ("secret" if is_secret(heading) else "")


def is_login_table(headings: Sequence[str]) -> bool:
    """Whether a table is one of logins: of a program, or with a column of secrets, and one that says where or who."""
    program = program_of(headings)
    found = {kind_of(heading, program) for heading in headings}
    if program is not UNKNOWN:
        return True
    if found & {"password", "code", "lines"}:
        return bool(found & {"title", "address", "user", "email"})
    # What has an address and a name to sign in with is a table of logins as well, with a password by any name.
    return bool(found & {"address"}) and "user" in found and bool(found & {"secret", "note", "group"})


# Tables of one's own: labels of the vocabulary, and words that mean the same.


Meaning: TypeAlias = Literal["recipient", "release", "date", "person"]
"""What a column is that holds no fact: who was given it, what that is called, when; or who it is about."""


@functools.cache
def _own() -> tuple[Mapping[str, str], Mapping[str, str]]:
    labels = _by_heading(lists("logins.toml")["labels"])
    return labels | {squeezed(entry.label): entry.label for entry in LABELS}, _by_heading(lists("logins.toml")["own"])


def label_of(heading: str, in_use: Iterable[str] = ()) -> str:
    """The label a heading stands for: one in use that is written alike, one of the vocabulary, else none.

    >>> label_of("E-Mail"), label_of("date_of_birth"), label_of("shoe size", ["Shoe size"]), label_of("Hobby")
    ('Email', 'Date of birth', 'Shoe size', '')
    """
    alike = (label for label in in_use if squeezed(label) == squeezed(heading))
    return next(alike, None) or _own()[0].get(squeezed(heading), "")


def column_of(headings: Iterable[str], meaning: Meaning) -> str | None:
    """The first heading of this meaning; None where none has it."""
    return next((heading for heading in headings if _own()[1].get(squeezed(heading)) == meaning), None)


def names_recipients(headings: Sequence[str]) -> bool:
    """Whether a table says who was given what: it has a column of recipients, facts, and no column of people."""
    recipient = column_of(headings, "recipient")
    facts = [heading for heading in headings if heading != recipient and squeezed(heading) in _own()[0]]
    people = column_of(headings, "person") or any(squeezed(heading) == "name" for heading in headings)
    return bool(recipient and facts) and not people


def is_known(heading: str) -> bool:
    """Whether a cell of a first row is a heading that this program knows, and so no part of somebody's data."""
    name = squeezed(heading)
    in_program = any(name in program.known_by or name in program.kinds for program in programs())
    labels, meanings = _own()
    return bool(name) and (name in kinds() or name in labels or name in meanings or in_program)
