"""Odds learned without labels: they find people where those are rare, are true where they are known, or say no."""

import itertools
import random
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from leakage import Comparison, Database, FellegiSunter, Record
from leakage.old.resolution import learned_from_records, with_frequencies
from leakage.old.resolution.linkage.unlabelled import FEW_LABELS, FEW_PAIRS, NO_KEY, NOT_KNOWN, NOT_SEEN
from tests.amount import cases
from tests.made_up_people import SHARED, compared, counted, joined, made_up_people, pairs_sharing, pairwise_f1

COMPARED = compared()


@pytest.fixture
def fewer_pairs(monkeypatch):
    """Little is drawn, for where it is about what is the same, not how good it is."""
    monkeypatch.setattr("leakage.old.resolution.linkage.unlabelled.RANDOM_PAIRS", 30_000)
    monkeypatch.setattr("leakage.old.resolution.linkage.unlabelled.KEY_PAIRS", 2_000)


def table(count, repeated, seed=0):
    frame, people = made_up_people(count, repeated, seed)
    return frame, list(Database.from_frame(frame)), people


@pytest.mark.parametrize("repeated", cases((0.01, 0.5, 0.1), usual=1))
def test_people_are_found_however_rare_their_further_records_are(repeated):
    frame, records, people = table(10_000, repeated)
    learned = learned_from_records(Database.from_frame(frame), COMPARED)
    by_labels = counted(records, people, COMPARED)
    pairs = pairs_sharing(frame, SHARED)
    found, wanted = (pairwise_f1(joined(by, records, pairs), people) for by in (learned.match(0.0), by_labels))
    assert found >= 0.95 and found >= wanted - 0.02
    assert learned.prior == pytest.approx(by_labels.prior, rel=0.1)
    assert all(of.obstacle == "" and of.pairs > 30 for of in learned.by_label)


def drawn_from_a_model(count, further, chances, values, seed):
    """Records of labels that are independent of each other; each further one has a value again by its chance."""
    draw = random.Random(seed)
    rows = [[draw.randrange(size) for size in values] for _ in range(count)]
    people = [*range(count), *draw.choices(range(count), k=further)]
    for person in people[count:]:
        odds = zip(rows[person], chances, values, strict=True)
        rows.append([value if draw.random() < m else draw.randrange(size) for value, m, size in odds])
    return pd.DataFrame(rows, columns=[f"L{n}" for n in range(len(values))], dtype=str), people


def of_labels(frame):
    return [Comparison.by_odds(label, 9, 3) for label in frame]


@pytest.mark.parametrize("seed", cases([1, 2, 3], usual=1))
def test_the_chances_of_a_model_are_found_in_records_drawn_from_it(seed):
    chances, values = (0.95, 0.9, 0.85, 0.7), (400, 1_000, 200, 50)
    frame, _ = drawn_from_a_model(4_000, 400, chances, values, seed)
    learned = learned_from_records(Database.from_frame(frame), of_labels(frame))
    pairs = len(frame) * (len(frame) - 1) / 2
    # About one record in ten of those drawn again is drawn twice, which makes a pair of further ones.
    assert learned.prior * pairs == pytest.approx(420, rel=0.1)
    for comparison, m, size in zip(learned.comparisons, chances, values, strict=True):
        level = comparison.levels[0]
        # Two standard errors of 400 pairs are 0.046 for the least of them; a value drawn anew may be the same again.
        assert level.m == pytest.approx(m + (1 - m) / size, abs=0.05)
        assert level.u == pytest.approx(1 / size, rel=0.03)
        assert level.m + comparison.otherwise.m == pytest.approx(1.0)


@pytest.mark.parametrize("seed", cases([1, 2, 3], usual=1))
def test_people_are_found_where_every_label_has_few_values(seed):
    """No label alone makes out one person: only of pairs that share two or three labels some are of one person."""
    frame, people = drawn_from_a_model(9_000, 1_000, (0.95, 0.9, 0.9, 0.9, 0.9), (100, 60, 70, 12, 28), seed)
    database, compared = Database.from_frame(frame), of_labels(frame)
    learned = learned_from_records(database, compared)
    by_labels = counted(database, people, compared)
    pairs = pairs_sharing(frame, list(itertools.combinations(frame, 3)))
    found, wanted = (pairwise_f1(joined(by, database, pairs), people) for by in (learned.match(0.0), by_labels))
    assert found >= wanted - 0.01 and wanted > 0.85
    assert learned.prior == pytest.approx(by_labels.prior, rel=0.15)
    assert all(len(key) > 1 for of in learned.by_label for key in of.keys)


def test_neither_the_order_of_the_records_nor_the_odds_of_before_count(fewer_pairs):
    frame, records, _ = table(1_500, 0.3)
    learned = learned_from_records(records, COMPARED)
    shuffled = random.Random(1).sample(records, len(records))
    otherwise = [Comparison.by_odds(c.label, 3, 2, tuple((lv.similar, 2) for lv in c.levels[1:])) for c in COMPARED]
    assert learned == learned_from_records(shuffled, COMPARED) == learned_from_records(records, otherwise)
    assert learned == learned_from_records(Database.from_frame(frame), COMPARED)


def test_a_seed_gives_the_same_and_another_nearly_so(fewer_pairs):
    _, records, _ = table(1_500, 0.3)
    by_seed = [learned_from_records(records, COMPARED, seed=seed) for seed in (5, 5, 6)]
    assert by_seed[0] == by_seed[1] != by_seed[2]
    for one, other in zip(by_seed[0].comparisons, by_seed[2].comparisons, strict=True):
        assert one.levels[0].weight == pytest.approx(other.levels[0].weight, abs=0.3)


