"""The papers' examples of records that are joined, all of them or those that adhere to a query."""

from __future__ import annotations

from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.cost import Quadratic
from leakage.resolution.preparation import Augment
from leakage.resolution.rules import AnyOf, Shares
from leakage.scenarios.parts import AGE_NAMES, ONE_BY_ONE, SAME_NAME, Names, policy, release
from leakage.scenarios.scenario import PAPER_2011, PAPER_2012, Scenario
from leakage.workspace.workspace import Policy, Workspace

WEB_NAMES: Names = (
    ("N", "Name"),
    ("P", "Phone"),
    ("B", "Birthday"),
    ("C", "Company"),
    ("A", "Age"),
    ("E", "Education"),
)
PROFILE_OF_2_4: tuple[Pair, ...] = (("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))


def five_records() -> Scenario:
    """Section 1, Figure 1 of the 2012 paper."""
    title = "Three records under one name"
    # The reference stands in the drawing of Figure 1 only, not in the text: here it is that of Section 2.4.
    workspace = Workspace(
        profile=PROFILE_OF_2_4,
        releases=(
            release("r", "Eve", ("N", "Alice"), ("P", "123")),
            release("s", "Eve", ("N", "Alice"), ("C", "999")),
            release("t", "Eve", ("N", "Alice"), ("P", "987")),
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


RECORDS_OF_2_4 = (
    release("r", "Eve", ("N", "Alice"), ("P", "123")),
    release("s", "Eve", ("N", "Alice"), ("C", "999")),
)
BACKGROUND_OF_2_4 = (Record.of(("N", "Bob"), ("P", "987")),)
PAYING_PER_PAIR = Policy(
    SAME_NAME.name,
    # c = 1/1000, so that 1000 records cost 1000.
    Adversary(SAME_NAME.adversary.operations, Quadratic(1 / 1000)),
)


def resolution() -> Scenario:
    """Section 2.4 of the 2012 paper."""
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


def dipping() -> Scenario:
    """Section 2.4 (dipping) of the 2012 paper."""
    title = "What does Eve find about the Alice she thinks of?"
    # A query is no release; as a plan its composite is D(R, E, q), the record of E(R + {q}) that q ends in.
    workspace = Workspace(
        profile=PROFILE_OF_2_4,
        releases=RECORDS_OF_2_4,
        background=BACKGROUND_OF_2_4,
        policies=(SAME_NAME,),
        plans=(release("q (query)", "Eve", ("N", "Alice")),),
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


ALICE_AT_GOOGLE = release("q (query)", "Eve", ("N", "Alice"), ("C", "Google"))


def alice_on_the_web() -> Scenario:
    """Section 2.2, Table 1 of the 2011 paper."""
    title = "The Alice who works at Google"
    # The paper does not say why r1 matches once r2 is in; here a phone book tells Eve the age behind phone
    # 123, and r2 holds that age. Nor is a reference printed: here r1 and r2 are Alice's, r3 and r4 are not.
    named_and_aged = policy(
        "Same name and company, or same name and age, is the same person",
        AnyOf(Shares("N", "C"), Shares("N", "A")),
        Augment("P", "A", {"123": "30"}),
    )
    workspace = Workspace(
        profile=(("N", "Alice"), ("P", "123"), ("B", "Jan. 10"), ("C", "Google"), ("A", "30")),
        releases=(
            release("r1 (social)", "Social", ("N", "Alice"), ("P", "123"), ("B", "Jan. 10")),
            release("r2 (homepage 1)", "Homepage 1", ("N", "Alice"), ("C", "Google"), ("A", "30")),
            release("r3 (homepage 2)", "Homepage 2", ("N", "Alice"), ("E", "Stanford"), ("A", "20")),
            release("r4 (homepage 3)", "Homepage 3", ("N", "Alice"), ("C", "Boggle"), ("A", "50")),
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
