"""Values changed at recipients: what the plan's action does, noted down, and not taken back by an older export."""

from dataclasses import replace

import pytest
from hypothesis import given

from leakage import Record
from leakage.decision.plan import Action
from leakage.record import UNTYPED, Attribute
from leakage.workspace.changes import with_values_changed
from leakage.workspace.everyday import new_work
from leakage.workspace.figures.actions import situation_of, threat_in_use
from leakage.workspace.files.adding import added
from leakage.workspace.files.findings import Account, Findings
from leakage.workspace.person import typed
from leakage.workspace.presumptions import with_presumptions
from leakage.workspace.workspace import Release
from tests.decision.test_plan import left_by
from tests.strategies import seeds, thorough

SITES = ("forum.example", "shop.example", "paypal.com")
DAY = "2026-01-31"


def random_work(chance):
    """A new work with a few releases of an address, a password class and a name, some of it presumed or in doubt."""
    work = typed(typed(new_work(), "Email", "a@b.example"), "Name", "Ann")
    facts = [("Email", "a@b.example"), ("Email", "c@b.example"), ("Name", "Ann"), ("Password", "password A")]
    work = replace(work, profile=(*work.profile, *(pair for pair in facts if pair not in work.profile)))
    facts.append(("Card", UNTYPED))
    releases = [
        Release(
            f"{number}",
            chance.choice(SITES),
            Record(Attribute(*pair, chance.choice([1.0, 0.4])) for pair in chance.sample(facts, chance.randint(0, 4))),
        )
        for number in range(chance.randint(1, 6))
    ]
    return with_presumptions(replace(work, releases=tuple(releases))), chance.choice(facts)


def in_use(work, *actions):
    situation, every = situation_of(work), (1 << len(actions)) - 1
    return left_by(situation, actions, threat_in_use(work), every, work.measure)


@thorough
@given(seeds)
def test_a_change_leaves_what_the_action_of_the_plan_leaves(chance):
    work, pair = random_work(chance)
    names = chance.sample(SITES, chance.randint(1, len(SITES)))
    after = with_values_changed(work, names, [pair], DAY)
    # Where the label was only presumed beside the value, that is denied by now, and the plan does not know it.
    if all(label != pair[0] for release in work.releases for label, _ in release.presumed):
        changed = Action(1.0, changes=tuple((r.name, pair) for r in work.releases if r.recipient in names))
        assert in_use(after) == pytest.approx(in_use(work, changed), abs=1e-12)
    assert all(pair not in r.record for r in after.releases if r.recipient in names)
    assert [r for r in after.releases if r.recipient not in names] == [
        r for r in work.releases if r.recipient not in names
    ]
    holders = {r.recipient for r in work.releases if r.recipient in names and pair in r.record}
    assert {change.recipient for change in after.changed_values} == holders
    assert with_values_changed(after, names, [pair], DAY) == after


@thorough
@given(seeds)
def test_what_was_changed_is_not_presumed_anew(chance):
    work, pair = random_work(chance)
    after = with_values_changed(work, SITES, [pair], DAY)
    for before, now in zip(work.releases, with_presumptions(after).releases, strict=True):
        if pair in before.record:
            assert not any(probability for label, probability in now.presumed if label == pair[0])


def exported(*accounts):
    """An export of (site, password number) logins with one address."""
    return Findings(
        accounts=tuple(Account(site, site, (("Email", "a@b.example"),), bytes([number])) for site, number in accounts)
    )


def imported(work, *accounts):
    return added(work, exported(*accounts))


def test_an_older_export_does_not_bring_back_what_was_changed():
    logins = (("a.example", 0), ("b.example", 0), ("c.example", 0))
    work = imported(new_work(), *logins)
    changed = with_values_changed(work, ["a.example"], [("Password", "password A")], DAY)
    changed = with_values_changed(changed, ["b.example"], [("Email", "a@b.example")], DAY)
    again = imported(changed, *logins)
    held = {release.recipient: release.record for release in again.releases}
    assert ("Password", "password A") not in held["a.example"] and ("Email", "a@b.example") in held["a.example"]
    assert ("Password", "password A") in held["b.example"] and ("Email", "a@b.example") not in held["b.example"]
    assert len(held["c.example"]) == len(work.releases[2].record)
    everywhere = with_values_changed(work, held, [("Password", "password A")], DAY)
    assert not any(r.record.values("Password") for r in imported(everywhere, *logins).releases)
