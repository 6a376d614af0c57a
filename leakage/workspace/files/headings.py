"""Headings: what the columns of a table are called, and what people mean by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from leakage.cells.csv_dialect import DELIMITERS, first_cells
from leakage.workspace.table_mapping import folded
from leakage.workspace.vocabulary import LABELS

RECIPIENT = ("recipient", "company", "organisation", "organization", "shop", "service", "website", "site", "given to")
NAME = ("release", "name of release", "release name", "occasion", "id", "number", "no", "record")
DATE = ("date", "day", "when", "given on")

_SYNONYMS = {
    "birthday": "Date of birth",
    "cell": "Phone",
    "credit card": "Card",
    "dob": "Date of birth",
    "e mail": "Email",
    "e mail address": "Email",
    "email address": "Email",
    "full name": "Name",
    "handle": "Social media handle",
    "iban": "Bank account",
    "ip": "IP address",
    "mail": "Email",
    "mobile": "Phone",
    "occupation": "Job title",
    "phone number": "Phone",
    "postal code": "Post code",
    "postcode": "Post code",
    "social security number": "National id",
    "street": "Address",
    "telephone": "Phone",
    "town": "City",
    "username": "User name",
    "zip": "Post code",
    "zip code": "Post code",
}


def headings_of(text: str) -> tuple[str, ...]:
    """The cells of the first line that is not blank, taken apart by the separator that gives most of them.

    >>> headings_of("\\nName; Phone ;\\nAlice;1;")
    ('Name', 'Phone', '')
    """
    cells = max((first_cells(text, delimiter) for delimiter in DELIMITERS), key=len)
    return tuple(cell.strip() for cell in cells)


def column_of(headings: Iterable[str], meant: Sequence[str]) -> str | None:
    """The first heading that means one of these things; None where none does.

    >>> column_of(["Given To", "Phone"], RECIPIENT), column_of(["Phone"], RECIPIENT)
    ('Given To', None)
    """
    return next((heading for heading in headings if folded(heading) in meant), None)


def label_of(heading: str, known: Iterable[str] = ()) -> str:
    """The label a heading stands for: a known one that is written alike, one of the vocabulary, else itself.

    >>> label_of("E-Mail"), label_of("date_of_birth"), label_of("shoe size", ["Shoe size"]), label_of("Hobby")
    ('Email', 'Date of birth', 'Shoe size', 'Hobby')
    """
    words = folded(heading)
    alike = (label for label in (*known, *(entry.label for entry in LABELS)) if folded(label) == words)
    return next(alike, None) or _SYNONYMS.get(words, heading)
