"""Database: records in columns."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Database, Record
from leakage.old.database import as_database
from tests.strategies import databases, quick


@quick
@given(databases())
def test_records_go_in_and_come_out(records):
    database = Database.from_records(records)
    assert list(database) == records
    assert [database[n] for n in range(len(database))] == records
    assert len(database) == len(records)
    assert as_database(database) is database
    assert list(as_database(records)) == records


@quick
@given(databases(), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(records, random):
    rows = [(n, *(a.label, a.value, a.confidence)) for n, record in enumerate(records) for a in record]
    random.shuffle(rows)
    columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
    assert list(Database.from_columns(*columns, size=len(records))) == records


@quick
@given(databases())
def test_bounds_delimit_the_records(records):
    database = Database.from_records(records)
    assert np.diff(database.bounds).tolist() == [len(record) for record in records]


def test_size_may_exceed_the_last_record_number():
    database = Database.from_columns([1], ["N"], ["Alice"], [0.5], size=4)
    assert [len(record) for record in database] == [0, 1, 0, 0]
    assert len(Database.from_columns([1], ["N"], ["Alice"], [0.5])) == 2


def test_nothing_is_a_database_too():
    for empty in (
        Database.from_records([]),
        Database.from_columns([], [], [], []),
        Database.from_frame(pd.DataFrame()),
        Database.from_frame(pd.DataFrame({"N": []})),
    ):
        assert (len(empty), list(empty)) == (0, [])


@pytest.mark.parametrize("index", [-1, 1, 7])
def test_record_numbers_out_of_range(index):
    with pytest.raises(IndexError, match=r"record number must be in \[0, 1\)"):
        Database.from_records([Record.of(("N", "Alice"))])[index]


def test_a_table_is_read_row_by_row():
    frame = pd.DataFrame({"N": ["Alice", " Bob ", None], "A": [20, None, math.nan], "Z": ["94305", "", "  "]})
    assert list(Database.from_frame(frame)) == [
        Record.of(("N", "Alice"), ("A", "20"), ("Z", "94305")),
        Record.of(("N", "Bob")),
        Record(),
    ]


@pytest.mark.parametrize(
    ("cell", "value"), [(20.0, "20"), (0.5, "0.5"), (0, "0"), (True, "True"), ("007", "007"), (-3.0, "-3")]
)
def test_cells_are_read_as_text(cell, value):
    frame = pd.DataFrame({1: pd.Series([cell], dtype=object)})
    assert Database.from_frame(frame)[0] == Record.of(("1", value))


@pytest.mark.parametrize("cell", [None, math.nan, pd.NA, pd.NaT, "", "   ", np.float64("nan")])
def test_empty_cells_are_absent(cell):
    frame = pd.DataFrame({"N": pd.Series([cell], dtype=object)})
    assert list(Database.from_frame(frame)) == [Record()]


@pytest.mark.parametrize("dtype", ["Int64", "float64", "float32"])
def test_whole_numbers_beside_an_empty_cell_stay_whole(dtype):
    frame = pd.DataFrame({"A": pd.Series([20, None], dtype=dtype)})
    assert list(Database.from_frame(frame)) == [Record.of(("A", "20")), Record()]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (([0, 0], ["N"], ["a"], [1.0]), "must be equally long"),
        (([0], ["N"], ["a", "b"], [1.0]), "must be equally long"),
        (([0], ["N"], ["a"], []), "must be equally long"),
        (([-1], ["N"], ["a"], [1.0]), "record numbers must be in"),
        (([0], [""], ["a"], [1.0]), "label must not be empty"),
        (([0], ["N"], [""], [1.0]), "value must not be empty"),
        (([0], ["N"], ["a"], [1.5]), r"confidence must be in \[0, 1\], got 1.5"),
        (([0], ["N"], ["a"], [-0.5]), r"confidence must be in \[0, 1\], got -0.5"),
        (([0], ["N"], ["a"], [math.nan]), r"confidence must be in \[0, 1\], got nan"),
        (([0, 1, 0], ["N", "N", "N"], ["a", "a", "a"], [1.0, 1.0, 0.5]), "must not share both"),
    ],
)
def test_columns_refused(columns, message):
    with pytest.raises(ValueError, match=message):
        Database.from_columns(*columns)


def test_record_numbers_must_lie_below_the_size():
    with pytest.raises(ValueError, match=r"record numbers must be in \[0, 1\)"):
        Database.from_columns([1], ["N"], ["a"], [1.0], size=1)


@pytest.mark.parametrize("missing", [None, math.nan])
def test_missing_values_in_columns_are_refused(missing):
    with pytest.raises(ValueError, match="empty"):
        Database.from_columns([0, 1], ["N", "N"], ["a", missing], [1.0, 1.0])


def test_a_database_does_not_print_what_it_holds():
    assert repr(Database.from_records([Record.of(("N", "Alice"))])) == "<Database of 1 records, 1 attributes>"