def test_frequencies_are_an_option(fewer_pairs):
    _, records, _ = table(400, 0.5)
    plain, by_value = (
        learned_from_records(records, COMPARED, frequencies=frequencies) for frequencies in (False, True)
    )
    assert by_value == replace(plain, comparisons=tuple(with_frequencies(c, records) for c in plain.comparisons))
    assert not any(c.by_frequency for c in plain.comparisons)


def test_levels_without_equality_are_learned_as_they_are(fewer_pairs):
    _, records, _ = table(1_000, 0.5)
    name = COMPARED[0]
    near = replace(name, levels=tuple(replace(level, similar=level.similar) for level in name.levels[1:]))
    with_equal, without = (learned_from_records(records, [c, *COMPARED[1:]]) for c in (name, near))
    equal, *others = with_equal.comparisons[0].levels
    wide, narrow = without.comparisons[0].levels
    assert (wide.m, wide.u) == (pytest.approx(equal.m + others[0].m), pytest.approx(equal.u + others[0].u))
    assert narrow.m == pytest.approx(others[1].m)
    assert without.comparisons[1:] == with_equal.comparisons[1:]


def test_a_label_that_few_know_stays_as_it_was_and_it_is_said_why(fewer_pairs):
    _, records, _ = table(600, 0.5)
    passport, rare = Comparison.by_odds("Passport", 9, 3), Comparison.by_odds("Card", 9, 3)
    records = [
        Record([*record, *Record.of(("Card", f"c{n}"))]) if n < 8 else record for n, record in enumerate(records)
    ]
    learned = learned_from_records(records, [passport, *COMPARED, rare])
    assert (learned.comparisons[0], learned.comparisons[-1]) == (passport, rare)
    assert [of.obstacle for of in learned.by_label] == [NOT_KNOWN, *[""] * len(COMPARED), NOT_SEEN]
    assert learned.by_label[1].label == "first_name" and ("dob",) in learned.by_label[1].keys
    assert all(label not in key for label, of in ((of.label, of) for of in learned.by_label) for key in of.keys)


SAME = Record.of(*((comparison.label, "x") for comparison in COMPARED))


@pytest.mark.parametrize(
    ("records", "comparisons", "why"),
    [
        ([], COMPARED, FEW_LABELS),
        ([SAME], COMPARED, FEW_LABELS),
        ([Record()] * 40, COMPARED, FEW_LABELS),
        ([SAME] * 40, COMPARED[:2], FEW_LABELS),
        ([SAME] * 40, COMPARED, NO_KEY),
        ([SAME] * 5, COMPARED, NO_KEY),
        ([Record.of(*((c.label, f"{n}") for c in COMPARED)) for n in range(60)], COMPARED, NO_KEY),
        ([Record.of(*((c.label, f"{n % 58}") for c in COMPARED)) for n in range(60)], COMPARED, FEW_PAIRS),
    ],
)
def test_where_there_is_too_little_to_learn_from_it_is_said(records, comparisons, why):
    with pytest.raises(ValueError, match=why):
        learned_from_records(records, comparisons)


@pytest.mark.parametrize(("count", "seed"), cases([(50, 0), (200, 1), (1_000, 0)], usual=1))
def test_where_nobody_is_recorded_twice_nothing_is_learned(count, seed):
    with pytest.raises(ValueError, match=NO_KEY):
        learned_from_records(table(count, 0.0, seed)[1], COMPARED)


def test_doubt_counts_as_much_as_certainty(fewer_pairs):
    _, records, _ = table(400, 0.5)
    draw = random.Random(1)
    doubtful = [Record.of(*((a.label, a.value, draw.choice([1e-9, 0.3, 1.0])) for a in record)) for record in records]
    wrong = [Record([*record, *Record.of(("town", f"Nowhere{n % 7}", 0.0))]) for n, record in enumerate(doubtful)]
    learned = learned_from_records(records, COMPARED)
    assert learned == learned_from_records(doubtful, COMPARED) == learned_from_records(wrong, COMPARED)
    assert learned == learned_from_records(Database.from_records(wrong), COMPARED)


def test_several_values_of_a_label_are_each_compared(fewer_pairs):
    frame, records, people = table(2_000, 0.3)
    draw = random.Random(2)
    more = [
        Record([*record, *Record.of(("phone", f"1{draw.randrange(10**9)}"), ("town", f"Away{draw.randrange(300)}"))])
        for record in records
    ]
    learned = learned_from_records(more, COMPARED)
    pairs = pairs_sharing(frame, SHARED)
    assert pairwise_f1(joined(learned.match(0.0), more, pairs), people) > 0.93
    assert learned == learned_from_records(draw.sample(more, len(more)), COMPARED)


def test_very_many_values_do_not_take_long(fewer_pairs):
    """One record of a thousand values, and all of twelve: what is compared is bounded."""
    many = [
        Record.of(*((c.label, f"{(n * 7 + k) % 1_009}") for c in COMPARED for k in range(1_000 if n == 0 else 12)))
        for n in range(60)
    ]
    with pytest.raises(ValueError, match="too little"):
        learned_from_records(many, COMPARED)


def test_what_is_learned_is_a_match(fewer_pairs):
    _, records, _ = table(400, 0.5)
    learned = learned_from_records(records, COMPARED)
    match = learned.match(3.0)
    assert match == FellegiSunter(learned.prior, learned.comparisons, 3.0)
    assert "Marhoel" not in repr(learned)
    assert all(np.isfinite(level.weight) for c in match.comparisons for level in (*c.levels, c.otherwise))
