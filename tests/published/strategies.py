"""Random tables, and a made-up census."""

from functools import cache
from pathlib import Path

import pandas as pd
from hypothesis import assume
from hypothesis import strategies as st

from leakage.published.hierarchy import Hierarchy, flat, intervals
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


SAMPLE = Path(__file__).resolve().parents[1] / "data" / "census_sample.csv"
QUASI_IDENTIFIERS = ("age", "workclass", "education", "native-country", "marital-status", "race", "sex")
"""In the order of Table IV."""

SENSITIVE = "occupation"

HEIGHTS = {"workclass": 2, "education": 3, "native-country": 2, "marital-status": 2}


@cache
def census():
    """1,121 rows of it, in which every value of every column occurs."""
    return pd.read_csv(SAMPLE, sep=";")


def in_fours(values, height):
    """The values by fours, these by fours, and so on, up to one; the order of the alphabet says which."""
    known = sorted(values)
    groups = (tuple(f"{level}: {place // 4**level}" for place in range(len(known))) for level in range(1, height))
    return Hierarchy((tuple(known), *groups, ("*",) * len(known)))


def census_hierarchies(frame):
    """One for each quasi-identifier."""
    ages = intervals(frame["age"].unique(), [5, 10, 20])
    grouped = {name: in_fours(frame[name].unique(), height) for name, height in HEIGHTS.items()}
    return {"age": ages, **grouped, "race": flat(frame["race"].unique()), "sex": flat(frame["sex"].unique())}
