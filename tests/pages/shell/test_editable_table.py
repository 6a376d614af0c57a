"""The rows of an editable table as plain values, against reading it cell by cell."""

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from pages.shell.editable_table import rows_of

CELLS = {
    "text": (st.sampled_from(["", "x", "None"]), "string"),
    "tick": (st.booleans(), "boolean"),
    "count": (st.integers(-3, 3), "Int64"),
    "number": (st.sampled_from([0.0, -1.5, 1e300]), "float64"),
    "day": (st.sampled_from([pd.Timestamp("2026-01-31")]), "datetime64[ns]"),
    "anything": (st.sampled_from([1, "1", True, 0.5]), "object"),
    "labels": (st.lists(st.sampled_from("ab")), "object"),
    7: (st.integers(0, 3), "object"),
}


@st.composite
def tables(draw):
    """Some columns of some kinds, with blank cells."""
    rows = draw(st.integers(0, 4))
    chosen = draw(st.lists(st.sampled_from(list(CELLS)), min_size=1, unique=True))
    columns = {}
    for name in chosen:
        cells, kind = CELLS[name]
        held = draw(st.lists(st.none() | cells, min_size=rows, max_size=rows))
        columns[name] = pd.Series(held, dtype="object").astype(kind)
    return pd.DataFrame(columns)


def plain(frame, row, name):
    """One cell as a plain value; a list is never blank."""
    value = frame[name].astype(object).iloc[row]
    return value if isinstance(value, list) or not pd.isna(value) else None


@given(tables())
def test_rows_are_those_read_cell_by_cell(frame):
    expected = [{str(name): plain(frame, row, name) for name in frame} for row in range(len(frame))]
    given_rows = rows_of(frame)
    assert given_rows == expected
    kinds = [[type(value) for value in row.values()] for row in given_rows]
    assert kinds == [[type(value) for value in row.values()] for row in expected]
