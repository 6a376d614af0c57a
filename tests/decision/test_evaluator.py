"""What follows from any choice of releases, against an analysis of each from scratch."""

import datetime
import itertools
import random
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from leakage.decision import shapley
from leakage.decision.evaluator import Evaluator, mask_of
from leakage.decision.leakage import Presumed, composite_with, with_presumed, worst_of
from leakage.decision.planned_release import PlannedRelease, optional_fields, planned_releases
from leakage.decision.shapley import Z, release_shapley, shapley_values
from leakage.decision.what_ifs import MOST_THRESHOLDS, doubt, enhancements, threshold_curve, timeline
from leakage.measure.leakage import record_leakage
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.evidence import FellegiSunter, odds_of
from leakage.resolution.operations import MERGES, Resolve, ResolvePerSource, SingleLink, SourcedRecord
from leakage.resolution.rules import AnyOf, Normalised, Shares, Unless
from tests.oracles import resolution as oracle
from tests.oracles.measure import certain
from tests.refusals import refused
from tests.resolution import kinds
from tests.resolution.kinds import drawn_record, drawn_work, presumption


def alike(draw):
    """By equal and alike values, of which there may be many records."""
    rule = AnyOf(kinds.shares(draw), kinds.at_least(draw))
    return Adversary(Resolve(rule, MERGES[draw.choice(["union", "noisy or"])]))


@pytest.mark.parametrize(("works", "most", "adversary"), [(300, 6, kinds.adversary), (150, 14, alike)])
def test_every_choice_leaks_what_its_worst_pool_finds(works, most, adversary):
    draw = random.Random(1)
    for _ in range(works):
        work = drawn_work(draw, most)
        work.adversary = adversary(draw)
        size = len(work.releases)
        masks = [draw.getrandbits(size) if size else 0 for _ in range(6)]
        expected = [work.leakage([n for n in range(size) if mask >> n & 1]) for mask in masks]
        assert work.evaluator.leakages(masks).tolist() == pytest.approx(expected, abs=1e-13)


def test_the_composites_of_every_pool_are_those_of_resolving_it_each_in_one_part():
    draw = random.Random(3)
    for _ in range(300):
        work = drawn_work(draw)
        evaluator, first, joins = work.evaluator, len(work.strangers), set()
        mask = draw.getrandbits(8) & evaluator.everything
        for pool in work.all_pools:
            held = [n for n in sorted(set(pool)) if mask >> n & 1]
            resolution = work.adversary.resolve([*work.strangers, *(work.releases[n] for n in held)])
            presumed = {first + place: work.presumed[n] for place, n in enumerate(held) if n in work.presumed}
            whole = [(some, composite_with(resolution, n, presumed)) for n, some in enumerate(resolution.members)]
            expected = {(mask_of(held[n - first] for n in some if n >= first), body) for some, body in whole}
            parts = [part for part in evaluator.parts_held(mask_of(held)) if part[0] >= 0]
            found = {one for part in parts for group in evaluator.groups(*part) for one in evaluator.composites(group)}
            assert {one for one in found if one[0]} == {one for one in expected if one[0]}
            assert found <= expected
            joins |= {tuple(held[n - first] for n in some if n >= first) for some in resolution.members} - {()}
        assert sum(evaluator.parts) == evaluator.everything and set(evaluator.joins(mask)) == joins


def test_the_worst_part_is_what_a_choice_leaks():
    draw = random.Random(4)
    for _ in range(200):
        work = drawn_work(draw)
        work.pools = None
        evaluator = work.evaluator
        mask = draw.getrandbits(8) & evaluator.everything
        parts = list(evaluator.parts_held(mask))
        leaks = evaluator.part_leakages(parts)
        assert max(leaks) == evaluator.leakage(mask)


def test_composites_that_have_grown_offer_new_keys():
    e = Record.of({"N": "n", "C": "c", "P": "p", "Z": "z"})
    rows = (("N", "n"), ("C", "c")), (("N", "n"), ("P", "p"), ("Z", "z")), (("P", "p"), ("C", "c"))
    eve = Adversary(Resolve(AnyOf(Shares("N", "P"), Shares("C"))))
    for order in itertools.permutations(rows):
        assert Evaluator([Record.of(*row) for row in order], (), e, eve).leakage(0b111) == 1.0


