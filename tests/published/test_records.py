"""A published table as records: the tie to leakage of Whang & Garcia-Molina 2012, Section 3; and read from a file."""

import pandas as pd
import pytest

from leakage.decision.leakage import information_leakage
from leakage.frames import records_of
from leakage.published import PublishedTable, k_anonymity
from leakage.published.hierarchy import flat, tree
from leakage.published.records import as_published, class_records, classes_of, read_table_csv
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import Shares
from leakage.scenarios.published import ALICE, BACKGROUND, PUBLISHED, ZOE

EXAMPLES = {example.key: example for example in PUBLISHED}
SAME_CLASS = Adversary(Resolve(Shares("Zip", "Age")))


def table_of(key):
    example = EXAMPLES[key]
    return PublishedTable(example.frame, example.quasi_identifiers, example.sensitive)


def rows_of(table):
    """R_a: one record a row."""
    return records_of(table.frame[[*table.quasi_identifiers, table.sensitive]])


def class_of(table, person):
    (number,) = classes_of(table, {label: person.values(label)[0] for label in table.quasi_identifiers})
    return int(number)


def leakage(key, person, *background, adversary=SAME_CLASS):
    table = table_of(key)
    number = class_of(table, person)
    records = [*rows_of(table), *(as_published(record, table, number) for record in background)]
    return information_leakage(records, as_published(person, table, number), adversary).leakage


def test_alice_and_zoe():
    """Section 3.1: "the information leakage of Zoe, 3/4, is higher than that of Alice, 2/3", though k is 3 for both.

    With background information "Alice's information leakage has increased from 2/3 to 4/5".
    """
    assert leakage("patients", ALICE) == pytest.approx(2 / 3)
    assert leakage("patients", ZOE) == pytest.approx(3 / 4)
    assert leakage("patients", ALICE, BACKGROUND) == pytest.approx(4 / 5)
    assert k_anonymity(table_of("patients")) == 3


@pytest.mark.parametrize("key", list(EXAMPLES))
def test_merged_rows_are_the_records_of_the_classes(key):
    table = table_of(key)
    composites = Adversary(Resolve(Shares(*table.quasi_identifiers))).resolve(rows_of(table)).composites
    assert set(composites) == set(class_records(table)) and len(composites) == table.counts.classes


def test_empty_cells_are_not_told():
    frame = pd.DataFrame({"Q": ["a", None, "a"], "S": ["v", "w", None]})
    table = PublishedTable(frame, ["Q"], "S")
    assert class_records(table) == (Record.of(("Q", "a"), ("S", "v")), Record.of(("S", "w")))


def test_a_value_is_told_as_the_class_tells_it_only_where_that_covers_it():
    table = table_of("patients")
    elsewhere = Record.of(("Name", "Dan"), ("Zip", "999"), ("Age", "31", 0.5), ("Age", "35", 0.7))
    published = as_published(elsewhere, table, 0)
    assert published.values("Zip") == ("999",)
    assert [(a.value, a.confidence) for a in published if a.label == "Age"] == [("3*", 0.7)]


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


# Tables from files, as people have them.


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("example", PUBLISHED, ids=lambda example: example.key)
def test_every_example_comes_back(example, delimiter, encoding):
    content = example.frame.to_csv(index=False, sep=delimiter).encode(encoding)
    pd.testing.assert_frame_equal(read_table_csv(content), example.frame, check_dtype=False)


def test_cells_are_texts_and_blanks_are_missing():
    frame = read_table_csv(b'Zip,"Name, first",NA\r\n01234, Bob ,NA\r\n"5,6",,nan\r\n')
    assert list(frame.columns) == ["Zip", "Name, first", "NA"]
    assert frame.iloc[0].tolist() == ["01234", "Bob", "NA"]
    assert frame["Name, first"].isna().tolist() == [False, True]
    assert frame.iloc[1].tolist()[::2] == ["5,6", "nan"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n1,2\n",
        b"secret4711\n1\n2\n",
        b"secret4711,\n1,2\n3,4\n",
        b"secret4711,secret4711\n1,2\n3,4\n",
        b"a,b\nsecret4711,2\n",
        b"a,b\n1,2\nsecret4711,2,3,4\n",
        b"a,b\n\xff\xfe,secret4711\n1,2\n",
        b"a,b\n" + b"secret4711,2\n" * 5_000_000,
        b",".join(b"c%d" % n for n in range(300)) + b"\n1\n2\n",
    ],
)
def test_what_is_refused_is_not_repeated(content):
    with pytest.raises(ValueError) as caught:
        read_table_csv(content)
    assert "secret4711" not in str(caught.value)
