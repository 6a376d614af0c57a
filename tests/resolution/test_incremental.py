"""Incremental resolution, subsets, and evidence read from a log."""

import operator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Database, Record, Resolve, SameKeySet, Shares, union_merge
from leakage.bits import bits, mask_of, union_of
from leakage.resolution.incremental import IncrementalResolution
from leakage.resolution.match import Match
from leakage.resolution.match_bitsets import views_of
from leakage.resolution.operations import SingleLink
from leakage.resolution.resolution import SMALL, join_of, replayed, shared_values
from leakage.resolution.resolve import resolve_by_keys
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.resolution.rules.normalised import Normalised, Normaliser
from leakage.resolution.rules.similar_values import Similar
from leakage.resolution.subsets import SubsetResolution
from tests.amount import TIMES
from tests.oracles import matching
from tests.oracles import resolution as oracle
from tests.resolution import kinds
from tests.resolution.test_resolve import Handed
from tests.strategies import key_sets, policies, quick, records, thorough

# Records that come, go and change, one after the other, against resolving what there is from scratch.


MATCHES = st.one_of(policies, key_sets, st.builds(Normalised, policies, kinds.normalisers))
FEW_WORDS = records(values=kinds.WORDS[:5], max_size=4)


def check(state, records, match):
    """The state is what the records held, by number, resolve to."""
    numbers = sorted(records)
    groups = resolve_by_keys([records[number] for number in numbers], match, union_merge)
    expected = [tuple(numbers[place] for place in members) for members in groups.members]
    assert list(state.groups()) == expected
    for members, composite in zip(expected, groups.composites, strict=True):
        for number in members:
            assert state.record(number) == records[number]
            assert state.members_of(number) == members
            assert state.composite_of(number) == composite


@thorough
@given(st.lists(FEW_WORDS, max_size=8), MATCHES, st.data())
def test_any_sequence_of_edits_ends_where_resolving_from_scratch_does(database, match, data):
    state, records = IncrementalResolution(database, match), dict(enumerate(database))
    check(state, records, match)
    for _ in range(data.draw(st.integers(1, 6))):
        edit = data.draw(st.sampled_from(["add", "remove", "change"] if records else ["add"]))
        if edit == "add":
            record = data.draw(FEW_WORDS)
            records[state.add(record)] = record
        else:
            number = data.draw(st.sampled_from(sorted(records)))
            if edit == "change":
                records[number] = data.draw(FEW_WORDS)
                state.change(number, records[number])
            else:
                state.remove(number)
                del records[number]
        check(state, records, match)


@pytest.mark.parametrize(
    "match",
    [
        AnyOf(Shares("N", "P"), Shares("C")),
        pytest.param(AnyOf(Shares("N"), Shares("P"), Shares("C", "A")), marks=pytest.mark.slow),
        SameKeySet("N"),
    ],
    ids=lambda match: match.sentence(),
)
def test_long_random_sequences(match):
    random = Random(7)

    def drawn():
        return Record.of(*{(random.choice("NPCA"), str(random.randint(1, 12))) for _ in range(random.randint(1, 4))})

    database = [drawn() for _ in range(60)]
    state, records = IncrementalResolution(Database.from_records(database), match), dict(enumerate(database))
    for step in range(300):
        number = random.choice(sorted(records))
        match random.randrange(3):
            case 0:
                record = drawn()
                records[state.add(record)] = record
            case 1:
                state.remove(number)
                del records[number]
            case 2:
                records[number] = drawn()
                state.change(number, records[number])
        if step % 20 == 0:
            check(state, records, match_of(state))
    check(state, records, match_of(state))


match_of = operator.attrgetter("_match")


def test_numbers_are_never_given_twice():
    state = IncrementalResolution([Record.of(("N", "n"))], Shares("N"))
    first = state.add(Record.of(("N", "n")))
    state.remove(first)
    assert state.add(Record.of(("N", "n"))) == first + 1 == 2
    assert list(state.groups()) == [(0, 2)]


@pytest.mark.parametrize("number", [1, 5, -1])
def test_a_record_that_is_not_there_is_refused(number):
    state = IncrementalResolution([Record.of(("N", "n")), Record.of(("N", "m"))], Shares("N"))
    state.remove(1)
    for edit in (state.remove, state.record, state.members_of, state.composite_of, lambda n: state.change(n, Record())):
        with pytest.raises(KeyError):
            edit(number)
    assert list(state.groups()) == [(0,)]


@pytest.mark.parametrize(
    "match", [Shares(Similar("N")), Unless(Shares("N"), Conflicts("P")), AnyOf(Shares("N"), SameKeySet("P"))]
)
def test_only_equal_keys_with_representativity_are_taken(match):
    with pytest.raises(ValueError, match="representativity"):
        IncrementalResolution([], match)


@quick
@given(st.lists(FEW_WORDS, max_size=6), FEW_WORDS)
def test_keys_that_cannot_be_numbered_are_looked_up_all_the_same(database, record):
    match = Normalised(AnyOf(Shares("N", "P"), Shares("C")), Normaliser())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("leakage.resolution.arrays.LARGEST", 1)
        state, records = IncrementalResolution(database, match), dict(enumerate(database))
    records[state.add(record)] = record
    check(state, records, match)


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
