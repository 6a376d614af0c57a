"""A made-up crowd: households that share an address and a phone, moves, typos."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.arguments import check_seed
from leakage.crowd.names import (
    CITIES,
    DISTRICTS,
    FIRST_NAMES,
    HOUSES,
    LAST_NAMES,
    address,
    drawn,
    falling,
    first_name_shares,
    last_name_shares,
    misspelt,
    phone,
    post_code,
)
from leakage.database import Database, Floats, Integers
from leakage.tabular.rows import redacted_repr

# Columns: the attributes of many records, label by label, put into the order of a Database.


class Columns:
    """Attributes collected for a Database; values of different labels must be different texts.

    >>> columns = Columns(2)
    >>> columns.add("N", np.array([0, 1]), np.array([0, 0]), ["Ann"])
    >>> columns.add("P", np.array([1]), np.array([0]), ["123"])
    >>> [len(record) for record in columns.database()]
    [1, 2]
    """

    def __init__(self, records: int) -> None:
        self._size = records
        self._labels: list[str] = []
        self._slots: list[tuple[int, Integers, Integers]] = []
        self._texts: list[str] = []

    def add(self, label: str, records: Integers, codes: Integers, texts: Sequence[str]) -> None:
        """One value more for some records.

        Arguments:
            label: a second slot of a label must have other texts than the first.
            records: ascending, each once.
            codes: places in texts.
            texts: the values; one that repeats counts as the same.
        """
        if label not in self._labels:
            self._labels.append(label)
        place, distinct = pd.factorize(np.array(texts, dtype=object))
        self._slots.append((self._labels.index(label), records, place[codes] + len(self._texts)))
        self._texts.extend(distinct)

    def database(self) -> Database:
        """All of it, certain, sorted by record: each slot knows its place in every record by counting."""
        counts = np.zeros(self._size, dtype=np.int64)
        for _, records, _ in self._slots:
            counts[records] += 1
        following = np.concatenate(([0], np.cumsum(counts)))[:-1]
        label, value = (np.empty(int(counts.sum()), dtype=np.int64) for _ in range(2))
        for code, records, values in self._slots:
            label[following[records]] = code
            value[following[records]] = values
            following[records] += 1
        texts = np.array(self._texts, dtype=np.dtypes.StringDType())
        owner = np.repeat(np.arange(self._size), counts)
        return Database(owner, label, value, np.ones(len(owner)), tuple(self._labels), texts, self._size)


# A made-up crowd: households that share an address and a phone, moves, typos, names as common as names are.


Mask: TypeAlias = npt.NDArray[np.bool_]

LABELS = ("Name", "Date of birth", "Address", "Post code", "City", "Phone", "Email")
MOST_PEOPLE = 2_000_000
HOUSEHOLDS = (0.30, 0.34, 0.15, 0.13, 0.08)
"""The shares of households of one, two, ... people."""

FIRST_BIRTH, ADULT = datetime.date(1935, 1, 1), datetime.date(2007, 12, 31)
LAST_BIRTH = datetime.date(2024, 12, 31)


@dataclass(frozen=True, slots=True)
class Crowd:
    """What the generator takes.

    Arguments:
        people: how many, from 1 to 2,000,000; the first of a larger crowd are those of a smaller one.
        seed: a whole number of at least 0; equal seeds give equal results.
        moved: the probability that a household has moved, so that an older record of each of its members tells the
            old address and phone; in [0, 1].
        typos: the probability that a record has its name misspelt, in [0, 1].

    Raises:
        ValueError: for a number out of its range.
    """

    people: int = 10_000
    seed: int = 0
    moved: float = 0.15
    typos: float = 0.03

    def __post_init__(self) -> None:
        if not 1 <= self.people <= MOST_PEOPLE:
            raise ValueError(f"people must be in [1, {MOST_PEOPLE}], got {self.people}")
        check_seed(self.seed)
        for name in ("moved", "typos"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be in [0, 1], got {getattr(self, name)}")


@dataclass(frozen=True, eq=False)
class Population:
    """A crowd as an adversary holds it: records without a word on who belongs together.

    Arguments:
        records: one or two of every person, in the order of the people.
        person: whose each record is, ascending; shape (len(records),).
        household: of each person, ascending; shape (people,).
    """

    records: Database
    person: Integers
    household: Integers

    __repr__ = redacted_repr

    def records_of_first(self, people: int) -> int:
        """How many records the first so many people have."""
        return int(np.searchsorted(self.person, people))


def population(crowd: Crowd) -> Population:
    """A random crowd in columns; a million people take some seconds.

    Names follow Zipf's law. The members of a household share the address, the landline and mostly the last name.
    Adults mostly have a mobile phone and an email of their own; phone numbers begin with 99, which no telephone has,
    and emails end on example.com, example.org or example.net.

    >>> some, more = population(Crowd(people=20)), population(Crowd(people=30))
    >>> len(some.records) >= 20, list(some.records) == list(more.records)[: len(some.records)]
    (True, True)
    """
    steps = populating(crowd)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            finished: Population = done.value
            return finished


def populating(crowd: Crowd) -> Generator[str, None, Population]:
    """``population`` step by step, for whoever wants to show how far it is, or to stop: yields what was made."""
    draw = _Draw(crowd)
    yield "people"
    columns = Columns(draw.records)
    for label, write in draw.writers():
        write(columns)
        yield label
    return Population(columns.database(), draw.person, draw.household)


class _Draw:
    """The draws, each from a stream of its own, so that more people draw the same for those there were."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd, self._streams = crowd, 0
        sizes = 1 + drawn(np.array(HOUSEHOLDS), self._uniform(crowd.people))
        ends = np.cumsum(sizes)
        self.household = np.searchsorted(ends, np.arange(crowd.people), side="right").astype(np.int64)
        self._adult = np.arange(crowd.people) - (ends - sizes)[self.household] < 2
        moved = self._chance(crowd.moved, self.household[-1] + 1)[self.household]
        self.person = np.repeat(np.arange(crowd.people), 1 + moved)
        self._old = np.zeros(len(self.person), dtype=bool)
        # The second record of somebody is the older one.
        self._old[1:] = self.person[1:] == self.person[:-1]
        self._first, self._last = self._names()

    def _uniform(self, count: int) -> Floats:
        self._streams += 1
        return np.random.default_rng((self._crowd.seed, self._streams)).random(count)

    def _chance(self, probability: float, count: int) -> Mask:
        return self._uniform(count) < probability

    def _names(self) -> tuple[Integers, Integers]:
        """The first name of everybody, and the last name: the household's, or one of their own."""
        people, shares = self._crowd.people, last_name_shares()
        shared = drawn(shares, self._uniform(int(self.household[-1]) + 1))[self.household]
        last = np.where(self._chance(0.12, people), drawn(shares, self._uniform(people)), shared)
        return drawn(first_name_shares(), self._uniform(people)), last

    @property
    def records(self) -> int:
        """How many records there are."""
        return len(self.person)

    def writers(self) -> Iterator[tuple[str, Callable[[Columns], None]]]:
        """What writes the records, part after part; the order says which stream each part draws from."""
        yield "names", self._write_names
        yield "dates of birth", self._write_births
        yield "homes", self._write_homes
        yield "phones", partial(self._write_own, "Phone", 0.8, partial(phone, "991"))
        yield "emails", partial(self._write_own, "Email", 0.75, self._email)

    def _write_names(self, columns: Columns) -> None:
        records = self.records
        keys = (self._first * len(LAST_NAMES) + self._last)[self.person]
        used, codes = np.unique(keys, return_inverse=True)
        firsts, lasts = np.divmod(used, len(LAST_NAMES))
        texts = [f"{FIRST_NAMES[f]} {LAST_NAMES[n]}" for f, n in zip(firsts.tolist(), lasts.tolist(), strict=True)]
        chances = self._uniform(records)
        wrong = np.flatnonzero(self._chance(self._crowd.typos, records))
        written = [
            misspelt(texts[code], chance)
            for code, chance in zip(codes[wrong].tolist(), chances[wrong].tolist(), strict=True)
        ]
        codes[wrong] = len(texts) + np.arange(len(wrong))
        columns.add("Name", np.arange(records), codes, texts + written)

    def _write_births(self, columns: Columns) -> None:
        grown, span = (ADULT - FIRST_BIRTH).days, (LAST_BIRTH - ADULT).days
        chance = self._uniform(self._crowd.people)
        days = np.where(self._adult, chance * grown, grown + chance * span).astype(np.int64)
        self._add(columns, "Date of birth", self._chance(0.7, len(self.person)), days[self.person], _date)

    def _write_homes(self, columns: Columns) -> None:
        """A household has two homes, of which the second is the one it has left, if it has moved."""
        home = 2 * self.household[self.person] + self._old
        homes, everybody = 2 * (int(self.household[-1]) + 1), np.ones(len(home), dtype=bool)
        city = drawn(falling(len(CITIES), 1.0, 3.0), self._uniform(homes))
        district = city * DISTRICTS + (self._uniform(homes) * DISTRICTS).astype(np.int64)
        house = (self._uniform(homes) * HOUSES).astype(np.int64)
        with_address, landline = self._chance(0.85, len(home)), self._chance(0.5, homes)
        self._add(columns, "Address", everybody, house[home], address)
        self._add(columns, "Post code", with_address, district[home], post_code)
        self._add(columns, "City", with_address, city[home], CITIES.__getitem__)
        self._add(columns, "Phone", landline[home], home, partial(phone, "990"))

    def _write_own(self, label: str, share: float, written: Callable[[int], str], columns: Columns) -> None:
        """What so many of the adults have for themselves; in an older record it stands half as often."""
        owned = self._adult & self._chance(share, self._crowd.people)
        fresh = ~self._old | self._chance(0.5, self.records)
        self._add(columns, label, owned[self.person] & fresh, self.person, written)

    def _email(self, person: int) -> str:
        first, last = FIRST_NAMES[int(self._first[person])], LAST_NAMES[int(self._last[person])]
        return f"{first}.{last}{person}@example.{('com', 'org', 'net')[person % 3]}".lower()

    def _add(self, columns: Columns, label: str, holders: Mask, keys: Integers, written: Callable[[int], str]) -> None:
        records = np.flatnonzero(holders)
        used, codes = np.unique(keys[records], return_inverse=True)
        columns.add(label, records, codes, [written(key) for key in used.tolist()])


def _date(day: int) -> str:
    return (FIRST_BIRTH + datetime.timedelta(day)).isoformat()
