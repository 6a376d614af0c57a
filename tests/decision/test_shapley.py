"""Shapley values: against the definition, every order of the players walked through."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, Measure, Resolve, Shares, information_leakage, record_leakage
from leakage.decision.choices import pool_choices
from leakage.decision.shapley import attribute_shapley, release_shapley, shapley_values
from leakage.record import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.contributions import (
    contributions_of_releases,
    recipient_shapley_values,
    release_shapley_values,
)
from tests.decision import kinds
from tests.decision.test_what_if import adversaries
from tests.oracles import decisions as oracle
from tests.strategies import databases, quick, references, thorough

REAL = realistic_person().workspace


def members(mask, players):
    return frozenset(player for player in range(players) if mask >> player & 1)


games = st.integers(0, 5).flatmap(lambda n: st.lists(st.floats(0, 1), min_size=2**n, max_size=2**n))


@thorough
@given(games)
def test_shares_are_the_mean_over_all_orders(table):
    players = len(table).bit_length() - 1
    value = {members(mask, players): worth for mask, worth in enumerate(table)}
    shapley = shapley_values(lambda some: np.array([table[members] for members in some]), players)
    assert [entry.share for entry in shapley] == pytest.approx(oracle.shapley(players, value.__getitem__), abs=1e-12)
    assert sum(entry.share for entry in shapley) == pytest.approx(table[-1] - table[0], abs=1e-12)
    for player, of_player in enumerate(shapley):
        assert of_player.alone == pytest.approx(table[-1] - table[(len(table) - 1) ^ 1 << player])
        assert of_player.margin == 0.0


@settings(deadline=None, max_examples=50)
@given(kinds.seeds)
def test_shares_are_those_of_the_definition_under_every_rule_merge_measure_and_pipeline(chance):
    releases, background, reference = kinds.scene(chance, 5)
    adversary, measure = kinds.adversary(chance), kinds.measure(chance)
    everything = range(len(releases))
    pools = chance.choice([[everything], [[n] for n in everything], [everything[:3], everything[2:]]])
    owner = [chance.randint(0, 3) for _ in releases]
    recipients = [[n for n in everything if owner[n] == holder] for holder in range(3)]
    players = chance.choice([[(n,) for n in everything], [held for held in recipients if held]])
    nobody = set(everything).difference(*players)
    known = kinds.known(releases, background, reference, adversary, measure)
    choices = [pool_choices({n: releases[n] for n in p}, background, reference, adversary, measure) for p in pools]

    def worth(coalition):
        kept = nobody.union(*(players[player] for player in coalition))
        return max((known.leakage(kept & set(pool)) for pool in pools), default=0.0)

    shapley = release_shapley(choices, players)
    assert [entry.share for entry in shapley] == pytest.approx(oracle.shapley(len(players), worth), abs=1e-11)
    everyone = frozenset(range(len(players)))
    for player, of_player in enumerate(shapley):
        assert of_player.margin == 0.0
        assert of_player.alone == pytest.approx(worth(everyone) - worth(everyone - {player}), abs=1e-11)


@quick
@given(databases(max_size=4), references, adversaries)
def test_releases_that_tell_the_same_have_the_same_share(releases, reference, adversary):
    if not releases:
        return
    twins = [releases[0], *releases]
    shapley = release_shapley(
        [pool_choices(dict(enumerate(twins)), (), reference, adversary)], [(n,) for n in range(len(twins))]
    )
    whole = information_leakage(twins, reference, adversary).leakage
    assert shapley[0].share == pytest.approx(shapley[1].share, abs=1e-11)
    assert sum(entry.share for entry in shapley) == pytest.approx(whole, abs=1e-11)


@settings(deadline=None, max_examples=50)
@given(kinds.seeds)
def test_shares_of_attributes_are_those_of_the_definition_under_every_measure(chance):
    values = chance.choice(kinds.VALUES)
    record, reference = (kinds.record(chance, values, kind) for kind in (kinds.CONFIDENCES, (1.0,)))
    measure = kinds.measure(chance)
    leakage = kinds.measured(reference, measure)
    shapley = attribute_shapley(record, reference, measure)
    expected = oracle.shapley(len(record), lambda some: leakage(Record(record[n] for n in some)))
    assert [entry.share for entry in shapley] == pytest.approx(expected, abs=1e-10)
    if not isinstance(measure, Measure):
        for attribute, of_player in zip(record, shapley, strict=True):
            assert of_player.share >= -1e-12 if attribute.pair in reference else of_player.share <= 1e-12


def test_sampling_covers_the_exact_shares_and_adds_up():
    pools = [
        pool_choices(
            {n: r.record for n, r in enumerate(REAL.releases)},
            REAL.background,
            REAL.reference,
            REAL.adversary,
            REAL.measure,
        )
    ]
    exact = release_shapley(pools, [(n,) for n in range(15)])

    def worth(some):
        return np.array([max(pool.leakage(members) for pool in pools) for members in some])

    drawn = shapley_values(worth, 15, exact=0, pairs=60)
    assert sum(entry.share for entry in drawn) == pytest.approx(sum(entry.share for entry in exact), abs=1e-12)
    inside = [abs(a.share - b.share) <= 1.6 * a.margin + 1e-12 for a, b in zip(drawn, exact, strict=True)]
    assert all(inside)
    assert any(entry.margin > 0.0 for entry in drawn)


def test_more_players_than_can_be_worked_out_are_sampled():
    record = Record.of(*((f"L{n}", "x", 0.5) for n in range(20)))
    reference = Record.of(*((f"L{n}", "x") for n in range(25)))
    shapley = attribute_shapley(record, reference)
    assert sum(entry.share for entry in shapley) == pytest.approx(record_leakage(record, reference), abs=1e-12)
    # All are alike: each has a twentieth, within its margin.
    even = record_leakage(record, reference) / 20
    assert all(abs(entry.share - even) <= 2 * entry.margin + 1e-9 for entry in shapley)


def test_fifteen_releases_share_out_the_whole():
    for policy in REAL.policies:
        work = replace(REAL, chosen=policy.name)
        shapley = release_shapley_values(work)
        assert [entry.alone for entry in shapley] == pytest.approx(contributions_of_releases(work).tolist(), abs=1e-12)


def test_recipients_share_the_same_whole():
    for kind in ("together", "alone", "coalitions"):
        work = replace(REAL, pooling=replace(REAL.pooling, kind=kind))
        by_release, by_recipient = release_shapley_values(work), recipient_shapley_values(work)
        assert len(by_recipient) == len(work.recipient_names)
        assert sum(entry.share for entry in by_recipient) == pytest.approx(sum(entry.share for entry in by_release))


def test_too_few_orders_are_refused():
    with pytest.raises(ValueError, match="at least two pairs"):
        shapley_values(lambda some: np.zeros(len(some)), 3, pairs=1)


def test_of_what_the_background_tells_in_several_pools_the_most_counts():
    """Where the first release is, it dilutes what the background tells; in the other pool that is told as before."""
    background = [Record.of(("N", "a"), ("P", "1"))]
    releases = [Record.of(("N", "a"), ("P", "wrong")), Record.of(("C", "1"))]
    reference = Record.of(("N", "a"), ("P", "1"), ("C", "1"))
    eve = Adversary((Resolve(Shares("N")),))
    known = kinds.known(releases, background, reference, eve, None)
    pools = [pool_choices({n: releases[n]}, background, reference, eve) for n in range(2)]
    shapley = release_shapley(pools, [(0,), (1,)])
    expected = oracle.shapley(2, lambda kept: max(known.leakage(kept & {n}) for n in range(2)))
    assert [entry.share for entry in shapley] == pytest.approx(expected, abs=1e-12)
