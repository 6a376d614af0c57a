"""The papers' examples of a single record: right and wrong, sure and unsure, and what to verify."""

from __future__ import annotations

from leakage.record import Pair
from leakage.scenarios.parts import AGE_NAMES, ONE_BY_ONE, SAME_NAME, release
from leakage.scenarios.scenario import PAPER_2011, PAPER_2012, Scenario
from leakage.workspace.workspace import Workspace

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
