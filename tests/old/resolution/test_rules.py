"""Match rules of every kind."""

from dataclasses import dataclass
from itertools import combinations

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Key,
    Match,
    MatchFunction,
    Record,
    Resolve,
    SameKeySet,
    Shares,
    check_properties,
    dip,
    incremental_leakage,
    information_leakage,
    query_leakage,
    union_merge,
)
from leakage.old.decision import (
    minimal_matching_record,
    pool_choices,
    release_contributions,
    release_shapley,
)
from leakage.old.decision.incremental import settled_pipeline
from leakage.old.decision.leakage import query_leakage_bounds
from leakage.old.resolution.candidates import SimilarityIndex
from leakage.old.resolution.merge import latest_wins_merge, noisy_or_merge
from leakage.old.resolution.operations import SingleLink
from leakage.old.resolution.properties import declared_properties
from leakage.old.resolution.resolve import resolve_by_pairs, resolve_by_search
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.resolution.rules.score import AtLeast
from leakage.old.resolution.rules.similar_values import Similar
from tests.old.resolution import kinds
from tests.old.resolution.test_resolve import Handed
from tests.oracles import matching
from tests.oracles import resolution as oracle
from tests.strategies import quick, records, thorough

# Every kind of rule against what its sentence says, and every way to resolve against comparing all pairs.


ANY_RECORD = records(values=kinds.WORDS)


@pytest.mark.parametrize(
    ("similar", "left", "right"),
    [
        (Similar("N", 0.9), "Katherine", "Katharine"),
        (Similar("N", 0.9, blocked=False), "Jon Smith", "jon Smith"),
        (Similar("N", 0.9, "text"), "12 Main Street", "Street Main 12"),
        (Similar("N", 0.8, "text"), "12 Main Street", "12 Main Streets 12"),
        (Similar("N", kind="number", within=2), "20", "22.0"),
        (Similar("N", kind="date", within=2), "2020-02-28", "01.03.2020"),
        (Similar("N", kind="covers"), "11*", "112"),
        (Similar("N", kind="covers"), "30", "3*"),
        (Similar("N", kind="covers"), ">=50", "50"),
        (Similar("N", kind="covers"), "≥50", "51.5"),
        (Similar("N", kind="covers"), "< 50", "49"),
        (Similar("N", kind="covers"), "[20-30]", "30"),
        (Similar("N", kind="covers"), "20-30", "20"),
        (Similar("N", kind="covers"), "20-30", "25-26"),
        (Similar("N", kind="covers"), "1**", "11*"),
    ],
)
def test_values_alike(similar, left, right):
    assert similar.alike(left, right) and similar.alike(right, left)
    assert Shares(similar).matches(Record.of(("N", left)), Record.of(("N", right)))


@pytest.mark.parametrize(
    ("similar", "left", "right"),
    [
        (Similar("N", 0.9), "Catherine", "Katherine"),
        (Similar("N", 0.95), "Katherine", "Kathy"),
        (Similar("N", 0.5, "text"), "Mainz", "Main"),
        (Similar("N", kind="number", within=2), "20", "22.5"),
        (Similar("N", kind="number", within=9), "20", "twenty"),
        (Similar("N", kind="date", within=1), "2020-02-28", "2020-03-01"),
        (Similar("N", kind="date", within=99), "2020-02-28", "2020-02-30"),
        (Similar("N", kind="covers"), "11*", "1123"),
        (Similar("N", kind="covers"), "11*", "121"),
        (Similar("N", kind="covers"), "3*", "3*0"),
        (Similar("N", kind="covers"), ">50", "50"),
        (Similar("N", kind="covers"), "[20-30)", "30"),
        (Similar("N", kind="covers"), "(20-30]", "20"),
        (Similar("N", kind="covers"), "30-20", "25"),
        (Similar("N", kind="covers"), "20-30", "25-36"),
        (Similar("N", kind="covers"), "20", "25"),
    ],
)
def test_values_not_alike(similar, left, right):
    assert not similar.alike(left, right) and not similar.alike(right, left)
    assert not Shares(similar).matches(Record.of(("N", left)), Record.of(("N", right)))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Similar(""),
        lambda: Similar("N", 0.0),
        lambda: Similar("N", 1.1),
        lambda: Similar("N", within=-1),
        lambda: Similar("N", within=float("inf")),
        lambda: Similar("N", kind="sound"),
        lambda: Shares("N", Similar("N")),
        Conflicts,
        lambda: AtLeast(0.0, (("N", 1.0),)),
        lambda: AtLeast(1.0, ()),
        lambda: AtLeast(1.0, (("N", -1.0),)),
        lambda: AtLeast(1.0, (("N", float("nan")),)),
    ],
)
def test_rules_refuse_what_makes_no_sense(wrong):
    with pytest.raises(ValueError):
        wrong()


