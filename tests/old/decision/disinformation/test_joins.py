"""What comes of a choice of records, by keys or within reach, against resolving everything from scratch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Attribute, Augment, Record, Resolve, Shares, information_leakage
from leakage.old.decision.disinformation.bounds import BudgetGrid, Coverage
from leakage.old.decision.disinformation.candidates import Candidate, Channel
from leakage.old.decision.disinformation.joins import JoinsByKeys, JoinsFromScratch, joins_of, reach_of
from leakage.old.decision.disinformation.problem import DecoyProblem
from leakage.old.decision.disinformation.purchases import Option, labels_without_join_effect
from leakage.old.decision.incremental import Baseline
from leakage.old.resolution.merge import SAME_VALUES
from leakage.old.resolution.operations import SingleLink
from tests.old.decision.test_incremental import adversaries, settled_adversaries
from tests.old.resolution.kinds import merges, plain, word_databases
from tests.strategies import databases, records, references, thorough

new_records = st.lists(records(max_size=3), min_size=1, max_size=4)


@st.composite
def of_any_rule(draw):
    """Adversaries by rules of every kind, over words."""
    step = draw(st.sampled_from([Resolve, SingleLink]))
    return Adversary((step(draw(plain), draw(merges)),))


def choices(data, count):
    drawn = data.draw(st.lists(st.integers(0, count - 1), max_size=4))
    return tuple(sorted(drawn))


def agrees(earlier, new, reference, adversary, place, chosen):
    baseline = Baseline.of(earlier, reference, adversary, place=place)
    joins = joins_of(baseline, dict(enumerate(new)))
    placed = [*earlier[:place], *(new[number] for number in chosen), *earlier[place:]]
    after = information_leakage(placed, reference, adversary)
    parts = joins.parts(chosen)
    where = {n: int(after.resolution.composite_of[place + n]) for n in range(len(chosen))}
    assert sorted(n for part in parts for n in part.records) == list(range(len(chosen)))
    for part in parts:
        (number,) = {where[n] for n in part.records}
        assert part.composite == after.resolution.composites[number]
    inside = [information_leakage([part.composite], reference, Adversary()).leakage for part in parts]
    assert max([joins.rest(chosen), *inside]) == pytest.approx(after.leakage, abs=1e-12)
    return joins


@thorough
@given(databases(max_size=6, values="123"), new_records, references, settled_adversaries(), st.data())
def test_by_keys(earlier, new, reference, adversary, data):
    place = data.draw(st.integers(0, len(earlier)))
    joins = agrees(earlier, new, reference, adversary, place, choices(data, len(new)))
    assert isinstance(joins, JoinsByKeys)


@thorough
@given(databases(max_size=6), new_records, references, adversaries, st.data())
def test_any_pipeline(earlier, new, reference, adversary, data):
    agrees(earlier, new, reference, adversary, data.draw(st.integers(0, len(earlier))), choices(data, len(new)))


@thorough
@given(word_databases, word_databases.filter(len), references, of_any_rule(), st.data())
def test_any_rule(earlier, new, reference, adversary, data):
    place, chosen = data.draw(st.integers(0, len(earlier))), choices(data, len(new))
    joins = agrees(earlier, new, reference, adversary, place, chosen)
    if isinstance(joins, JoinsFromScratch) and joins.reach is not None:
        # What a record can end in lies within its widest composite.
        placed = [*earlier[:place], *(new[number] for number in chosen), *earlier[place:]]
        after = adversary.resolve(placed)
        near = sorted(joins.reach.near)
        for number, widest in zip(near, joins.reach.widest, strict=True):
            at = number if number < place else number + len(chosen)
            composite = after.composites[int(after.composite_of[at])]
            assert {a.pair for a in composite} <= {a.pair for a in widest}


@thorough
@given(databases(max_size=6, values="123"), new_records, settled_adversaries(), st.data())
def test_what_is_apart_with_all_records_is_never_joined(earlier, new, adversary, data):
    joins = joins_of(Baseline.of(earlier, Record(), adversary), dict(enumerate(new)))
    chosen = tuple(sorted(set(choices(data, len(new)))))
    for part in joins.parts(chosen):
        numbers = {chosen[place] for place in part.records}
        (whole,) = [labels for labels in joins.closure if numbers & set(labels.records)]
        assert numbers <= set(whole.records)
        assert part.composites <= whole.composites


@thorough
@given(word_databases, of_any_rule(), st.data())
def test_a_value_of_ones_own_under_a_quiet_label_changes_no_join(records, adversary, data):
    if adversary.operations[0].merge not in SAME_VALUES or not records:
        return
    before = adversary.resolve(records).composite_of.tolist()
    labels = labels_without_join_effect(adversary, "NPC")
    for number, label in enumerate(labels):
        place = data.draw(st.integers(0, len(records) - 1))
        records[place] = records[place].with_attribute(Attribute(label, f"value of one's own {number}"))
    assert adversary.resolve(records).composite_of.tolist() == before


def test_records_far_from_the_new_ones_are_resolved_once():
    earlier = [Record.of(("N", str(n))) for n in range(30)]
    resolved = []

    class Counting(Adversary):
        def resolve(self, records):
            listed = tuple(records)
            resolved.append(len(listed))
            return super().resolve(listed)

    from leakage.old.resolution.rules.negative import Conflicts, Unless  # noqa: PLC0415

    adversary = Counting((Resolve(Unless(Shares("N"), Conflicts("P"))),))
    joins = joins_of(Baseline.of(earlier, earlier[0], adversary), {0: Record.of(("N", "0"), ("P", "1"))})
    resolved.clear()
    assert joins.parts((0,))[0].composite == Record.of(("N", "0"), ("P", "1"))
    assert resolved == [2]


def test_options_are_grouped_by_what_they_could_ever_have_in_common():
    records = [Record.of(("N", name)) for name in "abcd"]
    pools = [Baseline.of(records, records[0], Adversary((Resolve(Shares("N")),))) for _ in range(2)]

    def option(pool, *names):
        record = Record.of(*(("N", name) for name in names))
        return Option((Candidate(Channel("Shop", (pool,)), "self", pool, 0, (), record, 1.0),), 1.0, ((),))

    options = [option(0, "a"), option(0, "b"), option(0, "b", "c"), option(1, "a"), option(1, "d"), option(0, "c")]
    assert DecoyProblem(pools, options, (), lambda label, count: ()).groups() == [(0,), (1, 2, 5), (3,), (4,)]


def test_a_record_known_twice_joins_what_it_joins_once_and_itself_if_it_offers_a_key():
    baseline = Baseline.of([Record.of(("N", "a"), ("P", "1"))], Record(), Adversary((Resolve(Shares("N")),)))
    joins = joins_of(baseline, {0: Record.of(("N", "a")), 1: Record.of(("P", "1"))})
    assert [part.records for part in joins.parts((0, 0))] == [(0, 1)]
    assert [part.records for part in joins.parts((1, 1))] == [(0,), (1,)]


def test_a_key_that_only_another_option_completes_is_seen():
    """What her table fills in is on the option and on nothing she holds: by it two composites meet that neither joins.

    The first option ties a to y, and so offers the key (a, 1). The second joins the third composite, which knows the
    name a and another phone; with it comes the phone 1.
    """
    match = AnyOf(Shares("N", "P"), Shares("C"))
    targets = [
        Record.of(("N", "a"), ("P", "7")),
        Record.of(("N", "y"), ("P", "1")),
        Record.of(("N", "a"), ("P", "8"), ("C", "c")),
    ]
    baseline = Baseline.of(targets, targets[0], Adversary((Augment("C", "P", {"c": "1"}), Resolve(match))))
    tie = Record.of(("N", "a"), ("P", "7"), ("N", "y"), ("P", "1"))
    records = [tie, Record.of(("C", "c"))]
    shop = Channel("Shop", (0,))
    options = [Option((Candidate(shop, "self", 0, 0, (), record, 1.0),), 1.0, ((),)) for record in records]
    problem = DecoyProblem([baseline], options, (), lambda label, count: ())
    joins = problem.joins[0]
    assert [part.composites for number in (0, 1) for part in joins.parts((number,))] == [{0, 1}, {2}]
    assert [part.composites for part in joins.parts((0, 1))] == [{0, 1, 2}]
    assert not joins.crossing
    reaches = Coverage(problem, 0, [0, 1], 2, BudgetGrid(1.0, 5, exact=True))
    assert reaches.hidden.tolist() == [True, False]
    assert Coverage(problem, 0, [0], 2, BudgetGrid(1.0, 5, exact=True)).hidden.tolist() == [False]


def test_one_key_of_several_that_only_all_together_offer_is_enough_to_cross():
    """The release ties a to y by the card d; of the two come the name a and the phone 1, which the third has."""
    records = [
        Record.of(("N", "a"), ("P", "7")),
        Record.of(("N", "y"), ("P", "1"), ("C", "d")),
        Record.of(("N", "a"), ("P", "1"), ("C", "c")),
    ]
    baseline = Baseline.of(records, records[0], Adversary((Resolve(AnyOf(Shares("N", "P"), Shares("C"))),)))
    joins = joins_of(baseline, {0: Record.of(("N", "a"), ("P", "7"), ("C", "d"))})
    assert [part.composites for part in joins.parts((0,))] == [{0, 1, 2}]
    assert joins.crossing == {2}


def test_who_joins_nothing_has_no_reach():
    baseline = Baseline.of([Record.of(("N", "a"))], Record(), Adversary())
    assert reach_of(baseline, baseline.records) is None
