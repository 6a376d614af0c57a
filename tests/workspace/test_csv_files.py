"""CSV files that are written: no cell is a formula, and everything comes back."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import UNTYPED, Attribute, Record, is_typed
from leakage.workspace.csv_files import (
    background_to_csv,
    guarded,
    profile_to_csv,
    read_records_csv,
    releases_to_csv,
    to_csv,
    unguarded,
)
from leakage.workspace.files.adding import added
from leakage.workspace.files.recognise import read
from leakage.workspace.files.secret import holds_secret, is_secret
from leakage.workspace.files.text import unmarked
from leakage.workspace.person import with_standard_person
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import days, enterable, quick, thorough

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
confidences = st.floats(0, 1)
records = st.dictionaries(st.tuples(words, words), confidences, max_size=4).map(
    lambda sure: Record(Attribute(*pair, c) for pair, c in sure.items())
)
untyped = st.dictionaries(st.tuples(words, st.just(UNTYPED) | st.just("not typed") | words), confidences, max_size=4)
releases = st.lists(
    st.builds(
        Release,
        words,
        words,
        untyped.map(lambda sure: Record(Attribute(*pair, c) for pair, c in sure.items())),
        st.just("") | days,
        presumed=st.dictionaries(words, st.floats(0, 1, exclude_max=True), max_size=2).map(
            lambda labels: tuple(labels.items())
        ),
    ),
    max_size=4,
    unique_by=lambda release: release.name,
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


@pytest.mark.parametrize("start", FORMULAS)
def test_formulas_are_text_in_every_table(start):
    work = Workspace(((f"{start}label", f"{start}1+1"),))
    record = Record.of((f"{start}label", f"{start}1+1", 0.5))
    for content in (profile_to_csv(work), background_to_csv([record]), releases_to_csv([Release("R", "S", record)])):
        rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
        assert not any(cell.startswith(FORMULAS) for row in rows for cell in row)
        assert f"'{start}1+1" in rows[1]


# What is written is read again.


@thorough
@given(releases)
def test_releases_come_back_with_what_was_not_typed_or_is_presumed(given_releases):
    content = releases_to_csv(given_releases)
    found = read(content)
    others = bool(given_releases) and all(r.recipient.casefold() == "background" for r in given_releases)
    assert found.problems == () and (others or found.releases == tuple(given_releases))
    needed = any(r.presumed or not all(is_typed(a.pair) for a in r.record) for r in given_releases)
    assert content.splitlines()[0].endswith(b",state") == needed


def test_what_was_not_typed_or_is_not_there_goes_into_a_standard_person():
    work = with_standard_person(Workspace((("Name", "Ann"),)))
    table = b"label,value,weight,state\nName,,,not typed\nPassport,,,absent\nBoat,,3,not typed\n"
    after = added(work, read(table))
    assert [value for label, value in after.profile if label in ("Name", "Boat")] == ["Ann", UNTYPED]
    assert after.absent == ("Passport",) and after.weight_map["Boat"] == 3.0
    again = added(after, read(b"label,value,state\nPassport,,not typed\n"))
    assert again.absent == () and ("Passport", UNTYPED) in again.profile


HEADER = "release,recipient,label,value,confidence,date,state\n"


@pytest.mark.parametrize(
    "line",
    [
        ",,Name,Bob,,,",
        "Order,Shop,Name,,0.5,,",
        "Order,Shop,Name,Bob,1.3,,",
        "Order,Shop,Name,Alice,,,",
        "Order,Bank,Name,Bob,,,",
        "Order,Shop,Name,Bob,,2020-02-02,",
        "Order,Shop,Name,Bob,,,,more",
        "Order,Shop,Phone,,1,,presumed",
    ],
)
def test_a_bad_line_is_left_out_and_said_by_its_number(line):
    found = read(f"{HEADER}Order,Shop,Name,Alice,,2026-01-31,\n{line}\nOrder,Shop,City,X,0.5,,\n".encode())
    assert [problem.where for problem in found.problems] == ["line 3"]
    assert "Bob" not in str(found.problems[0])
    assert found.releases == (Release("Order", "Shop", Record.of(("Name", "Alice"), ("City", "X", 0.5)), "2026-01-31"),)


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
