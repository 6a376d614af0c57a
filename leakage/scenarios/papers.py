"""The worked examples of the two papers by Whang & Garcia-Molina, each as a workspace."""

from __future__ import annotations

from dataclasses import replace

from leakage.record import Pair, Record
from leakage.resolution.rules import Conflicts, SameKeySet, Shares, Unless
from leakage.scenarios.joined import (
    alice_on_the_web,
    confidences,
    dipping,
    enhancement,
    five_records,
    one_record,
    one_record_unweighted,
    resolution,
    two_uncertain_facts,
)
from leakage.scenarios.scenario import ONE_BY_ONE, PAPER_2011, PAPER_2012, Scenario, policy
from leakage.scenarios.shops import (
    alice_anonymous,
    alice_with_background,
    second_purchase,
    vendor_and_employer,
    which_card,
    which_store,
    wrong_phone,
    zoe_anonymous,
    zoe_diverse,
)
from leakage.workspace.workspace import Release, Workspace

# Worked examples that the papers leave open, completed: what is ours in them is said beside it.


NAMES = (("N", "Name"), ("A", "Address"), ("P", "Phone"), ("C", "Card"))


def _given(name: str, *attributes: Pair | tuple[str, str, float]) -> Release:
    return Release(name, "Eve", Record.of(*attributes))


def _alone(title: str, profile: tuple[Pair, ...], given: Release, names: tuple[Pair, ...]) -> Workspace:
    return Workspace(profile, releases=(given,), policies=(ONE_BY_ONE,), names=names, title=title)


def uncertain_data() -> Scenario:
    """The record is printed; the reference is that of the paper's Section 2.1."""
    title = "Two ages, and a doubtful zip code"
    given = _given("r", ("N", "Alice"), ("A", "20", 0.5), ("A", "30", 0.4), ("Z", "94305", 0.3))
    profile = (("N", "Alice"), ("A", "20"), ("P", "123"), ("Z", "94305"))
    names = (("N", "Name"), ("A", "Age"), ("P", "Phone"), ("Z", "Zip code"))
    return Scenario(
        "uncertain-data",
        title,
        f"{PAPER_2011}, Section 2.4",
        "What does it count for that Eve is not sure of the age?",
        _alone(title, profile, given, names),
        "By sums of confidences precision 9/11, recall 9/20 and leakage 18/31; as the expectation over the worlds, "
        "which is what the pages show, 0.567 (derived, with the reference of Section 2.1; the paper prints none).",
    )


def possible_worlds() -> Scenario:
    """The record is printed; the reference is ours: all that it says is right."""
    title = "One record, four worlds"
    given = _given("r", ("name", "Alice"), ("age", "20", 0.4), ("phone", "123", 0.5))
    profile = (("name", "Alice"), ("age", "20"), ("phone", "123"))
    names = (("name", "Name"), ("age", "Age"), ("phone", "Phone"))
    return Scenario(
        "possible-worlds",
        title,
        f"{PAPER_2012}, Section 2.3 (possible worlds)",
        "What may a record be that Eve half believes?",
        _alone(title, profile, given, names),
        "Four worlds, of probability 0.2, 0.2, 0.3 and 0.3; leakage 3/4 (derived, where all in it is right; the "
        "paper prints none).",
    )


def key_sets() -> Scenario:
    """The records are printed; the reference is ours."""
    title = "Only the very same key joins"
    workspace = Workspace(
        profile=(("A", "a"), ("B", "b"), ("C", "c")),
        releases=(
            _given("r", ("A", "a"), ("B", "b")),
            _given("s", ("A", "a"), ("B", "b"), ("C", "c")),
            _given("t", ("A", "a"), ("A", "a'"), ("B", "b")),
        ),
        policies=(policy("Exactly the same A and B is the same person", SameKeySet("A", "B")),),
        names=(("A", "First key"), ("B", "Second key"), ("C", "Anything else")),
        title=title,
    )
    return Scenario(
        "key-sets",
        title,
        f"{PAPER_2011}, Section 2.2 (key sets)",
        "Which records join where the whole key must be the same?",
        workspace,
        "r and s join, t does not: leakage 1, where t alone leaks 2/3 (derived, with a reference of ours).",
    )


