"""The smallest matching record, and the curve over its values."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Attribute, Record, Resolve, SameKeySet, Shares, information_leakage
from leakage.old.decision.disinformation.candidates import Channel, Prices, moves_of
from leakage.old.decision.disinformation.curve import add, disinformation_curve
from leakage.old.decision.disinformation.matching_record import minimal_matching_record
from leakage.old.decision.incremental import Baseline
from leakage.old.presumption import UNTYPED, is_typed
from leakage.old.resolution.match import Match
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.resolution.rules.score import AtLeast
from leakage.old.resolution.rules.similar_values import Similar
from tests.old.decision import kinds as decision_kinds
from tests.old.resolution import kinds
from tests.oracles import create as oracle
from tests.oracles import matching
from tests.strategies import (
    LABELS,
    databases,
    label_sets,
    matches,
    pairs,
    policies,
    quick,
    records,
    references,
    thorough,
)
from tests.strategies import weights as weightings

# Create against every record over an alphabet, for every kind of rule.


decimals = st.sampled_from([0.1, 0.2, 0.3, 0.7, 1.0])
scores = st.builds(
    AtLeast,
    st.sampled_from([0.3, 0.8, 1.0, 1.4, 2.0]),
    st.tuples(*(st.tuples(st.just(label), decimals) for label in LABELS)),
)
rules = st.one_of(
    label_sets.map(lambda labels: Shares(*labels)), label_sets.map(lambda labels: SameKeySet(*labels)), scores
)
normalisers = st.sampled_from([Normaliser(), Normaliser(emails=("N",)), Normaliser(nicknames=("N",))])


def combined(matches):
    """Rules put together, one in another."""
    return st.one_of(
        st.lists(matches, min_size=1, max_size=3).map(lambda some: AnyOf(*some)),
        st.builds(Unless, matches, label_sets.map(lambda labels: Conflicts(*labels))),
        st.builds(Normalised, matches, normalisers),
    )


equal = st.recursive(rules, combined, max_leaves=4)
PRICES = st.fixed_dictionaries(dict.fromkeys(LABELS, st.sampled_from([0.0, 0.5, 1.0, 2.5])))


def targets_of(values, labels=LABELS):
    return st.lists(records(labels, values, min_size=1, max_size=4), min_size=1, max_size=3)


def taken_for_same(rule, record, targets):
    return all(matching.same_person(rule, record, target) for target in targets)


@thorough
@given(equal, targets_of("12"), st.integers(0, 7), st.sets(pairs(), max_size=4), PRICES | st.none(), st.booleans())
def test_no_record_is_cheaper_under_rules_of_equal_values(rule, targets, size, avoid, prices, careful):
    def price(record):
        cost = len(record) if prices is None else sum(prices[a.label] for a in record)
        confirmed = sum(a.pair in avoid for a in record)
        return (confirmed, cost, len(record)) if careful else (cost, confirmed, len(record))

    created = minimal_matching_record(targets, rule, size, avoid, prices and prices.__getitem__, careful=careful)
    # "3" is a value of none of them.
    alphabet = [*itertools.product(LABELS, "12"), ("N", "3")]
    least = oracle.least(rule, targets, size, alphabet, price)
    assert (least is None) == (not created)
    if created:
        assert taken_for_same(rule, created, targets)
        assert price(created) == least
        assert all(a.confidence == 1.0 for a in created)


SPELLED = ["Bob", "bob ", "robert", "Robert", "b@x", "B+shop@x"]


@quick
@given(st.builds(Normalised, equal, normalisers), targets_of(SPELLED, "NP"), st.integers(0, 4))
def test_no_record_is_smaller_where_spellings_are_overlooked(rule, targets, size):
    created = minimal_matching_record(targets, rule, size)
    least = oracle.least(rule, targets, size, [*itertools.product("NP", SPELLED)], len)
    assert (least or 0) == len(created)
    assert not created or taken_for_same(rule, created, targets)


def with_similar(similars):
    """A similarity in every place a rule may have it."""
    shares = st.builds(lambda similar, more: Shares(similar, *more), similars, st.sampled_from([(), ("P",)]))
    return st.one_of(
        shares,
        st.builds(
            AnyOf, shares, st.sampled_from([Shares("P"), SameKeySet("N"), AtLeast(0.3, (("N", 0.1), ("P", 0.2)))])
        ),
        st.builds(Unless, shares, st.sampled_from([Conflicts("P"), Conflicts("N")])),
        st.builds(Normalised, shares, st.just(Normaliser())),
        st.builds(AnyOf, shares, shares),
    )


NUMBERS = [str(number) for number in range(7)]
DAYS = [f"2020-02-{day}" for day in range(25, 30)] + ["2020-03-01", "02.03.2020", "some day"]
TEXTS = ["1 Main Street", "Main Street 1", "Main Hill", "Hill", "1"]
MORE_TEXTS = [
    " ".join(words) for n in range(1, 5) for words in itertools.combinations(["1", "Main", "Street", "Hill"], n)
]
CONCRETE = ["112", "121", "20", "31", "nobody"]
GENERAL = ["11*", "1**", "*", "***", "2*", "[20-25]", "[20-31]", "≥30", "50+", "no…"]
KINDS = {
    "number": (
        st.builds(Similar, st.just("N"), kind=st.just("number"), within=st.sampled_from([0, 1, 2, 3])),
        NUMBERS,
        [*(str(n / 2) for n in range(-2, 15)), *NUMBERS],
    ),
    "date": (st.builds(Similar, st.just("N"), kind=st.just("date"), within=st.sampled_from([0, 1, 2])), DAYS, DAYS),
    "text": (
        st.builds(Similar, st.just("N"), st.sampled_from([0.5, 0.9, 1.0]), st.just("text"), blocked=st.booleans()),
        TEXTS,
        [*TEXTS, *MORE_TEXTS],
    ),
    "covers": (st.just(Similar("N", kind="covers")), [*CONCRETE, *GENERAL], [*CONCRETE, *GENERAL]),
}


@pytest.mark.parametrize("kind", KINDS)
@quick
@given(st.data(), st.integers(0, 3))
def test_no_number_day_text_or_range_does_better(kind, data, size):
    """The alphabet holds more than the values that are tried: halves, other days, other choices of words."""
    similars, values, more = KINDS[kind]
    rule = data.draw(with_similar(similars))
    row = st.tuples(st.sets(st.sampled_from(values), max_size=2), st.sets(st.sampled_from("12"), max_size=1))
    rows = data.draw(st.lists(row, min_size=1, max_size=3))
    targets = [
        Record.of(*(("N", name) for name in names), *(("P", phone) for phone in phones)) for names, phones in rows
    ]
    created = minimal_matching_record(targets, rule, size)
    if created:
        assert taken_for_same(rule, created, targets)
    alphabet = [*(("N", value) for value in dict.fromkeys(more)), ("P", "1"), ("P", "2")]
    least = oracle.least(rule, targets, min(size, (len(created) or math.inf) - 1), alphabet, len)
    assert least is None, "a smaller record matches"


NAMES = ["Katherine", "Katharine", "Katerina", "Kate", "Martha", "Marhta", "Marta", "martha"]
alike_names = st.builds(Similar, st.just("N"), st.sampled_from([0.85, 0.9, 0.95]), blocked=st.booleans())


@quick
@given(with_similar(alike_names), targets_of(NAMES, "N"), st.integers(0, 2))
def test_no_name_between_those_of_the_targets_does_better(rule, targets, size):
    """Only among the names they have, in each spelling, and a beginning of one with the rest of another."""
    values = {a.value for target in targets for a in target if a.confidence > 0.0}
    small = {name.lower() for name in values}
    names = values | small | oracle.spliced(values) | oracle.spliced(small)
    created = minimal_matching_record(targets, rule, size)
    least = oracle.least(rule, targets, size, [("N", name) for name in sorted(names)], len)
    assert (least or 0) == len(created)
    assert not created or taken_for_same(rule, created, targets)


@quick
@given(kinds.beginnings, targets_of(NAMES, "N"), st.integers(0, 2))
def test_by_keys_that_are_parts_of_values_one_value_for_each_will_do(rule, targets, size):
    created = minimal_matching_record(targets, rule, size)
    pairs_of_targets = {("N", value) for target in targets for value in target.values("N")}
    fitting = [
        pairs
        for count in range(1, size + 1)
        for pairs in itertools.combinations(sorted(pairs_of_targets), count)
        if all(rule.matches(Record.of(*pairs), target) for target in targets)
    ]
    assert len(created) == (len(fitting[0]) if fitting else 0)
    assert not created or all(rule.matches(created, target) for target in targets)


def of(**values):
    return Record.of(*((label, value) for label, some in values.items() for value in some.split("|")))


def test_a_score_needs_more_than_one_pair():
    alice = of(N="a", P="b")
    assert minimal_matching_record([alice], AtLeast(2, (("N", 1), ("P", 1))), 5) == alice
    assert minimal_matching_record([alice], AtLeast(2, (("N", 1), ("P", 1))), 1) == Record()


def test_one_of_two_names_alike_is_enough():
    assert len(minimal_matching_record([of(N="Katherine"), of(N="Katharine")], Shares(Similar("N")), 5)) == 1


@pytest.mark.parametrize(
    ("similar", "left", "right", "between"),
    [
        (Similar("N", 0.8), "Martina", "Marcella", "Martella"),
        (Similar("N", kind="number", within=2), "30", "33", "31"),
        (Similar("N", kind="number", within=0.25), "1.5", "2", "1.75"),
        (Similar("N", kind="date", within=1), "2020-02-28", "01.03.2020", "2020-02-29"),
        (Similar("N", kind="text"), "Alice Jones", "Bob Jones", "Alice Jones Bob"),
        (Similar("N", kind="covers"), "21", "30", "[21-30]"),
        (Similar("N", kind="covers"), "20-30", "35", "[20-35]"),
        (Similar("N", kind="covers"), "112", "12*", "1**"),
        (Similar("N", kind="covers"), "112", "nobody", "*"),
    ],
)
def test_a_value_alike_to_two_without_being_either(similar, left, right, between):
    assert not similar.alike(left, right)
    assert minimal_matching_record([of(N=left), of(N=right)], Shares(similar), 9) == of(N=between)


def test_a_value_somebody_has_is_taken_where_it_does_as_well():
    assert minimal_matching_record([of(N="30"), of(N="32")], Shares(Similar("N", kind="number", within=2)), 9) in (
        of(N="30"),
        of(N="32"),
    )


def test_a_contradiction_is_met_by_silence_or_by_saying_both():
    match = Unless(AnyOf(Shares("P"), Shares("N", "C")), Conflicts("P"))
    r, s = of(N="n", C="c", P="1"), of(N="n", C="c", P="2")
    assert minimal_matching_record([r], match, 9) == of(P="1")
    assert minimal_matching_record([r, s], match, 9) in (of(N="n", C="c"), of(P="1|2"))
    assert minimal_matching_record([r, s], Unless(Shares("N", "P"), Conflicts("P")), 9) == of(N="n", P="1|2")


def test_what_joins_one_must_not_contradict_another():
    match = Unless(AnyOf(Shares("P", "C"), Shares("N")), Conflicts("P"))
    assert minimal_matching_record([of(P="1", C="c"), of(N="n", P="2")], match, 9) == of(P="1|2", C="c", N="n")


def test_another_spelling_confirms_nothing():
    match = Normalised(Shares("N"), Normaliser())
    assert minimal_matching_record([of(N="Bob")], match, 9) == of(N="Bob")
    assert minimal_matching_record([of(N="Bob")], match, 9, [("N", "Bob")]) == of(N="bob")


class Custom(Match):
    """Somebody's own rule, by its keys alone."""

    labels = ("N",)

    def __init__(self, keys_equal):
        self._equal = keys_equal

    @property
    def keys_equal(self):
        return self._equal

    def keys(self, record):
        return Shares("N").keys(record)

    def sentence(self):
        return "a rule of one's own"


