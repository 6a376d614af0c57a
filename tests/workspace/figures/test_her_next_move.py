"""Verifying: what Eve gains, against raising the confidence and running her anew."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record, record_leakage
from leakage.record import Attribute, certain
from leakage.workspace.figures.assessment import assess, records_of, worst
from leakage.workspace.figures.her_next_move import next_moves
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.decision.test_what_if import adversaries
from tests.strategies import databases, references, thorough


def gain_anew(workspace, known, move):
    records = list(records_of(workspace, known.pool))
    pair = move.enhancement.attribute.pair
    records[move.record] = records[move.record].with_attribute(Attribute(*pair))
    after = workspace.adversary.resolve(records)
    composite = after.composites[int(after.composite_of[move.record])]
    believed = certain(known.result.composite)
    before = record_leakage(known.result.composite, believed, workspace.measure)
    return record_leakage(composite, believed, workspace.measure) - before


@thorough
@given(databases(max_size=5, confidences=st.sampled_from([0.0, 0.3, 0.7, 1.0])), references, adversaries)
def test_a_gain_is_what_running_her_anew_gains(told, reference, adversary):
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
