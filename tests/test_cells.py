"""A table's columns as codes and texts, of every type a column may have, against a loop over the cells."""

import datetime
import decimal
import math

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Database, Record
from leakage.cells import ABSENT, coded
from tests.strategies import quick

WHEN = pd.to_datetime(
    ["2020-01-01", None, "2020-01-01 12:30", "1999-12-31", None, "2020-01-01", "2024-02-29"], format="ISO8601"
)
COLUMNS = {
    "strings": pd.Series([" Alice ", "Bob", None, "", "  ", "Alice", "\u2003Zoë\x1f"]),
    "strings as objects": pd.Series(["b", " b", None, math.nan, pd.NA, "a", "b\n"], dtype=object),
    "half a surrogate pair": pd.Series(["a", "\ud800", "a ", None, "\ud800 ", "b", "c"], dtype=object),
    "strings of Arrow": pd.Series(["x", None, "y ", "x", "", "z", "x"], dtype=pd.ArrowDtype(pa.large_string())),
    "strings of Python": pd.Series(["x", None, "y ", "x", "", "z", "x"], dtype="string[python]"),
    "categories": pd.Categorical(["a", None, "b ", "b", "a", "", "c"]),
    "categories of numbers": pd.Categorical([1.0, 2.5, None, 1.0, 3.0, 2.5, 1.0]),
    "categories of several kinds": pd.Categorical(np.array([1, "1", None, 2.0, "1 ", 2.0, 1], dtype=object)),
    "whole": pd.Series([3, 1, 3, 0, -7, 10**12, 1]),
    "small": pd.Series([3, 1, 3, 0, 7, 100, 1], dtype="uint8"),
    "floats": pd.Series([20.0, None, 0.1, -0.0, 1e300, math.inf, 20.0]),
    "short floats": pd.Series([20.0, None, 0.1, -0.0, 1.5, 2.0, 20.0], dtype="float32"),
    "nullable": pd.Series([1, None, 3, 1, 2, None, 1], dtype="Int64"),
    "nullable floats": pd.Series([1.0, None, 3.5, 1.0, 2.0, None, 1.0], dtype="Float64"),
    "nullable truths": pd.Series([True, None, False, True, True, None, False], dtype="boolean"),
    "truths": pd.Series([True, False, True, True, False, False, True]),
    "numbers of Arrow": pd.Series([1, None, 3, 1, 2, None, 1], dtype=pd.ArrowDtype(pa.int32())),
    "dates": pd.Series(WHEN),
    "dates with a zone": pd.Series(WHEN.tz_localize("Europe/Berlin")),
    "periods": pd.Series(WHEN).dt.to_period("M"),
    "durations": pd.Series(WHEN) - pd.Timestamp("2000-01-01"),
    "days": pd.Series([datetime.date(2020, 1, 1), None, datetime.date(2020, 1, 1)] * 2 + [datetime.date(1, 1, 1)]),
    "several kinds": pd.Series([1, 1.0, True, "1", None, decimal.Decimal("1.0"), decimal.Decimal(1)], dtype=object),
    "other kinds": pd.Series([b"a", (1, 2), [3], np.float32(-0.0), np.float32(0.0), np.int8(1), pd.NaT], dtype=object),
    "nothing": pd.Series([None] * 7, dtype=object),
    "no number": pd.Series([math.nan] * 7),
}


def text(cell):
    """A cell as text, the obvious way."""
    if cell is None or cell is pd.NA or cell is pd.NaT or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    return str(cell).strip()


def looped(frame):
    """The records of a table, cell by cell."""
    rows = frame.to_numpy(dtype=object).tolist()
    return [
        Record.of(*((str(name), text(cell)) for name, cell in zip(frame.columns, row, strict=True) if text(cell)))
        for row in rows
    ]


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_of_every_type_is_read_as_cell_by_cell(name):
    frame = pd.DataFrame({name: COLUMNS[name]})
    assert list(Database.from_frame(frame)) == looped(frame)


def test_all_columns_together_share_one_list_of_texts():
    frame = pd.DataFrame(COLUMNS)
    database = Database.from_frame(frame)
    assert list(database) == looped(frame)
    assert len(set(database.values)) == len(database.values)


cells = st.one_of(
    st.none(),
    st.text(max_size=3),
    st.integers(-3, 3),
    st.floats(allow_infinity=False),
    st.booleans(),
    st.sampled_from([pd.NA, pd.NaT, " a", "a", "1", b"a", decimal.Decimal("1.0")]),
)


@quick
@given(st.lists(st.lists(cells, min_size=3, max_size=3), max_size=6))
def test_cells_of_any_kinds_are_read_as_cell_by_cell(rows):
    frame = pd.DataFrame(rows, columns=["A", "B", "C"], dtype=object)
    assert list(Database.from_frame(frame)) == looped(frame)


@quick
@given(st.lists(st.tuples(*[st.one_of(st.none(), st.sampled_from(["a", " a", "b", ""]))] * 3), max_size=6))
def test_strings_are_read_as_cell_by_cell(rows):
    frame = pd.DataFrame(rows, columns=["A", "B", "C"])
    assert list(Database.from_frame(frame)) == looped(frame)


def test_columns_of_one_name_are_values_of_one_label():
    frame = pd.DataFrame([["a", "b"], ["a", None]], columns=["N", "N"])
    assert list(Database.from_frame(frame)) == [Record.of(("N", "a"), ("N", "b")), Record.of(("N", "a"))]


def test_whoever_reads_no_column_reads_no_text():
    codes, texts = coded([])
    assert (codes, texts.tolist()) == ([], [])
    (codes,), texts = coded([pd.Series([None, None], dtype=object)])
    assert (codes.tolist(), texts.tolist()) == ([ABSENT, ABSENT], [])
