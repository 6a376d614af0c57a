"""Vocabulary: labels that people use, what recipients usually ask for, and figures in people's words.

Which kind a recipient is, ``leakage.workspace.places`` says.

Labels people use, and how much each weighs by default.

The scale of weights is relative, and anybody may choose another:

    1   what a phone book or a shop window shows
    2   a way to reach or to follow you
    3   a way to rob, impersonate or stalk you
    5   what identifies you for life, or can be used against you
"""

from __future__ import annotations

from dataclasses import dataclass

# What a fact of a composite is against the profile, and its colour: the same on every page and in the report.


# Vermilion, blue and grey stay apart for every kind of colour blindness, and have a contrast of at least 3:1 on the
# light and on the dark background.
RIGHT = "#d9541e"
WRONG = "#2f7fc1"
MISSING = "#8a8f98"

MEANINGS = {"right": RIGHT, "wrong": WRONG, "missing": MISSING}


# Wording: figures in people's words, the same on every page and in the report.


NOTHING = 5e-7
"""A difference of leakages below this is none."""

_WORDS = ((0.0005, "nothing"), (0.15, "very little"), (0.35, "some"), (0.6, "much"), (0.85, "most"))


def percent(leakage: float) -> str:
    """A leakage or another share as a percentage.

    >>> percent(0.6234)
    '62.3 %'
    """
    return f"{100 * leakage:.1f} %"


def change(increment: float) -> str:
    """A difference of leakages in percentage points, with its sign, or that there is almost none.

    >>> change(5 / 36), change(0.0), change(-0.02)
    ('+13.9 points', 'no change', '−2.0 points')
    """
    if abs(increment) < NOTHING:
        return "no change"
    if abs(increment) < 5e-4:
        return "almost no change"
    return f"{100 * increment:+.1f} points".replace("-", "−")


def amount(leakage: float) -> str:
    """How much of a person that is, in a word.

    >>> amount(0.0), amount(0.62), amount(0.9), amount(1.0)
    ('nothing', 'most', 'nearly all', 'all')
    """
    if leakage >= 0.9995:
        return "all"
    return next((word for limit, word in _WORDS if leakage < limit), "nearly all")