def test_a_rule_of_ones_own_is_asked_for_its_keys_or_refused():
    assert minimal_matching_record([of(N="n", P="1")], Custom(True), 9) == of(N="n")
    with pytest.raises(TypeError, match="no record can be made to match by Custom"):
        minimal_matching_record([of(N="n")], Custom(False), 9)


def test_create_shares_what_it_can():
    match = AnyOf(Shares("N", "P"), Shares("N", "C"))
    r = Record.of(("N", "n"), ("P", "1"), ("C", "1"))
    s = Record.of(("N", "n"), ("P", "2"), ("C", "1"))
    assert minimal_matching_record([r, s], match, 9) == Record.of(("N", "n"), ("C", "1"))
    assert minimal_matching_record([r, s], match, 1) == Record()


def test_create_of_key_sets_cannot_link():
    """2011, Section 3.2: with negative representativity only self disinformation is possible."""
    match = SameKeySet("N")
    r, s = Record.of(("N", "n")), Record.of(("N", "m"))
    assert minimal_matching_record([r], match, 9) == r
    assert minimal_matching_record([r, s], match, 9) == Record()


def test_create_avoids_what_had_better_not_be_confirmed():
    match = AnyOf(Shares("P"), Shares("C"))
    r = Record.of(("P", "1"), ("C", "1"))
    assert minimal_matching_record([r], match, 9, [("P", "1")]) == Record.of(("C", "1"))
    assert minimal_matching_record([r], match, 9, [("C", "1")]) == Record.of(("P", "1"))


