"""Subsets of records, and evidence read from a log."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Record, Resolve, Shares
from leakage.old.bits import bits, mask_of, union_of
from leakage.old.resolution.match import Match
from leakage.old.resolution.match_bitsets import views_of
from leakage.old.resolution.operations import SingleLink
from leakage.old.resolution.resolution import SMALL, join_of, replayed, shared_values
from leakage.old.resolution.rules.normalised import Normalised
from leakage.old.resolution.subsets import SubsetResolution
from tests.amount import TIMES
from tests.old.resolution import kinds
from tests.old.resolution.test_resolve import Handed
from tests.oracles import matching
from tests.oracles import resolution as oracle
from tests.strategies import key_sets, policies, records, thorough

MATCHES = st.one_of(policies, key_sets, st.builds(Normalised, policies, kinds.normalisers))
FEW_WORDS = records(values=kinds.WORDS[:5], max_size=4)

# Subsets of records on masks: every rule, merge and clustering against the definitions, on every subset.


rules = kinds.normalised(kinds.plain)


@thorough
@given(kinds.word_databases, rules, st.data())
def test_unions_match_by_their_views_as_by_the_rule(database, rule, data):
    views = views_of(rule, database)
    sides = [data.draw(st.sets(st.sampled_from(range(len(database))), min_size=1)) for _ in range(2 if database else 0)]
    if not sides:
        return
    left, right = (oracle.merged(database, sorted(side), kinds.union_merge) for side in sides)
    seen = [tuple(union_of(column) for column in zip(*(views.of[n] for n in side), strict=True)) for side in sides]
    same = matching.same_person(rule, left, right)
    assert views.matches(*seen) == same
    if same:
        assert union_of(views.touching[n] for n in sides[0]) & mask_of(sides[1])


@thorough
@given(kinds.word_databases, rules, kinds.merges, st.data())
def test_every_subset_is_resolved_as_by_r_swoosh(database, rule, merge, data):
    always = data.draw(st.integers(0, len(database)))
    resolution = SubsetResolution.of(Resolve(rule, merge), database, always)
    for _ in range(4):
        subset = data.draw(st.integers(0, (1 << len(database)) - 1)) | (1 << always) - 1
        agrees(resolution, database, subset, lambda records: oracle.swoosh(records, Handed(rule), merge))


@thorough
@given(kinds.word_databases, rules, kinds.merges, st.data())
def test_every_subset_is_clustered_by_chains(database, rule, merge, data):
    resolution = SubsetResolution.of(SingleLink(rule, merge), database, 0)
    subset = data.draw(st.integers(0, (1 << len(database)) - 1))
    agrees(resolution, database, subset, lambda records: oracle.chains(records, Handed(rule)))


@thorough
@given(kinds.word_databases, kinds.own, kinds.merges, st.data())
def test_a_rule_of_ones_own_is_read_by_its_keys(database, rule, merge, data):
    subset = data.draw(st.integers(0, (1 << len(database)) - 1))
    resolved = SubsetResolution.of(Resolve(rule, merge), database, 0)
    agrees(resolved, database, subset, lambda records: oracle.swoosh(records, Handed(rule), merge))
    linked = SubsetResolution.of(SingleLink(rule, merge), database, 0)
    agrees(linked, database, subset, lambda records: oracle.chains(records, Handed(rule)))


def agrees(resolution, database, subset, definition):
    numbers = list(bits(subset))
    groups = definition([database[n] for n in numbers])
    expected = {mask_of(numbers[place] for place in group) for group in groups}
    assert set(resolution.composites(subset)) == expected


def test_without_a_resolution_every_record_stands_alone():
    records = [Record.of(("N", "n"))] * 3
    assert SubsetResolution.of(None, records, 1).composites(0b101) == (0b001, 0b100)


class Stranger(Match):
    labels = ("N",)

    def keys(self, record):
        return iter(())

    def sentence(self):
        return "nobody"


@pytest.mark.parametrize("rule", [Stranger(), kinds.AnyOf(Shares("N"), Stranger())])
def test_a_match_it_does_not_know_is_refused(rule):
    with pytest.raises(TypeError, match="cannot be told in bits"):
        views_of(rule, [])


# The evidence of joins, replayed from their log, is what the members of either side hold at that moment.


RULES = AnyOf(Shares("N"), Shares("P", "C"))
# Few values: composites grow beyond those whose records are all asked.
cells = st.tuples(*(st.sampled_from(("", *values)) for values in ("ab", "123", "xy")))
people = st.lists(cells, min_size=2, max_size=5 * SMALL).map(
    lambda rows: [
        Record.of(*((label, value) for label, value in zip("NPC", row, strict=True) if value)) for row in rows
    ]
)


def slowly(joins, records):
    """Every member of both sides is asked, join after join."""
    cluster = {number: [number] for number in range(len(records))}
    for key, left, right in joins:
        yield join_of(key, sorted(cluster[left]), sorted(cluster[right]), records)
        both = cluster[left] + cluster[right]
        cluster |= dict.fromkeys(both, both)


@settings(max_examples=25 * TIMES)
@given(people, st.randoms(use_true_random=False))
def test_every_join_names_who_held_the_key(records, chance):
    parent = list(range(len(records)))
    joins = []
    pairs = [(left, right) for left in range(len(records)) for right in range(len(records)) if left != right]
    chance.shuffle(pairs)
    for left, right in pairs:
        key = RULES.common_key(records[left], records[right])
        if key is not None and parent[left] != parent[right]:
            joins.append((key, left, right))
            old = parent[right]
            parent = [parent[left] if cluster == old else cluster for cluster in parent]
    logged, expected = replayed(joins, records), list(slowly(joins, records))
    assert list(logged) == expected and [logged[n] for n in range(len(logged))] == expected
    for cluster in set(parent):
        members = [number for number, root in enumerate(parent) if root == cluster]
        inside = [join for join, (_, left, _) in zip(expected, joins, strict=True) if parent[left] == cluster]
        assert list(logged.within(members)) == inside


@settings(max_examples=15 * TIMES)
@given(people, st.integers(0, 20))
def test_the_first_joins_of_a_composite_are_the_first_of_all_its_joins(records, most):
    resolution = Adversary((Resolve(RULES),)).resolve(records)
    for number, members in enumerate(resolution.members):
        joins = [join for join in resolution.evidence if set(join.records) <= set(members)]
        assert resolution.evidence_of(number) == tuple(joins) and len(joins) == len(members) - 1
        assert resolution.evidence_of(number, most) == tuple(joins[:most])


@thorough
@given(st.lists(FEW_WORDS, max_size=8), MATCHES)
def test_a_shared_value_counts_every_record_that_holds_it_whoever_was_joined_first(database, match):
    """Against asking every record of a composite for every reason of a join, one by one."""
    resolution = Adversary((Resolve(match),)).resolve(database)
    for number, members in enumerate(resolution.members):
        evidence = resolution.evidence_of(number)
        found = {frozenset(value.pairs): value.records for value in shared_values(evidence, members, database)}
        expected = {}
        for join in evidence:
            holders = expected.setdefault(frozenset(join.key.shared), {*join.left, *join.right})
            for side in (join.key.of_left.shared, join.key.of_right.shared):
                holders.update(n for n in members if all(pair in join.key.rule.pairs(database[n]) for pair in side))
        assert found == {reason: tuple(sorted(holders)) for reason, holders in expected.items()}
        assert all(len(holders) > 1 for holders in found.values())


def test_of_equal_values_all_who_have_them_are_counted():
    logins = [Record.of(("Email", "marta"), ("Password", str(number % 3))) for number in range(12)]
    resolution = Adversary((Resolve(AnyOf(Shares("Password"), Shares("Email"))),)).resolve(logins)
    shared = shared_values(resolution.evidence_of(0), resolution.members[0], logins)
    assert [(value.pairs, len(value.records)) for value in shared] == [
        ((("Email", "marta"),), 12),
        *[((("Password", str(number)),), 4) for number in range(3)],
    ]
