"""Leakage of databases by every measure and match, and the papers' examples."""

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Database,
    MatchFunction,
    Measure,
    NumericCloseness,
    Record,
    Resolve,
    Shares,
    TableSimilarity,
    database_leakage,
    dip,
    incremental_leakage,
    information_leakage,
    query_leakage,
    record_leakage,
    set_leakage,
)
from leakage.old.decision import (
    Baseline,
    Channel,
    Prices,
    bait_for,
    disinformation_curve,
    disinformation_frontier,
    field_trade_off,
    release_contributions,
)
from leakage.old.decision.contribution import attribute_contributions
from leakage.old.decision.leakage import leakages_of
from leakage.old.measure.measuring import telling_records
from tests.amount import TIMES
from tests.old.decision import kinds
from tests.old.decision.test_incremental import adversaries
from tests.oracles import matching
from tests.strategies import (
    databases,
    key_sets,
    matches,
    policies,
    quick,
    records,
    references,
    single_label_rules,
    weights,
)

# Information, incremental, query and database leakage against the loops they abbreviate.


@quick
@given(databases(), references, matches, weights)
def test_information_leakage_is_the_set_leakage_of_the_composites(database, reference, match, weights):
    eve = Adversary((Resolve(match),))
    result = information_leakage(database, reference, eve, weights)
    composites = eve.resolve(database).composites
    assert result.leakage == pytest.approx(set_leakage(composites, reference, weights), rel=1e-12)
    assert record_leakage(result.composite, reference, weights) == pytest.approx(result.leakage, rel=1e-12)
    if result.leakage > 0.0:
        number = result.resolution.members.index(result.members)
        assert result.resolution.composites[number] == result.composite


@quick
@given(databases(), references, weights)
def test_an_adversary_without_operations_reads_record_by_record(database, reference, weights):
    leakage = information_leakage(database, reference, Adversary(), weights).leakage
    assert leakage == pytest.approx(set_leakage(database, reference, weights), rel=1e-12)


@quick
@given(databases(), records(), references, policies, weights)
def test_incremental_leakage_is_the_difference(database, release, reference, match, weights):
    eve = Adversary((Resolve(match),))
    result = incremental_leakage(database, release, reference, eve, weights)
    before = information_leakage(database, reference, eve, weights).leakage
    after = information_leakage([*database, release], reference, eve, weights).leakage
    assert (result.before, result.after, result.increment) == (before, after, after - before)
    assert all(number < len(database) for number in result.bridged)
    joined = result.state_after.resolution.composite_of
    assert result.bridged == tuple(n for n in range(len(database)) if joined[n] == joined[len(database)])


@quick
@given(records(), databases(), references, matches, weights)
def test_query_leakage_is_the_leakage_of_the_dip(query, database, reference, match, weights):
    eve = Adversary((Resolve(match),))
    expected = record_leakage(dip(query, database, eve).composite, reference, weights)
    assert query_leakage(query, database, reference, eve, weights) == expected


@quick
@given(databases(), references, matches, weights)
def test_database_leakage_is_the_worst_query_leakage(database, reference, match, weights):
    """2011, Section 2.3: the maximum over q in R of the query leakage on R - {q}."""
    eve = Adversary((Resolve(match),))
    worst = max(
        (
            query_leakage(q, database[:number] + database[number + 1 :], reference, eve, weights)
            for number, q in enumerate(database)
        ),
        default=0.0,
    )
    assert database_leakage(database, reference, eve, weights) == pytest.approx(worst, rel=1e-12)


@quick
@given(databases(), references, single_label_rules | key_sets, weights)
def test_database_leakage_is_information_leakage_where_dipping_finds_all(database, reference, match, weights):
    # With rules of one label, and with key sets, whoever matches a merged record matches one of its parts.
    eve = Adversary((Resolve(match),))
    whole = information_leakage(database, reference, eve, weights).leakage
    assert database_leakage(database, reference, eve, weights) == pytest.approx(whole, rel=1e-12, abs=1e-15)


def test_database_leakage_may_exceed_information_leakage():
    """Resolution may merge what dipping, one record at a time, does not; and what it merges may be wrong."""
    reference = Record.of(("N", "n"), ("P", "p"))
    crumbs = [Record.of(("N", "n"), ("X", "x")), Record.of(("P", "p"), ("X", "x"))]
    eve = Adversary((Resolve(AnyOf(Shares("X"), Shares("N", "P"))),))
    database = [Record.of(("N", "n"), ("P", "p")), *crumbs]
    assert database_leakage(database, reference, eve) == pytest.approx(1.0)
    assert information_leakage(database, reference, eve).leakage == pytest.approx(4 / 5)


