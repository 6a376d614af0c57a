"""CSV files that are written: no cell is a formula, and everything comes back."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import UNTYPED, Attribute, Record, is_typed
from leakage.workspace.csv_files import (
    guarded,
    read_confidence,
    read_day,
    read_profile,
    read_records_csv,
    releases_to_csv,
    to_csv,
    unguarded,
)
from leakage.workspace.files.adding import added
from leakage.workspace.files.recognise import read
from leakage.workspace.files.secret import holds_secret, is_secret
from leakage.workspace.files.text import unmarked
from leakage.workspace.limits import CellError
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
def test_formulas_are_text_in_every_cell(start):
    record = Record.of((f"{start}label", f"{start}1+1", 0.5))
    rows = list(csv.reader(io.StringIO(releases_to_csv([Release("R", "S", record)]).decode(), newline="")))
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


# Cells that a person wrote.


def row(label="Name", value="Alice", **more):
    return {"label": label, "value": value, **more}


def test_a_profile_keeps_its_order_and_has_default_weights():
    reading = read_profile([row(" Passport ", " mine "), row("", "", weight=" "), row(weight="4"), row(value="Al")])
    assert reading.profile == (("Passport", "mine"), ("Name", "Alice"), ("Name", "Al"))
    assert reading.weights == (("Passport", 5.0), ("Name", 4.0)) and reading.problems == ()


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (row(label=""), "row 2: fill in the label"),
        (row(value=" "), "row 2: fill in the value"),
        (row(weight="-1"), "row 2: weight must be between 0.000001 and 1,000,000, got -1"),
        (row(weight="heavy"), "row 2: weight must be a positive number, such as 2"),
        (row(weight="nan"), "row 2: weight must be a positive number, such as 2"),
        (row(weight="inf"), "row 2: weight must be between 0.000001 and 1,000,000, got inf"),
        (row("City", "Larkhaven"), "row 2: the same label and value are already in row 1"),
    ],
)
def test_a_bad_row_is_left_out(bad, sentence):
    reading = read_profile([row("City", "Larkhaven"), bad, row("Email", "a@example.org")])
    assert reading.profile == (("City", "Larkhaven"), ("Email", "a@example.org"))
    assert [str(problem) for problem in reading.problems] == [sentence]


def test_a_label_keeps_its_first_weight():
    reading = read_profile([row("Card", "a", weight="2"), row("Card", "b", weight="3")])
    assert (len(reading.profile), reading.weights, len(reading.problems)) == (2, (("Card", 2.0),), 1)


def test_what_is_not_typed_or_absent_says_so_without_a_value():
    rows = [
        row(value="", state="not typed"),
        row("Card", "", state="absent", weight="2"),
        row("Name", "", state="absent"),
    ]
    reading = read_profile(rows)
    assert (reading.profile, reading.absent) == ((("Name", UNTYPED),), ("Card",))
    assert dict(reading.weights)["Card"] == 2.0 and reading.problems == ()


def test_days_and_confidences():
    assert (read_day("2026-01-31"), read_day("")) == ("2026-01-31", "")
    assert (read_confidence(" .25 "), read_confidence("")) == (0.25, None)
    for reader, text in ((read_day, "31.1.2026"), *((read_confidence, text) for text in ("1.3", "-0.5", "s", "nan"))):
        with pytest.raises(CellError):
            reader(text)
