from dataclasses import replace

import pytest

from leakage import Adversary, Record, Resolve, Shares, information_leakage, record_leakage
from leakage.workspace.figures.assessment import (
    assess,
    assess_pool,
    pool_of,
    pool_together,
    pools,
    pools_alone,
    records_of,
    worst,
)
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace

PROFILE = (("Name", "Alice"), ("Email", "a@example.org"), ("Card", "main card"), ("Phone", "555-0100"))
ORDER = Record.of(("Name", "Alice"), ("Card", "main card"))
REORDER = Record.of(("Name", "Alice"), ("Email", "old@example.org", 0.5))
ACCOUNT = Record.of(("Name", "Alice"), ("Phone", "555-0100", 0.9))
POST = Record.of(("Email", "a@example.org"))
STRANGER = Record.of(("Name", "Bob"), ("Email", "b@example.org"))
NAMESAKE = Record.of(("Name", "Alice"), ("Phone", "555-0199"))
BY_NAME = Adversary((Resolve(Shares("Name")),))

WORK = Workspace(
    profile=PROFILE,
    weights=(("Card", 3.0), ("Phone", 2.0)),
    releases=(
        Release("Order", "Shop", ORDER),
        Release("Account", "Bank", ACCOUNT),
        Release("Reorder", "Shop", REORDER),
        Release("Post", "Forum", POST),
    ),
    background=(STRANGER, NAMESAKE),
    policies=(Policy("By name", BY_NAME),),
)


def pooled(kind, *coalitions):
    return replace(WORK, pooling=Pooling(kind, coalitions))


def direct(*records):
    return information_leakage((*records, STRANGER, NAMESAKE), WORK.reference, BY_NAME, WORK.weight_map)


def test_alone_every_recipient_holds_all_its_releases():
    alone = pools_alone(WORK)
    assert [(pool.name, pool.releases) for pool in alone] == [("Shop", (0, 2)), ("Bank", (1,)), ("Forum", (3,))]
    assert pools(pooled("alone")) == alone


def test_together_is_one_pool_of_everybody():
    assert pools(pooled("together")) == (pool_together(WORK),)
    assert pool_together(WORK).recipients == ("Shop", "Bank", "Forum")
    assert pool_together(WORK).releases == (0, 1, 2, 3)


def test_coalitions_stand_beside_those_in_none():
    by_members = pools(pooled("coalitions", Coalition("Friends", ("Bank", "Forum"))))
    assert [(pool.name, pool.releases) for pool in by_members] == [("Friends", (1, 3)), ("Shop", (0, 2))]


def test_a_recipient_may_be_in_two_coalitions():
    by_members = pools(pooled("coalitions", Coalition("A", ("Bank", "Shop")), Coalition("B", ("Forum", "Bank"))))
    assert [(pool.name, pool.releases) for pool in by_members] == [("A", (0, 1, 2)), ("B", (1, 3))]


def test_coalitions_without_any_are_everybody_alone():
    assert pools(pooled("coalitions")) == pools_alone(WORK)


@pytest.mark.parametrize("kind", ["together", "alone", "coalitions"])
def test_without_releases_there_is_no_pool_and_no_worst(kind):
    empty = Workspace(profile=PROFILE, pooling=Pooling(kind))
    assert pools(empty) == () and worst(assess(empty)) is None


def test_figures_are_those_of_a_direct_computation():
    expected = {
        "Shop": direct(ORDER, REORDER).leakage,
        "Bank": direct(ACCOUNT).leakage,
        "Forum": direct(POST).leakage,
    }
    leakages = {known.pool.name: known.result.leakage for known in assess(pooled("alone"))}
    assert leakages == expected
    (together,) = assess(WORK)
    assert together.result.leakage == direct(ORDER, ACCOUNT, REORDER, POST).leakage
    (friends, shop) = assess(pooled("coalitions", Coalition("Friends", ("Bank", "Forum"))))
    assert friends.result.leakage == direct(ACCOUNT, POST).leakage
    assert shop.result.leakage == expected["Shop"]


def test_the_composite_is_the_union_of_what_has_the_name():
    (together,) = assess(WORK)
    union = Record.of(
        *(a.pair for a in ORDER),
        ("Email", "old@example.org", 0.5),
        ("Phone", "555-0100", 0.9),
        ("Phone", "555-0199"),
    )
    assert together.result.composite == union
    assert together.result.leakage == pytest.approx(record_leakage(union, WORK.reference, WORK.weight_map))


def test_record_numbers_lead_back_to_releases_and_background():
    known = assess_pool(WORK, pool_of(WORK, "Shop", ("Shop",)))
    assert records_of(WORK, known.pool) == (STRANGER, NAMESAKE, ORDER, REORDER)
    assert [known.release_of(record) for record in range(4)] == [None, None, 0, 2]
    assert known.result.members == (1, 2, 3)


def test_the_worst_pool_leads():
    assessed = assess(pooled("alone"))
    leader = worst(assessed)
    assert leader is not None
    assert leader.result.leakage == max(known.result.leakage for known in assessed)


def test_without_a_policy_records_are_read_one_by_one():
    (together,) = assess(replace(WORK, policies=()))
    each = [record_leakage(r, WORK.reference, WORK.weight_map) for r in (ORDER, ACCOUNT, REORDER, POST)]
    assert together.result.leakage == pytest.approx(max(each))