def test_create_for_nothing_and_bad_size():
    assert minimal_matching_record([], Shares("N"), 3) == Record()
    with pytest.raises(ValueError, match="size must not be negative, got -1"):
        minimal_matching_record([Record()], Shares("N"), -1)


# Disinformation: the curve against resolving from scratch, the papers.


mixed_matches = st.lists(matches, min_size=1, max_size=3).map(lambda rules: AnyOf(*rules))


def test_add_appends_and_refuses_what_is_there_without_naming_it():
    r = Record.of(("N", "Alice", 0.5))
    assert add(r, Attribute("P", "1")) == Record.of(("N", "Alice", 0.5), ("P", "1"))
    with pytest.raises(ValueError, match="the record holds this attribute already") as refused:
        add(r, Attribute("N", "Alice"))
    assert "Alice" not in str(refused.value)


R, S, T = Record.of(("N", "n"), ("P", "p")), Record.of(("N", "n"), ("A", "a")), Record.of(("N", "m"), ("A", "b"))
P = Record.of(("N", "n"), ("P", "p"), ("A", "a"), ("C", "c"))
BY_NAME = Adversary((Resolve(Shares("N")),))
WRONG = tuple(Attribute("P", f"wrong {n}") for n in range(4))


def test_2011_section_3_2_self_disinformation():
    """R = {r, s, t}: the leakage is L(p, mu(r, s)), and r_d joins that with bogus data."""
    curve = disinformation_curve([R, S, T], 0, P, BY_NAME, Shares("N"), WRONG, most=3)
    # mu(r, s) has 3 of 4 right; with k wrong ones 2 * 3 / (4 + 3 + k).
    assert [point.leakage for point in curve] == pytest.approx([6 / 7, 6 / 8, 6 / 9, 6 / 10])
    assert [point.increment for point in curve] == pytest.approx([0, -6 / 56, -4 / 21, -9 / 35])
    assert [len(point.record) for point in curve] == [1, 2, 3, 4]
    assert all(point.joined == (0,) and not point.overtaken and not point.backfires for point in curve)


