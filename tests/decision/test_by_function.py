"""A rule that is a plain function: decision says what it says of the rule, or refuses in one sentence."""

import pytest
from hypothesis import given, settings

from leakage import Adversary, AnyOf, Attribute, MatchFunction, Record, Resolve, Shares
from leakage.decision import (
    Baseline,
    Channel,
    Prices,
    bait_for,
    database_leakage,
    disinformation_curve,
    disinformation_frontier,
    field_trade_off,
    group_contributions,
    information_leakage,
)
from tests.decision import kinds
from tests.oracles import matching
from tests.strategies import quick

REFUSED = "no record can be made to match by MatchFunction"


def as_function(rule):
    return MatchFunction(lambda left, right: matching.same_person(rule, left, right), *rule.labels)


def scene(chance):
    """Some records, the person, a measure, and one resolution by a rule and by the function that it is."""
    releases, background, e = kinds.scene(chance, 3, 2)
    step = Resolve(kinds.rule(chance), kinds.resolution(chance).merge)
    prepared = tuple(kinds.correction(chance) for _ in range(chance.randint(0, 1)))
    eves = [Adversary((*prepared, Resolve(match, step.merge))) for match in (step.match, as_function(step.match))]
    return [*background, *releases], e, kinds.measure(chance), step.match, eves


@quick
@given(kinds.seeds)
def test_what_is_known_and_what_to_tell(chance):
    records, e, weights, _, eves = scene(chance)
    if not records:
        return
    *held, new = records
    optional = [Attribute(label, "1") for label in "NPC" if not any(a.label == label for a in new)]

    def said(eve):
        baseline = Baseline.of(held, e, eve, weights)
        outcome = baseline.add(new)
        return [
            database_leakage(records, e, eve, weights),
            outcome.leakage,
            float(len(outcome.members)),
            *group_contributions(records, [[0], list(range(len(records)))], e, eve, weights),
            *(choice.leakage for choice in field_trade_off([baseline], new, optional).plans),
        ]

    by_rule, by_function = map(said, eves)
    assert by_function == pytest.approx(by_rule, abs=1e-12)


def wrong(label, count):
    return [f"wrong {label} {number}" for number in range(count)]


@settings(max_examples=15)
@given(kinds.seeds)
def test_disinformation_for_one_who_decides_by_a_function(chance):
    """Records are made to match the rule as it is known; what comes of them is resolved as the function has it."""
    records, e, weights, rule, (_, eve) = scene(chance)
    baseline = Baseline.of(records, e, eve, weights)
    frontier = disinformation_frontier(
        [baseline], [Channel("Shop", (0,))], rule, Prices(1.0, 1.0), "NPX", wrong, budget=3, records=1
    )
    for plan in frontier.plans:
        told = (*records, *(planned.record for planned in plan.records))
        assert plan.leakage == pytest.approx(information_leakage(told, e, eve, weights).leakage, abs=1e-12)


@pytest.mark.parametrize("rule", [as_function(Shares("N")), AnyOf(Shares("P"), as_function(Shares("N")))])
def test_no_record_is_made_for_a_function(rule):
    e = Record.of(("N", "Alice"), ("P", "123"))
    eve = Adversary((Resolve(rule),))
    baseline = Baseline.of([e], e, eve)
    with pytest.raises(TypeError, match=REFUSED):
        bait_for(baseline, rule, 0)
    with pytest.raises(TypeError, match=REFUSED):
        disinformation_curve([e], 0, e, eve, rule, [], most=1)
    with pytest.raises(TypeError, match=REFUSED):
        disinformation_frontier([baseline], [Channel("Shop", (0,))], rule, Prices(), "P", wrong, budget=9)
