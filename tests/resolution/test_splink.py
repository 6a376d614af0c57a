"""Splink as Eve: what it clusters comes back as a resolution. A million rows run by hand, with -m slow."""

import json
import re
from functools import reduce
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from leakage.decision.leakage import information_leakage
from leakage.frames import records_of
from leakage.record import Record
from leakage.resolution.adversary import Adversary, PerComparison
from leakage.resolution.evidence import threshold_of
from leakage.resolution.operations import Resolve, union_merge
from leakage.resolution.rules import AnyOf, Shares
from leakage.resolution.splink import SplinkAdversary
from tests.made_up_people import pairwise_f1

SAMPLE = Path(__file__).parents[1] / "data" / "fake_1000.csv"
TABLE = pd.read_csv(SAMPLE, dtype=str).apply(lambda column: column.str.strip())
PEOPLE = TABLE["cluster"].astype(int).tolist()
FRAME = TABLE.drop(columns=["unique_id", "cluster"])


@pytest.mark.skipif(find_spec("splink") is not None, reason="Splink is installed")
def test_without_splink_it_is_said_what_to_install():
    with pytest.raises(ModuleNotFoundError, match=re.escape('pip install ".[splink]"')):
        SplinkAdversary({"comparisons": []}, threshold=0.0)


def trained(table, comparisons, blocks, certain, training):
    """A linker whose model is trained on a table, as Splink's documentation has it."""
    splink = pytest.importorskip("splink")
    settings = splink.SettingsCreator(
        link_type="dedupe_only",
        comparisons=comparisons,
        blocking_rules_to_generate_predictions=[splink.block_on(*columns) for columns in blocks],
        additional_columns_to_retain=["cluster"] if "cluster" in table else [],
    )
    linker = splink.Linker(splink.DuckDBAPI().register(table), settings, log_level="ERROR")
    rules = [splink.block_on(*columns) for columns in certain]
    linker.training.estimate_probability_two_random_records_match(rules, recall=0.7)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    for columns in training:
        linker.training.estimate_parameters_using_expectation_maximisation(splink.block_on(*columns))
    return linker


@pytest.fixture(scope="module")
def linker():
    pytest.importorskip("splink")
    import splink.comparison_library as cl  # noqa: PLC0415

    comparisons = [
        cl.NameComparison("first_name").configure(term_frequency_adjustments=True),
        cl.NameComparison("surname").configure(term_frequency_adjustments=True),
        cl.DateOfBirthComparison("dob", input_is_string=True),
        cl.ExactMatch("city").configure(term_frequency_adjustments=True),
        cl.EmailComparison("email"),
    ]
    blocks = (("first_name",), ("substr(surname,1,3)",), ("dob",), ("email",))
    certain = (("first_name", "surname", "dob"), ("email",))
    return trained(TABLE, comparisons, blocks, certain, (("first_name", "surname"), ("dob",), ("email",)))


@pytest.fixture(scope="module")
def model(linker):
    return linker.misc.save_model_to_json()


def of_splink(linker, threshold):
    """The number of each row's cluster, by Splink alone."""
    pairs = linker.inference.predict(threshold_match_weight=threshold)
    found = linker.clustering.cluster_pairwise_predictions_at_threshold(pairs).as_pandas_dataframe()
    clusters = found.assign(row=found["unique_id"].astype(int)).sort_values("row")["cluster_id"]
    return pd.factorize(clusters)[0].tolist()


@pytest.mark.parametrize("threshold", [-2.0, threshold_of(0.95), 12.0])
def test_composites_are_the_clusters_of_splink_merged_by_union(linker, model, threshold):
    expected, records = of_splink(linker, threshold), records_of(FRAME)
    resolution = SplinkAdversary(model, threshold=threshold, cost=PerComparison(0.5)).resolve(FRAME)
    assert resolution.composite_of.tolist() == expected
    for composite, members in zip(resolution.composites, resolution.members, strict=True):
        assert composite == reduce(union_merge, (records[n] for n in members))
    sizes = np.bincount(expected)
    apart = (len(records) ** 2 - (sizes**2).sum()) / 2
    assert resolution.cost == 0.5 * (len(records) - len(sizes) + apart)
    assert resolution.evidence == () and resolution.to_frame()["members"].max() == sizes.max()


def test_a_model_comes_as_a_dictionary_json_a_file_or_a_linker(linker, model, tmp_path):
    path = tmp_path / "model.json"
    path.write_text(json.dumps(model), encoding="utf-8")
    made = set(linker._db_api._created_tables)
    eves = [SplinkAdversary(given, threshold=5.0) for given in (model, json.dumps(model), path, str(path), linker)]
    found = [eve.resolve(FRAME).composite_of.tolist() for eve in eves]
    found.append(eves[0].resolve(list(records_of(FRAME))).composite_of.tolist())
    assert all(other == found[0] for other in found) and len(set(found[0])) < len(FRAME)
    # The linker's tables stay, and none is added but frequencies.
    added = linker._db_api._created_tables - made
    assert made <= linker._db_api._created_tables and all("_tf_" in name for name in added)
    assert not any("leakage_" in name for (name,) in linker._db_api._con.execute("show tables").fetchall())
    assert of_splink(linker, 5.0) == found[0]
    assert all("first_name" not in repr(eve) for eve in eves)


