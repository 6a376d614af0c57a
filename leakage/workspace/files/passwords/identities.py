"""Identities and cards that password managers and browsers keep, as facts about the person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from leakage.workspace.files.days import day_of
from leakage.workspace.files.findings import Gathering
from leakage.workspace.files.plain_text import cleaned, last_digits


@dataclass(frozen=True, slots=True)
class Identity:
    """What a file says about the person, as it stands there; nothing of it shows in a log.

    Arguments:
        name: its parts, in the order they are said.
        numbers: of documents, by label; only their last characters are kept.
        others: further facts, by label.
    """

    name: Sequence[object] = field(repr=False, default=())
    street: Sequence[object] = field(repr=False, default=())
    city: object = field(repr=False, default=None)
    region: object = field(repr=False, default=None)
    code: object = field(repr=False, default=None)
    country: object = field(repr=False, default=None)
    employer: object = field(repr=False, default=None)
    emails: Sequence[object] = field(repr=False, default=())
    phones: Sequence[object] = field(repr=False, default=())
    user_names: Sequence[object] = field(repr=False, default=())
    birthday: object = field(repr=False, default=None)
    numbers: Mapping[str, object] = field(repr=False, default_factory=dict)
    others: Mapping[str, object] = field(repr=False, default_factory=dict)


def tell_identity(gathering: Gathering, identity: Identity) -> None:
    """The facts of an identity; of numbers of documents the last four characters."""
    gathering.fact("Name", " ".join(filter(None, map(cleaned, identity.name))))
    gathering.fact("Address", ", ".join(filter(None, map(cleaned, identity.street))))
    gathering.fact("Post code", identity.code)
    gathering.fact("City", identity.city)
    gathering.fact("Region", identity.region)
    gathering.fact("Country", identity.country)
    gathering.fact("Employer", identity.employer)
    gathering.fact("Date of birth", day_of(identity.birthday) or identity.birthday)
    for label, values in (("Email", identity.emails), ("Phone", identity.phones), ("User name", identity.user_names)):
        for value in values:
            gathering.fact(label, value)
    for label, number in identity.numbers.items():
        gathering.fact(label, last_digits(number))
    for label, value in identity.others.items():
        gathering.fact(label, value)


def tell_card(gathering: Gathering, number: object, brand: object = None) -> None:
    """A card by its last four digits and, where it is known, its brand."""
    ending = last_digits(number)
    if ending:
        gathering.fact("Card", f"{cleaned(brand, 30)} {ending}".strip())
    else:
        gathering.leave_out("cards without a number")
