"""Contributions, Shapley values, enhancement."""

import functools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Measure,
    Record,
    Resolve,
    Shares,
    information_leakage,
    record_leakage,
    union_merge,
)
from leakage.old.decision.contribution import (
    attribute_contributions,
    release_contributions,
)
from leakage.old.decision.enhancement import certainty, doubt, enhancements
from leakage.old.decision.shapley import attribute_shapley, release_shapley, shapley_values
from leakage.old.decision.subsets import pool_choices
from leakage.old.measure.weights import NumericCloseness
from leakage.record import certain
from leakage.workspace.figures.contributions import (
    recipient_shapley_values,
    release_shapley_values,
)
from tests.amount import TIMES
from tests.old.decision import kinds
from tests.old.decision.test_incremental import adversaries
from tests.oracles import decisions as shapley_oracle
from tests.oracles import measure as oracle
from tests.oracles import near_values
from tests.oracles.resolution import present
from tests.person_2026 import person_of_2026
from tests.strategies import databases, quick, records, references, thorough, weights

# Contribution: what attributes, releases and recipients add, against leaving them out and starting again.


BY_NAME = Adversary((Resolve(Shares("N")),))


def leakage_less(earlier, group, reference, adversary, weights=None):
    """The slow, obvious way: resolve what is left from scratch."""
    left = [record for number, record in enumerate(earlier) if number not in group]
    return information_leakage(left, reference, adversary, weights).leakage


@thorough
@given(records(max_size=6), references, weights)
def test_attribute_contribution_is_what_leaving_it_out_loses(record, reference, weights):
    whole = oracle.leakage(record, reference, weights)
    contributions = attribute_contributions(record, reference, weights)
    assert {entry.attribute for entry in contributions} == {a for a in record if a.confidence > 0.0}
    for entry in contributions:
        without = oracle.leakage(record.without(entry.attribute.pair), reference, weights)
        assert entry.contribution == pytest.approx(float(whole - without), abs=1e-12)
        assert entry.right == (entry.attribute.pair in reference)
        assert entry.contribution >= 0 if entry.right else entry.contribution <= 0
    assert [e.contribution for e in contributions] == sorted((e.contribution for e in contributions), reverse=True)


def test_nothing_is_told_of_nothing():
    assert attribute_contributions(Record(), Record()) == ()
    assert release_contributions([], [], Record(), BY_NAME).tolist() == []
    assert release_contributions([Record()], [0], Record(), BY_NAME).tolist() == [0.0]


@thorough
@given(databases(max_size=9), references, adversaries, weights)
def test_release_contribution_is_resolving_without_it(earlier, reference, adversary, weights):
    whole = information_leakage(earlier, reference, adversary, weights).leakage
    contributions = release_contributions(earlier, range(len(earlier)), reference, adversary, weights)
    obvious = [whole - leakage_less(earlier, {n}, reference, adversary, weights) for n in range(len(earlier))]
    assert contributions.tolist() == pytest.approx(obvious, abs=1e-12)


def test_a_bridge_takes_the_composite_apart():
    """2012, Section 4.1: without v, s and t come apart, and 8/9 falls to 3/4."""
    s = Record.of(("N", "n1"), ("C", "c1"), ("P", "p1"))
    t = Record.of(("N", "n1"), ("C", "c2"))
    v = Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    e = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))
    eve = Adversary((Resolve(AnyOf(Shares("N", "C"), Shares("N", "P"))),))
    contributions = release_contributions([s, t, v], [2, 1, 0], e, eve)
    # Without s: {n1, c2, p1} leaks 3/4 as well. Without t nothing is lost.
    assert contributions.tolist() == pytest.approx([8 / 9 - 3 / 4, 0.0, 8 / 9 - 3 / 4])


def test_a_record_outside_the_worst_composite_can_count():
    """Taking the confusing record out of another composite makes that one the worst."""
    e = Record.of(("N", "a"), ("P", "1"), ("C", "1"))
    worst = Record.of(("N", "a"))
    better, wrong = Record.of(("P", "1"), ("C", "1")), Record.of(("P", "1"), *((x, "wrong") for x in "ABDEFG"))
    eve = Adversary((Resolve(Shares("P")),))
    assert information_leakage([worst, better, wrong], e, eve).members == (0,)
    assert release_contributions([worst, better, wrong], [2], e, eve).tolist() == pytest.approx([1 / 2 - 4 / 5])


def test_of_two_equally_bad_composites_neither_is_missed():
    e = Record.of(("N", "a"), ("P", "1"))
    twins = [Record.of(("N", "a")), Record.of(("P", "1"))]
    assert release_contributions(twins, [0, 1], e, BY_NAME).tolist() == pytest.approx([0.0, 0.0])


