"""Results as tables: the documented columns, and in every cell what the result says."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Attribute, Database, Record, Resolve, Shares, dip, to_frame
from leakage.decision import (
    Baseline,
    Channel,
    Prices,
    attribute_contributions,
    compare_releases,
    disinformation_frontier,
    erasure_frontier,
    field_trade_off,
    missing_gains,
    pool_choices,
    release_shapley,
)
from leakage.measure import weight_sensitivity
from leakage.tables import PublishedTable, Requirement, incognito, suppressed_digits
from tests.resolution import kinds
from tests.strategies import databases, quick

e = Record.of(("N", "a"), ("P", "1"), ("C", "9"))
R = [Record.of(("N", "a"), ("P", "1", 0.5)), Record.of(("N", "a"), ("C", "9")), Record.of(("N", "b"), ("P", "7"))]
eve = Adversary((Resolve(Shares("N")),))
baseline = Baseline.of(R, e, eve)


@quick
@given(databases())
def test_a_database_comes_back_from_its_frame(rows):
    database = Database.from_records(rows)
    frame = database.to_frame()
    assert list(frame.columns) == ["record", "label", "value", "confidence"]
    back = Database.from_columns(*(frame[name].to_numpy() for name in frame.columns), size=len(database))
    assert list(back) == rows


@quick
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges, st.booleans())
def test_a_resolution_as_a_table_says_who_is_with_whom(rows, rule, merge, as_columns):
    resolution = Adversary((Resolve(rule, merge),)).resolve(Database.from_records(rows) if as_columns else rows)
    frame = resolution.to_frame()
    assert list(frame.columns) == ["record", "composite", "members"]
    together = {number: tuple(group["record"]) for number, group in frame.groupby("composite")}
    assert [together[number] for number in sorted(together)] == [tuple(members) for members in resolution.members]
    assert all(len(together[row.composite]) == row.members for row in frame.itertuples())
    joins = resolution.evidence_frame()
    assert list(joins.columns) == ["composite", "rule", "pairs", "left", "right"]
    assert len(joins) == len(resolution.evidence)
    for row, join in zip(joins.itertuples(), resolution.evidence, strict=True):
        assert {*row.left, *row.right} <= set(together[row.composite])
        assert (row.pairs, row.left, row.right) == (join.key.shared, join.left, join.right)


def test_a_dip_as_a_table():
    dipping = dip(R[0], R[1:], eve)
    assert dipping.to_frame().to_dict("records") == [
        {"record": 0, "rule": "same N", "pairs": (("N", "a"),), "attributes": 3}
    ]


def believable(label, count):
    return [f"wrong {number}" for number in range(count)]


TABLES = {
    "contributions": (
        attribute_contributions(R[0], e),
        (),
        ["label", "value", "confidence", "right", "contribution"],
    ),
    "gains": (missing_gains(R[0], e), (), ["label", "value", "gain"]),
    "shapley": (
        release_shapley([pool_choices(dict(enumerate(R)), (), e, eve)], [(0,), (1,), (2,)]),
        (),
        ["share", "alone", "margin"],
    ),
    "compared": (
        compare_releases(R, {"one": R[0], "other": R[1]}, e, eve),
        (),
        [
            *("name", "release", "before", "after", "increment", "composite", "bridged", "joined_composites"),
            *("evidence", "field_increments", "is_best"),
        ],
    ),
    "points": (
        erasure_frontier(R, (), [(0, 1, 2)], e, eve).plans,
        ["optimal"],
        ["cost", "leakage", "lowest", "requests", "optimal"],
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_results_of_one_kind_make_a_table(name):
    rows, properties, columns = TABLES[name]
    frame = to_frame(rows, *properties)
    assert len(frame) == len(rows) > 0
    assert list(frame.columns) == columns
    for row, told in zip(rows, frame.to_dict("records"), strict=True):
        for column, cell in told.items():
            holder = next(part for part in (row, getattr(row, "attribute", None), _pair(row)) if hasattr(part, column))
            assert cell == getattr(holder, column)


def _pair(row):
    return Attribute(*row.pair) if hasattr(row, "pair") else None


def test_plans_as_tables_say_whether_they_are_proved():
    erasures = erasure_frontier(R, (), [(0, 1, 2)], e, eve)
    lies = disinformation_frontier(
        [baseline], [Channel("x", (0,))], Shares("N"), Prices(1.0, 1.0), ["P"], believable, 4.0
    )
    for frontier, plans, what in ((erasures, erasures.plans, "requests"), (lies, lies.plans, "records")):
        frame = frontier.to_frame()
        assert list(frame.columns) == ["cost", "leakage", "lowest", what, "optimal", "gap"]
        assert frame["optimal"].tolist() == [plan.optimal for plan in plans]
        assert frame["leakage"].tolist() == [plan.leakage for plan in plans]
        assert frame[what].tolist() == [getattr(plan, what) for plan in plans]
        assert frame["gap"].tolist() == [plan.gap for plan in plans]


def test_choices_of_fields_as_a_table():
    choices = field_trade_off([baseline], Record.of(("N", "a")), [Attribute("C", "9"), Attribute("P", "1")])
    frame = choices.to_frame()
    assert list(frame.columns) == ["cost", "leakage", "lowest", "given", "blank", "worth", "optimal", "gap"]
    assert frame["given"].tolist() == [plan.given for plan in choices.plans]
    assert frame["leakage"].is_monotonic_decreasing


def test_numbers_by_name_become_columns():
    frame = to_frame(weight_sensitivity(R, e, {"N": 2.0}, R))
    shifts = [f"{way}_{what}" for way in ("halved", "doubled") for what in ("leakage", "swapped", "top_changed")]
    assert list(frame.columns) == ["label", "weight", "leakage", *shifts]
    rows = weight_sensitivity(R, e, {"N": 2.0}, R)
    assert frame["doubled_leakage"].tolist() == [row.doubled.leakage for row in rows]


def test_generalisations_as_a_table():
    table = PublishedTable(
        pd.DataFrame({"Zip": ["11", "12", "21"], "Disease": ["Flu", "Cancer", "Flu"]}), ["Zip"], "Disease"
    )
    hierarchies = {"Zip": suppressed_digits(["11", "12", "21"])}
    searched = incognito(table, hierarchies, Requirement(k=2), suppression=40.0)
    frame = searched.to_frame()
    costs = ["discernibility", "average_class_size", "precision_loss"]
    assert list(frame.columns) == ["levels", "suppressed", "classes", *(f"loss_{cost}" for cost in costs)]
    assert frame["levels"].tolist() == [way.levels for way in searched.minimal] != []
    assert frame["loss_precision_loss"].tolist() == [way.loss.precision_loss for way in searched.minimal]


def test_a_record_stays_a_record_in_a_table():
    frame = to_frame(compare_releases(R, {"it": R[0]}, e, eve))
    assert frame.loc[0, "release"] == R[0]
    assert isinstance(frame.loc[0, "composite"], Record)


def test_no_results_make_an_empty_table():
    assert to_frame([]).equals(pd.DataFrame())
