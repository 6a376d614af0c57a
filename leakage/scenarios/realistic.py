"""A realistic person with an ordinary life. She, her namesakes and the companies are all made up."""

from __future__ import annotations

from dataclasses import replace

from leakage.record import Pair, Record
from leakage.scenarios import Scenario
from leakage.workspace.everyday import COLLECTOR, new_work, with_what_is_likely
from leakage.workspace.person import in_standard_order, lacking, typed
from leakage.workspace.presumptions import denied
from leakage.workspace.release import Contact, Difficulty, Pooling
from leakage.workspace.workspace import Recipient, Release

# What is true of her. She has no passport; contacts, faith, orientation and a security answer she has, and typed none.

NAME: Pair = ("Name", "Maren Holloway")
BIRTH: Pair = ("Date of birth", "1984-09-23")
GENDER: Pair = ("Gender", "female")
PHOTO: Pair = ("Photo", "portrait on the pier")
ADDRESS: Pair = ("Address", "27 Ferry Street, Larkhaven")
MOBILE: Pair = ("Phone", "907-555-0142")
MAIL: Pair = ("Email", "maren.holloway@larkmail.example")
OLD_MAIL: Pair = ("Email", "fernwalker@oldpost.example")
ALIAS: Pair = ("Email", "running@larkmail.example")
USER_NAME: Pair = ("User name", "fernwalker")
IP_ADDRESS: Pair = ("IP address", "192.0.2.44")
TAX_NUMBER: Pair = ("Tax number", "my tax number")
NATIONAL_ID: Pair = ("National id", "my id card")
LICENCE: Pair = ("Driving licence", "my driving licence")
PASSWORD: Pair = ("Password", "password A")
HANDLE: Pair = ("Social media handle", "@maren.h")
BANK_ACCOUNT: Pair = ("Bank account", "salary account")
CARD: Pair = ("Card", "main card")
SALARY: Pair = ("Salary", "middle band")
CONDITION: Pair = ("Health condition", "Asthma")
MEDICATION: Pair = ("Medication", "Blue inhaler")
INSURANCE_NUMBER: Pair = ("Insurance number", "my health card")
STATUS: Pair = ("Relationship status", "married")
CHILDREN: Pair = ("Children", "one, at primary school")
EMPLOYER: Pair = ("Employer", "Fallow Dairy")
JOB: Pair = ("Job title", "Bookkeeper")
PLACES: Pair = ("Location history", "my runs")
VIEWING: Pair = ("Browsing history", "what I watch")
GROCERIES: Pair = ("Purchase history", "my groceries")
INTERESTS: Pair = ("Interests", "hiking")
PARTY: Pair = ("Political view", "party A")
PLATE: Pair = ("Licence plate", "my blue car")

TYPED: tuple[Pair, ...] = (
    *(NAME, BIRTH, GENDER, PHOTO, ADDRESS, MOBILE, MAIL, OLD_MAIL, ALIAS, USER_NAME, IP_ADDRESS),
    *(TAX_NUMBER, NATIONAL_ID, LICENCE, PASSWORD, HANDLE, BANK_ACCOUNT, CARD, SALARY),
    *(CONDITION, MEDICATION, INSURANCE_NUMBER, STATUS, CHILDREN, EMPLOYER, JOB),
    *(PLACES, VIEWING, GROCERIES, INTERESTS, PARTY, PLATE),
)
LACKING = ("Passport",)

# Facts about her that are outdated, or never were true.

MAIDEN_NAME: Pair = ("Name", "Maren Pike")
OLD_ADDRESS: Pair = ("Address", "3 Cooper's Yard, Larkhaven")
WRONG_SALARY: Pair = ("Salary", "upper band")


