"""Adversary: operations in a row, told in the numbers of the records she began with."""

from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    Augment,
    Correct,
    Database,
    PerComparison,
    Quadratic,
    Record,
    Resolve,
    Shares,
    union_merge,
)
from tests.strategies import databases, policies, quick, thorough

CORRECT = Correct({("N", "2"): "1", ("P", "2"): "3"})
AUGMENT = Augment("C", "P", {"1": "1"})
operations = st.lists(st.one_of(policies.map(Resolve), st.sampled_from([CORRECT, AUGMENT])), max_size=4)


@thorough
@given(databases(), operations)
def test_members_and_evidence_number_the_original_records(records, operations):
    resolution = Adversary(tuple(operations)).resolve(records)
    assert sorted(n for members in resolution.members for n in members) == list(range(len(records)))
    assert len(resolution.evidence) == len(records) - len(resolution.composites)
    assert resolution.composite_of.shape == (len(records),)
    for number, members in enumerate(resolution.members):
        assert list(members) == sorted(members)
        assert all(resolution.composite_of[n] == number for n in members)
    for evidence in resolution.evidence:
        assert evidence.left
        assert evidence.right
        assert len({int(resolution.composite_of[n]) for n in evidence.records}) == 1


@quick
@given(databases(), policies)
def test_corrections_and_resolution_equal_resolution_of_the_corrected(records, match):
    corrected = CORRECT.apply(records).composites
    together = Adversary((CORRECT, Resolve(match))).resolve(records)
    alone = Adversary((Resolve(match),)).resolve(corrected)
    assert together.composites == alone.composites
    assert together.members == alone.members
    assert together.evidence == alone.evidence


@quick
@given(databases(), policies)
def test_resolving_again_changes_nothing(records, match):
    once = Adversary((Resolve(match),)).resolve(records)
    twice = Adversary((Resolve(match), Resolve(match))).resolve(records)
    assert once.composites == twice.composites
    assert once.members == twice.members
    assert once.evidence == twice.evidence


@quick
@given(databases(), policies)
def test_a_database_resolves_as_its_records_do(records, match):
    eve = Adversary((Resolve(match),))
    columns, rows = eve.resolve(Database.from_records(records)), eve.resolve(records)
    assert columns.composites == rows.composites
    assert columns.members == rows.members


def test_numbers_go_back_through_a_resolution_before():
    records = [
        Record.of(("N", "a")),
        Record.of(("N", "b")),
        Record.of(("N", "a"), ("P", "1")),
        Record.of(("N", "c"), ("P", "one")),
    ]
    eve = Adversary((Resolve(Shares("N")), Correct({("P", "one"): "1"}), Resolve(Shares("P"))))
    resolution = eve.resolve(records)
    assert resolution.members == ((0, 2, 3), (1,))
    assert resolution.composite_of.tolist() == [0, 1, 0, 0]
    by_name, by_phone = resolution.evidence
    assert (by_name.left, by_name.right) == ((0,), (2,))
    assert 2 in by_phone.left
    assert by_phone.right == (3,)


def test_evidence_after_a_resolution_names_only_the_holders():
    records = [Record.of(("N", "n"), ("P", "p")), Record.of(("N", "n")), Record.of(("P", "p"))]
    resolution = Adversary((Resolve(Shares("N")), Resolve(Shares("P")))).resolve(records)
    assert (resolution.evidence[1].left, resolution.evidence[1].right) == ((0,), (2,))


@quick
@given(databases())
def test_correct_replaces_and_keeps_the_greater_confidence(records):
    for before, after in zip(records, CORRECT.apply(records).composites, strict=True):
        assert "2" not in after.values("N")
        assert "2" not in after.values("P")
        if before.values("N"):
            greatest = max(before.confidence_of(("N", value)) for value in before.values("N"))
            assert after.confidence_of(("N", "1")) == greatest
        assert after.values("C") == before.values("C")


@quick
@given(databases())
def test_augment_fills_in_only_what_is_missing(records):
    for before, after in zip(records, AUGMENT.apply(records).composites, strict=True):
        if before.values("P") or ("C", "1") not in before.confidences:
            assert after == before
        else:
            expected = Record.of(("P", "1", before.confidence_of(("C", "1"))))
            assert after == union_merge(before, expected)


def test_2012_section_2_4_augment_then_resolve():
    """ "For example, one can augment information to the database and then perform entity resolution." """
    records = [
        Record.of(("N", "Alice"), ("A", "123 Main", 0.5)),
        Record.of(("N", "Alice"), ("Z", "94305"), ("P", "1")),
    ]
    by_zip = Resolve(Shares("N", "Z"))
    assert len(Adversary((by_zip,)).resolve(records).composites) == 2
    resolution = Adversary((Augment("A", "Z", {"123 Main": "94305"}), by_zip)).resolve(records)
    assert resolution.composites == (Record.of(("N", "Alice"), ("A", "123 Main", 0.5), ("Z", "94305"), ("P", "1")),)


def test_costs_add_up_over_operations():
    records = [Record.of(("N", "1"))] * 4
    once, twice = (CORRECT,), (CORRECT, CORRECT)
    assert Adversary(once, PerComparison(2.0)).resolve(records).cost == 8.0
    assert Adversary(twice, PerComparison(2.0)).resolve(records).cost == 16.0
    assert Adversary(twice, Quadratic(0.5)).resolve(records).cost == 8.0


def test_adversaries_are_values():
    resolution, other = (Adversary((Correct({("N", "2"): "1"}), Resolve(Shares("N")))) for _ in range(2))
    assert resolution == other
    assert hash(resolution) == hash(other)
    assert resolution != Adversary((Resolve(Shares("N")),))
