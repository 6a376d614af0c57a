"""Made-up crowds, and what is known in them."""

import math
from collections import Counter, defaultdict
from functools import cache

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Correct,
    EditSimilarity,
    Measure,
    Resolve,
    Shares,
    Similar,
    information_leakage,
    noisy_or_merge,
)
from leakage.crowd import Crowd, among, leakage_among, leakage_in_crowds, name_share, population, renamed
from leakage.crowd.growth import first_of
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

# A crowd is like people: names as common as they should be, households, moves, typos; equal seeds, equal crowds.


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
    households = defaultdict(list)
    for record, person in zip(people.records, people.person.tolist(), strict=True):
        households[int(people.household[person])].append((person, record))
    return households


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


@pytest.mark.slow
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
    homes, same, pairs = by_household(still()), 0, 0
    for members in homes.values():
        assert len({first(record, "Address") for _, record in members}) == 1
        landlines = [{p for p in record.values("Phone") if p.startswith("990")} for _, record in members]
        assert all(number == landlines[0] for number in landlines) and len(landlines[0]) <= 1
        for _, record in members[1:]:
            same += first(record, "Name").split()[1] == first(members[0][1], "Name").split()[1]
            pairs += 1
    assert 0.7 < same / pairs < 0.85
    assert max(map(len, homes.values())) == 5 and 0.2 < sum(len(m) == 1 for m in homes.values()) / len(homes) < 0.4


def test_phones_are_shared_by_a_household_at_most_and_emails_by_nobody():
    for label, of in (("Phone", lambda person: int(crowd().household[person])), ("Email", int)):
        owners = defaultdict(set)
        for record, person in zip(records(), crowd().person.tolist(), strict=True):
            for value in record.values(label):
                owners[value].add(of(person))
        assert max(map(len, owners.values())) == 1
    assert all(value[:3] in ("990", "991") for record in records() for value in record.values("Phone"))
    assert all(value.split("@")[1][:8] == "example." for record in records() for value in record.values("Email"))


@pytest.mark.slow
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
        ({"seed": -1}, "a seed must be a whole number of at least 0"),
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


# Leakage in growing crowds: equal to resolving everything from scratch; common names protect, rare ones betray.


NAME = ("Name", "James Smith")
RARE = "Odila Fernsby"
REFERENCE = Record.of(NAME, ("Phone", "990-000-0000x"), ("Card", "main"), ("Address", "1 Nowhere"))
RELEASES = [
    Record.of(NAME, ("Phone", "990-000-0000x")),
    Record.of(NAME, ("Card", "main", 0.8), ("Address", "1 Nowhere")),
]
BY_NAME = Adversary((Resolve(Shares("Name")),))
SIZES = (0, 10, 100, 1000, 3000)


def points(releases=RELEASES, reference=REFERENCE, adversary=BY_NAME, seed=0, sizes=SIZES, weights=None):
    crowd = population(Crowd(max(1, *sizes), seed=seed))
    return list(leakage_in_crowds(releases, crowd, sizes, reference, adversary, weights))


def called(name, **kwargs):
    return points([renamed(r, NAME, name) for r in RELEASES], renamed(REFERENCE, NAME, name), **kwargs)


@pytest.mark.parametrize(
    "adversary",
    [
        BY_NAME,
        Adversary((Resolve(AnyOf(Shares("Name", "City"), Shares("Phone"))),)),
        Adversary((Resolve(Shares("Address")),)),
        Adversary((Resolve(Shares("Name"), noisy_or_merge),)),
        Adversary((Resolve(Shares(Similar("Name", at_least=0.93))),)),
        Adversary((Correct({("Name", "Mary Smith"): "James Smith"}), Resolve(Shares("Name")))),
        Adversary(),
    ],
    ids=["name", "two rules", "address", "noisy or", "similar", "corrected", "nothing"],
)
def test_every_point_is_the_leakage_of_releases_and_crowd_from_scratch(adversary):
    crowd = population(Crowd(400, seed=7))
    points = list(leakage_in_crowds(RELEASES, crowd, (0, 50, 400), REFERENCE, adversary))
    for point in points:
        strangers = [crowd.records[n] for n in range(crowd.records_of_first(point.people))]
        whole = information_leakage([*RELEASES, *strangers], REFERENCE, adversary)
        assert point.leakage == pytest.approx(whole.leakage)
        if whole.leakage:
            assert point.strangers == sum(member >= len(RELEASES) for member in whole.members)


def test_a_near_miss_counts_in_a_crowd_as_well():
    measure = Measure(similarities={"Name": EditSimilarity()})
    lonely = [Record.of(("Card", "other"))]
    reference = Record.of(("Name", "Jamez Smith"), ("Card", "main"))
    crowd = population(Crowd(400, seed=7))
    assert "Jamez Smith" not in crowd.records.values
    (point,) = leakage_in_crowds(lonely, crowd, (400,), reference, BY_NAME, measure)
    assert point.leakage == pytest.approx(
        information_leakage([*lonely, *crowd.records], reference, BY_NAME, measure).leakage
    )
    assert point.leakage > 0


RECORDS = st.lists(
    st.dictionaries(
        st.tuples(st.sampled_from("NPC"), st.sampled_from("abcd")), st.sampled_from([0.0, 0.5, 1.0]), max_size=4
    ).map(lambda confidences: Record.of(*((*pair, sure) for pair, sure in confidences.items()))),
    max_size=7,
)


