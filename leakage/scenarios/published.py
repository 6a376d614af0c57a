"""The papers' published tables, their rows, and what each shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pandas as pd

from leakage.record import Record

# The rows of the papers' published tables.


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
    return tuple((*row, value) for row, values in parts for value in values)


def with_diseases(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Rows that end in a salary, with the disease of whoever earns it."""
    rest = {row[2]: row[3] for row in SALARIES}
    return tuple((*row, rest[row[2]]) for row in rows)


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


# PublishedExample: a table as a paper prints it.


Row = tuple[str, ...]
NOBODY = Record()


@dataclass(frozen=True)
class PublishedExample:
    """A table as a paper prints it.

    Arguments:
        key: a slug, unique among these examples.
        title: in a person's words.
        source: paper and table.
        shows: one sentence with the figures; the derived one where the paper slips.
        columns: their names.
        rows: the cells, row by row.
        quasi_identifiers, sensitive: names of columns.
        person: somebody in it, her plain values by the columns' names; may be empty.
        background: what Eve knows of her besides; may be empty.
        parents: of columns with a hierarchy of their own, what stands above each category.
    """

    key: str
    title: str
    source: str
    shows: str
    columns: Row
    rows: tuple[Row, ...]
    quasi_identifiers: Row
    sensitive: str
    person: Record = NOBODY
    background: Record = NOBODY
    parents: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def frame(self) -> pd.DataFrame:
        """The table."""
        return pd.DataFrame(list(self.rows), columns=list(self.columns))


# The papers' published tables, each with what it shows.


