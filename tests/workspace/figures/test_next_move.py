"""What she finds, and what she would verify next, against raising the confidence and running her anew."""

from dataclasses import replace

import pytest
from hypothesis import given

from leakage import Adversary, Augment, Record, query_leakage, record_leakage
from leakage.decision.enhancement import enhancements
from leakage.record import Attribute, certain
from leakage.workspace.figures.assessment import (
    assess,
    pool_summaries,
    pool_together,
    pools_alone,
    records_of,
    summary_of,
)
from leakage.workspace.figures.next_move import discover, natural_query, next_moves
from leakage.workspace.workspace import Policy, Pooling
from tests.resolution import kinds
from tests.starting import plain_person
from tests.strategies import seeds, thorough
from tests.workspace.figures.test_timeline import random_work


def gain_anew(workspace, leaked, move, whole):
    records = list(records_of(workspace, leaked.pool))
    pair = move.attribute.pair
    records[move.record] = records[move.record].with_attribute(Attribute(*pair))
    after = workspace.adversary.resolve(records)
    composite = after.composites[int(after.composite_of[move.record])]
    believed = certain(whole.known)
    before = record_leakage(whole, believed, workspace.measure)
    return record_leakage(composite, believed, workspace.measure) - before


@thorough
@given(seeds)
def test_in_random_works_every_gain_is_what_running_her_anew_gains(chance):
    """Corrections, look-ups, every rule, merge and measure, several analyses; every one of her joined records."""
    lookups = (Augment("N", "P", {"Bob": "2", "Ann": "3"}), Augment("P", "C", {"1": "x", "2": "y"}))
    first = chance.sample(lookups, chance.randint(0, 2))
    policy = Policy("eve", Adversary(*first, *kinds.adversary(chance).operations))
    work = replace(random_work(chance, 4), policies=(policy,), pooling=Pooling())
    work = replace(work, releases=tuple(replace(release, presumed=()) for release in work.releases))
    for leaked in assess(work):
        # A summary tells of a pool what resolving it whole tells.
        [glance] = pool_summaries(work, [leaked.pool])
        assert glance.leakage == pytest.approx(summary_of(leaked).leakage, rel=1e-12, abs=1e-12)
        doubtful = {n for n, r in enumerate(records_of(work, leaked.pool)) if any(0 < a.confidence < 1 for a in r)}
        moves = next_moves(work, leaked)
        assert {move.record for move in moves} <= doubtful & {*leaked.result.members}
        assert all(move.cost == 1.0 - move.attribute.confidence for move in moves)
        assert [m.ratio for m in moves] == sorted((m.ratio for m in moves), reverse=True)
        for number, whole in enumerate(leaked.result.resolution.composites):
            for move in enhancements(leaked.result.resolution, number, work.measure):
                assert move.gain == pytest.approx(gain_anew(work, leaked, move, whole), abs=1e-11)


REAL = plain_person().workspace


@pytest.mark.parametrize("pool", [pool_together(REAL), *pools_alone(REAL)], ids=lambda pool: pool.name)
def test_the_last_leakage_is_the_query_leakage(pool):
    pairs = natural_query(REAL)
    discovery = discover(REAL, pool, pairs)
    expected = query_leakage(Record.of(*pairs), records_of(REAL, pool), REAL.reference, REAL.adversary, REAL.weight_map)
    assert discovery.leakages[-1] == pytest.approx(expected, rel=1e-13)
    assert len(discovery.leakages) == len(discovery.steps) + 1
