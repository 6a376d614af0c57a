"""Kinds of places: which template a recipient probably fits, by the words in its name.

A guess, for the person to accept or to change: it is made from names alone, and nothing is looked up.
"""

from __future__ import annotations

import re

WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Bank", ("bank", "banque", "banco", "sparkasse", "broker", "savings", "creditunion", "paypal", "klarna", "wise")),
    ("Pharmacy", ("pharmacy", "apotheke", "pharmacie", "farmacia", "drugstore")),
    ("Doctor", ("doctor", "clinic", "hospital", "dental", "praxis", "arzt", "health", "doctolib")),
    ("Airline", ("airline", "airlines", "airways", "lufthansa", "ryanair", "easyjet", "flights")),
    ("Mobile phone company", ("mobile", "telekom", "vodafone", "telecom", "orange", "verizon", "tmobile")),
    ("Tax office", ("tax", "steuer", "elster", "finanzamt", "impots", "hmrc", "irs")),
    ("Gym", ("gym", "fitness", "yoga")),
    ("Landlord", ("rent", "housing", "immobilien", "apartments", "landlord")),
    ("Employer", ("jobs", "career", "careers", "payroll", "workday", "personio")),
    (
        "Social network",
        (
            "facebook",
            "instagram",
            "linkedin",
            "twitter",
            "tiktok",
            "snapchat",
            "mastodon",
            "pinterest",
            "dating",
            "social",
        ),
    ),
    ("Forum", ("forum", "forums", "board", "community", "reddit", "discourse", "stackoverflow", "wiki", "news")),
    (
        "Online shop",
        ("shop", "shopping", "store", "market", "mall", "books", "shoes", "amazon", "ebay", "etsy", "zalando", "ikea"),
    ),
)
"""The name of a template and words that places of its kind have in their names; the first that fits counts."""

_PART = re.compile(r"[^\W\d_]+")
SHORTEST_ENDING = 4
"""Letters of a word that counts where a longer one ends in it: "booksbank" is a bank."""


def kind_of_place(name: str) -> str:
    """The name of the template that a recipient probably fits; empty where no word says it.

    >>> kind_of_place("north-bank.example"), kind_of_place("The Booksbank"), kind_of_place("Robin")
    ('Bank', 'Bank', '')
    """
    parts = _PART.findall(name.casefold())
    for kind, words in WORDS:
        long = tuple(word for word in words if len(word) >= SHORTEST_ENDING)
        if any(part in words or part.endswith(long) for part in parts):
            return kind
    return ""
