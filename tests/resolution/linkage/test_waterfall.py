"""Joins explained: the sum of what is told is the weight by which they were made."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Comparison, FellegiSunter, Record, Resolve, Shares, Similar, SingleLink
from leakage.resolution.adversary import ResolvePerSource, owners_first
from leakage.resolution.linkage.comparison import probability_of
from leakage.resolution.linkage.explained_joins import joins_explained
from leakage.resolution.linkage.fellegi_sunter import waterfall_of
from leakage.resolution.operations import SourcedRecord, owner_of
from leakage.resolution.rules.shared_values import AnyOf
from tests.oracles import matching
from tests.resolution import kinds
from tests.strategies import thorough

match = FellegiSunter(
    1 / 17, (Comparison.by_odds("N", 64, 4, ((Similar("N", 0.8), 8),)), Comparison.by_odds("P", 1024, 2)), 1.0
)


def test_a_waterfall_by_hand():
    told = waterfall_of(match, Record.of(("N", "Anna"), ("P", "1")), Record.of(("N", "Anne"), ("P", "2")))
    assert [(s.label, s.agreement, round(s.weight, 9)) for s in told.steps] == [
        ("N", "alike", 3.0),
        ("P", "different", -1.0),
    ]
    assert (told.prior, told.weight) == (pytest.approx(-4), pytest.approx(-2))
    assert told.probability == pytest.approx(1 / 5) and not told.joined and not told.overridden
    assert told.sentence() == "odds of 1 to 4 for one person: N speaks for it; P speaks against it and prevails"
    assert [step.sentence() for step in told.steps] == [
        "N is alike: 8 times as likely one person",
        "P is different: 2 times less likely one person",
    ]
    made = waterfall_of(match, Record.of(("N", "Bob"), ("P", "1")), Record.of(("N", "Zoe"), ("P", "1")))
    assert [step.label for step in made.overridden] == ["N"]
    assert "N speaks against it and is outweighed" in made.sentence()
    assert "nothing speaks for it" in waterfall_of(match, Record(), Record()).sentence()


@thorough
@given(kinds.word_databases, kinds.normalised(st.one_of(kinds.evidence, kinds.only_for)), kinds.merges, st.booleans())
def test_every_join_adds_up_to_at_least_the_threshold(rows, rule, merge, single):
    eve = Adversary(((SingleLink if single else Resolve)(rule, merge),))
    resolution = eve.resolve(rows)
    for number, members in enumerate(resolution.members):
        explained = list(joins_explained(rows, eve, resolution, number))
        # A chain of single links may be told by more links than it needs; a resolution by one fewer than its records.
        assert len(explained) == len(members) - 1
        for join, told, owner in explained:
            assert told.joined and owner is None
            assert told.weight == pytest.approx(math.fsum((told.prior, *(step.weight for step in told.steps))))
            assert told.probability == probability_of(told.weight)
            assert set(join.records) <= set(members)
            if single:
                left, right = (rows[side[0]] for side in (join.left, join.right))
                assert matching.same_person(rule, left, right)


@thorough
@given(
    kinds.word_databases,
    st.lists(st.sampled_from(["Shop", "Bank", None]), min_size=8, max_size=8),
    kinds.normalised(st.one_of(kinds.evidence, kinds.only_for)),
    kinds.merges,
    st.booleans(),
)
def test_joins_of_each_owner_come_first_and_add_up_as_well(rows, owners, rule, merge, single):
    held = [SourcedRecord(row, owner) if owner else row for row, owner in zip(rows, owners, strict=False)]
    operation = (SingleLink if single else Resolve)(rule, merge)
    eve = Adversary((ResolvePerSource(operation), operation))
    alone = ResolvePerSource(operation).apply(held)
    resolution = eve.resolve(held)
    for number, members in enumerate(resolution.members):
        explained = list(joins_explained(held, eve, resolution, number))
        before = [join for join in explained if join.owner]
        assert len(explained) == len(members) - 1 and explained[: len(before)] == before
        assert len(before) == sum(len(part) - 1 for part in alone.members if set(part) <= set(members))
        for join in explained:
            assert join.waterfall.joined
            assert not join.owner or {owner_of(held[n]) for n in join.evidence.records} == {join.owner}


def test_what_was_put_together_before_is_compared_as_a_whole():
    """The shop knows the name and, from another order, the phone; each alone would not convince the bank."""
    weigh = FellegiSunter(
        1 / 101, (Comparison.by_odds("N", 20, 4), Comparison.by_odds("P", 30, 4), Comparison.by_odds("C", 400, 4))
    )
    rows = [
        SourcedRecord(Record.of(("N", "Ann"), ("C", "7")), "Shop"),
        SourcedRecord(Record.of(("P", "1"), ("C", "7")), "Shop"),
        SourcedRecord(Record.of(("N", "Ann"), ("P", "1")), "Bank"),
    ]
    for eve, owners in (
        (owners_first(Adversary((Resolve(weigh),))), ["Shop", None]),
        (Adversary((Resolve(weigh),)), [None, None]),
    ):
        told = list(joins_explained(rows, eve, eve.resolve(rows), 0))
        assert [join.owner for join in told] == owners
        assert [2**join.waterfall.weight for join in told] == pytest.approx([400 / 100, 20 * 30 / 100])


def test_other_joins_are_passed_over_and_several_operations_refused():
    rows = [Record.of(("C", "1")), Record.of(("C", "1"))]
    eve = Adversary((Resolve(AnyOf(match, Shares("C"))),))
    assert list(joins_explained(rows, eve, eve.resolve(rows), 0)) == []
    assert list(joins_explained(rows, Adversary(), Adversary().resolve(rows), 0)) == []
    twice = Adversary((Resolve(match), Resolve(match)))
    with pytest.raises(ValueError, match="not of several"):
        list(joins_explained(rows, twice, twice.resolve(rows), 0))
