"""Records, values that stand for others, and who is who, against the definitions on random input."""

import itertools
import random
from functools import reduce
from types import SimpleNamespace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Attribute, Record, progress
from leakage.cover import covers, is_general
from leakage.decision import leakage as decision
from leakage.decision.evaluator import Evaluator
from leakage.decision.leakage import database_leakage, query_leakage, query_leakage_bounds
from leakage.frames import records_of
from leakage.measure.leakage import leakages, record_leakage
from leakage.progress import CHECK_SECONDS, cancellable, check_cancelled, listening, report
from leakage.published.hierarchy import tree
from leakage.reidentification import SparseTable, uniqueness
from leakage.resolution import engine
from leakage.resolution.adversary import Adversary, JoinQuality, PerComparison, join_quality
from leakage.resolution.dip import dip
from leakage.resolution.evidence import waterfall_of
from leakage.resolution.operations import Resolve, ResolvePerSource, SingleLink, owner_of, union_merge
from leakage.resolution.properties import check_properties, declared_properties
from leakage.resolution.rules import AnyOf, Conflicts, Normalised, Shares, Unless
from leakage.resolution.values import Normaliser, Similar
from leakage.workspace.figures.disinformation import usual_recipients
from leakage.workspace.workspace import Release, Workspace
from tests.oracles import resolution as oracle
from tests.oracles.tables import stands_for
from tests.resolution import kinds
from tests.strategies import confidences, pairs, quick, records, thorough


class Said:
    """A rule that matches what the definition says, in the hands of the oracles."""

    def __init__(self, rule):
        self._rule = rule

    def matches(self, left, right):
        return kinds.same_person(self._rule, left, right)


def test_rules_match_what_their_sentences_say():
    draw = random.Random(1)
    for _ in range(3_000):
        rule, left, right = kinds.rule(draw), kinds.drawn_record(draw), kinds.drawn_record(draw)
        assert rule.matches(left, right) == rule.matches(right, left) == kinds.same_person(rule, left, right)
        key = rule.common_key(left, right)
        if key:
            for record, pairs in ((left, key.left or key.shared), (right, key.right or key.shared)):
                assert all(pair in key.rule.compared(record) for pair in pairs)


def test_matching_records_meet_a_conjunction_and_where_they_decide_no_others_do():
    draw = random.Random(2)
    for _ in range(1_500):
        rule = kinds.rule(draw)
        records = [kinds.drawn_record(draw), kinds.drawn_record(draw)]
        if rule.conjunctions is None:
            assert not rule.decided
            continue
        tokens = {c: engine.tokens_of_records(records, c) for some in rule.conjunctions for c in some}
        met = any(all(set(tokens[c][0]) & set(tokens[c][1]) for c in some) for some in rule.conjunctions)
        assert met if rule.matches(*records) else not (met and rule.decided)


def test_what_operations_make_of_records():
    draw = random.Random(3)
    for _ in range(500):
        records, eve = kinds.drawn_records(draw), kinds.adversary(draw)
        resolution = eve.resolve(records)
        expected = oracle.analysed(records, eve.operations)
        assert [oracle.present(c) for c in resolution.composites] == [oracle.present(c) for c in expected]
        assert sorted(n for members in resolution.members for n in members) == list(range(len(records)))
        for number, members in enumerate(resolution.members):
            assert all(resolution.composite_of[n] == number for n in members)


