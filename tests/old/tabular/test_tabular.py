"""What the cells of a table say."""

import copy
import dataclasses
import datetime
import decimal
import enum
import itertools
import math
import pickle

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Database, Record, progress
from leakage.old.tabular import cells
from leakage.old.tabular.cells import cells_of
from leakage.old.tabular.texts import TEXT, Texts, distinct, instants_as_texts, numbers_as_texts
from tests.strategies import quick

# A table's columns as codes and texts, of every type a column may have, against a loop over the cells.


WHEN = pd.to_datetime(
    ["2020-01-01", None, "2020-01-01 12:30", "1999-12-31", None, "2020-01-01", "2024-02-29"], format="ISO8601"
)


class Spelled(str, enum.Enum):  # noqa: UP042
    """A string that is written otherwise than it is."""

    A = "a"


COLUMNS = {
    "strings": pd.Series([" Alice ", "Bob", None, "", "  ", "Alice", "\u2003Zoë\x1f"]),
    "strings as objects": pd.Series(["b", " b", None, math.nan, pd.NA, "a", "b\n"], dtype=object),
    "texts with NUL": pd.Series(["a\0b", "a", "\0", math.nan, "a\0b", " \0", "b"], dtype=object),
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
    "instants": pd.Series(np.array(["0001-01-01", "NaT", "2020-01-01T00:00:01", *["9999-12-31"] * 4], "datetime64[s]")),
    "parts of seconds": pd.Series(WHEN) + pd.to_timedelta([0, 0, 1, 10**6, 1, 2, 10**9]),
    "dates of Arrow": pd.Series([datetime.date(2020, 1, 1), None] * 3 + [None], dtype=pd.ArrowDtype(pa.date32())),
    "instants of Arrow": pd.Series(WHEN, dtype=pd.ArrowDtype(pa.timestamp("us", "UTC"))),
    "floats of Arrow": pd.Series([1.5, None, 2.0, 1e-7, -0.0, 1.5, 0.1], dtype=pd.ArrowDtype(pa.float32())),
    "decimals of Arrow": pd.Series(
        [decimal.Decimal("1.0"), None] * 3 + [None], dtype=pd.ArrowDtype(pa.decimal128(9, 1))
    ),
    "bytes of Arrow": pd.Series([b"a", None, b"b "] * 2 + [b"a"], dtype=pd.ArrowDtype(pa.binary())),
    "days": pd.Series([datetime.date(2020, 1, 1), None, datetime.date(2020, 1, 1)] * 2 + [datetime.date(1, 1, 1)]),
    "days and texts": pd.Series(
        [datetime.date(2020, 1, 1), "2020-01-01", None, "a", WHEN[0], WHEN[2], 1], dtype=object
    ),
    "texts after numbers": pd.Series(["a", math.nan, " b", None, "1", 1.0, np.float64("nan")], dtype=object),
    "several kinds": pd.Series([1, 1.0, True, "1", None, decimal.Decimal("1.0"), decimal.Decimal(1)], dtype=object),
    "other kinds": pd.Series([b"a", (1, 2), [3], np.float32(-0.0), np.float32(0.0), np.int8(1), pd.NaT], dtype=object),
    "texts and others": pd.Series(["a", Spelled.A, np.str_("a "), b"a", bytearray(b"a"), pd.NaT, "A"], dtype=object),
    "numbers as objects": pd.Series([1.0, np.float64(2.5), None, math.nan, 1, -0.0, 2.5], dtype=object),
    "instants as objects": pd.Series([np.datetime64("NaT"), np.datetime64("2020-01-01"), *WHEN[:5]], dtype=object),
    "large whole numbers": pd.Series([2**70, -(2**70), 1, 2**64, None, 1, 2**70], dtype=object),
    "a number that is none": pd.Series(["a", decimal.Decimal("NaN"), None, "b", "a", " ", "c"], dtype=object),
    "nothing": pd.Series([None] * 7, dtype=object),
    "no number": pd.Series([math.nan] * 7),
}


NOT_IN_ARROW = {
    "half a surrogate pair",
    "several kinds",
    "days and texts",
    "texts after numbers",
    "other kinds",
    "texts and others",
    "instants as objects",
    "large whole numbers",
    "a number that is none",
} | {"categories of several kinds"}


