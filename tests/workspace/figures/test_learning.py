"""Evidence and scores learned from the records at hand."""

import math
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Comparison, Database, FellegiSunter, Record, Resolve
from leakage.resolution import learned_from_people, learned_from_records, with_frequencies
from leakage.resolution.linkage.unlabelled import FEW_LABELS
from leakage.resolution.rules.score import AtLeast
from leakage.workspace.figures.learning import (
    available_records,
    bits_to_single_out,
    label_weights,
    learned_from_labelled,
    learned_from_work,
    learned_score,
)
from leakage.workspace.forms.policy import PolicyForm, adversary_of, begun
from leakage.workspace.workspace import Release, Workspace
from tests.benchmarks.person_2026 import person_of_2026
from tests.made_up_people import SHARED, joined, made_up_people, pairs_sharing, pairwise_f1

# What the work at hand teaches: what the library learns from the same records, as the policy reads them.


NAMES = ["Ann", "ann", "Bob", "Cid", "Dora", "Eve"]
OTHERS = tuple(Record.of(("Name", name), ("City", f"c{n % 2}")) for n, name in enumerate(NAMES))
OWN = tuple(Release(f"{n}", f"{n}", Record.of(("Name", "Zoe"), ("Passport", "1"))) for n in range(3))
FRAME, PEOPLE = made_up_people(2_500, 0.05)
MANY = tuple(Database.from_frame(FRAME))
WORK = Workspace(releases=OWN, background=MANY)
TAUGHT = cache(lambda: learned_from_work(WORK, PolicyForm()))
LABELS = ("dob", "email", "first_name", "phone", "surname", "town")


@pytest.mark.slow
def test_it_begins_with_what_strangers_tell_and_rests_on_how_common_values_are_among_them():
    learned = TAUGHT()
    assert sorted(learned.evidence.labels) == list(LABELS) and learned.records == 2_503
    assert learned.pairs == 2_503 * 2_502 // 2 and learned.as_before == ()
    records, start = [*(release.record for release in OWN), *MANY], [begun(label) for label in learned.evidence.labels]
    by_hand = learned_from_records(records, start)
    assert learned.evidence.comparisons == tuple(with_frequencies(c, MANY) for c in by_hand.comparisons)
    assert learned.alike == pytest.approx(learned.pairs * by_hand.prior) and learned.evidence.threshold == 0.0


@pytest.mark.slow
def test_people_who_are_few_among_many_are_found():
    learned = TAUGHT()
    pairs = pairs_sharing(FRAME, SHARED)
    assert pairwise_f1(joined(learned.evidence, MANY, pairs), PEOPLE) > 0.93


@pytest.mark.slow
def test_it_goes_on_from_what_is_weighed_and_reads_values_as_the_policy_does():
    rule = FellegiSunter(0.1, (*map(begun, LABELS), Comparison.by_odds("Passport", 9, 3)), 2.0, against=False)
    upper = tuple(Record.of(*((a.label, a.value.upper()) for a in record)) for record in MANY[::2])
    learned = learned_from_work(
        Workspace(releases=OWN, background=(*MANY, *upper)),
        PolicyForm(further=(rule,), overlooked=frozenset({"case"})),
    )
    assert all(value == value.casefold() for value, _ in learned.evidence.comparisons[-2].frequencies)
    assert learned.alike > len(upper)
    # No stranger's passport is known, so what it says stays.
    assert learned.evidence.comparisons[-1] == rule.comparisons[-1]
    assert (learned.evidence.threshold, learned.evidence.against) == (2.0, False)


@pytest.mark.slow
def test_labels_that_too_few_know_stay_as_they_were():
    rare = tuple(Record([*record, *Record.of(("Card", f"{n}"))]) if n < 6 else record for n, record in enumerate(MANY))
    learned = learned_from_work(Workspace(background=rare), PolicyForm())
    assert learned.as_before == ("Card",)


def test_labelled_records_teach_by_counting():
    people = ["a", "a", "b", "c", "d", "e"]
    learned = learned_from_labelled(OTHERS, people, PolicyForm())
    expected = learned_from_people(OTHERS, people, [begun("City"), begun("Name")])
    assert learned.evidence == FellegiSunter(expected.prior, expected.comparisons)
    assert (learned.records, learned.pairs, learned.alike) == (6, 15, pytest.approx(1.0))


def test_where_nothing_can_be_learned_it_is_said():
    with pytest.raises(ValueError, match="no background records"):
        learned_from_work(Workspace(releases=OWN), PolicyForm())
    with pytest.raises(ValueError, match="no label"):
        learned_from_work(Workspace(background=(Record.of(("Name", "Ann")),)), PolicyForm())
    with pytest.raises(ValueError, match=FEW_LABELS):
        learned_from_work(Workspace(background=OTHERS), PolicyForm())
    with pytest.raises(ValueError, match="no label"):
        evidence = FellegiSunter(0.1, (begun("Passport"),))
        learned_from_labelled(OTHERS, "abcdef", PolicyForm(further=(evidence,)))


# A score learned from the work at hand: the weights are the definition's, and the rule is what the form builds.


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
    eve = adversary_of(PolicyForm(further=(learned_score(work, ["N"], 2.0),)))
    assert eve.resolve(available_records(work)).members == (*((n,) for n in range(6)), (6, 7))


def test_as_many_bits_as_single_one_record_out():
    assert bits_to_single_out(Workspace()) == 1.0
    real = person_of_2026().workspace
    assert bits_to_single_out(real) == math.log2(len(real.releases) + len(real.background))


def test_a_score_joins_what_pairwise_scores_say():
    real = person_of_2026().workspace
    records = available_records(real)
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
