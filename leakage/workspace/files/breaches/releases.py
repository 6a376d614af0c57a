"""Breaches as releases: what leaked, to whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from leakage.record import Attribute, Pair, Record
from leakage.workspace.files.additions import Additions
from leakage.workspace.files.breaches.reading import Breach, breach_name
from leakage.workspace.files.sites import LABEL as PASSWORD
from leakage.workspace.files.sites import site_of
from leakage.workspace.workspace import Release

# Data classes: what Have I Been Pwned calls the kinds of data in a breach, and the labels that they are here.


EMAIL = "Email"

LABELS_OF: dict[str, tuple[str, ...]] = {
    "Email addresses": (EMAIL,),
    "Names": ("Name",),
    "Nicknames": ("Nickname",),
    "Usernames": ("User name",),
    "Phone numbers": ("Phone",),
    "Physical addresses": ("Address", "Post code", "City"),
    "Geographic locations": ("City",),
    "Dates of birth": ("Date of birth",),
    "Credit cards": ("Card",),
    "Bank account numbers": ("Bank account",),
    "Social security numbers": ("National id",),
    "Government issued IDs": ("National id",),
    "Passport numbers": ("Passport",),
    "Driver's licenses": ("Driving licence",),
    "Taxation records": ("Tax number",),
    "Health insurance information": ("Insurance number",),
    "Employers": ("Employer",),
    "Company names": ("Employer",),
    "Job titles": ("Job title",),
    "Occupations": ("Job title",),
    "Income levels": ("Salary",),
    "Personal health data": ("Health condition",),
    "HIV statuses": ("HIV status",),
    "Photos": ("Photo",),
    "Profile photos": ("Photo",),
    "IP addresses": ("IP address",),
    "Licence plates": ("Licence plate",),
    "License plates": ("Licence plate",),
    "Vehicle identification numbers (VINs)": ("Vehicle number",),
    "Security questions and answers": ("Security answer",),
    "Mothers maiden names": ("Mother's maiden name", "Security answer"),
    "Nationalities": ("Nationality",),
    "Citizenship statuses": ("Nationality",),
    "Marital statuses": ("Relationship status",),
    "Relationship statuses": ("Relationship status",),
    "Religions": ("Religion",),
    "Political views": ("Political view",),
    "Social media profiles": ("Social media handle",),
    "Instant messenger identities": ("Social media handle",),
    "Homepage URLs": ("Website",),
    "User website URLs": ("Website",),
    "Genders": ("Gender",),
    "Ethnicities": ("Ethnicity",),
    "Races": ("Ethnicity",),
    "Sexual orientations": ("Sexual orientation",),
    "Places of birth": ("Place of birth",),
    "Spouses names": ("Spouse's name",),
    "Education levels": ("Education",),
    "Languages": ("Language",),
    "Spoken languages": ("Language",),
    "Passwords": ("Password",),
    "PINs": ("PIN",),
    "Recovery email addresses": ("Recovery email",),
    "MAC addresses": ("MAC address",),
    "IMEI numbers": ("IMEI number",),
    "Device serial numbers": ("Device serial number",),
}
"""Class to the labels whose values it holds; labels beyond the vocabulary count where the profile has them."""

PARTIAL = frozenset(
    (
        "Age groups",
        "Ages",
        "Historical passwords",
        "Partial credit card data",
        "Partial dates of birth",
        "Partial phone numbers",
        "Password hints",
        "Password strengths",
        "Years of birth",
    )
)
"""Classes that hold a part of a fact: less than the value, so no value is taken for them."""

_FOLDED = {name.casefold(): name for name in (*LABELS_OF, *PARTIAL)}


def data_class(name: str) -> str | None:
    """A class as it is written here; None for one that has no label.

    >>> data_class("email Addresses"), data_class("Astrological signs")
    ('Email addresses', None)
    """
    return _FOLDED.get(name.strip().casefold())


def labels_of(classes: Iterable[str]) -> tuple[str, ...]:
    """The labels of some classes, each once.

    >>> labels_of(["Physical addresses", "Geographic locations", "Ages"])
    ('Address', 'Post code', 'City')
    """
    data_classes = (data_class(name) for name in classes)
    return tuple(dict.fromkeys(label for name in data_classes if name for label in LABELS_OF.get(name, ())))


# From breaches to releases: what each of them told about the person, as far as the profile knows it.


UNVERIFIED = 0.5
"""How sure one may be of a breach that was never verified, until the person says otherwise."""

MANY = 200
"""More breaches than one address is ever in: the file may be the list of all breaches there are."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the person decides about breaches.

    Arguments:
        unverified: confidence of what an unverified breach holds, in [0, 1]; of others it is 1.
        address: the mail address that was asked for; None stands for all in the profile.
        fabricated: whether breaches count that are held for made up.
        spam_lists: whether lists of spammers count.

    Raises:
        ValueError: for a confidence out of its range.
    """

    unverified: float = UNVERIFIED
    address: str | None = None
    fabricated: bool = False
    spam_lists: bool = False

    def __post_init__(self) -> None:
        if not 0.0 <= self.unverified <= 1.0:
            raise ValueError(f"confidence must be in [0, 1], got {self.unverified}")


def releases_of(
    breaches: Sequence[Breach],
    profile: Sequence[Pair],
    recipients: Sequence[str] = (),
    choices: Choices = Choices(),
) -> Additions:
    """Each breach with the values the profile has for its data classes; it is no account, and its place no recipient.

    A breach says which kinds of data it holds and not whose; that it holds all of them about the person is the
    worst case. Where only names were asked for, a release holds the address alone.

    Arguments:
        breaches: as ``read_breaches``.
        profile: the person's true values.
        recipients: those there are; a breach of one of them, by title or domain, goes under its name.
        choices: what counts, and how much.

    >>> found = releases_of([Breach("Shop", classes=("Names", "Genders"))], (("Name", "Alice"),))
    >>> found.releases[0].name, len(found.releases[0].record), found.notes
    ('Shop breach', 1, ('Your profile has no value for: Genders.',))
    """
    left_out = [breach for breach in breaches if not _counts(breach, choices)]
    taken = [breach for breach in breaches if _counts(breach, choices)]
    recipient_of = {name.casefold(): name for name in recipients}
    releases = tuple(
        as_breach(
            Release(
                breach_name(breach.title),
                recipient_of.get(breach.title.casefold()) or recipient_of.get(breach.domain.casefold()) or breach.title,
                _record(breach, profile, choices),
                breach.date,
            ),
            breach,
        )
        for breach in taken
    )
    return Additions(releases=releases, leaked=releases, notes=_notes(taken, left_out, profile, choices))


def as_breach(release: Release, breach: Breach) -> Release:
    """A release marked as what leaked: of which site, and which labels.

    >>> found = Breach("Shop", "www.shop.example", classes=("Passwords",))
    >>> leak = as_breach(Release("Shop breach", "Shop", Record()), found)
    >>> leak.breach, leak.leaked
    ('shop.example', ('Password',))
    """
    labels = (EMAIL,) if breach.classes is None else labels_of(breach.classes)
    return replace(release, breach=site_of(breach.domain) or breach.domain or breach.title, leaked=labels)


def _counts(breach: Breach, choices: Choices) -> bool:
    return (choices.fabricated or not breach.fabricated) and (choices.spam_lists or not breach.spam_list)


def _record(breach: Breach, profile: Sequence[Pair], choices: Choices) -> Record:
    labels = (EMAIL,) if breach.classes is None else labels_of(breach.classes)
    # Which of the person's passwords it was, no breach says; ``whole_list`` looks at the account instead.
    wanted = {label.casefold() for label in labels} - {PASSWORD.casefold()}
    confidence = 1.0 if breach.verified else choices.unverified
    pairs = (pair for pair in profile if pair[0].casefold() in wanted and not _other_address(pair, choices))
    return Record(Attribute(*pair, confidence) for pair in pairs)


def _other_address(pair: Pair, choices: Choices) -> bool:
    return choices.address is not None and pair[0].casefold() == EMAIL.casefold() and pair[1] != choices.address


def _notes(
    taken: Sequence[Breach], left_out: Sequence[Breach], profile: Sequence[Pair], choices: Choices
) -> tuple[str, ...]:
    notes = []
    if len(taken) + len(left_out) > MANY:
        notes.append("No address is in so many breaches. Is this the list of all breaches?")
    made_up = sum(breach.fabricated for breach in left_out)
    if made_up:
        notes.append(f"Left out as made up: {made_up:,}.")
    if len(left_out) > made_up:
        notes.append(f"Left out as lists of spammers: {len(left_out) - made_up:,}.")
    if any(not breach.verified for breach in taken):
        unverified = sum(not breach.verified for breach in taken)
        notes.append(f"Never verified, so counted as {100 * choices.unverified:g} % sure: {unverified:,}.")
    if any(breach.classes is None for breach in taken):
        notes.append(
            "This short list only names the breaches, so each counts with your address alone. Ask for "
            "truncateResponse=false to get what was in them."
        )
    return (*notes, *_without_value(taken, profile))


def _without_value(taken: Sequence[Breach], profile: Sequence[Pair]) -> list[str]:
    """The data classes that no value was taken for: by their names where they are known ones, else counted."""
    labels = {label.casefold() for label, _ in profile}
    classes = dict.fromkeys(name for breach in taken for name in breach.classes or ())
    data_classes = {name: data_class(name) for name in classes}
    lacking = [
        name
        for name in data_classes.values()
        if name and not labels & {label.casefold() for label in labels_of([name])}
    ]
    partial = [name for name in lacking if name in PARTIAL]
    missing = [name for name in lacking if name not in PARTIAL]
    notes = []
    if missing:
        notes.append(f"Your profile has no value for: {', '.join(dict.fromkeys(missing))}.")
    if partial:
        notes.append(f"Only parts of facts, so left out: {', '.join(dict.fromkeys(partial))}.")
    unknown = sum(name is None for name in data_classes.values())
    if unknown:
        notes.append(f"Kinds of data not known here: {unknown:,}.")
    return notes
