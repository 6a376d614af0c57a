"""The papers' published tables, each with what it shows."""

from __future__ import annotations

from leakage.record import Record
from leakage.scenarios.published_example import PublishedExample
from leakage.scenarios.published_rows import (
    ANONYMOUS_PATIENTS,
    DISEASES,
    INPATIENTS,
    PATIENTS,
    SALARIES,
    SALARIES_CLOSE,
    rows_of_classes,
    with_diseases,
)

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
        "3-anonymous. Alice's leakage is 2/3; with Name, Zip and Age known besides it is 4/5.",
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