def test_people_of_the_public_sample_are_found(model):
    composite_of = SplinkAdversary(model, threshold=threshold_of(0.95)).resolve(FRAME).composite_of
    left, right = np.triu_indices(len(FRAME), 1)
    same = composite_of[left] == composite_of[right]
    assert pairwise_f1((left[same], right[same]), PEOPLE) > 0.75


@pytest.mark.slow
def test_a_model_groups_a_million_rows_as_the_rules_it_blocks_by():
    pytest.importorskip("splink")
    import splink.comparison_library as cl  # noqa: PLC0415

    from tests.benchmarks import LABELS, RULES, customers  # noqa: PLC0415

    rows = customers(10**6)[LABELS]
    compared = [cl.ExactMatch(label) for label in rows]
    table = rows.head(100_000).assign(unique_id=range(100_000))
    learned = trained(table, compared, RULES, (RULES[0], RULES[-1]), (("N",), ("E",)))
    eves = (
        SplinkAdversary(learned.misc.save_model_to_json(), threshold=0.0),
        Adversary(Resolve(AnyOf(*(Shares(*rule) for rule in RULES)))),
    )
    by_model, by_rules = (len(eve.resolve(rows).composites) for eve in eves)
    assert by_model == pytest.approx(by_rules, rel=0.01)


def test_with_a_linker_values_are_as_frequent_as_in_its_own_table(linker, model):
    # Of two records both of which have the names everybody has them, and they say nothing.
    found = [SplinkAdversary(given, threshold=8.0).resolve(FRAME.iloc[[0, 1]]) for given in (model, linker)]
    assert [len(resolution.composites) for resolution in found] == [2, 1]


def test_a_record_with_several_values_is_one_person_by_any_of_them(linker):
    records, clusters = records_of(FRAME), of_splink(linker, 5.0)
    one, other = records[clusters.index(1)], records[clusters.index(2)]
    rows = [union_merge(one, other), one, other, Record(), Record.of(("Hobby", "chess"))]
    found = SplinkAdversary(linker, threshold=5.0).resolve(rows)
    assert found.composite_of.tolist() == [0, 0, 0, 1, 2]
    many = Record.of({label: [f"{n}" for n in range(9)] for label in FRAME})
    with pytest.raises(ValueError, match="1,000"):
        SplinkAdversary(linker, threshold=5.0).resolve([many, *rows])


def test_every_figure_takes_it(model):
    person = {label: value for label, value in FRAME.iloc[0].items() if isinstance(value, str)}
    eve = SplinkAdversary(model, threshold=5.0)
    found = information_leakage(FRAME.iloc[:20], person, eve)
    assert found.members == found.resolution.members[0] and len(found.members) > 1
    # What the others have of her is wrong in part.
    assert 0.0 < found.leakage < information_leakage(FRAME.iloc[:20], person, Adversary()).leakage == 1.0
    few = ([], FRAME.iloc[:0], FRAME.iloc[:1], [Record()] * 2)
    assert [len(eve.resolve(some).composites) for some in few] == [0, 0, 1, 2]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (7, TypeError),
        ([], TypeError),
        ({}, ValueError),
        ("{}", ValueError),
        ("{", ValueError),
        ("no such file", OSError),
    ],
)
def test_what_is_no_model_is_refused(given, error):
    pytest.importorskip("splink")
    with pytest.raises(error):
        SplinkAdversary(given, threshold=0.0)


def test_values_stand_in_no_error(model):
    comparisons = json.loads(json.dumps(model["comparisons"]))
    comparisons[0]["comparison_levels"][2]["sql_condition"] = 'cast("first_name_l" as int) > 3'
    with pytest.raises(ValueError, match="Splink could not") as caught:
        SplinkAdversary({**model, "comparisons": comparisons}, threshold=0.0).resolve(FRAME)
    assert caught.value.__suppress_context__
    assert not any(name in str(caught.value) for name in FRAME["first_name"].dropna())
    with pytest.raises(ValueError, match="finite"):
        SplinkAdversary(model, threshold=float("nan"))


def test_a_model_reaches_no_file(model, tmp_path):
    (tmp_path / "secret.csv").write_text("a\n1\n")
    stolen = json.loads(json.dumps(model))
    reading = f"(select count(*) from '{tmp_path}/secret.csv') > 0"
    stolen["blocking_rules_to_generate_predictions"] = [{"blocking_rule": reading, "sql_dialect": "duckdb"}]
    with pytest.raises(ValueError, match="Splink could not link the records"):
        SplinkAdversary(stolen, threshold=0.0).resolve(FRAME.head(9))
