"""The worked examples of the two papers by Whang & Garcia-Molina, each as a workspace.

Left out are examples without a person to compare with: the possible worlds of 2012, Section 2.3, the key sets
and the answer sets of 2011, Section 2.2. They are tests.
"""

from __future__ import annotations

from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.cost import Quadratic
from leakage.resolution.match import AnyOf, Match, Shares
from leakage.resolution.operations import Augment, Correct, Operation, Resolve
from leakage.scenarios.scenario import Scenario
from leakage.workspace.workspace import Policy, Pooling, Release, Workspace

PAPER_2011 = "Whang & Garcia-Molina 2011"
PAPER_2012 = "Whang & Garcia-Molina 2012"

Names = tuple[tuple[str, str], ...]
SHOP_NAMES: Names = (("N", "Name"), ("A", "Address"), ("P", "Phone"), ("C", "Card"), ("S", "Social security"))
AGE_NAMES: Names = (("N", "Name"), ("A", "Age"), ("P", "Phone"), ("C", "Card"), ("Z", "Zip code"))
WEB_NAMES: Names = (
    ("N", "Name"),
    ("P", "Phone"),
    ("B", "Birthday"),
    ("C", "Company"),
    ("A", "Age"),
    ("E", "Education"),
)


def _policy(name: str, match: Match, *before: Operation) -> Policy:
    return Policy(name, Adversary((*before, Resolve(match))))


ONE_BY_ONE = Policy("Reads each record alone", Adversary())
SAME_NAME = _policy("Same name is the same person", Shares("N"))
NAME_AND_CARD_OR_PHONE = _policy(
    "Same name and card, or same name and phone, is the same person",
    AnyOf(Shares("N", "C"), Shares("N", "P")),
)


def _release(name: str, recipient: str, *attributes: Pair | tuple[str, str, float]) -> Release:
    return Release(name, recipient, Record.of(*attributes))


