"""The public names, what they say of a wrong argument, and that no error holds a value."""

import dataclasses
import importlib
import inspect
import math
import subprocess
import sys
import traceback
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd
import pytest

import leakage
from leakage import (
    Adversary,
    AnyOf,
    AtLeast,
    Attribute,
    Augment,
    Comparison,
    Conflicts,
    Correct,
    EditSimilarity,
    Evaluator,
    FellegiSunter,
    LeakageWarning,
    Level,
    MatchFunction,
    Measure,
    Normalised,
    Normaliser,
    PerComparison,
    Presumed,
    Record,
    Resolve,
    ResolvePerSource,
    SameKeySet,
    Shares,
    Similar,
    TableSimilarity,
    check_properties,
    database_leakage,
    dip,
    incremental_leakage,
    information_leakage,
    latest_wins_merge,
    leakages,
    planned_releases,
    query_leakage,
    read_records,
    record_leakage,
    records_of,
    union_merge,
)
from leakage.decision.leakage import query_leakage_bounds
from leakage.decision.what_ifs import enhancements
from leakage.frames import TableFileError
from leakage.measure.leakage import set_leakage
from leakage.measure.paper_methods import precision
from leakage.reidentification import Fact
from leakage.workspace.figures.assessment import assess, pools
from leakage.workspace.workspace import Release, Workspace
from tests.workspace.every_part import every_part_and_requests