@given(RECORDS, RECORDS, RECORDS)
def test_releases_among_a_crowd_are_one_database(releases, crowd, reference):
    both = among(releases, Database.from_records(crowd))
    assert list(both) == [*releases, *crowd] and len(both) == len(releases) + len(crowd)
    assert len(set(map(str, both.values))) == len(both.values)
    e = Record.of(*((a.label, a.value) for a in reference[0])) if reference else Record()
    eve = Adversary((Resolve(AnyOf(Shares("N"), Shares("P", "C"))),))
    expected = information_leakage([*releases, *crowd], e, eve)
    leakage = leakage_among(both, e, eve)
    assert leakage.leakage == pytest.approx(expected.leakage)
    if expected.leakage:
        assert (leakage.composite, leakage.members) == (expected.composite, expected.members)
    for count in range(len(both) + 1):
        assert list(first_of(both, count)) == [*releases, *crowd][:count]


@pytest.mark.parametrize("label", ["N", "P", "Q"])
def test_a_value_that_several_labels_of_a_table_have_joins_under_its_own(label):
    """Each column of a table numbers its values by itself."""
    crowd = Database.from_frame(pd.DataFrame({"N": ["1", "2"], "P": ["3", "1"], "Q": [4, 1]}))
    both = among([Record.of((label, "1"))], crowd)
    assert list(both) == [Record.of((label, "1")), *crowd]
    members = Adversary((Resolve(Shares(label)),)).resolve(both).members
    assert members[0] == ((0, 1) if label == "N" else (0, 2))


def test_the_worst_of_many_composites_that_know_the_city_is_found():
    """Strangers of the same city are right in part; one of them may be right in more than the releases are."""
    crowd = population(Crowd(3000, seed=2))
    stranger = next(r for r in crowd.records if r.values("City") == ("Larkhaven",) and r.values("Email"))
    reference = Record(a for a in stranger if a.label != "Name")
    for eve in (BY_NAME, Adversary((Resolve(AnyOf(Shares("Phone"), Shares("Email"))),))):
        (point,) = leakage_in_crowds([Record.of(("City", "Larkhaven"))], crowd, (3000,), reference, eve)
        whole = information_leakage([Record.of(("City", "Larkhaven")), *crowd.records], reference, eve)
        assert point.leakage == pytest.approx(whole.leakage) and point.leakage > 0.3
        assert point.strangers == len(whole.members)


def test_every_stranger_is_counted_the_first_one_too():
    crowd = population(Crowd(1, seed=4, moved=1.0, typos=0.0))
    name = crowd.records[0].values("Name")[0]
    given = [Record.of(("Name", name), ("Card", "main"))]
    (point,) = leakage_in_crowds(given, crowd, (1,), given[0], BY_NAME)
    assert point.strangers == len(crowd.records) == 2


def test_nobody_around_is_the_leakage_of_the_releases_alone():
    assert points()[0].leakage == pytest.approx(information_leakage(RELEASES, REFERENCE, BY_NAME).leakage)
    assert points()[0].strangers == 0


@pytest.mark.slow
def test_common_names_protect_and_rare_names_betray():
    """In expectation over crowds: one crowd may hold no James Smith, and another one Odila Fernsby."""
    seeds = range(12)
    common = np.array([[p.leakage for p in called("James Smith", seed=seed)] for seed in seeds]).mean(axis=0)
    usual = np.array([[p.leakage for p in called("Nancy Murphy", seed=seed)] for seed in seeds]).mean(axis=0)
    rare = np.array([[p.leakage for p in called(RARE, seed=seed)] for seed in seeds]).mean(axis=0)
    assert name_share("James Smith") > name_share("Nancy Murphy") > name_share(RARE)
    assert (np.diff(common) < 0.02).all() and common[-1] < 0.75 * common[0]
    assert common[-1] < usual[-1] <= rare[-1]
    assert rare[-1] == pytest.approx(rare[0], rel=0.02)


@pytest.mark.slow
def test_namesakes_in_the_composite_are_as_many_as_expected():
    seeds, size = range(15), 20_000
    strangers = [called("James Smith", seed=seed, sizes=(size,))[0].strangers for seed in seeds]
    # 1.15 records a person, 3 in 100 of them misspelt.
    expected = size * name_share("James Smith") * 1.15 * 0.97
    assert abs(np.mean(strangers) - expected) < 5 * np.sqrt(expected / len(seeds)) * 1.5


def test_who_has_an_id_of_their_own_is_not_hidden_by_any_crowd():
    by_card = Adversary((Resolve(Shares("Card")),))
    assert len({point.leakage for point in points(adversary=by_card)}) == 1


def test_renaming_merges_values_that_become_one():
    record = Record.of(("N", "a", 0.3), ("N", "b", 0.6), ("P", "a", 0.5))
    assert renamed(record, ("N", "a"), "b") == Record.of(("N", "b", 0.6), ("P", "a", 0.5))
    assert renamed(record, ("N", "b"), "a") == Record.of(("N", "a", 0.6), ("P", "a", 0.5))
    assert renamed(record, ("N", "z"), "y") == record


@pytest.mark.parametrize("size", [-1, 11])
def test_a_size_that_the_crowd_does_not_have(size):
    with pytest.raises(ValueError, match=f"a crowd of 10 people has no first {size}"):
        list(leakage_in_crowds(RELEASES, population(Crowd(10)), (5, size), REFERENCE, BY_NAME))
