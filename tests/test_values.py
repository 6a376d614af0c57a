"""Records, generalised values, progress."""

import itertools
import math
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Attribute, Record, progress
from leakage.cover import covers, is_general
from leakage.decision.evaluator import Evaluator
from leakage.measure.leakage import leakages
from leakage.progress import CHECK_SECONDS, cancellable, check_cancelled, listening, report
from leakage.published.hierarchy import tree
from leakage.record import certain
from leakage.reidentification import SparseTable, uniqueness
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import Conflicts, Shares, Unless
from leakage.resolution.values import Similar
from leakage.workspace.figures.disinformation import usual_recipients
from leakage.workspace.workspace import Release, Workspace
from tests.oracles.cover import stands_for
from tests.strategies import confidences, pairs, quick, records, thorough

# Attribute and Record.


@pytest.mark.parametrize(
    "refused",
    [
        *(
            lambda confidence=confidence: Attribute("N", "Alice", confidence)
            for confidence in (-0.1, 1.1, math.nan, math.inf)
        ),
        lambda: Attribute("", "Alice"),
        lambda: Attribute("N", ""),
        lambda: Record.of(("N", "Alice", 0.1), ("P", "1"), ("N", "Alice", 0.9)),
    ],
)
def test_what_is_no_fact_is_refused(refused):
    with pytest.raises(ValueError, match="must"):
        refused()


@quick
@given(records())
def test_a_record_is_its_attributes(record):
    assert Record(reversed(record)) == record and hash(Record(reversed(record))) == hash(record)
    assert [(a.pair, a.confidence) for a in certain(record)] == [(a.pair, 1.0) for a in record]
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