def test_evidence_of_values_alike_lists_both_sides():
    left, right = Record.of(("N", "Katherine"), ("P", "1")), Record.of(("N", "Katharine"), ("P", "1"))
    key = Shares(Similar("N"), "P").common_key(left, right)
    assert key.shared == (("N", "Katherine"), ("N", "Katharine"), ("P", "1"))
    assert (key.of_left.shared, key.of_right.shared) == (
        (("N", "Katherine"), ("P", "1")),
        (("N", "Katharine"), ("P", "1")),
    )
    evidence = Adversary((Resolve(Shares(Similar("N"), "P")),)).resolve([left, right]).evidence
    assert [(join.left, join.right) for join in evidence] == [((0,), (1,))]


@quick
@given(
    kinds.similars,
    st.lists(st.sampled_from([*kinds.WORDS, "Kat", "2020-01-04", "4", ">=2", "25 1", "1 25"]), unique=True),
)
def test_values_are_found_alike_in_bulk_as_one_by_one(similar, values):
    alike = SimilarityIndex(Shares(similar), [Record.of(("N", value)) for value in values])
    for value in values:
        assert sorted(alike(similar, value)) == sorted(v for v in values if similar.alike(v, value))


def test_a_value_that_came_later_is_compared_too():
    similar = Similar("N")
    alike = SimilarityIndex(Shares(similar), [Record.of(("N", "Katherine"))])
    assert set(alike(similar, "Katharine")) == {"Katherine", "Katharine"}


@thorough
@given(kinds.normalised(kinds.plain), ANY_RECORD, ANY_RECORD)
def test_matching_is_symmetric_and_has_evidence(match, r, s):
    key = match.common_key(r, s)
    assert match.matches(r, s) == match.matches(s, r) == (key is not None)
    if key is not None:
        assert all(pair in key.rule.pairs(r) for pair in key.of_left.shared)
        assert all(pair in key.rule.pairs(s) for pair in key.of_right.shared)
        assert set(key.of_left.shared) | set(key.of_right.shared) == set(key.shared)
        assert key.rule.sentence()


@thorough
@given(kinds.normalised(kinds.plain), ANY_RECORD, ANY_RECORD)
def test_records_match_only_where_one_wants_what_the_other_offers(match, r, s):
    wanted = set(match.lookup_keys(r, SimilarityIndex(match, [r, s])))
    meet = not wanted.isdisjoint(match.keys(s))
    assert meet or not match.matches(r, s)
    if match.keys_decide:
        assert meet == match.matches(r, s)
    if match.keys_equal:
        assert wanted == set(match.keys(r))


@thorough
@given(kinds.normalised(kinds.plain), ANY_RECORD, ANY_RECORD, ANY_RECORD)
def test_declared_properties_hold(match, r, s, u):
    both = union_merge(r, s)
    if match.is_monotone and match.matches(r, u):
        assert match.matches(both, u)
    if match.matches(r, s):
        assert not match.representative or not match.matches(r, u) or match.matches(both, u)
        assert not match.negatively_representative or match.matches(r, u) or not match.matches(both, u)
    assert match.relaxed.is_monotone
    assert match.relaxed.matches(r, s) or not match.matches(r, s)


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.representative), st.sampled_from([union_merge, noisy_or_merge]))
def test_with_representativity_every_way_comes_to_the_same(database, match, merge):
    resolution, obvious = Resolve(match, merge).apply(database), resolve_by_pairs(database, match, merge)
    assert (resolution.members, resolution.composites) == (obvious.members, obvious.composites)
    assert len(resolution.evidence) == len(obvious.evidence)
    backwards = Resolve(match, merge).apply(database[::-1]).members
    last = len(database) - 1
    assert sorted(tuple(sorted(last - n for n in members)) for members in backwards) == list(resolution.members)


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_searching_by_index_is_comparing_all_pairs_in_order(database, match, merge):
    resolution, obvious = resolve_by_search(database, match, merge), resolve_by_pairs(database, match, merge)
    assert (resolution.members, resolution.composites, resolution.evidence) == (
        obvious.members,
        obvious.composites,
        obvious.evidence,
    )


