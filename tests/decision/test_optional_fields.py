"""Which optional fields to give: equal to trying every choice with the adversary's own resolution."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Augment,
    Conflicts,
    Correct,
    Record,
    Resolve,
    SameKeySet,
    Shares,
    Unless,
    information_leakage,
)
from leakage.decision.optional_fields import MOST_LANDINGS, field_trade_off
from leakage.decision.planned_release import SAME
from leakage.decision.what_if import Standing
from leakage.resolution.progress import listening
from leakage.scenarios.realistic import realistic_person
from tests.resolution import kinds
from tests.strategies import databases, matches, quick, records, references, thorough, weights

worth_values = st.sampled_from([0.0, 0.5, 1.0, 2.0])


def outright(databases, required, optional, reference, adversary, measure, worths, rest=0.0):
    """(worth, leakage) of every choice, by the definition."""
    found = []
    for size in range(len(optional) + 1):
        for chosen in combinations(range(len(optional)), size):
            record = Record((*required, *(optional[n] for n in chosen)))
            leakages = [
                information_leakage([*database, record], reference, adversary, measure).leakage
                for database in databases
            ]
            found.append((sum(worths[n] for n in chosen), max(rest, *leakages)))
    return found


def assert_best(found, choices):
    """For every worth the least leakage, and nothing on the list that another choice beats."""
    for worth in {worth for worth, _ in choices}:
        least = min(leakage for held, leakage in choices if held >= worth)
        told = min(point.leakage for point in found.points if point.worth >= worth)
        assert told == pytest.approx(least, abs=1e-12)
    for before, after in zip(found.points, found.points[1:], strict=False):
        assert before.leakage < after.leakage and before.worth < after.worth
    most = max(worth for worth, leakage in choices if leakage <= found.best.leakage + SAME / 2)
    assert found.best.worth >= most


def parted(record, required):
    attributes = list(record)
    return Record(attributes[:required]), attributes[required:]


def check(pools, release, required, reference, adversary, measure, worths, rest=0.0):
    must, may = parted(release, required)
    standings = [Standing.of(pool, reference, adversary, measure) for pool in pools]
    found = field_trade_off(standings, must, may, worths[: len(may)], rest=rest)
    assert found.proved and found.looked_at == 1 << len(may)
    assert_best(found, outright(pools, must, may, reference, adversary, measure, worths, rest))
    for point in found.points:
        record = Record((*must, *point.given))
        leakages = (information_leakage([*pool, record], reference, adversary, measure).leakage for pool in pools)
        assert max(rest, *leakages) == pytest.approx(point.leakage, abs=1e-12)
        assert sorted((*point.given, *point.blank)) == sorted(may)


worth_lists = st.lists(worth_values, min_size=5, max_size=5)


@thorough
@given(databases(), records(), st.integers(0, 2), references, matches, weights, worth_lists)
def test_the_trade_off_is_that_of_all_choices(database, release, required, reference, match, measure, worths):
    check([database], release, required, reference, Adversary((Resolve(match),)), measure, worths)


@quick
@given(databases(), databases(), records(), references, matches, worth_lists, st.floats(0.0, 1.0))
def test_in_several_pools_the_worst_counts(one, other, release, reference, match, worths, rest):
    check([one, other], release, 1, reference, Adversary((Resolve(match),)), None, worths, rest)


@quick
@given(databases(max_size=5), records(max_size=4), references, kinds.plain, worth_lists)
def test_under_every_kind_of_policy(database, release, reference, match, worths):
    check([database], release, 1, reference, Adversary((Resolve(match),)), None, worths)


@quick
@given(databases(), records(), references, worth_lists)
def test_what_is_corrected_or_filled_in_counts(database, release, reference, worths):
    eve = Adversary(
        (Correct({("N", "2"): "1"}), Augment("N", "C", {"1": "2"}), Resolve(AnyOf(Shares("C"), Shares("P"))))
    )
    check([database], release, 0, reference, eve, None, worths)


def test_a_further_field_may_break_a_match():
    release = Record.of(("C", "1"), ("N", "1"), ("N", "2"))
    database, reference = [Record.of(("N", "1"))], Record.of(("N", "1"))
    check([database], release, 1, reference, Adversary((Resolve(SameKeySet("N")),)), None, [0.0] * 5)


def test_the_realistic_person_may_give_twenty_fields():
    work = realistic_person().workspace
    optional = [Attribute(*pair) for pair in work.profile[:20]]
    records = [*(release.record for release in work.releases), *work.background]
    standing = Standing.of(records, work.reference, work.adversary, work.measure)
    found = field_trade_off([standing], Record(), optional)
    assert found.proved and found.looked_at == 1 << 20
    draw = random.Random(3)
    for point in draw.sample(found.points, min(5, len(found.points))):
        assert standing.land(Record(point.given)).leakage == pytest.approx(point.leakage, abs=1e-12)
    for _ in range(200):
        chosen = Record(field for field in optional if draw.random() < 0.5)
        best = min(point.leakage for point in found.points if point.worth >= len(chosen))
        assert best <= standing.land(chosen).leakage + 1e-12


def many(eve, options):
    reference = Record(Attribute("A", str(n)) for n in range(options))
    database = [Record.of(("A", str(n)), ("B", str(n % 3))) for n in range(0, options, 2)]
    return Standing.of(database, reference, eve), [Attribute("A", str(n)) for n in range(options)]


def test_without_a_short_cut_nothing_is_claimed_beyond_what_was_tried():
    standing, optional = many(Adversary((Resolve(Unless(Shares("A"), Conflicts("B"))),)), 13)
    found = field_trade_off([standing], Record(), optional)
    assert not found.proved and len(optional) < found.looked_at < MOST_LANDINGS
    everything = standing.land(Record(optional)).leakage
    assert found.points[-1].worth == 13.0 and found.points[-1].leakage == pytest.approx(everything)
    assert found.best.leakage <= standing.land(Record()).leakage


def test_the_search_can_be_stopped():
    standing, optional = many(Adversary((Resolve(Unless(Shares("A"), Conflicts("B"))),)), 10)

    def listener(what, done, total):
        if done == 5:
            raise InterruptedError

    with listening(listener), pytest.raises(InterruptedError):
        field_trade_off([standing], Record(), optional)


@pytest.mark.parametrize(
    ("required", "optional", "worths", "told"),
    [
        (Record(), [Attribute("N", str(n)) for n in range(21)], None, "at most 20 fields can be optional, got 21"),
        (Record(), [Attribute("N", "1")] * 2, None, "twice"),
        (Record.of(("N", "1")), [Attribute("N", "1")], None, "both required and optional"),
        (Record(), [Attribute("N", "1")], [-1.0], "the worth of a field must be a finite number >= 0"),
        (Record(), [Attribute("N", "1")], [], "one worth for each"),
    ],
)
def test_what_cannot_be_weighed_is_refused(required, optional, worths, told):
    standing = Standing.of([], Record.of(("N", "1")), Adversary())
    with pytest.raises(ValueError, match=told):
        field_trade_off([standing], required, optional, worths)