def realistic_person() -> Scenario:
    """Maren Holloway, a bookkeeper, married with a child, and what she gave to whom in eighteen years.

    >>> work = realistic_person().workspace
    >>> len(work.profile), len(work.releases), len(work.recipient_names), len(work.background), len(work.plans)
    (37, 23, 22, 8, 3)
    """
    work = new_work()
    for pair in TYPED:
        work = typed(work, *pair)
    for label in LACKING:
        work = lacking(work, label)
    breached = Pooling("releases", releases=(BREACH,))
    work = replace(
        work,
        profile=in_standard_order(work.profile),
        releases=(*_offices(), *_accounts(), *_not_from_her()),
        recipients=tuple(Recipient(name, site=site) for name, site in SITES.items()),
        contacts=_contacts(),
        background=_background(),
        plans=_plans(),
        policies=tuple(replace(p, pooling=breached) if p.name == COLLECTOR else p for p in work.policies),
        title=NAME[1],
    )
    # As after importing her accounts, with one question answered.
    work = denied(with_what_is_likely(work), ["Lease"], ["Salary", "Relationship status"])
    return Scenario(
        key="realistic-person",
        title="A realistic person enters a running event",
        source="Made up for this program",
        question="Which way of entering a running event tells Eve least?",
        workspace=work,
        expected="Her name, number or card ties her runs to all the rest; with the alias and cash nothing is added.",
    )


# Whom she deals with.

SITES = {
    "Larkmail": "larkmail.example",
    "Trailhead Forum": "trailhead-forum.example",
    "Sundown Dating": "sundown-dating.example",
    "Fern & Finch Shoes": "fernfinch-shoes.example",
    "Papermill Books": "papermill-books.example",
    "Circleup": "circleup.example",
    "Moonreel": "moonreel.example",
    "Stridewell": "stridewell.example",
    "Larkhaven PeopleSearch": "larkhaven-peoplesearch.example",
    "HomeLedger Databroker": "homeledger-databroker.example",
}
"""The domains of those whom she knows by another name."""

BREACH = "Forum breach"


def _contacts() -> tuple[Contact, ...]:
    """Contacts from the companies' pages; two have a button."""
    graded: dict[str, Difficulty] = {
        "Sundown Dating": "easy",
        "Circleup": "hard",
        "Moonreel": "medium",
        "Larkhaven PeopleSearch": "medium",
        "HomeLedger Databroker": "easy",
    }
    return tuple(
        Contact(SITES[name], name, email=f"privacy@{SITES[name]}", medium="email", language="en", difficulty=grade)
        for name, grade in graded.items()
    )


def _release(
    name: str, recipient: str, date: str, *facts: Pair | tuple[str, str, float], ended: bool = False
) -> Release:
    return Release(name, recipient, Record.of(*facts), date, ended=ended)


def _offices() -> tuple[Release, ...]:
    """Offices that must know her; the first five are bound to secrecy."""
    person = (NAME, BIRTH, ADDRESS, MOBILE)
    work = (*person, BANK_ACCOUNT, TAX_NUMBER, JOB, SALARY)
    cover = (*person, GENDER, INSURANCE_NUMBER, CHILDREN)
    patient = (*person, INSURANCE_NUMBER, CONDITION, MEDICATION)
    return (
        _release("Salary account", "Harbour Bank", "2008-10-01", *person, NATIONAL_ID, BANK_ACCOUNT),
        _release("Work contract", "Fallow Dairy", "2014-09-01", *work),
        _release("Health cover", "Alder Health Insurance", "2014-09-01", *cover),
        _release("Patient file", "Maple Street Clinic", "2015-04-20", *patient),
        _release("Prescriptions", "Corner Pharmacy", "2015-04-21", NAME, ADDRESS, INSURANCE_NUMBER, MEDICATION),
        _release("Lease", "Quayside Housing", "2018-05-01", *person, BANK_ACCOUNT, (*EMPLOYER, 0.9)),
        _release("Electricity", "Larkhaven Energy", "2018-05-01", NAME, ADDRESS, MOBILE, BANK_ACCOUNT),
        _release("Mobile contract", "Beacon Mobile", "2018-06-12", *person, BANK_ACCOUNT),
    )


