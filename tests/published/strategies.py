"""Hypothesis strategies: small tables over few values, so that classes are of all kinds."""

import pandas as pd
from hypothesis import assume
from hypothesis import strategies as st

from leakage.published.table import PublishedTable

KNOWN = ["Q0", "Q1"]
SECRET = "S"


def rows_of(cells, values, min_size=2, max_size=12):
    quasi = st.tuples(cells, cells)
    return st.lists(st.tuples(quasi, values), min_size=min_size, max_size=max_size)


full_rows = rows_of(st.sampled_from("abc"), st.sampled_from("vwxyz"))
gappy_rows = rows_of(st.sampled_from(["a", "b", None]), st.sampled_from(["v", "w", "x", None]))


def frame_of(rows):
    return pd.DataFrame([(*quasi, value) for quasi, value in rows], columns=[*KNOWN, SECRET], dtype=object)


def table_of(rows, missing="value"):
    """The table."""
    return PublishedTable(frame_of(rows), KNOWN, SECRET, missing)


def table_if_any(rows, missing="value"):
    """The table; examples that are none are passed over."""
    kept = rows if missing != "dropped" else [r for r in rows if r[1] is not None and None not in r[0]]
    values = {value for _, value in kept if missing == "value" or value is not None}
    assume(len(kept) >= 2 and len(values) >= 2)
    return table_of(rows, missing)


tables = full_rows.filter(lambda rows: len({value for _, value in rows}) > 1).map(table_of)
