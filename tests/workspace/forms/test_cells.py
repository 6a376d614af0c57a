import datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Attribute, Record
from leakage.workspace.forms.cells import read_attribute, read_confidence, read_text
from leakage.workspace.forms.policy import check_rule
from leakage.workspace.forms.profile import read_profile
from leakage.workspace.forms.releases import NOT_UNDERSTOOD, matrix_of, own_values_of, read_matrix, read_own_values
from leakage.workspace.limits import CellError
from leakage.workspace.workspace import Release
from tests.strategies import quick

CANARY = "canary-7f3a"
BLANKS = [None, float("nan"), np.nan, pd.NA, pd.NaT, "", "  ", np.datetime64("NaT"), Decimal("NaN")]


def row(label="Name", value="Alice", **more):
    return {"label": label, "value": value, **more}


def sentences(reading):
    return [str(problem) for problem in reading.problems]


def test_profile_keeps_order_strips_text_and_fills_in_default_weights():
    reading = read_profile([row(" Card ", " main card "), row(weight=4), row("Card", "other", weight=np.int64(7))])
    assert reading.profile == (("Card", "main card"), ("Name", "Alice"), ("Card", "other"))
    assert reading.weights == (("Card", 7.0), ("Name", 4.0))
    assert reading.problems == ()


@pytest.mark.parametrize("blank", BLANKS)
def test_blank_rows_are_passed_over_and_blank_weights_mean_the_default(blank):
    reading = read_profile([row(blank, blank, weight=blank), row("Passport", "mine", weight=blank)])
    assert (reading.weights, reading.problems) == ((("Passport", 5.0),), ())
    assert read_attribute(row(confidence=blank)) == Attribute("Name", "Alice")


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (row(label=None), "row 2: label must not be empty"),
        (row(value=" "), "row 2: value must not be empty"),
        (row(value=["Alice"]), "row 2: value must be text"),
        (row(weight=-1), "row 2: weight must be positive, got -1"),
        (row(weight=0), "row 2: weight must be positive, got 0"),
        (row(weight="heavy"), "row 2: weight must be a positive number, such as 2"),
        (row(weight=True), "row 2: weight must be a positive number, such as 2"),
        (row(weight=1e300), "row 2: weight must be between 0.000001 and 1,000,000, got 1e+300"),
        (row(weight=float("inf")), "row 2: weight must be between 0.000001 and 1,000,000, got inf"),
        (row("City", "Larkhaven"), "row 2: the same label and value are already in row 1"),
    ],
)
def test_a_bad_row_of_the_profile_is_left_out_with_one_sentence(bad, sentence):
    reading = read_profile([row("City", "Larkhaven"), bad, row("Email", "a@example.org")])
    assert reading.profile == (("City", "Larkhaven"), ("Email", "a@example.org"))
    assert sentences(reading) == [sentence]


def test_two_weights_of_one_label_keep_the_first_and_both_rows():
    reading = read_profile([row("Card", "a", weight=2), row("Card", "b", weight=3)])
    assert (len(reading.profile), reading.weights) == (2, (("Card", 2.0),))
    assert sentences(reading) == ["row 2: a label has one weight: Card keeps 2, and 3 is not used"]


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (row(confidence=1.3), "confidence must be in [0, 1], got 1.3"),
        (row(confidence="-0.5"), "confidence must be in [0, 1], got -0.5"),
        (row(confidence="sure"), "confidence must be a number in [0, 1], such as 0.5"),
        (row(confidence="50 %"), "confidence must be a number in [0, 1], such as 0.5"),
        (row(confidence="nan"), "confidence must be a number in [0, 1], such as 0.5"),
        (row(confidence=10**400), "confidence must be a number in [0, 1], such as 0.5"),
        (row(label=""), "label must not be empty"),
    ],
)
def test_a_bad_attribute_is_refused_in_one_sentence(bad, sentence):
    with pytest.raises(CellError) as refused:
        read_attribute(bad)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("cell", [0.25, "0.25", " .25 ", np.float32(0.25), Decimal("0.25")])
def test_confidences_come_in_many_types(cell):
    assert read_confidence(cell) == 0.25


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (20.0, "20"),
        (np.float64(0.5), "0.5"),
        (np.int64(7), "7"),
        (np.str_("a "), "a"),
        (datetime.date(2026, 1, 31), "2026-01-31"),
        (float("inf"), "inf"),
        pytest.param(10**5000, None, id="huge"),
        (b"bytes", None),
        ({}, None),
    ],
)
def test_text_comes_in_many_types(cell, text):
    assert read_text(cell) == text


PROFILE = (("Name", "Alice"), ("Email", "a@example.org"), ("Email", "b@example.org"))
SHOP = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Name", CANARY, 0.3)), "2026-01-31")
BANK = Release("Account", "Bank", Record.of(("Email", "a@example.org", 0.5)))


def test_matrix_sets_and_clears_cells_and_leaves_other_values_alone():
    cells = {"Order": [None, 0.5, "1"], "Account": [1, 0, pd.NA]}
    reading = read_matrix(PROFILE, (SHOP, BANK), cells)
    assert reading.problems == ()
    assert [matrix_of(PROFILE, r) for r in reading.releases] == [[None, 0.5, 1.0], [1.0, 0.0, None]]
    assert reading.releases[0].record.confidence_of(("Name", CANARY)) == 0.3
    assert [(r.name, r.recipient, r.date) for r in reading.releases] == [
        ("Order", "Shop", "2026-01-31"),
        ("Account", "Bank", ""),
    ]


def test_a_bad_cell_keeps_what_the_release_had():
    reading = read_matrix(PROFILE, (SHOP, BANK), {"Order": [1.3, "o,6", None]})
    assert reading.releases == (SHOP, BANK)
    assert sentences(reading) == [
        "Order, Name: confidence must be in [0, 1], got 1.3",
        f"Order, Email: {NOT_UNDERSTOOD}",
    ]


