"""A policy as a form: turned into an adversary and back, nothing is lost and nothing else is claimed."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Quadratic, Record, Resolve, SameKeySet, Shares, union_merge
from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.operations import SingleLink
from leakage.resolution.rules.score import AtLeast
from leakage.resolution.rules.similar_values import Similar
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.forms.policy import (
    MERGES,
    PolicyForm,
    RuleRow,
    adversary_of,
    form_of,
    read_corrections,
    read_look_ups,
    read_rules,
    rule_rows,
    similar,
)
from leakage.workspace.presets import starting_workspace
from leakage.workspace.workspace import Policy, Workspace

LABELS = ("Name", "Phone", "Address", "Age")
some = st.lists(st.sampled_from(LABELS), unique=True, min_size=1, max_size=3).map(tuple)


@st.composite
def rows(draw):
    labels, exact = draw(some), draw(st.booleans())
    alike = () if exact else tuple(label for label in labels if draw(st.booleans()))
    return RuleRow(labels, exact, alike)


@st.composite
def forms(draw):
    """Forms that differ from the default only in what an adversary can tell."""
    rules = tuple(draw(st.lists(rows(), max_size=3)))
    score = draw(st.sampled_from([None, AtLeast(1.5, (("Name", 2.0), ("Age", 0.5)), (("Name", "Smith", 1.0),))]))
    by_odds = (Comparison.by_odds("Name", 100.0, 5.0, ((similar("Name", 0.85), 20.0),)),)
    evidence = draw(st.sampled_from([None, FellegiSunter(0.01, by_odds, 1.5), FellegiSunter(0.1, by_odds, 0.0, False)]))
    resolves = bool(rules) or score is not None or evidence is not None
    at_least = draw(st.sampled_from([0.8, 0.9])) if any(rule.alike for rule in rules) else 0.9
    overlooked = (
        frozenset(draw(st.sets(st.sampled_from(["case", "phones", "emails", "nicknames"])))) if resolves else None
    )
    return PolicyForm(
        rules=rules,
        score=score,
        evidence=evidence,
        at_least=at_least,
        conflicts=draw(some) if resolves and draw(st.booleans()) else (),
        overlooked=overlooked or frozenset(),
        merge=draw(st.sampled_from(sorted(MERGES))) if resolves else "union",
        single_link=draw(st.booleans()) if resolves else False,
        corrections=(("Disease", "Influenza", "Flu"),) if draw(st.booleans()) else (),
        look_ups=(("Address", "123 Main", "Zip", "94305"),) if draw(st.booleans()) else (),
        quadratic=draw(st.booleans()),
        price=draw(st.sampled_from([0.0, 0.001, 1.0])),
    )


@settings(max_examples=100)
@given(forms())
def test_a_form_comes_back_from_its_adversary(form):
    assert form_of(adversary_of(form)) == form


@settings(max_examples=30)
@given(forms())
def test_what_a_form_describes_can_be_saved(form):
    work = Workspace(policies=(Policy("Eve", adversary_of(form)),))
    assert workspace_from_json(workspace_to_json(work)) == work


@settings(max_examples=50)
@given(st.lists(rows(), max_size=4))
def test_rules_are_read_as_written(rules):
    reading = read_rules(rule_rows(rules), LABELS)
    # In a row the labels that must be the same stand before those that may be nearly so.
    assert [(set(r.labels), r.exact, r.alike) for r in reading.rules] == [
        (set(r.labels), r.exact, r.alike) for r in rules
    ]


@pytest.mark.parametrize(
    "adversary",
    [
        Adversary((Resolve(AnyOf(AtLeast(1.0, (("Name", 1.0),)), Shares("Name"))),)),
        Adversary((Resolve(AnyOf(AnyOf(Shares("Name")), Shares("Phone"))),)),
        Adversary((Resolve(AnyOf(Shares(Similar("Name", 0.8)), Shares(Similar("Name", 0.9)))),)),
        Adversary((Resolve(Shares("Name")), Resolve(Shares("Phone")))),
        Adversary((Resolve(Shares("Name"), merge=lambda left, right: union_merge(right, left)),)),
    ],
    ids=["a score first", "rules within rules", "two degrees", "two resolutions", "another merge"],
)
def test_what_a_form_cannot_say_is_no_form(adversary):
    assert form_of(adversary) is None


def test_every_policy_of_the_examples_is_a_form():
    works = [s.workspace for s in (*PAPER_SCENARIOS, realistic_person())] + [starting_workspace()]
    for work in works:
        for policy in work.policies:
            form = form_of(policy.adversary)
            assert form is not None and adversary_of(form) == policy.adversary


def test_an_adversary_of_nothing():
    assert adversary_of(PolicyForm()) == Adversary()
    assert form_of(Adversary((), Quadratic(0.001))) == PolicyForm(quadratic=True, price=0.001)


def test_the_introduction_of_2011_by_the_form():
    """ "The different phone numbers lead them to believe that records correspond to different entities." """
    vendor = Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999"))
    third = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "666"), ("C", "999"))
    employer = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000"))
    form = PolicyForm((RuleRow(("N", "A")),))
    assert adversary_of(form).resolve([vendor, third, employer]).members == ((0, 1, 2),)
    wary = adversary_of(replace(form, conflicts=("P",)))
    assert wary.resolve([vendor, third, employer]).members == ((0, 1), (2,))


def test_a_single_link_compares_records_only():
    assert adversary_of(PolicyForm((RuleRow(("N",)),), single_link=True)).operations == (SingleLink(Shares("N")),)
    assert adversary_of(PolicyForm((RuleRow(("N",), exact=True),))).operations == (Resolve(SameKeySet("N")),)


def test_half_filled_rows_are_told():
    assert [str(p) for p in read_corrections([{"label": "Disease", "wrong": "x"}, {}])[1]] == [
        "row 1: a correction needs a label, a word and what it stands for"
    ]
    assert [str(p) for p in read_look_ups([{"given": "Address"}, {}])[1]] == ["row 1: all four cells are needed"]