@quick
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_composites_are_their_members_merged_in_order(database, match, merge):
    groups = Resolve(match, merge).apply(database)
    for composite, members in zip(groups.composites, groups.members, strict=True):
        assert composite == oracle.merged(database, members, merge)


@quick
@given(kinds.word_databases, kinds.normalised(kinds.plain))
def test_evidence_names_holders_on_both_sides(database, match):
    for evidence in Resolve(match).apply(database).evidence:
        for side, key in ((evidence.left, evidence.key.of_left), (evidence.right, evidence.key.of_right)):
            assert side
            assert all(any(pair in key.rule.pairs(database[n]) for n in side) for pair in key.shared)


@thorough
@given(ANY_RECORD, kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_dip_takes_the_first_record_that_matches(query, database, match, merge):
    result = dip(query, database, Adversary((Resolve(match, merge),)))
    if merge is union_merge:
        assert (result.composite, result.members) == oracle.dip(query, database, match, merge)
    grown = query
    for number in result.members:
        grown = merge(grown, database[number])
    assert result.composite == grown
    left = [n for n in range(len(database)) if n not in result.members]
    assert not any(match.matches(result.composite, database[n]) for n in left)


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.plain))
def test_single_link_is_the_components_of_the_pairs_that_match(database, match):
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(database)))
    pairs = combinations(range(len(database)), 2)
    graph.add_edges_from((i, j) for i, j in pairs if match.matches(database[i], database[j]))
    groups = SingleLink(match).apply(database)
    assert list(groups.members) == sorted(tuple(sorted(part)) for part in networkx.connected_components(graph))
    assert len(groups.evidence) == len(database) - len(groups.members)
    assert all(graph.has_edge(*join.left, *join.right) for join in groups.evidence)


def test_single_link_does_not_compare_composites():
    rows = [(("N", "n"), ("C", "c")), (("P", "p"), ("C", "c")), (("N", "n"), ("P", "p"))]
    match, database = AnyOf(Shares("C"), Shares("N", "P")), [Record.of(*row) for row in rows]
    assert SingleLink(match).apply(database).members == ((0, 1), (2,))
    assert Resolve(match).apply(database).members == ((0, 1, 2),)


VENDOR = Record.of(("N", "Alice"), ("A", "123 Main"), ("C", "999"))
EMPLOYER = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000"))
THIRD = Record.of(("N", "Alice"), ("A", "123 Main"), ("P", "666"), ("C", "999"))
NO_CONFLICT = Resolve(Unless(Shares("N", "A"), Conflicts("P")))


def test_2011_introduction_vendor_and_employer_are_joined():
    """ "the common name and address (and the lack of conflicting information) imply that the records match" """
    resolution = Adversary((NO_CONFLICT,)).resolve([VENDOR, EMPLOYER])
    assert resolution.composites == (Record.of(*(a.pair for a in union_merge(VENDOR, EMPLOYER))),)
    assert len(resolution.composites[0]) == 5


def test_2011_introduction_a_wrong_phone_keeps_vendor_and_employer_apart():
    """ "Now the vendor resolves this third record with its first record" before the two pool what they have."""
    assert Adversary((NO_CONFLICT,)).resolve([VENDOR, THIRD, EMPLOYER]).members == ((0, 1), (2,))
    vendor = Adversary((NO_CONFLICT,)).resolve([VENDOR, THIRD]).composites
    assert vendor == (union_merge(VENDOR, THIRD),)
    assert Adversary((NO_CONFLICT,)).resolve([*vendor, EMPLOYER]).members == ((0,), (1,))
    # Had she pooled first, the employer would have been there before the wrong phone: order decides.
    assert Adversary((NO_CONFLICT,)).resolve([VENDOR, EMPLOYER, THIRD]).members == ((0, 1), (2,))
    # Without negative evidence all three are one.
    assert len(Adversary((Resolve(Shares("N", "A")),)).resolve([VENDOR, THIRD, EMPLOYER]).composites) == 1


