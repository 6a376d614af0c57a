"""The papers' examples of shops: what they learn together, and which card or store to choose."""

from __future__ import annotations

from dataclasses import replace

from leakage.record import Pair
from leakage.resolution.rules import AnyOf, Shares
from leakage.resolution.unless import Conflicts, Unless
from leakage.scenarios.parts import SHOP_NAMES, policy, release
from leakage.scenarios.scenario import PAPER_2011, PAPER_2012, Scenario
from leakage.workspace.workspace import Pooling, Workspace

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
