"""What several labels tell in common: a look-up with three weights, and one label for age and date of birth."""

import pytest

from leakage import (
    Adversary,
    Augment,
    Measure,
    NumericCloseness,
    Record,
    Resolve,
    Shares,
    information_leakage,
    record_leakage,
)
from tests.oracles import near_values

NAME, PHONE, ADDRESS, AREA = ("Name", "Alice"), ("Phone", "650 123"), ("Address", "1 Mill Lane"), ("Area", "Palo Alto")
ALICE = Record.of(NAME, PHONE, ADDRESS, AREA)
WEIGHTS = {"Phone": 1.0, "Address": 3.0, "Area": 2.0}
EVE = Adversary(
    (
        Augment("Phone", "Area", {"650 123": "Palo Alto", "212 999": "New York"}),
        Augment("Address", "Area", {"1 Mill Lane": "Palo Alto"}),
        Resolve(Shares("Name")),
    )
)


def leakage(*records):
    return information_leakage([Record.of(*pairs) for pairs in records], ALICE, EVE, WEIGHTS).leakage


def test_2012_section_2_phone_and_address_tell_the_area():
    """J, A and P: either gives J, and both give it once. W_e = 1 + 1 + 3 + 2."""
    assert leakage([PHONE]) == pytest.approx(2 * 3 / (7 + 3))
    assert leakage([ADDRESS]) == pytest.approx(2 * 5 / (7 + 5))
    assert leakage([PHONE, ADDRESS]) == pytest.approx(2 * 6 / (7 + 6))
    assert leakage([NAME, PHONE], [NAME, ADDRESS]) == pytest.approx(1.0)


def test_a_wrong_phone_tells_a_wrong_area():
    assert leakage([NAME, ("Phone", "212 999")]) == pytest.approx(2 * 1 / (7 + 4))


def test_a_doubtful_phone_tells_the_area_with_its_confidence():
    doubtful = [Record.of(NAME, (*PHONE, 0.5))]
    found = information_leakage(doubtful, ALICE, EVE, WEIGHTS)
    assert found.composite.confidence_of(AREA) == 0.5
    assert found.leakage == pytest.approx(record_leakage(found.composite, ALICE, WEIGHTS, method="worlds"))


def test_2012_section_2_age_and_date_of_birth_are_one_label():
    """The model "contains only one of the dependent attributes": an age is entered as the year of birth it tells."""
    born = ("Born", "1992")
    person = Record.of(NAME, born)
    told_age, told_birth = Record.of(NAME, born), Record.of(NAME, born)
    found = information_leakage([told_age, told_birth], person, Adversary((Resolve(Shares("Name")),)))
    assert found.leakage == record_leakage(told_age, person) == 1.0
    years = Measure({}, {"Born": NumericCloseness(10)})
    # An age is a year off at most: it is nearly right, and wrong values of both dilute once each.
    off = Record.of(NAME, ("Born", "1991"))
    assert record_leakage(off, person, years) == pytest.approx(2 * 1.9 / 4)
    assert record_leakage(off, person, years) == pytest.approx(float(near_values.leakage(off, person, years)))