@quick
@given(databases(), references, policies)
def test_a_database_and_its_records_leak_the_same(database, reference, match):
    eve, columns = Adversary((Resolve(match),)), Database.from_records(database)
    of_all = database_leakage(database, reference, eve)
    of_worst = information_leakage(database, reference, eve).leakage
    of_set = set_leakage(database, reference)
    assert database_leakage(columns, reference, eve) == pytest.approx(of_all, rel=1e-12)
    assert information_leakage(columns, reference, eve).leakage == pytest.approx(of_worst, rel=1e-12)
    assert set_leakage(columns, reference) == pytest.approx(of_set, rel=1e-12)


@quick
@given(kinds.seeds)
def test_a_table_and_its_records_leak_the_same(chance):
    _, _, reference = kinds.scene(chance, 2)
    values = [*(fact.value for fact in reference), "1", "2", "12", None]
    # A cell is read without the blanks around it.
    cells = [[chance.choice(values) for _ in "NPC"] for _ in range(chance.randint(1, 6))]
    listed = [
        Record.of(*((label, value.strip()) for label, value in zip("NPC", row, strict=True) if value)) for row in cells
    ]
    table = Database.from_frame(pd.DataFrame(cells, columns=list("NPC"), dtype=object))
    eve, measure = kinds.adversary(chance), kinds.measure(chance)
    left, right = (information_leakage(records, reference, eve, measure) for records in (table, listed))
    assert left.leakage == pytest.approx(right.leakage, rel=1e-12, abs=1e-15)
    assert left.members == right.members
    assert set_leakage(table, reference, measure) == pytest.approx(set_leakage(listed, reference, measure), rel=1e-12)
    assert list(telling_records(table, reference, measure)) == list(telling_records(listed, reference, measure))


def test_nothing_leaks_from_nothing():
    eve, alice = Adversary((Resolve(Shares("N")),)), Record.of(("N", "Alice"))
    result = information_leakage([], alice, eve)
    assert (result.leakage, len(result.composite), result.members) == (0.0, 0, ())
    assert database_leakage([], alice, eve) == 0.0
    assert query_leakage(Record(), [], alice, eve) == 0.0
    assert incremental_leakage([], alice, alice, eve).increment == 1.0


def test_no_composite_is_named_where_nothing_is_right():
    bob, alice = Record.of(("N", "Bob")), Record.of(("N", "Alice"))
    result = information_leakage([bob], alice, Adversary())
    assert (result.leakage, len(result.composite), result.members) == (0.0, 0, ())


# A rule that is a plain function: decision says what it says of the rule, or refuses in one sentence.


REFUSED = "no record can be made to match by MatchFunction"


def as_function(rule):
    return MatchFunction(lambda left, right: matching.same_person(rule, left, right), *rule.labels)


def scene(chance):
    """Some records, the person, a measure, and one resolution by a rule and by the function that it is."""
    releases, background, e = kinds.scene(chance, 3, 2)
    step = Resolve(kinds.rule(chance), kinds.resolution(chance).merge)
    prepared = tuple(kinds.correction(chance) for _ in range(chance.randint(0, 1)))
    eves = [Adversary((*prepared, Resolve(match, step.merge))) for match in (step.match, as_function(step.match))]
    return [*background, *releases], e, kinds.measure(chance), step.match, eves


@quick
@given(kinds.seeds)
def test_what_is_known_and_what_to_tell(chance):
    records, e, weights, _, eves = scene(chance)
    if not records:
        return
    *earlier, new = records
    optional = [Attribute(label, "1") for label in "NPC" if not any(a.label == label for a in new)]

    def figures(eve):
        baseline = Baseline.of(earlier, e, eve, weights)
        outcome = baseline.add(new)
        return [
            database_leakage(records, e, eve, weights),
            outcome.leakage,
            float(len(outcome.members)),
            *release_contributions(records, range(len(records)), e, eve, weights),
            *(choice.leakage for choice in field_trade_off([baseline], new, optional).plans),
        ]

    by_rule, by_function = map(figures, eves)
    assert by_function == pytest.approx(by_rule, abs=1e-12)


def wrong(label, count):
    return [f"wrong {label} {number}" for number in range(count)]


@settings(max_examples=8 * TIMES)
@given(kinds.seeds)
def test_disinformation_for_one_who_decides_by_a_function(chance):
    """Records are made to match the rule as it is known; what comes of them is resolved as the function has it."""
    records, e, weights, rule, (_, eve) = scene(chance)
    baseline = Baseline.of(records, e, eve, weights)
    frontier = disinformation_frontier(
        [baseline], [Channel("Shop", (0,))], rule, Prices(1.0, 1.0), "NPX", wrong, budget=3, records=1
    )
    for plan in frontier.plans:
        with_decoys = (*records, *(planned.record for planned in plan.records))
        assert plan.leakage == pytest.approx(information_leakage(with_decoys, e, eve, weights).leakage, abs=1e-12)


