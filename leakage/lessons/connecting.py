"""Lesson 3: connecting the dots."""

from __future__ import annotations

from dataclasses import replace

from leakage.lessons import pictures
from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number
from leakage.lessons.worked import composites, example, pooled
from leakage.resolution.rules import AnyOf, Conflicts, Shares, Unless
from leakage.scenarios.scenario import ONE_BY_ONE, policy, release
from leakage.workspace.workspace import Workspace

NAMES = (("N", "Name"), ("P", "Phone"), ("C", "Card"), ("Z", "Zip code"), ("A", "Address"), ("S", "Social security"))
BY_NAME = example("five-records")
ONE_AT_A_TIME = replace(BY_NAME, policies=(ONE_BY_ONE,), chosen=ONE_BY_ONE.name, title="Three cards, read one by one")
PHONE_OR_CARD = policy("Same phone, or same card, is the same person", AnyOf(Shares("P"), Shares("C")))
CHAIN = Workspace(
    profile=(("N", "Alice"), ("P", "123"), ("C", "999"), ("A", "1 Main St")),
    releases=(
        release("Club", "Club", ("N", "Alice"), ("P", "123")),
        release("Parcel", "Parcel", ("C", "999"), ("A", "1 Main St")),
        release("Shop", "Shop", ("P", "123"), ("C", "999")),
    ),
    policies=(PHONE_OR_CARD,),
    names=NAMES,
    title="A chain of three records",
)
CAREFUL = policy("Same name is the same person, unless phones differ", Unless(Shares("N"), Conflicts("P")))
EITHER = Workspace(
    profile=(("N", "Alice"), ("P", "123"), ("C", "999")),
    releases=(
        release("Bank's card", "Bank", ("N", "Alice"), ("C", "999")),
        release("First phone", "Club", ("N", "Alice"), ("P", "123")),
        release("Second phone", "Gym", ("N", "Alice"), ("P", "987")),
    ),
    policies=(CAREFUL,),
    names=NAMES,
    title="A record that fits two others",
)


def what_another_card_does(work: Workspace) -> int:
    """Whether all releases together leak more (0) than without the last, less (1), or the same (2)."""
    fewer = replace(work, releases=work.releases[:-1])
    before, after = pooled(fewer).value, pooled(work).value
    return 2 if before == after else 0 if after > before else 1


def where_the_first_goes(work: Workspace) -> int:
    """What the first release ends up with: the second (0), the third (1), all (2), or as the order has it (3)."""
    card, first, second = (given.record for given in work.releases)
    ends = []
    for others in ((first, second), (second, first)):
        resolution = work.adversary.resolve((card, *others))
        members = resolution.members[int(resolution.composite_of[0])]
        ends.append({others[number - 1] for number in members if number})
    if ends[0] != ends[1]:
        return 3
    return 2 if len(ends[0]) == 2 else 0 if ends[0] == {first} else 1


LESSON = Lesson(
    "connecting-the-dots",
    "Connecting the dots",
    "Three harmless cards lie on Eve's desk. What are they together?",
    (
        LessonStep(
            "One card at a time",
            "Eve holds five cards, three of them in the name of Alice. First she reads each by itself. What she knows "
            "is what her **most telling** card says: leakage is the worst case for you.",
            ONE_AT_A_TIME,
            Number("How much does she know, one card at a time?", pooled),
            "That card has two of Alice's four facts right and nothing wrong: 4/6.",
        ),
        LessonStep(
            "Who is who?",
            "Now Eve asks which cards are of one person. The papers call it **entity resolution**. This Eve goes by "
            "the name: cards that share it are laid together and become one.",
            BY_NAME,
            Number("How many cards are left?", composites, 1.0, 5.0, unit="cards", tolerance=0.0),
            "Three: Alice's three cards have become one, and two strangers stay alone. The paper calls "
            "these the records of five people; by what it says next they are of three.",
        ),
        LessonStep(
            "Together",
            "The joined card has everything that its parts had: the name, a card number, and *two* phone numbers, of "
            "which one is somebody else's.",
            BY_NAME,
            Number("How much does she know now?", pooled),
            "Three right of four, and one wrong: 6/8. From 67 to 75 % without a single new fact: all she did was to "
            "connect what she had.",
            pictures.joined,
        ),
        LessonStep(
            "Was the third card a help?",
            "The last card in Alice's name, t, belongs to another Alice. Eve cannot tell, and joined it anyway.",
            replace(BY_NAME, background=(), title="Three cards of one name"),
            Choice("With t she knows ...", ("more", "less", "just as much"), what_another_card_does, pooled),
            "Less: 75 % instead of 86 %. A wrong connection can make an adversary worse. She has to choose between "
            "missing a connection and making a wrong one.",
            pictures.joined,
        ),
        LessonStep(
            "Two cards that share nothing",
            "Another Eve goes by phone or card numbers. The club knows a name and a phone, the parcel service a card "
            "and an address. Nothing is in common, so nothing is joined. Then a shop turns up: it has the phone *and* "
            "the card.",
            CHAIN,
            Number("How many records are left with the shop?", composites, 1.0, 3.0, unit="records", tolerance=0.0),
            "One. The shop matches both, so all three become one. Merged records go on matching: a chain needs no "
            "value that everybody shares.",
            pictures.joined,
        ),
        LessonStep(
            "What the shop did",
            "The shop itself knows no name and no address. Before it came, no record told more than 2/3 of Alice.",
            CHAIN,
            Number("How much does Eve know with the shop?", pooled),
            "Everything. The shop told her nothing new; it told her what belongs together. Such a record is called a "
            "**bridge**.",
            pictures.joined,
        ),
        LessonStep(
            "Does the order matter?",
            "A careful Eve joins the same name *unless the phones differ*. The bank's card has no phone, so it fits "
            "both of the others, and they do not fit each other.",
            EITHER,
            Choice(
                "With which does the bank's card end up?",
                (
                    "With the first phone",
                    "With the second phone",
                    "With both",
                    "That depends on which she reads first",
                ),
                where_the_first_goes,
            ),
            "Whichever comes first takes it. Where records join by values they share, and joined records keep every "
            "value, the order does not matter. With a rule that keeps apart it can, and the program says so wherever "
            "that happens.",
        ),
    ),
    "Whang & Garcia-Molina 2012, Sections 1 and 2.4; 2011, Section 2.2",
    take_home="Records that are harmless alone can tell everything together: what counts is what connects them.",
)
