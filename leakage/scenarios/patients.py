"""The papers' examples of a hospital's anonymised table."""

from __future__ import annotations

from leakage.record import Pair, Record
from leakage.resolution.preparation import Correct
from leakage.resolution.rules import Shares
from leakage.scenarios.parts import policy, release
from leakage.scenarios.scenario import PAPER_2012, Scenario
from leakage.workspace.workspace import Release, Workspace

# Table 2 of the 2012 paper: row by row the patients Alice, Bob, Carol, Dave, Pat, Zoe of Table 1.
TABLE_2 = tuple(
    Record.of(("Zip", zip_code), ("Age", age), ("Disease", disease))
    for zip_code, age, disease in (
        ("11*", "3*", "Heart"),
        ("11*", "3*", "Breast"),
        ("11*", "3*", "Cancer"),
        ("2**", "≥50", "Hair"),
        ("2**", "≥50", "Flu"),
        ("2**", "≥50", "Flu"),
    )
)
TABLE_3 = Record.of(("Name", "Alice"), ("Zip", "111"), ("Age", "30"))
PATIENT_ALICE: tuple[Pair, ...] = (("Name", "Alice"), ("Zip", "111"), ("Age", "30"), ("Disease", "Heart"))
PATIENT_ZOE: tuple[Pair, ...] = (("Name", "Zoe"), ("Zip", "241"), ("Age", "60"), ("Disease", "Flu"))
# "A suppressed value is equal to its non-suppressed version": Eve writes the person's own zip code and age in
# place of the suppressed ones before she resolves, so that tables and references both stay as printed.
UNSUPPRESSED_ALICE = Correct({("Zip", "11*"): "111", ("Age", "3*"): "30"})
UNSUPPRESSED_ZOE = Correct({("Zip", "2**"): "241", ("Age", "≥50"): "60"})
ZIP_AND_AGE = "Same zip code and age is the same person"


def alice_anonymous() -> Scenario:
    """Section 3.1 of the 2012 paper."""
    title = "Alice in a 3-anonymous table"
    workspace = Workspace(
        profile=PATIENT_ALICE,
        releases=(Release("Row 1 (hospital)", "Hospital", TABLE_2[0]),),
        background=TABLE_2[1:],
        policies=(policy(ZIP_AND_AGE, Shares("Zip", "Age"), UNSUPPRESSED_ALICE),),
        title=title,
    )
    return Scenario(
        "k-anonymity-alice",
        title,
        f"{PAPER_2012}, Section 3.1",
        "How much does a table leak of Alice that k-anonymity calls safe?",
        workspace,
        "2/3, less than Zoe's 3/4 in the same table.",
    )


def alice_with_background() -> Scenario:
    """Section 3.1, Table 3 of the 2012 paper."""
    title = "Alice in a 3-anonymous table, and Eve knows her"
    workspace = Workspace(
        profile=PATIENT_ALICE,
        releases=(Release("Row 1 (hospital)", "Hospital", TABLE_2[0]),),
        background=(*TABLE_2[1:], TABLE_3),
        policies=(policy(ZIP_AND_AGE, Shares("Zip", "Age"), UNSUPPRESSED_ALICE),),
        title=title,
    )
    return Scenario(
        "k-anonymity-background",
        title,
        f"{PAPER_2012}, Section 3.1, Table 3",
        "What does background information add to an anonymous table?",
        workspace,
        "2/3 becomes 4/5 with her name, zip code and age known.",
    )


def zoe_anonymous() -> Scenario:
    """Section 3.1 of the 2012 paper."""
    title = "Zoe in the same 3-anonymous table"
    workspace = Workspace(
        profile=PATIENT_ZOE,
        releases=(Release("Row 6 (hospital)", "Hospital", TABLE_2[5]),),
        background=TABLE_2[:5],
        policies=(policy(ZIP_AND_AGE, Shares("Zip", "Age"), UNSUPPRESSED_ZOE),),
        title=title,
    )
    return Scenario(
        "k-anonymity-zoe",
        title,
        f"{PAPER_2012}, Section 3.1",
        "Are two people equally safe whom k-anonymity calls equally safe?",
        workspace,
        "3/4, more than Alice's 2/3 in the same table.",
    )


def zoe_diverse() -> Scenario:
    """Section 3.2 of the 2012 paper."""
    title = "Zoe has influenza, which is the flu"
    different = policy("Flu and Influenza are two diseases", Shares("Zip", "Age"), UNSUPPRESSED_ZOE)
    same = policy(
        "Influenza is the Flu",
        Shares("Zip", "Age"),
        Correct({("Zip", "2**"): "241", ("Age", "≥50"): "60", ("Disease", "Influenza"): "Flu"}),
    )
    workspace = Workspace(
        profile=PATIENT_ZOE,
        releases=(release("Row 6 (hospital)", "Hospital", ("Zip", "2**"), ("Age", "≥50"), ("Disease", "Influenza")),),
        background=TABLE_2[:5],
        policies=(same, different),
        chosen=same.name,
        title=title,
    )
    return Scenario(
        "l-diversity-zoe",
        title,
        f"{PAPER_2012}, Section 3.2",
        "Does a diverse table protect from somebody who knows what words mean?",
        workspace,
        "2/3 where Influenza and Flu are two diseases, 3/4 where Eve knows that they are one.",
    )
