"""Resolution by keys against resolution by pairs, and what both must keep."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import AnyOf, Attribute, Record, Resolve, SameKeySet, Shares, union_merge
from leakage.progress import listening
from leakage.resolution.resolve import resolve_by_keys, resolve_by_pairs
from tests.oracles import resolution as oracle
from tests.strategies import databases, matches, policies, quick, thorough

RESOLVERS = [resolve_by_keys, resolve_by_pairs]


def seeded_databases(seed, count=150):
    """Larger and sparser databases than hypothesis finds: long chains beside records that stay alone."""
    random = Random(seed)
    for _ in range(count):
        values = random.randint(3, 7)
        yield [
            Record({Attribute(random.choice("NPC"), str(random.randint(1, values))) for _ in range(2)})
            for _ in range(random.randint(6, 14))
        ]


SPARSE_MATCHES = [
    Shares("N"),
    Shares("N", "P"),
    AnyOf(Shares("N"), Shares("P")),
    AnyOf(Shares("N", "P"), Shares("C")),
    SameKeySet("N"),
]


@pytest.mark.parametrize("match", SPARSE_MATCHES, ids=lambda match: match.sentence())
def test_by_keys_equals_by_pairs_on_sparse_databases(match):
    for records in seeded_databases(seed=2012):
        fast, obvious = (resolve(records, match, union_merge) for resolve in RESOLVERS)
        assert fast.composites == obvious.composites
        assert fast.members == obvious.members
        for groups in (fast, obvious):
            check_evidence(groups, records)


def check_evidence(groups, records):
    """Each side of a join holds its key, by records that each hold a part of it; one join an absorbed record."""
    assert len(groups.evidence) == len(records) - len(groups.composites)
    composite_of = {n: c for c, members in enumerate(groups.members) for n in members}
    for evidence in groups.evidence:
        assert not set(evidence.left) & set(evidence.right)
        assert len({composite_of[n] for n in evidence.records}) == 1
        for side in (evidence.left, evidence.right):
            held = oracle.merged(records, side, union_merge)
            assert all(pair in held for pair in evidence.key.shared)
            parts = [sum(pair in records[n] for pair in evidence.key.shared) for n in side]
            assert min(parts) > 0
            # Where a record holds the key whole, those that hold only a part are not named.
            assert max(parts) < len(evidence.key.shared) or min(parts) == max(parts)


@thorough
@given(databases(), matches)
def test_by_keys_equals_by_pairs(records, match):
    fast, obvious = (resolve(records, match, union_merge) for resolve in RESOLVERS)
    assert fast.composites == obvious.composites
    assert fast.members == obvious.members


@quick
@given(databases(max_size=12, values="1234"), policies)
def test_by_keys_equals_by_pairs_on_longer_chains(records, match):
    fast, obvious = (resolve(records, match, union_merge) for resolve in RESOLVERS)
    assert fast.composites == obvious.composites
    assert fast.members == obvious.members


@quick
@given(databases(), matches, st.data())
def test_order_of_records_does_not_matter(records, match, data):
    shuffled = data.draw(st.permutations(records))
    for resolve in RESOLVERS:
        in_order, in_disorder = (resolve(rs, match, union_merge).composites for rs in (records, shuffled))
        assert Counter(in_order) == Counter(in_disorder)


@quick
@given(databases(), matches)
def test_no_two_composites_match(records, match):
    composites = Resolve(match).apply(records).composites
    for number, composite in enumerate(composites):
        assert not any(match.matches(composite, other) for other in composites[number + 1 :])


@quick
@given(databases(), matches)
def test_members_part_the_records_and_make_the_composites(records, match):
    for resolve in RESOLVERS:
        groups = resolve(records, match, union_merge)
        assert sorted(n for members in groups.members for n in members) == list(range(len(records)))
        assert list(groups.members) == sorted(groups.members)
        for composite, members in zip(groups.composites, groups.members, strict=True):
            assert composite == oracle.merged(records, members, union_merge)


@thorough
@given(databases(max_size=9), matches)
def test_evidence_is_held_by_the_records_it_names(records, match):
    for resolve in RESOLVERS:
        check_evidence(resolve(records, match, union_merge), records)


def test_composites_are_ordered_by_their_first_member():
    # Record 3 joins record 0, and then record 2 to both.
    values = ((("N", "n"),), (("C", "c"),), (("P", "p"),), (("N", "n"), ("P", "p")))
    records = [Record.of(*pairs) for pairs in values]
    for resolve in RESOLVERS:
        groups = resolve(records, AnyOf(Shares("N"), Shares("P")), union_merge)
        assert groups.members == ((0, 2, 3), (1,))


def test_a_merged_record_reaches_what_no_part_reached():
    records = [
        Record.of(("N", "n"), ("C", "c")),
        Record.of(("P", "p"), ("C", "c")),
        Record.of(("N", "n"), ("P", "p")),
    ]
    match = AnyOf(Shares("C"), Shares("N", "P"))
    groups = resolve_by_keys(records, match, union_merge)
    assert groups.members == ((0, 1, 2),)
    assert groups.evidence[1].left == (0, 1)  # Only the two together hold name and phone.
    assert groups.evidence[1].right == (2,)


def test_identical_records_are_one():
    assert resolve_by_keys([Record.of(("N", "n"))] * 3, Shares("N"), union_merge).members == ((0, 1, 2),)


def test_records_without_the_label_stay_alone():
    records = [Record(), Record(), Record.of(("P", "p")), Record.of(("P", "p"))]
    for match in (Shares("N"), SameKeySet("N"), SameKeySet("N", "P")):
        assert len(resolve_by_keys(records, match, union_merge).composites) == 4


@pytest.mark.parametrize("resolve", RESOLVERS)
def test_nothing_resolves_to_nothing(resolve):
    groups = resolve([], Shares("N"), union_merge)
    assert (groups.composites, groups.members, groups.evidence) == ((), (), ())


def test_a_key_set_among_other_rules_costs_representativity():
    match = AnyOf(Shares("N"), SameKeySet("A"))
    records = [Record.of(("N", "n"), ("A", "a")), Record.of(("N", "n"), ("A", "b")), Record.of(("A", "a"))]
    assert not match.representative
    # Joined by name, the first two have another key set than the third; the order decides.
    assert Resolve(match).apply(records).members == ((0, 1), (2,))
    assert Resolve(match).apply([records[0], records[2], records[1]]).members == ((0, 1, 2),)
    resolution, obvious = Resolve(match).apply(records), resolve_by_pairs(records, match, union_merge)
    assert (resolution.composites, resolution.evidence) == (obvious.composites, obvious.evidence)


def test_a_few_records_are_told_of_once():
    told = []
    with listening(lambda *what: told.append(what)):
        resolve_by_keys([Record.of(("N", str(n))) for n in range(5)], Shares("N"), union_merge)
    assert {what for what in told if what[0] == "Joining records"} == {("Joining records", 0, 5)}
