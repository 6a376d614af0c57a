"""Spark comes to the composites of the arrays, and so to the same index.

It needs Java and pyspark: where SPARK_NEEDED is set, as ``.ci/run --slow`` does, their absence fails.
"""

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

from leakage import AnyOf, Shares
from leakage.background import BackgroundIndex, Source, build_index
from leakage.background.fixpoint import OnSpark
from leakage.database import Database
from leakage.resolution.arrays import array_rules, resolve_by_arrays
from tests.amount import cases
from tests.background.made_up import any_match, people, small_frame

pytestmark = pytest.mark.slow

if not os.environ.get("SPARK_NEEDED"):
    pytest.importorskip("pyspark")
    if not shutil.which("java"):
        pytest.skip("Spark needs Java", allow_module_level=True)


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    from pyspark.sql import SparkSession  # noqa: PLC0415

    builder = SparkSession.builder.master("local[2]").appName("tests")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.sql.shuffle.partitions": "2",
        # Small tables are gone through sooner than code for them is compiled, or compiled well.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    }.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    yield made
    made.stop()


def tables(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with duckdb.connect(str(path), read_only=True) as connection:
        return {
            name: connection.execute(f"SELECT * FROM {name} ORDER BY ALL").fetchall()
            for name in ("about", "labels", "pairs", "contents", "holders", "members")
        }


def compared(frame: pd.DataFrame, match: AnyOf, folder: Path, session: Any) -> int:
    """The same index as by DuckDB, table by table, and the composites of the arrays; how many joined records."""
    folder.mkdir()
    frame.to_parquet(folder / "held.parquet")
    sources = [Source(folder / "held.parquet", tuple((label, label) for label in frame.columns))]
    between = folder / "between"
    between.mkdir()
    on_spark = build_index(folder / "spark.index", sources, match, rounds=OnSpark(session, between))
    assert tables(on_spark) == tables(build_index(folder / "duckdb.index", sources, match))
    assert not list(between.iterdir())
    least = np.arange(len(frame))
    members = np.array(tables(on_spark)["members"], dtype=np.int64).reshape(-1, 2)
    least[members[:, 1]] = members[:, 0]
    wanted = resolve_by_arrays(Database.from_frame(frame), array_rules(match))
    assert np.array_equal(pd.factorize(least)[0], wanted)
    with BackgroundIndex(on_spark) as index:
        assert len(index) == wanted.max() + 1
    return len(members)


@pytest.mark.parametrize("records", cases([10_000, 100_000], usual=0, slow=1))
def test_the_records_of_people(records: int, tmp_path: Path, session: Any) -> None:
    match = AnyOf(Shares("N", "C"), Shares("N", "P"), Shares("M"))
    assert compared(people(records), match, tmp_path / "people", session) > records / 10


def test_few_values_and_any_rules(tmp_path: Path, session: Any) -> None:
    seed = random.Random(6)
    joined = [compared(small_frame(seed), any_match(seed), tmp_path / str(n), session) for n in range(2)]
    assert max(joined) > 3
