"""A policy as a form: turned into an adversary and back nothing is lost; odds of levels."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage.resolution.adversary import Adversary
from leakage.resolution.evidence import Comparison, FellegiSunter, Level
from leakage.resolution.operations import MERGES, Resolve, union_merge
from leakage.resolution.rules import AnyOf, AtLeast, MatchFunction, Shares
from leakage.resolution.values import Similar
from pages.science.policy_form import (
    PolicyForm,
    RuleRow,
    adversary_of,
    form_of,
    level_odds,
    similar,
    with_labels,
)
from tests.amount import TIMES
from tests.strategies import quick

LABELS = ("Name", "Phone", "Address", "Age")
NAMES = with_labels((), ["Name"])[0]
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
    evidence = draw(st.sampled_from([None, FellegiSunter(0.01, (NAMES,), 1.5)]))
    costs = {"quadratic": draw(st.booleans()), "price": draw(st.sampled_from([0.0, 0.001, 1.0]))}
    if not (rules or score or evidence):
        return PolicyForm(**costs)
    form = PolicyForm(
        rules=rules,
        score=score,
        evidence=evidence,
        at_least=draw(st.sampled_from([0.8, 0.9])) if any(rule.alike for rule in rules) else 0.9,
        conflicts=draw(some) if draw(st.booleans()) else (),
        merge=draw(st.sampled_from(sorted(MERGES))),
        single_link=draw(st.booleans()),
        corrections=(("Disease", "Influenza", "Flu"),) if draw(st.booleans()) else (),
        look_ups=(("Address", "123 Main", "Zip", "94305"),) if draw(st.booleans()) else (),
        **costs,
    )
    return form.overlooking(frozenset(draw(st.sets(st.sampled_from(["case", "phones", "emails", "nicknames"])))))


@settings(max_examples=50 * TIMES)
@given(forms())
def test_a_form_comes_back_from_its_adversary(form):
    assert form_of(adversary_of(form)) == form
    assert form.overlooking(form.overlooked) == form


@pytest.mark.parametrize(
    "adversary",
    [
        Adversary((Resolve(AnyOf(AtLeast(1.0, (("Name", 1.0),)), Shares("Name"))),)),
        Adversary((Resolve(AnyOf(*(AtLeast(1.0, ((label, 1.0),)) for label in ("Name", "Phone")))),)),
        Adversary((Resolve(AnyOf(FellegiSunter(0.5, (NAMES,)), AtLeast(1.0, (("Name", 1.0),)))),)),
        Adversary((Resolve(MatchFunction(lambda left, right: True, "Name")),)),
        Adversary((Resolve(AnyOf(AnyOf(Shares("Name")), Shares("Phone"))),)),
        Adversary((Resolve(AnyOf(Shares(Similar("Name", 0.8)), Shares(Similar("Name", 0.9)))),)),
        Adversary((Resolve(Shares("Name")), Resolve(Shares("Phone")))),
        Adversary((Resolve(Shares("Name"), merge=lambda left, right: union_merge(right, left)),)),
    ],
    ids=range(8),
)
def test_what_a_form_cannot_say_is_no_form(adversary):
    assert form_of(adversary) is None


chances = st.sampled_from([1.0, 0.9, 0.2, 1e-3, 1e-6])
nearly = st.builds(Level, chances, chances, st.just(similar("Name", 0.9)))
agree = st.builds(Level, chances, chances)
comparisons = st.builds(Comparison, st.just("Name"), st.tuples(agree, nearly), agree)


@quick
@given(comparisons, st.integers(0, 2), st.sampled_from([1.0, 1e-6, 0.2, 5.0, 1e6]))
def test_the_odds_of_one_level_change_and_of_no_other(comparison, number, odds):
    changed = comparison.with_odds(number, odds)
    before, after = list(level_odds(comparison)), list(level_odds(changed))
    assert after.pop(number)[1] == pytest.approx(odds)
    before.pop(number)
    assert before == after
    held, then = ((*each.levels, each.otherwise)[number] for each in (comparison, changed))
    if odds * held.u <= 1.0:
        assert then.u == pytest.approx(held.u)