@pytest.mark.parametrize(
    ("resolve", "way"),
    [
        (Resolve(SameKeySet("N")), "one pass"),
        (Resolve(Normalised(SameKeySet("N"), Normaliser())), "one pass"),
        (Resolve(Shares("N")), "closure"),
        (Resolve(Shares(Similar("N")), noisy_or_merge), "closure"),
        (Resolve(AtLeast(1.0, (("N", 1.0),))), "search"),
        (Resolve(Shares("N"), latest_wins_merge), "search"),
        (Resolve(Unless(Shares("N"), Conflicts("P"))), "search"),
        (Resolve(AnyOf(Shares("N"), SameKeySet("P"))), "search"),
    ],
)
def test_the_way_follows_from_the_properties(resolve, way):
    assert resolve.algorithm == way


@pytest.mark.parametrize(
    "resolve",
    [Resolve(Shares(Similar("N"))), Resolve(AtLeast(1.0, (("N", 1.0),))), Resolve(Shares("N"), noisy_or_merge)],
)
def test_only_equal_keys_and_union_settle_a_what_if(resolve):
    assert resolve.unique
    assert settled_pipeline(Adversary((resolve,))) is None
    assert settled_pipeline(Adversary((Resolve(Normalised(Shares("N"), Normaliser())),))) is not None


@quick
@given(kinds.scores, ANY_RECORD, ANY_RECORD)
def test_score_is_the_sum_over_labels_with_a_common_value(match, r, s):
    score = sum(weight for label, weight in match.weights if set(r.values(label)) & set(s.values(label)))
    assert match.score(r, s) == pytest.approx(score)
    assert match.matches(r, s) == (match.score(r, s) >= match.threshold)


def test_the_example_of_generalised_values_in_2012_section_3_1():
    """Alice (zip 111, age 30) is one of the three in the first class."""
    database = [
        Record.of(("Zip", "11*"), ("Age", "3*"), ("Disease", "Heart")),
        Record.of(("Zip", "2**"), ("Age", "≥50")),
    ]
    match = Shares(Similar("Zip", kind="covers"), Similar("Age", kind="covers"))
    assert dip(Record.of(("Zip", "111"), ("Age", "30")), database, Adversary((Resolve(match),))).members == (0,)
    assert match.sentence().startswith("similar Zip (or a generalised value")


def test_what_a_score_matches_it_matches_when_it_knows_more():
    assert "monotonicity" in declared_properties(AtLeast(1.0, (("N", 1.0),)), union_merge)
    assert "monotonicity" not in declared_properties(Unless(Shares("N"), Conflicts("P")), union_merge)


# Normalisation: what is overlooked in matching, and that composites keep what was released.


NOTHING = Normaliser(case=False, spaces=False)


@pytest.mark.parametrize(
    ("normaliser", "left", "right"),
    [
        (Normaliser(spaces=False), "Alice", "ALICE"),
        (Normaliser(case=False), " Alice  Doe", "Alice Doe"),
        (Normaliser(phones=("N",), region="US"), "(650) 253-0000", "+1 650.253.0000"),
        (Normaliser(phones=("N",), region="GB"), "020 7946 0018", "+44 20 7946 0018"),
        (Normaliser(phones=("N",)), "12/34", "12 34"),
        (Normaliser(case=False, emails=("N",)), "a+shop@x.org", "A@X.org"),
        (Normaliser(nicknames=("N",)), "Bob Smith", "robert smith"),
    ],
)
def test_each_kind_is_overlooked_where_it_is_switched_on(normaliser, left, right):
    assert normaliser.value("N", left) == normaliser.value("N", right)
    assert NOTHING.value("N", left) != NOTHING.value("N", right)
    first, other = Record.of(("N", left)), Record.of(("N", right))
    assert Normalised(Shares("N"), normaliser).matches(first, other)
    assert not Normalised(Shares("N"), NOTHING).matches(first, other)


def test_kinds_apply_to_their_labels_only():
    normaliser = Normaliser(phones=("P",), emails=("E",), nicknames=("N",))
    assert [normaliser.value("X", value) for value in ("12/34", "a+b@x", "bob")] == ["12/34", "a+b@x", "bob"]