def text(cell):
    """A cell as text, the obvious way."""
    if cell is None or cell is pd.NA or cell is pd.NaT or (isinstance(cell, float | np.floating) and math.isnan(cell)):
        return ""
    if isinstance(cell, float | np.floating):
        return str(int(cell)) if float(cell).is_integer() else str(cell)
    if isinstance(cell, bytes | bytearray):
        return "".join(chr(b) if 31 < b < 127 and b not in b"\"'\\" else f"\\x{b:02X}" for b in cell).strip()
    if isinstance(cell, datetime.datetime) and cell.tzinfo:
        cell = cell.astimezone(datetime.UTC)
    return str(cell).strip()


def cells_one_by_one(column):
    """The cells of a column, floats as wide as they are there."""
    kind = getattr(column.dtype, "numpy_dtype", column.dtype)
    narrow = isinstance(kind, np.dtype) and kind.kind == "f" and kind.itemsize < 8
    return list(column.to_numpy(dtype=kind, na_value=math.nan) if narrow else column.to_numpy(dtype=object))


def looped(frame):
    """The records of a table, cell by cell."""
    rows = zip(*(cells_one_by_one(frame.iloc[:, n]) for n in range(frame.shape[1])), strict=True)
    return [
        Record.of(*((str(name), text(cell)) for name, cell in zip(frame.columns, row, strict=True) if text(cell)))
        for row in rows
    ]


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_of_every_type_is_read_as_cell_by_cell(name):
    frame = pd.DataFrame({name: COLUMNS[name]})
    assert list(Database.from_frame(frame)) == looped(frame)


def looped_in_pandas(table):
    """The records of a table of Arrow's, as pandas would have it."""

    def arrow_type(kind):
        return None if isinstance(kind, pa.BaseExtensionType) else pd.ArrowDtype(kind)

    return looped(table.to_pandas(types_mapper=arrow_type))


def test_a_table_of_arrow_and_a_file_are_read_as_cell_by_cell(tmp_path):
    frame = pd.DataFrame({name: column for name, column in COLUMNS.items() if name not in NOT_IN_ARROW})
    # Without what pandas says of itself: it does not understand its own word for lists.
    table = pa.Table.from_pandas(frame, preserve_index=False).replace_schema_metadata()
    pieces, path = pa.concat_tables([table[:3], table[3:]]), tmp_path / "a.parquet"
    assert list(Database.from_arrow(pieces)) == looped_in_pandas(pieces)
    pq.write_table(pieces, path, row_group_size=2)
    assert list(Database.from_parquet(path)) == looped_in_pandas(pq.read_table(path))
    only = ["strings", "whole"]
    assert list(Database.from_parquet(path, only)) == looped_in_pandas(pq.read_table(path, columns=only))


def test_a_file_that_is_none_is_one_sentence(tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"secret" * 100)
    pq.write_table(pa.table({"N": ["Ann"]}), tmp_path / "b.parquet")
    for name in ("a.parquet", "b.parquet"):
        with pytest.raises(ValueError, match=r"^the file is no Parquet file, or lacks a column that was asked for$"):
            Database.from_parquet(tmp_path / name, ["P"])


def test_many_rows_are_read_as_few(monkeypatch):
    monkeypatch.setattr(progress, "LARGE", 0)
    monkeypatch.setattr(cells, "PART", 4)
    monkeypatch.setattr(cells, "BLOCK", 3)
    frame = pd.DataFrame(COLUMNS).drop(columns="half a surrogate pair")
    assert list(Database.from_frame(frame)) == looped(frame)


def read_by(workers, columns, monkeypatch):
    """A table's cells, read by so many threads."""
    monkeypatch.setattr(progress, "WORKERS", workers)
    cells = cells_of([pd.Series(column) for column in columns], 7)
    return [codes.tolist() for codes in cells.codes], cells.firsts, list(cells.texts)


@pytest.mark.parametrize("without", [["half a surrogate pair"], []])
def test_columns_read_side_by_side_are_as_read_one_after_the_other(without, monkeypatch):
    monkeypatch.setattr(progress, "LARGE", 0)
    columns = [column for name, column in COLUMNS.items() if name not in without]
    assert read_by(2, columns, monkeypatch) == read_by(1, columns, monkeypatch)