def test_a_column_of_another_length_changes_nothing():
    reading = read_matrix(PROFILE, (SHOP,), {"Order": [1]})
    assert reading.releases == (SHOP,)
    assert sentences(reading) == ["Order: the column has 1 cells, but the profile has 3 rows"]


def own(release="Order", label="Name", value="Alyce", confidence=None):
    return {"release": release, "label": label, "value": value, "confidence": confidence}


def test_own_values_are_replaced_and_true_ones_stay():
    reading = read_own_values([own(confidence=0.5), own("Account", "City", "Nowhere")], (SHOP, BANK), PROFILE)
    assert reading.problems == ()
    assert reading.releases[0].record == Record.of(("Name", "Alice"), ("Name", "Alyce", 0.5))
    assert reading.releases[1].record == Record.of(("Email", "a@example.org", 0.5), ("City", "Nowhere"))


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (own(release="Nothing"), "row 2: there is no release with this name"),
        (own(release=None), "row 2: choose the release that holds this value"),
        (own(value=""), "row 2: value must not be empty"),
        (own(confidence=2), "row 2: confidence must be in [0, 1], got 2"),
        (own(value="Alice"), "row 2: this is your true value; mark it in the matrix instead"),
        (own(label="City", value="X"), "row 2: the same label and value are already in row 1"),
    ],
)
def test_a_bad_row_of_own_values_is_left_out_with_one_sentence(bad, sentence):
    reading = read_own_values([own(label="City", value="X"), bad], (SHOP, BANK), PROFILE)
    assert sentences(reading) == [sentence]
    assert reading.releases[0].record == Record.of(("Name", "Alice"), ("City", "X"))


def test_a_bad_confidence_keeps_the_own_value_as_it_was():
    reading = read_own_values([own(value=CANARY, confidence="much")], (SHOP,), PROFILE)
    assert reading.releases == (SHOP,) and len(reading.problems) == 1


def test_one_value_may_stand_in_two_releases():
    assert read_own_values([own(), own("Account")], (SHOP, BANK), PROFILE).problems == ()


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        (("Passport",), "No record has the label Passport, so this rule can never join anything."),
        (
            ("Name", "Passport", "Card"),
            "No record has the labels Passport and Card, so this rule can never join anything.",
        ),
        ((), "A rule needs at least one label."),
        (("Name", "Name"), "A rule names each of its labels once."),
    ],
)
def test_rules_that_cannot_work_are_explained(labels, sentence):
    assert check_rule(labels, ("Name", "Email")).sentence == sentence


def test_a_rule_on_labels_in_use_is_fine():
    assert check_rule(("Name", "Email"), ("Email", "Name")) is None


words = (
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8).map(str.strip).filter(bool)
)
pairs = st.tuples(st.sampled_from(["Name", "Email", "City"]), words)
confidences = st.floats(0, 1)
records = st.dictionaries(pairs, confidences, max_size=6).map(
    lambda held: Record(Attribute(*pair, c) for pair, c in held.items())
)
releases = st.lists(st.builds(Release, words, words, records), max_size=4, unique_by=lambda r: r.name)
anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.binary(max_size=4),
    st.decimals(),
    st.sampled_from([pd.NA, pd.NaT, np.float64("nan"), np.int8(3), [], {}, object(), 10**5000, 1j]),
)


@quick
@given(releases, st.lists(pairs, unique=True, max_size=6))
def test_matrix_and_own_values_are_inverse(given_releases, extra):
    held = [a.pair for release in given_releases for a in release.record]
    profile = tuple(dict.fromkeys((*extra, *held[::2])))
    cells = {release.name: matrix_of(profile, release) for release in given_releases}
    emptied = read_own_values([], given_releases, profile).releases
    rows = own_values_of(given_releases, profile)
    assert read_matrix(profile, given_releases, cells).releases == tuple(given_releases)
    assert read_own_values(rows, emptied, profile) == read_own_values(rows, given_releases, profile)
    assert read_own_values(rows, emptied, profile).releases == tuple(given_releases)


@quick
@given(
    st.lists(
        st.fixed_dictionaries(
            {}, optional=dict.fromkeys(("release", "label", "value", "weight", "confidence"), anything)
        ),
        max_size=5,
    ),
    st.data(),
)
def test_whatever_a_table_holds_nothing_is_raised_and_nothing_bad_gets_through(rows, data):
    profile = read_profile(rows)
    assert all(weight > 0 for _, weight in profile.weights)
    assert len(set(profile.profile)) == len(profile.profile)
    read_own_values(rows, (SHOP, BANK), PROFILE)
    read_matrix(PROFILE, (SHOP, BANK), {"Order": data.draw(st.lists(anything, max_size=4))})


def test_no_sentence_repeats_a_value():
    rows = [
        row(value=CANARY, weight=-1),
        row(value=CANARY, confidence=7),
        row(value=CANARY, confidence=CANARY, weight=CANARY),
        row(value=CANARY),
        row(value=CANARY),
        row(label="", value=CANARY),
        own(release=CANARY, value=CANARY),
        own(value=CANARY, confidence=3),
        own(value=CANARY),
        own(value=CANARY),
    ]
    profile = ((("Name", CANARY)),)
    problems = [
        *read_profile(rows).problems,
        *read_own_values(rows, (SHOP,), ()).problems,
        *read_own_values(rows, (SHOP,), profile).problems,
        *read_matrix(profile, (SHOP,), {"Order": [CANARY]}).problems,
    ]
    assert len(problems) >= 10
    assert CANARY not in " ".join(str(problem) for problem in problems)