def test_pieces_that_only_composites_join():
    """{a, b} and {c, d} match as composites only (a's name, b's card): the pieces are resolved again."""
    a, b = Record.of(("N", "n"), ("P", "1")), Record.of(("C", "c"), ("P", "1"))
    c, d = Record.of(("N", "n"), ("P", "2")), Record.of(("C", "c"), ("P", "2"))
    x = Record.of(("P", "2"), ("Z", "z"))
    e = Record.of(("N", "n"), ("C", "c"), ("P", "1"), ("P", "2"), ("Z", "z"))
    eve = Adversary((Resolve(AnyOf(Shares("P"), Shares("N", "C"))),))
    contributions = release_contributions([a, b, c, d, x], range(5), e, eve)
    assert contributions[4] == pytest.approx(1 - 8 / 9)
    assert contributions[0] == pytest.approx(1 - leakage_less([a, b, c, d, x], {0}, e, eve))
    assert contributions[0] == pytest.approx(1 - 8 / 9)


@pytest.mark.parametrize("number", [-1, 2])
def test_a_number_out_of_range_is_named(number):
    with pytest.raises(ValueError, match=rf"record number must be in \[0, 2\), got {number}"):
        release_contributions([Record(), Record()], [number], Record(), BY_NAME)


def test_a_weight_that_is_not_positive_is_refused():
    with pytest.raises(ValueError, match="weight must be a positive number, got 0"):
        attribute_contributions(Record.of(("N", "Alice")), Record.of(("N", "Alice")), {"N": 0})


def test_many_releases_in_one_composite():
    reference = Record.of(*((f"L{i}", "right") for i in range(25)))
    given = [
        Record.of(("L0", "right"), (f"L{1 + n % 24}", "right", 0.5 + n / 4000), (f"L{1 + n % 7}", f"wrong {n}"))
        for n in range(300)
    ]
    eve = Adversary((Resolve(Shares("L0")),))
    whole = information_leakage(given, reference, eve).leakage
    contributions = release_contributions(given, range(300), reference, eve)
    for number in (0, 299):
        assert contributions[number] == pytest.approx(whole - leakage_less(given, {number}, reference, eve), abs=1e-12)


# Shapley values: against the definition, every order of the players walked through.


REAL = person_of_2026().workspace


def members(mask, players):
    return frozenset(player for player in range(players) if mask >> player & 1)


games = st.integers(0, 5).flatmap(lambda n: st.lists(st.floats(0, 1), min_size=2**n, max_size=2**n))


@thorough
@given(games)
def test_shares_are_the_mean_over_all_orders(table):
    players = len(table).bit_length() - 1
    value = {members(mask, players): worth for mask, worth in enumerate(table)}
    shapley = shapley_values(lambda some: np.array([table[members] for members in some]), players)
    assert [entry.share for entry in shapley] == pytest.approx(
        shapley_oracle.shapley(players, value.__getitem__), abs=1e-12
    )
    assert sum(entry.share for entry in shapley) == pytest.approx(table[-1] - table[0], abs=1e-12)
    for player, of_player in enumerate(shapley):
        assert of_player.alone == pytest.approx(table[-1] - table[(len(table) - 1) ^ 1 << player])
        assert of_player.margin == 0.0


@settings(max_examples=25 * TIMES)
@given(kinds.seeds)
def test_shares_are_those_of_the_definition_under_every_rule_merge_measure_and_pipeline(chance):
    releases, background, reference = kinds.scene(chance, 5)
    adversary, measure = kinds.adversary(chance), kinds.measure(chance)
    everything = range(len(releases))
    pools = chance.choice([[everything], [[n] for n in everything], [everything[:3], everything[2:]]])
    owner = [chance.randint(0, 3) for _ in releases]
    recipients = [[n for n in everything if owner[n] == holder] for holder in range(3)]
    players = chance.choice([[(n,) for n in everything], [numbers for numbers in recipients if numbers]])
    nobody = set(everything).difference(*players)
    slow = kinds.slow_subsets(releases, background, reference, adversary, measure)
    choices = [pool_choices({n: releases[n] for n in p}, background, reference, adversary, measure) for p in pools]

    def worth(coalition):
        kept = nobody.union(*(players[player] for player in coalition))
        return max((slow.leakage(kept & set(pool)) for pool in pools), default=0.0)

    shapley = release_shapley(choices, players)
    assert [entry.share for entry in shapley] == pytest.approx(shapley_oracle.shapley(len(players), worth), abs=1e-11)
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


