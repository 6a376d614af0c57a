"""The figures of Ren & Li, Section V-A, Example 4: salaries, and two classes that they might form."""

from __future__ import annotations

from leakage.papers.figure import Figure
from leakage.papers.helpers import as_floats, closeness, table
from leakage.scenarios.published import PUBLISHED
from leakage.tables import (
    PublishedTable,
    class_yardsticks,
    distribution_leakage,
    entropy_leakage,
    t_closeness,
)


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
    return as_floats(distribution_leakage(possible, prior).per_class)


def _possible_entropy_leakage() -> list[float]:
    possible, prior = _two_possible_classes()
    return as_floats(entropy_leakage(possible, prior).per_class)


def _printed_as(*classes: set[str]) -> str:
    """The table whose classes have these salaries."""
    for example in PUBLISHED:
        if "Salary" in example.columns:
            rows = table(example.key).frame.groupby(list(example.quasi_identifiers), sort=False)["Salary"]
            if [set(salaries) for _, salaries in rows] == list(classes):
                return example.source.rsplit(", ", 1)[1]
    return "none"


FIGURES = (
    Figure(
        "V-A, Example 4",
        "the table of the salaries listed",
        "Table I(b)",
        lambda: _printed_as({"3K", "5K", "9K"}, {"6K", "11K", "8K"}, {"4K", "7K", "10K"}),
        "Table I(b) has {3K, 4K, 5K} for its first class.",
        "Table II",
    ),
    Figure("V-A, Example 4", "t of Salary", "0.167", lambda: t_closeness(table("salaries-close"), "ordered")),
    Figure(
        "V-A, Example 4",
        "EMD of the classes",
        "0.167, 0.167, 0.083",
        lambda: closeness("salaries-close", "ordered"),
    ),
    Figure(
        "V-A, Example 4",
        "EMD of {7K, 7K, 7K} and {3K, 4K, 5K}",
        "0.375, 0.278",
        _possible_closeness,
        "In the other order.",
        "0.278, 0.375",
    ),
    Figure(
        "V-A, Example 4",
        "distribution leakage of the two",
        "0.22, 0.89",
        _possible_distribution_leakage,
        "Squared, and in the other order.",
        "0.943, 0.471",
    ),
    Figure(
        "V-A, Example 4",
        "entropy leakage of the two",
        "0.158, 3.16",
        _possible_entropy_leakage,
        "In the other order; the decimal point of 1.585 is misplaced, and 3.170 is cut off.",
        "3.170, 1.585",
    ),
)
