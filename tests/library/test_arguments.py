"""What is written in another way than the papers do: understood where it is clear, and refused in plain words else."""

import warnings

import pandas as pd
import pytest

from leakage import (
    Adversary,
    AnyOf,
    Evaluator,
    LeakageWarning,
    Measure,
    Record,
    Resolve,
    SameKeySet,
    Shares,
    incremental_leakage,
    information_leakage,
    leakages,
    planned_releases,
    read_records,
    record_leakage,
    records_of,
)
from leakage.measure.leakage import set_leakage

ALICE = Record.of(("N", "Alice"), ("P", "1"))
EVE = Adversary(Resolve(Shares("N", "P")))
FRAME = pd.DataFrame({"N": ["Alice", "Bob"], "P": ["1", None]})


def test_one_operation_or_a_list_of_labels_will_do():
    assert Adversary(Resolve(Shares(["N", "P"]))) == EVE == Adversary([Resolve(Shares(("N", "P")))])
    assert AnyOf([Shares("N"), Shares("P")]) == AnyOf(Shares("N"), Shares("P"))
    assert SameKeySet(["N", "P"]) == SameKeySet("N", "P")


@pytest.mark.parametrize("table", [FRAME, records_of(FRAME)])
def test_a_table_stands_for_its_records(table):
    records = list(records_of(FRAME))
    assert leakages(table, ALICE).tolist() == leakages(records, ALICE).tolist()
    assert set_leakage(table, ALICE) == 1.0
    assert information_leakage(table, ALICE, EVE).leakage == information_leakage(records, ALICE, EVE).leakage


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: Adversary(Shares("N")), "got Shares; Resolve makes one of a rule"),
        (lambda: Adversary(3), "must be operations, got int"),
        (lambda: Adversary("N"), "must be operations, got str"),
        (lambda: Resolve("N"), "a rule such as Shares, got str"),
        (lambda: AnyOf("N", "P"), "rules such as Shares, got str"),
        (lambda: Record.of("N", "Alice"), "got str"),
        (lambda: Record.of(("N", 30)), "a value must be a text, got int"),
        (lambda: Record.of({"N": 30}), "a value must be a text, got int"),
        (lambda: Record.of({"N": [30]}), "a value must be a text, got int"),
        (lambda: EVE.resolve([{"N": "Alice"}]), "an entry of type dict; Record.of makes"),
        (lambda: leakages(["Alice"], ALICE), "an entry of type str; Record.of makes"),
        (lambda: record_leakage({"N": "Alice"}, ALICE), "an entry of type dict; Record.of makes"),
        (lambda: set_leakage([ALICE], FRAME), "got DataFrame"),
        (lambda: information_leakage([ALICE], ALICE, EVE, ["N"]), "weights must be a dictionary"),
    ],
)
def test_what_is_not_clear_is_refused_without_a_value(wrong, said):
    with pytest.raises(TypeError) as refused:
        wrong()
    assert said in str(refused.value)
    assert "Alice" not in str(refused.value) and "30" not in str(refused.value)


BOB = Record.of(("N", "Bob"), ("C", "9"))
ASKED = {
    "information": lambda weights: information_leakage(FRAME, BOB, EVE, weights),
    "information, of records": lambda weights: information_leakage([ALICE], BOB, EVE, weights),
    "increment": lambda weights: incremental_leakage([ALICE], ALICE, BOB, EVE, weights),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("kind", [dict, Measure])
def test_a_weight_for_a_label_that_nobody_has_is_said_where_it_was_given(ask, kind):
    with pytest.warns(LeakageWarning, match="no person has the label Z, n: its weight changes nothing") as said:
        ask(kind({"N": 2.0, "n": 3.0, "Z": 1.0, "C": 2.0}))
    assert [warning.filename for warning in said] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ask(kind({"N": 2.0, "P": 3.0, "C": 2.0}))


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_file_stands_for_its_records(delimiter, tmp_path):
    rows = [["N", "P"], ["Alice", "01"], [f"Bo{delimiter}b", ""]]
    lines = [delimiter.join(f'"{cell}"' for cell in row) for row in rows]
    (tmp_path / "t.csv").write_bytes("\r\n".join(lines).encode("utf-8-sig"))
    expected = (Record.of({"N": "Alice", "P": "01"}), Record.of({"N": f"Bo{delimiter}b"}))
    assert tuple(read_records(tmp_path / "t.csv")) == expected
    assert tuple(read_records(str(tmp_path / "t.csv"), ["P"])) == (Record.of({"P": "01"}), Record())
    pd.DataFrame({"N": ["Alice", "Bob"], "A": [20, None]}).to_parquet(tmp_path / "t.parquet")
    found = tuple(read_records(tmp_path / "t.parquet"))
    assert found == (Record.of({"N": "Alice", "A": "20"}), Record.of({"N": "Bob"}))
    with pytest.raises(OSError):
        read_records(tmp_path / "none.csv")


def test_an_evaluator_and_its_plans_take_tables_and_dictionaries():
    records = records_of(FRAME)
    by_table = Evaluator(FRAME.iloc[:1], FRAME.iloc[1:], {"N": "Alice", "P": "1"}, EVE)
    by_records = Evaluator([records[0]], [records[1]], ALICE, EVE)
    assert by_table.leakages([0, 1]).tolist() == by_records.leakages([0, 1]).tolist()
    found = [planned_releases(by_table, [one])[0].after for one in ({"P": "1"}, Record.of({"P": "1"}))]
    assert found[0] == found[1]
    with pytest.raises(TypeError, match="an entry of type dict"):
        Evaluator([{"N": "Alice"}], (), ALICE, EVE)
