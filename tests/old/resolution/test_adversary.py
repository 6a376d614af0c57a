"""Adversaries: pipelines, their cost, and what they say of themselves."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
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
    dip,
    information_leakage,
    union_merge,
)
from leakage.old.decision import (
    Baseline,
    field_trade_off,
    incremental_leakage,
    pool_choices,
    release_contributions,
    release_shapley,
)
from leakage.old.resolution import adversary as pipeline
from leakage.old.resolution.adversary import ResolvePerSource, owners_first
from leakage.old.resolution.merge import latest_wins_merge, noisy_or_merge
from leakage.old.resolution.operations import Operation, SingleLink, SourcedRecord, owner_of
from leakage.old.resolution.resolve import resolve_by_keys, resolve_by_pairs, resolve_by_search
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.record import Attribute
from tests.amount import TIMES
from tests.old.decision import kinds as descriptions_kinds
from tests.old.resolution import kinds
from tests.old.resolution.test_resolve import Handed
from tests.oracles import cost as cost_oracle
from tests.oracles import cost as each_owner_costs
from tests.oracles import resolution
from tests.oracles import resolution as oracle
from tests.strategies import databases, policies, quick, records, thorough

# Adversary: operations in a row, told in the numbers of the records she began with.


PIPELINE_CORRECT = Correct({("N", "2"): "1", ("P", "2"): "3"})
PIPELINE_AUGMENT = Augment("C", "P", {"1": "1"})
operations = st.lists(
    st.one_of(policies.map(Resolve), st.sampled_from([PIPELINE_CORRECT, PIPELINE_AUGMENT])), max_size=4
)


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
    corrected = PIPELINE_CORRECT.apply(records).composites
    together = Adversary((PIPELINE_CORRECT, Resolve(match))).resolve(records)
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
    for before, after in zip(records, PIPELINE_CORRECT.apply(records).composites, strict=True):
        assert "2" not in after.values("N")
        assert "2" not in after.values("P")
        if before.values("N"):
            greatest = max(before.confidence_of(("N", value)) for value in before.values("N"))
            assert after.confidence_of(("N", "1")) == greatest
        assert after.values("C") == before.values("C")


@quick
@given(databases())
def test_augment_fills_in_only_what_is_missing(records):
    for before, after in zip(records, PIPELINE_AUGMENT.apply(records).composites, strict=True):
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
    once, twice = (PIPELINE_CORRECT,), (PIPELINE_CORRECT, PIPELINE_CORRECT)
    assert Adversary(once, PerComparison(2.0)).resolve(records).cost == 8.0
    assert Adversary(twice, PerComparison(2.0)).resolve(records).cost == 16.0
    assert Adversary(twice, Quadratic(0.5)).resolve(records).cost == 8.0


def test_adversaries_are_values():
    resolution, other = (Adversary((Correct({("N", "2"): "1"}), Resolve(Shares("N")))) for _ in range(2))
    assert resolution == other
    assert hash(resolution) == hash(other)
    assert resolution != Adversary((Resolve(Shares("N")),))


# Each recipient resolves its own records, and then they pool: against the same done by hand.


EACH_OWNER_CORRECT, EACH_OWNER_AUGMENT = Correct({("N", "2"): "1", ("P", "2"): "3"}), Augment("C", "P", {"1": "1"})
owned_rows = st.lists(
    st.tuples(records(values=kinds.WORDS[:8], max_size=3), st.sampled_from(["Vendor", "Employer", None])), max_size=8
)


def as_sourced(rows):
    return [record if owner is None else SourcedRecord(record, owner) for record, owner in rows]


def staged(*operations):
    """The stage before the last operation, whether it changes anything or not."""
    return Adversary((*operations[:-1], ResolvePerSource(operations[-1]), operations[-1]))


@thorough
@given(owned_rows, kinds.normalised(kinds.plain), st.sampled_from([union_merge]))
def test_owners_resolve_first_whatever_the_rule(rows, rule, merge):
    plain, owners = [record for record, _ in rows], [owner for _, owner in rows]
    resolution = staged(Resolve(rule, merge)).resolve(as_sourced(rows))
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
    resolution = stage.apply(as_sourced(rows))
    owners = [owner for _, owner in rows]
    parts = [[m for m in resolution.members if owners[m[0]] == owner] for owner in dict.fromkeys(owners) if owner]
    assert resolution.comparisons == sum(each_owner_costs.of_resolution(part) for part in parts)


@thorough
@given(owned_rows, kinds.normalised(kinds.representative), st.sampled_from([union_merge, noisy_or_merge]))
def test_with_representativity_it_changes_nothing(rows, rule, merge):
    eve = Adversary((Resolve(rule, merge),))
    assert owners_first(eve) is eve
    plain, first = eve.resolve([record for record, _ in rows]), staged(Resolve(rule, merge)).resolve(as_sourced(rows))
    assert plain.members == first.members
    for mine, its in zip(plain.composites, first.composites, strict=True):
        # The noisy-or is associative but for rounding.
        assert mine.confidences == pytest.approx(its.confidences, abs=1e-12)


@quick
@given(owned_rows, kinds.unless, kinds.merges)
def test_records_are_prepared_in_the_hands_they_are_in(rows, rule, merge):
    eve = Adversary((EACH_OWNER_CORRECT, EACH_OWNER_AUGMENT, Resolve(rule, merge)))
    prepared = EACH_OWNER_AUGMENT.apply(EACH_OWNER_CORRECT.apply(as_sourced(rows)).composites).composites
    assert [owner_of(record) for record in prepared] == [owner for _, owner in rows]
    once, again = owners_first(eve).resolve(as_sourced(rows)), staged(Resolve(rule, merge)).resolve(prepared)
    assert (once.members, list(once.composites)) == (again.members, list(again.composites))
    assert owners_first(eve).depends_on_owners


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
    result = information_leakage(rows, E, owners_first(EVE))
    assert result.leakage == pytest.approx(8 / 9)
    assert result.composite == Record(JOB)


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


# C(E, R) is a function of E and R: however they are handed in, and whoever finds the outcome.


PREPARATION = (Correct({("N", "2"): "1"}), Augment("C", "P", {"1": "1"}))


def costs(operations, rows):
    """What the records cost as a list, as a long list and as a Database."""
    eve = Adversary(tuple(operations), PerComparison())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "MANY", 0)
        long = eve.resolve(rows).cost
    return {eve.resolve(rows).cost, long, eve.resolve(Database.from_records(rows)).cost}


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_a_resolution_costs_what_shows_it_for_every_rule_and_merge(rows, rule, merge):
    groups = resolution.swoosh(rows, Handed(rule), merge)
    assert costs([Resolve(rule, merge)], rows) == {cost_oracle.of_resolution(groups)}


@quick
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_so_does_single_link(rows, rule, merge):
    groups = resolution.chains(rows, Handed(rule))
    assert costs([SingleLink(rule, merge)], rows) == {cost_oracle.of_chains(groups)}


@quick
@given(databases(max_size=9, values="123"), policies, st.booleans())
def test_a_pipeline_costs_the_sum_of_its_operations(rows, match, again):
    operations = [*PREPARATION, Resolve(match), *([PREPARATION[0], Resolve(Shares("C"))] if again else [])]
    expected, state = 0, rows
    for operation in operations:
        groups = operation.apply(state)
        resolves = isinstance(operation, Resolve)
        expected += cost_oracle.of_resolution(groups.members) if resolves else len(state)
        state = groups.composites
    assert costs(operations, rows) == {expected}


@quick
@given(kinds.word_databases, kinds.normalised(kinds.representative), st.sampled_from([union_merge, noisy_or_merge]))
def test_every_algorithm_counts_alike(rows, rule, merge):
    counts = {way(rows, rule, merge).comparisons for way in (resolve_by_pairs, resolve_by_search)}
    if rule.keys_decide:
        counts.add(resolve_by_keys(rows, rule, merge).comparisons)
    assert counts == {Resolve(rule, merge).apply(rows).comparisons}


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_a_long_list_is_resolved_as_a_short_one_by_every_rule_and_merge(rows, rule, merge):
    """Arrays know equal values and the union only: whatever else an adversary does must not end there."""
    eve = Adversary((Resolve(rule, merge),))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "MANY", 0)
        long, columns = eve.resolve(rows), eve.resolve(Database.from_records(rows))
    groups = resolution.swoosh(rows, Handed(rule), merge)
    composites = [resolution.merged(rows, group, merge) for group in groups]
    for resolved in (long, columns):
        assert [list(resolved.members), list(resolved.composites)] == [groups, composites]


@pytest.mark.parametrize("merge", [noisy_or_merge, latest_wins_merge])
def test_a_database_keeps_its_merge(merge):
    """``last.by_keys``: the merge of the arrays is the union, and no other may be taken for it."""
    rows = [Record.of(("N", "n"), ("P", "1", 0.5)), Record.of(("N", "n"), ("P", "1", 0.5), ("C", "c"))]
    rows.append(Record.of(("N", "n"), ("P", "2", 0.25)))
    joined = Adversary((Resolve(Shares("N"), merge),)).resolve(Database.from_records(rows))
    assert list(joined.composites) == [resolution.merged(rows, (0, 1, 2), merge)]
    assert list(joined.composites) != [resolution.merged(rows, (0, 1, 2), union_merge)]


# What operations say of themselves is held against what they do; one that says nothing is slow, and right.


APART = "kept apart"


@dataclass(frozen=True)
class Mute(Operation):
    """An operation of one's own that says nothing of itself."""

    inner: Operation

    def apply(self, records):
        return self.inner.apply(records)


