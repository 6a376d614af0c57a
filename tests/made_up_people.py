"""Made-up tables of people in which some are recorded more than once, with slips, and how well their records are found.

The slips are those that people and forms make: typing errors, names and days exchanged, moves, new phones, gaps.
"""

from __future__ import annotations

import random
import string
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypeAlias

import numpy as np
import pandas as pd

from leakage.frames import Integers
from leakage.resolution.evidence import Comparison
from leakage.resolution.values import Similar

SYLLABLES = ("an", "ber", "ca", "dor", "el", "fi", "gan", "ho", "in", "jo", "kel", "li", "mar", "no", "or", "pe", "ri")
HOSTS = ("example.org", "mail.example", "post.example", "work.example")
FIRST_DAY, DAYS = date(1930, 1, 1), 28_000
MISSING = {"first_name": 0.02, "surname": 0.02, "dob": 0.1, "town": 0.1, "phone": 0.4, "email": 0.3}
MISTYPED = {"first_name": 0.12, "surname": 0.12, "town": 0.05, "email": 0.05}
MISDIALLED = {"dob": 0.07, "phone": 0.07}

LEVELS = (
    ("first_name", "name", (0.9, 0.8)),
    ("surname", "name", (0.9, 0.8)),
    ("dob", "damerau levenshtein", (1, 2)),
    ("town", "name", (0.9,)),
    ("phone", "damerau levenshtein", (1,)),
    ("email", "name", (0.9,)),
)
"""Of each label the measure and its thresholds, the nearest first, beside equality."""

SHARED = (("first_name", "surname"), ("dob",), ("phone",), ("email",), ("surname", "town"))
"""Columns by which pairs are found that are weighed."""

Person: TypeAlias = dict[str, str]
"""What is true of a person, or recorded of one, label by label."""


@dataclass(frozen=True)
class Pool:
    """Names, of which the k-th is 1 / (k + flat) times as frequent as any: Zipf's law as Mandelbrot has it."""

    names: tuple[str, ...]
    flat: int

    def drawn(self, draw: random.Random) -> str:
        """One of the names."""
        return self.names[int(self.flat * (1.0 + len(self.names) / self.flat) ** draw.random()) - self.flat]


@dataclass(frozen=True)
class Pools:
    """What people and places are called. The most frequent first name is that of one in 70, the surname of one in 110.

    Arguments:
        first_names, surnames, towns: as frequent as they are.
        emails: those that are somebody's, for none is given twice.
    """

    first_names: Pool
    surnames: Pool
    towns: Pool
    emails: set[str]


def made_up_people(count: int, repeated: float, seed: int = 0) -> tuple[pd.DataFrame, list[int]]:
    """A table of so many records, and of each record the number of its person.

    Arguments:
        count: of records.
        repeated: which share of them is a further record of a person who is there already, with slips.
        seed: equal ones give the same table.
    """
    draw = random.Random(seed)
    sizes = ((600, 2, 20), (4_000, 3, 20), (800, 3, 5))
    pools = Pools(*(Pool(_names(draw, count, syllables), flat) for count, syllables, flat in sizes), set())
    further = round(count * repeated)
    people = [_person(draw, pools) for _ in range(count - further)]
    recorded = list(enumerate(people))
    for number in draw.choices(range(len(people)), k=further):
        recorded.append((number, _with_slips(draw, pools, people[number])))
    draw.shuffle(recorded)
    rows = [
        [None if draw.random() < missing else record[label] for label, missing in MISSING.items()]
        for _, record in recorded
    ]
    return pd.DataFrame(rows, columns=list(MISSING), dtype=object), [number for number, _ in recorded]


def _names(draw: random.Random, count: int, syllables: int) -> tuple[str, ...]:
    names: dict[str, None] = {}
    while len(names) < count:
        names["".join(draw.choices(SYLLABLES, k=draw.randint(2, syllables + 1))).capitalize()] = None
    return tuple(names)


def _person(draw: random.Random, pools: Pools) -> Person:
    first, last = pools.first_names.drawn(draw), pools.surnames.drawn(draw)
    day = FIRST_DAY + timedelta(days=int(DAYS * draw.random()))
    return {
        "first_name": first,
        "surname": last,
        "dob": day.isoformat(),
        "town": pools.towns.drawn(draw),
        "phone": _phone(draw),
        "email": _email(draw, pools.emails, first, last),
    }


