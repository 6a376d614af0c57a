"""A crowd is like people: names as common as they should be, households, moves, typos; equal seeds, equal crowds."""

import math
from collections import Counter, defaultdict
from functools import cache

import numpy as np
import pytest

from leakage.crowd import Crowd, name_share, population
from leakage.crowd.names import (
    CITIES,
    FIRST_NAMES,
    HOUSES,
    LAST_NAMES,
    NUMBERS,
    STREETS,
    address,
    falling,
    first_name_shares,
    last_name_shares,
    misspelt,
    phone,
)
from leakage.crowd.population import LABELS
from leakage.database import Database
from leakage.record import Record


@cache
def crowd():
    return population(Crowd(20_000, seed=1))


@cache
def records():
    return list(crowd().records)


@cache
def still():
    return population(Crowd(20_000, seed=1, moved=0.0, typos=0.0))


def first(record, label):
    return next(iter(record.values(label)), None)


def by_household(people):
    held = defaultdict(list)
    for record, person in zip(people.records, people.person.tolist(), strict=True):
        held[int(people.household[person])].append((person, record))
    return held


def near(counted, share, trials):
    """Within five standard deviations."""
    return abs(counted - share * trials) <= 5 * math.sqrt(trials * share * (1 - share)) + 1


def test_it_is_a_database_as_one_made_from_its_records():
    small = population(Crowd(300, seed=2)).records
    again = Database.from_records(list(small))
    assert list(again) == list(small) and len(again) == len(small)
    assert (np.diff(small.record) >= 0).all() and len(set(map(str, small.values))) == len(small.values)
    assert set(small.labels) == set(LABELS)
    rows = list(zip(small.record.tolist(), small.label.tolist(), small.value.tolist(), strict=True))
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("people", [1, 2, 17, 1000])
def test_a_smaller_crowd_is_the_beginning_of_a_larger_one(people):
    small, large = population(Crowd(people, seed=3)), population(Crowd(1500, seed=3))
    count = large.records_of_first(people)
    assert list(small.records) == [large.records[n] for n in range(count)] == list(small.records)
    assert len(small.records) == count == small.records_of_first(people)
    assert (small.person == large.person[:count]).all() and (small.household == large.household[:people]).all()


def test_equal_seeds_are_equal_crowds():
    first, two, other = (list(population(Crowd(50, seed=seed)).records) for seed in (5, 5, 6))
    assert first == two != other


def test_everybody_has_a_record_in_the_order_of_the_people():
    assert np.unique(crowd().person).tolist() == list(range(20_000))
    assert (np.diff(crowd().person) >= 0).all()
    assert max(Counter(crowd().person.tolist()).values()) == 2


def test_common_names_are_as_common_as_expected():
    names = Counter(first(record, "Name") for record in still().records)
    assert all(len(record.values("Name")) == 1 for record in records())
    for name in ("James Smith", "Mary Johnson", "Karen Garcia"):
        # Who lives together has one last name: the counts vary more than independent draws would.
        assert abs(names[name] - 20_000 * name_share(name)) <= 12 * math.sqrt(20_000 * name_share(name))
    firsts = Counter(name.split()[0] for name in names.elements())
    lasts = Counter(name.split()[1] for name in names.elements())
    for rank in (0, 5, 50):
        assert near(firsts[FIRST_NAMES[rank]], first_name_shares()[rank], 20_000)
    assert lasts["Smith"] > lasts["Brown"] > lasts["Price"] > lasts["Nookgarth"]


def test_shares_fall_as_zipf_said_and_add_up():
    for shares in (first_name_shares(), last_name_shares()):
        assert shares.sum() == pytest.approx(1.0) and (np.diff(shares) < 0).all()
    assert falling(3, 1.0, 1.0) == pytest.approx(np.array([1 / 2, 1 / 3, 1 / 4]) / (13 / 12))
    assert len(set(FIRST_NAMES)) == len(FIRST_NAMES) and len(set(LAST_NAMES)) == len(LAST_NAMES)
    total = sum(name_share(f"{a} {b}") for a in FIRST_NAMES[:20] for b in LAST_NAMES[:20])
    assert total == pytest.approx(first_name_shares()[:20].sum() * last_name_shares()[:20].sum())


def test_who_lives_together_shares_address_and_landline_and_mostly_the_name():
    held, same, pairs = by_household(still()), 0, 0
    for members in held.values():
        assert len({first(record, "Address") for _, record in members}) == 1
        landlines = [{p for p in record.values("Phone") if p.startswith("990")} for _, record in members]
        assert all(number == landlines[0] for number in landlines) and len(landlines[0]) <= 1
        for _, record in members[1:]:
            same += first(record, "Name").split()[1] == first(members[0][1], "Name").split()[1]
            pairs += 1
    assert 0.7 < same / pairs < 0.85
    assert max(map(len, held.values())) == 5 and 0.2 < sum(len(m) == 1 for m in held.values()) / len(held) < 0.4


