"""Estimates grow with what there is; how near they come is told by ``python -m tests.benchmarks.pages``."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Record, Resolve, Shares
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.workspace.figures import estimates
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.strategies import quick

BY_KEYS, IN_ORDER = Shares("Name"), Unless(Shares("Name"), Conflicts("Phone"))
ESTIMATES = {
    "contributions": estimates.contributions,
    "shares of releases": lambda work: estimates.shapley_values(work, "release"),
    "shares of recipients": lambda work: estimates.shapley_values(work, "recipient"),
    "erasure by release": lambda work: estimates.erasure(work, "release"),
    "erasure by recipient": lambda work: estimates.erasure(work, "recipient"),
    "sensitivity": estimates.sensitivity,
    "query bounds": estimates.query_bounds,
    "planned releases": estimates.plan_outcomes,
    "disinformation": estimates.disinformation,
    "planned ahead": estimates.planned_ahead,
    "optional fields": lambda work: estimates.optional_fields(work, 6),
    "recipients alone": estimates.recipients_alone,
    "timeline": estimates.timeline,
    "wrong facts": estimates.wrong_facts,
    "kept apart": estimates.kept_apart,
    "policies": estimates.policies,
    "thresholds": estimates.thresholds,
    "believed": estimates.believed,
    "newcomers": lambda work: estimates.newcomers(work, len(work.recipient_names)),
}


def work(match, releases, recipients, background):
    told = tuple(
        Release(f"{n}", f"Recipient {n % max(recipients, 1)}", Record.of(("Name", "Alice"))) for n in range(releases)
    )
    policy = Policy("policy", Adversary((Resolve(match),)))
    strangers = (Record.of(("Name", "Bob")),) * background
    return Workspace((("Name", "Alice"),), releases=told, background=strangers, policies=(policy,), chosen="policy")


sizes = st.tuples(*(st.integers(0, 60) for _ in range(3)))


@pytest.mark.parametrize("match", [BY_KEYS, IN_ORDER], ids=["by keys", "in order"])
@pytest.mark.parametrize("name", ESTIMATES)
@given(size=sizes, more=sizes)
@quick
def test_more_of_anything_never_takes_less(name, match, size, more):
    small = work(match, *size)
    large = work(match, *(before + added for before, added in zip(size, more, strict=True)))
    if len(large.recipient_names) >= len(small.recipient_names):
        assert 0.0 <= ESTIMATES[name](small) <= ESTIMATES[name](large)


@pytest.mark.parametrize("name", ESTIMATES)
def test_reading_in_order_is_never_estimated_less(name):
    by_keys = work(BY_KEYS, 200, 60, 10)
    in_order = replace(by_keys, policies=work(IN_ORDER, 0, 0, 0).policies)
    assert ESTIMATES[name](by_keys) <= ESTIMATES[name](in_order)