def test_the_cost_is_a_function_of_records_and_composites():
    draw = random.Random(4)
    for _ in range(400):
        records, rule = kinds.drawn_records(draw), kinds.rule(draw)
        found = Adversary(Resolve(rule), cost=PerComparison(0.5)).resolve(records)
        apart = len(found.composites)
        assert found.cost == 0.5 * (len(records) - apart + apart * (apart - 1) // 2)
        owned = [[record for record in records if owner_of(record) == who] for who in "uvw"]
        each = sum(Adversary(Resolve(rule)).resolve(some).cost for some in owned)
        assert Adversary(ResolvePerSource(Resolve(rule))).resolve(records).cost == each
        chained = Adversary(SingleLink(rule)).resolve(records)
        assert len(chained.composites) == len(oracle.analysed(records, [SingleLink(rule)]))
        pairs = itertools.combinations(chained.composite_of.tolist(), 2)
        joins = len(records) - len(chained.composites)
        assert chained.cost == joins + sum(one != other for one, other in pairs)


def test_joins_are_as_many_as_it_takes_and_each_side_held_its_values():
    draw = random.Random(5)
    for _ in range(300):
        records, eve = kinds.drawn_records(draw), kinds.adversary(draw)
        resolution = eve.resolve(records)
        assert len(resolution.evidence) == len(records) - len(resolution.composites)
        for number, members in enumerate(resolution.members):
            joins = resolution.evidence_of(number)
            assert {n for join in joins for n in join.records} <= set(members)
            assert all(join.left and join.right for join in joins)
            assert len(joins) == len(members) - 1
            for join in joins if eve.resolution and not eve.preparation else ():
                for its, side in ((join.key.left, join.left), (join.key.right, join.right)):
                    asked, whole = its or join.key.shared, [join.key.rule.compared(records[n]) for n in side]
                    held = {sum(pair in record for pair in asked) for record in whole}
                    # They hold all of it, if anybody does; else some.
                    assert held == {len(asked)} or held.isdisjoint({0, len(asked)})


def test_a_waterfall_adds_up_and_says_what_the_rule_does():
    draw = random.Random(6)
    for _ in range(300):
        rule, left, right = kinds.evidence(draw), kinds.drawn_record(draw), kinds.drawn_record(draw)
        whole = Normalised(rule, Normaliser(case=False, spaces=False))
        fall, turned = waterfall_of(whole, left, right), waterfall_of(whole, right, left)
        assert fall.joined == kinds.same_person(rule, left, right)
        assert fall.weight == pytest.approx(rule.prior_weight + sum(step.weight for step in fall.steps))
        assert fall.probability == pytest.approx(1.0 / (1.0 + 2.0**-fall.weight))
        assert [(s.left, s.right) for s in fall.steps] == [(s.right, s.left) for s in turned.steps]
        assert all(one.left in left.values(one.label) and one.right in right.values(one.label) for one in fall.steps)


@pytest.fixture
def on_arrays(monkeypatch):
    monkeypatch.setattr(engine, "MOST_BY_ONE", 0)


def drawn_frame(draw):
    size = draw.randint(0, 40)
    columns = {label: [draw.choice([None, *range(7)]) for _ in range(size)] for label in "PCB"}
    return pd.DataFrame({"N": [draw.choice([None, *kinds.NAMES]) for _ in range(size)], **columns})


def test_arrays_join_as_union_find_does(on_arrays, monkeypatch):
    draw = random.Random(7)
    for _ in range(200):
        frame = drawn_frame(draw)
        conditions = {label: label if label != "N" or draw.random() < 0.5 else Similar("N", 0.8) for label in "NPCB"}
        chosen = [draw.sample("NPCB", draw.randint(1, 3)) for _ in range(draw.randint(1, 3))]
        match = AnyOf(*(Shares(*(conditions[label] for label in labels)) for labels in chosen))
        eve = Adversary(Resolve(Normalised(match, Normaliser()) if draw.random() < 0.4 else match))
        records = tuple(records_of(frame))
        found = [eve.resolve(given).composite_of.tolist() for given in (frame, records)]
        with monkeypatch.context() as patch:
            patch.setattr(engine, "MOST_BY_ONE", 10**9)
            one_by_one = eve.resolve(records)
        assert found == [one_by_one.composite_of.tolist()] * 2
        assert [*eve.resolve(frame).composites] == [*one_by_one.composites]


@pytest.mark.parametrize("count", [7, 9])
def test_rules_with_many_keys_are_joined_whether_they_fit_into_64_bits_or_not(on_arrays, count):
    labels = [f"L{n}" for n in range(count)]
    # Of 256 values each: the first label's highest bit counts for nothing in 64 bits, and by it alone two rows differ.
    rows = [
        Record.of({**dict.fromkeys(labels, str(n % 256)), "L0": f"{(n + n // 256 * 128) % 256}"}) for n in range(512)
    ]
    assert len(Adversary(Resolve(Shares(*labels))).resolve(rows).composites) == 512


def test_pairs_are_compared_up_to_a_limit(monkeypatch):
    monkeypatch.setattr(engine, "MOST_BY_PAIRS", 3)
    eve = Adversary(Resolve(Unless(Shares("N"), Conflicts("P"))))
    assert len(eve.resolve([Record.of(("N", "n"))] * 3).composites) == 1
    with pytest.raises(ValueError, match="at most 3, got 4"):
        eve.resolve([Record.of(("N", "n"))] * 4)


def test_dipping_takes_the_first_match_each_time():
    draw = random.Random(8)
    for _ in range(400):
        records, query = [kinds.drawn_record(draw) for _ in range(draw.randint(0, 6))], kinds.drawn_record(draw)
        rule, merge = kinds.rule(draw), draw.choice([*kinds.MERGES.values()])
        found = dip(query, records, Adversary(Resolve(rule, merge)))
        composite, members = oracle.dip(query, records, Said(rule), merge)
        assert (found.composite, found.members) == (composite, members)


def test_query_and_database_leakage_are_the_greatest_over_all_answer_sets(monkeypatch):
    draw = random.Random(9)
    for _ in range(150):
        records = [kinds.drawn_record(draw) for _ in range(draw.randint(0, 5))]
        person = Record(Attribute(*a.pair) for a in reduce(union_merge, records, kinds.drawn_record(draw)))
        rule, query, merge = kinds.rule(draw), kinds.drawn_record(draw), draw.choice([*kinds.MERGES.values()])
        weights, eve = draw.choice([None, {"N": 3.0, "P": 0.5}]), Adversary(Resolve(rule, merge))

        def greatest(query, records, rule=rule, merge=merge, person=person, weights=weights):
            found = oracle.dipping_results(query, records, Said(rule), merge)
            return max(record_leakage(composite, person, weights) for composite in found)

        assert query_leakage(query, records, person, eve, weights) == pytest.approx(greatest(query, records), rel=1e-12)
        monkeypatch.setattr(decision, "BUDGET", draw.randint(0, 2))
        bounds = query_leakage_bounds(query, records, person, eve, weights)
        assert bounds.lower <= greatest(query, records) + 1e-12 and greatest(query, records) <= bounds.upper + 1e-12
        monkeypatch.undo()
        each = [greatest(q, [*records[:n], *records[n + 1 :]]) for n, q in enumerate(records)]
        assert database_leakage(records, person, eve, weights) == pytest.approx(max(each, default=0.0), rel=1e-12)


def test_what_is_declared_of_rules_holds_and_what_fails_has_a_counterexample():
    draw = random.Random(10)
    for _ in range(60):
        records = [kinds.drawn_record(draw) for _ in range(8)]
        rule, merge = kinds.rule(draw), draw.choice([*kinds.MERGES.values()])
        declared = declared_properties(rule, merge)
        for found in check_properties(records, rule, merge, cases=200):
            assert found.held or (found.name not in declared and found.counterexample)


def test_what_is_unique_comes_to_one_outcome_in_any_order():
    draw, seen = random.Random(11), set()
    for _ in range(400):
        records, eve = [kinds.drawn_record(draw) for _ in range(6)], kinds.adversary(draw)
        order = draw.sample(range(6), 6) if eve.unique else range(6)
        found = [eve.resolve(rows) for rows in (records, [records[n] for n in order])]
        groups = [{frozenset(members) for members in found[0].members}]
        groups.append({frozenset(order[n] for n in members) for members in found[1].members})
        values = [sorted(sorted(c.known.confidences) for c in one.composites) for one in found]
        assert groups[0] == groups[1] and values[0] == values[1]
        seen |= {type(eve.operations[0]).__name__} if eve.unique else set()
    assert seen == {"Resolve", "SingleLink", "Correct", "Augment"}


# Attribute and Record.


@quick
@given(records())
def test_a_record_is_its_attributes(record):
    assert Record(reversed(record)) == record and hash(Record(reversed(record))) == hash(record)
    assert Record(record) == record
    assert len(record) == len(list(record)) == len(record.confidences)
    assert all((attribute.pair in record) == (attribute.confidence > 0.0) for attribute in record)
    assert [record[n] for n in range(len(record))] == list(record)
    assert record[:] == record.attributes
    present = [attribute for attribute in record if attribute.confidence > 0.0]
    assert sum(len(record.values(label)) for label in record.labels) == len(present)


@quick
@given(records(), pairs(), confidences)
def test_adding_replacing_and_removing_an_attribute(record, pair, confidence):
    changed = record.with_attribute(Attribute(*pair, confidence))
    assert changed.confidence_of(pair) == confidence
    assert changed.without(pair) == record.without(pair)
    assert pair not in record.without(pair)
    assert len(record.without(pair)) == len(record) - (pair in record.confidences)


def test_records_cannot_be_changed():
    record = Record.of(("N", "Alice"))
    with pytest.raises(AttributeError):
        record.attributes = ()
    with pytest.raises(AttributeError):
        record[0].value = "Bob"


# Covering: one meaning, against the definition; and what the program's own hierarchies write.


PLAIN = [
    *("1", "2", "5", "10", "12", "11", "101", "111", "0.5", "-5", "50", "051", "1e1"),
    *("ab", "a", "State-gov", "St", "x"),
]
WRITTEN = [
    *("*", "1*", "**", "1*1", "11*", "*1", "a*", "…", "1…", "State-…", "State-...", "50+", ">=50", "≥ 5", "<10", "≤5"),
    *("> -6", "5..10", "5-10", "5 – 10", "[5, 10)", "(5; 10]", "[5-10", "10-5", "-10--5", "[-10, -5]", "1e0-1e1", "+"),
]
texts = st.text("15*…+-.,[]()<>=≥ a", max_size=7)
generals = st.one_of(st.sampled_from(WRITTEN + PLAIN), texts)
plain_values = st.one_of(st.sampled_from(PLAIN), st.text("15.-a ", max_size=5), st.integers(-60, 60).map(str))


@thorough
@given(generals, plain_values)
def test_a_value_is_covered_as_the_definition_says(general, value):
    if not is_general(value):
        assert covers(general, value) is stands_for(general, value)


@thorough
@given(generals, generals, st.lists(plain_values, max_size=30))
def test_what_covers_a_general_value_covers_all_it_stands_for(wide, narrow, values):
    if covers(wide, narrow):
        assert all(covers(wide, value) for value in [*values, *PLAIN] if covers(narrow, value))


def test_a_star_is_no_letter_that_a_beginning_asks_for():
    assert not any(covers("*…", narrow) for narrow in ("*", "**", "1*"))
    assert not covers("1*…", "1*2") and not covers("Stat....", "Stat...")
    assert covers("*…", "*a…") and covers("State-…", "State-g*v") and covers("State-…", "State-gov")


@pytest.mark.parametrize("general", ["*", "1*1", "50+", "5..10", "State-…", "State-..."])
def test_what_a_hierarchy_may_write_is_general(general):
    assert is_general(general)
    assert not is_general("State-gov")
    similar = Similar("Z", kind="covers")
    value = next(value for value in PLAIN if stands_for(general, value))
    assert similar.alike(general, value)
    assert similar.alike(value, general)


@quick
@given(st.lists(generals.filter(str), min_size=1, max_size=8, unique=True))
def test_values_are_alike_whether_compared_by_pairs_or_all_at_once(values):
    similar = Similar("Z", kind="covers")
    pairs = {(values[n], values[m]) for n, m in similar.alike_pairs(values)}
    assert pairs == {(a, b) for a, b in itertools.combinations(values, 2) if similar.alike(a, b)}


def test_the_categories_of_a_tree_are_words_and_need_their_hierarchy():
    """A name for a group does not say what is in it; ``classes_of`` takes the hierarchy for that."""
    assert tree({"State-gov": "Government"}).levels[1] == ("Government",)
    assert not covers("Government", "State-gov")


# Moments to stop between two reports: what is told there, and that what takes long has them.


PERSON = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"))
RECORDS = [Record.of(("N", "Alice", 0.5), ("P", "123")), Record.of(("N", "Alice"), ("C", "998", 0.5))]
BY_NAME = Adversary(Resolve(Shares("N")))
UNLESS = Adversary(Resolve(Unless(Shares("N"), Conflicts("C"))))

RATINGS = SparseTable.from_columns(["Ann", "Ann", "Bob"], ["Film", "Play", "Film"], [4, 1, 4])
GIVEN = Workspace(releases=tuple(Release(name, name, PERSON) for name in ("Bank", "Shop")))


def test_between_two_reports_what_was_told_last_is_told_again_once_it_is_a_while_ago(monkeypatch):
    clock = SimpleNamespace(now=10.0)
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: clock.now))
    heard = []
    with listening(lambda *update: heard.append(update)):
        check_cancelled()
        clock.now += 2 * CHECK_SECONDS
        check_cancelled()
        report("Joining records", 1, 2)
        assert list(cancellable("ab")) == ["a", "b"] and len(heard) == 2
        clock.now += 2 * CHECK_SECONDS
        assert list(cancellable("ab")) == ["a", "b"]
    check_cancelled()
    joining = ("Joining records", 1, 2)
    assert heard == [("Working it out", 0, 0), joining, joining]