def test_phones_are_shared_by_a_household_at_most_and_emails_by_nobody():
    for label, of in (("Phone", lambda person: int(crowd().household[person])), ("Email", int)):
        owners = defaultdict(set)
        for record, person in zip(records(), crowd().person.tolist(), strict=True):
            for value in record.values(label):
                owners[value].add(of(person))
        assert max(map(len, owners.values())) == 1
    assert all(value[:3] in ("990", "991") for record in records() for value in record.values("Phone"))
    assert all(value.split("@")[1][:8] == "example." for record in records() for value in record.values("Email"))


def test_who_has_moved_is_also_known_at_the_old_address():
    moved = stayed = 0
    for members in by_household(crowd()).values():
        people = [person for person, _ in members]
        twice = len(people) > len(set(people))
        moved += twice
        assert len({first(record, "Address") for _, record in members}) <= 1 + twice
        if twice:
            assert len(people) == 2 * len(set(people))
            stayed += members[0][1].values("Address") == members[1][1].values("Address")
    # A new home with the very address of the old one is a chance of one in all houses.
    assert near(moved, 0.15, len(by_household(crowd()))) and stayed <= 1
    assert len(still().records) == 20_000


def test_older_records_know_what_is_ones_own_half_as_often():
    old = np.zeros(len(records()), dtype=bool)
    old[1:] = crowd().person[1:] == crowd().person[:-1]
    now = np.flatnonzero(old) - 1
    for own in (lambda r: r.values("Email"), lambda r: [p for p in r.values("Phone") if p.startswith("991")]):
        had = [n for n in now if own(records()[n])]
        assert near(sum(bool(own(records()[n + 1])) for n in had), 0.5, len(had))
        assert not any(own(records()[n + 1]) for n in now if not own(records()[n]))


def test_some_names_are_misspelt():
    right = {f"{a} {b}" for a in FIRST_NAMES for b in LAST_NAMES}
    wrong = sum(first(record, "Name") not in right for record in records())
    assert near(wrong, 0.03, len(records()))
    assert all(first(record, "Name") in right for record in still().records)


def test_a_typo_is_one_slip_and_never_the_name_itself():
    for name in ("James Smith", "Ann Lee", "Al Bo", "aaa bbb"):
        for chance in np.linspace(0, 1, 400, endpoint=False).tolist():
            typos = misspelt(name, chance)
            assert typos != name and abs(len(typos) - len(name)) <= 1
            assert sum((Counter(typos) - Counter(name)).values()) <= 1
    kinds = Counter(len(misspelt("James Smith", n / 400)) for n in range(400))
    assert kinds[10] == kinds[12] == 100 and kinds[11] == 200


def test_places_and_numbers_are_all_different():
    assert len(set(STREETS)) == len(STREETS) and len(set(CITIES)) == len(CITIES)
    assert len({address(house) for house in range(HOUSES)}) == HOUSES
    assert len({phone("990", number) for number in range(0, NUMBERS, 37)}) == len(range(0, NUMBERS, 37))
    # The step is coprime to the prime: no two numbers below it meet.
    assert math.gcd(NUMBERS, 6_700_417) == 1 and all(NUMBERS % n for n in range(2, 3163))


def test_children_have_neither_phone_nor_email_of_their_own_and_are_younger():
    for members in by_household(still()).values():
        for place, (_, record) in enumerate(members):
            if place >= 2:
                assert not record.values("Email") and len(record.values("Phone")) <= 1
                assert all(date >= "2007-12-31" for date in record.values("Date of birth"))
            else:
                assert all("1935" <= date < "2008" for date in record.values("Date of birth"))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"people": 0}, "people must be in [1, 2000000], got 0"),
        ({"people": 2_000_001}, "people must be in [1, 2000000], got 2000001"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
        ({"moved": 1.5}, "moved must be in [0, 1], got 1.5"),
        ({"typos": math.nan}, "typos must be in [0, 1], got nan"),
    ],
)
def test_numbers_out_of_range(given, sentence):
    with pytest.raises(ValueError) as caught:
        Crowd(**given)
    assert str(caught.value) == sentence


def test_everybody_may_have_moved_and_every_name_be_misspelt():
    crowd = population(Crowd(200, moved=1.0, typos=1.0))
    assert len(crowd.records) == 400
    right = {f"{a} {b}" for a in FIRST_NAMES for b in LAST_NAMES}
    # A slip may give another name that exists.
    assert sum(first(record, "Name") in right for record in crowd.records) < 20
    assert all(isinstance(record, Record) for record in crowd.records)
