"""Which optional fields to give: against every choice of them."""

import itertools
import random
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
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
from leakage.old.decision.incremental import Baseline
from leakage.old.decision.planned_release import MOST_TRIED, field_trade_off
from leakage.old.measure.gradient import TOLERANCE
from leakage.old.resolution.rules.score import AtLeast
from leakage.old.resolution.rules.similar_values import Similar
from leakage.progress import listening
from tests.amount import TIMES
from tests.old.decision import kinds as kinds_of_advice
from tests.old.resolution import kinds as optional_fields_kinds
from tests.oracles import decisions as oracle
from tests.person_2026 import person_of_2026
from tests.strategies import databases, matches, quick, records, references, thorough, weights

# Which optional fields to give: equal to trying every choice with the adversary's own resolution.


worth_values = st.sampled_from([0.0, 0.5, 1.0, 2.0])


def outright(databases, required, optional, reference, adversary, measure, worths, rest=0.0):
    """(worth, leakage) of every choice, by the definition."""
    every = []
    for size in range(len(optional) + 1):
        for chosen in combinations(range(len(optional)), size):
            record = Record((*required, *(optional[n] for n in chosen)))
            leakages = [
                information_leakage([*database, record], reference, adversary, measure).leakage
                for database in databases
            ]
            every.append((sum(worths[n] for n in chosen), max(rest, *leakages)))
    return every


def assert_best(found, choices):
    """For every worth the least leakage, and nothing on the list that another choice beats."""
    for worth in {worth for worth, _ in choices}:
        least = min(leakage for given, leakage in choices if given >= worth)
        found_leakage = min(plan.leakage for plan in found.plans if plan.worth >= worth)
        assert found_leakage == pytest.approx(least, abs=1e-12)
    for before, after in itertools.pairwise(found.plans):
        assert before.leakage > after.leakage and before.worth > after.worth and before.cost < after.cost
    most = max(worth for worth, leakage in choices if leakage <= found.best.leakage + TOLERANCE / 2)
    assert found.best.worth >= most


def parted(record, required):
    attributes = list(record)
    return Record(attributes[:required]), attributes[required:]


def check(pools, release, required, reference, adversary, measure, worths, rest=0.0):
    must, may = parted(release, required)
    baselines = [Baseline.of(pool, reference, adversary, measure) for pool in pools]
    trade_off = field_trade_off(baselines, must, may, worths[: len(may)], rest=rest)
    assert trade_off.looked == 1 << len(may)
    assert_best(trade_off, outright(pools, must, may, reference, adversary, measure, worths, rest))
    for plan in trade_off.plans:
        record = Record((*must, *plan.given))
        leakages = (information_leakage([*pool, record], reference, adversary, measure).leakage for pool in pools)
        assert max(rest, *leakages) == pytest.approx(plan.leakage, abs=1e-12)
        assert sorted((*plan.given, *plan.blank)) == sorted(may)


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
@given(databases(max_size=5), records(max_size=4), references, optional_fields_kinds.plain, worth_lists)
def test_under_every_kind_of_policy(database, release, reference, match, worths):
    check([database], release, 1, reference, Adversary((Resolve(match),)), None, worths)


@quick
@given(databases(), records(), references, worth_lists)
def test_what_is_corrected_or_filled_in_counts(database, release, reference, worths):
    eve = Adversary(
        (Correct({("N", "2"): "1"}), Augment("N", "C", {"1": "2"}), Resolve(AnyOf(Shares("C"), Shares("P"))))
    )
    check([database], release, 0, reference, eve, None, worths)


@settings(max_examples=25 * TIMES)
@given(kinds_of_advice.seeds)
def test_the_choices_are_best_by_definition_under_every_rule_merge_measure_and_pipeline(chance):
    own, background, reference = kinds_of_advice.scene(chance, 4)
    adversary, measure = kinds_of_advice.adversary(chance), kinds_of_advice.measure(chance)
    fields = list(kinds_of_advice.record(chance, chance.choice(kinds_of_advice.VALUES)))
    must, may = Record(fields[:1]), fields[1:]
    worths = [chance.choice([0.0, 0.5, 1.0, 2.0]) for _ in may]
    choices = {given: Record((*must, *(may[n] for n in given))) for given in oracle.subsets(len(may))}
    pools = chance.choice([[own], [own, background]])

    def leakage(given):
        releases = [[*pool, choices[tuple(given)]] for pool in pools]
        leakages = (
            kinds_of_advice.slow_subsets(r, (), reference, adversary, measure).leakage(range(len(r))) for r in releases
        )
        return max(leakages)

    baselines = [Baseline.of(pool, reference, adversary, measure) for pool in pools]
    trade_off = field_trade_off(baselines, must, may, worths)
    assert trade_off.looked == len(choices)
    for worth in {sum(worths[n] for n in chosen) for chosen in choices}:
        found_leakage = min(plan.leakage for plan in trade_off.plans if plan.worth >= worth - 1e-9)
        assert found_leakage == pytest.approx(oracle.best_worth(worth, worths, leakage), abs=1e-11)