@settings(max_examples=25 * TIMES)
@given(kinds.seeds)
def test_shares_of_attributes_are_those_of_the_definition_under_every_measure(chance):
    values = chance.choice(kinds.VALUES)
    record, reference = (kinds.record(chance, values, kind) for kind in (kinds.CONFIDENCES, (1.0,)))
    measure = kinds.measure(chance)
    leakage = kinds.measured(reference, measure)
    shapley = attribute_shapley(record, reference, measure)
    expected = shapley_oracle.shapley(len(record), lambda some: leakage(Record(record[n] for n in some)))
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
    slow = kinds.slow_subsets(releases, background, reference, eve, None)
    pools = [pool_choices({n: releases[n]}, background, reference, eve) for n in range(2)]
    shapley = release_shapley(pools, [(0,), (1,)])
    expected = shapley_oracle.shapley(2, lambda kept: max(slow.leakage(kept & {n}) for n in range(2)))
    assert [entry.share for entry in shapley] == pytest.approx(expected, abs=1e-12)


# Enhancement: gains against making the source certain and merging anew.


sources_of = st.lists(records(max_size=4), min_size=1, max_size=4)


def merged(sources):
    return functools.reduce(union_merge, sources)


def gain_from_scratch(sources, number, attribute, weights):
    sources = [present(source) for source in sources]
    verified = list(sources)
    verified[number] = sources[number].with_attribute(Attribute(*attribute.pair))
    believed = certain(merged(sources))
    now, then = merged(sources), merged(verified)
    if isinstance(weights, Measure):
        return float(near_values.leakage(then, believed, weights) - near_values.leakage(now, believed, weights))
    return float(oracle.leakage(then, believed, weights) - oracle.leakage(now, believed, weights))


@thorough
@given(sources_of, weights)
def test_a_gain_is_what_merging_anew_gains(sources, weights):
    listed = enhancements(sources, merged(sources), weights)
    assert len(listed) == sum(0.0 < a.confidence < 1.0 for source in sources for a in source)
    for entry in listed:
        assert entry.gain == pytest.approx(
            gain_from_scratch(sources, entry.source, entry.attribute, weights), abs=1e-12
        )
        assert entry.cost == doubt(entry.attribute)
        assert entry.gain >= 0.0
    assert [one.ratio for one in listed] == sorted((entry.ratio for entry in listed), reverse=True)


@quick
@given(sources_of)
def test_by_a_measure_that_goes_beyond_weights(sources):
    measure = Measure({"P": 2.0}, {"P": NumericCloseness(3)})
    for entry in enhancements(sources, merged(sources), measure):
        assert entry.gain == pytest.approx(
            gain_from_scratch(sources, entry.source, entry.attribute, measure), abs=1e-12
        )


def test_the_papers_example():
    """2012, Section 4.3: 0 for the name, 1/7 for the phone (printed 1/28)."""
    r1 = Record.of(("N", "Alice"), ("A", "20"))
    r2 = Record.of(("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987"))
    by_label = {entry.attribute.label: entry for entry in enhancements([r1, r2], merged([r1, r2]))}
    assert (by_label["P"].gain, by_label["P"].cost, by_label["P"].ratio) == pytest.approx((1 / 14, 1 / 2, 1 / 7))
    assert by_label["N"].ratio == 0.0
    assert set(by_label) == {"N", "P"}


def test_ones_own_costs_change_the_order():
    source = Record.of(("N", "Alice", 0.5), ("P", "123", 0.5))
    cheap = enhancements([source], source, cost=lambda attribute: 0.1 if attribute.label == "P" else 1.0)
    assert [entry.attribute.label for entry in cheap] == ["P", "N"]
    assert cheap[0].ratio == pytest.approx(10 * cheap[1].ratio)


def test_certain_is_certain():
    assert certainty(Record.of(("N", "Alice"))) == 1.0
    assert enhancements([Record.of(("N", "Alice"))], Record.of(("N", "Alice"))) == ()
    assert enhancements([], Record()) == ()


@pytest.mark.parametrize("cost", [0.0, -1.0, float("nan")])
def test_a_cost_that_is_not_positive_is_refused(cost):
    source = Record.of(("N", "Alice", 0.5))
    with pytest.raises(ValueError, match="must be more than 0"):
        enhancements([source], source, cost=lambda _: cost)


def test_a_source_the_composite_was_not_made_of_is_refused():
    with pytest.raises(ValueError, match="lacks an attribute"):
        enhancements([Record.of(("canary", "4711"))], Record())
