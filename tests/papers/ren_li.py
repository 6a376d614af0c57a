"""The figures of Ren & Li, "Privacy-Preserving Characterization and Data Publishing".

Not derived: Section V-B, whose census table is not part of this program, and Figures 1 to 4, which print no numbers.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import numpy as np

from leakage.published.estimation import joint_of
from leakage.published.hierarchy import tree
from leakage.published.summary import class_yardsticks
from leakage.published.table import PublishedTable
from leakage.published.yardsticks import (
    distinct_l_diversity,
    distribution_distance,
    distribution_leakage,
    entropy_distance,
    entropy_leakage,
    k_anonymity,
    t_closeness,
)
from leakage.scenarios.published import DISEASES, PUBLISHED
from tests.papers.figure import Figure, as_floats, at, closeness, table

# The figures of Ren & Li, Section V-A, Example 4: salaries, and two classes that they might form.


def _two_possible_classes() -> tuple[PublishedTable, dict[str, float]]:
    """{7K, 7K, 7K} and {3K, 4K, 5K}, held against the nine salaries."""
    salaries = table("salaries").frame
    possible = PublishedTable(salaries.iloc[:6].assign(Salary=["7K"] * 3 + ["3K", "4K", "5K"]), ["Age"], "Salary")
    return possible, dict.fromkeys(salaries["Salary"], 1 / 9)


def _possible_closeness() -> list[float]:
    possible, prior = _two_possible_classes()
    return as_floats(class_yardsticks(possible, prior)["ordered"])


def _possible_distribution_leakage() -> list[float]:
    possible, prior = _two_possible_classes()
    return as_floats(distribution_leakage(possible, prior))


def _possible_entropy_leakage() -> list[float]:
    possible, prior = _two_possible_classes()
    return as_floats(entropy_leakage(possible, prior))


def _printed_as(*classes: set[str]) -> str:
    """The table whose classes have these salaries."""
    for example in PUBLISHED:
        if "Salary" in example.columns:
            rows = table(example.key).frame.groupby(list(example.quasi_identifiers), sort=False)["Salary"]
            if [set(salaries) for _, salaries in rows] == list(classes):
                return example.source.rsplit(", ", 1)[1]
    return "none"


SALARY_FIGURES = (
    *at(
        "V-A, Example 4",
        Figure(
            "the table of the salaries listed",
            "Table I(b)",
            lambda: _printed_as({"3K", "5K", "9K"}, {"6K", "11K", "8K"}, {"4K", "7K", "10K"}),
            "Table I(b) has {3K, 4K, 5K} for its first class.",
            "Table II",
        ),
        Figure("t of Salary", "0.167", lambda: t_closeness(table("salaries-close"), "ordered")),
        Figure("EMD of the classes", "0.167, 0.167, 0.083", lambda: closeness("salaries-close", "ordered")),
        Figure(
            "EMD of {7K, 7K, 7K} and {3K, 4K, 5K}",
            "0.375, 0.278",
            _possible_closeness,
            "In the other order.",
            "0.278, 0.375",
        ),
        Figure(
            "distribution leakage of the two",
            "0.22, 0.89",
            _possible_distribution_leakage,
            "Squared, and in the other order.",
            "0.943, 0.471",
        ),
        Figure(
            "entropy leakage of the two",
            "0.158, 3.16",
            _possible_entropy_leakage,
            "In the other order; the decimal point of 1.585 is misplaced, and 3.170 is cut off.",
            "3.170, 1.585",
        ),
    ),
)


_ORIGINAL = (7 / 12, 3 / 12, 2 / 12)
_UNIFORM = (1 / 3, 1 / 3, 1 / 3)
_ROOT = "(4, 0, -4)/12 has the length √32/12."
_CUT = "Cut off, not rounded."
_HALF = "The earth mover's distance of values all equally far apart is half the sum of the differences."


def _distribution_leakage(key: str) -> list[float]:
    return as_floats(distribution_leakage(table(key)))


def _entropy_leakage(key: str) -> list[float]:
    return as_floats(entropy_leakage(table(key)))


def _shares(key: str, *values: str) -> list[float]:
    prior = table(key).distribution()
    return [prior[value] for value in values]


def _extreme(leakages: Sequence[float], *, highest: bool) -> str:
    place = np.argmax(leakages) if highest else np.argmin(leakages)
    return f"C{int(place) + 1}"


def _in_third_class() -> float:
    """P(C3 | the third value)."""
    inpatients = table("inpatients")
    cancer = joint_of(inpatients).joint[inpatients.values.index("Cancer")]
    return float(cancer[2] / cancer.sum())


def _permuted() -> float:
    return entropy_distance(_ORIGINAL, _ORIGINAL[::-1])


FIGURES = (
    *at(
        "II",
        Figure("Table I(b): l of Salary", "3", lambda: distinct_l_diversity(table("salaries"))),
        Figure("Table I(b): l of Disease", "3", lambda: distinct_l_diversity(table("salaries", "Disease"))),
        Figure("Table II: t of Salary", "0.167", lambda: t_closeness(table("salaries-close"), "ordered")),
        Figure(
            "Table II: t of Disease",
            "0.278",
            lambda: t_closeness(table("diseases-close"), tree(DISEASES)),
            "By the hierarchy of reference [4], three levels above the diseases, every distance is a multiple of 1/27.",
            "8/27 ≈ 0.296",
        ),
    ),
    *at(
        "IV",
        Figure(
            "Theorem 1, for Example 1's distribution",
            "σ×√m",
            lambda: distribution_distance(_ORIGINAL, _UNIFORM),
            letters=(("σ", statistics.pstdev(_ORIGINAL)), ("m", 3)),
        ),
        Figure("entropy leakage of a permutation", "0", _permuted),
    ),
    *at(
        "V-A, Example 1",
        Figure(
            "original distribution", "7/12, 3/12, 2/12", lambda: _shares("inpatients", "Flu", "Heart Disease", "Cancer")
        ),
        Figure(
            "distribution leakage",
            "√8/12, √8/12, √26/12",
            lambda: _distribution_leakage("inpatients"),
            _ROOT,
            "√8/12, √8/12, √32/12",
        ),
        Figure("entropy leakage", "0.57, 0.57, 0.11", lambda: _entropy_leakage("inpatients"), _CUT, "0.57, 0.57, 0.12"),
        Figure(
            "highest distribution leakage", "C3", lambda: _extreme(_distribution_leakage("inpatients"), highest=True)
        ),
        Figure("least entropy leakage", "C3", lambda: _extreme(_entropy_leakage("inpatients"), highest=False)),
        Figure("confidence that the third value is in C3", "100 %", _in_third_class),
    ),
    *at(
        "V-A, Example 2",
        Figure(
            "original distribution", "10/16, 2/16, 2/16, 2/16", lambda: _shares("uniform-class", "a", "b", "c", "d")
        ),
        Figure("distribution leakage", "√48/16, 4/16, 4/16, 4/16", lambda: _distribution_leakage("uniform-class")),
        Figure(
            "entropy leakage",
            "0.45, 0.73, 0.73, 0.73",
            lambda: _entropy_leakage("uniform-class"),
            _CUT,
            "0.45, 0.74, 0.74, 0.74",
        ),
    ),
    *at(
        "V-A, Example 3",
        Figure("k of Table III(b)", "4", lambda: k_anonymity(table("inpatients"))),
        Figure("l of Table III(b)", "2", lambda: distinct_l_diversity(table("inpatients"))),
        Figure("t of Table III(b)", "0.67", lambda: t_closeness(table("inpatients")), _HALF, "0.33"),
        Figure(
            "original distribution",
            "7/12, 3/12, 2/12",
            lambda: _shares("inpatients-plain", "Flu", "Heart Disease", "Cancer"),
        ),
        Figure("EMD of the classes", "1/3, 1/3, 2/3", lambda: closeness("inpatients", "equal"), _HALF, "1/6, 1/6, 1/3"),
        Figure(
            "distribution leakage",
            "√8/12, √8/12, √26/12",
            lambda: _distribution_leakage("inpatients"),
            _ROOT,
            "√8/12, √8/12, √32/12",
        ),
        Figure("entropy leakage", "0.57, 0.57, 0.11", lambda: _entropy_leakage("inpatients"), _CUT, "0.57, 0.57, 0.12"),
    ),
    *SALARY_FIGURES,
)
