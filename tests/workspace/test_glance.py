"""A glance tells of every pool what resolving it whole would tell."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Correct, Resolve, SameKeySet, Shares
from leakage.resolution.single_link import SingleLink
from leakage.resolution.unless import Conflicts, Unless
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.assessment import assess_pool, pool_together, pools_alone
from leakage.workspace.glance import glance_of, glances
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.strategies import databases

RULES = AnyOf(Shares("N", "P"), Shares("C"))
ADVERSARIES = [
    Adversary((Resolve(RULES),)),
    Adversary((Resolve(SameKeySet("N")),)),
    Adversary((Correct({("N", "2"): "1"}), Resolve(Shares("N")))),
    Adversary((Resolve(Unless(RULES, Conflicts("P"))),)),
    Adversary((SingleLink(RULES),)),
    Adversary(),
]


def same(work):
    pools = (*pools_alone(work), pool_together(work))
    for found, pool in zip(glances(work, pools), pools, strict=True):
        slow = glance_of(assess_pool(work, pool))
        assert found.pool == slow.pool and found.leakage == pytest.approx(slow.leakage, rel=1e-12)


@settings(deadline=None, max_examples=150)
@given(databases(), databases(), st.sampled_from(ADVERSARIES))
def test_a_glance_is_an_assessment(released, background, adversary):
    given = tuple(Release(f"r{n}", f"to {n % 3}", record) for n, record in enumerate(released))
    profile = (("N", "1"), ("P", "1"), ("C", "2"))
    same(Workspace(profile, releases=given, background=tuple(background), policies=(Policy("Eve", adversary),)))


@pytest.mark.parametrize("scenario", [*PAPER_SCENARIOS, realistic_person()], ids=lambda scenario: scenario.key)
def test_the_examples(scenario):
    same(scenario.workspace)