@pytest.mark.parametrize("rule", [as_function(Shares("N")), AnyOf(Shares("P"), as_function(Shares("N")))])
def test_no_record_is_made_for_a_function(rule):
    e = Record.of(("N", "Alice"), ("P", "123"))
    eve = Adversary((Resolve(rule),))
    baseline = Baseline.of([e], e, eve)
    with pytest.raises(TypeError, match=REFUSED):
        bait_for(baseline, rule, 0)
    with pytest.raises(TypeError, match=REFUSED):
        disinformation_curve([e], 0, e, eve, rule, [], most=1)
    with pytest.raises(TypeError, match=REFUSED):
        disinformation_frontier([baseline], [Channel("Shop", (0,))], rule, Prices(), "P", wrong, budget=9)


# Decisions by a Measure: near values, against measuring and resolving from scratch.


HALF_RIGHT = TableSimilarity((("1", "2", 0.5),))
similarities = st.sampled_from([{}, {"N": NumericCloseness(3)}, {"N": NumericCloseness(3), "P": HALF_RIGHT}])
measures = st.builds(Measure, weights, similarities)

AGED = Measure({}, {"A": NumericCloseness(10)})
BY_MEASURE_REFERENCE = Record.of(("N", "Alice"), ("A", "30"))
BY_ID = Adversary((Resolve(Shares("I")),))


@quick
@given(databases(), references, adversaries, measures)
def test_information_leakage_is_the_worst_composite(many, reference, adversary, measure):
    result = information_leakage(many, reference, adversary, measure)
    every = [record_leakage(c, reference, measure) for c in result.resolution.composites]
    assert result.leakage == pytest.approx(max(every, default=0.0), rel=1e-14)
    assert leakages_of(result.resolution, reference, measure).tolist() == pytest.approx(every, rel=1e-14, abs=0)


@quick
@given(databases(max_size=5), references, adversaries, measures, st.data())
def test_leaving_out_is_resolving_what_is_left(many, reference, adversary, measure, data):
    players = data.draw(st.lists(st.sampled_from(range(len(many))), max_size=3)) if many else []
    contributions = release_contributions(many, players, reference, adversary, measure)
    whole = information_leakage(many, reference, adversary, measure).leakage
    for player, contribution in zip(players, contributions.tolist(), strict=True):
        left = [record for number, record in enumerate(many) if number != player]
        without = information_leakage(left, reference, adversary, measure).leakage
        assert contribution == pytest.approx(whole - without, abs=1e-12)


@quick
@given(databases(max_size=5), records(max_size=3), references, adversaries, measures)
def test_landing_is_resolving_with_the_release(many, release, reference, adversary, measure):
    outcome = Baseline.of(many, reference, adversary, measure).add(release)
    after = incremental_leakage(many, release, reference, adversary, measure).after
    assert outcome.leakage == pytest.approx(after, abs=1e-12)


@quick
@given(records(max_size=5), references, measures)
def test_contributions_are_differences(record, reference, measure):
    whole = record_leakage(record, reference, measure)
    for entry in attribute_contributions(record, reference, measure):
        without = record_leakage(record.without(entry.attribute.pair), reference, measure)
        assert entry.contribution == pytest.approx(whole - without, abs=1e-14)


def test_a_composite_that_holds_near_values_only_is_telling():
    near = Record.of(("A", "31"))
    leakage = record_leakage(near, BY_MEASURE_REFERENCE, AGED)
    assert leakage == pytest.approx(2 * 0.9 / 3)
    result = information_leakage([Record.of(("A", "80")), near], BY_MEASURE_REFERENCE, BY_ID, AGED)
    assert (result.leakage, result.members) == (leakage, (1,))
    assert query_leakage(near, [], BY_MEASURE_REFERENCE, BY_ID, AGED) == leakage
    assert database_leakage([near], BY_MEASURE_REFERENCE, BY_ID, AGED) == leakage
    assert [entry.right for entry in attribute_contributions(near, BY_MEASURE_REFERENCE, AGED)] == [True]


def test_a_part_of_a_composite_may_tell_more_than_its_near_values_together():
    """Of two near values the worse one dilutes: leaving its record out raises the leakage."""
    pieces = [Record.of(("I", "1"), ("A", "30")), Record.of(("I", "1"), ("A", "38"))]
    contributions = release_contributions(pieces, [1, 0], BY_MEASURE_REFERENCE, BY_ID, AGED)
    assert contributions[0] < 0.0 < contributions[1]


def test_a_composite_without_anything_right_may_become_the_worst():
    """Its near value is no more than near, and without the wrong one beside it tells more than the other composite."""
    near, wrong = Record.of(("I", "1"), ("A", "31")), Record.of(("I", "1"), *(("Z", str(n)) for n in range(9)))
    other = Record.of(("N", "Alice"), *(("Z", str(n)) for n in range(10, 16)))
    contributions = release_contributions([near, wrong, other], [1], BY_MEASURE_REFERENCE, BY_ID, AGED)
    after = record_leakage(near, BY_MEASURE_REFERENCE, AGED)
    assert (
        contributions.tolist() == pytest.approx([record_leakage(other, BY_MEASURE_REFERENCE, AGED) - after])
        and contributions[0] < 0.0
    )
