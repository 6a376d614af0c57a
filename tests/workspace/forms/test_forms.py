"""Forms: cells, what was given, policies, settings."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Level, Resolve, Shares, union_merge
from leakage.record import Attribute, Record
from leakage.resolution.evidence import Comparison, FellegiSunter
from leakage.resolution.operations import MERGES
from leakage.resolution.rules import AtLeast, MatchFunction
from leakage.resolution.values import Similar
from leakage.workspace.forms.cells import read_attribute, short_names
from leakage.workspace.forms.measure import read_similarities
from leakage.workspace.forms.policy import (
    ODDS,
    PolicyForm,
    RuleRow,
    adversary_of,
    begun,
    form_of,
    level_rows,
    similar,
    with_odds,
)
from leakage.workspace.forms.profile import read_profile
from tests.amount import TIMES
from tests.strategies import quick

BLANKS = [None, float("nan"), np.nan, pd.NA, pd.NaT, "", "  ", np.datetime64("NaT"), Decimal("NaN")]


def row(label="Name", value="Alice", **more):
    return {"label": label, "value": value, **more}


@pytest.mark.parametrize("blank", BLANKS)
def test_blank_rows_are_passed_over_and_blank_weights_mean_the_default(blank):
    reading = read_profile([row(blank, blank, weight=blank), row("Passport", "mine", weight=blank)])
    assert (reading.weights, reading.problems) == ((("Passport", 5.0),), ())
    assert read_attribute(row(confidence=blank)) == Attribute("Name", "Alice")


BAD = [row(label=None), row(value=" "), row(value=["Alice"]), row("City", "Larkhaven")]
BAD += [row(weight=bad) for bad in (-1, 0, "heavy", True, 1e300, float("inf"))]


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_row_of_the_profile_is_left_out_with_one_sentence(bad):
    reading = read_profile([row("City", "Larkhaven"), bad, row("Email", "a@example.org")])
    assert reading.profile == (("City", "Larkhaven"), ("Email", "a@example.org"))
    assert [problem.where for problem in reading.problems] == ["row 2"]


@quick
@given(st.lists(st.text(max_size=20), unique=True, max_size=30), st.integers(6, 12))
def test_short_names_are_short_and_told_from_each_other(names, most):
    short = short_names(names, most)
    assert len(set(short)) == len(names)
    assert all(len(name) <= most for name in short)
    assert all(cut == name for cut, name in zip(short, names, strict=True) if len(name) <= most)


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


@settings(max_examples=20 * TIMES)
@given(forms())
def test_a_form_comes_back_from_its_adversary(form):
    assert form_of(adversary_of(form)) == form


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
)
def test_what_a_form_cannot_say_is_no_form(adversary):
    assert form_of(adversary) is None


def test_the_introduction_of_2011_by_the_form():
    """ "The different phone numbers lead them to believe that records correspond to different entities." """
    vendor = Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999"))
    third = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "666"), ("C", "999"))
    employer = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000"))
    form = PolicyForm((RuleRow(("N", "A")),))
    assert adversary_of(form).resolve([vendor, third, employer]).members == ((0, 1, 2),)
    wary = adversary_of(replace(form, conflicts=("P",)))
    assert wary.resolve([vendor, third, employer]).members == ((0, 1), (2,))


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
@given(comparisons, st.integers(0, 2), st.sampled_from([1.0, *ODDS, *(1 / times for times in ODDS)]))
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


# Settings as tables: what is written into a table is read out of it again, and bad rows are told.


TABLES_OF_SETTINGS_CANARY = "canary-4711"


def test_a_wrong_table_is_told_without_what_stands_in_it():
    for text in (
        TABLES_OF_SETTINGS_CANARY,
        f"{TABLES_OF_SETTINGS_CANARY} ~ b = 2",
        f"{TABLES_OF_SETTINGS_CANARY} = 0.5",
        f"a ~ {TABLES_OF_SETTINGS_CANARY} = x",
    ):
        reading = read_similarities([{"label": "City", "kind": "My own table", "table": text}])
        assert len(reading.problems) == 1 and TABLES_OF_SETTINGS_CANARY not in str(reading.problems[0])