def _accounts() -> tuple[Release, ...]:
    """Accounts she opened, first with her old email address, then with the new one; four share a password."""
    old, new = (OLD_MAIL, PASSWORD), (MAIL, PASSWORD)
    gym = (NAME, BIRTH, OLD_ADDRESS, PHOTO, BANK_ACCOUNT)
    return (
        _release("Forum account", "Trailhead Forum", "2011-05-14", USER_NAME, *old, INTERESTS, (*IP_ADDRESS, 0.5)),
        _release("Dating profile", "Sundown Dating", "2012-02-03", BIRTH, MOBILE, (*PHOTO, 0.6)),
        _release("Mailbox", "Larkmail", "2013-03-02", NAME, MAIL, MOBILE),
        _release("Shoe orders", "Fern & Finch Shoes", "2013-06-11", MAIDEN_NAME, *old, OLD_ADDRESS),
        _release("Gym contract", "Riverside Gym", "2016-01-08", *gym, ended=True),
        _release("Profile", "Circleup", "2018-08-30", NAME, *new, BIRTH, PHOTO, HANDLE, EMPLOYER),
        _release("Book orders", "Papermill Books", "2019-11-20", NAME, *new, ADDRESS, CARD),
        _release("Loyalty card", "Corner Market", "2020-03-07", NAME, ADDRESS, MOBILE, GROCERIES),
        _release("Streaming", "Moonreel", "2021-12-24", MAIL, VIEWING, IP_ADDRESS),
        _release("Petition", "Larkhaven Petitions", "2022-06-02", NAME, MAIL, (*PARTY, 0.8)),
        _release("Running app", "Stridewell", "2024-04-01", ALIAS, GENDER, PLACES),
        _release("Parking app", "Parkwell", "2025-07-11", NAME, MOBILE, CARD, PLATE),
    )


def _not_from_her() -> tuple[Release, ...]:
    found = (NAME, ADDRESS, MOBILE, (*BIRTH, 0.8), OLD_ADDRESS, STATUS)
    household = (NAME, ADDRESS, MOBILE, CHILDREN, (*WRONG_SALARY, 0.5))
    return (
        replace(
            _release(BREACH, "Trailhead Forum", "2021-09-01", USER_NAME, OLD_MAIL, PASSWORD),
            breach=SITES["Trailhead Forum"],
        ),
        _release("Page about me", "Larkhaven PeopleSearch", "2023-02-01", *found),
        _release("Household file", "HomeLedger Databroker", "2024-10-15", *household),
    )


def _plans() -> tuple[Release, ...]:
    ways: dict[str, tuple[Pair, ...]] = {
        "All that the form asks for": (NAME, ALIAS, MOBILE, BIRTH, CARD, CONDITION),
        "Name and main card": (NAME, ALIAS, CARD),
        "The alias alone, and cash at the start": (ALIAS,),
    }
    return tuple(Release(name, "Stridewell", Record.of(*facts), required=(ALIAS,)) for name, facts in ways.items())


def _background() -> tuple[Record, ...]:
    return (
        Record.of(("Name", "Odette Birch"), MOBILE, ("Address", "5 Hazel Walk, Stonemere")),
        Record.of(("Name", "Tom Holloway"), ADDRESS, ("Phone", "907-555-0160"), ("Date of birth", "1981-02-11")),
        Record.of(("Name", "Ines Pike"), OLD_ADDRESS, ("Email", "ines.pike@oldpost.example")),
        Record.of(NAME, ("Phone", "907-555-0171"), ("Address", "88 Mill Lane, Port Willow")),
        Record.of(NAME, ("Date of birth", "1951-06-30"), ("Email", "m.holloway@larkmail.example")),
        Record.of(NAME, ("Date of birth", "1999-12-02"), ("Address", "2 Quay Side, Sampleton")),
        Record.of(("Name", "Hugo Inkpen"), ("Address", "25 Ferry Street, Larkhaven"), ("Phone", "907-555-0115")),
        Record.of(("Name", "Alma Rushmere"), ("Address", "29 Ferry Street, Larkhaven"), EMPLOYER),
    )
