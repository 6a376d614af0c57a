"""Create and Add against every record over what is held."""

import itertools
import random

import pytest

from leakage.decision.decoys import add, create
from leakage.record import Attribute, Record
from leakage.resolution.rules import AnyOf, Conflicts, SameKeySet, Shares, Unless
from tests.resolution import kinds


def smallest(rule, records, alphabet):
    """The least number of pairs of an alphabet in a record that matches all; 0 where four are not enough."""
    for size in range(1, 5):
        for pairs in itertools.combinations(alphabet, size):
            if all(rule.matches(Record.of(*pairs), record) for record in records):
                return size
    return 0


def test_no_record_of_values_that_are_held_is_smaller():
    draw, compared, matching = random.Random(1), 0, 0
    while matching < 100:
        rule, records = kinds.rule(draw), [kinds.drawn_record(draw, 6) for _ in range(draw.randint(1, 3))]
        bait = create(records, rule)
        assert not len(bait) or all(rule.matches(bait, record) for record in records)
        alphabet = sorted({(label, v) for r in records for label in rule.labels for v in r.values(label)})
        if rule.decided and len(alphabet) < 11 and len(bait) < 5:
            assert len(bait) == smallest(rule, records, alphabet)
            compared, matching = compared + 1, matching + bool(len(bait))
    assert compared > 200


RULES = [SameKeySet("A", "B"), AnyOf(SameKeySet("A"), Shares("B")), Unless(Shares("A"), Conflicts("B"))]


@pytest.mark.parametrize(("rule", "size"), list(zip(RULES, (3, 1, 1), strict=True)))
def test_a_rule_that_more_than_values_in_common_decide(rule, size):
    target = Record.of(("A", "1"), ("A", "2"), ("B", "3"), ("C", "4"))
    bait = create([target], rule)
    assert rule.matches(bait, target)
    assert len(bait) == size


def test_what_is_dear_or_cannot_be_said_is_left_out_where_something_else_will_do():
    record, rule = Record.of(("A", "1"), ("B", "2"), ("C", "3")), AnyOf(Shares("A"), Shares("B"), Shares("C"))
    assert create([record], rule, price=lambda pair: -float(pair[1])) == Record.of(("C", "3"))
    assert create([record], rule, sayable=lambda pair: pair[0] == "C") == Record.of(("C", "3"))
    assert create([record], rule, sayable=lambda pair: False) == create([], rule) == Record()
    assert create([record], rule, size=0) == Record()


def test_what_is_added_is_new():
    record = add(Record.of(("N", "Alice")), Attribute("P", "555-0100"))
    assert record == Record.of(("N", "Alice"), ("P", "555-0100"))
    with pytest.raises(ValueError):
        add(record, Attribute("P", "555-0100", 0.5))