def test_a_database_read_from_a_table_is_one_like_any_other():
    frame = pd.DataFrame(COLUMNS).drop(columns="half a surrogate pair")
    for again in (
        pickle.loads(pickle.dumps(Database.from_frame(frame))),
        copy.copy(Database.from_frame(frame)),
        dataclasses.replace(Database.from_frame(frame), size=7),
    ):
        assert list(again) == looped(frame)
        assert list(again.only(np.array([1, 4]))) == [looped(frame)[1], looped(frame)[4]]
        assert (again.column("no label") is None) or (again.column("no label").number == -1).all()
    nothing = Database.from_frame(pd.DataFrame({"N": [None], "": [None]}))
    assert (list(nothing), nothing.labels, repr(nothing)) == ([Record()], (), "<Database of 1 records, 0 attributes>")


def test_each_label_has_every_value_once_and_values_find_their_codes():
    frame = pd.DataFrame(COLUMNS).drop(columns="half a surrogate pair")
    database = Database.from_frame(frame)
    assert list(database) == looped(frame)
    pairs = {(label, value) for label, value in zip(database.label.tolist(), database.value.tolist(), strict=True)}
    assert len({(label, database.values[value]) for label, value in pairs}) == len(pairs)
    assert "" not in [*database.values]
    codes = database.codes_of({"1", "20", "nobody's"})
    assert codes == {text: [n for n, value in enumerate(database.values) if value == text] for text in ("1", "20")}
    assert len(codes["1"]) > 1


kinds_of_cells = st.one_of(
    st.none(),
    st.text(max_size=3),
    st.integers(-3, 3),
    st.floats(allow_infinity=False),
    st.booleans(),
    st.sampled_from([pd.NA, pd.NaT, " a", "a", "1", b"a", decimal.Decimal("1.0")]),
)


@quick
@given(st.lists(st.lists(kinds_of_cells, min_size=3, max_size=3), max_size=6))
def test_cells_of_any_kinds_are_read_as_cell_by_cell(rows):
    frame = pd.DataFrame(rows, columns=["A", "B", "C"], dtype=object)
    assert list(Database.from_frame(frame)) == looped(frame)


ALIKE_WHEN_WRITTEN = (
    *(None, math.nan, 1, 1.0, "1", " 1", -1, -1.0, "-1", 0.0, -0.0, "0", 0.5, "0.5", -0.5, 2020, "2020", "a", "é"),
    *(True, "True", "Tom", False, "False", math.inf, "inf", "in", -math.inf, "-inf", 1e-7, "1e-07", 1e300),
    *(2.0**53, 2**53, 2**53 + 1, 2.0**63, 2**63, str(2**63), -(2**63), -(2.0**63), 2**70, 2.0**70, int(1e300)),
    *(datetime.date(2020, 1, 1), "2020-01-01", datetime.date(1, 1, 1), decimal.Decimal("0.5")),
)


def test_what_is_written_alike_is_one_text_whatever_it_was():
    pairs = itertools.combinations_with_replacement(ALIKE_WHEN_WRITTEN, 2)
    frame = pd.DataFrame({str(n): pd.Series(pair, dtype=object) for n, pair in enumerate(pairs)})
    database = Database.from_frame(frame)
    assert list(database) == looped(frame)
    values_of: dict[int, set[int]] = {}
    for label, value in zip(database.label.tolist(), database.value.tolist(), strict=True):
        values_of.setdefault(label, set()).add(value)
    assert all(len({database.values[value] for value in values}) == len(values) for values in values_of.values())


@quick
@given(st.lists(st.one_of(st.floats(), st.floats(-1e11, 1e11), st.integers(-(2**53), 2**53).map(float)), max_size=9))
def test_floats_are_written_as_one_by_one(numbers):
    assert numbers_as_texts(np.array(numbers)).to_pylist() == [text(number) for number in numbers]


@quick
@given(st.lists(st.datetimes(), max_size=9), st.sampled_from(["s", "ms", "us"]))
def test_instants_are_written_as_one_by_one(instants, unit):
    column = pd.Series(np.array(instants, f"datetime64[{unit}]"))
    assert instants_as_texts(column.to_numpy()).to_pylist() == [text(instant) for instant in column.astype(object)]


