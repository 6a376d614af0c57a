"""The tie to leakage: Whang & Garcia-Molina 2012, Section 3."""

import pandas as pd
import pytest

from leakage import Adversary, Correct, Record, Resolve, Shares, information_leakage
from leakage.scenarios.published import ALICE, BACKGROUND, PUBLISHED, ZOE
from leakage.tables import (
    PublishedTable,
    as_published,
    class_record,
    class_records,
    class_yardsticks,
    classes_of,
    covers,
    distinct_l_diversity,
    flat,
    k_anonymity,
    row_records,
    tree,
)

EXAMPLES = {example.key: example for example in PUBLISHED}
SAME_CLASS = Adversary((Resolve(Shares("Zip", "Age")),))


def table_of(key):
    example = EXAMPLES[key]
    return PublishedTable(example.frame, example.quasi_identifiers, example.sensitive)


def class_of(table, person):
    (number,) = classes_of(table, {label: person.values(label)[0] for label in table.quasi_identifiers})
    return int(number)


def leakage(key, person, *background, adversary=SAME_CLASS):
    table = table_of(key)
    number = class_of(table, person)
    records = [*row_records(table), *(as_published(record, table, number) for record in background)]
    return information_leakage(records, as_published(person, table, number), adversary).leakage


def test_alice_and_zoe():
    """Section 3.1: "the information leakage of Zoe, 3/4, is higher than that of Alice, 2/3", though k is 3 for both."""
    assert leakage("patients", ALICE) == pytest.approx(2 / 3)
    assert leakage("patients", ZOE) == pytest.approx(3 / 4)
    assert k_anonymity(table_of("patients")) == 3


def test_background_information():
    """Section 3.1: "Alice's information leakage has increased from 2/3 to 4/5"."""
    assert leakage("patients", ALICE, BACKGROUND) == pytest.approx(4 / 5)


def test_flu_told_in_two_words():
    """Section 3.2: "the information leakage of Zoe has increased from 2/3 to 3/4"."""
    assert distinct_l_diversity(table_of("influenza")) == 3
    assert leakage("influenza", ZOE) == pytest.approx(2 / 3)
    knowing = Adversary((Correct({("Disease", "Influenza"): "Flu"}), Resolve(Shares("Zip", "Age"))))
    assert leakage("influenza", ZOE, adversary=knowing) == pytest.approx(3 / 4)


@pytest.mark.parametrize("key", list(EXAMPLES))
def test_merged_rows_are_the_records_of_the_classes(key):
    table = table_of(key)
    composites = Adversary((Resolve(Shares(*table.quasi_identifiers)),)).resolve(row_records(table)).composites
    assert set(composites) == {class_record(table, number) for number in range(len(class_yardsticks(table)))}
    assert list(class_records(table)) == [class_record(table, number) for number in range(len(class_yardsticks(table)))]


def test_a_class_with_its_shares_is_what_eve_believes_of_a_member():
    record = class_record(table_of("patients"), 1, "share")
    assert record.confidence_of(("Disease", "Flu")) == pytest.approx(2 / 3)
    assert record.confidence_of(("Zip", "2**")) == 1.0


def test_empty_cells_are_not_told():
    frame = pd.DataFrame({"Q": ["a", None, "a"], "S": ["v", "w", None]})
    table = PublishedTable(frame, ["Q"], "S")
    assert class_record(table, 0) == Record.of(("Q", "a"), ("S", "v"))
    assert class_record(table, 1) == Record.of(("S", "w"))
    assert [len(record) for record in row_records(table)] == [2, 1, 1]
    assert list(class_records(table)) == [class_record(table, 0), class_record(table, 1)]


def test_a_value_is_told_as_the_class_tells_it_only_where_that_covers_it():
    table = table_of("patients")
    elsewhere = Record.of(("Name", "Dan"), ("Zip", "999"), ("Age", "31", 0.5), ("Age", "35", 0.7))
    told = as_published(elsewhere, table, 0)
    assert told.values("Zip") == ("999",)
    assert [(a.value, a.confidence) for a in told if a.label == "Age"] == [("3*", 0.7)]


def test_categories_are_covered_by_their_hierarchy():
    hierarchies = {"Q": tree({"Paris": "France", "Lyon": "France"}, ["Paris", "Lyon", "Rome"])}
    table = PublishedTable(pd.DataFrame({"Q": ["France", "Rome"], "S": ["v", "w"]}), ["Q"], "S")
    assert classes_of(table, {"Q": "Lyon"}, hierarchies).tolist() == [0]
    assert classes_of(table, {"Q": "Lyon"}).tolist() == []
    assert classes_of(table, {}).tolist() == [0, 1]
    person = Record.of(("Q", "Lyon"))
    assert as_published(person, table, 0, hierarchies).values("Q") == ("France",)
    assert as_published(person, table, 1, hierarchies) == as_published(person, table, 0) == person
    assert as_published(person, table, 0, {"Q": flat(["Rome"])}) == person


@pytest.mark.parametrize(
    ("published", "value", "stands"),
    [
        ("*", "anything", True),
        ("Flu", "Flu", True),
        ("Flu", "flu", False),
        ("476**", "47602", True),
        ("476**", "4760", False),
        ("4.6*", "4x61", False),
        ("State-…", "State-gov", True),
        ("State-…", "Local-gov", False),
        ("40 – 50", "40", True),
        ("40-50", "50", True),
        ("40-50", "39", False),
        ("40-44", "44.5", False),
        ("[40, 45)", "45", False),
        ("[40, 45)", "40", True),
        ("[-10, -5)", "-7", True),
        ("≥50", "50", True),
        (">=50", "49", False),
        ("< 40", "40", False),
        ("<40", "39", True),
        ("≤40", "40", True),
        (">40", "40", False),
        ("40+", "41", True),
        ("40+", "39", False),
        ("≥50", "old", False),
        ("Flu", "50", False),
    ],
)
def test_covering(published, value, stands):
    assert covers(published, value) is stands


@pytest.mark.parametrize(
    ("attempt", "sentence"),
    [
        (lambda table: class_record(table, 2), r"class must be in \[0, 2\), got 2"),
        (lambda table: class_record(table, 0, "half"), "certain or share"),
    ],
)
def test_bad_input(attempt, sentence):
    with pytest.raises(ValueError, match=sentence):
        attempt(table_of("patients"))
