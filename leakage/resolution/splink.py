"""A Splink model as Eve: Splink scores and clusters the records, and the result is a ``Resolution``.

This needs the extra ``splink``. A ``Linker`` of the caller's chooses a backend other than DuckDB, for example Spark::

    from splink import Linker, SparkAPI

    api = SparkAPI(spark_session=spark)
    linker = Linker(api.register(spark.read.parquet("people.parquet")), "model.json")
    resolution = SplinkAdversary(linker, threshold=8.0).resolve(records)
"""

from __future__ import annotations

import contextlib
import copy
import importlib
import itertools
import json
import math
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from leakage.arguments import need_extra
from leakage.frames import Frame, Integers
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary, Cost, PerComparison
from leakage.resolution.engine import connected
from leakage.resolution.operations import Groups, Operation, clustered

MOST_ROWS = 1_000
"""Rows that a record with several values may make."""


class SplinkAdversary(Adversary):
    """An adversary who links records by a trained Splink model, and merges each cluster by union.

    Splink gets a row a record, with the labels that the model reads as texts; a record with several values of a label
    becomes several linked rows. Pairs that the model's blocking rules find are linked if their match weight reaches the
    threshold. Term frequencies are those of the linker's own table, or else of the records.
    Source: Linacre et al., "Splink: Free software for probabilistic record linkage at scale" (IJPDS 2022).

    Arguments:
        settings_or_linker: a trained model as Splink saves it (a dictionary, JSON, or a path), run on DuckDB in memory;
            or a ``Linker``, for its model and backend. Its tables are not changed.
        threshold: the match weight that links two records, in bits; ``threshold_of`` gives it for a probability.
    """

    def __init__(self, settings_or_linker: Any, *, threshold: float, cost: Cost | None = None) -> None:
        need_extra("splink", "splink", "a model of Splink as an adversary")
        super().__init__(_operation(settings_or_linker, threshold), cost=cost or PerComparison())


@dataclass(frozen=True)
class SplinkLink(Operation):
    """Single-link clustering of the pairs that Splink finds."""

    model: str = field(repr=False)
    threshold: float
    backend: Any = field(default=None, repr=False)

    @property
    def unique(self) -> bool:
        return True

    def apply(self, records: Sequence[Record]) -> Groups:
        settings = json.loads(self.model)
        table, owner = _table(records, sorted({*_columns(settings)}))
        report("Linking by Splink", 0, 0)
        try:
            cluster = self._clusters(table, settings) if len(records) > 1 else owner
        except Exception as error:
            # The message may contain values.
            said = f"Splink could not link the records by this model ({type(error).__name__})"
            raise ValueError(f"{said}: try it in Splink on made-up rows whose columns are texts") from None
        first = pd.Series(owner).groupby(cluster).transform("first").to_numpy()
        return clustered(records, connected(len(records), owner, first))

    def _clusters(self, table: pd.DataFrame, settings: dict[str, Any]) -> Integers:
        """The cluster number of each row."""
        splink = importlib.import_module("splink")
        # A model is SQL, perhaps another person's: it must not reach files or the network.
        closed = {"enable_external_access": "false", "lock_configuration": "true"}
        duckdb = importlib.import_module("duckdb")
        given = self.backend or splink.DuckDBAPI(connection=duckdb.connect(config=closed))
        backend, name = copy.copy(given), f"leakage_{uuid.uuid4().hex}"
        # Only the term frequencies of the linker's own records are used, and none of its tables is dropped.
        kept = type(backend._intermediate_table_cache)()
        tables = backend._intermediate_table_cache.items()
        kept.update({key: made for key, made in tables if key.startswith("__splink__df_tf_")})
        backend._intermediate_table_cache, backend._created_tables = kept, {name}
        try:
            linker = splink.Linker(backend.register(table, table_name=name), settings, log_level="ERROR")
            pairs = linker.inference.predict(threshold_match_weight=self.threshold)
            clusters = linker.clustering.cluster_pairwise_predictions_at_threshold(pairs)
            sql = f"select unique_id, cluster_id from {clusters.physical_name}"
            found = linker.misc.query_sql(sql, output_type="pandas").sort_values("unique_id")
        finally:
            for made in sorted(backend._created_tables):
                with contextlib.suppress(Exception):
                    backend.delete_table_from_database(made)
        return np.asarray(pd.factorize(found["cluster_id"])[0], dtype=np.int64)


def _operation(given: Any, threshold: float) -> SplinkLink:
    if not math.isfinite(threshold):
        raise ValueError(f"threshold must be a finite number of bits, got {threshold}")
    backend = getattr(given, "_db_api", None)
    if backend is not None:
        linker, given = given, given.misc.save_model_to_json()
        for column in sorted({level.get("tf_adjustment_column", "") for level in _levels(given)} - {""}):
            linker.table_management.compute_tf_table(column)
    elif isinstance(given, str | Path):
        text = str(given)
        given = json.loads(text if text.lstrip().startswith("{") else Path(given).read_text(encoding="utf-8"))
    if not isinstance(given, Mapping):
        raise TypeError(f"a model of Splink must be a dictionary, JSON, a path or a Linker, got {type(given).__name__}")
    if not given.get("comparisons"):
        raise ValueError("a model of Splink must have comparisons, as save_model_to_json writes them")
    kept_out = dict.fromkeys(("retain_matching_columns", "retain_intermediate_calculation_columns"), False)
    plain = {"link_type": "dedupe_only", "unique_id_column_name": "unique_id", "additional_columns_to_retain": []}
    return SplinkLink(json.dumps({**given, **plain, **kept_out}), threshold, backend)


def _levels(settings: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [level for comparison in settings["comparisons"] for level in comparison["comparison_levels"]]


def _columns(settings: Mapping[str, Any]) -> Iterator[str]:
    sqlglot = importlib.import_module("sqlglot")

    conditions = [sql for level in _levels(settings) if (sql := level["sql_condition"]).strip().upper() != "ELSE"]
    given = settings.get("blocking_rules_to_generate_predictions", ())
    rules = [rule if isinstance(rule, str) else rule["blocking_rule"] for rule in given]
    for sql, ends in (*((sql, True) for sql in conditions), *((sql, False) for sql in rules)):
        parsed = sqlglot.parse_one(sql, read=settings.get("sql_dialect", "duckdb"))
        names = {column.name for column in parsed.find_all(sqlglot.exp.Column)}
        yield from (name.removesuffix("_l").removesuffix("_r") if ends else name for name in names)


def _table(records: Sequence[Record], labels: Sequence[str]) -> tuple[pd.DataFrame, Integers]:
    """A row for every choice of one value a label, and the record number of each row."""
    columns: dict[str, Any]
    if isinstance(records, Frame):
        held = {label: records.column(label) for label in labels}
        columns = {label: np.array([*values, None], dtype=object)[codes] for label, (codes, values) in held.items()}
        owner = np.arange(len(records))
    else:
        choices = [[record.values(label) or (None,) for label in labels] for record in records]
        counts = np.array([math.prod(map(len, some)) for some in choices], dtype=np.int64)
        if (counts > MOST_ROWS).any():
            raise ValueError(
                f"a record's values make {counts.max():,} rows for Splink, at most {MOST_ROWS:,} are taken"
            )
        rows = list(itertools.chain.from_iterable(itertools.product(*some) for some in choices))
        columns = dict(zip(labels, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(labels, ())
        owner = np.repeat(np.arange(len(records)), counts)
    # The type of an empty column must be given.
    table = {label: pd.array(column, dtype="str") for label, column in columns.items()}
    return pd.DataFrame({"unique_id": np.arange(len(owner)), **table}), owner