def test_composites_keep_the_values_as_they_were_released():
    database = [Record.of(("N", "Alice "), ("P", "1")), Record.of(("N", "ALICE"), ("C", "9"))]
    resolution = Adversary((Resolve(Normalised(Shares("N"), Normaliser())),)).resolve(database)
    assert resolution.composites == (union_merge(*database),)
    (evidence,) = resolution.evidence
    assert evidence.key.shared == (("N", "alice"),)
    assert (evidence.left, evidence.right) == ((0,), (1,))
    assert evidence.key.rule.sentence() == "same N (overlooking case, spaces)"


@quick
@given(kinds.normalisers, st.text(min_size=1))
def test_normalising_leaves_nothing_empty(normaliser, text):
    assert all(normaliser.value(label, text) for label in "NP")


@quick
@given(kinds.normalisers, st.text(st.characters(max_codepoint=126), min_size=1))
def test_normalising_twice_changes_nothing_more(normaliser, text):
    for label in "NP":
        once = normaliser.value(label, text)
        assert normaliser.value(label, once) == once


@quick
@given(kinds.normalisers, records(values=kinds.WORDS), records(values=kinds.WORDS))
def test_the_normalised_union_is_the_union_of_the_normalised(normaliser, r, s):
    together = normaliser.record(union_merge(r, s))
    assert together == union_merge(normaliser.record(r), normaliser.record(s))


def test_key_sets_are_compared_normalised():
    match = Normalised(SameKeySet("N"), Normaliser())
    assert match.matches(Record.of(("N", "alice"), ("N", "Alice")), Record.of(("N", "ALICE")))


def test_what_is_overlooked_is_said():
    assert Normaliser().sentence() == "overlooking case, spaces"
    assert Normaliser(case=False, spaces=False).sentence() == "value by value"


# A rule of one's own, as a plain function or by keys: held against the definitions and against the rule it copies.


any_rule = kinds.normalised(kinds.plain)
e = Record.of(("N", "Katherine"), ("P", "1"), ("C", "2"))


def as_function(rule):
    return MatchFunction(lambda left, right: matching.same_person(rule, left, right), *rule.labels)


@thorough
@given(kinds.word_databases, any_rule, kinds.merges)
def test_a_function_is_resolved_by_r_swoosh(database, rule, merge):
    resolution = Resolve(as_function(rule), merge).apply(database)
    assert list(resolution.members) == oracle.swoosh(database, Handed(rule), merge)
    for composite, members in zip(resolution.composites, resolution.members, strict=True):
        assert composite == oracle.merged(database, members, merge)


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.representative), st.randoms())
def test_where_order_does_not_matter_a_function_gives_what_the_rule_gives(database, rule, shuffling):
    shuffling.shuffle(database)
    resolution = Resolve(as_function(rule)).apply(database)
    assert resolution.members == Resolve(rule).apply(database).members
    assert list(resolution.members) == oracle.closure(database, Handed(rule), union_merge)


@quick
@given(kinds.word_databases, any_rule)
def test_single_link_takes_a_function(database, rule):
    assert list(SingleLink(as_function(rule)).apply(database).members) == oracle.chains(database, Handed(rule))


@quick
@given(ANY_RECORD, kinds.word_databases, any_rule, kinds.merges)
def test_dipping_takes_a_function(query, database, rule, merge):
    composite, members = oracle.dip(query, database, Handed(rule), merge)
    dipping = dip(query, database, Adversary((Resolve(as_function(rule), merge),)))
    assert (dipping.composite, tuple(sorted(step.record for step in dipping.steps))) == (composite, members)


@quick
@given(ANY_RECORD, kinds.word_databases, any_rule, kinds.merges)
def test_leakage_by_a_function_is_leakage_by_the_rule(release, database, rule, merge):
    resolution, other = (Adversary((Resolve(match, merge),)) for match in (rule, as_function(rule)))
    assert information_leakage(database, e, resolution).leakage == information_leakage(database, e, other).leakage
    assert (
        incremental_leakage(database, release, e, resolution).after
        == incremental_leakage(database, release, e, other).after
    )
    assert query_leakage(release, database, e, resolution) == query_leakage(release, database, e, other)


@quick
@given(st.lists(ANY_RECORD, min_size=1, max_size=4), any_rule)
def test_advice_by_a_function_is_advice_by_the_rule(releases, rule):
    def advice(match):
        eve = Adversary((Resolve(match),))
        everything = [tuple(range(len(releases)))]
        pool = pool_choices(dict(enumerate(releases)), (), e, eve)
        shares = release_shapley([pool], [(number,) for number in everything[0]])
        return [
            *release_contributions(releases, everything[0], e, eve),
            *(share.share for share in shares),
            incremental_leakage(releases[1:], releases[0], e, eve).after,
        ]

    assert advice(as_function(rule)) == pytest.approx(advice(rule), abs=1e-12)


