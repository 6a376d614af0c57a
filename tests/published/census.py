"""A sample of the census table, and hierarchies of the heights that Ren & Li's Table IV gives."""

from functools import cache
from pathlib import Path

import pandas as pd

from leakage.published.hierarchy import Hierarchy, flat, intervals

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