def count(number: int, thing: str, things: str = "") -> str:
    """A number with its noun.

    >>> count(1, "release"), count(3, "release"), count(2, "facts of one", "facts")
    ('1 release', '3 releases', '2 facts')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


@dataclass(frozen=True, slots=True)
class LabelSuggestion:
    """A label offered to the person.

    Arguments:
        label: as it is shown and stored.
        weight: the default weight, on the scale of this module.
        reason: why it weighs that much, one short sentence.
        example: a made-up value; a nickname such as "main card" does as well, since only equality counts.
    """

    label: str
    weight: float
    reason: str
    example: str


@dataclass(frozen=True, slots=True)
class RecipientTemplate:
    """What one kind of recipient usually gets.

    Arguments:
        name: the kind of recipient.
        labels: what it usually asks for, out of ``LABELS``.
    """

    name: str
    labels: tuple[str, ...]


LABELS: tuple[LabelSuggestion, ...] = (
    LabelSuggestion("Name", 1, "A phone book has it.", "Robin Example"),
    LabelSuggestion("Nickname", 1, "Friends use it in public.", "Rob"),
    LabelSuggestion("Email", 2, "It reaches you, and most accounts are opened with it.", "robin@example.org"),
    LabelSuggestion("Phone", 2, "It reaches you, and it seldom changes.", "555-0100"),
    LabelSuggestion("Address", 3, "A stranger can wait at your door.", "12 Sample Street"),
    LabelSuggestion("Post code", 1, "Thousands of people share it.", "99901"),
    LabelSuggestion("City", 1, "Many thousands of people share it.", "Sampleton"),
    LabelSuggestion("Date of birth", 3, "It never changes, and call centres ask for it.", "1990-01-31"),
    LabelSuggestion("Card", 3, "Money can be taken with it.", "main card"),
    LabelSuggestion("Account", 5, "Having one says something about you.", "dating"),
    LabelSuggestion("Bank account", 3, "Money can be taken from it.", "salary account"),
    LabelSuggestion("National id", 5, "It identifies you for life.", "my id number"),
    LabelSuggestion("Passport", 5, "It identifies you at every border.", "my passport"),
    LabelSuggestion("Tax number", 5, "It identifies you for life.", "my tax number"),
    LabelSuggestion("Driving licence", 3, "It lets a stranger pass for you.", "my licence"),
    LabelSuggestion("Insurance number", 3, "It opens your medical and insurance files.", "my policy"),
    LabelSuggestion("Employer", 2, "It says where you are on a weekday.", "Sample Works"),
    LabelSuggestion("Job title", 1, "It is usually on a web page.", "Gardener"),
    LabelSuggestion("Salary", 3, "It says whether you are worth robbing.", "middle band"),
    LabelSuggestion("Health condition", 5, "It can be used against you, and stays.", "condition A"),
    LabelSuggestion("Medication", 5, "It reveals the illness.", "medicine A"),
    LabelSuggestion("User name", 1, "It is public by design.", "robin_reads"),
    LabelSuggestion("Social media handle", 2, "It leads to what you post.", "@robin_reads"),
    LabelSuggestion("Photo", 2, "You can be recognised by it.", "portrait of 2024"),
    LabelSuggestion("IP address", 2, "It follows you from site to site.", "192.0.2.7"),
    LabelSuggestion("Licence plate", 2, "It follows you on the road.", "my car"),
    LabelSuggestion("Frequent flyer number", 2, "It lists your journeys.", "my flyer card"),
    LabelSuggestion("Security answer", 3, "It opens accounts in your place.", "first pet"),
    LabelSuggestion("Password", 3, "Whoever has it opens every account that shares it.", "password A"),
    LabelSuggestion("Nationality", 1, "Millions of people share it.", "Utopian"),
    LabelSuggestion("Relationship status", 2, "It says who else can be reached.", "married"),
    LabelSuggestion("Religion", 5, "It can be used against you.", "faith A"),
    LabelSuggestion("Political view", 5, "It can be used against you.", "party A"),
    LabelSuggestion("Gender", 1, "Half of all people share it.", "female"),
    LabelSuggestion("Children", 3, "They can be reached, and harmed.", "two, at school"),
    LabelSuggestion("Contacts", 3, "They can be asked about you.", "my address book"),
    LabelSuggestion("Location history", 3, "Four places and times single most people out.", "my phone's timeline"),
    LabelSuggestion("Browsing history", 3, "It says what occupies you.", "my browser's history"),
    LabelSuggestion("Purchase history", 2, "It says how you live.", "my orders"),
    LabelSuggestion("Interests", 1, "Advertisers trade in it.", "gardening"),
    LabelSuggestion("Sexual orientation", 5, "It can be used against you.", "orientation A"),
)

TEMPLATES: tuple[RecipientTemplate, ...] = (
    RecipientTemplate("Online shop", ("Name", "Email", "Phone", "Address", "Post code", "City", "Card")),
    RecipientTemplate(
        "Employer",
        (
            "Name",
            "Email",
            "Phone",
            "Address",
            "Date of birth",
            "Bank account",
            "Tax number",
            "Insurance number",
            "Job title",
            "Salary",
        ),
    ),
    RecipientTemplate(
        "Social network",
        ("Name", "Email", "Phone", "Date of birth", "Photo", "City", "Social media handle", "Employer"),
    ),
    RecipientTemplate(
        "Pharmacy", ("Name", "Phone", "Address", "Date of birth", "Insurance number", "Medication", "Card")
    ),
    RecipientTemplate(
        "Airline",
        (
            "Name",
            "Email",
            "Phone",
            "Date of birth",
            "Passport",
            "Nationality",
            "Frequent flyer number",
            "Card",
        ),
    ),
    RecipientTemplate(
        "Bank",
        (
            "Name",
            "Email",
            "Phone",
            "Address",
            "Date of birth",
            "National id",
            "Tax number",
            "Employer",
            "Salary",
            "Bank account",
            "Security answer",
        ),
    ),
    RecipientTemplate("Forum", ("User name", "Email", "IP address")),
    RecipientTemplate(
        "Doctor",
        (
            "Name",
            "Phone",
            "Address",
            "Date of birth",
            "Insurance number",
            "Health condition",
            "Medication",
        ),
    ),
    RecipientTemplate(
        "Landlord",
        (
            "Name",
            "Email",
            "Phone",
            "Date of birth",
            "Employer",
            "Salary",
            "Bank account",
            "Relationship status",
        ),
    ),
    RecipientTemplate("Gym", ("Name", "Email", "Phone", "Address", "Date of birth", "Bank account", "Photo")),
    RecipientTemplate(
        "Tax office",
        (
            "Name",
            "Address",
            "Date of birth",
            "Tax number",
            "Bank account",
            "Employer",
            "Salary",
            "Relationship status",
            "Religion",
        ),
    ),
    RecipientTemplate(
        "Mobile phone company",
        ("Name", "Email", "Phone", "Address", "Date of birth", "Bank account", "IP address"),
    ),
)

_WEIGHTS = {suggestion.label.casefold(): suggestion.weight for suggestion in LABELS}


def default_weight(label: str) -> float:
    """The weight a label has until the person chooses another; 1 for a label not in ``LABELS``.

    Arguments:
        label: compared without regard to case or to blanks around it.

    >>> default_weight("card"), default_weight("Shoe size")
    (3.0, 1.0)
    """
    return float(_WEIGHTS.get(label.strip().casefold(), 1.0))


NEVER_WRONG = frozenset(
    {
        "driving licence",
        "id card",
        "identity card",
        "insurance number",
        "licence plate",
        "license plate",
        "national id",
        "number plate",
        "passport",
        "password",
        "social security number",
        "tax number",
    }
)
"""Labels, in small letters, under which nothing wrong is ever proposed: passwords, licence plates, and what identifies
a person for life."""

OFFICIAL = frozenset(
    {
        *(suggestion.label for suggestion in LABELS if suggestion.label.casefold() in NEVER_WRONG),
        "Bank account",
        "Date of birth",
        "Health condition",
        "Medication",
        "Nationality",
    }
)
"""Labels under which a false statement can be an offence, or harm the person: no disinformation by default."""
