"""Leakage in growing crowds: equal to resolving everything from scratch; common names protect, rare ones betray."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Correct,
    Database,
    EditSimilarity,
    Measure,
    Record,
    Resolve,
    Shares,
    Similar,
    information_leakage,
    noisy_or_merge,
)
from leakage.crowd import Crowd, among, leakage_among, leakage_in_crowds, name_share, population, renamed
from leakage.crowd.growth import first_of

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
    ).map(lambda held: Record.of(*((*pair, sure) for pair, sure in held.items()))),
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
