"""What was done, and the work as it would be without it: against the work before, which the tests keep."""

import datetime
from dataclasses import replace

import pytest
from hypothesis import given

from leakage import Adversary, Record, Resolve, Shares
from leakage.record import Attribute
from leakage.resolution.rules import AnyOf
from leakage.workspace.changes import with_values_changed
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.done import before_it_was_done
from leakage.workspace.figures.timeline import timeline
from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.states import marked, with_request, with_step
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.strategies import seeds, thorough

TODAY = datetime.date(2026, 6, 15)
NAMES = ("Shop", "Bank", "Club", "Forum")
FACTS = (("Email", "a@b"), ("Password", "password A"), ("Phone", "1"), ("Name", "Ann"), ("City", "Port"))
POOLINGS = (Pooling(), Pooling("alone"), Pooling("coalitions", (Coalition("Two", NAMES[:2]),)))
MATCHES = (Shares("Email"), Shares("Password"), AnyOf(Shares("Email"), Shares("Phone")))


def random_work(chance):
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
        Policy(f"Eve {n}", Adversary((Resolve(chance.choice(MATCHES)),)), chance.choice([None, *POOLINGS]))
        for n in range(chance.randint(1, 2))
    )
    return Workspace(
        (*FACTS, ("Email", "c@d")), releases=tuple(releases), policies=policies, pooling=chance.choice(POOLINGS)
    )


def with_letter(work, kind, recipient, step):
    about = tuple(r.name for r in work.releases if r.recipient == recipient)
    asked = with_request(work, SubjectRequest("a letter", recipient, kind, releases=about if kind == "erasure" else ()))
    name = asked.requests[-1].name
    return with_step(with_step(asked, name, "sent", TODAY), name, step, TODAY)


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
                before, work = work, with_values_changed(work, [recipient], pair, str(TODAY))
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
    work = random_work(chance)
    after, done = with_something_done(chance, work)
    if not done:
        assert before_it_was_done(after) is after
        return
    assert from_scratch(before_it_was_done(after)) == pytest.approx(from_scratch(work), abs=1e-12)
    for policy in work.policies:
        eve = replace(work, chosen=policy.name)
        begun = timeline(replace(after, chosen=policy.name), TODAY)
        assert begun.steps[-2 if begun.done else -1].after == pytest.approx(
            worst(assess(eve)).result.leakage, abs=1e-12
        )


def test_a_value_comes_back_only_where_it_was_and_only_while_it_is_true():
    held = {"Shop": [("Email", "a@b"), ("Name", "Ann")], "Order": [("Name", "Ann")]}
    given_away = tuple(Release(name, "Shop", Record.of(*facts)) for name, facts in held.items())
    work = Workspace((("Email", "a@b"), ("Name", "Ann")), releases=given_away)
    changed = with_values_changed(work, ["Shop"], ("Email", "a@b"), str(TODAY))
    assert before_it_was_done(changed).releases == work.releases
    moved = replace(changed, profile=(("Email", "new@b"), ("Name", "Ann")))
    assert before_it_was_done(moved) is moved
    renamed = replace(changed, releases=changed.releases[1:])
    assert before_it_was_done(renamed) is renamed