def test_one_more_release_is_the_last():
    e = Record.of(("N", "n"), ("P", "p"))
    before = Evaluator([Record.of(("N", "n"))], (), e, Adversary(Resolve(Shares("N"))), pools=[(0,), ()])
    after = before.with_record(e, pools=[1], presumed=Presumed("Shop", ((("Z", "z"), 0.5),)))
    assert after.pools == [(0,), (1,)]
    assert after.leakages([0b11, 0b01]).tolist() == pytest.approx([(1.0 + 0.8) / 2, 2 / 3])


def near(found, expected):
    assert found == pytest.approx(expected, abs=1e-12)


def test_shares_of_releases_are_the_mean_over_all_orders():
    draw = random.Random(1)
    for _ in range(120):
        work = drawn_work(draw, 6)
        numbers = list(range(len(work.releases)))
        draw.shuffle(numbers)
        players = [numbers[n : n + 2] for n in range(0, min(len(numbers), 5), 2)] if draw.random() < 0.5 else None
        groups = [[n] for n in range(len(numbers))] if players is None else players
        if len(groups) > 5:
            continue
        always = set(numbers) - {n for group in groups for n in group}
        known = {}

        def worth(some, work=work, groups=groups, always=always, known=known):
            if some not in known:
                known[some] = work.leakage(always | {n for player in some for n in groups[player]})
            return known[some]

        found = release_shapley(work.evaluator, players)
        near([one.share for one in found], oracle.shapley(len(groups), worth))
        everyone = frozenset(range(len(groups)))
        near([one.alone for one in found], [worth(everyone) - worth(everyone - {n}) for n in range(len(groups))])
        near(sum(one.share for one in found), worth(everyone) - worth(frozenset()))
        assert all(one.margin == 0.0 for one in found)


def test_drawn_shares_add_up_and_are_within_their_margins(monkeypatch):
    draw, off, count = random.Random(3), 0, 0
    for seed in range(150):
        players = draw.randint(2, 8)
        table = np.random.default_rng(seed).random(1 << players) ** draw.choice([1, 8])
        exact = shapley_values(lambda some, table=table: table[list(some)], players)
        monkeypatch.setattr(shapley, "EXACT", 0)
        monkeypatch.setattr(shapley, "MOST_DRAWN", players * draw.choice([8, 20, 100]))
        found = shapley_values(lambda some, table=table: table[list(some)], players, seed=seed)
        monkeypatch.undo()
        near(sum(one.share for one in found), table[-1] - table[0])
        assert [one.alone for one in found] == [one.alone for one in exact]
        assert all(one.margin > 0.0 for one in found)
        off += sum(abs(one.share - drawn.share) > drawn.margin for one, drawn in zip(exact, found, strict=True))
        count += players
    assert off < 0.05 * count


def test_of_300_equal_releases_none_is_told_that_it_is_responsible_for_nothing():
    found = shapley_values(lambda some: np.array([float(mask > 0) for mask in some]), 300)
    assert all(abs(one.share - 1 / 300) <= one.margin for one in found)
    whole = Evaluator([Record.of(("N", "Alice"))] * 30, (), Record.of(("N", "Alice")), Adversary(Resolve(Shares("N"))))
    found = release_shapley(whole)
    assert all(abs(one.share - 1 / 30) <= one.margin for one in found)
    near(sum(one.share for one in found), 1.0)


@pytest.mark.parametrize(("each", "reach"), [(0.25, 20 * 0.25), (0.0, 1.0)])
def test_where_all_draws_agree_there_is_a_margin(each, reach):
    found = shapley_values(lambda some: np.array([each * mask.bit_count() for mask in some]), 20)
    near([one.share for one in found], [each] * 20)
    near([one.margin for one in found], [reach * Z**2 / (400 + Z**2)] * 20)


