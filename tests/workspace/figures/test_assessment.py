"""What every pool knows."""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given

from leakage import Record
from leakage.decision.shapley import release_shapley
from leakage.measure.leakage import leakages
from leakage.resolution.operations import union_merge
from leakage.workspace.figures.assessment import assess, evaluator, records_of
from leakage.workspace.requests.states import marked
from tests.oracles import resolution as oracle
from tests.strategies import quick
from tests.workspace.figures.test_planned_releases import workspaces
from tests.workspace.test_person import figure_of


class Read:
    """A rule as the oracle understands it."""

    def __init__(self, rule):
        self.matches = partial(oracle.same_person, rule)


@quick
@given(workspaces())
def test_what_each_pool_knows_is_what_comes_of_it_by_hand(work):
    if not work.policies:
        return
    resolve = work.adversary.operations[0]
    for leaked in assess(work):
        plain = [Record(record) for record in records_of(work, leaked.pool)]
        owners = [None] * len(work.background) + [work.releases[n].recipient for n in leaked.pool.releases]
        owners = owners if work.pooling.resolve_first else [None] * len(owners)
        groups = oracle.owners_first(plain, owners, Read(resolve.match), resolve.merge)
        assert list(leaked.result.resolution.members) == groups
        composites = [oracle.merged(plain, group, resolve.merge) for group in groups]
        if resolve.merge is union_merge:
            assert leaked.result.leakage == pytest.approx(
                max(leakages(composites, work.reference, work.measure), default=0.0)
            )


@quick
@given(workspaces())
def test_shares_are_what_is_left(work):
    shares = [one.alone for one in release_shapley(evaluator(work))]
    for number, release in enumerate(work.releases):
        left = figure_of(marked(work, [release], "done"))
        # What leaked stays known when it is erased, and its share is what it told.
        others = tuple(name for name in work.pooling.releases if name != release.name)
        without = replace(work, pooling=replace(work.pooling, releases=others))
        untold = figure_of(without) if work.pooling.kind == "releases" else left
        assert shares[number] == pytest.approx(figure_of(work) - untold, abs=1e-12)
