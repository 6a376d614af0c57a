"""A sample of the census table, and hierarchies of the heights that Ren & Li's Table IV gives."""

from functools import cache
from pathlib import Path

import pandas as pd

from leakage.published.hierarchy import flat, intervals, tree

SAMPLE = Path(__file__).resolve().parents[1] / "data" / "census_sample.csv"
QUASI_IDENTIFIERS = ("age", "workclass", "education", "native-country", "marital-status", "race", "sex")
"""In the order of Table IV."""

SENSITIVE = "occupation"

WORK = {
    "Government": ("Federal-gov", "Local-gov", "State-gov"),
    "Self-employed": ("Self-emp-inc", "Self-emp-not-inc"),
    "Other work": ("Private", "Without-pay"),
}
EDUCATION = {
    "Primary": ("Preschool", "1st-4th", "5th-6th", "7th-8th"),
    "Some secondary": ("9th", "10th", "11th", "12th"),
    "Secondary": ("HS-grad", "Some-college"),
    "Vocational": ("Assoc-acdm", "Assoc-voc", "Prof-school"),
    "Academic": ("Bachelors", "Masters", "Doctorate"),
    "At school": ("Primary", "Some secondary", "Secondary"),
    "After school": ("Vocational", "Academic"),
}
COUNTRIES = {
    "North America": ("United-States", "Canada", "Outlying-US(Guam-USVI-etc)", "Puerto-Rico"),
    "Latin America": (
        *("Cuba", "Jamaica", "Mexico", "Honduras", "Columbia", "Ecuador", "Haiti", "Dominican-Republic"),
        *("El-Salvador", "Guatemala", "Peru", "Trinadad&Tobago", "Nicaragua"),
    ),
    "Europe": (
        *("England", "Germany", "Poland", "Portugal", "France", "Italy", "Yugoslavia", "Scotland", "Greece"),
        *("Ireland", "Hungary", "Holand-Netherlands"),
    ),
    "Asia": (
        *("India", "Iran", "Philippines", "Cambodia", "Thailand", "Laos", "Taiwan", "China", "South", "Japan"),
        *("Vietnam", "Hong"),
    ),
}
MARRIAGE = {
    "Living together": ("Married-civ-spouse", "Married-AF-spouse"),
    "Living alone": ("Never-married", "Divorced", "Separated", "Widowed", "Married-spouse-absent"),
}


@cache
def census():
    """1,121 rows of it, in which every value of every column occurs."""
    return pd.read_csv(SAMPLE, sep=";")


def census_hierarchies(frame):
    """One for each quasi-identifier."""
    above = {
        name: {child: parent for parent, children in groups.items() for child in children}
        for name, groups in (
            ("workclass", WORK),
            ("education", EDUCATION),
            ("native-country", COUNTRIES),
            ("marital-status", MARRIAGE),
        )
    }
    trees = {name: tree(parents, frame[name].unique()) for name, parents in above.items()}
    ages = intervals(frame["age"].unique(), [5, 10, 20])
    return {**trees, "age": ages, "race": flat(frame["race"].unique()), "sex": flat(frame["sex"].unique())}
