"""Confidence 0 is absence: everything is as if such attributes had been dropped before (2012, Section 2.3)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Augment, Correct, Database, Record, Resolve, dip, information_leakage
from leakage.decision.contribution import attribute_contributions, missing_gains
from leakage.decision.enhancement import enhancements
from leakage.decision.incremental import Baseline
from leakage.measure.gradient import addition_gradient
from leakage.resolution.incremental import IncrementalResolution
from leakage.resolution.operations import SingleLink
from leakage.workspace.figures.assessment import assess, pool_summaries, summary_of
from leakage.workspace.figures.belief import facts_of
from leakage.workspace.figures.next_move import discover, next_moves
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.oracles.resolution import present
from tests.resolution import kinds
from tests.strategies import policies, quick, records, references, thorough

doubtful = st.sampled_from([0.0, 0.0, 0.5, 1.0])
rows_of_words = st.lists(records(values=kinds.WORDS, confidences=doubtful, max_size=4), max_size=7)
rows_of_digits = st.lists(records(values="123", confidences=doubtful, max_size=4), max_size=7)
rules = kinds.normalised(kinds.plain)
steps = st.one_of(
    st.builds(Resolve, rules, kinds.merges),
    st.builds(SingleLink, rules, kinds.merges),
    st.just(Correct({("N", "2"): "1", ("P", "2"): "3"})),
    st.just(Augment("C", "P", {"1": "1"})),
)
pipelines = st.lists(steps, max_size=3).map(lambda operations: Adversary(tuple(operations)))


def told(resolution):
    return (
        [present(composite) for composite in resolution.composites],
        list(resolution.members),
        list(resolution.evidence),
        resolution.cost,
    )


@thorough
@given(rows_of_words, pipelines, st.booleans())
def test_resolving_and_its_evidence(rows, eve, as_columns):
    dropped = [present(row) for row in rows]
    handed = Database.from_records(rows) if as_columns else rows
    found = eve.resolve(handed)
    expected = eve.resolve(Database.from_records(dropped) if as_columns else dropped)
    assert told(found) == told(expected)
    for evidence in found.evidence:
        assert evidence.left
        assert evidence.right


@quick
@given(records(values=kinds.WORDS, confidences=doubtful), rows_of_words, rules, kinds.merges)
def test_dipping(query, rows, rule, merge):
    eve = Adversary((Resolve(rule, merge),))
    found, expected = dip(query, rows, eve), dip(present(query), [present(row) for row in rows], eve)
    assert present(found.composite) == expected.composite
    assert [(s.record, s.key) for s in found.steps] == [(s.record, s.key) for s in expected.steps]


@quick
@given(rows_of_digits, policies)
def test_records_that_come_one_by_one(rows, match):
    state, expected = (IncrementalResolution((), match) for _ in range(2))
    for row in rows:
        assert state.add(row) == expected.add(present(row))
    assert list(state.groups()) == list(expected.groups())


@thorough
@given(rows_of_digits, pipelines, references, records(confidences=doubtful))
def test_what_is_known_and_what_if(rows, eve, reference, release):
    dropped = [present(row) for row in rows]
    found, expected = (information_leakage(some, reference, eve) for some in (rows, dropped))
    assert found.leakage == pytest.approx(expected.leakage, abs=1e-12)
    assert (found.members, present(found.composite)) == (expected.members, expected.composite)
    landed = Baseline.of(rows, reference, eve).add(release)
    other = Baseline.of(dropped, reference, eve).add(present(release))
    assert (landed.members, landed.joined, landed.evidence) == (other.members, other.joined, other.evidence)
    assert landed.leakage == pytest.approx(other.leakage, abs=1e-12)


@quick
@given(records(values="123", confidences=doubtful), references)
def test_facts_and_figures_of_a_record(record, reference):
    assert facts_of(record, reference) == facts_of(present(record), reference)
    assert attribute_contributions(record, reference) == attribute_contributions(present(record), reference)
    assert missing_gains(record, reference) == missing_gains(present(record), reference)
    mine, its = addition_gradient(record, reference), addition_gradient(present(record), reference)
    assert [(one.label, one.right) for one in mine] == [(one.label, one.right) for one in its]
    assert [one.slope for one in mine] == pytest.approx([one.slope for one in its], abs=1e-12)
    assert enhancements([record], record) == enhancements([present(record)], present(record))
    assert all((pair in record) == (pair in present(record)) for pair in [*record.confidences, ("N", "1")])


def told_move(move):
    return (move.record, move.enhancement.attribute, round(move.enhancement.gain, 12), move.right)


@quick
@given(rows_of_digits, st.builds(Resolve, kinds.plain, kinds.merges), references)
def test_a_workspace(rows, resolve, reference):
    given = tuple(Release(str(number), str(number % 2), row) for number, row in enumerate(rows))
    work = Workspace(tuple(reference.confidences), releases=given, policies=(Policy("Eve", Adversary((resolve,))),))
    dropped = replace(work, releases=tuple(replace(release, record=present(release.record)) for release in given))
    pairs = tuple(reference.confidences)[:1]
    for found, expected in zip(assess(work), assess(dropped), strict=True):
        assert pool_summaries(work, [found.pool]) == (summary_of(found),)
        assert found.result.members == expected.result.members
        moves, others = next_moves(work, found), next_moves(dropped, expected)
        assert [told_move(move) for move in moves] == [told_move(move) for move in others]
        mine, its = discover(work, found.pool, pairs), discover(dropped, expected.pool, pairs)
        assert mine.leakages == pytest.approx(its.leakages, abs=1e-12)
        assert [mine.news(n) for n in range(1, len(mine.steps) + 1)] == [
            its.news(n) for n in range(1, len(its.steps) + 1)
        ]


def test_evidence_names_nobody_who_holds_the_value_at_0():
    rows = [Record.of(("N", "a")), Record.of(("N", "a"), ("P", "1")), Record.of(("P", "1"), ("N", "a", 0.0))]
    (first, second) = Adversary((Resolve(kinds.AnyOf(kinds.Shares("N"), kinds.Shares("P"))),)).resolve(rows).evidence
    assert (first.left, first.right, second.left, second.right) == ((0,), (1,), (1,), (2,))
