"""CSV files that are written: no cell is a formula, and everything comes back."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.frames import TableFileError, read_text_table
from leakage.record import Record
from leakage.workspace.csv_files import guarded, read_day, read_records_csv, to_csv, unguarded
from leakage.workspace.files.secret import holds_secret, is_secret
from leakage.workspace.files.text import unmarked
from leakage.workspace.limits import CellError
from tests.strategies import enterable, quick, thorough

FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
SIGNS = FORMULAS[:-2]


def is_plain(text):
    return bool(text) and unmarked(text).strip() == text and not holds_secret(text) and not is_secret(text)


# As everywhere in tables: no blanks around a cell, nothing that no text has, and no secret.
words = (
    st.one_of(st.text(enterable, max_size=8), st.text(alphabet="=+-@＝＋－＠'\"\t\r\n,;\u00a0 a", max_size=8))
    .map(str.strip)
    .filter(is_plain)
)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_is_a_formula_whatever_a_spreadsheet_separates_by(separator):
    @thorough
    @given(st.lists(st.tuples(words, words), min_size=1, max_size=3))
    def attempt(rows):
        # A spreadsheet is lenient about quotation marks, and so is the reader without strict.
        for cells in csv.reader(io.StringIO(to_csv(rows).decode(), newline=""), delimiter=separator):
            assert not any(cell.lstrip(' "').startswith(SIGNS) for cell in cells)

    attempt()


def test_guarding_takes_time_in_proportion_to_the_cell():
    for text in ("\t" * 200_000, ";" * 200_000, '"' * 200_000, "; " * 100_000, "'" * 200_000):
        assert unguarded(guarded(f"a{text}b")) == f"a{text}b"


# What is written is read again.


@quick
@given(st.lists(st.lists(words, min_size=2, max_size=2), min_size=1, max_size=4))
def test_records_are_read_one_a_line_and_a_label_a_column(rows):
    reading = read_records_csv(to_csv([("Name", "Phone"), *rows]))
    assert reading.records == tuple(Record.of(*zip(("Name", "Phone"), row, strict=True)) for row in rows)
    assert not reading.problems


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2,3\n", b"\xff\xfe", b"a,b\n" + b"," * 900])
def test_a_table_of_records_that_cannot_be_read_has_one_sentence(content):
    reading = read_records_csv(content)
    assert not reading.records and len(reading.problems) == 1


def test_lines_have_the_numbers_of_the_file():
    assert [*read_text_table(b"\n\nN,P\n\nA,1\n\nB,2\n").index] == [5, 7]
    with pytest.raises(TableFileError, match="line 5 "):
        read_text_table(b"\n\nN,P\nA,1\nB,2,3\n")


def test_days():
    assert (read_day("2026-01-31"), read_day("")) == ("2026-01-31", "")
    with pytest.raises(CellError):
        read_day("31.1.2026")