def test_2011_section_3_2_linkage_disinformation():
    """r_d matches both mu(r, s) and the irrelevant t, and then carries bogus data as well."""
    curve = disinformation_curve([R, S, T], 0, P, BY_NAME, Shares("N"), WRONG, link=1, most=1)
    assert [point.leakage for point in curve] == pytest.approx([6 / 9, 6 / 10])
    assert curve[0].record == Record.of(("N", "n"), ("N", "m"))
    assert curve[0].joined == (0, 1)


def test_2012_figure_2():
    """R = {r, s, t, u, v}: r and s are of e, the others not; d1 snaps on to r, d2 ties v to r."""
    e = Record.of(("N", "e"), ("P", "1"), ("C", "1"), ("A", "1"))
    r, s = Record.of(("N", "e"), ("P", "1"), ("C", "1")), Record.of(("A", "1"))
    t, u, v = Record.of(("N", "t")), Record.of(("N", "u")), Record.of(("N", "v"), ("P", "9"), ("C", "9"))
    given = [r, s, t, u, v]
    assert information_leakage(given, e, BY_NAME).leakage == pytest.approx(6 / 7)
    d1 = disinformation_curve(given, 0, e, BY_NAME, Shares("N"), WRONG, most=2)[2]
    d2 = disinformation_curve(given, 0, e, BY_NAME, Shares("N"), WRONG, link=4, most=0)[0]
    assert (d1.leakage, d1.joined) == (pytest.approx(6 / 9), (0,))
    assert (d2.leakage, d2.joined) == (pytest.approx(6 / 10), (0, 4))


