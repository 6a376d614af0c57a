"""Tables of ratings."""

import datetime
import traceback

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from leakage.reidentification import SparseTable, read_table, similarities
from leakage.reidentification.table import SparseTable as Table
from tests.reidentification.tables import cases, date, value_similarity

# SparseTable from columns, wide tables and CSV files; and everything a file can do wrong, in one sentence each.


NEAR = pytest.approx


@given(cases(least=1))
def test_the_columns_hold_what_was_given(case):
    cells, people, table, _, _ = case
    for number, who in enumerate(people):
        entries = {fact.item: (float(fact.value), fact.date) for fact in table.facts_of(number)}
        assert entries == {what: (value, date(day)) for (name, what), (value, day) in cells.items() if name == who}
    assert table.entries == len(cells)
    assert table.sizes.tolist() == [sum(who == name for name, _ in cells) for who in people]
    assert dict(zip(table.items, table.supports.tolist(), strict=True)) == {
        item: sum(what == item for _, what in cells) for item in table.items
    }


@given(cases())
def test_similarity_of_records_is_the_mean_over_both_supports(case):
    cells, people, table, _, similarity = case
    for over in ("union", "first"):
        rows = [similarities(table, table.facts_of(n), similarity, over=over) for n in range(len(people))]
        for first in range(len(people)):
            for second in range(len(people)):
                expected = similar(cells, people[first], people[second], table, similarity, over)
                assert rows[first][second] == NEAR(expected)


def similar(cells, first, second, table, similarity, over):
    mine = {what for who, what in cells if who == first}
    its = {what for who, what in cells if who == second}
    below = len(mine | its) if over == "union" else len(mine)
    facts = {fact.item: fact for fact in table.facts_of(table.person_codes[first])}
    total = sum(value_similarity(facts[what], cells.get((second, what)), similarity) for what in mine)
    return total / below if below else 1.0


def test_numbers_that_are_written_differently_are_one_level():
    table = SparseTable.from_columns(list("abcd"), ["x"] * 4, ["4", "4.0", 4, "10"])
    assert table.levels == ("4", "10") and table.numbers.tolist() == [4.0, 10.0]
    texts = SparseTable.from_columns(list("abc"), ["x"] * 3, ["4", "4.0", "good"])
    assert texts.levels == ("4", "4.0", "good") and texts.numbers is None


def test_a_wide_table_is_the_long_one():
    frame = pd.DataFrame({"x": [1, None, 3], "y": ["", 2, 2], "z": [np.nan] * 3}, index=["a", "b", "c"], dtype=object)
    wide = SparseTable.from_frame(frame)
    assert wide.items == ("x", "y", "z") and wide.supports.tolist() == [2, 2, 0]
    assert [(f.item, f.value) for n in range(3) for f in wide.facts_of(n)] == [
        ("x", "1"),
        ("y", "2"),
        ("x", "3"),
        ("y", "2"),
    ]


REFUSED = [
    lambda: SparseTable.from_columns(["secret", "secret"], ["x", "x"], [1, 2]),
    lambda: SparseTable.from_frame(pd.DataFrame([[1], [2]], index=["secret", "secret"], columns=["x"])),
    lambda: SparseTable.from_frame(pd.DataFrame([[1, 2]], columns=["secret", "secret"])),
    lambda: SparseTable.from_columns(["a"], ["x"], [1], ["secret"]),
    lambda: SparseTable.from_columns(["a"], ["x"], [1], ["2026-02-30"]),
    lambda: SparseTable.from_columns(["a"], ["x"], [1], np.array(["NaT"], dtype="datetime64[D]")),
    lambda: SparseTable.from_columns(["", "secret"], ["x", "x"], [1, 1]),
    lambda: SparseTable.from_columns(["secret"], ["x"], [None]),
    lambda: SparseTable.from_columns(["secret"], ["x", "y"], [1]),
    lambda: SparseTable.from_columns(["secret"], ["x"], [1], []),
    lambda: SparseTable.from_columns([1, "1"], ["x", "x"], [1, 1]),
    lambda: Table(["a"], ["x"], np.array([0, 2]), np.zeros(1), np.zeros(1), ("1",)),
    lambda: Table(["a"], ["x"], np.array([0, 1]), np.zeros(1), np.zeros(1), ("1",), day=np.zeros(2)),
    lambda: Table(["a"], [], np.array([0, 1]), np.zeros(1), np.zeros(1), ("1",)),
]


