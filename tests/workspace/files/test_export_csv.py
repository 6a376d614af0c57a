"""What is taken out and brought in again is what it was."""

import csv
import io
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Attribute, Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.files.additions import Additions, added
from leakage.workspace.files.csv_cells import guarded, to_csv, unguarded
from leakage.workspace.files.importing import recognise
from leakage.workspace.files.releases_csv import releases_to_csv
from leakage.workspace.files.tables_csv import (
    background_to_csv,
    become,
    is_background,
    long_table,
    profile_table,
    profile_to_csv,
)
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import thorough
from tests.workspace.files.test_workspace_json import workspaces

REAL = realistic_person().workspace
FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
SIGNS = FORMULAS[:-2]

# As everywhere in tables: no blanks around a cell, and nothing that no text has.
words = (
    st.one_of(st.text(max_size=8), st.text(alphabet="=+-@＝＋－＠'\"\t\r\n,;\u00a0 a", max_size=8))
    .map(lambda text: text.replace("\0", "").strip())
    .filter(bool)
)
pairs = st.tuples(words, words)
records = st.dictionaries(pairs, st.floats(0, 1), max_size=4).map(
    lambda held: Record(Attribute(*pair, c) for pair, c in held.items())
)
weights = st.floats(1e-6, 1e6)
releases = st.lists(
    st.builds(Release, words, words, records, st.one_of(st.just(""), st.dates().map(str))),
    max_size=4,
    unique_by=lambda release: release.name,
)


@st.composite
def profiles(draw):
    facts = tuple(draw(st.lists(pairs, max_size=5, unique=True)))
    labels = dict.fromkeys(label for label, _ in facts)
    return Workspace(facts, tuple((label, draw(weights)) for label in labels))


def brought_in(content):
    """What a table that was taken out adds to an empty work, as the page reads it."""
    recognised = recognise(content)
    if recognised.kind == "profile":
        return profile_table(recognised.source.text)
    assert recognised.kind == "long"
    table = long_table(recognised.source.text)
    return become(table, "background" if is_background(table.releases) else "releases")


@thorough
@given(profiles())
def test_a_profile_comes_back_with_its_weights(work):
    brought = brought_in(profile_to_csv(work))
    assert brought.problems == ()
    assert added(Workspace(), brought) == work


@thorough
@given(st.lists(records, max_size=4))
def test_records_of_other_people_come_back_with_their_confidences(background):
    brought = brought_in(background_to_csv(background))
    assert brought.problems == ()
    assert (brought.background or ()) == tuple(background)


@thorough
@given(releases)
def test_releases_and_plans_come_back(given_releases):
    table = long_table(recognise(releases_to_csv(given_releases)).source.text)
    assert table == Additions(releases=tuple(given_releases))
    assert become(table, "plans") == Additions(plans=tuple(given_releases))


@thorough
@given(workspaces)
def test_everything_comes_back_from_json(work):
    content = workspace_to_json(work).encode()
    recognised = recognise(content)
    assert recognised.kind == "copy"
    assert workspace_from_json(recognised.source.text) == work


def test_the_realistic_person_comes_back_from_tables():
    work = Workspace()
    for content in (profile_to_csv(REAL), releases_to_csv(REAL.releases), background_to_csv(REAL.background)):
        work = added(work, brought_in(content))
    work = added(work, become(long_table(releases_to_csv(REAL.plans).decode()), "plans"))
    assert (work.profile, work.weights) == (REAL.profile, REAL.weights)
    assert (work.releases, work.plans, work.background) == (REAL.releases, REAL.plans, REAL.background)


@thorough
@given(words)
def test_no_cell_is_a_formula(text):
    assert not guarded(text).startswith(FORMULAS)
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_is_a_formula_whatever_a_spreadsheet_separates_by(separator):
    @thorough
    @given(st.lists(st.tuples(words, words), min_size=1, max_size=3))
    def attempt(rows):
        # A spreadsheet is lenient about quotation marks, and so is the reader without strict.
        for cells in csv.reader(io.StringIO(to_csv(rows).decode(), newline=""), delimiter=separator):
            assert not any(cell.lstrip(' "').startswith(SIGNS) for cell in cells)

    attempt()


def test_every_separator_is_quoted():
    assert to_csv([("x;=1+1", "a,b", "c\td", "plain")]) == b'"x;\'=1+1","a,b","c\td",plain\r\n'


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


def test_numbers_stay_numbers():
    rows = profile_to_csv(Workspace((("a", "x"), ("b", "y")), (("a", 0.25), ("b", 1e-6)))).decode().splitlines()
    assert [float(row.rsplit(",", 1)[1]) for row in rows[1:]] == [0.25, 1e-6]
    assert all(row[0] in string.ascii_letters for row in rows)


def test_what_no_text_has_is_replaced():
    assert profile_to_csv(Workspace((("a", "\ud800"),))).decode().splitlines()[1] == "a,?,1"
