"""Dipping in a workspace: the papers' example, and the same steps as the slow way."""

import pytest

from leakage import Adversary, AnyOf, Record, Resolve, SameKeySet, Shares, query_leakage, record_leakage
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.assessment import assess, pool_together, pools_alone, records_of
from leakage.workspace.figures.next_move import can_dip, discover, natural_query
from leakage.workspace.workspace import Policy, Workspace

REAL = realistic_person().workspace


def test_2012_section_2_4_dipping():
    """The query Alice finds r and s: {N, P, C}, leakage 6/7 against the reference with a zip code."""
    work = next(scenario.workspace for scenario in PAPER_SCENARIOS if scenario.key == "dipping")
    discovery = discover(work, pool_together(work), [("N", "Alice")])
    first = len(work.background)
    assert [step.record for step in discovery.steps] == [first, first + 1]
    assert discovery.leakages[-1] == pytest.approx(record_leakage(discovery.composite(2), work.reference))


@pytest.mark.parametrize("pool", [pool_together(REAL), *pools_alone(REAL)], ids=lambda pool: pool.name)
def test_the_last_leakage_is_the_query_leakage(pool):
    pairs = natural_query(REAL)
    discovery = discover(REAL, pool, pairs)
    expected = query_leakage(Record.of(*pairs), records_of(REAL, pool), REAL.reference, REAL.adversary, REAL.weight_map)
    assert discovery.leakages[-1] == pytest.approx(expected, rel=1e-13)
    assert len(discovery.leakages) == len(discovery.steps) + 1


def test_the_realistic_persons_query_finds_what_was_pooled():
    discovery = discover(REAL, pool_together(REAL), natural_query(REAL))
    (worst,) = assess(REAL)
    assert sorted(step.record for step in discovery.steps) == list(worst.result.members)


def test_news_are_what_a_step_adds():
    discovery = discover(REAL, pool_together(REAL), natural_query(REAL))
    known = {a.pair: a.confidence for a in discovery.query}
    for number in range(1, len(discovery.steps) + 1):
        for attribute in discovery.news(number):
            assert attribute.confidence > known.get(attribute.pair, 0.0)
            known[attribute.pair] = attribute.confidence
        assert known == {a.pair: a.confidence for a in discovery.composite(number)}


@pytest.mark.parametrize(
    ("match", "query"),
    [
        (Shares("Card"), (("Name", "Ann"),)),
        (AnyOf(Shares("Card"), Shares("Phone", "Name")), (("Phone", "1"), ("Name", "Ann"))),
        (SameKeySet("Name"), (("Name", "Ann"),)),
    ],
    ids=["a label nobody has", "the first rule that can be asked", "a key set"],
)
def test_the_natural_query_is_the_first_rule_the_profile_can_fill(match, query):
    eve = (Policy("Eve", Adversary((Resolve(match),))),)
    work = Workspace((("Name", "Ann"), ("Phone", "1"), ("Phone", "2")), policies=eve)
    assert natural_query(work) == query


def test_only_an_adversary_who_resolves_last_and_once_dips():
    resolving = Resolve(Shares("Name"))
    assert can_dip(Adversary((resolving,)))
    assert not can_dip(Adversary())
    assert not can_dip(Adversary((resolving, resolving)))
