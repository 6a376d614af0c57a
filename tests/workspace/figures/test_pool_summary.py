"""A summary tells of every pool what resolving it whole would tell."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Augment, Correct, NumericCloseness, Record, Resolve, SameKeySet, Shares
from leakage.resolution.operations import SingleLink
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.assessment import assess_pool, pool_summaries, pool_together, pools_alone, summary_of
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.strategies import databases

RULES = AnyOf(Shares("N", "P"), Shares("C"))
ADVERSARIES = [
    Adversary((Resolve(RULES),)),
    Adversary((Resolve(SameKeySet("N")),)),
    Adversary((Correct({("N", "2"): "1"}), Resolve(Shares("N")))),
    Adversary((Resolve(Unless(RULES, Conflicts("P"))),)),
    Adversary((SingleLink(RULES),)),
    Adversary((Resolve(Shares("N")), Augment("C", "P", {"1": "2"}), Resolve(Shares("P")))),
    Adversary(),
]


def same(work):
    pools = (*pools_alone(work), pool_together(work))
    for summary, pool in zip(pool_summaries(work, pools), pools, strict=True):
        slow = summary_of(assess_pool(work, pool))
        assert summary.pool == slow.pool and summary.leakage == pytest.approx(slow.leakage, rel=1e-12)


@settings(max_examples=75)
@given(databases(), databases(), st.sampled_from(ADVERSARIES))
def test_a_glance_is_an_assessment(released, background, adversary):
    given = tuple(Release(f"r{n}", f"to {n % 3}", record) for n, record in enumerate(released))
    profile = (("N", "1"), ("P", "1"), ("C", "2"))
    same(Workspace(profile, releases=given, background=tuple(background), policies=(Policy("Eve", adversary),)))


def test_a_look_up_after_a_merge_is_spared_by_what_others_know():
    """Together they know P and look nothing up; the first alone looks it up, and comes to what the background holds."""
    given = [Record.of(("N", "1"), ("C", "1")), Record.of(("N", "1"), ("P", "1"))]
    releases = tuple(Release(f"r{n}", f"to {n}", record) for n, record in enumerate(given))
    held = Record.of(("P", "2"), ("A", "20"))
    eve = Adversary((Resolve(Shares("N")), Augment("C", "P", {"1": "2"}), Resolve(Shares("P"))))
    same(Workspace((("N", "1"), ("A", "20")), releases=releases, background=(held,), policies=(Policy("Eve", eve),)))


def test_what_the_background_has_nearly_right_counts_for_every_pool():
    near = (("A", NumericCloseness(10)),)
    releases = (Release("r", "Shop", Record.of(("N", "1"), ("P", "wrong"), ("C", "wrong"))),)
    background = (Record.of(("N", "2"), ("A", "21")),)
    same(Workspace((("N", "1"), ("A", "20")), releases=releases, background=background, similarities=near))


@pytest.mark.parametrize("scenario", [*PAPER_SCENARIOS, realistic_person()], ids=lambda scenario: scenario.key)
def test_the_examples(scenario):
    same(scenario.workspace)
