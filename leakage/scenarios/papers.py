"""The worked examples of the two papers by Whang & Garcia-Molina, each as a workspace that its figures come from."""

from __future__ import annotations

from typing import Any

from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary, Quadratic
from leakage.resolution.operations import Augment, Correct, Resolve
from leakage.resolution.rules import AnyOf, Conflicts, SameKeySet, Shares, Unless
from leakage.scenarios import ONE_BY_ONE, Scenario, policy, release
from leakage.scenarios.published import ANONYMOUS_PATIENTS, BACKGROUND
from leakage.workspace.workspace import Policy, Pooling, Release, Workspace

_2011 = "Whang & Garcia-Molina 2011"
_2012 = "Whang & Garcia-Molina 2012"


def _example(key: str, title: str, source: str, question: str, expected: str, **parts: Any) -> Scenario:
    return Scenario(key, title, source, question, Workspace(title=title, worked_example=True, **parts), expected)


def _eve(name: str, *attributes: Pair | tuple[str, str, float]) -> Release:
    return release(name, "Eve", *attributes)


def _pairs(**values: str) -> tuple[Pair, ...]:
    return tuple(values.items())


# Shops.

SHOPPER = _pairs(N="Alice", A="123 Main", P="555", C="999", S="000")
CUSTOMER: tuple[Pair, ...] = (("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))
SHOP_NAMES = _pairs(N="Name", A="Address", P="Phone", C="Card", S="Social security")
NAME_AND_CARD_OR_PHONE = policy(
    "Same name and card, or same name and phone, is the same person", AnyOf(Shares("N", "C"), Shares("N", "P"))
)
VENDOR_AND_EMPLOYER: dict[str, Any] = {
    "profile": SHOPPER,
    "releases": (
        release("r (vendor)", "Vendor", ("N", "Alice"), ("A", "123 Main"), ("C", "999")),
        release("s (employer)", "Employer", ("N", "Alice"), ("A", "123 Main"), ("P", "555"), ("S", "000")),
    ),
    "plans": (
        release(
            "Third record, wrong phone (vendor)",
            "Vendor",
            *(("N", "Alice"), ("A", "123 Main"), ("P", "666"), ("C", "999")),
        ),
    ),
    "names": SHOP_NAMES,
}
SHOPS = (
    _example(
        "vendor-and-employer",
        "A shop and an employer compare notes",
        f"{_2011}, Section 1",
        "How much more do two recipients know together than each alone?",
        "Recall 3/5 for the vendor and 4/5 for the employer, leakage 3/4 and 8/9; 1 pooled. The third record "
        "keeps them apart only where different phones do, and here makes it 10/11.",
        policies=(policy("Same name and address is the same person", Shares("N", "A")),),
        **VENDOR_AND_EMPLOYER,
    ),
    _example(
        "wrong-phone",
        "A wrong phone number keeps a shop and an employer apart",
        f"{_2011}, Section 1",
        "What does disinformation do that the vendor resolves with its own record before it pools?",
        "1 pooled. With the third record, which the vendor resolves with its first, the pool knows 8/9; were the "
        "records pooled as they were given, it would stay at 1.",
        policies=(
            policy(
                "Same name and address is the same person, unless phones differ",
                Unless(Shares("N", "A"), Conflicts("P")),
            ),
        ),
        pooling=Pooling(resolve_first=True),
        **VENDOR_AND_EMPLOYER,
    ),
    _example(
        "second-purchase",
        "A second purchase with a wrong address",
        f"{_2012}, Section 1",
        "What do doubt and a falsehood take from what a recipient knows?",
        "199/360 (derived; the paper prints no figure), against 3/4 for the first purchase held for sure.",
        profile=SHOPPER,
        # "The vendor may only be half certain about Alice's address": hence the two confidences of 0.5.
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
    ),
)
CHOICES = (
    _example(
        "which-card",
        "Which card should pay for the app?",
        f"{_2012}, Section 4.1",
        "Which of two cards lets the store connect less?",
        "3/4 before; card c1 adds 0, card c2 makes it 8/9 and adds 5/36.",
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
    ),
    _example(
        "which-store",
        "Which store should sell the app?",
        f"{_2011}, Section 3.1",
        "Which of two stores that do not collude learns less from one purchase?",
        "3/4 at both before; S1 stays at 3/4 and adds 0, S2 reaches 1 and adds 1/4.",
        profile=CUSTOMER,
        releases=(
            release("r (store S1)", "Store S1", ("N", "n1"), ("C", "c1"), ("A", "a1")),
            release("s (store S2)", "Store S2", ("N", "n1"), ("C", "c1"), ("P", "p1")),
            release("t (store S2)", "Store S2", ("N", "n1"), ("C", "c2"), ("A", "a1")),
        ),
        policies=(NAME_AND_CARD_OR_PHONE,),
        pooling=Pooling("alone"),
        plans=tuple(
            release(f"u: buy from {store}", f"Store {store}", ("N", "n1"), ("C", "c2"), ("P", "p1"))
            for store in ("S1", "S2")
        ),
        names=SHOP_NAMES,
    ),
)

# A single record: right and wrong, sure and unsure.

AGE_NAMES = _pairs(N="Name", A="Age", P="Phone", C="Card", Z="Zip code")
THREE_FACTS = _eve("r", ("N", "Alice"), ("A", "20"), ("P", "111"))
FOUR_TRUTHS = _pairs(N="Alice", A="20", P="123", Z="94305")
ONE_RECORD = (
    _example(
        "one-record",
        "One record, two facts right and one wrong",
        f"{_2012}, Sections 2.1 and 2.2",
        "How do correctness and completeness make one figure?",
        "Precision 3/4, recall 3/5, leakage 2/3.",
        profile=FOUR_TRUTHS,
        weights=(("N", 2.0),),
        releases=(THREE_FACTS,),
        policies=(ONE_BY_ONE,),
        names=AGE_NAMES,
    ),
    _example(
        "one-record-unweighted",
        "The same record, every fact weighing the same",
        f"{_2011}, Section 2.1",
        "What is the leakage where no fact matters more than another?",
        "Precision 2/3, recall 1/2, leakage 4/7 (printed 0.57).",
        profile=FOUR_TRUTHS,
        releases=(THREE_FACTS,),
        policies=(ONE_BY_ONE,),
        names=AGE_NAMES,
    ),
    _example(
        "confidences",
        "Eve is not sure of the name",
        f"{_2012}, Section 2.3",
        "How much less does she know where she is not sure?",
        "22/35 with the name weighing 2 as the text says; the printed 13/20 is with all weights 1.",
        profile=_pairs(N="Alice", A="20", P="123"),
        weights=(("N", 2.0),),
        releases=(_eve("r", ("N", "Alice", 0.5), ("A", "20")),),
        policies=(ONE_BY_ONE,),
        names=AGE_NAMES,
    ),
    _example(
        "possible-worlds",
        "One record, four worlds",
        f"{_2012}, Section 2.3 (possible worlds)",
        "What may a record be that Eve half believes?",
        "Four worlds, of probability 0.2, 0.2, 0.3 and 0.3; leakage 3/4 (derived, where all in it is right; the "
        "paper prints none).",
        profile=_pairs(name="Alice", age="20", phone="123"),
        releases=(_eve("r", ("name", "Alice"), ("age", "20", 0.4), ("phone", "123", 0.5)),),
        policies=(ONE_BY_ONE,),
        names=_pairs(name="Name", age="Age", phone="Phone"),
    ),
    _example(
        "uncertain-data",
        "Two ages, and a doubtful zip code",
        f"{_2011}, Section 2.4",
        "What does it count for that Eve is not sure of the age?",
        "By sums of confidences precision 9/11, recall 9/20 and leakage 18/31; as the expectation over the worlds, "
        "which is what the pages show, 0.567 (derived, with the reference of Section 2.1; the paper prints none).",
        profile=FOUR_TRUTHS,
        releases=(_eve("r", ("N", "Alice"), ("A", "20", 0.5), ("A", "30", 0.4), ("Z", "94305", 0.3)),),
        policies=(ONE_BY_ONE,),
        names=_pairs(N="Name", A="Age", P="Phone", Z="Zip code"),
    ),
)
SAME_NAME = policy("Same name is the same person", Shares("N"))
LAST = (
    _example(
        "enhancement",
        "Which fact should Eve verify next?",
        f"{_2012}, Section 4.3",
        "Which verification gives Eve most certainty for its cost?",
        "Certainty 13/14; the name gains 0, the phone 1/14 at cost 1/2, that is 1/7 per unit (printed 1/28).",
        # Eve has no reference: hers is r_e, her composite with every confidence 1.
        profile=_pairs(N="Alice", A="20", P="123", C="987"),
        releases=(
            _eve("r1", ("N", "Alice"), ("A", "20")),
            _eve("r2", ("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987")),
        ),
        policies=(SAME_NAME,),
        plans=(
            _eve("r2, name verified", ("N", "Alice"), ("P", "123", 0.5), ("C", "987")),
            _eve("r2, phone verified", ("N", "Alice", 0.9), ("P", "123"), ("C", "987")),
        ),
        names=AGE_NAMES,
    ),
    _example(
        "two-uncertain-facts",
        "Two facts Eve hardly believes",
        f"{_2012}, Section 5",
        "Do Algorithm 1 and the enumeration of worlds agree?",
        "19/300, by either.",
        profile=_pairs(A="1", B="2"),
        releases=(_eve("r", ("A", "1", 0.1), ("B", "3", 0.2)),),
        policies=(ONE_BY_ONE,),
    ),
)

# Records that are joined, or dipped into.

REFERENCE = _pairs(N="Alice", P="123", C="999", Z="111")
TWO_RECORDS = (_eve("r", ("N", "Alice"), ("P", "123")), _eve("s", ("N", "Alice"), ("C", "999")))
BOB = Record.of(("N", "Bob"), ("P", "987"))
# c = 1/1000, so that 1000 records cost 1000.
PAYING_PER_PAIR = Policy(SAME_NAME.name, Adversary(Resolve(Shares("N")), cost=Quadratic(1 / 1000)))
NAME_AND_COMPANY_OR_AGE = policy(
    "Same name and company, or same name and age, is the same person",
    AnyOf(Shares("N", "C"), Shares("N", "A")),
    Augment("P", "A", {"123": "30"}),
)
NAMES = _pairs(N="Name", A="Address", P="Phone", C="Card")
FIVE_RECORDS = _example(
    "five-records",
    "Three records under one name",
    f"{_2012}, Section 1, Figure 1",
    "What does an adversary gain by joining the records of one name?",
    "2/3 becomes 3/4 with r + s + t (derived, with the reference of Section 2.4; the paper prints none).",
    profile=REFERENCE,
    releases=(*TWO_RECORDS, _eve("t", ("N", "Alice"), ("P", "987"))),
    background=(Record.of(("N", "Bob"), ("P", "333")), Record.of(("N", "Carol"), ("S", "000"))),
    policies=(SAME_NAME, ONE_BY_ONE),
    chosen=SAME_NAME.name,
    names=(*AGE_NAMES, ("S", "Social security")),
)
JOINED = (
    _example(
        "resolution",
        "Two harmless records become one telling one",
        f"{_2012}, Section 2.4",
        "What does entity resolution add to the records as they are?",
        "2/3 read one by one, 6/7 once records of the same name are merged.",
        profile=REFERENCE,
        releases=TWO_RECORDS,
        background=(BOB,),
        policies=(PAYING_PER_PAIR, ONE_BY_ONE),
        chosen=PAYING_PER_PAIR.name,
        names=AGE_NAMES,
    ),
    # A query is no release; as a plan its composite is D(R, E, q), the record of E(R + {q}) that q ends in.
    _example(
        "dipping",
        "What does Eve find about the Alice she thinks of?",
        f"{_2012}, Section 2.4 (dipping)",
        "Which records adhere to the query, name Alice?",
        "r + s + q with name, card and phone, but not t: leakage 6/7 (the paper prints the record only).",
        profile=REFERENCE,
        releases=TWO_RECORDS,
        background=(BOB,),
        policies=(SAME_NAME,),
        plans=(_eve("q (query)", ("N", "Alice")),),
        names=AGE_NAMES,
    ),
    # The paper does not say why r1 matches once r2 is in; here a phone book tells Eve the age behind phone 123, and
    # r2 holds that age. Nor is a reference printed: here r1 and r2 are Alice's, r3 and r4 are not.
    _example(
        "alice-on-the-web",
        "The Alice who works at Google",
        f"{_2011}, Section 2.2, Table 1",
        "Which homepages adhere to a query, and what if Eve goes by the name alone?",
        "q absorbs r2, then r1: leakage 1; by name alone all four adhere: 5/7 (derived; none printed).",
        profile=_pairs(N="Alice", P="123", B="Jan. 10", C="Google", A="30"),
        releases=(
            release("r1 (social)", "Social", ("N", "Alice"), ("P", "123"), ("B", "Jan. 10")),
            release("r2 (homepage 1)", "Homepage 1", ("N", "Alice"), ("C", "Google"), ("A", "30")),
            release("r3 (homepage 2)", "Homepage 2", ("N", "Alice"), ("E", "Stanford"), ("A", "20")),
            release("r4 (homepage 3)", "Homepage 3", ("N", "Alice"), ("C", "Boggle"), ("A", "50")),
        ),
        policies=(NAME_AND_COMPANY_OR_AGE, SAME_NAME),
        chosen=NAME_AND_COMPANY_OR_AGE.name,
        plans=(_eve("q (query)", ("N", "Alice"), ("C", "Google")),),
        names=_pairs(N="Name", P="Phone", B="Birthday", C="Company", A="Age", E="Education"),
    ),
    # What keeps the records apart, their phones, is ours.
    _example(
        "answer-sets",
        "A query that is either of two people",
        f"{_2011}, Section 2.2 (answer sets)",
        "What does Eve find when her query fits two people who cannot be one?",
        "1 before, by r1. With the query q + r1 leaks 4/5 and q + r2 leaks 2/5, never all three; the query leakage is "
        "the greater (derived; phones and reference are ours).",
        profile=_pairs(N="Alice", P="123"),
        releases=(_eve("r1", ("N", "Alice"), ("P", "123")), _eve("r2", ("N", "Alicia"), ("P", "987"))),
        policies=(policy("Same name is the same person, unless phones differ", Unless(Shares("N"), Conflicts("P"))),),
        plans=(_eve("q (query)", ("N", "Alice"), ("N", "Alicia")),),
        names=NAMES,
    ),
    _example(
        "key-sets",
        "Only the very same key joins",
        f"{_2011}, Section 2.2 (key sets)",
        "Which records join where the whole key must be the same?",
        "r and s join, t does not: leakage 1, where t alone leaks 2/3 (derived, with a reference of ours).",
        profile=_pairs(A="a", B="b", C="c"),
        releases=(
            _eve("r", ("A", "a"), ("B", "b")),
            _eve("s", ("A", "a"), ("B", "b"), ("C", "c")),
            _eve("t", ("A", "a"), ("A", "a'"), ("B", "b")),
        ),
        policies=(policy("Exactly the same A and B is the same person", SameKeySet("A", "B")),),
        names=_pairs(A="First key", B="Second key", C="Anything else"),
    ),
)

# Disinformation: the papers have letters only, and who joins whom; all values are ours.

HERS = _pairs(N="Alice", P="123", C="999", A="123 Main")
NAME_AND_PHONE = policy("Same name and phone is the same person", Shares("N", "P"))
DISINFORMATION = (
    _example(
        "self-and-linkage",
        "Two ways to spoil what a store knows",
        f"{_2011}, Section 3.2",
        "What does a record of falsehoods take back, and one that ties her to another person?",
        "1 before; self disinformation makes it 8/9, linkage disinformation 8/11 (derived; the values are ours).",
        profile=HERS,
        releases=(
            _eve("r", ("N", "Alice"), ("P", "123"), ("C", "999")),
            _eve("s", ("N", "Alice"), ("P", "123"), ("A", "123 Main")),
        ),
        background=(Record.of(("N", "Bob"), ("P", "987"), ("C", "555")),),
        policies=(NAME_AND_PHONE,),
        plans=(
            _eve("Self disinformation", ("N", "Alice"), ("P", "123"), ("A", "777 Main")),
            _eve("Linkage disinformation", ("N", "Alice"), ("P", "123"), ("N", "Bob"), ("P", "987")),
        ),
        names=NAMES,
    ),
    _example(
        "self-and-linkage-drawn",
        "Self and linkage disinformation, drawn",
        f"{_2012}, Section 4.2, Figure 2",
        "How far can disinformation about one record go while another is left?",
        "6/7 before; d1 makes r 3/4, d2 makes it 3/5, and then s with 2/3 is the worst (derived; the values are ours).",
        profile=HERS,
        releases=(
            _eve("r", ("N", "Alice"), ("P", "123"), ("C", "999")),
            _eve("s", ("N", "Alice"), ("A", "123 Main")),
        ),
        background=(
            Record.of(("N", "Bob"), ("P", "333")),
            Record.of(("N", "Carol"), ("C", "444")),
            Record.of(("N", "Dave"), ("P", "987"), ("C", "555")),
        ),
        policies=(NAME_AND_PHONE,),
        plans=(
            _eve("d1: self", ("N", "Alice"), ("P", "123"), ("A", "777 Main")),
            _eve("d2: linkage, r with v", ("N", "Alice"), ("P", "123"), ("N", "Dave"), ("P", "987")),
        ),
        names=NAMES,
    ),
)

# A hospital's table: row by row the patients Alice, Bob, Carol, Dave, Pat, Zoe.

PATIENT_ALICE = _pairs(Name="Alice", Zip="111", Age="30", Disease="Heart")
PATIENT_ZOE = _pairs(Name="Zoe", Zip="241", Age="60", Disease="Flu")
ROWS = tuple(Record.of(*zip(("Zip", "Age", "Disease"), row, strict=True)) for row in ANONYMOUS_PATIENTS)
# "A suppressed value is equal to its non-suppressed version": Eve writes the person's own zip code and age in
# place of the suppressed ones before she resolves, so that tables and references both stay as printed.
HER_ZIP_AND_AGE = {("Zip", "2**"): "241", ("Age", "≥50"): "60"}
SEES_ALICE = policy(
    "Same zip code and age is the same person",
    Shares("Zip", "Age"),
    Correct({("Zip", "11*"): "111", ("Age", "3*"): "30"}),
)
SEES_ZOE = policy("Same zip code and age is the same person", Shares("Zip", "Age"), Correct(HER_ZIP_AND_AGE))
KNOWS_INFLUENZA = policy(
    "Influenza is the flu", Shares("Zip", "Age"), Correct(HER_ZIP_AND_AGE | {("Disease", "Influenza"): "Flu"})
)
HOSPITAL = (
    _example(
        "k-anonymity-alice",
        "Alice in a 3-anonymous table",
        f"{_2012}, Section 3.1",
        "How much does a table leak of Alice that k-anonymity calls safe?",
        "2/3, less than Zoe's in the same table.",
        profile=PATIENT_ALICE,
        releases=(Release("Row 1 (hospital)", "Hospital", ROWS[0]),),
        background=ROWS[1:],
        policies=(SEES_ALICE,),
    ),
    _example(
        "k-anonymity-background",
        "Alice in a 3-anonymous table, and Eve knows her",
        f"{_2012}, Section 3.1, Table 3",
        "What does background information add to an anonymous table?",
        "2/3 becomes 4/5 with her name, zip code and age known.",
        profile=PATIENT_ALICE,
        releases=(Release("Row 1 (hospital)", "Hospital", ROWS[0]),),
        background=(*ROWS[1:], BACKGROUND),
        policies=(SEES_ALICE,),
    ),
    _example(
        "k-anonymity-zoe",
        "Zoe in the same 3-anonymous table",
        f"{_2012}, Section 3.1",
        "Are two people equally safe whom k-anonymity calls equally safe?",
        "3/4, more than Alice's in the same table.",
        profile=PATIENT_ZOE,
        releases=(Release("Row 6 (hospital)", "Hospital", ROWS[5]),),
        background=ROWS[:5],
        policies=(SEES_ZOE,),
    ),
    _example(
        "l-diversity-zoe",
        "Zoe has influenza, which is the flu",
        f"{_2012}, Section 3.2",
        "Does a diverse table protect from someone who knows what words mean?",
        "2/3 where Influenza and Flu are two diseases, 3/4 where Eve knows that they are one.",
        profile=PATIENT_ZOE,
        releases=(release("Row 6 (hospital)", "Hospital", ("Zip", "2**"), ("Age", "≥50"), ("Disease", "Influenza")),),
        background=ROWS[:5],
        policies=(KNOWS_INFLUENZA, Policy("Flu and influenza are two diseases", SEES_ZOE.adversary)),
        chosen=KNOWS_INFLUENZA.name,
    ),
)

PAPER_SCENARIOS: tuple[Scenario, ...] = (
    *(*SHOPS, FIVE_RECORDS, *ONE_RECORD, *JOINED),
    *(*HOSPITAL, *CHOICES, *DISINFORMATION, *LAST),
)
"""All 24, alike ones side by side."""
