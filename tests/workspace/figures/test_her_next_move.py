"""Verifying: what Eve gains, against raising the confidence and running her anew."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Augment, Correct, Measure, Record, Resolve, Shares, record_leakage
from leakage.progress import listening
from leakage.record import Attribute, certain
from leakage.resolution.merge import NO_NEW_VALUES, latest_wins_merge
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.workspace.figures.assessment import assess, records_of, worst
from leakage.workspace.figures.next_move import next_moves
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.decision import kinds
from tests.decision.test_what_if import adversaries, preparations
from tests.strategies import LABELS, alternatives, databases, references, thorough


def gain_anew(workspace, known, move, whole=None):
    whole = known.result.composite if whole is None else whole
    records = list(records_of(workspace, known.pool))
    pair = move.enhancement.attribute.pair
    records[move.record] = records[move.record].with_attribute(Attribute(*pair))
    after = workspace.adversary.resolve(records)
    composite = after.composites[int(after.composite_of[move.record])]
    believed = certain(whole.known)
    before = record_leakage(whole, believed, workspace.measure)
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


@thorough
@given(kinds.seeds)
def test_in_random_works_every_gain_is_what_running_her_anew_gains(chance):
    """Corrections, look-ups, every merge and measure, evidence, several analyses; every one of her joined records."""
    releases, background, reference = kinds.scene(chance, 5)
    lookups = (Augment("N", "P", {"1": "2", "2": "3"}), Augment("P", "C", {"1": "3", "2": "1"}), Augment("C", "N", {}))
    first = chance.sample((*lookups, Correct({("N", "3"): "1", ("C", "3"): "2"})), chance.randint(0, 3))
    policy = Policy("eve", Adversary((*first, *kinds.adversary(chance).operations)))
    given_away = tuple(Release(f"r{n}", chance.choice("AB"), Record(release)) for n, release in enumerate(releases))
    measure = kinds.measure(chance)
    extended = isinstance(measure, Measure)
    work = Workspace(
        tuple(a.pair for a in reference),
        tuple(dict(measure.weights if extended else measure or {}).items()),
        given_away,
        tuple(map(Record, background)),
        policies=(policy,),
        similarities=measure.similarities if extended else (),
        relations=measure.relations if extended else (),
    )
    for known in assess(work):
        for number in range(len(known.result.resolution.composites)):
            check_gains_in(work, known, number)


def check_gains_in(work, known, number):
    whole = known.result.resolution.composites[number]
    for move in next_moves(work, known, composite=number):
        assert move.enhancement.gain == pytest.approx(gain_anew(work, known, move, whole), abs=1e-11)


def test_what_is_looked_up_by_a_fact_becomes_sure_with_it():
    """Name and phone, each believed to 50 %; the address is looked up by the phone, so with it she is sure of two."""
    eve = Adversary((Augment("P", "A", {"1": "Main St"}), Resolve(Shares("N"))))
    record = Record.of(("N", "Alice", 0.5), ("P", "1", 0.5))
    work = Workspace((("N", "Alice"),), (), (Release("r", "Shop", record),), policies=(Policy("eve", eve),))
    known = worst(assess(work))
    phone, name = (move.enhancement for move in next_moves(work, known)[:2])
    assert (phone.attribute.pair, name.attribute.pair) == (("P", "1"), ("A", "Main St"))
    facts = Record.of(("N", "Alice"), ("P", "1"), ("A", "Main St"))
    before = Record(Attribute(*a.pair, 0.5) for a in facts)
    both = Record.of(("N", "Alice", 0.5), ("P", "1"), ("A", "Main St"))
    assert phone.gain == pytest.approx(record_leakage(both, facts) - record_leakage(before, facts))
    one = Record.of(("N", "Alice", 0.5), ("P", "1", 0.5), ("A", "Main St"))
    assert name.gain == pytest.approx(record_leakage(one, facts) - record_leakage(before, facts))


def test_running_her_anew_can_be_stopped():
    eve = Adversary((Augment("P", "A", {"1": "Main St"}), Resolve(Shares("N"))))
    record = Record.of(("N", "Alice", 0.5), ("P", "1", 0.5))
    work = Workspace((("N", "Alice"),), (), (Release("r", "Shop", record),), policies=(Policy("eve", eve),))
    known, heard = worst(assess(work)), []
    with listening(lambda *progress: heard.append(progress)):
        next_moves(work, known)
    assert ("Verifying facts", 1, 3) in heard


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
