"""The papers' examples of a single record, and of records that are joined."""

from __future__ import annotations

from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary, Quadratic
from leakage.resolution.operations import Augment
from leakage.resolution.rules import AnyOf, Shares
from leakage.scenarios.scenario import (
    AGE_NAMES,
    ONE_BY_ONE,
    PAPER_2011,
    PAPER_2012,
    SAME_NAME,
    Names,
    Scenario,
    policy,
    release,
)
from leakage.workspace.workspace import Policy, Workspace

# The papers' examples of a single record: right and wrong, sure and unsure, and what to verify.


RECORD_OF_2_1 = release("r", "Eve", ("N", "Alice"), ("A", "20"), ("P", "111"))
PROFILE_OF_2_1: tuple[Pair, ...] = (("N", "Alice"), ("A", "20"), ("P", "123"), ("Z", "94305"))


def one_record() -> Scenario:
    """Sections 2.1 and 2.2 of the 2012 paper."""
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


def one_record_unweighted() -> Scenario:
    """Section 2.1 of the 2011 paper."""
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


def confidences() -> Scenario:
    """Section 2.3 of the 2012 paper."""
    title = "Eve is not sure of the name"
    workspace = Workspace(
        profile=(("N", "Alice"), ("A", "20"), ("P", "123")),
        weights=(("N", 2.0),),
        releases=(release("r", "Eve", ("N", "Alice", 0.5), ("A", "20")),),
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


def enhancement() -> Scenario:
    """Section 4.3 of the 2012 paper."""
    title = "Which fact should Eve verify next?"
    # Eve has no reference: hers is r_e, her composite with every confidence 1.
    workspace = Workspace(
        profile=(("N", "Alice"), ("A", "20"), ("P", "123"), ("C", "987")),
        releases=(
            release("r1", "Eve", ("N", "Alice"), ("A", "20")),
            release("r2", "Eve", ("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987")),
        ),
        policies=(SAME_NAME,),
        plans=(
            release("r2, name verified", "Eve", ("N", "Alice"), ("P", "123", 0.5), ("C", "987")),
            release("r2, phone verified", "Eve", ("N", "Alice", 0.9), ("P", "123"), ("C", "987")),
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


def two_uncertain_facts() -> Scenario:
    """Section 5 of the 2012 paper."""
    title = "Two facts Eve hardly believes"
    workspace = Workspace(
        profile=(("A", "1"), ("B", "2")),
        releases=(release("r", "Eve", ("A", "1", 0.1), ("B", "3", 0.2)),),
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


# The papers' examples of records that are joined, all of them or those that adhere to a query.


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
    Adversary(*SAME_NAME.adversary.operations, cost=Quadratic(1 / 1000)),
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
