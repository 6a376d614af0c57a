"""Properties of policies, how good an adversary is, and reports of progress."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Database, Record, Resolve, SameKeySet, Shares, dip, union_merge
from leakage.old.resolution.evaluation import JoinQuality, join_quality
from leakage.old.resolution.match import Key, Rule
from leakage.old.resolution.merge import latest_wins_merge, noisy_or_merge
from leakage.old.resolution.operations import SingleLink
from leakage.old.resolution.properties import check_properties, declared_properties
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.resolution.rules.similar_values import Similar
from leakage.progress import listening
from leakage.record import Pair
from tests.amount import cases
from tests.old.resolution import kinds
from tests.strategies import quick, records

# What is declared of a policy holds on any records, and what fails is shown by records for which it fails.


def failing(database, match, merge, **bounds):
    return {report.name: report for report in check_properties(database, match, merge, **bounds) if not report.held}


@quick
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_declared_properties_hold_on_any_records(database, match, merge):
    for report in check_properties(database, match, merge, cases=400):
        assert report.held or not report.declared
        assert report.declared == (report.name in declared_properties(match, merge))
        assert report.held == (report.counterexample == ())
        assert report.tried <= 400


@quick
@given(records(), records())
def test_noisy_or_is_the_chance_that_either_source_is_right(r, s):
    merged = noisy_or_merge(r, s)
    for attribute in merged:
        p, q = r.confidence_of(attribute.pair), s.confidence_of(attribute.pair)
        assert attribute.confidence == pytest.approx(1 - (1 - p) * (1 - q), abs=1e-12)
        assert max(p, q) <= attribute.confidence <= 1.0
    assert {a.pair for a in merged} == {a.pair for a in r} | {a.pair for a in s}


@quick
@given(records(), records())
def test_the_latest_value_wins_label_by_label(r, s):
    merged = latest_wins_merge(r, s)
    for label in "NPC":
        assert merged.values(label) == (s.values(label) or r.values(label))


R, S, U = Record.of(("N", "n"), ("P", "1")), Record.of(("N", "n"), ("P", "2")), Record.of(("N", "n"), ("C", "9"))


def test_negative_evidence_costs_representativity():
    match = Unless(Shares("N"), Conflicts("P"))
    failures = failing([R, S, U], match, union_merge)
    assert set(failures) == {"representativity", "monotonicity"}
    r, s, u = failures["representativity"].counterexample
    assert match.matches(r, s) and (match.matches(r, u) or match.matches(s, u))
    assert not match.matches(union_merge(r, s), u)


def test_latest_wins_is_neither_commutative_nor_increasing_and_costs_representativity():
    failures = failing([R, S, Record.of(("P", "1"))], Shares("P"), latest_wins_merge)
    assert not failures
    match = AnyOf(Shares("N"), Shares("P"))
    failures = failing([R, S, Record.of(("P", "1"))], match, latest_wins_merge)
    assert set(failures) == {"commutativity", "increasing", "representativity", "negative representativity"}
    r, s = failures["commutativity"].counterexample
    assert match.matches(r, s) and latest_wins_merge(r, s) != latest_wins_merge(s, r)
    r, s = failures["increasing"].counterexample
    assert any(a.pair not in latest_wins_merge(r, s) for a in (*r, *s))


def test_a_match_that_is_not_symmetric_is_found_out():
    class Younger(Shares):
        def common_key(self, left, right):
            return super().common_key(left, right) if left.values("P") <= right.values("P") else None

    report = failing([R, S], Younger("N"), union_merge)["commutativity"]
    assert set(report.counterexample) == {R, S}


def test_a_merge_that_averages_is_not_associative():
    def average(r, s):
        pairs = {a.pair for a in (*r, *s)}
        return Record.of(*((*pair, (r.confidence_of(pair) + s.confidence_of(pair)) / 2) for pair in pairs))

    failures = failing([Record.of(("N", "n", c)) for c in (0.1, 0.5, 0.9)], Shares("N"), average)
    assert set(failures) == {"associativity", "increasing"}


def test_a_few_cases_find_a_counterexample_among_thousands_of_records():
    strangers = [Record.of(("N", f"stranger {number}")) for number in range(3_000)]
    match = Unless(Shares("N"), Conflicts("P"))
    report = failing([*strangers, R, S, U], match, union_merge, cases=200)["representativity"]
    assert set(report.counterexample) == {R, S, U}
    assert report.tried <= 200


def test_key_sets_have_both_representativities_on_records_that_match():
    database = [Record.of(("N", "n"), ("P", str(number))) for number in range(4)] + [Record.of(("N", "m"))]
    assert not {"representativity", "negative representativity"} & set(failing(database, SameKeySet("N"), union_merge))


def test_cases_must_be_one_at_least():
    with pytest.raises(ValueError, match="cases"):
        check_properties([], Shares("N"), union_merge, cases=0)


def test_nothing_fails_on_no_records():
    assert all(report.held and report.tried == 0 for report in check_properties([], Shares("N"), union_merge))


def test_a_key_set_beside_another_rule_has_neither_representativity():
    match = AnyOf(SameKeySet("N"), Shares("P"))
    assert not {"representativity", "negative representativity"} & declared_properties(match, union_merge)
    joined = [Record.of(("N", "n"), ("P", "1")), Record.of(("N", "n"), ("P", "2")), Record.of(("P", "2"), ("N", "m"))]
    assert "negative representativity" in failing(joined, match, union_merge)


# Pairwise precision, recall and F1: against counting pairs, and on labelled records.


LABELLED = Path(__file__).resolve().parents[1] / "data" / "fake_1000.csv"


@quick
@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abc")), max_size=12))
def test_pairs_are_counted_as_one_by_one(rows):
    quality = join_quality([number for number, _ in rows], [person for _, person in rows])
    pairs = [(left[0] == right[0], left[1] == right[1]) for left, right in combinations(rows, 2)]
    assert quality.joined == sum(joined for joined, _ in pairs)
    assert quality.true == sum(true for _, true in pairs)
    assert quality.right == sum(joined and true for joined, true in pairs)
    if quality.precision + quality.recall:
        harmonic = 2 * quality.precision * quality.recall / (quality.precision + quality.recall)
        assert quality.f1 == pytest.approx(harmonic) or not quality.joined or not quality.true


def test_joining_nothing_is_precise_and_finds_nothing():
    quality = join_quality([0, 1, 2], [7, 7, 8])
    assert (quality.precision, quality.recall, quality.f1) == (1.0, 0.0, 0.0)
    assert JoinQuality(0, 0, 0).f1 == JoinQuality(0, 0, 0).recall == 1.0


@pytest.mark.parametrize("truth", [["a"], ["a", None]])
def test_every_record_needs_a_truth(truth):
    with pytest.raises(ValueError, match="truth"):
        join_quality([0, 1], truth)


@pytest.fixture(scope="module")
def labelled():
    frame = pd.read_csv(LABELLED, dtype=str)
    return Database.from_frame(frame.drop(columns=["unique_id", "cluster"])), frame["cluster"]


WRITTEN_ALIKE = Normaliser(emails=("email",), nicknames=("first_name",))
EQUAL = AnyOf(Shares("email"), Shares("surname", "dob"), Shares("first_name", "dob"))
ALIKE = AnyOf(
    Shares(Similar("email", 0.93)),
    Shares(Similar("first_name", 0.85), Similar("surname", 0.85), Similar("dob", 0.93)),
    Shares("first_name", "surname", "city"),
    Shares("surname", "dob"),
    Shares("first_name", "dob"),
)


@pytest.mark.parametrize(
    ("operation", "precision", "recall", "f1"),
    [
        (Resolve(Shares("email")), 1.0, 0.539, 0.700),
        (Resolve(Normalised(EQUAL, WRITTEN_ALIKE)), 1.0, 0.847, 0.917),
        (SingleLink(Normalised(ALIKE, WRITTEN_ALIKE)), 1.0, 0.948, 0.973),
    ],
)
def test_labelled_records(labelled, operation, precision, recall, f1):
    """1,000 misspelt records of 181 people: F1 0.70 by email alone, 0.92 by equal values, 0.97 by values alike."""
    records, truth = labelled
    quality = join_quality(Adversary((operation,)).resolve(records).composite_of, truth)
    assert quality.precision == pytest.approx(precision, abs=5e-4)
    assert quality.recall == pytest.approx(recall, abs=5e-4)
    assert quality.f1 == pytest.approx(f1, abs=5e-4)


# Between two reports of progress a resolution does a bounded amount of work: that long a click on Cancel may wait.


MOST = 1_000
"""Keys read, or records, between two reports: some milliseconds of work."""


class Channel:
    """Counts what is done between two reports."""

    def __init__(self) -> None:
        self.now = self.most = self.done = 0

    def did(self) -> None:
        self.now, self.done = self.now + 1, self.done + 1
        self.most = max(self.most, self.now)

    def __call__(self, what: str, done: int, total: int) -> None:
        self.now = 0


@dataclass(frozen=True)
class Counted(Rule):
    """The same name; every look at a record is counted."""

    channel: Channel

    labels, is_monotone, cross_record_keys = ("N",), True, None

    def keys(self, record: Record) -> Iterator[Key]:
        self.channel.did()
        return (Key(self, (("N", value),)) for value in record.values("N"))

    def pairs(self, record: Record) -> list[Pair]:
        return [("N", value) for value in record.values("N")]

    def sentence(self) -> str:
        return "same name"


class Watched(Record):
    """A record that counts who goes through it."""

    channel = Channel()

    def __iter__(self):
        self.channel.did()
        return super().__iter__()


def people(size):
    return [Record.of(("N", f"name {n % (size // 3)}"), ("P", f"{n}")) for n in range(size)]


STEPS = {
    "by keys": lambda rule, given: Adversary((Resolve(rule),)).resolve(given),
    "in order": lambda rule, given: Adversary((Resolve(Unless(rule, Conflicts("P"))),)).resolve(given),
    "chains": lambda rule, given: Adversary((SingleLink(rule),)).resolve(given),
    "a query": lambda rule, given: dip(given[0], given, Adversary((Resolve(rule),))),
    "evidence": lambda rule, given: list(Adversary((Resolve(rule),)).resolve(given).evidence),
}


@pytest.mark.parametrize("step", cases(STEPS, usual=2))
@pytest.mark.parametrize("size", [2_000, 6_000])
def test_the_work_between_two_reports_does_not_grow(step, size):
    channel = Channel()
    with listening(channel):
        STEPS[step](Counted(channel), people(size))
    assert channel.done >= size
    assert channel.most <= MOST


@pytest.mark.parametrize("size", [5_000, 20_000])
def test_records_are_read_into_columns_a_thousand_at_a_time(size):
    channel = Watched.channel = Channel()
    given = [Watched(record) for record in people(size)]
    with listening(channel):
        Database.from_records(given)
    assert channel.done >= size
    assert channel.most <= MOST
