"""Spelling: values that are compared as one, in an index by normalised rules."""

from __future__ import annotations

from collections.abc import Collection

import duckdb
import pandas as pd

from leakage.background.engine import DuckDBEngine, quoted
from leakage.progress import report
from leakage.resolution.normalise import Normaliser

WRITTEN = "written"
"""The table of facts as they stand, while others are compared."""

AT_ONCE = 50_000
"""Distinct values that are normalised before they go to the disk."""


def spell(
    connection: duckdb.DuckDBPyConnection, engine: DuckDBEngine, normaliser: Normaliser, labels: Collection[str]
) -> bool:
    """Normalise every distinct value of some labels once: what is compared are numbers of normalised values.

    A record is normalised value by value, and the normalised union is the union of the normalised, so the fixpoint of
    ``facts`` is that of the records then; what composites hold stays as it was written.

    Arguments:
        connection: of the engine; it holds ``pairs`` and ``facts``.
        engine: it then keeps ``spellings(spelled, pair)``, ordered, in ``facts`` what is compared, each once, and what
            was in it under the name ``WRITTEN``.
        normaliser: what is overlooked.
        labels: those that rules ask for.

    Returns:
        Whether every normalised value has a number of its own.
    """
    asked = ", ".join(map(quoted, sorted(labels)))
    source = f"FROM pairs JOIN labels USING (label) WHERE name IN ({asked})"
    total = engine.number(f"SELECT count(*) {source}")
    engine.run("CREATE OR REPLACE TABLE normalised (pair UBIGINT, label VARCHAR, value VARCHAR)")
    # A cursor of its own, for the values are read while others are written.
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pair, name, value {source}")
        for done in range(0, total, AT_ONCE):
            report("Normalising values", done, total)
            rows = cursor.fetchmany(AT_ONCE)
            some = pd.DataFrame(rows, columns=["pair", "label", "value"]).astype({"pair": "uint64"})
            some["value"] = [normaliser.value(label, value) for _, label, value in rows]
            connection.register("spelled_so", some)
            engine.run("INSERT INTO normalised SELECT pair, label, value FROM spelled_so")
            connection.unregister("spelled_so")
    engine.keep("spellings", "SELECT hash(label, value) AS spelled, * FROM normalised ORDER BY spelled, pair")
    engine.drop("normalised")
    same = "min(label) <> max(label) OR min(value) <> max(value)"
    if engine.number(f"SELECT count(*) FROM (SELECT 1 FROM spellings GROUP BY spelled HAVING {same})"):
        return False
    engine.keep("spellings", "SELECT spelled, pair FROM spellings ORDER BY spelled, pair")
    ours = f"database_name = current_database() AND table_name = {quoted(WRITTEN)}"
    if not engine.number(f"SELECT count(*) FROM duckdb_tables() WHERE {ours}"):
        # Once, for a stage that was broken off is done again.
        engine.run(f"ALTER TABLE facts RENAME TO {WRITTEN}")
    told = f"SELECT DISTINCT record, w.label, spelled AS pair FROM {WRITTEN} w JOIN spellings USING (pair)"
    engine.keep("facts", told)
    return True
