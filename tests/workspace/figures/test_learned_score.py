"""A score learned from the work at hand: the weights are the definition's, and the rule is what the form builds."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Record, Resolve
from leakage.resolution.rules.score import AtLeast
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.learning import bits_to_single_out, known_records, label_weights, learned_score
from leakage.workspace.forms.policy import PolicyForm, adversary_of
from leakage.workspace.workspace import Release, Workspace

names = st.lists(st.sampled_from("abcd"), min_size=1, max_size=12)


@given(names, names)
def test_a_value_that_one_in_k_has_weighs_log2_k(given_away, others):
    work = Workspace(
        releases=tuple(Release(f"r{n}", "Shop", Record.of(("N", name))) for n, name in enumerate(given_away)),
        background=tuple(Record.of(("N", name)) for name in others),
    )
    everybody = given_away + others
    score = learned_score(work, ["N"], 1.0)
    for name in set(everybody):
        holder = Record.of(("N", name))
        assert math.isclose(
            score.score(holder, holder), math.log2(len(everybody) / everybody.count(name)), abs_tol=1e-12
        )
    (line,) = label_weights(score)
    assert line.rare == math.log2(len(everybody))
    assert line.shared == sum(everybody.count(name) > 1 for name in set(everybody))
    assert line.common <= line.rare


def test_rarer_values_join_where_common_ones_do_not():
    people = ["Smith"] * 6 + ["Quillon"] * 2
    work = Workspace(background=tuple(Record.of(("N", name), ("Z", str(n % 2))) for n, name in enumerate(people)))
    eve = adversary_of(PolicyForm(score=learned_score(work, ["N"], 2.0)))
    assert eve.resolve(known_records(work)).members == (*((n,) for n in range(6)), (6, 7))


def test_as_many_bits_as_single_one_record_out():
    assert bits_to_single_out(Workspace()) == 1.0
    real = realistic_person().workspace
    assert bits_to_single_out(real) == math.log2(len(real.releases) + len(real.background))


def test_a_score_joins_what_pairwise_scores_say():
    real = realistic_person().workspace
    records = known_records(real)
    score = learned_score(real, ["Name", "City", "Date of birth", "Employer"], 9.0)
    assert isinstance(score, AtLeast)
    resolution = Adversary((Resolve(score),)).resolve(records)
    assert any(len(members) > 1 for members in resolution.members)
    composites = resolution.composites
    assert not any(score.score(left, right) >= 9.0 for n, left in enumerate(composites) for right in composites[:n]), (
        "two composites that match were left apart"
    )


@pytest.mark.parametrize("labels", [[], ["N", "N"]])
def test_labels_are_told_once(labels):
    with pytest.raises(ValueError):
        learned_score(Workspace(), labels, 1.0)
