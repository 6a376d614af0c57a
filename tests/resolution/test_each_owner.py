"""Each recipient resolves its own records, and then they pool: against the same done by hand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Augment, Correct, Database, Record, Resolve, Shares, dip, information_leakage
from leakage.record import Attribute
from leakage.resolution.adversary import ResolvePerSource, owners_first
from leakage.resolution.merge import noisy_or_merge, union_merge
from leakage.resolution.operations import SingleLink, SourcedRecord, owner_of
from leakage.resolution.rules.negative import Conflicts, Unless
from tests.oracles import cost as costs
from tests.oracles import resolution as oracle
from tests.resolution import kinds
from tests.resolution.test_against_definitions import Handed
from tests.strategies import quick, records, thorough

CORRECT, AUGMENT = Correct({("N", "2"): "1", ("P", "2"): "3"}), Augment("C", "P", {"1": "1"})
owned_rows = st.lists(
    st.tuples(records(values=kinds.WORDS[:8], max_size=3), st.sampled_from(["Vendor", "Employer", None])), max_size=8
)


def held(rows):
    return [record if owner is None else SourcedRecord(record, owner) for record, owner in rows]


def staged(*operations):
    """The stage before the last operation, whether it changes anything or not."""
    return Adversary((*operations[:-1], ResolvePerSource(operations[-1]), operations[-1]))


@thorough
@given(owned_rows, kinds.normalised(kinds.plain), st.sampled_from([union_merge]))
def test_owners_resolve_first_whatever_the_rule(rows, rule, merge):
    plain, owners = [record for record, _ in rows], [owner for _, owner in rows]
    resolution = staged(Resolve(rule, merge)).resolve(held(rows))
    assert list(resolution.members) == oracle.owners_first(plain, owners, Handed(rule), merge)
    for composite, members in zip(resolution.composites, resolution.members, strict=True):
        assert composite == oracle.merged(plain, members, merge)
        assert owner_of(composite) is None
    assert len(resolution.evidence) == len(rows) - len(resolution.members)
    assert all(evidence.left and evidence.right for evidence in resolution.evidence)


@quick
@given(owned_rows, kinds.normalised(kinds.plain), kinds.merges)
def test_the_stage_costs_what_shows_it(rows, rule, merge):
    stage = ResolvePerSource(Resolve(rule, merge))
    resolution = stage.apply(held(rows))
    owners = [owner for _, owner in rows]
    parts = [[m for m in resolution.members if owners[m[0]] == owner] for owner in dict.fromkeys(owners) if owner]
    assert resolution.comparisons == sum(costs.of_resolution(part) for part in parts)


@thorough
@given(owned_rows, kinds.normalised(kinds.representative), st.sampled_from([union_merge, noisy_or_merge]))
def test_with_representativity_it_changes_nothing(rows, rule, merge):
    eve = Adversary((Resolve(rule, merge),))
    assert owners_first(eve) is eve
    plain, first = eve.resolve([record for record, _ in rows]), staged(Resolve(rule, merge)).resolve(held(rows))
    assert plain.members == first.members
    for mine, its in zip(plain.composites, first.composites, strict=True):
        # The noisy-or is associative but for rounding.
        assert mine.confidences == pytest.approx(its.confidences, abs=1e-12)


@quick
@given(owned_rows, kinds.unless, kinds.merges)
def test_records_are_prepared_in_the_hands_they_are_in(rows, rule, merge):
    eve = Adversary((CORRECT, AUGMENT, Resolve(rule, merge)))
    prepared = AUGMENT.apply(CORRECT.apply(held(rows)).composites).composites
    assert [owner_of(record) for record in prepared] == [owner for _, owner in rows]
    once, again = owners_first(eve).resolve(held(rows)), staged(Resolve(rule, merge)).resolve(prepared)
    assert (once.members, list(once.composites)) == (again.members, list(again.composites))
    assert owners_first(eve).minds_owners


@quick
@given(owned_rows, kinds.unless)
def test_nobody_s_records_are_pooled_as_they_stand(rows, rule):
    eve = Adversary((Resolve(rule),))
    plain = [record for record, _ in rows]
    assert list(owners_first(eve).resolve(plain).members) == list(eve.resolve(plain).members)


def test_single_link_compares_what_owners_joined():
    eve = Adversary((SingleLink(Shares("N", "P")),))
    rows = [(("N", "n"),), (("N", "n"), ("P", "p")), (("P", "p"), ("N", "n"))]
    resolution = owners_first(eve).resolve([SourcedRecord(Record.of(*row), f"{n % 2}") for n, row in enumerate(rows)])
    assert resolution.members == ((0,), (1, 2))


E = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("C", "999"), ("S", "000"))
FIRST = SourcedRecord(Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999")), "Vendor")
JOB = SourcedRecord(Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000")), "Employer")
THIRD = SourcedRecord(Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "666"), ("C", "999")), "Vendor")
EVE = Adversary((Resolve(Unless(Shares("N", "A"), Conflicts("P"))),))


@pytest.mark.parametrize("rows", [[FIRST, JOB, THIRD], [JOB, FIRST, THIRD], [THIRD, JOB, FIRST]])
def test_2011_section_1_the_vendor_resolves_the_third_record_with_its_first(rows):
    """ "The different phone numbers lead them to believe that records correspond to different entities." """
    known = information_leakage(rows, E, owners_first(EVE))
    assert known.leakage == pytest.approx(8 / 9)
    assert known.composite == Record(JOB)


def test_2011_section_1_pooled_raw_the_third_record_comes_too_late():
    assert information_leakage([FIRST, JOB, THIRD], E, EVE).leakage == pytest.approx(1.0)


def test_owners_are_kept_where_a_record_changes_and_dropped_where_it_is_pooled():
    assert FIRST.without(("C", "999")).owner == FIRST.with_attribute(Attribute("Z", "1")).owner == "Vendor"
    assert SourcedRecord(FIRST, "Employer") != FIRST
    assert list(Database.from_records([FIRST])) == [Record(FIRST)]
    with pytest.raises(ValueError, match="needs an owner"):
        SourcedRecord(FIRST, "")


def test_dipping_is_into_records_and_not_into_what_owners_made_of_them():
    with pytest.raises(ValueError, match="one resolution"):
        dip(Record.of(("N", "Alice")), [FIRST], owners_first(EVE))
    assert replace(EVE, operations=()) == owners_first(replace(EVE, operations=()))
