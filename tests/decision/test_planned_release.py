"""Planned releases, optional fields and the timeline: every choice analysed from scratch."""

import datetime
import itertools
import random

import numpy as np
import pytest

from leakage.decision.evaluator import Evaluator
from leakage.decision.planned_release import PlannedRelease, optional_fields, planned_releases
from leakage.decision.timeline import timeline
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve, ResolvePerSource, SourcedRecord
from leakage.resolution.rules import Shares
from tests.decision.works import drawn_work, presumption
from tests.refusals import refused
from tests.resolution import kinds


def near(found, expected):
    assert found == pytest.approx(expected, abs=1e-12)


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


def test_a_field_that_the_release_lacks_is_not_optional():
    with pytest.raises(ValueError, match="must be one of the release") as refused:
        optional_fields(Evaluator((), (), Record(), Adversary()), Record(), [("N", "canary")])
    assert "canary" not in str(refused.value)


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


test_what_is_not_there_is_refused = refused(
    lambda: planned_releases(Evaluator([Record()], (), Record(), Adversary()), [PlannedRelease(Record(), [2])]),
    lambda: timeline(Evaluator([Record()], (), Record(), Adversary()), []),
)
