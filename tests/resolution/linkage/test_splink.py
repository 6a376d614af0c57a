"""Models that Splink 4 and 5 saved: the weights it gave itself, and what is refused.

The figures are Splink's own: ``tests/benchmarks/splink_weights.py`` says how they are made.
"""

import csv
import json
import math
from pathlib import Path

import pytest

from leakage import Adversary, Record, Resolve, join_quality
from leakage.resolution.linkage.splink import read_splink_model, unread_comparisons
from tests.benchmarks.duckdb_spellings import MEASURES, measured, pairs

DATA = Path(__file__).parents[2] / "data"


def sample():
    with (DATA / "fake_1000.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    labels = ("first_name", "surname", "dob", "city", "email")
    return [Record.of(*((label, row[label]) for label in labels if row[label])) for row in rows], rows


@pytest.mark.parametrize("version", [4, 5])
def test_a_saved_model_gives_the_weights_that_splink_gives(version):
    records, _ = sample()
    match = read_splink_model((DATA / f"splink_{version}_model.json").read_text(encoding="utf-8"), records)
    with (DATA / f"splink_{version}_weights.csv").open(encoding="utf-8", newline="") as file:
        pairs = list(csv.DictReader(file))
    weights = [match.weight(records[int(row["left"])], records[int(row["right"])]) for row in pairs]
    assert len(pairs) == 360
    assert weights == pytest.approx([float(row["weight"]) for row in pairs], abs=1e-9)
    # Every level of every comparison is among the pairs.
    reached = {
        (label, evidence.level)
        for row in pairs
        for label, evidence in match.evidence(records[int(row["left"])], records[int(row["right"])])
    }
    assert len(reached) >= sum(len(comparison.levels) + 1 for comparison in match.comparisons) - 2


def test_who_is_found_with_a_saved_model():
    records, rows = sample()
    match = read_splink_model((DATA / "splink_5_model.json").read_text(encoding="utf-8"), records[:300], 5.0)
    resolution = Adversary((Resolve(match),)).resolve(records[:300])
    quality = join_quality(resolution.composite_of, [row["cluster"] for row in rows[:300]])
    assert quality.precision > 0.95 and quality.recall > 0.7


def model(*conditions, **more):
    levels = [{"sql_condition": sql, "m_probability": 0.8, "u_probability": 0.1, **more} for sql in conditions]
    otherwise = {"sql_condition": "ELSE", "m_probability": 0.2, "u_probability": 0.9}
    comparison = {"comparison_levels": [*levels, otherwise]}
    return json.dumps({"probability_two_random_records_match": 0.5, "comparisons": [comparison]})


@pytest.mark.parametrize(
    ("sql", "left", "right", "met"),
    [
        ('"n_l" = "n_r"', "Ann", "Ann", True),
        ("`n_l` = `n_r`", "Ann", "Anne", False),
        ('jaro_winkler_similarity("n_l", "n_r") >= 0.9', "Martha", "Marhta", True),
        ('jaro_similarity("n_l", "n_r") >= 0.95', "Martha", "Marhta", False),
        ('jaccard("n_l","n_r")  >=  0.75', "abc", "abcd", True),
        ('levenshtein("n_l", "n_r") <= 1', "Brain", "Brian", False),
        ('DAMERAU_LEVENSHTEIN("n_l", "n_r") <= 1', "Brain", "Brian", True),
        ('abs("n_l" - "n_r") <= 2.5', "10", "12.5", True),
        ('abs("n_l" - "n_r") <= 2.5', "10", "ten", False),
    ],
)
def test_levels_as_splink_writes_them(sql, left, right, met):
    match = read_splink_model(model(sql))
    weight = match.weight(Record.of(("n", left)), Record.of(("n", right)))
    assert weight == pytest.approx(math.log2(0.8 / 0.1 if met else 0.2 / 0.9))


WITHIN = {"levenshtein": ("<=", (1, 2, 3, 5)), "damerau_levenshtein": ("<=", (1, 2, 3, 5))}
AT_LEAST = (">=", (0.25, 0.5, 0.7, 0.75, 0.88, 0.9, 0.92))


def check_levels(given, measures, bytewise):
    """Hold every level of each measure against what DuckDB says of the pairs."""
    for measure in MEASURES:
        order, numbers = WITHIN.get(measure, AT_LEAST)
        reached = set()
        for number in numbers:
            match = read_splink_model(model(f'{measure}("n_l", "n_r") {order} {number}'), bytewise=bytewise)
            for (left, right), similarity in zip(given, measures[measure], strict=True):
                # Whoever is as alike as that to the last bit may be taken for either.
                if order == "<=" or abs(similarity - number) > 1e-12:
                    met = similarity <= number if order == "<=" else similarity >= number
                    assert (match.weight(Record.of(("n", left)), Record.of(("n", right))) > 0) == met, measure
                    reached.add(met)
        assert reached == {True, False}


def test_texts_beyond_ascii_are_as_alike_as_in_the_duckdb_at_hand():
    duckdb = pytest.importorskip("duckdb")
    ((edits,),) = duckdb.sql("SELECT levenshtein('é', 'e')").fetchall()
    given = pairs(1)
    check_levels(given, measured(given), bytewise=edits == 2)


def test_texts_beyond_ascii_are_as_alike_as_in_an_older_duckdb():
    older = json.loads((DATA / "duckdb_2_0_0_spellings.json").read_text(encoding="utf-8"))
    given = [tuple(pair) for pair in older["pairs"]]
    check_levels(given, older["measured"], bytewise=True)
    with pytest.raises(AssertionError):
        check_levels(given, older["measured"], bytewise=False)


def test_letters_of_ascii_weigh_the_same_byte_by_byte_and_days_and_numbers_always():
    records, _ = sample()
    text = (DATA / "splink_5_model.json").read_text(encoding="utf-8")
    plain, bytewise = (read_splink_model(text, records, bytewise=way) for way in (False, True))
    assert plain != bytewise
    assert [plain.weight(records[0], row) for row in records] == [bytewise.weight(records[0], row) for row in records]


def test_a_level_not_observed_and_a_frequency_at_its_least():
    not_seen = json.loads(model('"n_l" = "n_r"'))
    not_seen["comparisons"][0]["comparison_levels"][1]["m_probability"] = "level not observed in training dataset"
    assert read_splink_model(json.dumps(not_seen)).comparisons[0].otherwise.m == 1e-6
    saved = model('"n_l" = "n_r"', tf_adjustment_column="n", tf_adjustment_weight=0.5, tf_minimum_u_value=0.3)
    rows = [Record.of(("n", name)) for name in ("Ann", "Ann", "Bob", "Cid")]
    weights = [read_splink_model(saved, rows).weight(row, row) for row in rows[1:]]
    by_hand = [math.log2(8) + 0.5 * math.log2(0.1 / frequency) for frequency in (0.5, 0.3, 0.3)]
    assert weights == pytest.approx(by_hand)


def test_columns_under_other_labels_weigh_the_same_and_those_without_one_are_left_out():
    records, _ = sample()
    text = (DATA / "splink_5_model.json").read_text(encoding="utf-8")
    labels = {"first_name": "Name", "dob": "Date of birth", "email": "Email"}
    renamed = [Record.of(*((labels[a.label], a.value) for a in row if a.label in labels)) for row in records[:40]]
    kept = [Record(a for a in row if a.label in labels) for row in records[:40]]
    as_it_is, called = read_splink_model(text, kept), read_splink_model(text, renamed, labels=labels)
    assert called.labels == tuple(labels.values())
    assert [called.weight(renamed[0], row) for row in renamed] == [as_it_is.weight(kept[0], row) for row in kept]
    with pytest.raises(ValueError, match="no column"):
        read_splink_model(text, labels={})
    with pytest.raises(ValueError, match="the same label"):
        read_splink_model(text, labels={"dob": "Name", "email": "Name"})


def test_what_is_left_out_is_missing_from_every_weight_and_nothing_else():
    records, _ = sample()
    text = (DATA / "splink_5_model.json").read_text(encoding="utf-8")
    whole = read_splink_model(text, records[:40])
    broken = json.loads(text)
    broken["comparisons"][1]["comparison_levels"][1]["sql_condition"] = "surname_l like surname_r"
    del broken["comparisons"][3]["comparison_levels"][0]["sql_condition"]
    names = [broken["comparisons"][place]["output_column_name"] for place in (1, 3)]
    unread = unread_comparisons(json.dumps(broken))
    assert [(one.number, one.name) for one in unread] == [(2, names[0]), (4, names[1])]
    with pytest.raises(ValueError, match="level 2 of comparison 2 compares in a way that is not read"):
        read_splink_model(json.dumps(broken), leave_out=[4])
    part = read_splink_model(json.dumps(broken), records[:40], leave_out=[2, 4])
    without = {whole.comparisons[place].label for place in (1, 3)}
    for row in records[:40]:
        missing = sum(evidence.weight for label, evidence in whole.evidence(records[0], row) if label in without)
        assert part.weight(records[0], row) == pytest.approx(whole.weight(records[0], row) - missing, abs=1e-12)
    assert unread_comparisons(text) == ()
    with pytest.raises(ValueError, match="no comparison of the model is left"):
        read_splink_model(text, leave_out=range(1, len(whole.comparisons) + 1))
    with pytest.raises(ValueError, match="5 comparisons, and none of number 6"):
        read_splink_model(text, leave_out=[6])


UNTRAINED = json.loads(model('"n_l" = "n_r"'))
del UNTRAINED["comparisons"][0]["comparison_levels"][0]["m_probability"]
CANARY = "canary_4711"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "no model that Splink saved"),
        ("[" * 100_000, "no model that Splink saved"),
        ('{"comparisons": []}', "no model that Splink saved"),
        ('{"probability_two_random_records_match": 0.5, "comparisons": [3]}', "no model that Splink saved"),
        (model('"n_l" = "m_r"'), "level 1 of comparison 1 compares two columns"),
        (model(f'{CANARY}("n_l") = 7'), "level 1 of comparison 1 compares in a way that is not read"),
        (model('levenshtein("n_l", "n_r") >= 2'), "compares in a way that is not read"),
        (model('"n_l" = "n_r"', tf_adjustment_column=CANARY), "frequency of another column"),
        (model('"n_l" = "n_r"', u_probability=0), "train the model first"),
        (model(CANARY, is_null_level=True), "what counts as not known"),
        (json.dumps(UNTRAINED), "train the model first"),
        (model(), "comparison 1 must be of one column"),
        (model('"n_l" = "n_r"', '"m_l" = "m_r"'), "comparison 1 must be of one column"),
    ],
)
def test_what_is_not_read_is_said_in_one_sentence(text, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        read_splink_model(text)
    assert CANARY not in str(caught.value)
