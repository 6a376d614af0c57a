"""The timeline against resolving from scratch what was out by each day; and the work before anything was done."""

import datetime
import random
from dataclasses import replace

import pytest
from hypothesis import example, given, settings

from leakage import Adversary, Record, Resolve, Shares
from leakage.measure.weights import as_measure
from leakage.record import Attribute
from leakage.resolution.rules import AnyOf
from leakage.workspace.changes import with_values_changed
from leakage.workspace.figures.actions import Actions, options_of, situation_of, threat_in_use
from leakage.workspace.figures.assessment import assess, assess_pool, pools, worst
from leakage.workspace.figures.steps import leakages_after, open_tasks
from leakage.workspace.figures.timeline import before_it_was_done, timeline
from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.states import marked, with_request, with_step
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.amount import TIMES
from tests.decision.test_plan import left_by
from tests.resolution import kinds
from tests.strategies import seeds, thorough
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


DONE_ON = datetime.date(2026, 6, 15)
NAMES = ("Shop", "Bank", "Club", "Forum")
FACTS = (("Email", "a@b"), ("Password", "password A"), ("Phone", "1"), ("Name", "Ann"), ("City", "Port"))
SHARED = (Pooling(), Pooling("alone"), Pooling("coalitions", (Coalition("Two", NAMES[:2]),)))
MATCHES = (Shares("Email"), Shares("Password"), AnyOf(Shares("Email"), Shares("Phone")))


def random_accounts(chance):
    """Accounts of one person, some of a second address, against one or two Eves who pool alike or not."""
    releases, doubts = [], {}
    for number in range(chance.randint(2, 7)):
        facts = [*chance.sample(FACTS, chance.randint(1, 5)), *chance.choice([(), (("Email", "c@d"),)])]
        recipient = chance.choice(NAMES)
        # Whoever holds several records is as sure of a value in each.
        sure = doubts.setdefault(recipient, {fact: chance.choice([1.0, 1.0, 0.5]) for fact in FACTS})
        record = Record(tuple(Attribute(*fact, sure.get(fact, 1.0)) for fact in facts))
        releases.append(Release(f"{number}", recipient, record))
    policies = tuple(
        Policy(f"Eve {n}", Adversary((Resolve(chance.choice(MATCHES)),)), chance.choice([None, *SHARED]))
        for n in range(chance.randint(1, 2))
    )
    return Workspace(
        (*FACTS, ("Email", "c@d")), releases=tuple(releases), policies=policies, pooling=chance.choice(SHARED)
    )


def with_letter(work, kind, recipient, step):
    about = tuple(r.name for r in work.releases if r.recipient == recipient)
    asked = with_request(work, SubjectRequest("a letter", recipient, kind, releases=about if kind == "erasure" else ()))
    name = asked.requests[-1].name
    return with_step(with_step(asked, name, "sent", DONE_ON), name, step, DONE_ON)


def with_something_done(chance, work):
    """The work after some changes and letters, and how many things were done."""
    done = 0
    shared = [policy.pooling or work.pooling for policy in work.policies]
    may_object = all(pooling.kind != "coalitions" for pooling in shared)
    # Whoever is left alone is in no group of which anybody could know.
    names, objected = work.recipient_names, 0
    for _ in range(chance.randint(0, 5)):
        recipient = chance.choice(names)
        kind = chance.choice(["change", "erasure", "objection", "marked", "refused"])
        if kind == "change":
            # Of two values of a label none is denied, and of two releases it is not known which had the one.
            one = [r for r in work.releases if r.recipient == recipient and r.erasure is None]
            labels = [label for label, _ in FACTS if all(len(r.record.values(label)) == 1 for r in one)]
            pairs = {a.pair for r in one for a in r.record if a.label in labels}
            if len({release.record.values("Email") for release in one}) == 1 and pairs:
                pair = chance.choice(sorted(pairs))
                before, work = work, with_values_changed(work, [recipient], [pair], str(DONE_ON))
                done += len(work.changed_values) - len(before.changed_values)
        elif kind == "objection":
            may = may_object and (objected < len(names) - 2 or len(names) == 2)
            if may and not any(r.kind == "objection" and recipient == r.recipient for r in work.requests):
                work, objected, done = with_letter(work, "objection", recipient, "done"), objected + 1, done + 1
        elif kind == "refused":
            work = with_letter(work, "access", recipient, "refused")
        elif not any(r.recipient == recipient and r.erasure for r in work.releases):
            every = [r for r in work.releases if r.recipient == recipient]
            done += 1
            work = with_letter(work, kind, recipient, "done") if kind == "erasure" else marked(work, every, "done")
    return work, done


def from_scratch(work):
    """What the Eve in use knows, or the one who knows most, each looked at by herself."""
    return worst(assess(replace(work, chosen=work.policies[0].name))).result.leakage


@thorough
@given(seeds)
def test_without_what_was_done_the_figure_is_the_one_before(chance):
    work = random_accounts(chance)
    after, done = with_something_done(chance, work)
    if not done:
        assert before_it_was_done(after) is after
        return
    assert from_scratch(before_it_was_done(after)) == pytest.approx(from_scratch(work), abs=1e-12)
    for policy in work.policies:
        eve = replace(work, chosen=policy.name)
        begun = timeline(replace(after, chosen=policy.name), DONE_ON)
        assert begun.steps[-2 if begun.done else -1].after == pytest.approx(
            worst(assess(eve)).result.leakage, abs=1e-12
        )


def test_a_value_comes_back_only_where_it_was_and_only_while_it_is_true():
    held = {"Shop": [("Email", "a@b"), ("Name", "Ann")], "Order": [("Name", "Ann")]}
    given_away = tuple(Release(name, "Shop", Record.of(*facts)) for name, facts in held.items())
    work = Workspace((("Email", "a@b"), ("Name", "Ann")), releases=given_away)
    changed = with_values_changed(work, ["Shop"], [("Email", "a@b")], str(DONE_ON))
    assert before_it_was_done(changed).releases == work.releases
    moved = replace(changed, profile=(("Email", "new@b"), ("Name", "Ann")))
    assert before_it_was_done(moved) is moved
    renamed = replace(changed, releases=changed.releases[1:])
    assert before_it_was_done(renamed) is renamed