@quick
@given(any_rule, ANY_RECORD, ANY_RECORD)
def test_a_function_matches_whatever_its_bound_matches_less_of(rule, r, s):
    assert as_function(rule).relaxed.is_monotone
    assert as_function(rule).relaxed.matches(r, s)


@quick
@given(any_rule, ANY_RECORD, ANY_RECORD)
def test_the_evidence_of_a_function_is_what_the_two_know(rule, r, s):
    key = as_function(rule).common_key(r, s)
    if key is not None:
        assert all(pair in r for pair in key.left) and all(pair in s for pair in key.right)
        assert key.left or all(pair in r and pair in s for pair in key.shared)
        assert {label for label, _ in key.shared} <= set(rule.labels)
    joined = Resolve(as_function(rule)).apply([r, s])
    assert [(join.left, join.right) for join in joined.evidence] == ([((1,), (0,))] if key is not None else [])


def test_a_function_is_handed_what_it_reads_and_nothing_else():
    seen = []

    def never(left, right):
        seen.extend([left, right])
        return False

    r = Record.of(("N", "Alice"), ("P", "1"), ("C", "9", 0.0), ("A", "20"))
    assert not MatchFunction(never, "N", "C").matches(r, r)
    assert seen == [Record.of(("N", "Alice"))] * 2


def test_what_a_function_may_answer_is_true_or_false_in_its_own_way():
    same = MatchFunction(lambda left, right: set(left.values("N")) & set(right.values("N")), "N")
    assert same.matches(Record.of(("N", "a")), Record.of(("N", "a"), ("N", "b")))
    assert not same.matches(Record.of(("N", "a")), Record.of(("N", "b")))


def test_a_function_that_is_not_symmetric_is_found_out():
    earlier = MatchFunction(lambda left, right: left.values("N") < right.values("N"), "N")
    reports = check_properties([Record.of(("N", name)) for name in "abc"], earlier, union_merge)
    assert not next(report for report in reports if report.name == "commutativity").held


@pytest.mark.parametrize("labels", [(), ("",), ("N", "N")])
def test_a_function_names_its_labels(labels):
    with pytest.raises(ValueError, match="a rule"):
        MatchFunction(lambda left, right: True, *labels)


def test_no_record_can_be_made_for_a_function():
    with pytest.raises(TypeError, match="no record can be made to match by MatchFunction"):
        minimal_matching_record([e], as_function(Shares("N")), 3)


def test_its_sentence():
    assert as_function(Shares("N", "P")).sentence() == "a function of N and P says so"


@dataclass(frozen=True)
class SameStart(Match):
    """As the docstring of ``Match`` says how to: values of N that start alike."""

    is_monotone: bool = True
    labels = ("N",)

    def pairs(self, record):
        return [("N", value[:2].casefold()) for value in record.values("N")]

    def keys(self, record):
        return (Key(self, (pair,)) for pair in self.pairs(record))

    def sentence(self):
        return "names that start alike"


def starts_alike(left, right):
    mine, others = ({value[:2].casefold() for value in record.values("N")} for record in (left, right))
    return bool(mine & others)


@thorough
@given(kinds.word_databases, st.booleans(), st.sampled_from([1, 2, 3]))
def test_a_rule_of_ones_own_by_keys_is_the_function_it_stands_for(database, keeps_keys, repeated):
    """With ``is_monotone`` through an index; without it by R-Swoosh, which comes to the same."""
    fast, slow = SameStart(keeps_keys), MatchFunction(starts_alike, "N")
    assert Resolve(fast).algorithm == ("closure" if keeps_keys else "search")
    resolution = Resolve(fast).apply(database * repeated)
    assert resolution.members == Resolve(slow).apply(database * repeated).members
    assert all(join.left and join.right for join in resolution.evidence)
    eve, bounded = (Adversary((Resolve(match),)) for match in (fast, slow))
    bounds, others = (query_leakage_bounds(e, database, e, adversary) for adversary in (eve, bounded))
    assert (bounds.lower, bounds.upper) == pytest.approx((others.lower, others.upper))
