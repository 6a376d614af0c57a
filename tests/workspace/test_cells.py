"""Cells of tables: read, or refused in one sentence, and nothing else of the table is lost."""

import pytest

from leakage.record import UNTYPED
from leakage.workspace.csv_files import read_confidence, read_day, read_profile
from leakage.workspace.limits import CellError


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
    assert (read_day("2026-01-31"), read_day(""), read_confidence(" .25 "), read_confidence("")) == (
        "2026-01-31",
        "",
        0.25,
        None,
    )
    for read, text in ((read_day, "31.1.2026"), *((read_confidence, text) for text in ("1.3", "-0.5", "sure", "nan"))):
        with pytest.raises(CellError):
            read(text)