def _phone(draw: random.Random) -> str:
    return f"0{int(10**9 * (1 + 9 * draw.random()))}"


def _email(draw: random.Random, taken: set[str], first: str, last: str) -> str:
    number = int(10_000 * draw.random())
    user = draw.choice((f"{first}.{last}", f"{first[0]}{last}{number % 100}", f"{first}{number}")).lower()
    email = f"{user}@{draw.choice(HOSTS)}"
    while email in taken:
        email = f"{user}{int(10_000 * draw.random())}@{draw.choice(HOSTS)}"
    taken.add(email)
    return email


def _with_slips(draw: random.Random, pools: Pools, person: Person) -> Person:
    """The same person once more: moved, married, with a new phone or e-mail, and mistyped here and there."""
    again = dict(person)
    if draw.random() < 0.15:
        again["town"] = pools.towns.drawn(draw)
    if draw.random() < 0.05:
        again["surname"] = pools.surnames.drawn(draw)
    if draw.random() < 0.2:
        again["phone"] = _phone(draw)
    if draw.random() < 0.2:
        again["email"] = _email(draw, pools.emails, again["first_name"], again["surname"])
    if draw.random() < 0.02:
        again["first_name"], again["surname"] = again["surname"], again["first_name"]
    if draw.random() < 0.03:
        again["dob"] = _swapped_day(again["dob"])
    for slip, chances in ((_mistyped, MISTYPED), (_misdialled, MISDIALLED)):
        for label, share in chances.items():
            if draw.random() < share:
                again[label] = slip(draw, again[label])
    return again


def _mistyped(draw: random.Random, text: str) -> str:
    """The text with a letter left out, doubled, replaced, or exchanged with the next."""
    at = draw.randrange(len(text) - 1)
    left, letter, after, right = text[:at], text[at], text[at + 1], text[at + 2 :]
    slips = (after, letter + letter + after, draw.choice(string.ascii_lowercase) + after, after + letter)
    return left + draw.choice(slips) + right


def _misdialled(draw: random.Random, text: str) -> str:
    """The text with one digit replaced."""
    at = draw.choice([place for place, letter in enumerate(text) if letter.isdigit()])
    return text[:at] + draw.choice(string.digits) + text[at + 1 :]


def _swapped_day(day: str) -> str:
    """Day and month exchanged, where that is a day at all."""
    year, month, of_month = day.split("-")
    return f"{year}-{of_month}-{month}" if int(of_month) <= 12 else day


def compared(levels: Sequence[tuple[str, str, Sequence[float]]] = LEVELS) -> list[Comparison]:
    """The comparisons of some levels, with odds that nobody has learned."""
    return [
        Comparison.by_odds(label, 100.0, 5.0, tuple((_similar(label, kind, at), 10.0) for at in thresholds))
        for label, kind, thresholds in levels
    ]


def _similar(label: str, kind: str, threshold: float) -> Similar:
    if kind == "name":
        return Similar(label, threshold, blocked=False)
    return Similar(label, kind="damerau levenshtein", within=threshold)


def pairs_sharing(frame: pd.DataFrame, keys: Sequence[Sequence[str]]) -> tuple[Integers, Integers]:
    """The pairs of rows that have the same values in all columns of one of some keys."""
    numbered = frame.assign(row=range(len(frame)))
    found = []
    for columns in keys:
        complete = numbered.dropna(subset=list(columns))[[*columns, "row"]]
        both = complete.merge(complete, on=list(columns))
        left, right = both["row_x"].to_numpy(), both["row_y"].to_numpy()
        found.append((left * len(frame) + right)[left < right])
    pairs = np.unique(np.concatenate(found))
    return pairs // len(frame), pairs % len(frame)


def pairwise_f1(pairs: tuple[Integers, ...], people: Sequence[int]) -> float:
    """Twice the right pairs by the pairs that were joined and those that should be."""
    person = np.asarray(people)
    right = int((person[pairs[0]] == person[pairs[1]]).sum())
    counts = np.unique(person, return_counts=True)[1]
    return 2 * right / max(1, len(pairs[0]) + int((counts * (counts - 1) // 2).sum()))
