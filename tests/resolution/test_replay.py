"""The evidence of joins, replayed from their log, is what the members of either side hold at that moment."""

from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Record, Resolve, Shares
from leakage.resolution.resolution import SMALL, join_of, replayed

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


@settings(max_examples=50)
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
    told, expected = replayed(joins, records), list(slowly(joins, records))
    assert list(told) == expected and [told[n] for n in range(len(told))] == expected
    for cluster in set(parent):
        members = [number for number, held in enumerate(parent) if held == cluster]
        inside = [join for join, (_, left, _) in zip(expected, joins, strict=True) if parent[left] == cluster]
        assert list(told.within(members)) == inside


@settings(max_examples=30)
@given(people, st.integers(0, 20))
def test_the_first_joins_of_a_composite_are_the_first_of_all_its_joins(records, most):
    resolution = Adversary((Resolve(RULES),)).resolve(records)
    for number, members in enumerate(resolution.members):
        joins = [join for join in resolution.evidence if set(join.records) <= set(members)]
        assert resolution.evidence_of(number) == tuple(joins) and len(joins) == len(members) - 1
        assert resolution.evidence_of(number, most) == tuple(joins[:most])
