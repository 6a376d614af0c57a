"""Bundles: against doing each action alone and looking who still tells a pair."""

import pytest
from hypothesis import given, settings

from leakage import Adversary, Record
from leakage.old.bits import bits, mask_of
from leakage.old.decision.plan import bundles
from leakage.old.decision.plan.actions import Erase, HeldRecord, Situation, Threat, after_all
from leakage.old.decision.plan.bundles import bundles_of, by_marginal_gain
from leakage.old.decision.plan.outcomes import Outcomes
from leakage.old.presumption import fact_of
from tests.amount import TIMES
from tests.old.decision import kinds
from tests.old.decision.plan import scenes


def tellers(situation: Situation, pair):
    """The holdings that tell a pair to the others."""
    return {h.name for h in situation.held_records if pair in h.record.known and h.recipient not in situation.left}


def covers(situation, actions, minutes):
    """For every pair the actions that leave it with nobody: the one that takes it from most for a minute, again."""
    found = {}
    for pair in {attribute.pair for holding in situation.held_records for attribute in holding.record.known}:
        left, bundle = tellers(situation, pair), []
        taken = [left - tellers(after_all(situation, [action]), pair) for action in actions]
        if left != set().union(*taken):
            continue
        while left:
            best = max(range(len(actions)), key=lambda n: (len(taken[n] & left) / minutes[n], -n))
            bundle.append(best)
            left = left - taken[best]
        found[pair] = mask_of(bundle)
    return found


@settings(max_examples=40 * TIMES)
@given(kinds.seeds)
def test_they_leave_every_pair_with_nobody_and_no_others_are_made(chance):
    situation = scenes.situation(chance, 8)
    could = scenes.options(chance, situation, 14)
    actions, minutes = [option.action for option in could], [option.minutes for option in could]
    outcomes = Outcomes(situation, actions, [Threat("Eve", Adversary())])
    made = bundles_of(outcomes, minutes)
    expected = {bundle for bundle in covers(situation, actions, minutes).values() if bundle.bit_count() > 1}
    assert expected <= set(made) and len(set(made)) == len(made)
    all_of_one = {slot.altering for slot in outcomes.versions.slots}
    for bundle in set(made) - expected:
        assert bundle in all_of_one and bundle.bit_count() > 1
    assert {mask for mask in all_of_one if mask.bit_count() > 1} <= set(made)


def test_where_there_is_no_room_facts_come_first_and_then_what_most_tell(monkeypatch):
    """A fact that one holding alone tells takes no room: one action takes it."""
    lines = ["a1 b1", "a1 b1 f1", "a1 f1 g1"]
    holdings = [
        HeldRecord(f"{n}", f"Site {n}", Record.of(*((pair[0], pair[1]) for pair in line.split())))
        for n, line in enumerate(lines)
    ]
    situation = Situation.of(Record.of(("f", "1"), ("g", "1")), holdings)
    outcomes = Outcomes(situation, [Erase((holding.name,)) for holding in holdings], [Threat("Eve", Adversary())])
    found = []
    for room in range(4):
        monkeypatch.setattr(bundles, "MOST_PAIRS", room)
        found.append([list(bits(bundle)) for bundle in bundles.bundles_of(outcomes, [1.0, 1.0, 1.0])])
    assert found == [[], [[1, 2]], [[1, 2], [0, 1, 2]], [[1, 2], [0, 1, 2], [0, 1]]]


@settings(max_examples=40 * TIMES)
@given(kinds.seeds)
def test_single_actions_come_by_what_they_take_for_a_minute_that_few_others_tell(chance):
    situation, weights = scenes.situation(chance, 8), chance.choice([None, {"N": 1.0, "P": 3.0, "C": 0.5}])
    could = scenes.options(chance, situation, 14)
    actions, minutes = [option.action for option in could], [option.minutes for option in could]
    outcomes = Outcomes(situation, actions, [Threat("Eve", Adversary())], weights)
    facts = [
        pair
        for pair in {a.pair for holding in situation.held_records for a in holding.record.known}
        if fact_of(pair) in situation.reference
    ]

    def worth(number):
        after = after_all(situation, [actions[number]])
        taken = [(pair, tellers(situation, pair) - tellers(after, pair)) for pair in facts]
        knowing = {pair: sum(pair in holding.record.known for holding in situation.held_records) for pair in facts}
        weight = {pair: (weights or {}).get(fact_of(pair)[0], 1.0) for pair in facts}
        return sum(weight[pair] * len(names) / knowing[pair] for pair, names in taken) / minutes[number]

    order = by_marginal_gain(outcomes, minutes)
    assert sorted(order) == list(range(len(actions)))
    first = [n for n in order if actions[n].on_reference(situation.reference) != situation.reference]
    assert order[: len(first)] == first
    for some in (first, order[len(first) :]):
        promised = [worth(number) for number in some]
        assert promised == pytest.approx(sorted(promised, reverse=True), abs=1e-12)