@pytest.mark.parametrize(
    "work",
    [
        lambda: leakages(RECORDS, PERSON),
        lambda: Evaluator(RECORDS, (), PERSON, BY_NAME).leakages([0, 1, 2, 3]),
        lambda: Evaluator(RECORDS, (), PERSON, UNLESS).leakages([0, 1, 2, 3]),
        lambda: uniqueness(RATINGS, 0, orders=2),
        lambda: usual_recipients(GIVEN),
    ],
)
def test_it_can_be_stopped_between_its_reports(work, monkeypatch):
    assert len(moments(work, -1.0, monkeypatch)) > len(moments(work, 1e9, monkeypatch))


def moments(work, seconds, monkeypatch):
    """All that a work lets its listener hear, with so many seconds between two looks."""
    monkeypatch.setattr(progress, "CHECK_SECONDS", seconds)
    heard = []
    with listening(lambda *update: heard.append(update)):
        work()
    return heard


def test_pairs_are_counted_one_by_one():
    draw = random.Random(1)
    for _ in range(300):
        rows = [(draw.choice("abc"), draw.choice(["x", "y", 3])) for _ in range(draw.randint(0, 9))]
        pairs = list(itertools.combinations(rows, 2))
        joined, true = ([one[side] == other[side] for one, other in pairs] for side in (0, 1))
        both = [a and b for a, b in zip(joined, true, strict=True)]
        quality = join_quality([row[0] for row in rows], [row[1] for row in rows])
        assert quality == JoinQuality(sum(joined), sum(true), sum(both))
        assert quality.precision == (sum(both) / sum(joined) if any(joined) else 1.0)
        assert quality.recall == (sum(both) / sum(true) if any(true) else 1.0)
        if any(both):
            harmonic = 2 / (1 / quality.precision + 1 / quality.recall)
            assert quality.f1 == pytest.approx(harmonic)


@pytest.mark.parametrize("truth", [["canary"], ["canary", None], ["canary", float("nan")]])
def test_a_truth_that_is_missing_is_refused_without_its_values(truth):
    with pytest.raises(ValueError, match=r"equally long|needs a composite and a truth") as refused:
        join_quality([0, 1], truth)
    assert "canary" not in str(refused.value)
