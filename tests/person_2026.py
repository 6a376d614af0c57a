"""The realistic person of 2026, who stays as she is so that ratios stay comparable; all about her is made up."""

from __future__ import annotations

import random

from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import AnyOf, Match, SameKeySet, Shares
from leakage.scenarios.scenario import Scenario
from leakage.workspace.vocabulary import default_weight
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace

SEED = 2012
NEIGHBOURS = 200

NAME: Pair = ("Name", "Odila Fernsby")
MAIL: Pair = ("Email", "odila.fernsby@example.com")
WORK_MAIL: Pair = ("Email", "fernsby@example.net")
SPARE_MAIL: Pair = ("Email", "nightmoth@example.org")
MOBILE: Pair = ("Phone", "907-555-0142")
LANDLINE: Pair = ("Phone", "907-555-0117")
ADDRESS: Pair = ("Address", "14 Lantern Row")
POST_CODE: Pair = ("Post code", "99014")
CITY: Pair = ("City", "Larkhaven")
BIRTH: Pair = ("Date of birth", "1988-04-17")
MAIN_CARD: Pair = ("Card", "main card")
PREPAID_CARD: Pair = ("Card", "prepaid card")
ACCOUNT: Pair = ("Bank account", "salary account")
NATIONAL_ID: Pair = ("National id", "my national id")
PASSPORT: Pair = ("Passport", "my passport")
TAX_NUMBER: Pair = ("Tax number", "my tax number")
EMPLOYER: Pair = ("Employer", "Tidewater Instruments")
JOB: Pair = ("Job title", "Acoustician")
CONDITION: Pair = ("Health condition", "Asthma")
MEDICATION: Pair = ("Medication", "Blue inhaler")
USER_NAME: Pair = ("User name", "nightmoth")
HANDLE: Pair = ("Social media handle", "@odila.f")
PHOTO: Pair = ("Photo", "portrait at the harbour")
PLATE: Pair = ("Licence plate", "my blue car")
FLYER: Pair = ("Frequent flyer number", "my flyer card")

PROFILE: tuple[Pair, ...] = (
    NAME,
    MAIL,
    WORK_MAIL,
    SPARE_MAIL,
    MOBILE,
    LANDLINE,
    ADDRESS,
    POST_CODE,
    CITY,
    BIRTH,
    MAIN_CARD,
    PREPAID_CARD,
    ACCOUNT,
    NATIONAL_ID,
    PASSPORT,
    TAX_NUMBER,
    EMPLOYER,
    JOB,
    CONDITION,
    MEDICATION,
    USER_NAME,
    HANDLE,
    PHOTO,
    PLATE,
    FLYER,
)

OLD_ADDRESS: Pair = ("Address", "3 Cooper's Yard")
OLD_EMPLOYER: Pair = ("Employer", "Brightwell Optics")
ALIAS: Pair = ("Name", "Night Moth")
MISSPELT_NAME: Pair = ("Name", "Odilla Fernsby")
SHORT_NAME: Pair = ("Name", "O. Fernsby")
MISTYPED_PHONE: Pair = ("Phone", "907-555-0124")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


FIRST_NAMES = _words(
    "Odila, Alma, Bram, Cleo, Dario, Edda, Fenn, Greta, Hugo, Ines, Joran, Kaya, Levi, Mirte, Nilo, Oona, "
    "Pavel, Quinn, Rhea, Sander, Tilda, Ugo, Vera, Wim, Xenia, Yara, Zeno, Anouk, Bela, Corin, Dunja, Emil"
)
LAST_NAMES = _words(
    "Ashgrove, Birchwater, Cobbler, Dunmoor, Elderfield, Fernsby, Foxley, Gorsewood, Hollins, Inkpen, "
    "Jessamy, Kestrel, Larkspur, Millrace, Nettleton, Oakhanger, Pebblewick, Quillfeather, Rushmere, "
    "Saltmarsh, Thistledown, Underhay, Vinterly, Wexcombe, Yarrowby, Zellwood"
)
STREETS = _words("Lantern Row, Mill Lane, Cooper's Yard, Ferry Street, Hazel Walk, Station Road, Quay Side")
CITIES = _words("Larkhaven, Sampleton, Nether Bridge, Port Willow, Stonemere, Upper Fallow")
EMPLOYERS = _words("Tidewater Instruments, Brightwell Optics, Larkhaven School, Port Willow Yards, Fallow Dairy")


