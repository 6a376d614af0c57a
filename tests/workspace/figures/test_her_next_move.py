"""Verifying: what Eve gains, against raising the confidence and running her anew."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Record, Resolve, Shares, record_leakage
from leakage.record import Attribute, certain
from leakage.resolution.merge import NO_NEW_VALUES, latest_wins_merge
from leakage.resolution.unless import Conflicts, Unless
from leakage.workspace.figures.assessment import assess, records_of, worst
from leakage.workspace.figures.her_next_move import next_moves
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.decision.test_what_if import adversaries, preparations
from tests.strategies import LABELS, alternatives, databases, references, thorough


def gain_anew(workspace, known, move):
    records = list(records_of(workspace, known.pool))
    pair = move.enhancement.attribute.pair
    records[move.record] = records[move.record].with_attribute(Attribute(*pair))
    after = workspace.adversary.resolve(records)
    composite = after.composites[int(after.composite_of[move.record])]
    believed = certain(known.result.composite)
    before = record_leakage(known.result.composite, believed, workspace.measure)
    return record_leakage(composite, believed, workspace.measure) - before


wary = st.builds(
    lambda before, match, labels, merge: Adversary((*before, Resolve(Unless(match, Conflicts(*labels)), merge))),
    preparations,
    alternatives,
    st.lists(st.sampled_from(LABELS), min_size=1, max_size=2, unique=True),
    st.sampled_from(NO_NEW_VALUES),
)


told = databases(max_size=5, confidences=st.sampled_from([0.0, 0.3, 0.7, 1.0]))


@pytest.mark.parametrize("who", [adversaries, wary], ids=["any", "wary"])
@thorough
@given(st.data(), told, references)
def test_a_gain_is_what_running_her_anew_gains(who, data, told, reference):
    check_gains(told, reference, data.draw(who))


def test_what_was_replaced_gains_nothing():
    told = [Record.of(("N", "1"), ("C", "1", 0.5)), Record.of(("N", "1"), ("C", "2", 0.5))]
    resolve = Resolve(Unless(Shares("N"), Conflicts("P")), latest_wins_merge)
    check_gains(told, Record.of(("N", "1"), ("C", "2")), Adversary((resolve,)))


def check_gains(told, reference, adversary):
    releases = tuple(Release(f"r{n}", "Shop", record) for n, record in enumerate(told))
    work = Workspace(tuple(a.pair for a in reference), (), releases, policies=(Policy("eve", adversary),))
    known = worst(assess(work))
    if known is None:
        return
    moves = next_moves(work, known)
    for move in moves:
        assert move.record in known.result.members
        if move.enhancement.attribute in work.releases[move.record].record:
            assert move.enhancement.gain == pytest.approx(gain_anew(work, known, move), abs=1e-12)
        assert move.right == (move.enhancement.attribute.pair in reference)
        assert move.enhancement.cost == 1.0 - move.enhancement.attribute.confidence
    assert [m.enhancement.ratio for m in moves] == sorted((m.enhancement.ratio for m in moves), reverse=True)


def test_prices_change_the_order_and_must_be_positive():
    told = Release("Order", "Shop", half_sure())
    work = Workspace((("N", "Alice"),), (), (told,))
    known = assess(work)[0]
    assert next_moves(work, known, {"P": 0.1})[0].enhancement.attribute.label == "P"
    assert next_moves(work, known, {"P": 10.0})[-1].enhancement.attribute.label == "P"
    with pytest.raises(ValueError, match="must be more than 0"):
        next_moves(work, known, {"P": -1.0})


def half_sure():
    return Record.of(("N", "Alice", 0.5), ("P", "123", 0.5))