WHANG = "Whang & Garcia-Molina 2012"
REBOLLO = "Rebollo-Monedero et al."
REN = "Ren & Li"
ALICE = Record.of(("Name", "Alice"), ("Zip", "111"), ("Age", "30"), ("Disease", "Heart"))
ZOE = Record.of(("Name", "Zoe"), ("Zip", "241"), ("Age", "60"), ("Disease", "Flu"))
BACKGROUND = Record.of(("Name", "Alice"), ("Zip", "111"), ("Age", "30"))
PUBLISHED: tuple[PublishedExample, ...] = (
    PublishedExample(
        "patients-plain",
        "Patients, before anonymising",
        f"{WHANG}, Table 1",
        "Everybody is alone with zip code and age: k is 1, and whoever knows them knows the disease.",
        ("Name", "Zip", "Age", "Disease"),
        PATIENTS,
        ("Zip", "Age"),
        "Disease",
        ALICE,
        BACKGROUND,
    ),
    PublishedExample(
        "patients",
        "Patients, Alice",
        f"{WHANG}, Tables 2 and 3, Section 3.1",
        "3-anonymous. Alice's leakage is 2/3; if Eve also knows Name, Zip and Age, it is 4/5.",
        ("Zip", "Age", "Disease"),
        ANONYMOUS_PATIENTS,
        ("Zip", "Age"),
        "Disease",
        ALICE,
        BACKGROUND,
    ),
    PublishedExample(
        "patients-zoe",
        "Patients, Zoe",
        f"{WHANG}, Table 2, Section 3.1",
        "The same table: Zoe's leakage is 3/4, more than Alice's 2/3, though k is 3 for both.",
        ("Zip", "Age", "Disease"),
        ANONYMOUS_PATIENTS,
        ("Zip", "Age"),
        "Disease",
        ZOE,
    ),
    PublishedExample(
        "influenza",
        "Patients, flu told in two words",
        f"{WHANG}, Section 3.2",
        "3-diverse, for one Flu is called Influenza. Zoe's leakage is 2/3, and 3/4 for an Eve who knows they are one.",
        ("Zip", "Age", "Disease"),
        (*ANONYMOUS_PATIENTS[:5], ("2**", "≥50", "Influenza")),
        ("Zip", "Age"),
        "Disease",
        ZOE,
    ),
    PublishedExample(
        "hepatitis",
        "Hepatitis",
        f"{REBOLLO}, Fig. 1(b)",
        "3-anonymous, yet Emmanuel, 42, has hepatitis for sure: three values that mean the same.",
        ("Age", "Nationality", "Health condition"),
        rows_of_classes(
            (("40 – 50", "*"), ("Hepatitis B", "Hepatitis C", "Hepatitis D")),
            (("< 40", "*"), ("Diabetes", "Heart Disease", "Heart Disease")),
        ),
        ("Age", "Nationality"),
        "Health condition",
        Record.of(("Name", "Emmanuel"), ("Age", "42"), ("Nationality", "French"), ("Health condition", "Hepatitis C")),
    ),
    PublishedExample(
        "hepatitis-infection",
        "Hepatitis and a viral infection",
        f"{REBOLLO}, Fig. 5(b)",
        "Fig. 1 with a viral infection for diabetes. Whose row it is can be guessed in one of three cases.",
        ("Age", "Nationality", "Health condition"),
        rows_of_classes(
            (("40 – 50", "*"), ("Hepatitis B", "Hepatitis C", "Hepatitis D")),
            (("< 40", "*"), ("Viral Infection", "Heart Disease", "Heart Disease")),
        ),
        ("Age", "Nationality"),
        "Health condition",
        Record.of(("Name", "Emmanuel"), ("Age", "42"), ("Nationality", "French"), ("Health condition", "Hepatitis C")),
    ),
    PublishedExample(
        "two-diverse",
        "Two diseases in each class",
        f"{REBOLLO}, Fig. 6(b)",
        "2-diverse with both values equally often: a guess of the disease is wrong in one of two cases.",
        ("Age", "Nationality", "Health condition"),
        rows_of_classes(
            (("40 – 50", "*"), ("Hepatitis C", "Hepatitis C", "Lung Cancer", "Lung Cancer")),
            (("< 40", "*"), ("Viral Infection", "Heart Disease", "Heart Disease", "Viral Infection")),
        ),
        ("Age", "Nationality"),
        "Health condition",
        Record.of(("Name", "Angela"), ("Age", "41"), ("Nationality", "US"), ("Health condition", "Hepatitis C")),
    ),
    PublishedExample(
        "aids",
        "AIDS",
        f"{REBOLLO}, Fig. 7(b)",
        "That a user has AIDS was believed with 1/2; of those under 40 it is then believed with 3/4.",
        ("Age", "Nationality", "Health condition"),
        rows_of_classes(
            (("40 – 50", "*"), ("AIDS", "Heart Disease", "Lung Cancer", "Viral Infection")),
            (("< 40", "*"), ("AIDS", "AIDS", "Viral Infection", "AIDS")),
        ),
        ("Age", "Nationality"),
        "Health condition",
        Record.of(("Name", "Jean"), ("Age", "37"), ("Nationality", "French"), ("Health condition", "AIDS")),
    ),
    PublishedExample(
        "salaries-plain",
        "Salaries and diseases, before anonymising",
        f"{REN}, Table I(a)",
        "Everybody is alone: try how coarse zip codes and ages must be made.",
        ("Zip code", "Age", "Salary", "Disease"),
        SALARIES,
        ("Zip code", "Age"),
        "Salary",
    ),
    PublishedExample(
        "salaries",
        "Salaries and diseases, 3-diverse",
        f"{REN}, Table I(b)",
        "3-diverse, yet the first class earns the three lowest salaries: 0.375 by the ordered distance.",
        ("Zip code", "Age", "Salary", "Disease"),
        with_diseases(
            (
                *(("476**", "2*", salary) for salary in ("3K", "4K", "5K")),
                *(("4790*", "≥40", salary) for salary in ("6K", "11K", "8K")),
                *(("476**", "3*", salary) for salary in ("7K", "9K", "10K")),
            )
        ),
        ("Zip code", "Age"),
        "Salary",
    ),
    PublishedExample(
        "salaries-close",
        "Salaries and diseases, 0.167-close",
        f"{REN}, Table II",
        "The salaries of each class lie across the whole range: at most 0.167 by the ordered distance.",
        ("Zip code", "Age", "Salary", "Disease"),
        SALARIES_CLOSE,
        ("Zip code", "Age"),
        "Salary",
    ),
    PublishedExample(
        "diseases-close",
        "Salaries and diseases, by the diseases",
        f"{REN}, Table II",
        # The paper prints 0.278, which no hierarchy of this height gives.
        "Diseases that are alike count as near: at most 8/27 = 0.296 by a hierarchy, 5/9 where all are as far apart.",
        ("Zip code", "Age", "Salary", "Disease"),
        SALARIES_CLOSE,
        ("Zip code", "Age"),
        "Disease",
        parents={"Disease": DISEASES},
    ),
    PublishedExample(
        "inpatients-plain",
        "Inpatients, before anonymising",
        f"{REN}, Table III(a)",
        "Try how coarse zip codes and ages must be made for four to look alike.",
        ("Zip code", "Age", "Disease"),
        INPATIENTS,
        ("Zip code", "Age"),
        "Disease",
    ),
    PublishedExample(
        "inpatients",
        "Inpatients, 4-anonymous and 2-diverse",
        f"{REN}, Table III(b), Examples 1 and 3",
        # The paper prints sqrt(26)/12 for the third class, and entropies cut to 0.57 and 0.11.
        "Distribution leakage √8/12, √8/12 and √32/12, entropy leakage 0.573, 0.573 and 0.116: the two disagree.",
        ("Zip code", "Age", "Disease"),
        rows_of_classes(
            (("4901*", "2*"), ("Flu", "Flu", "Flu", "Heart Disease")),
            (("4997*", "3*"), ("Flu", "Flu", "Flu", "Heart Disease")),
            (("4882*", "4*"), ("Flu", "Heart Disease", "Cancer", "Cancer")),
        ),
        ("Zip code", "Age"),
        "Disease",
    ),
    PublishedExample(
        "uniform-class",
        "A class with all values alike",
        f"{REN}, Example 2",
        # The paper gives the distributions only; each class has four rows here.
        "The first class has all four values alike, and yet the greatest distribution leakage, √48/16.",
        ("Class", "Value"),
        rows_of_classes(
            (("1",), ("a", "b", "c", "d")),
            (("2",), ("a", "a", "a", "b")),
            (("3",), ("a", "a", "a", "c")),
            (("4",), ("a", "a", "a", "d")),
        ),
        ("Class",),
        "Value",
    ),
)
"""Every table of the papers; the first of Whang & Garcia-Molina, then Rebollo-Monedero et al., then Ren & Li."""
