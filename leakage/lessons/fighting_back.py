"""Lesson 6: fighting back."""

from __future__ import annotations

from dataclasses import replace

from leakage.lessons import pictures
from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number
from leakage.lessons.worked import example, pooled, renamed, with_plan
from leakage.resolution.rules import AnyOf, Shares
from leakage.scenarios.scenario import policy, release
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.workspace import Workspace

NAMES = {
    "Self disinformation": "wrong address",
    "Linkage disinformation": "tie to Bob",
    "d2: linkage, r with v": "tie r to Dave",
}
BOTH = renamed(example("self-and-linkage"), NAMES)
BEFORE = replace(BOTH, plans=(), title="A store that knows everything")
SELF = replace(BOTH, plans=BOTH.plans[:1], title="A purchase with a wrong address")
LINKAGE = replace(BOTH, plans=BOTH.plans[1:], title="A record that ties her to Bob")
DRAWN = renamed(example("self-and-linkage-drawn"), NAMES)
LIMIT = replace(DRAWN, plans=DRAWN.plans[1:], title="Linkage while another record is left")
BACKFIRE = replace(
    DRAWN,
    background=(),
    policies=(
        policy(
            "Same name and phone, or same name and address, is the same person",
            AnyOf(Shares("N", "P"), Shares("N", "A")),
        ),
    ),
    plans=(release("wrong card", "Eve", ("N", "Alice"), ("P", "123"), ("A", "123 Main"), ("C", "000")),),
    title="A lie told with two truths",
)


def takes_back_more(work: Workspace) -> int:
    """Which of two plans leaves less known (0 or 1); 2 where both leave the same."""
    first, second = (outcome.after for outcome in compare_plans(work))
    return 2 if abs(first - second) < 1e-12 else 0 if first < second else 1


def direction(work: Workspace) -> int:
    """Whether the first plan makes leakage less (0), more (1), or leaves it (2)."""
    increment = compare_plans(work)[0].increment
    return 2 if abs(increment) < 1e-12 else 0 if increment < 0 else 1


LESSON = Lesson(
    "fighting-back",
    "Fighting back",
    "What is out is out. Can a well-placed falsehood take some of it back?",
    (
        LessonStep(
            "The worst case",
            "A store has two records of Alice, r and s. They share the name and the phone number, which is its rule. "
            "Bob is another customer.",
            BEFORE,
            Number("How much does the store know of Alice?", pooled),
            "Everything: the two records make one, with all four facts and nothing wrong.",
            pictures.joined,
        ),
        LessonStep(
            "Self disinformation",
            "Alice orders once more with her true name and phone, so that the order is joined with the others, and "
            "with a **wrong address**.",
            SELF,
            Number("How much does the store know then?", with_plan(0)),
            "8/9. It still has every fact, but now one of five is wrong, and it cannot tell which address is hers. One "
            "lie costs it 11 points.",
            pictures.joined_with(0),
        ),
        LessonStep(
            "Linkage disinformation",
            "Another way: a record with *two* names and *two* phone numbers, Alice's and Bob's. It matches both, so "
            "the store takes Alice and Bob for one person.",
            BOTH,
            Choice(
                "Which takes back more?",
                ("The wrong address", "The tie to Bob", "Both the same"),
                takes_back_more,
            ),
            "The tie: everything the store knows of Bob becomes an error about Alice.",
            pictures.joined_with(1),
        ),
        LessonStep(
            "How far down?",
            "Bob brings a wrong name, a wrong phone and a wrong card.",
            LINKAGE,
            Number("How much does the store know of Alice with the tie?", with_plan(0)),
            "8/11: four right, three wrong. And poor Bob is drawn in as well. Disinformation has side effects, on "
            "others too.",
            pictures.joined_with(0),
        ),
        LessonStep(
            "How far can it go?",
            "Now the store's two records of Alice are *not* joined: they share only the name. Alice ties the first to "
            "Dave, and it drops to 60 %. The second has two facts right and nothing wrong.",
            LIMIT,
            Number("How much does the store know of Alice now?", with_plan(0)),
            "67 %, from 86 %: the second record was never touched, and it is now the worst. Spoiling one record helps "
            "only down to the next.",
            pictures.joined_with(0),
        ),
        LessonStep(
            "A lie with two truths",
            "This store also joins by name and address. Its two records of Alice share only the name. Alice sends a "
            "false card number, and gives her true phone *and* her true address, so that the lie sticks to both.",
            BACKFIRE,
            Choice(
                "What does the lie do?",
                ("It takes something back", "It makes it worse", "Nothing"),
                direction,
                with_plan(0),
            ),
            "It makes it worse. The lie is a **bridge**: it joins two records that were apart, and that gives more "
            "than one wrong card takes. For a lie to stick, something true must be told.",
            pictures.joined_with(0),
        ),
        LessonStep(
            "In numbers",
            "Before, the better record had three facts of four: 6/7, or 86 %.",
            BACKFIRE,
            Number("How much does the store know after the lie?", with_plan(0), tolerance=3.0),
            "8/9. Compute before you lie: the page *Decoys* plans it for every budget. Never state "
            "false things to authorities, banks, insurers or employers.",
            pictures.joined_with(0),
        ),
    ),
    "Whang & Garcia-Molina 2011, Section 3.2; 2012, Section 4.2",
    take_home="A lie helps only where it is joined, and it can join more than you want.",
)