SHOPPER: tuple[Pair, ...] = (("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("C", "999"), ("S", "000"))


def _vendor_and_employer() -> Scenario:
    title = "A shop and an employer compare notes"
    workspace = Workspace(
        profile=SHOPPER,
        releases=(
            _release("r (vendor)", "Vendor", ("N", "Alice"), ("A", "123 Main"), ("C", "999")),
            _release("s (employer)", "Employer", ("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000")),
        ),
        policies=(_policy("Same name and address is the same person", Shares("N", "A")),),
        plans=(
            _release(
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


def _second_purchase() -> Scenario:
    title = "A second purchase with a wrong address"
    # "The vendor may only be half certain about Alice's address": hence the two confidences of 0.5.
    workspace = Workspace(
        profile=SHOPPER,
        releases=(
            _release("r (vendor)", "Vendor", ("N", "Alice"), ("A", "123 Main", 0.5), ("C", "999")),
            _release(
                "Second purchase (vendor)",
                "Vendor",
                *(("N", "Alice"), ("A", "777 Main", 0.5), ("C", "999"), ("X", "111")),
            ),
        ),
        policies=(_policy("Same name and card is the same person", Shares("N", "C")),),
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


PROFILE_OF_2_4: tuple[Pair, ...] = (("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))


def _five_records() -> Scenario:
    title = "Three records under one name"
    # The reference stands in the drawing of Figure 1 only, not in the text: here it is that of Section 2.4.
    workspace = Workspace(
        profile=PROFILE_OF_2_4,
        releases=(
            _release("r", "Eve", ("N", "Alice"), ("P", "123")),
            _release("s", "Eve", ("N", "Alice"), ("C", "999")),
            _release("t", "Eve", ("N", "Alice"), ("P", "987")),
        ),
        background=(
            Record.of(("N", "Bob"), ("P", "333")),
            Record.of(("N", "Carol"), ("S", "000")),
        ),
        policies=(SAME_NAME, ONE_BY_ONE),
        chosen=SAME_NAME.name,
        names=(*AGE_NAMES, ("S", "Social security")),
        title=title,
    )
    return Scenario(
        "five-records",
        title,
        f"{PAPER_2012}, Section 1, Figure 1",
        "What does an adversary gain by joining the records of one name?",
        workspace,
        "2/3 becomes 3/4 with r + s + t (derived, with the reference of Section 2.4; the paper prints none).",
    )


RECORD_OF_2_1 = _release("r", "Eve", ("N", "Alice"), ("A", "20"), ("P", "111"))
PROFILE_OF_2_1: tuple[Pair, ...] = (("N", "Alice"), ("A", "20"), ("P", "123"), ("Z", "94305"))


def _one_record() -> Scenario:
    title = "One record, two facts right and one wrong"
    workspace = Workspace(
        profile=PROFILE_OF_2_1,
        weights=(("N", 2.0),),
        releases=(RECORD_OF_2_1,),
        policies=(ONE_BY_ONE,),
        names=AGE_NAMES,
        title=title,
    )
    return Scenario(
        "one-record",
        title,
        f"{PAPER_2012}, Sections 2.1 and 2.2",
        "How do correctness and completeness make one figure?",
        workspace,
        "Precision 3/4, recall 3/5, leakage 2/3.",
    )


def _one_record_unweighted() -> Scenario:
    title = "The same record, every fact weighing the same"
    workspace = Workspace(
        profile=PROFILE_OF_2_1,
        releases=(RECORD_OF_2_1,),
        policies=(ONE_BY_ONE,),
        names=AGE_NAMES,
        title=title,
    )
    return Scenario(
        "one-record-unweighted",
        title,
        f"{PAPER_2011}, Section 2.1",
        "What is the leakage where no fact matters more than another?",
        workspace,
        "Precision 2/3, recall 1/2, leakage 4/7 (printed 0.57).",
    )


def _confidences() -> Scenario:
    title = "Eve is not sure of the name"
    workspace = Workspace(
        profile=(("N", "Alice"), ("A", "20"), ("P", "123")),
        weights=(("N", 2.0),),
        releases=(_release("r", "Eve", ("N", "Alice", 0.5), ("A", "20")),),
        policies=(ONE_BY_ONE,),
        names=AGE_NAMES,
        title=title,
    )
    return Scenario(
        "confidences",
        title,
        f"{PAPER_2012}, Section 2.3",
        "How much less does she know where she is not sure?",
        workspace,
        "22/35 with the name weighing 2 as the text says; the printed 13/20 is with all weights 1.",
    )


RECORDS_OF_2_4 = (
    _release("r", "Eve", ("N", "Alice"), ("P", "123")),
    _release("s", "Eve", ("N", "Alice"), ("C", "999")),
)
BACKGROUND_OF_2_4 = (Record.of(("N", "Bob"), ("P", "987")),)
PAYING_PER_PAIR = Policy(
    SAME_NAME.name,
    # c = 1/1000, so that 1000 records cost 1000.
    Adversary(SAME_NAME.adversary.operations, Quadratic(1 / 1000)),
)


def _resolution() -> Scenario:
    title = "Two harmless records become one telling one"
    workspace = Workspace(
        profile=PROFILE_OF_2_4,
        releases=RECORDS_OF_2_4,
        background=BACKGROUND_OF_2_4,
        policies=(PAYING_PER_PAIR, ONE_BY_ONE),
        chosen=PAYING_PER_PAIR.name,
        names=AGE_NAMES,
        title=title,
    )
    return Scenario(
        "resolution",
        title,
        f"{PAPER_2012}, Section 2.4",
        "What does entity resolution add to the records as they are?",
        workspace,
        "2/3 read one by one, 6/7 once records of the same name are merged.",
    )


def _dipping() -> Scenario:
    title = "What does Eve find about the Alice she thinks of?"
    # A query is no release; as a plan its composite is D(R, E, q), the record of E(R + {q}) that q ends in.
    workspace = Workspace(
        profile=PROFILE_OF_2_4,
        releases=RECORDS_OF_2_4,
        background=BACKGROUND_OF_2_4,
        policies=(SAME_NAME,),
        plans=(_release("q (query)", "Eve", ("N", "Alice")),),
        names=AGE_NAMES,
        title=title,
    )
    return Scenario(
        "dipping",
        title,
        f"{PAPER_2012}, Section 2.4 (dipping)",
        "Which records adhere to the query, name Alice?",
        workspace,
        "r + s + q with name, card and phone, but not t: leakage 6/7 (the paper prints the record only).",
    )


ALICE_AT_GOOGLE = _release("q (query)", "Eve", ("N", "Alice"), ("C", "Google"))


def _alice_on_the_web() -> Scenario:
    title = "The Alice who works at Google"
    # The paper does not say why r1 matches once r2 is in; here a phone book tells Eve the age behind phone
    # 123, and r2 holds that age. Nor is a reference printed: here r1 and r2 are Alice's, r3 and r4 are not.
    named_and_aged = _policy(
        "Same name and company, or same name and age, is the same person",
        AnyOf(Shares("N", "C"), Shares("N", "A")),
        Augment("P", "A", {"123": "30"}),
    )
    workspace = Workspace(
        profile=(("N", "Alice"), ("P", "123"), ("B", "Jan. 10"), ("C", "Google"), ("A", "30")),
        releases=(
            _release("r1 (social)", "Social", ("N", "Alice"), ("P", "123"), ("B", "Jan. 10")),
            _release("r2 (homepage 1)", "Homepage 1", ("N", "Alice"), ("C", "Google"), ("A", "30")),
            _release("r3 (homepage 2)", "Homepage 2", ("N", "Alice"), ("E", "Stanford"), ("A", "20")),
            _release("r4 (homepage 3)", "Homepage 3", ("N", "Alice"), ("C", "Boggle"), ("A", "50")),
        ),
        policies=(named_and_aged, SAME_NAME),
        chosen=named_and_aged.name,
        plans=(ALICE_AT_GOOGLE,),
        names=WEB_NAMES,
        title=title,
    )
    return Scenario(
        "alice-on-the-web",
        title,
        f"{PAPER_2011}, Section 2.2, Table 1",
        "Which homepages adhere to a query, and what if Eve goes by the name alone?",
        workspace,
        "q absorbs r2, then r1: leakage 1; by name alone all four adhere: 5/7 (derived; none printed).",
    )


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


def _alice_anonymous() -> Scenario:
    title = "Alice in a 3-anonymous table"
    workspace = Workspace(
        profile=PATIENT_ALICE,
        releases=(Release("Row 1 (hospital)", "Hospital", TABLE_2[0]),),
        background=TABLE_2[1:],
        policies=(_policy(ZIP_AND_AGE, Shares("Zip", "Age"), UNSUPPRESSED_ALICE),),
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


def _alice_with_background() -> Scenario:
    title = "Alice in a 3-anonymous table, and Eve knows her"
    workspace = Workspace(
        profile=PATIENT_ALICE,
        releases=(Release("Row 1 (hospital)", "Hospital", TABLE_2[0]),),
        background=(*TABLE_2[1:], TABLE_3),
        policies=(_policy(ZIP_AND_AGE, Shares("Zip", "Age"), UNSUPPRESSED_ALICE),),
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


def _zoe_anonymous() -> Scenario:
    title = "Zoe in the same 3-anonymous table"
    workspace = Workspace(
        profile=PATIENT_ZOE,
        releases=(Release("Row 6 (hospital)", "Hospital", TABLE_2[5]),),
        background=TABLE_2[:5],
        policies=(_policy(ZIP_AND_AGE, Shares("Zip", "Age"), UNSUPPRESSED_ZOE),),
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


def _zoe_diverse() -> Scenario:
    title = "Zoe has influenza, which is the flu"
    different = _policy("Flu and Influenza are two diseases", Shares("Zip", "Age"), UNSUPPRESSED_ZOE)
    same = _policy(
        "Influenza is the Flu",
        Shares("Zip", "Age"),
        Correct({("Zip", "2**"): "241", ("Age", "≥50"): "60", ("Disease", "Influenza"): "Flu"}),
    )
    workspace = Workspace(
        profile=PATIENT_ZOE,
        releases=(_release("Row 6 (hospital)", "Hospital", ("Zip", "2**"), ("Age", "≥50"), ("Disease", "Influenza")),),
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


CUSTOMER: tuple[Pair, ...] = (("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))


def _which_card() -> Scenario:
    title = "Which card should pay for the app?"
    workspace = Workspace(
        profile=CUSTOMER,
        releases=(
            _release("s (store)", "Store", ("N", "n1"), ("C", "c1"), ("P", "p1")),
            _release("t (store)", "Store", ("N", "n1"), ("C", "c2")),
        ),
        policies=(NAME_AND_CARD_OR_PHONE,),
        plans=(
            _release("u: pay with card c1", "Store", ("N", "n1"), ("C", "c1"), ("P", "p1")),
            _release("v: pay with card c2", "Store", ("N", "n1"), ("C", "c2"), ("P", "p1")),
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


def _which_store() -> Scenario:
    title = "Which store should sell the app?"
    workspace = Workspace(
        profile=CUSTOMER,
        releases=(
            _release("r (store S1)", "Store S1", ("N", "n1"), ("C", "c1"), ("A", "a1")),
            _release("s (store S2)", "Store S2", ("N", "n1"), ("C", "c1"), ("P", "p1")),
            _release("t (store S2)", "Store S2", ("N", "n1"), ("C", "c2"), ("A", "a1")),
        ),
        policies=(NAME_AND_CARD_OR_PHONE,),
        pooling=Pooling("alone"),
        plans=(
            _release("u: buy from S1", "Store S1", ("N", "n1"), ("C", "c2"), ("P", "p1")),
            _release("u: buy from S2", "Store S2", ("N", "n1"), ("C", "c2"), ("P", "p1")),
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


def _enhancement() -> Scenario:
    title = "Which fact should Eve verify next?"
    # Eve has no reference: hers is r_e, her composite with every confidence 1.
    workspace = Workspace(
        profile=(("N", "Alice"), ("A", "20"), ("P", "123"), ("C", "987")),
        releases=(
            _release("r1", "Eve", ("N", "Alice"), ("A", "20")),
            _release("r2", "Eve", ("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987")),
        ),
        policies=(SAME_NAME,),
        plans=(
            _release("r2, name verified", "Eve", ("N", "Alice"), ("P", "123", 0.5), ("C", "987")),
            _release("r2, phone verified", "Eve", ("N", "Alice", 0.9), ("P", "123"), ("C", "987")),
        ),
        names=AGE_NAMES,
        title=title,
    )
    return Scenario(
        "enhancement",
        title,
        f"{PAPER_2012}, Section 4.3",
        "Which verification gives Eve most certainty for its cost?",
        workspace,
        "Certainty 13/14; the name gains 0, the phone 1/14 at cost 1/2, that is 1/7 per unit (printed 1/28).",
    )


def _two_uncertain_facts() -> Scenario:
    title = "Two facts Eve hardly believes"
    workspace = Workspace(
        profile=(("A", "1"), ("B", "2")),
        releases=(_release("r", "Eve", ("A", "1", 0.1), ("B", "3", 0.2)),),
        policies=(ONE_BY_ONE,),
        title=title,
    )
    return Scenario(
        "two-uncertain-facts",
        title,
        f"{PAPER_2012}, Section 5",
        "Do Algorithm 1 and the enumeration of worlds agree?",
        workspace,
        "19/300, by either.",
    )


PAPER_SCENARIOS: tuple[Scenario, ...] = (
    _vendor_and_employer(),
    _second_purchase(),
    _five_records(),
    _one_record(),
    _one_record_unweighted(),
    _confidences(),
    _resolution(),
    _dipping(),
    _alice_on_the_web(),
    _alice_anonymous(),
    _alice_with_background(),
    _zoe_anonymous(),
    _zoe_diverse(),
    _which_card(),
    _which_store(),
    _enhancement(),
    _two_uncertain_facts(),
)
"""Every worked example of the two papers that has a person to compare with, in the order of reading."""
