"""Data classes: what Have I Been Pwned calls the kinds of data in a breach, and the labels that they are here."""

from __future__ import annotations

from collections.abc import Iterable

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


def known_class(name: str) -> str | None:
    """A class as it is written here; None for one that has no label.

    >>> known_class("email Addresses"), known_class("Astrological signs")
    ('Email addresses', None)
    """
    return _FOLDED.get(name.strip().casefold())


def labels_of(classes: Iterable[str]) -> tuple[str, ...]:
    """The labels of some classes, each once.

    >>> labels_of(["Physical addresses", "Geographic locations", "Ages"])
    ('Address', 'Post code', 'City')
    """
    known = (known_class(name) for name in classes)
    return tuple(dict.fromkeys(label for name in known if name for label in LABELS_OF.get(name, ())))
