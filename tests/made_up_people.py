"""Made-up tables of people of whom some are recorded more than once, with slips; and the F1 of what was found."""

from __future__ import annotations

import random
import string
from collections.abc import Sequence
from datetime import date, timedelta

import numpy as np
import pandas as pd

from leakage.frames import Integers
from leakage.resolution.evidence import Comparison
from leakage.resolution.values import Similar

SYLLABLES = ("an", "ber", "ca", "dor", "el", "fi", "gan", "ho", "in", "jo", "kel", "li", "mar", "no", "or", "pe", "ri")
HOSTS = ("example.org", "mail.example", "post.example", "work.example")
MISSING = {"first_name": 0.02, "surname": 0.02, "dob": 0.1, "town": 0.1, "phone": 0.4, "email": 0.3}
MISTYPED = {"first_name": 0.12, "surname": 0.12, "town": 0.05, "email": 0.05}
MISDIALLED = {"dob": 0.07, "phone": 0.07}
SHARED = (("first_name", "surname"), ("dob",), ("phone",), ("email",), ("surname", "town"))
"""Columns by which pairs are found that are weighed."""


class _People:
    """Names as frequent as Zipf's law says; the commonest first name is that of one in 70."""

    def __init__(self, draw: random.Random) -> None:
        self.draw, self.emails = draw, set[str]()
        self.names = {
            label: (self._names(count, syllables), flat)
            for label, count, syllables, flat in (("first", 600, 2, 20), ("last", 4_000, 3, 20), ("town", 800, 3, 5))
        }

    def _names(self, count: int, syllables: int) -> list[str]:
        names: dict[str, None] = {}
        while len(names) < count:
            names["".join(self.draw.choices(SYLLABLES, k=self.draw.randint(2, syllables + 1))).capitalize()] = None
        return list(names)

    def name(self, label: str) -> str:
        names, flat = self.names[label]
        return names[int(flat * (1.0 + len(names) / flat) ** self.draw.random()) - flat]

    def phone(self) -> str:
        return f"0{int(10**9 * (1 + 9 * self.draw.random()))}"

    def email(self, first: str, last: str) -> str:
        number = int(10_000 * self.draw.random())
        users = (f"{first}.{last}", f"{first[0]}{last}{number % 100}", f"{first}{number}")
        user = self.draw.choice(users).lower()
        email = f"{user}@{self.draw.choice(HOSTS)}"
        while email in self.emails:
            email = f"{user}{int(10_000 * self.draw.random())}@{self.draw.choice(HOSTS)}"
        self.emails.add(email)
        return email

    def person(self) -> dict[str, str]:
        first, last = self.name("first"), self.name("last")
        born = date(1930, 1, 1) + timedelta(days=int(28_000 * self.draw.random()))
        made = {"first_name": first, "surname": last, "dob": born.isoformat(), "town": self.name("town")}
        return {**made, "phone": self.phone(), "email": self.email(first, last)}

    def with_slips(self, person: dict[str, str]) -> dict[str, str]:
        """The same person once more: moved, married, with a new phone or e-mail, and mistyped here and there."""
        again, chance = dict(person), self.draw.random
        if chance() < 0.15:
            again["town"] = self.name("town")
        if chance() < 0.05:
            again["surname"] = self.name("last")
        if chance() < 0.2:
            again["phone"] = self.phone()
        if chance() < 0.2:
            again["email"] = self.email(again["first_name"], again["surname"])
        if chance() < 0.02:
            again["first_name"], again["surname"] = again["surname"], again["first_name"]
        if chance() < 0.03:
            year, month, day = again["dob"].split("-")
            again["dob"] = f"{year}-{day}-{month}" if int(day) <= 12 else again["dob"]
        for slip, chances in ((self.mistyped, MISTYPED), (self.misdialled, MISDIALLED)):
            again |= {label: slip(again[label]) for label, share in chances.items() if chance() < share}
        return again

    def mistyped(self, text: str) -> str:
        """A letter left out, doubled, replaced, or exchanged with the next."""
        at = self.draw.randrange(len(text) - 1)
        letter, after = text[at], text[at + 1]
        slips = (after, letter + letter + after, self.draw.choice(string.ascii_lowercase) + after, after + letter)
        return text[:at] + self.draw.choice(slips) + text[at + 2 :]

    def misdialled(self, text: str) -> str:
        """One digit replaced."""
        at = self.draw.choice([place for place, letter in enumerate(text) if letter.isdigit()])
        return text[:at] + self.draw.choice(string.digits) + text[at + 1 :]


def made_up_people(count: int, repeated: float, seed: int = 0) -> tuple[pd.DataFrame, list[int]]:
    """A table of so many records, of which a share are further ones of people in it, and each record's person."""
    draw = random.Random(seed)
    made, further = _People(draw), round(count * repeated)
    people = [made.person() for _ in range(count - further)]
    again = [(number, made.with_slips(people[number])) for number in draw.choices(range(len(people)), k=further)]
    recorded = [*enumerate(people), *again]
    draw.shuffle(recorded)
    rows = [
        [None if draw.random() < missing else record[label] for label, missing in MISSING.items()]
        for _, record in recorded
    ]
    return pd.DataFrame(rows, columns=list(MISSING), dtype=object), [number for number, _ in recorded]


def compared() -> list[Comparison]:
    """A comparison of each label, with odds that nobody has learned."""
    near = {label: (Similar(label, 0.9, blocked=False),) for label in ("first_name", "surname", "town", "email")}
    for label in ("first_name", "surname"):
        near[label] += (Similar(label, 0.8, blocked=False),)
    for label, most in (("dob", 2), ("phone", 1)):
        near[label] = tuple(Similar(label, kind="damerau levenshtein", within=n) for n in range(1, most + 1))
    return [Comparison.by_odds(x, 100.0, 5.0, tuple((similar, 10.0) for similar in near[x])) for x in MISSING]


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