def test_another_composite_overtakes():
    """Beyond the point where another composite is the maximum, more wrong attributes do not help."""
    given = [Record.of(("N", "n"), ("P", "p")), Record.of(("A", "a"))]
    curve = disinformation_curve(given, 0, P, BY_NAME, Shares("N"), (*WRONG, Attribute("C", "x")), most=5)
    assert [point.leakage for point in curve] == pytest.approx([2 / 3, 4 / 7, 1 / 2, 4 / 9, 2 / 5, 2 / 5])
    assert [point.overtaken for point in curve] == [False] * 5 + [True]
    assert curve[5].own == pytest.approx(4 / 11)


def test_a_link_that_carries_true_values_backfires():
    given = [R, Record.of(("N", "m"), ("A", "a"), ("C", "c"))]
    (point,) = disinformation_curve(given, 0, P, BY_NAME, Shares("N"), (), link=1, most=0)
    assert point.increment == pytest.approx(8 / 9 - 2 / 3)
    assert point.backfires


def test_a_bait_that_confirms_a_doubtful_value_backfires_and_is_not_chosen_without_need():
    doubtful = [Record.of(("N", "n", 0.5), ("P", "p"))]
    (point,) = disinformation_curve(doubtful, 0, P, BY_NAME, Shares("N"), (), most=0)
    assert point.backfires
    either = AnyOf(Shares("N"), Shares("P"))
    (point,) = disinformation_curve(doubtful, 0, P, Adversary((Resolve(either),)), either, (), most=0)
    assert point.record == Record.of(("P", "p"))
    assert not point.backfires


@thorough
@given(databases(max_size=8), references, st.one_of(matches, mixed_matches), weightings, st.data())
def test_every_point_equals_resolving_from_scratch(earlier, reference, match, weights, data):
    adversary = Adversary((Resolve(match),))
    before = information_leakage(earlier, reference, adversary, weights)
    composites = before.resolution.composites
    if not composites:
        return
    numbers = st.integers(0, len(composites) - 1)
    target = data.draw(numbers)
    link = data.draw(st.none() | numbers.filter(lambda n: n != target) if len(composites) > 1 else st.none())
    wrong = [Attribute(label, "wrong") for label in data.draw(st.permutations(LABELS))]
    curve = disinformation_curve(earlier, target, reference, adversary, match, wrong, weights, link=link, most=2)
    aims = [composites[n] for n in (target, link) if n is not None]
    assert len(curve) == (3 if minimal_matching_record(aims, match, 99) else 0)
    for count, point in enumerate(curve):
        after = information_leakage([*earlier, point.record], reference, adversary, weights)
        assert point.count == count
        assert point.leakage == pytest.approx(after.leakage, abs=1e-13)
        assert point.increment == pytest.approx(after.leakage - before.leakage, abs=1e-13)
        assert point.own <= point.leakage
        assert point.overtaken == (point.own < point.leakage)


@thorough
@given(databases(max_size=8), references, policies, weightings, st.data())
def test_wrong_attributes_of_fresh_values_never_raise_the_leakage(earlier, reference, match, weights, data):
    """The property behind the curve: fresh values join nothing, so the composite it ends in only gets worse for Eve.

    From the bare bait on, its leakage falls with every wrong attribute, and the whole with it until another
    composite is the maximum; from there on the whole stays. The bait itself may raise it, by what it confirms.
    """
    adversary = Adversary((Resolve(match),))
    composites = adversary.resolve(earlier).composites
    if not composites:
        return
    target = data.draw(st.integers(0, len(composites) - 1))
    wrong = [Attribute(label, f"fresh {n}") for n in range(2) for label in LABELS]
    curve = disinformation_curve(earlier, target, reference, adversary, match, wrong, weights, most=6)
    for before, after in itertools.pairwise(curve):
        assert before.joined == after.joined
        assert after.own <= before.own * (1 + 1e-13)
        assert after.leakage <= before.leakage * (1 + 1e-13)
        if before.overtaken:
            assert after.overtaken
            assert after.leakage == before.leakage