def operation(chance):
    return chance.choice([descriptions_kinds.resolution, descriptions_kinds.resolution, descriptions_kinds.correction])(
        chance
    )


def values_of_composites(step, records):
    """The values that each composite knows, whatever their order; confidences are added up in another one."""
    return sorted(sorted(pairs_of([composite])) for composite in step.apply(records).composites)


def together(step, records):
    """The pairs of records that end up in one composite."""
    return {(m, n) for members in step.apply(records).members for m in members for n in members}


def pairs_of(records):
    return {a.pair for record in records for a in record if a.confidence > 0}


@thorough
@given(descriptions_kinds.seeds)
def test_what_is_said_of_an_operation_holds(chance):
    releases, background, _ = descriptions_kinds.scene(chance, 5)
    records, step = [Record(record) for record in (*releases, *background)], operation(chance)
    if step.record_by_record:
        apart = [composite for record in records for composite in step.apply([record]).composites]
        assert list(step.apply(records).composites) == apart
    if step.unique:
        assert values_of_composites(step, chance.sample(records, len(records))) == values_of_composites(step, records)
    if step.is_incremental:
        some = chance.randint(0, len(records))
        assert values_of_composites(
            step, [*step.apply(records[:some]).composites, *records[some:]]
        ) == values_of_composites(step, records)
    widest = {pair for record in records for pair in step.reachable_pairs(frozenset(a.pair for a in record.known))}
    assert pairs_of(step.apply(records).composites) <= widest


