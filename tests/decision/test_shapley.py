"""Shapley values: against the definition, every order of the players walked through."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Measure, information_leakage, record_leakage
from leakage.decision.shapley import attribute_shapley, release_shapley, shapley_shares
from leakage.decision.subsets import pool_choices
from leakage.measure.similarity import NumericCloseness
from leakage.record import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.fair_shares import recipient_fair_shares, release_fair_shares
from leakage.workspace.shares import release_shares
from tests.decision.test_erasure import grouped, poolings, whole_without
from tests.decision.test_what_if import adversaries
from tests.strategies import databases, quick, records, references, thorough, weights

REAL = realistic_person().workspace


def by_orders(players, value):
    """The definition: the mean over all orders of what each player adds."""
    gains = dict.fromkeys(range(players), 0.0)
    for order in itertools.permutations(range(players)):
        for place, player in enumerate(order):
            gains[player] += value(frozenset(order[: place + 1])) - value(frozenset(order[:place]))
    return [gain / math.factorial(players) for gain in gains.values()]


def members(mask, players):
    return frozenset(player for player in range(players) if mask >> player & 1)


games = st.integers(0, 5).flatmap(lambda n: st.lists(st.floats(0, 1), min_size=2**n, max_size=2**n))


@thorough
@given(games)
def test_shares_are_the_mean_over_all_orders(table):
    players = len(table).bit_length() - 1
    value = {members(mask, players): worth for mask, worth in enumerate(table)}
    found = shapley_shares(lambda some: np.array([table[one] for one in some]), players)
    assert [one.share for one in found] == pytest.approx(by_orders(players, value.__getitem__), abs=1e-12)
    assert sum(one.share for one in found) == pytest.approx(table[-1] - table[0], abs=1e-12)
    for player, one in enumerate(found):
        assert one.alone == pytest.approx(table[-1] - table[(len(table) - 1) ^ 1 << player])
        assert one.margin == 0.0


@quick
@given(databases(max_size=5, values="123"), databases(max_size=3), references, adversaries, weights, st.data())
def test_shares_of_releases_and_recipients(releases, background, reference, adversary, weights, data):
    pools = data.draw(poolings(len(releases)))
    players = data.draw(st.one_of(st.just([(n,) for n in range(len(releases))]), grouped(len(releases))))
    choices = [
        pool_choices({n: releases[n] for n in sorted(p)}, background, reference, adversary, weights) for p in pools
    ]
    owned = {number for player in players for number in player}
    known = {}

    def value(coalition):
        if coalition not in known:
            gone = owned - {number for player in coalition for number in players[player]}
            known[coalition] = whole_without(gone, releases, background, pools, reference, adversary, weights)
        return known[coalition]

    found = release_shapley(choices, players)
    assert [one.share for one in found] == pytest.approx(by_orders(len(players), value), abs=1e-11)
    everyone = frozenset(range(len(players)))
    assert sum(one.share for one in found) == pytest.approx(value(everyone) - value(frozenset()), abs=1e-11)
    for player, one in enumerate(found):
        assert one.alone == pytest.approx(value(everyone) - value(everyone - {player}), abs=1e-11)
        others = [frozenset(s) for n in range(len(players)) for s in itertools.combinations(everyone - {player}, n)]
        if all(abs(value(s | {player}) - value(s)) < 1e-12 for s in others):
            assert one.share == pytest.approx(0.0, abs=1e-11)


@quick
@given(databases(max_size=4), references, adversaries)
def test_releases_that_tell_the_same_have_the_same_share(releases, reference, adversary):
    if not releases:
        return
    twins = [releases[0], *releases]
    found = release_shapley(
        [pool_choices(dict(enumerate(twins)), (), reference, adversary)], [(n,) for n in range(len(twins))]
    )
    whole = information_leakage(twins, reference, adversary).leakage
    assert found[0].share == pytest.approx(found[1].share, abs=1e-11)
    assert sum(one.share for one in found) == pytest.approx(whole, abs=1e-11)


@quick
@given(records(max_size=5), references, st.one_of(weights, st.just(Measure({"P": 2.0}, {"P": NumericCloseness(3)}))))
def test_shares_of_attributes(record, reference, weights):
    def value(coalition):
        return record_leakage(Record(record[n] for n in coalition), reference, weights)

    found = attribute_shapley(record, reference, weights)
    assert [one.share for one in found] == pytest.approx(by_orders(len(record), value), abs=1e-10)
    if not isinstance(weights, Measure):
        for attribute, one in zip(record, found, strict=True):
            assert one.share >= -1e-12 if attribute.pair in reference else one.share <= 1e-12


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
        return np.array([max(pool.leakage(one) for pool in pools) for one in some])

    drawn = shapley_shares(worth, 15, exact=0, pairs=60)
    assert sum(one.share for one in drawn) == pytest.approx(sum(one.share for one in exact), abs=1e-12)
    inside = [abs(a.share - b.share) <= 1.6 * a.margin + 1e-12 for a, b in zip(drawn, exact, strict=True)]
    assert all(inside)
    assert any(one.margin > 0.0 for one in drawn)


def test_more_players_than_can_be_worked_out_are_sampled():
    record = Record.of(*((f"L{n}", "x", 0.5) for n in range(20)))
    reference = Record.of(*((f"L{n}", "x") for n in range(25)))
    found = attribute_shapley(record, reference)
    assert sum(one.share for one in found) == pytest.approx(record_leakage(record, reference), abs=1e-12)
    # All are alike: each has a twentieth, within its margin.
    even = record_leakage(record, reference) / 20
    assert all(abs(one.share - even) <= 2 * one.margin + 1e-9 for one in found)


def test_fifteen_releases_share_out_the_whole():
    for policy in REAL.policies:
        work = replace(REAL, chosen=policy.name)
        found = release_fair_shares(work)
        assert [one.alone for one in found] == pytest.approx(release_shares(work).tolist(), abs=1e-12)


def test_recipients_share_the_same_whole():
    for kind in ("together", "alone", "coalitions"):
        work = replace(REAL, pooling=replace(REAL.pooling, kind=kind))
        by_release, by_recipient = release_fair_shares(work), recipient_fair_shares(work)
        assert len(by_recipient) == len(work.recipients)
        assert sum(one.share for one in by_recipient) == pytest.approx(sum(one.share for one in by_release))


def test_too_few_orders_are_refused():
    with pytest.raises(ValueError, match="at least two pairs"):
        shapley_shares(lambda some: np.zeros(len(some)), 3, pairs=1)