def drawn_plan(draw, work):
    record = kinds.drawn_record(draw)
    if draw.random() < 0.4:
        record = SourcedRecord(record, draw.choice("uvw"))
    places = range(len(work.all_pools) + 1)
    pools = draw.choice([None, [place for place in places if draw.random() < 0.5]])
    return PlannedRelease(record, pools, draw.choice([None, presumption(draw)]))


def after(work, plan, record):
    """The worst pool, those that get the record having it last; the number after the last pool is a new one."""
    chosen = range(len(work.all_pools)) if plan.pools is None else plan.pools
    pools = [*work.all_pools, ()] if len(work.all_pools) in chosen else work.all_pools
    return max(
        work.of_pool(pool, [record], plan.presumed).leakage if place in chosen else work.of_pool(pool).leakage
        for place, pool in enumerate(pools)
    )


def test_a_planned_release_adds_what_a_resolution_with_it_finds():
    draw = random.Random(1)
    for _ in range(100):
        work = drawn_work(draw)
        plans = [drawn_plan(draw, work) for _ in range(draw.randint(1, 3))]
        outcomes = planned_releases(work.evaluator, plans)
        least = min(outcome.after for outcome in outcomes)
        for plan, outcome in zip(plans, outcomes, strict=True):
            near(outcome.before, work.leakage(range(len(work.releases))))
            near(outcome.after, after(work, plan, plan.record))
            near(outcome.increment, outcome.after - outcome.before)
            assert outcome.is_best == (outcome.after <= least + 1e-12)
            assert {field.attribute for field in outcome.fields} == set(plan.record)
            for field in outcome.fields:
                blank = plan.record.without(field.attribute.pair)
                near(field.increment, outcome.after - after(work, plan, blank))
            in_pools(work, plan, outcome)


def in_pools(work, plan, outcome):
    pools = [*work.all_pools, ()]
    chosen = range(len(work.all_pools)) if plan.pools is None else sorted(plan.pools)
    assert [found.pool for found in outcome.pools] == list(chosen)
    for found in outcome.pools:
        held, first = list(pools[found.pool]), len(work.strangers)
        near(found.before, work.of_pool(held).leakage)
        near(found.after, work.of_pool(held, [plan.record], plan.presumed).leakage)
        before, then = (
            work.adversary.resolve([*work.strangers, *(work.releases[n] for n in held), *more])
            for more in ([], [plan.record])
        )
        together = set(then.members[int(then.composite_of[-1])]) - {first + len(held)}
        assert set(found.bridged) == together
        assert {n for c in found.joined for n in before.members[c]} >= together
        joins = then.evidence_of(int(then.composite_of[-1]))
        assert list(found.evidence) == [join for join in joins if join not in set(before.evidence)]
        releases = [found.release_of(n) for n in range(first + len(held) + 1)]
        assert releases == [*[None] * first, *held, None]
    if outcome.pools:
        assert outcome.worst.after == max(found.after for found in outcome.pools)
    else:
        assert outcome.worst is None and outcome.after == outcome.before


def test_of_every_number_of_optional_fields_the_least_telling_choice():
    draw = random.Random(2)
    for _ in range(100):
        work = drawn_work(draw)
        plan = drawn_plan(draw, work)
        optional = [a for a in plan.record if draw.random() < 0.8]
        found = optional_fields(work.evaluator, plan, [a.pair for a in optional])
        assert found.all_tried
        expected, firsts = [], []
        for given in range(len(optional), -1, -1):
            each = []
            for some in itertools.combinations(optional, given):
                record = plan.record
                for a in optional:
                    record = record if a in some else record.without(a.pair)
                each.append(after(work, plan, record))
            if not expected or min(each) < expected[-1][1] - 1e-12:
                expected.append((given, min(each)))
                firsts.append(
                    [*itertools.combinations(optional, given)][int(np.argmax(np.array(each) <= min(each) + 1e-12))]
                )
        assert [len(choice.given) for choice in found.choices] == [given for given, _ in expected]
        assert [choice.given for choice in found.choices] == firsts
        near([choice.leakage for choice in found.choices], [least for _, least in expected])
        for choice in found.choices:
            record = plan.record
            for a in choice.blank:
                record = record.without(a.pair)
            near(choice.leakage, after(work, plan, record))
            assert {*choice.given, *choice.blank} == set(optional)
        assert found.best is found.choices[-1]