@pytest.mark.parametrize(
    "rule",
    [
        Shares(Similar("L0")),
        AtLeast(2.0, (("L0", 1.0), ("L1", 1.0), ("L2", 1.0))),
        AnyOf(Shares("L3"), Shares("L4", "L5")),
    ],
)
def test_all_choices_of_a_few_fields_are_tried(rule):
    fields = [Attribute(f"L{n}", "Katherine" if n == 0 else "x", 0.9) for n in range(9)]
    earlier = [Record.of(("L0", "Katharine"), ("L9", "wrong")), Record.of(("L1", "x"), ("L2", "x"), ("L3", "x"))]
    reference = Record(Attribute(*field.pair) for field in fields)
    eve = Adversary((Resolve(rule),))
    trade_off = field_trade_off([Baseline.of(earlier, reference, eve)], Record(), fields)
    assert trade_off.looked == 1 << 9
    chance = random.Random(14)
    for _ in range(30):
        given = [field for field in fields if chance.random() < 0.5]
        left = information_leakage([*earlier, Record(given)], reference, eve).leakage
        assert min(plan.leakage for plan in trade_off.plans if plan.worth >= len(given)) <= left + 1e-12


def test_a_further_field_may_break_a_match():
    release = Record.of(("C", "1"), ("N", "1"), ("N", "2"))
    database, reference = [Record.of(("N", "1"))], Record.of(("N", "1"))
    check([database], release, 1, reference, Adversary((Resolve(SameKeySet("N")),)), None, [0.0] * 5)


def test_the_realistic_person_may_give_ten_fields():
    work = person_of_2026().workspace
    optional = [Attribute(*pair) for pair in work.profile[:10]]
    records = [*(release.record for release in work.releases), *work.background]
    baseline = Baseline.of(records, work.reference, work.adversary, work.measure)
    trade_off = field_trade_off([baseline], Record(), optional)
    assert trade_off.looked == 1 << 10
    draw = random.Random(3)
    for plan in draw.sample(trade_off.plans, min(5, len(trade_off.plans))):
        assert baseline.add(Record(plan.given)).leakage == pytest.approx(plan.leakage, abs=1e-12)
    for _ in range(50):
        chosen = Record(field for field in optional if draw.random() < 0.5)
        best = min(plan.leakage for plan in trade_off.plans if plan.worth >= len(chosen))
        assert best <= baseline.add(chosen).leakage + 1e-12


def many(eve, options):
    reference = Record(Attribute("A", str(n)) for n in range(options))
    database = [Record.of(("A", str(n)), ("B", str(n % 3))) for n in range(0, options, 2)]
    return Baseline.of(database, reference, eve), [Attribute("A", str(n)) for n in range(options)]


def test_of_many_fields_nothing_is_claimed_beyond_what_was_tried():
    baseline, optional = many(Adversary((Resolve(Unless(Shares("A"), Conflicts("B"))),)), 13)
    trade_off = field_trade_off([baseline], Record(), optional)
    assert len(optional) < trade_off.looked < MOST_TRIED
    everything = baseline.add(Record(optional)).leakage
    assert trade_off.plans[0].worth == 13.0 and trade_off.plans[0].leakage == pytest.approx(everything)
    assert trade_off.best.leakage <= baseline.add(Record()).leakage


def test_the_search_can_be_stopped():
    baseline, optional = many(Adversary((Resolve(Unless(Shares("A"), Conflicts("B"))),)), 10)

    def listener(what, done, total):
        if done == 5:
            raise InterruptedError

    with listening(listener), pytest.raises(InterruptedError):
        field_trade_off([baseline], Record(), optional)


@pytest.mark.parametrize(
    ("required", "optional", "worths", "message"),
    [
        (Record(), [Attribute("N", str(n)) for n in range(21)], None, "at most 20 fields can be optional, got 21"),
        (Record(), [Attribute("N", "1")] * 2, None, "twice"),
        (Record.of(("N", "1")), [Attribute("N", "1")], None, "both required and optional"),
        (Record(), [Attribute("N", "1")], [-1.0], "the worth of a field must be a finite number >= 0"),
        (Record(), [Attribute("N", "1")], [], "one worth for each"),
    ],
)
def test_what_cannot_be_weighed_is_refused(required, optional, worths, message):
    baseline = Baseline.of([], Record.of(("N", "1")), Adversary())
    with pytest.raises(ValueError, match=message):
        field_trade_off([baseline], required, optional, worths)


def walked(fields, leakage):
    """A field more at a time, always the one that leaves least; and, from all of them, a field less."""
    everything = frozenset(range(len(fields)))
    for start, step in ((frozenset(), frozenset.union), (everything, frozenset.difference)):
        at, rest = start, everything
        yield at
        while rest:
            yield from (step(at, {field}) for field in rest)
            # Of equals the first field.
            taken = min(sorted(rest), key=lambda field: leakage(step(at, {field})))
            at, rest = step(at, {taken}), rest - {taken}


@pytest.mark.parametrize("seed", range(3))
def test_of_many_fields_two_walks_are_taken(seed):
    chance = random.Random(seed)
    fields = [Attribute(f"L{n}", chance.choice("12")) for n in range(13)]
    reference = Record(Attribute(field.label, "1") for field in fields)
    earlier = [Record.of(*chance.sample([(f"L{n}", v) for n in range(13) for v in "12"], 4)) for _ in range(3)]
    eve = Adversary((Resolve(Unless(AnyOf(*(Shares(f"L{n}") for n in range(4))), Conflicts("L9", "L5"))),))

    @cache
    def leakage(given):
        return information_leakage([*earlier, Record(fields[n] for n in given)], reference, eve).leakage

    choices = set(walked(fields, leakage))
    trade_off = field_trade_off([Baseline.of(earlier, reference, eve)], Record(), fields)
    # Where the walks begin and end is looked at by both.
    assert len(choices) <= trade_off.looked <= len(choices) + 2 * 3
    assert_best(trade_off, [(float(len(given)), leakage(given)) for given in choices])
