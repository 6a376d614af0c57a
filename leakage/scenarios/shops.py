"""The papers' examples of shops and of a hospital's table."""

from __future__ import annotations

from dataclasses import replace

from leakage.record import Pair, Record
from leakage.resolution.operations import Correct
from leakage.resolution.rules import AnyOf, Conflicts, Shares, Unless
from leakage.scenarios.published import ANONYMOUS_PATIENTS
from leakage.scenarios.scenario import PAPER_2011, PAPER_2012, SHOP_NAMES, Scenario, policy, release
from leakage.workspace.workspace import Pooling, Release, Workspace

# The papers' examples of shops: what they learn together, and which card or store to choose.


NAME_AND_CARD_OR_PHONE = policy(
    "Same name and card, or same name and phone, is the same person",
    AnyOf(Shares("N", "C"), Shares("N", "P")),
)
SHOPPER: tuple[Pair, ...] = (("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("C", "999"), ("S", "000"))


def vendor_and_employer() -> Scenario:
    """Section 1 of the 2011 paper."""
    title = "A shop and an employer compare notes"
    workspace = Workspace(
        profile=SHOPPER,
        releases=(
            release("r (vendor)", "Vendor", ("N", "Alice"), ("A", "123 Main"), ("C", "999")),
            release("s (employer)", "Employer", ("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000")),
        ),
        policies=(policy("Same name and address is the same person", Shares("N", "A")),),
        plans=(
            release(
                "Third record, wrong phone (vendor)",
                "Vendor",
                *(("N", "Alice"), ("A", "123 Main"), ("P", "666"), ("C", "999")),
            ),
        ),
        names=SHOP_NAMES,
        title=title,
    )
    return Scenario(
        "vendor-and-employer",
        title,
        f"{PAPER_2011}, Section 1",
        "How much more do two recipients know together than each alone?",
        workspace,
        "Recall 3/5 for the vendor and 4/5 for the employer, leakage 3/4 and 8/9; 1 pooled. The third record "
        "keeps them apart only where different phones do, and here makes it 10/11.",
    )


def wrong_phone() -> Scenario:
    """Section 1 of the 2011 paper."""
    title = "A wrong phone number keeps a shop and an employer apart"
    shop = vendor_and_employer().workspace
    careful = Unless(Shares("N", "A"), Conflicts("P"))
    workspace = replace(
        shop,
        policies=(policy("Same name and address is the same person, unless phones differ", careful),),
        pooling=Pooling(resolve_first=True),
        title=title,
    )
    return Scenario(
        "wrong-phone",
        title,
        f"{PAPER_2011}, Section 1",
        "What does disinformation do that the vendor resolves with its own record before it pools?",
        workspace,
        "1 pooled. With the third record, which the vendor resolves with its first, the pool knows 8/9; were the "
        "records pooled as they were given, it would stay at 1.",
    )


def second_purchase() -> Scenario:
    """Section 1 of the 2012 paper."""
    title = "A second purchase with a wrong address"
    # "The vendor may only be half certain about Alice's address": hence the two confidences of 0.5.
    workspace = Workspace(
        profile=SHOPPER,
        releases=(
            release("r (vendor)", "Vendor", ("N", "Alice"), ("A", "123 Main", 0.5), ("C", "999")),
            release(
                "Second purchase (vendor)",
                "Vendor",
                *(("N", "Alice"), ("A", "777 Main", 0.5), ("C", "999"), ("X", "111")),
            ),
        ),
        policies=(policy("Same name and card is the same person", Shares("N", "C")),),
        names=SHOP_NAMES,
        title=title,
    )
    return Scenario(
        "second-purchase",
        title,
        f"{PAPER_2012}, Section 1",
        "What do doubt and a falsehood take from what a recipient knows?",
        workspace,
        "199/360 (derived; the paper prints no figure), against 3/4 for the first purchase held for sure.",
    )


CUSTOMER: tuple[Pair, ...] = (("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))


def which_card() -> Scenario:
    """Section 4.1 of the 2012 paper."""
    title = "Which card should pay for the app?"
    workspace = Workspace(
        profile=CUSTOMER,
        releases=(
            release("s (store)", "Store", ("N", "n1"), ("C", "c1"), ("P", "p1")),
            release("t (store)", "Store", ("N", "n1"), ("C", "c2")),
        ),
        policies=(NAME_AND_CARD_OR_PHONE,),
        plans=(
            release("u: pay with card c1", "Store", ("N", "n1"), ("C", "c1"), ("P", "p1")),
            release("v: pay with card c2", "Store", ("N", "n1"), ("C", "c2"), ("P", "p1")),
        ),
        names=SHOP_NAMES,
        title=title,
    )
    return Scenario(
        "which-card",
        title,
        f"{PAPER_2012}, Section 4.1",
        "Which of two cards lets the store connect less?",
        workspace,
        "3/4 before; card c1 adds 0, card c2 makes it 8/9 and adds 5/36.",
    )


def which_store() -> Scenario:
    """Section 3.1 of the 2011 paper."""
    title = "Which store should sell the app?"
    workspace = Workspace(
        profile=CUSTOMER,
        releases=(
            release("r (store S1)", "Store S1", ("N", "n1"), ("C", "c1"), ("A", "a1")),
            release("s (store S2)", "Store S2", ("N", "n1"), ("C", "c1"), ("P", "p1")),
            release("t (store S2)", "Store S2", ("N", "n1"), ("C", "c2"), ("A", "a1")),
        ),
        policies=(NAME_AND_CARD_OR_PHONE,),
        pooling=Pooling("alone"),
        plans=(
            release("u: buy from S1", "Store S1", ("N", "n1"), ("C", "c2"), ("P", "p1")),
            release("u: buy from S2", "Store S2", ("N", "n1"), ("C", "c2"), ("P", "p1")),
        ),
        names=SHOP_NAMES,
        title=title,
    )
    return Scenario(
        "which-store",
        title,
        f"{PAPER_2011}, Section 3.1",
        "Which of two stores that do not collude learns less from one purchase?",
        workspace,
        "3/4 at both before; S1 stays at 3/4 and adds 0, S2 reaches 1 and adds 1/4.",
    )


# The papers' examples of a hospital's anonymised table.


# Table 2 of the 2012 paper: row by row the patients Alice, Bob, Carol, Dave, Pat, Zoe of Table 1.
TABLE_2 = tuple(
    Record.of(("Zip", zip_code), ("Age", age), ("Disease", disease)) for zip_code, age, disease in ANONYMOUS_PATIENTS
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