@thorough
@given(descriptions_kinds.seeds)
def test_no_records_end_together_that_the_relaxed_match_keeps_apart(chance):
    releases, background, _ = descriptions_kinds.scene(chance, 5)
    records, eve = [*releases, *background], descriptions_kinds.adversary(chance)
    widest = [eve.reachable_pairs(record) for record in records]
    bound = Adversary((Resolve(eve.relaxed),) if eve.relaxed else ()).resolve(widest).composite_of
    for members in eve.resolve(records).members:
        assert len({int(bound[number]) for number in members}) == 1
    chosen = [record for record in records if chance.random() < 0.7]
    if eve.pipeline and eve.pipeline.analysis:
        ready = eve.pipeline.prepared(records)
        wide = eve.pipeline.analysis.bounding.apply(ready).composites
        for composite in eve.resolve(chosen).composites:
            assert any(pairs_of([composite]) <= pairs_of([whole]) for whole in wide)


@thorough
@given(descriptions_kinds.seeds)
def test_a_value_that_nobody_minds_changes_nothing_else(chance):
    releases, background, _ = descriptions_kinds.scene(chance, 5)
    records, eve = [*releases, *background], descriptions_kinds.adversary(chance)
    if not records:
        return
    label, place = chance.choice("NPCX"), chance.randrange(len(records))
    if eve.depends_on(label):
        return
    new = Attribute(label, "4711 0815")
    more = [r.with_attribute(new) if n == place else r for n, r in enumerate(records)]
    before, after = eve.resolve(records), eve.resolve(more)
    assert before.members == after.members
    if eve.is_additive:
        changed = int(before.composite_of[place])
        expected = [c.with_attribute(new) if n == changed else c for n, c in enumerate(before.composites)]
        assert list(after.composites) == expected


@quick
@given(descriptions_kinds.seeds)
def test_records_are_kept_apart(chance):
    releases, background, _ = descriptions_kinds.scene(chance, 5)
    records, eve = [*releases, *background], descriptions_kinds.adversary(chance)
    if len(records) < 2 or eve.blocked_on(APART) is None:
        return
    sides = {number: str(place) for place, number in enumerate(chance.sample(range(len(records)), 2))}
    marked = [r.with_attribute(Attribute(APART, sides[n])) if n in sides else r for n, r in enumerate(records)]
    first, second = sides
    resolution = eve.blocked_on(APART).resolve(marked)
    assert resolution.composite_of[first] != resolution.composite_of[second]


def figures(releases, background, e, eve, weights):
    """What every function of the decision layer says that takes an adversary."""
    new, *others = releases
    everything = [tuple(range(len(releases)))]
    pool = pool_choices(dict(enumerate(releases)), background, e, eve, weights)
    baseline = Baseline.of((*background, *others), e, eve, weights)
    optional = [Attribute("P", "1"), Attribute("C", "2")]
    trade_off = field_trade_off([baseline], new, [a for a in optional if a.label not in {b.label for b in new}])
    return [
        information_leakage((*background, *releases), e, eve, weights).leakage,
        incremental_leakage((*background, *others), new, e, eve, weights).after,
        baseline.add(new).leakage,
        *release_contributions((*releases, *background), range(len(releases)), e, eve, weights),
        *(share.share for share in release_shapley([pool], [(number,) for number in everything[0]])),
        *(choice.leakage for choice in trade_off.plans),
    ]


@settings(max_examples=8 * TIMES)
@given(descriptions_kinds.seeds)
def test_an_operation_that_says_nothing_gets_the_same_figures(chance):
    releases, background, e = descriptions_kinds.scene(chance, 4, 2)
    if not releases:
        return
    eve, weights = descriptions_kinds.adversary(chance), descriptions_kinds.measure(chance)
    mute = Adversary(tuple(Mute(step) if chance.random() < 0.7 else step for step in eve.operations))
    assert figures(releases, background, e, mute, weights) == pytest.approx(
        figures(releases, background, e, eve, weights), abs=1e-12
    )
