"""Each recipient resolves first: one switch of the pooling, and every figure keeps to it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Record, Resolve, Shares
from leakage.decision.disinformation.candidates import Prices
from leakage.measure.record_leakage import record_leakages
from leakage.resolution.merge import union_merge
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.workspace.figures.assessment import (
    assess,
    assess_pool,
    pool_summaries,
    pool_together,
    records_of,
    summary_of,
    worst,
)
from leakage.workspace.figures.contributions import contributions_of_releases, leakage_kept_apart
from leakage.workspace.figures.disinformation import Terms
from leakage.workspace.figures.disinformation_plans import plan_disinformation, with_plan
from leakage.workspace.figures.erasure import marked, plan_erasure
from leakage.workspace.figures.next_move import next_moves
from leakage.workspace.figures.planned_releases import arrival, choose_fields, compare_plans, with_release
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.oracles import resolution as oracle
from tests.resolution import kinds
from tests.resolution.test_against_definitions import Handed
from tests.strategies import quick, records, references

ALLIED = (Coalition("A", ("x", "y")),)
rules = st.one_of(kinds.unless, kinds.representative)


@st.composite
def workspaces(draw, most=4):
    rows = draw(st.lists(st.tuples(records(max_size=3), st.sampled_from("xyz")), min_size=1, max_size=most))
    pooling = Pooling(draw(st.sampled_from(["together", "alone", "coalitions"])), ALLIED, True)
    return Workspace(
        tuple(draw(references).confidences),
        releases=tuple(Release(str(n), recipient, record) for n, (record, recipient) in enumerate(rows)),
        background=tuple(draw(st.lists(records(max_size=2), max_size=2))),
        policies=(Policy("Eve", Adversary((Resolve(draw(rules), draw(kinds.merges)),))),),
        pooling=pooling,
    )


def known(work):
    most = worst(assess(work))
    return most.result.leakage if most else 0.0


@quick
@given(workspaces())
def test_what_each_pool_knows_is_what_comes_of_it_by_hand(work):
    resolve = work.adversary.operations[0]
    for known in assess(work):
        plain = [Record(record) for record in records_of(work, known.pool)]
        owners = [None] * len(work.background) + [work.releases[n].recipient for n in known.pool.releases]
        groups = oracle.owners_first(plain, owners, Handed(resolve.match), resolve.merge)
        assert list(known.result.resolution.members) == groups
        composites = [oracle.merged(plain, group, resolve.merge) for group in groups]
        if resolve.merge is union_merge:
            assert known.result.leakage == pytest.approx(max(record_leakages(composites, work.reference), default=0.0))


@quick
@given(workspaces(), records(min_size=1, max_size=3), st.sampled_from("xyzn"))
def test_a_planned_release_leaves_what_the_release_does(work, record, recipient):
    plan = Release("Plan", recipient, record)
    planned = replace(work, plans=(plan,))
    after = known(with_release(work, plan))
    assert compare_plans(planned)[0].after == pytest.approx(after, abs=1e-12)
    assert arrival(work, recipient).after(record) == pytest.approx(after, abs=1e-12)
    for point in choose_fields(planned, plan).plans:
        given_ = Record(a for a in record if a.pair in {field.pair for field in point.given})
        assert point.leakage == pytest.approx(known(with_release(work, replace(plan, record=given_))), abs=1e-12)


@quick
@given(workspaces(most=3))
def test_erasing_and_shares_are_what_is_left(work):
    plans, shares = plan_erasure(work), contributions_of_releases(work)
    for number, release in enumerate(work.releases):
        left = known(marked(work, [release], "done"))
        assert plans.leakage_without([number]) == pytest.approx(left, abs=1e-12)
        assert shares[number] == pytest.approx(known(work) - left, abs=1e-12)


def _doubtful(record):
    return any(0.0 < a.confidence < 1.0 for a in record)


@quick
@given(workspaces())
def test_glances_and_verifying(work):
    for known in assess(work):
        assert pool_summaries(work, [known.pool])[0].leakage == pytest.approx(summary_of(known).leakage, abs=1e-12)
        sure = {number for number, record in enumerate(records_of(work, known.pool)) if not _doubtful(record)}
        assert sure.isdisjoint(move.record for move in next_moves(work, known))
    again = workspace_from_json(workspace_to_json(work))
    assert again == work
    assert again.pooling.resolve_first


@quick
@given(workspaces())
def test_with_representative_rules_the_switch_changes_nothing(work):
    if work.adversary.operations[0].unique:
        raw = replace(work, pooling=replace(work.pooling, resolve_first=False))
        assert [known.result.leakage for known in assess(work)] == [known.result.leakage for known in assess(raw)]


PROFILE = (("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("C", "999"), ("S", "000"))
FIRST = Release("r", "Vendor", Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999")))
JOB = Release("s", "Employer", Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000")))
THIRD = Release("t", "Vendor", Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "666"), ("C", "999")))
EVE = (Policy("Eve", Adversary((Resolve(Unless(Shares("N", "A"), Conflicts("P"))),))),)
WORK = Workspace(PROFILE, releases=(FIRST, JOB), policies=EVE, pooling=Pooling(resolve_first=True))


def test_2011_section_1_the_third_record_takes_the_pool_from_1_to_8_9():
    raw = replace(WORK, pooling=Pooling())
    assert (known(raw), known(with_release(raw, THIRD))) == (1.0, 1.0)
    assert known(WORK) == 1.0
    assert known(with_release(WORK, THIRD)) == pytest.approx(8 / 9)
    assert compare_plans(replace(WORK, plans=(THIRD,)))[0].after == pytest.approx(8 / 9)
    # Given to the employer the same record is her second one of the job, and does nothing of the kind.
    assert compare_plans(replace(WORK, plans=(replace(THIRD, recipient="Employer"),)))[0].after == 1.0


def test_2011_section_1_disinformation_for_the_vendor_is_found():
    terms = Terms(Prices(1.0, 1.0), ("Vendor", "Employer"), ("P",), 6.0)
    plans = plan_disinformation(WORK, terms)
    best = plans.frontier.plans[-1]
    assert best.leakage <= 8 / 9 + 1e-12
    for plan in plans.frontier.plans:
        assert known(with_plan(WORK, plan)) == pytest.approx(plan.leakage, abs=1e-12)
    blocking = [record for plan in plans.frontier.plans for record in plan.records if record.kind == "blocking"]
    assert {record.move.channel.recipient for record in blocking} == {"Vendor"}
    assert plans.effects(best)[0].instead == ()


@quick
@given(workspaces(most=3), st.integers(0, 3))
def test_plans_of_disinformation_leave_what_their_records_do(work, seed):
    terms = Terms(Prices(1.0, 1.0), ("x", "z"), ("P",), 4.0, seed=seed)
    for plan in plan_disinformation(work, terms).frontier.plans:
        assert known(with_plan(work, plan)) == pytest.approx(plan.leakage, abs=1e-9)


def test_two_records_kept_apart_are_so_from_the_beginning():
    work = with_release(WORK, THIRD)
    known = assess_pool(work, pool_together(work))
    assert leakage_kept_apart(work, known, 0, 2) == pytest.approx(1.0)
    assert known.result.leakage == pytest.approx(8 / 9)
