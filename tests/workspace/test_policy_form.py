"""Forms: cells, what was given, policies, settings."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Level, Quadratic, Resolve, SameKeySet, Shares, union_merge
from leakage.measure.weights import EditSimilarity, NumericCloseness, PrefixSimilarity, TableSimilarity
from leakage.record import Record
from leakage.registry import SavedSimilarity, saved_types
from leakage.resolution.evidence import Comparison, FellegiSunter
from leakage.resolution.operations import MERGES, SingleLink
from leakage.resolution.rules import AtLeast, MatchFunction
from leakage.resolution.values import Similar
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.cells import read_profile, read_text
from leakage.workspace.near_values import (
    SIMILARITY_ROWS,
    SIMILARITY_WORDS,
    read_similarities,
)
from leakage.workspace.policy_form import (
    PolicyForm,
    RuleRow,
    adversary_of,
    begun,
    form_of,
    level_rows,
    similar,
    with_labels,
    with_odds,
)
from leakage.workspace.saved_copy import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Policy, Workspace
from tests.amount import TIMES
from tests.starting import starting_workspace
from tests.strategies import quick

CELLS_CANARY = "canary-7f3a"
BLANKS = [None, float("nan"), "", "  "]


def row(label="Name", value="Alice", **more):
    return {"label": label, "value": value, **more}


def sentences(reading):
    return [str(problem) for problem in reading.problems]


def test_profile_keeps_order_strips_text_and_fills_in_default_weights():
    reading = read_profile([row(" Card ", " main card "), row(weight=4), row("Card", "other", weight=7)])
    assert reading.profile == (("Card", "main card"), ("Name", "Alice"), ("Card", "other"))
    assert reading.weights == (("Card", 7.0), ("Name", 4.0))
    assert reading.problems == ()


@pytest.mark.parametrize("blank", BLANKS)
def test_blank_rows_are_passed_over_and_blank_weights_mean_the_default(blank):
    reading = read_profile([row(blank, blank, weight=blank), row("Passport", "mine", weight=blank)])
    assert (reading.weights, reading.problems) == ((("Passport", 5.0),), ())


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (row(label=None), "row 2: fill in the label"),
        (row(value=" "), "row 2: fill in the value"),
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


@pytest.mark.parametrize(("cell", "text"), [("a ", "a"), (20.0, None), (b"bytes", None), ({}, None), (None, "")])
def test_text_comes_in_many_types(cell, text):
    assert read_text(cell) == text


# A policy as a form: turned into an adversary and back, nothing is lost and nothing else is claimed.


LABELS = ("Name", "Phone", "Address", "Age")
some = st.lists(st.sampled_from(LABELS), unique=True, min_size=1, max_size=3).map(tuple)


@st.composite
def rows(draw):
    labels, exact = draw(some), draw(st.booleans())
    alike = () if exact else tuple(label for label in labels if draw(st.booleans()))
    return RuleRow(labels, exact, alike)


@st.composite
def forms(draw):
    """Forms that differ from the default only in what an adversary can tell."""
    rules = tuple(draw(st.lists(rows(), max_size=3)))
    score = draw(st.sampled_from([None, AtLeast(1.5, (("Name", 2.0), ("Age", 0.5)))]))
    by_odds = (Comparison.by_odds("Name", 100.0, 5.0, ((similar("Name", 0.85), 20.0),)),)
    evidence = draw(st.sampled_from([None, FellegiSunter(0.01, by_odds, 1.5), FellegiSunter(0.1, by_odds, 0.0, False)]))
    resolves = bool(rules) or score is not None or evidence is not None
    at_least = draw(st.sampled_from([0.8, 0.9])) if any(rule.alike for rule in rules) else 0.9
    overlooked = (
        frozenset(draw(st.sets(st.sampled_from(["case", "phones", "emails", "nicknames"])))) if resolves else None
    )
    return PolicyForm(
        rules=rules,
        further=tuple(rule for rule in (score, evidence) if rule is not None),
        at_least=at_least,
        conflicts=draw(some) if resolves and draw(st.booleans()) else (),
        overlooked=overlooked or frozenset(),
        merge=draw(st.sampled_from(sorted(MERGES))) if resolves else "union",
        single_link=draw(st.booleans()) if resolves else False,
        corrections=(("Disease", "Influenza", "Flu"),) if draw(st.booleans()) else (),
        look_ups=(("Address", "123 Main", "Zip", "94305"),) if draw(st.booleans()) else (),
        quadratic=draw(st.booleans()),
        price=draw(st.sampled_from([0.0, 0.001, 1.0])),
    )


@settings(max_examples=50 * TIMES)
@given(forms())
def test_a_form_comes_back_from_its_adversary(form):
    assert form_of(adversary_of(form)) == form


@settings(max_examples=15 * TIMES)
@given(forms())
def test_what_a_form_describes_can_be_saved(form):
    work = Workspace(policies=(Policy("Eve", adversary_of(form)),))
    assert workspace_from_json(workspace_to_json(work)) == work


@pytest.mark.parametrize(
    "adversary",
    [
        Adversary((Resolve(AnyOf(AtLeast(1.0, (("Name", 1.0),)), Shares("Name"))),)),
        Adversary((Resolve(AnyOf(*(AtLeast(1.0, ((label, 1.0),)) for label in ("Name", "Phone")))),)),
        Adversary((Resolve(AnyOf(FellegiSunter(0.5, (begun("Name"),)), AtLeast(1.0, (("Name", 1.0),)))),)),
        Adversary((Resolve(MatchFunction(lambda left, right: True, "Name")),)),
        Adversary((Resolve(AnyOf(AnyOf(Shares("Name")), Shares("Phone"))),)),
        Adversary((Resolve(AnyOf(Shares(Similar("Name", 0.8)), Shares(Similar("Name", 0.9)))),)),
        Adversary((Resolve(Shares("Name")), Resolve(Shares("Phone")))),
        Adversary((Resolve(Shares("Name"), merge=lambda left, right: union_merge(right, left)),)),
    ],
    ids=[
        "a score first",
        "two scores",
        "evidence before a score",
        "a function",
        "rules within rules",
        "two degrees",
        "two resolutions",
        "another merge",
    ],
)
def test_what_a_form_cannot_say_is_no_form(adversary):
    assert form_of(adversary) is None


def test_every_policy_of_the_examples_is_a_form():
    works = [s.workspace for s in (*PAPER_SCENARIOS, realistic_person())] + [starting_workspace()]
    for work in works:
        for policy in work.policies:
            form = form_of(policy.adversary)
            assert form is not None and adversary_of(form) == policy.adversary


def test_an_adversary_of_nothing():
    assert adversary_of(PolicyForm()) == Adversary()
    assert form_of(Adversary(cost=Quadratic(0.001))) == PolicyForm(quadratic=True, price=0.001)


def test_the_introduction_of_2011_by_the_form():
    """ "The different phone numbers lead them to believe that records correspond to different entities." """
    vendor = Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999"))
    third = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "666"), ("C", "999"))
    employer = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000"))
    form = PolicyForm((RuleRow(("N", "A")),))
    assert adversary_of(form).resolve([vendor, third, employer]).members == ((0, 1, 2),)
    wary = adversary_of(replace(form, conflicts=("P",)))
    assert wary.resolve([vendor, third, employer]).members == ((0, 1), (2,))


def test_a_single_link_compares_records_only():
    assert adversary_of(PolicyForm((RuleRow(("N",)),), single_link=True)).operations == (SingleLink(Shares("N")),)
    assert adversary_of(PolicyForm((RuleRow(("N",), exact=True),))).operations == (Resolve(SameKeySet("N")),)


# Evidence by hand: odds on sliders, and the comparisons that they are.


chances = st.sampled_from([1.0, 0.9, 0.2, 1e-3, 1e-6])
levels = st.builds(Level, chances, chances, st.just(similar("Name", 0.9)), st.sampled_from([0.0, 1.0]))
comparisons = st.builds(
    Comparison,
    st.just("Name"),
    st.tuples(st.builds(Level, chances, chances), levels),
    st.builds(Level, chances, chances),
)


@quick
@given(comparisons, st.integers(0, 2), st.sampled_from([1e-6, 0.2, 1.0, 5.0, 100.0, 1e6]))
def test_a_slider_sets_the_odds_of_one_level_and_of_no_other(comparison, number, odds):
    changed = with_odds(comparison, number, odds)
    before, after = level_rows(comparison), level_rows(changed)
    assert after[number].odds == pytest.approx(odds)
    assert [row for row in after if row.number != number] == [row for row in before if row.number != number]
    held, then = level_of(comparison, number), level_of(changed, number)
    if odds * held.u <= 1.0:
        assert then.u == pytest.approx(held.u)


def level_of(comparison, number):
    return (*comparison.levels, comparison.otherwise)[number]


def test_chances_that_no_number_can_hold_the_odds_of_are_shown_all_the_same():
    rows = level_rows(Comparison("Name", (Level(1.0, 5e-324),), Level(5e-324, 1.0)))
    assert [row.odds for row in rows] == pytest.approx([1.07e301, 1 / 1.07e301], rel=0.01)


def test_what_is_known_of_a_label_stays_while_others_come_and_go():
    learned = replace(begun("Name"), frequencies=(("Ann", 0.5),), unlisted=0.25)
    both = with_labels((learned,), ("Phone", "Name"))
    assert both == (begun("Phone"), learned)
    assert with_labels(both, ("Name",)) == (learned,)
    assert [level.similar for level in begun("Age").levels] == [None, similar("Age", 0.85)]
    assert sum(level.m for level in (*learned.levels, learned.otherwise)) == pytest.approx(1.0)
    assert math.isclose(begun("Name").otherwise.weight, -math.log2(5))


# Settings as tables: what is written into a table is read out of it again, and bad rows are told.


TABLES_OF_SETTINGS_CANARY = "canary-4711"
tables_of_settings_words = st.text("abcXYZ 123", min_size=1, max_size=6).map(str.strip).filter(bool)
shares = st.sampled_from([0.0, 0.25, 0.7, 1.0])
similarities = st.one_of(
    st.floats(0.001, 1e6).map(NumericCloseness),
    st.just(PrefixSimilarity()),
    st.just(EditSimilarity()),
    st.lists(st.tuples(tables_of_settings_words, tables_of_settings_words, shares), min_size=1, max_size=3).map(
        lambda rows: TableSimilarity(tuple(rows))
    ),
)


def test_every_similarity_that_a_file_may_hold_has_a_row_of_its_own():
    assert set(SIMILARITY_ROWS) == set(saved_types(SavedSimilarity))
    assert len(set(SIMILARITY_WORDS)) == len(SIMILARITY_ROWS)


def test_a_wrong_table_is_told_without_what_stands_in_it():
    for text in (
        TABLES_OF_SETTINGS_CANARY,
        f"{TABLES_OF_SETTINGS_CANARY} ~ b = 2",
        f"{TABLES_OF_SETTINGS_CANARY} = 0.5",
        f"a ~ {TABLES_OF_SETTINGS_CANARY} = x",
    ):
        reading = read_similarities([{"label": "City", "kind": "My own table", "table": text}])
        assert len(reading.problems) == 1 and TABLES_OF_SETTINGS_CANARY not in str(reading.problems[0])


def test_what_is_no_number_is_told_without_being_repeated():
    near = read_similarities([{"label": "Age", "kind": "Numbers near each other", "scale": TABLES_OF_SETTINGS_CANARY}])
    assert [problem.sentence for problem in near.problems] == ["scale must be a positive number, such as 2"]


def test_a_label_has_one_similarity():
    row = {"label": "Age", "kind": "Same first characters"}
    reading = read_similarities([row, row])
    assert len(reading.similarities) == 1
    assert [str(problem) for problem in reading.problems] == ["row 2: this fact already has a row"]
