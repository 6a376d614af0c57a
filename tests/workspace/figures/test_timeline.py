"""The timeline, held against what had been released by each day, resolved from scratch."""

import datetime
import random
from dataclasses import replace

import pytest
from hypothesis import example, given, settings

from leakage.measure.weights import as_measure
from leakage.workspace.figures.actions import Actions, options_of, situation_of, threat_in_use
from leakage.workspace.figures.assessment import assess_pool, pools
from leakage.workspace.figures.steps import leakages_after, open_tasks
from leakage.workspace.figures.timeline import timeline
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.amount import TIMES
from tests.decision.test_plan import left_by
from tests.resolution import kinds
from tests.strategies import seeds
from tests.workspace.test_person import figure_of

TODAY = datetime.date(2026, 1, 31)
DATES = ("", "2019-01-01", "2019-01-01", "2020-02-02", "2021-03-03", "2026-01-31", "2026-02-01", "some day")
RECIPIENTS = ("Shop", "Bank", "Club")
LEAKED = Pooling("releases", releases=("0", "1 breach", "2", "3 breach"))
POOLINGS = (Pooling(), Pooling("alone"), Pooling("coalitions", (Coalition("Two", ("Shop", "Bank")),)), LEAKED)


def random_work(chance, most=7):
    """Releases of every kind that advice is given for, under any rule, merge, measure and pooling."""
    records = [kinds.drawn_record(chance) for _ in range(chance.randint(most // 2, most))]
    true = {a.pair for record in records for a in record if chance.random() < 0.5} | {("N", "Anna"), ("C", "x")}
    measure = as_measure(chance.choice(kinds.WEIGHTS))
    pooling = replace(chance.choice(POOLINGS), resolve_first=chance.random() < 0.2)
    releases = tuple(
        Release(
            f"{number}{chance.choice(['', ' breach'])}",
            chance.choice(RECIPIENTS),
            record,
            chance.choice(DATES),
            chance.choice([None, None, None, "asked", "done"]),
            presumed=tuple((label, chance.choice([0.3, 0.8])) for label in "NPC" if chance.random() < 0.2),
        )
        for number, record in enumerate(records)
    )
    return Workspace(
        profile=tuple(sorted(true)),
        weights=tuple(measure.weights),
        similarities=tuple(measure.similarities),
        releases=releases,
        background=tuple(kinds.drawn_record(chance) for _ in range(chance.randint(0, 3))),
        policies=(Policy("Eve", kinds.adversary(chance)),),
        pooling=pooling,
    )


def resolved_anew(work, there):
    """The figure of some of the releases, none of them deleted; who was given nothing yet has the background."""
    unerased = replace(work, releases=tuple(replace(release, erasure=None) for release in work.releases))
    pools_then = [replace(pool, releases=tuple(n for n in pool.releases if n in there)) for pool in pools(unerased)]
    return max((assess_pool(unerased, pool).result.leakage for pool in pools_then), default=0.0)


@settings(max_examples=12 * TIMES)
@given(seeds)
@example(random.Random(8492))  # One who leaves a coalition and holds nothing: strangers, alone only then.
def test_a_plan_goes_on_from_today_as_doing_its_actions_and_resolving_what_is_left(chance):
    work = random_work(chance, 4)
    situation, eve, known = situation_of(work), threat_in_use(work), Actions(work)
    options = options_of(work)
    options = chance.sample(options, min(len(options), 3))
    ahead = leakages_after(work, open_tasks(work, [task.key for task in options], ""))
    actions = [known.of(task) for task in options]
    assert ahead[0] == pytest.approx(figure_of(work), abs=1e-12)
    for done, figure in enumerate(ahead):
        left = left_by(situation, actions, eve, (1 << done) - 1, work.measure)
        assert figure == pytest.approx(left, abs=1e-11)


@settings(max_examples=20 * TIMES)
@given(seeds)
def test_every_point_is_what_resolving_from_scratch_gives(chance):
    work = random_work(chance)
    came = timeline(work, TODAY)
    there: set[int] = set()
    before = came.start
    assert came.start == pytest.approx(resolved_anew(work, there), abs=1e-12)
    for place, step in enumerate(came.steps, 1):
        assert step.before == before
        before = step.after
        if not came.done or place < len(came.steps):
            there |= set(step.releases)
            assert step.after == pytest.approx(resolved_anew(work, there), abs=1e-12)
    assert there == set(range(len(work.releases)))
    assert came.today == figure_of(work)
    assert not came.steps or came.steps[-1].after == came.today


@settings(max_examples=8 * TIMES)
@given(seeds)
def test_steps_are_in_the_order_of_their_days_and_what_has_none_comes_last(chance):
    work = random_work(chance)
    came = timeline(work, TODAY)
    steps, done = (came.steps[:-1], came.steps[-1].releases) if came.done else (came.steps, ())
    days = [step.date for step in steps if step.date]
    assert days == sorted(set(days)) and all(day <= TODAY for day in days)
    assert [step.date for step in steps if step.date] == [step.date for step in steps][: len(days)]
    undated = [n for step in steps if not step.date for n in step.releases]
    assert undated == [n for n, r in enumerate(work.releases) if r.date in ("", "2026-02-01", "some day")]
    assert list(done) == [n for n, r in enumerate(work.releases) if r.erasure == "done"]
