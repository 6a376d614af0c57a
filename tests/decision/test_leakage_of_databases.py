"""Information, incremental, query and database leakage against the loops they abbreviate."""

import pandas as pd
import pytest
from hypothesis import given

from leakage import (
    Adversary,
    AnyOf,
    Database,
    Record,
    Resolve,
    Shares,
    database_leakage,
    dip,
    incremental_leakage,
    information_leakage,
    query_leakage,
    record_leakage,
    set_leakage,
)
from leakage.measure.measuring import telling_records
from tests.decision import kinds
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
    held = [
        Record.of(*((label, value.strip()) for label, value in zip("NPC", row, strict=True) if value)) for row in cells
    ]
    table = Database.from_frame(pd.DataFrame(cells, columns=list("NPC"), dtype=object))
    eve, measure = kinds.adversary(chance), kinds.measure(chance)
    left, right = (information_leakage(records, reference, eve, measure) for records in (table, held))
    assert left.leakage == pytest.approx(right.leakage, rel=1e-12, abs=1e-15)
    assert left.members == right.members
    assert set_leakage(table, reference, measure) == pytest.approx(set_leakage(held, reference, measure), rel=1e-12)
    assert list(telling_records(table, reference, measure)) == list(telling_records(held, reference, measure))


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
