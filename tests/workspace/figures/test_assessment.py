"""What every pool knows."""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    Record,
    Resolve,
    Shares,
)
from leakage.decision.shapley import release_shapley
from leakage.measure.leakage import leakages
from leakage.resolution.operations import MERGES, union_merge
from leakage.resolution.rules import Conflicts, Unless
from leakage.workspace.figures.assessment import (
    assess,
    evaluator,
    records_of,
    worst,
)
from leakage.workspace.figures.planned_releases import choose_fields, compare_plans, with_release
from leakage.workspace.requests.states import marked
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.oracles import matching
from tests.oracles import resolution as oracle
from tests.strategies import alternatives, matches, quick, records, references, shares

# Each recipient resolves first: one switch of the pooling, and every figure keeps to it.


ALLIED = (Coalition("A", ("x", "y")),)
unless = st.builds(Unless, st.one_of(shares, alternatives), st.sampled_from([Conflicts("P"), Conflicts("C", "P")]))
rules = st.one_of(unless, matches)


@st.composite
def workspaces(draw, most=4):
    rows = draw(st.lists(st.tuples(records(max_size=3), st.sampled_from("xyz")), min_size=1, max_size=most))
    pooling = Pooling(draw(st.sampled_from(["together", "alone", "coalitions", "releases"])), ALLIED, True, ("0", "2"))
    return Workspace(
        tuple(draw(references).confidences),
        releases=tuple(Release(str(n), recipient, record) for n, (record, recipient) in enumerate(rows)),
        background=tuple(draw(st.lists(records(max_size=2), max_size=2))),
        policies=(Policy("Eve", Adversary((Resolve(draw(rules), draw(st.sampled_from([*MERGES.values()]))),))),),
        pooling=pooling,
    )


class Read:
    """A rule as the oracle understands it."""

    def __init__(self, rule):
        self.matches = partial(matching.same_person, rule)


def worst_leakage(work):
    most = worst(assess(work))
    return most.result.leakage if most else 0.0


@quick
@given(workspaces())
def test_what_each_pool_knows_is_what_comes_of_it_by_hand(work):
    resolve = work.adversary.operations[0]
    for leaked in assess(work):
        plain = [Record(record) for record in records_of(work, leaked.pool)]
        owners = [None] * len(work.background) + [work.releases[n].recipient for n in leaked.pool.releases]
        groups = oracle.owners_first(plain, owners, Read(resolve.match), resolve.merge)
        assert list(leaked.result.resolution.members) == groups
        composites = [oracle.merged(plain, group, resolve.merge) for group in groups]
        if resolve.merge is union_merge:
            assert leaked.result.leakage == pytest.approx(max(leakages(composites, work.reference), default=0.0))


@quick
@given(workspaces(), records(min_size=1, max_size=3), st.sampled_from("xyzn"))
def test_a_planned_release_leaves_what_the_release_does(work, record, recipient):
    plan = Release("Plan", recipient, record)
    planned = replace(work, plans=(plan,))
    after = worst_leakage(with_release(work, plan))
    assert compare_plans(planned)[0].after == pytest.approx(after, abs=1e-12)
    for point in choose_fields(planned, plan).choices:
        given_ = Record(a for a in record if a.pair in {field.pair for field in point.given})
        assert point.leakage == pytest.approx(
            worst_leakage(with_release(work, replace(plan, record=given_))), abs=1e-12
        )


@quick
@given(workspaces(most=3))
def test_shares_are_what_is_left(work):
    shares = [one.alone for one in release_shapley(evaluator(work))]
    for number, release in enumerate(work.releases):
        left = worst_leakage(marked(work, [release], "done"))
        # What leaked stays known when it is erased, and its share is what it told.
        others = tuple(name for name in work.pooling.releases if name != release.name)
        without = replace(work, pooling=replace(work.pooling, releases=others))
        untold = worst_leakage(without) if work.pooling.kind == "releases" else left
        assert shares[number] == pytest.approx(worst_leakage(work) - untold, abs=1e-12)


RECIPIENTS_FIRST_PROFILE = (("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("C", "999"), ("S", "000"))
FIRST = Release("r", "Vendor", Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999")))
JOB = Release("s", "Employer", Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000")))
THIRD = Release("t", "Vendor", Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "666"), ("C", "999")))
EVE = (Policy("Eve", Adversary((Resolve(Unless(Shares("N", "A"), Conflicts("P"))),))),)
RECIPIENTS_FIRST_WORK = Workspace(
    RECIPIENTS_FIRST_PROFILE,
    releases=(FIRST, JOB),
    policies=EVE,
    pooling=Pooling(resolve_first=True),
    worked_example=True,
)


def test_2011_section_1_the_third_record_takes_the_pool_from_1_to_8_9():
    raw = replace(RECIPIENTS_FIRST_WORK, pooling=Pooling())
    assert (worst_leakage(raw), worst_leakage(with_release(raw, THIRD))) == (1.0, 1.0)
    assert worst_leakage(RECIPIENTS_FIRST_WORK) == 1.0
    assert worst_leakage(with_release(RECIPIENTS_FIRST_WORK, THIRD)) == pytest.approx(8 / 9)
    assert compare_plans(replace(RECIPIENTS_FIRST_WORK, plans=(THIRD,)))[0].after == pytest.approx(8 / 9)
    # Given to the employer the same record is her second one of the job, and does nothing of the kind.
    assert compare_plans(replace(RECIPIENTS_FIRST_WORK, plans=(replace(THIRD, recipient="Employer"),)))[0].after == 1.0