@quick
@given(databases(max_size=8, confidences=st.just(1.0)), references, policies)
def test_self_disinformation_helps_where_the_target_is_the_one_worst(earlier, reference, match):
    adversary = Adversary((Resolve(match),))
    before = information_leakage(earlier, reference, adversary)
    if not before.members:
        return
    target = int(before.resolution.composite_of[before.members[0]])
    rest = [m for m in range(len(earlier)) if m not in before.members]
    second = information_leakage([earlier[m] for m in rest], reference, adversary).leakage
    wrong = [Attribute(LABELS[0], "fresh")]
    curve = disinformation_curve(earlier, target, reference, adversary, match, wrong, most=1)
    if curve and second < before.leakage:
        # A certain bait that holds only what the target holds changes nothing by itself.
        assert curve[0].increment == pytest.approx(0, abs=1e-15)
        assert curve[1].increment < 0
        assert curve[1].leakage >= second


def test_the_curve_ends_with_the_believable_attributes_and_passes_over_those_in_the_bait():
    given = [Record.of(("N", "wrong"), ("P", "p"))]
    believable = [Attribute("N", "wrong"), Attribute("P", "x")]
    curve = disinformation_curve(given, 0, P, BY_NAME, Shares("N"), believable, most=9)
    assert [len(point.record) for point in curve] == [1, 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"target": 2}, r"composite number must be in \[0, 2\), got 2"),
        ({"target": -1}, r"composite number must be in \[0, 2\), got -1"),
        ({"link": 7}, r"composite number must be in \[0, 2\), got 7"),
        ({"link": 0}, "a composite cannot be linked to itself"),
        ({"most": -1}, "most must not be negative, got -1"),
        ({"believable": [Attribute("P", "p")]}, "a believable attribute must be wrong"),
        ({"believable": [WRONG[0], WRONG[0]]}, "a believable attribute must not occur twice"),
        ({"weights": {"N": 0.0}}, "weight must be a positive number"),
    ],
)
def test_bad_input(arguments, message):
    call = {"target": 0, "believable": WRONG, "most": 1, **arguments}
    with pytest.raises(ValueError, match=message):
        disinformation_curve([R, S, T], reference=P, adversary=BY_NAME, match=Shares("N"), **call)


def test_a_policy_under_which_nothing_matches_gives_no_point():
    assert disinformation_curve([R], 0, P, Adversary(), Shares("Z"), WRONG, most=3) == ()


@thorough
@given(decision_kinds.seeds)
def test_a_fact_that_was_not_typed_is_said_to_nobody(chance):
    """Neither by the record that matches nor by any decoy, which else is the one that its typed values allow."""
    releases, background, reference = decision_kinds.scene(chance, 4)
    hidden = chance.choice("NPC")
    spelled = [{(a.label, UNTYPED if a.label == hidden else a.value): a.confidence for a in r} for r in releases]
    read = [Record(Attribute(*pair, confidence) for pair, confidence in record.items()) for record in spelled]
    match = decision_kinds.rule(chance)
    created = minimal_matching_record(read[:2], match, 9)
    assert all(is_typed(attribute.pair) for attribute in created)
    facts = Record.of(
        *{(hidden, UNTYPED) if label == hidden else (label, v) for label, v in (a.pair for a in reference)}
    )
    baseline = Baseline.of([*read, *background], facts, Adversary((Resolve(match),)))
    channel = Channel("Shop", (0,))
    moves = moves_of(
        [baseline], [channel], match, Prices(), lambda label, count: [f"made up {n}" for n in range(count)]
    )
    assert all(is_typed(attribute.pair) for move in moves for attribute in move.bait)
    # A value that covers all others covers one that was not typed as well.
    if not isinstance(match, Normalised) and created and all(attribute.value != "*" for attribute in created):
        spoken = [Record(a for a in record if is_typed(a.pair)) for record in read[:2]]
        assert all(match.matches(created, record) for record in read[:2])
        assert len(minimal_matching_record(spoken, match, 9)) == len(created)


def test_what_was_not_typed_joins_no_decoy():
    alice = Record.of(("Email", UNTYPED), ("City", "X"))
    assert minimal_matching_record([alice], Shares("Email"), 9) == Record()
    assert minimal_matching_record([alice], AnyOf(Shares("Email"), Shares("City")), 9) == Record.of(("City", "X"))
    spelt = Normalised(Shares("Email"), Normaliser())
    assert minimal_matching_record([alice], spelt, 9) == Record()