@pytest.mark.parametrize("attempt", REFUSED)
def test_a_refusal_repeats_nothing(attempt):
    with pytest.raises(ValueError) as caught:
        attempt()
    assert "secret" not in "".join(traceback.format_exception_only(caught.value.__cause__ or caught.value))


# CSV

LONG = "who,what,value,when\nAnn,Film,4,2005-01-03\nBob,Film,5,2005-01-05\nAnn,Play,1,2005-02-01\n"


def read(text):
    reading = read_table(text.encode() if isinstance(text, str) else text)
    return reading.table, [f"{flaw.where}: {flaw.sentence}" for flaw in reading.flaws]


def test_a_long_file():
    table, flaws = read(LONG)
    assert flaws == []
    assert (table.people, table.items, table.levels) == (("Ann", "Bob"), ("Film", "Play"), ("1", "4", "5"))
    assert [fact.date for fact in table.facts_of(0)] == [datetime.date(2005, 1, 3), datetime.date(2005, 2, 1)]


@pytest.mark.parametrize(
    "text",
    [
        LONG.replace(",", ";"),
        LONG.replace(",", "\t"),
        "\ufeff" + LONG,
        LONG.replace("who,what,value,when", "User,Movie,Rating,Date"),
        LONG.replace("\n", "\r\n"),
        LONG.replace("2005-01-03", "2005-01-03T10:11:12").replace("2005-02-01", "2005-02-01 23:59"),
        LONG.replace("Ann,Film", '"Ann" , "Film"').replace('"Ann" , ', '"Ann",').replace(', "Film"', ',"Film"'),
        "\n" + LONG + "\n\n",
    ],
)
def test_other_ways_to_write_the_same(text):
    table, flaws = read(text)
    assert flaws == [] and table.entries == 3 and table.facts_of(0) == read(LONG)[0].facts_of(0)


def test_a_long_file_without_values_tells_who_has_what():
    table, flaws = read("person,item,age\nAnn,Film,3\nBob,Film,4\n")
    assert flaws == [] and table.levels == ("yes",) and table.day is None


BAD_LINES = [
    "Ann,Film,3,2005-01-09",
    ",Film,3,2005-01-09",
    "Cat,,3,2005-01-09",
    "Cat,Film,,2005-01-09",
    "Cat,Film,3,",
    "Cat,Film,3,yesterday",
    "Cat,Film,3,2005-02-30",
    "Cat,Film,3,3.1.2005",
]


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_line_that_cannot_be_used_is_left_out_with_one_sentence(line):
    table, [flaw] = read(f"{LONG}{line}\nDan,Film,2,2005-03-03\n")
    assert flaw.startswith("line 5: ") and "Cat" not in flaw
    assert table.people == ("Ann", "Bob", "Dan") and table.entries == 4


BAD_FILES = [
    "",
    " \n\n",
    "who,what,value\n",
    "who,what,value\nAnn,Film,\n",
    "who,what,value\nAnn,Film,4\nAnn,Play,3\n",
    "name,Tea\nAnn,daily\n",
    "name,Tea\nAnn,\nBob,\n",
    "name\nAnn\n",
    "name,Tea,Tea\nAnn,a,b\n",
    "name,Tea,\nAnn,a,b\n",
    "who,user,what\nAnn,a,b\n",
    "who,what\nAnn,a\nBob,a,b,c\n",
    "who,what\nAnn,Caf\u00e9\n".encode("latin-1"),
]


@pytest.mark.parametrize("text", BAD_FILES)
def test_a_file_that_is_no_table(text):
    table, [flaw] = read(text)
    assert table is None and flaw.startswith("file: ") and "Ann" not in flaw


def test_people_without_an_id_are_called_by_their_rows():
    table, flaws = read("Age,Zip\n30,11*\n30,12*\n40,\n")
    assert flaws == [] and table.people == ("row 1", "row 2", "row 3") and table.items == ("Age", "Zip")
    assert [fact.value for fact in table.facts_of(1)] == ["30", "12*"] and len(table.facts_of(2)) == 1
    assert read("Year,Zip\n1990,11*\n1991,12*\n")[0].people == ("1990", "1991")


def test_people_of_a_wide_file_without_a_name_or_twice():
    table, flaws = read("name,Tea\nAnn,a\n,b\nAnn,c\nBob,d\n")
    assert flaws == [
        "line 3: the first cell names the person and must not be empty",
        "line 4: the same person stands on an earlier line, which counts",
    ]
    assert table.people == ("Ann", "Bob") and table.levels == ("a", "d")
