"""The rows of the papers' published tables."""

from __future__ import annotations

from collections.abc import Mapping

from leakage.scenarios.published_example import Row

PATIENTS: tuple[Row, ...] = (
    ("Alice", "111", "30", "Heart"),
    ("Bob", "112", "31", "Breast"),
    ("Carol", "115", "33", "Cancer"),
    ("Dave", "222", "50", "Hair"),
    ("Pat", "299", "70", "Flu"),
    ("Zoe", "241", "60", "Flu"),
)
ANONYMOUS_PATIENTS: tuple[Row, ...] = (
    ("11*", "3*", "Heart"),
    ("11*", "3*", "Breast"),
    ("11*", "3*", "Cancer"),
    ("2**", "≥50", "Hair"),
    ("2**", "≥50", "Flu"),
    ("2**", "≥50", "Flu"),
)
SALARIES: tuple[Row, ...] = (
    ("47677", "29", "3K", "gastric ulcer"),
    ("47602", "22", "4K", "gastritis"),
    ("47678", "27", "5K", "stomach cancer"),
    ("47905", "43", "6K", "gastritis"),
    ("47909", "52", "11K", "flu"),
    ("47906", "47", "8K", "bronchitis"),
    ("47605", "30", "7K", "bronchitis"),
    ("47673", "36", "9K", "pneumonia"),
    ("47607", "32", "10K", "stomach cancer"),
)
INPATIENTS: tuple[Row, ...] = (
    ("49012", "25", "Flu"),
    ("49013", "28", "Flu"),
    ("49013", "29", "Heart Disease"),
    ("49970", "39", "Flu"),
    ("48823", "49", "Cancer"),
    ("49971", "34", "Flu"),
    ("48824", "48", "Heart Disease"),
    ("48823", "45", "Cancer"),
    ("48824", "46", "Flu"),
    ("49971", "37", "Heart Disease"),
    ("49012", "22", "Flu"),
    ("49970", "32", "Flu"),
)


def rows_of_classes(*parts: tuple[Row, tuple[str, ...]]) -> tuple[Row, ...]:
    """Classes written out: their quasi-identifiers beside each of their sensitive values."""
    return tuple((*known, value) for known, values in parts for value in values)


def with_diseases(known: tuple[Row, ...]) -> tuple[Row, ...]:
    """Rows that end in a salary, with the disease of whoever earns it."""
    rest = {row[2]: row[3] for row in SALARIES}
    return tuple((*row, rest[row[2]]) for row in known)


DISEASES: Mapping[str, str] = {
    **dict.fromkeys(("flu", "pneumonia", "bronchitis"), "respiratory infection"),
    **dict.fromkeys(("gastric ulcer", "gastritis", "stomach cancer"), "stomach disease"),
    "respiratory infection": "respiratory system disease",
    "stomach disease": "digestive system disease",
}
"""The part of the hierarchy of Li et al. 2007 that the tables of Ren & Li need; they do not print it."""

SALARIES_CLOSE = with_diseases(
    (
        *(("4767*", "≤40", salary) for salary in ("3K", "5K", "9K")),
        *(("4790*", "≥40", salary) for salary in ("6K", "11K", "8K")),
        *(("4760*", "≤40", salary) for salary in ("4K", "7K", "10K")),
    )
)