# What a researcher needs is importable where the docstrings say, and says itself what it is and whence.


ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ["leakage", "leakage.reidentification", "leakage.published"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_there_and_has_a_docstring(package):
    module = importlib.import_module(package)
    names = [name for name, thing in vars(module).items() if name[0] != "_" and not inspect.ismodule(thing)]
    listed = getattr(module, "__all__", names)
    assert module.__doc__ and len(set(listed)) == len(listed) > 10
    assert [name for name in listed if not well_documented(name, getattr(module, name))] == []


def well_documented(name, thing):
    if inspect.isclass(thing) or inspect.isfunction(thing):
        # A dataclass without a docstring is given its signature for one.
        documented = thing.__doc__ and not thing.__doc__.startswith(f"{name}(")
        return thing.__name__ == name and documented and thing.__module__.startswith("leakage.")
    return thing is not None and not inspect.ismodule(thing)


def test_the_library_does_not_import_all_of_its_advice_at_once():
    code = (
        "import sys, leakage; print(*sys.modules); leakage.record_leakage; print(*sys.modules)\n"
        "from leakage import *; print(information_leakage.__name__, Presumed.__name__)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    at_first, asked, names = run.stdout.splitlines()
    assert names.split() == ["information_leakage", "Presumed"] and len(leakage.__all__) <= 60
    assert "numpy" not in at_first and "leakage.measure" not in at_first
    assert "leakage.measure.kernel" in asked
    assert "leakage.decision.leakage" not in asked


# A repr ends up in logs and notebooks: it says how much, and repeats nobody's values.


WORK = every_part_and_requests()
RECORDS = [*(release.record for release in (*WORK.releases, *WORK.plans)), *WORK.background]
VALUES = {a.value for record in (*RECORDS, WORK.reference) for a in record if len(a.value) > 2} | {WORK.title}


def results():
    yield from (WORK, pools(WORK), assess(WORK), WORK.measure, Presumed("shop", ((("City", "Sampleton"), 0.5),)))
    yield from (
        records_of(pd.DataFrame({"Name": ["Zoë Sample", None]})),
        check_properties(RECORDS, Shares("Name"), latest_wins_merge),
    )
    for policy in WORK.policies:
        eve = policy.adversary
        resolution = eve.resolve(RECORDS)
        yield from (eve, resolution, resolution.evidence, enhancements(resolution, 0))
        yield information_leakage(RECORDS, WORK.reference, eve)
        yield incremental_leakage(RECORDS, RECORDS[0], WORK.reference, eve)
    by_name = Adversary(Resolve(Shares("Name")))
    yield from (dip(RECORDS[0], RECORDS, by_name), by_name.resolve(RECORDS).evidence)
    yield query_leakage_bounds(RECORDS[0], RECORDS, WORK.reference, by_name)


def parts(thing):
    """Everything that can be reached from a result, itself included."""
    yield thing
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        for field in dataclasses.fields(thing):
            yield from parts(getattr(thing, field.name))
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from parts(value)
    elif isinstance(thing, Sequence | Record) and not isinstance(thing, str | bytes):
        for item in thing:
            yield from parts(item)


def own_types(things):
    by_type = {}
    for thing in things:
        for part in parts(thing):
            if type(part).__module__.startswith("leakage."):
                by_type.setdefault(type(part), []).append(part)
    return by_type


EVERYTHING = own_types(results())


@pytest.mark.parametrize("kind", sorted(EVERYTHING, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_no_repr_repeats_a_value(kind):
    for thing in EVERYTHING[kind]:
        assert len(repr(thing)) < 700
        assert not [value for value in VALUES if value in repr(thing) or value in str(thing)]


def test_values_are_there_to_be_repeated():
    known = {"Attribute", "Evidence", "Frame", "InformationLeakage", "Release", "Resolution", "Workspace"}
    assert known <= {kind.__name__ for kind in EVERYTHING} and "Zoë Sample" in VALUES


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


REFUSED = [
    lambda: Adversary(Shares("N")),
    lambda: Adversary(3),
    lambda: Adversary("N"),
    lambda: Resolve("N"),
    lambda: AnyOf("N", "P"),
    lambda: Record.of("N", "Alice"),
    lambda: Record.of(("N", 30)),
    lambda: Record.of({"N": 30}),
    lambda: Record.of({"N": [30]}),
    lambda: EVE.resolve([{"N": "Alice"}]),
    lambda: leakages(["Alice"], ALICE),
    lambda: record_leakage({"N": "Alice"}, ALICE),
    lambda: set_leakage([ALICE], FRAME),
    lambda: leakages([ALICE], ALICE, {1: 2.0}),
    lambda: information_leakage([ALICE], ALICE, EVE, ["N"]),
    lambda: Record([("N", "Alice")]),
    lambda: Fact("N", 30),
    lambda: Correct({"N": "Alice"}),
    lambda: ResolvePerSource(Shares("N")),
    lambda: Normalised("N", Normaliser()),
    lambda: Normaliser(phones="P"),
    lambda: MatchFunction("N", "P"),
    lambda: FellegiSunter(0.5, ["N"]),
    lambda: check_properties(FRAME, "N", union_merge),
    lambda: check_properties(FRAME, Shares("N"), "union"),
    lambda: dip(ALICE, FRAME, Shares("N")),
]


@pytest.mark.parametrize("wrong", REFUSED)
def test_what_is_not_clear_is_refused_in_one_line_without_a_value(wrong):
    with pytest.raises(TypeError) as refused:
        wrong()
    assert not {"Alice", "30", "\n"} & {*str(refused.value).replace("'", " ").split(" ")}
    # The library's own check, and no accident further inside.
    assert traceback.extract_tb(refused.value.__traceback__)[-1].line.startswith("raise TypeError")


BOB, PHONE = Record.of(("N", "Bob"), ("C", "9")), Shares("Phone")
ASKED = {
    "information": lambda weights, eve=EVE: information_leakage(FRAME, BOB, eve, weights),
    "information, of records": lambda weights, eve=EVE: information_leakage([ALICE], BOB, eve, weights),
    "increment": lambda weights, eve=EVE: incremental_leakage([ALICE], ALICE, BOB, eve, weights),
    "query": lambda weights, eve=EVE: query_leakage(ALICE, FRAME, BOB, eve, weights),
    "bounds": lambda weights, eve=EVE: query_leakage_bounds(ALICE, FRAME, BOB, eve, weights),
    "database": lambda weights, eve=EVE: database_leakage([ALICE], BOB, eve, weights),
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
        # Filled in.
        information_leakage([ALICE], BOB, Adversary(Augment("P", "Phone", {"1": "2"}), Resolve(PHONE)))
    with pytest.warns(LeakageWarning, match="the label Phone") as said:
        ask(None, Adversary(Resolve(AnyOf(Shares("P"), PHONE))))
        exec("ask([bob], bob, eve)", {"ask": information_leakage, "bob": BOB, "eve": Adversary(Resolve(PHONE))})
    assert [warning.filename for warning in said] == [__file__, "<string>"]
    with pytest.warns(LeakageWarning, match="the label C:"):
        query_leakage(BOB, FRAME, BOB, EVE)


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
    (tmp_path / "t.csv").write_text("N,P,P\nBob,1,2\n")
    assert tuple(read_records(tmp_path / "t.csv")) == (Record.of({"N": "Bob", "P": ["1", "2"]}),)
    for text, columns in (("", None), ("N\nBob\n", ["P"]), ("N\nBob,1\n", None), ("N,P\nBob,1\nAl,1,2\n", None)):
        (tmp_path / "t.csv").write_text(text)
        with pytest.raises(TableFileError):
            read_records(tmp_path / "t.csv", columns)


def test_an_evaluator_and_its_plans_take_tables_and_dictionaries():
    records = records_of(FRAME)
    by_table = Evaluator(FRAME.iloc[:1], FRAME.iloc[1:], {"N": "Alice", "P": 1, "C": None}, EVE)
    by_records = Evaluator([records[0]], [records[1]], ALICE, EVE)
    assert by_table.leakages([0, 1]).tolist() == by_records.leakages([0, 1]).tolist()
    plans = ([{"P": "1"}], [Record.of({"P": "1"})], pd.DataFrame({"P": ["1"]}))
    assert len({planned_releases(by_table, some)[0].after for some in plans}) == 1
    with pytest.raises(TypeError, match="an entry of type dict"):
        Evaluator([{"N": "Alice"}], (), ALICE, EVE)


CANARY = "canary 4711"
SECRET = Record.of(("N", CANARY), (CANARY, "1"), ("P", "1", 0.5))
MANY = Record(Attribute(CANARY, f"{CANARY} {n}", 0.5) for n in range(21))
BY_CANARY = Adversary(Resolve(Shares("N")))
RELEASE = Release(CANARY, CANARY, SECRET)

REFUSED = [
    lambda: Attribute("", CANARY),
    lambda: Attribute(CANARY, ""),
    lambda: Attribute(CANARY, CANARY, 1.5),
    lambda: Attribute(CANARY, CANARY, -0.1),
    lambda: Attribute(CANARY, CANARY, math.nan),
    lambda: Record.of((CANARY, CANARY), ("P", "1"), (CANARY, CANARY, 0.1)),
    lambda: Record.of((CANARY, CANARY, 2.0)),
    lambda: precision(SECRET, SECRET, {"N": 0.0}),
    lambda: record_leakage(SECRET, SECRET, {"N": math.nan}),
    lambda: record_leakage(SECRET, SECRET, beta=0.0),
    lambda: record_leakage(SECRET, SECRET, method="none"),
    lambda: record_leakage(SECRET, SECRET, {CANARY: 2.0}, method="equal_weights"),
    lambda: record_leakage(MANY, SECRET, method="worlds"),
    lambda: Shares(CANARY, CANARY),
    lambda: Shares(CANARY, ""),
    lambda: SameKeySet(CANARY, CANARY),
    lambda: dip(SECRET, [SECRET], Adversary()),
    lambda: dip(SECRET, [SECRET], Adversary(*(Resolve(Shares(CANARY)),) * 2)),
    lambda: query_leakage_bounds(SECRET, [SECRET], SECRET, Adversary()),
    lambda: check_properties([SECRET], Shares(CANARY), union_merge, cases=0),
    lambda: Conflicts(CANARY, CANARY),
    lambda: Similar(CANARY, 0.0),
    lambda: Similar(CANARY, 0.9, CANARY),
    lambda: Similar(CANARY, within=-1.0),
    lambda: AtLeast(0.0, ((CANARY, 1.0),)),
    lambda: AtLeast(1.0, ((CANARY, 1.0),) * 2),
    lambda: AtLeast(1.0, ((CANARY, -1.0),)),
    lambda: AtLeast(1.0, ((CANARY, math.nan),)),
    lambda: Level(0.0, 0.5),
    lambda: Level(0.5, 0.0),
    lambda: PerComparison(-1.0),
    lambda: Comparison(CANARY, (), Level(0.5, 0.5)),
    lambda: Comparison(CANARY, (Level(0.5, 0.5, Similar("N")),), Level(0.5, 0.5)),
    lambda: Comparison.by_odds(CANARY, 1.0, 2.0),
    lambda: FellegiSunter(0.5, (Comparison.by_odds(CANARY, 2.0, 2.0),) * 2),
    lambda: FellegiSunter(1.0, (Comparison.by_odds(CANARY, 2.0, 2.0),)),
    lambda: FellegiSunter(0.5, (Comparison.by_odds(CANARY, 2.0, 2.0),), math.inf),
    lambda: EditSimilarity(CANARY),
    lambda: TableSimilarity(((CANARY, CANARY, 2.0),)),
    lambda: enhancements(BY_CANARY.resolve([SECRET]), 0, cost=lambda attribute: 0.0),
    lambda: Release("", CANARY, SECRET),
    lambda: Release(CANARY, "", SECRET),
    lambda: Workspace(profile=((CANARY, CANARY),) * 2),
    lambda: Workspace(releases=(RELEASE, RELEASE)),
    lambda: Workspace(plans=(RELEASE, RELEASE)),
]


def messages(error):
    """The messages a traceback shows: of the error and what led to it, without the lines of code between."""
    while error is not None:
        yield "".join(traceback.format_exception_only(error))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


@pytest.mark.parametrize("attempt", REFUSED)
def test_a_refusal_does_not_repeat_what_was_entered(attempt):
    with pytest.raises(ValueError) as caught:
        attempt()
    assert not any(CANARY in message for message in messages(caught.value))