def test_beyond_fourteen_fields_the_best_found_is_no_worse_than_leaving_one_blank_after_another():
    draw = random.Random(3)
    for _ in range(2):
        facts = [(f"L{n}", draw.choice("ab")) for n in range(16)]
        held = [Record.of(*draw.sample([*facts, ("L0", "c"), ("L1", "c")], 5)) for _ in range(5)]
        eve = Adversary(ResolvePerSource(Resolve(Shares("L1"))), Resolve(Shares("L2")))
        whole = Evaluator([SourcedRecord(record, "Shop") for record in held], (), Record.of(*facts[3:]), eve)
        plan = PlannedRelease(SourcedRecord(Record.of(*facts), "Shop"))
        found = optional_fields(whole, plan, facts[1:])
        assert not found.all_tried
        record, leakages = plan.record, []
        for choice in found.choices:
            given = SourcedRecord([a for a in plan.record if a not in choice.blank], "Shop")
            near(choice.leakage, planned_releases(whole, [given])[0].after)
        for _ in facts[1:]:
            without = [record.without(a.pair) for a in record if a.pair != facts[0]]
            record = min(without, key=lambda less: planned_releases(whole, [less])[0].after)
            leakages.append(planned_releases(whole, [record])[0].after)
        assert found.best.leakage <= min(leakages) + 1e-12


def test_a_day_adds_what_was_released_on_it():
    draw = random.Random(4)
    for _ in range(150):
        work = drawn_work(draw)
        days = [draw.choice([None, *(datetime.date(2020 + n % 2, 1, 1 + n) for n in range(3))]) for _ in work.releases]
        came, held = timeline(work.evaluator, days), set()
        near(came.start, work.leakage(held))
        for step in came.steps:
            near(step.before, work.leakage(held))
            assert list(step.releases) == [n for n, day in enumerate(days) if day == step.date]
            held |= set(step.releases)
            near(step.after, work.leakage(held))
        assert held == set(range(len(days)))
        dates = [step.date for step in came.steps]
        assert dates == [*sorted(filter(None, dates)), *([None] if None in days else [])]
    days = pd.Series(pd.to_datetime([None, "2020-01-31"]))  # As a table has them.
    assert [step.date for step in timeline(Evaluator([Record()] * 2, (), Record(), Adversary()), days).steps] == [
        days[1],
        None,
    ]


@pytest.mark.parametrize("seed", range(40))
def test_facts_that_holders_are_presumed_to_have(seed):
    draw, greatest = random.Random(seed), {}
    composite, presumed = drawn_record(draw), [presumption(draw) for _ in range(draw.randint(0, 4))]
    for holder, pair, p in ((one.holder, pair, p / 2) for one in presumed for pair, p in one.facts):
        greatest[pair, holder] = max(p, greatest.get((pair, holder), 0.0))
    halved = [Presumed(one.holder, tuple((pair, p / 2) for pair, p in one.facts)) for one in presumed]
    expected = dict(composite.confidences)
    for (pair, _), p in greatest.items():
        expected[pair] = 1.0 - (1.0 - expected.get(pair, 0.0)) * (1.0 - p)
    assert with_presumed(composite, halved).confidences == pytest.approx(expected)


ONE = Evaluator([Record()], (), Record(), Adversary())
test_what_is_not_there_is_refused = refused(
    lambda: Evaluator([Record()], (), Record(), Adversary(), pools=[(1,)]),
    lambda: Evaluator([Record()], (), Record(), Adversary(), presumed={1: Presumed("Shop", ())}),
    lambda: Presumed("Shop", ((("P", "1"), 1.2),)),
    lambda: ONE.leakages([0b10]),
    lambda: release_shapley(ONE, [[1]]),
    lambda: optional_fields(ONE, Record(), [("N", "Alice")]),
    lambda: planned_releases(ONE, [PlannedRelease(Record(), [2])]),
    lambda: timeline(ONE, []),
)