def person_of_2026() -> Scenario:
    """Odila Fernsby, who has 25 attributes, 15 releases to 12 recipients and 200 neighbours, all made up.

    >>> work = person_of_2026().workspace
    >>> len(work.profile), len(work.releases), len(work.recipient_names), len(work.background), len(work.plans)
    (25, 15, 12, 200, 3)
    """
    return Scenario(
        key="person-of-2026",
        title="The realistic person of 2026 buys medicine online",
        source="Made up for this program",
        question="Which way of paying for her medicine tells an adversary least?",
        workspace=_workspace(),
        expected=(
            "All together know 65.3 % of her. The medicine adds 20.8 points with the main card, whose order also "
            "ties her doctor and her bank to the rest, 12.1 with the prepaid card, and 0.0 in cash."
        ),
    )


def _workspace() -> Workspace:
    policies = _policies()
    return Workspace(
        profile=PROFILE,
        weights=tuple((label, default_weight(label)) for label in dict.fromkeys(label for label, _ in PROFILE)),
        releases=_releases(),
        background=_background(),
        policies=policies,
        chosen=policies[1].name,
        pooling=Pooling("together", _coalitions()),
        plans=_plans(),
        title="Odila Fernsby",
    )


def _policies() -> tuple[Policy, ...]:
    """From strict to loose."""
    return (
        _policy("Exactly the same name and date of birth is the same person", SameKeySet("Name", "Date of birth")),
        _policy(
            "Same name and card, or same name and phone, is the same person",
            AnyOf(Shares("Name", "Card"), Shares("Name", "Phone")),
        ),
        _policy("Same email or phone is the same person", AnyOf(Shares("Email"), Shares("Phone"))),
        _policy("Same name is the same person", Shares("Name")),
    )


def _policy(name: str, match: Match) -> Policy:
    return Policy(name, Adversary((Resolve(match),)))


def _coalitions() -> tuple[Coalition, ...]:
    return (
        Coalition("Advertising partners", ("Papermill Books", "Circleup", "Moth Watchers Forum")),
        Coalition("Health partners", ("Corner Pharmacy", "Dr. Thistle's practice")),
    )


def _release(name: str, recipient: str, date: str, *facts: Pair | tuple[str, str, float]) -> Release:
    return Release(name, recipient, Record.of(*facts), date)


def _releases() -> tuple[Release, ...]:
    """From the first flat to the move, then from the move until today."""
    return (*_releases_before_the_move(), *_releases_after_the_move())


def _releases_before_the_move() -> tuple[Release, ...]:
    account = (ALIAS, USER_NAME, SPARE_MAIL, (*CITY, 0.6))
    circleup = (NAME, MAIL, HANDLE, PHOTO, CITY, (*BIRTH, 0.7), (*OLD_EMPLOYER, 0.9))
    flight = (NAME, MAIL, MOBILE, PASSPORT, FLYER, MAIN_CARD)
    lease = (NAME, LANDLINE, OLD_ADDRESS, OLD_EMPLOYER, CITY, BIRTH)
    order = (NAME, MAIL, OLD_ADDRESS, CITY, MAIN_CARD)
    return (
        _release("First lease", "Landlord", "2019-03-01", *lease),
        _release("First book order", "Papermill Books", "2019-11-20", *order),
        _release("Circleup profile", "Circleup", "2020-02-14", *circleup),
        _release("Forum account", "Moth Watchers Forum", "2020-05-09", *account),
        _release("Flight to Port Willow", "Skylark Air", "2021-01-16", *flight),
    )


