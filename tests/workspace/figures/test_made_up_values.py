"""Made-up values: nobody's in the workspace, under any label, and no reason for her rules to join anything."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Augment, Correct, Record, Resolve, Shares
from leakage.resolution.operations import SingleLink
from leakage.resolution.rules.normalised import Normalised, Normaliser
from leakage.resolution.rules.similar_values import Similar
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.disinformation import made_up_values
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.resolution.kinds import plain
from tests.strategies import quick

REAL = realistic_person().workspace


def with_match(match, **changes):
    return replace(REAL, policies=(Policy("E", Adversary((Resolve(match),))),), chosen="E", **changes)


def in_use(workspace):
    released = [release.record for release in workspace.releases]
    records = [workspace.reference, *released, *workspace.background]
    return {attribute.value.casefold() for record in records for attribute in record}


def test_no_value_is_anybodys_whatever_its_label():
    values = made_up_values(REAL)
    used = in_use(REAL)
    for label in REAL.labels:
        made_up = values(label, 30)
        assert len({value.casefold() for value in made_up}) == 30
        assert not {value.casefold() for value in made_up} & used


def test_a_value_in_use_under_another_label_is_not_taken_either():
    work = Workspace((("Religion", "faith A"), ("View", "faith B")), background=(Record.of(("Faith", "faith C")),))
    given = replace(work, releases=(Release("p", "Shop", Record.of(("Creed", "faith D"))),))
    assert made_up_values(given)("Religion", 1) == ("none",)
    planned = replace(work, plans=given.releases)
    assert set(made_up_values(planned)("Religion", 2)) == {"none", "faith D"}


def test_values_of_her_tables_are_not_taken():
    tables = Adversary((Correct({("Religion", "faith A"): "none"}), Augment("Religion", "Pet", {"faith B": "faith C"})))
    work = Workspace((("Religion", "faith D"),), policies=(Policy("E", tables),))
    assert not set(made_up_values(work)("Religion", 6)) & {"faith A", "faith B", "faith C", "faith D", "none"}


def test_names_that_are_alike_to_one_in_use_are_refused():
    similar = Similar("Name", 0.6)
    names = {a.value for record in (REAL.reference, *REAL.background) for a in record if a.label == "Name"}
    plainly, wary = made_up_values(REAL)("Name", 20), made_up_values(with_match(Shares(similar)))("Name", 20)
    assert any(similar.alike(value, name) for value in plainly for name in names)
    assert not any(similar.alike(value, name) for value in wary for name in names)


def test_values_that_are_one_in_use_once_normalised_are_refused():
    match = Normalised(Shares("Phone"), Normaliser(phones=("Phone",), region="US"))
    taken = made_up_values(REAL)("Phone", 3)
    spelled = Record.of(*(("Phone", f"+1 ({value[:3]}) {value[4:]}") for value in taken))
    work = with_match(match, background=(*REAL.background, spelled))
    assert not set(made_up_values(work)("Phone", 3)) & set(taken)
    assert set(made_up_values(replace(work, policies=REAL.policies, chosen=REAL.chosen))("Phone", 3)) == set(taken)


@quick
@given(plain, st.integers(0, 3))
def test_a_record_of_made_up_values_alone_matches_nobody(match, seed):
    records = [Record.of(("N", "Katherine"), ("P", "25"), ("C", "2020-01-01")), Record.of(("N", "1-2"), ("C", "3"))]
    work = Workspace(
        (("N", "Katharine"), ("P", "2"), ("C", "2*")),
        background=tuple(records),
        policies=(Policy("E", Adversary((Resolve(match),))),),
    )
    others = (*records, work.reference)
    # Evidence may begin so high that two records are one person whatever they say.
    assume(not any(match.matches(Record.of(("N", "~~~~"), ("P", "~~~~"), ("C", "~~~~")), other) for other in others))
    values = made_up_values(work, seed)
    made = [(label, value) for label in "NPC" for value in values(label, 1)]
    assert not any(match.matches(Record.of(*made), other) for other in others)


def test_the_rules_of_all_operations_count():
    steps = (Correct({}), SingleLink(Shares("N")), Resolve(AnyOf(Shares("P"))))
    assert Adversary(steps).matches == (Shares("N"), AnyOf(Shares("P")))


@pytest.mark.parametrize("label", ["Phone", "Name", "Date of birth"])
def test_values_are_written_as_the_persons_own(label):
    own = {"Phone": "+44 7911 123456", "Name": "Анна Петрова", "Date of birth": "17.04.1988"}
    work = Workspace(tuple(own.items()))
    (value,) = made_up_values(work)(label, 1)
    assert {"Phone": value.startswith("+44 7700 900"), "Name": value.isalpha() or " " in value}.get(label, True)
    assert label != "Date of birth" or value[2] == value[5] == "."