def test_verifying_gains_what_a_resolution_with_it_finds():
    draw, seen = random.Random(1), 0
    for _ in range(250):
        work = drawn_work(draw)
        resolution = work.adversary.resolve([*work.strangers, *work.releases])
        for number, members in enumerate(resolution.members):
            whole = resolution.composites[number].known
            found = enhancements(resolution, number, work.weights)
            assert [(one.ratio, one.gain) for one in found] == sorted(
                ((one.ratio, one.gain) for one in found), reverse=True
            )
            doubtful = [(n, a) for n in members for a in resolution.records[n].known if a.confidence < 1.0]
            assert sorted((one.record, one.attribute) for one in found) == sorted(doubtful)
            for one in found:
                seen += 1
                records = list(resolution.records)
                records[one.record] = records[one.record].with_attribute(Attribute(*one.attribute.pair))
                then = work.adversary.resolve(records)
                surer = record_leakage(then.composites[then.composite_of[one.record]], certain(whole), work.weights)
                assert one.gain == pytest.approx(surer - record_leakage(whole, certain(whole), work.weights), abs=1e-12)
                assert one.cost == doubt(one.attribute)
    assert seen > 300


def test_a_cost_of_ones_own_changes_what_is_best():
    record = Record.of(("N", "Al", 0.5), ("P", "1", 0.5), ("P", "2", 0.9))
    known = Adversary().resolve([record])
    costs = {"1": 0.01, "2": 1.0, "Al": 1.0}
    found = enhancements(known, 0, cost=lambda a: costs[a.value])
    assert [one.attribute.value for one in found] == ["1", "Al", "2"]
    for wrong in (0.0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="must be more than 0"):
            enhancements(known, 0, cost=lambda _, wrong=wrong: wrong)


def at(threshold, part):
    """An operation or a rule with every threshold of odds changed."""
    if isinstance(part, FellegiSunter):
        return replace(part, threshold=threshold)
    if isinstance(part, ResolvePerSource):
        return ResolvePerSource(at(threshold, part.operation))
    if isinstance(part, AnyOf):
        return AnyOf(*(at(threshold, rule) for rule in part.rules))
    if isinstance(part, Unless | Normalised | Resolve | SingleLink):
        return replace(part, match=at(threshold, part.match))
    return part


def test_at_each_threshold_it_is_what_an_adversary_with_it_knows():
    draw, seen = random.Random(2), 0
    for _ in range(400):
        work = drawn_work(draw)
        records = [*work.strangers, *work.releases]
        rule = odds_of(work.adversary.matches)
        if rule is None:
            with pytest.raises(ValueError, match="join records by odds"):
                threshold_curve(records, work.person, work.adversary)
            continue
        seen += 1
        first = len(work.strangers)
        presumed = {first + number: one for number, one in work.presumed.items()}
        curve = threshold_curve(records, work.person, work.adversary, work.weights, presumed=presumed)
        levels = [point.threshold for point in curve]
        assert levels == sorted(set(levels)) and 1 <= len(levels) <= MOST_THRESHOLDS
        for threshold, leakage in curve:
            eve = Adversary(*(at(threshold, step) for step in work.adversary.operations))
            assert leakage == worst_of(eve.resolve(records), work.person, work.weights, presumed).leakage
    assert seen > 60


def test_by_default_thresholds_are_the_scores_of_pairs_and_one_above():
    draw = random.Random(3)
    for _ in range(100):
        rule, records = kinds.evidence(draw), kinds.drawn_records(draw)
        least = max(min(0.0, rule.threshold), rule.prior_weight + 0.01)
        pairs = [(a, b) for n, a in enumerate(records) for b in records[:n]]
        scores = sorted({round(w, 9) for a, b in pairs if (w := rule.weight(a, b)) >= least - 1e-9})
        curve = threshold_curve(records, {"N": "Ann"}, Adversary(Resolve(rule)))
        assert [point.threshold for point in curve] == pytest.approx(
            [*scores, scores[-1] + 1] if scores else [rule.threshold]
        )