@quick
@given(st.lists(st.dates(), max_size=9))
def test_days_are_written_as_one_by_one(days):
    frame = pd.DataFrame({"D": pd.Series([*days, datetime.date.min, datetime.date.max], dtype=object)})
    assert list(Database.from_frame(frame)) == looped(frame)
    assert list(Database.from_arrow(pa.table({"D": [*days]}))) == looped(frame)[:-2]


@quick
@given(st.lists(st.tuples(*[st.one_of(st.none(), st.sampled_from(["a", " a", "b", ""]))] * 3), max_size=6))
def test_strings_are_read_as_cell_by_cell(rows):
    frame = pd.DataFrame(rows, columns=["A", "B", "C"])
    assert list(Database.from_frame(frame)) == looped(frame)


def test_columns_of_one_name_are_values_of_one_label():
    frame = pd.DataFrame([["a", "b"], ["a", None]], columns=["N", "N"])
    assert list(Database.from_frame(frame)) == [Record.of(("N", "a"), ("N", "b")), Record.of(("N", "a"))]


def test_whoever_reads_no_column_reads_no_text():
    for columns in ([], [pd.Series([None, None], dtype=object)]):
        none = cells_of(columns, 2)
        rows = none.long_form()
        assert (rows.row.tolist(), rows.column.tolist(), rows.value.tolist(), list(none.texts)) == ([], [], [], [])


# Texts in Arrow, and their numbers, against Python's own dictionaries.


some_texts = st.lists(
    st.one_of(st.text(max_size=20), st.sampled_from(["a", "a\0", "", "abcdefgh", "abcdefgha"])), max_size=9
)


def numbered(given_texts):
    """The obvious way."""
    once = [text for text in dict.fromkeys(given_texts) if text is not None]
    return [-1 if text is None else once.index(text) for text in given_texts], once


@quick
@given(some_texts, st.integers(0, 3))
def test_every_text_has_the_number_of_its_like(given_texts, left_out):
    array = pa.array(["left out"] * left_out + given_texts, TEXT)[left_out:]
    codes, once = distinct(array)
    assert (codes.tolist(), once.to_pylist()) == numbered(given_texts)


@quick
@given(st.lists(st.one_of(st.none(), st.sampled_from(["a", "", "longer than a word"]), st.text(max_size=20))))
def test_what_is_missing_has_no_number(given_texts):
    for rows in (
        given_texts,
        [text and text[:2] for text in given_texts],
        [text and 9 * text for text in given_texts],
    ):
        codes, once = distinct(pa.array(["left out", None, *rows], TEXT)[2:])
        assert (codes.tolist(), once.to_pylist()) == numbered(rows)


def test_bytes_under_what_is_missing_are_none():
    """Arrow lets anything stand there."""
    whole = pa.array(["a", "long enough for two words", "a"], TEXT)
    valid = pa.array([True, False, True]).buffers()[1]
    codes, once = distinct(pa.Array.from_buffers(TEXT, 3, [valid, *whole.buffers()[1:]]))
    assert (codes.tolist(), once.to_pylist()) == ([0, -1, 0], ["a"])


def test_long_texts_are_numbered_as_short_ones_are():
    given_texts = ["a" * 100, "a" * 101, "a" * 100, "b"]
    codes, once = distinct(pa.array(given_texts, TEXT))
    assert (codes.tolist(), once.to_pylist()) == numbered(given_texts)


@quick
@given(some_texts, some_texts)
def test_they_are_a_sequence_of_strings(given_texts, wanted):
    _, once = numbered(given_texts)
    texts = Texts([pa.array(once[:2], TEXT), pa.array(once[2:], TEXT)])
    assert [*texts] == [texts[n] for n in range(len(texts))] == np.asarray(texts).tolist() == once
    assert [*texts[1:]] == once[1:]
    assert texts.take(np.arange(len(once))[::-1]) == once[::-1]
    assert texts.places({*wanted, "\ud800"}) == {text: [once.index(text)] for text in wanted if text in once}


def test_arrow_takes_for_blanks_what_python_does():
    signs = [chr(sign) for sign in range(0xD800)]
    trimmed = pc.utf8_trim_whitespace(pa.array([f"{sign}a{sign}" for sign in signs], TEXT)).to_pylist()
    assert trimmed == [f"{sign}a{sign}".strip() for sign in signs]