def answer_sets() -> Scenario:
    """Two names, of two people: what keeps the records apart, their phones, is ours, and so is the reference."""
    title = "A query that is either of two people"
    workspace = Workspace(
        profile=(("N", "Alice"), ("P", "123")),
        releases=(_given("r1", ("N", "Alice"), ("P", "123")), _given("r2", ("N", "Alicia"), ("P", "987"))),
        policies=(policy("Same name is the same person, unless phones differ", Unless(Shares("N"), Conflicts("P"))),),
        plans=(_given("q (query)", ("N", "Alice"), ("N", "Alicia")),),
        names=NAMES,
        title=title,
    )
    return Scenario(
        "answer-sets",
        title,
        f"{PAPER_2011}, Section 2.2 (answer sets)",
        "What does Eve find when her query fits two people who cannot be one?",
        workspace,
        "q + r1 leaks 4/5 and q + r2 leaks 2/5, never all three; the query leakage is the greater (derived; phones and "
        "reference are ours).",
    )


def self_and_linkage() -> Scenario:
    """The paper has letters only: r and s join, t is somebody else's; all values are ours."""
    title = "Two ways to spoil what a store knows"
    workspace = Workspace(
        profile=(("N", "Alice"), ("P", "123"), ("C", "999"), ("A", "123 Main")),
        releases=(
            _given("r", ("N", "Alice"), ("P", "123"), ("C", "999")),
            _given("s", ("N", "Alice"), ("P", "123"), ("A", "123 Main")),
        ),
        background=(Record.of(("N", "Bob"), ("P", "987"), ("C", "555")),),
        policies=(policy("Same name and phone is the same person", Shares("N", "P")),),
        plans=(
            _given("Self disinformation", ("N", "Alice"), ("P", "123"), ("A", "777 Main")),
            _given("Linkage disinformation", ("N", "Alice"), ("P", "123"), ("N", "Bob"), ("P", "987")),
        ),
        names=NAMES,
        title=title,
    )
    return Scenario(
        "self-and-linkage",
        title,
        f"{PAPER_2011}, Section 3.2",
        "What does a record of falsehoods take back, and one that ties her to somebody else?",
        workspace,
        "1 before; self disinformation makes it 8/9, linkage disinformation 8/11 (derived; the values are ours).",
    )


def figure_2() -> Scenario:
    """The drawing names the records and who joins whom; all values are ours."""
    title = "Self and linkage disinformation, drawn"
    workspace = Workspace(
        profile=(("N", "Alice"), ("P", "123"), ("C", "999"), ("A", "123 Main")),
        releases=(
            _given("r", ("N", "Alice"), ("P", "123"), ("C", "999")),
            _given("s", ("N", "Alice"), ("A", "123 Main")),
        ),
        background=(
            Record.of(("N", "Bob"), ("P", "333")),
            Record.of(("N", "Carol"), ("C", "444")),
            Record.of(("N", "Dave"), ("P", "987"), ("C", "555")),
        ),
        policies=(policy("Same name and phone is the same person", Shares("N", "P")),),
        plans=(
            _given("d1: self", ("N", "Alice"), ("P", "123"), ("A", "777 Main")),
            _given("d2: linkage, r with v", ("N", "Alice"), ("P", "123"), ("N", "Dave"), ("P", "987")),
        ),
        names=NAMES,
        title=title,
    )
    return Scenario(
        "self-and-linkage-drawn",
        title,
        f"{PAPER_2012}, Section 4.2, Figure 2",
        "How far can disinformation about one record go while another is left?",
        workspace,
        "6/7 before; d1 makes r 3/4, d2 makes it 3/5, and then s with 2/3 is the worst (derived; the values are ours).",
    )


# The worked examples of the two papers by Whang & Garcia-Molina, each as a workspace.


_SCENARIOS = (
    vendor_and_employer(),
    wrong_phone(),
    second_purchase(),
    five_records(),
    one_record(),
    one_record_unweighted(),
    confidences(),
    possible_worlds(),
    uncertain_data(),
    resolution(),
    dipping(),
    alice_on_the_web(),
    answer_sets(),
    key_sets(),
    alice_anonymous(),
    alice_with_background(),
    zoe_anonymous(),
    zoe_diverse(),
    which_card(),
    which_store(),
    self_and_linkage(),
    figure_2(),
    enhancement(),
    two_uncertain_facts(),
)

PAPER_SCENARIOS: tuple[Scenario, ...] = tuple(
    replace(scenario, workspace=replace(scenario.workspace, worked_example=True)) for scenario in _SCENARIOS
)
"""Every worked example of the two papers, alike ones side by side."""