def _releases_after_the_move() -> tuple[Release, ...]:
    bank = (NAME, LANDLINE, ADDRESS, BIRTH, NATIONAL_ID, ACCOUNT)
    contract = (NAME, WORK_MAIL, MOBILE, ADDRESS, TAX_NUMBER, EMPLOYER, JOB)
    gym = (NAME, MAIL, MISTYPED_PHONE, PHOTO, (*ADDRESS, 0.8), (*EMPLOYER, 0.5))
    mobile = (NAME, MOBILE, ADDRESS, POST_CODE, CITY, ACCOUNT)
    order = (NAME, MAIL, ADDRESS, POST_CODE, CITY, MAIN_CARD)
    patient = (NAME, LANDLINE, CITY, CONDITION, MEDICATION)
    return (
        _release("Work contract", "Tidewater Instruments", "2021-06-01", *contract),
        _release("Current account", "Harbour Bank", "2021-06-15", *bank),
        _release("Prescription", "Corner Pharmacy", "2022-02-03", MISSPELT_NAME, LANDLINE, MEDICATION),
        _release("Patient file", "Dr. Thistle's practice", "2022-02-03", *patient),
        _release("Gym membership", "Riverside Gym", "2022-09-12", *gym),
        _release("Second book order", "Papermill Books", "2023-03-30", *order),
        _release("Flight to Stonemere", "Skylark Air", "2023-08-05", NAME, WORK_MAIL, PASSPORT, FLYER),
        _release("Mobile contract", "Beacon Mobile", "2024-04-22", *mobile),
        _release("Parking app", "Parkwell", "2025-07-11", SHORT_NAME, SPARE_MAIL, PLATE, PREPAID_CARD),
        _release("Forum question", "Moth Watchers Forum", "2026-01-08", ALIAS, USER_NAME, (*CONDITION, 0.5)),
    )


def _plans() -> tuple[Release, ...]:
    main = (NAME, MAIL, LANDLINE, ADDRESS, POST_CODE, CITY, MAIN_CARD, MEDICATION)
    prepaid = (NAME, SPARE_MAIL, MOBILE, PREPAID_CARD, MEDICATION)
    return (
        _release("Online with the main card", "Corner Pharmacy Online", "", *main),
        _release("Online with the prepaid card", "Corner Pharmacy Online", "", *prepaid),
        _release("In cash, under a nickname", "Corner Pharmacy", "", ("Name", "Dilly"), CITY, MEDICATION),
    )


def _background() -> tuple[Record, ...]:
    """Other people: three namesakes, one at her landline, and others who share her first name or employer."""
    chance = random.Random(SEED)
    numbers = chance.sample(range(200, 900), NEIGHBOURS)
    made = [_neighbour(chance, number) for number in numbers[4:]]
    return (*(_namesake(chance, number) for number in numbers[:3]), _housemate(chance, numbers[3]), *made)


def _neighbour(chance: random.Random, number: int, name: str = "", phone: str = "") -> Record:
    """Somebody else; the number, used once, keeps phone and email apart from everybody else's."""
    first, last = chance.choice(FIRST_NAMES), chance.choice(LAST_NAMES)
    certain: list[Pair] = [
        ("Name", name or f"{first} {last}"),
        ("Phone", phone or f"{number}-555-01{chance.randrange(100):02}"),
        ("Email", f"{(name or first).split()[0].lower()}{number}@example.com"),
        ("City", chance.choice(CITIES)),
    ]
    possible: list[Pair] = [
        ("Address", f"{chance.randrange(1, 60)} {chance.choice(STREETS)}"),
        ("Employer", chance.choice(EMPLOYERS)),
        (
            "Date of birth",
            f"{chance.randrange(1950, 2005)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}",
        ),
        ("Card", f"card ending {number}"),
    ]
    return Record.of(*certain, *(pair for pair in possible if chance.random() < 0.5))


def _namesake(chance: random.Random, number: int) -> Record:
    return _neighbour(chance, number, name=NAME[1])


def _housemate(chance: random.Random, number: int) -> Record:
    return _neighbour(chance, number, name="Bram Ashgrove", phone=LANDLINE[1])
