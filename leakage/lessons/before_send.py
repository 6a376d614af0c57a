"""Lesson 5: before you press send."""

from __future__ import annotations

from dataclasses import replace

from leakage.derivation import Derivation, DerivationStep
from leakage.lessons import pictures
from leakage.lessons.lesson import POINTS, Choice, Lesson, LessonStep, Number
from leakage.lessons.worked import example, finished, increment_of, pooled, renamed
from leakage.scenarios.scenario import release
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.workspace import Workspace

SAME = 1e-12
"""Increments that are no further apart are equal: they differ in the last bits of a sum only."""

NAMES = {
    "s (store)": "First purchase",
    "t (store)": "Second purchase",
    "u: pay with card c1": "card c1",
    "v: pay with card c2": "card c2",
}
CARDS = renamed(example("which-card"), NAMES)
SECOND_CARD = replace(CARDS, plans=CARDS.plans[1:], title="Pay with the second card")
STREET_TOO = replace(
    CARDS,
    plans=(
        release("card c1 and address", "Store", *(("N", "n1"), ("C", "c1"), ("P", "p1"), ("A", "a1"))),
        CARDS.plans[1],
    ),
    title="A new fact, or an old one more",
)


def bridged(work: Workspace) -> Derivation:
    """How many of the records that stand apart the first plan ties together."""
    outcome = compare_plans(work)[0]
    names = " and ".join(outcome.bridged) or "nothing"
    return finished([DerivationStep(f"It is joined with {names}.")], float(outcome.joined_composites), "n")


def which_adds_less(work: Workspace) -> int:
    """Which of two plans adds less (0 or 1); 2 where both add the same."""
    first, second = (outcome.increment for outcome in compare_plans(work))
    return 2 if abs(first - second) <= SAME else 0 if first < second else 1


def which_field_saves(work: Workspace) -> int:
    """Which field, left blank, saves most of the first plan: its place among the labels; 3 where all three do."""
    outcome = compare_plans(work)[0]
    most = max(field.increment for field in outcome.field_increments)
    best = [f.attribute.label for f in outcome.field_increments if f.increment >= most - SAME]
    return 3 if len(best) == 3 else ("N", "C", "P").index(best[0])


LESSON = Lesson(
    "before-you-press-send",
    "Before you press send",
    "One more form to fill in. What will it add to what they know?",
    (
        LessonStep(
            "Where you stand",
            "A store has two of your purchases: one with card c1 and your phone number, one with card c2. It joins "
            "records with the same name and card, or the same name and phone. Five facts are true: a name, **two** "
            "cards, a phone and an address.",
            replace(CARDS, plans=(), title="Two purchases at one store"),
            Number("How much does the store know now?", pooled),
            "The two purchases share only the name, so they stay apart. The better one has three of five: 6/8.",
        ),
        LessonStep(
            "Two ways to pay",
            "Now you buy an app, and the store asks for your phone number. You can pay with card c1 or with card "
            "c2. The store has seen both cards, and the phone number too.",
            CARDS,
            Choice(
                "Which way tells the store less?",
                ("Card c1", "Card c2", "No difference: it has seen both"),
                which_adds_less,
                increment_of(0),
            ),
            "Card c1: that combination is in its books already, and so it adds nothing at all.",
        ),
        LessonStep(
            "And the other card?",
            "With card c2 you would give a name, a card and a phone, and the store knows all three.",
            SECOND_CARD,
            Number("How many points does it add?", increment_of(0), 0.0, 50.0, unit=POINTS, tolerance=3.0),
            "5/36, or 13.9 points, though **every single fact was known before**. This is **incremental leakage**: "
            "what counts is not whether a fact is new, but what it connects.",
            pictures.joined_with(0),
        ),
        LessonStep(
            "Why?",
            "Look for the values that the planned purchase has in common with each of the two earlier ones.",
            SECOND_CARD,
            Number(
                "How many records that stood apart does it tie together?",
                bridged,
                0.0,
                3.0,
                unit="records",
                tolerance=0.0,
            ),
            "Two: by name and phone it belongs to the first, by name and card to the second. It is a **bridge**.",
            pictures.joined_with(0),
        ),
        LessonStep(
            "Leave one field blank",
            "Suppose you may leave one of the three fields of that purchase blank, and must fill in the others.",
            SECOND_CARD,
            Choice(
                "Which blank takes the harm out of it?",
                ("Only the name", "Only the card", "Only the phone", "Any of the three"),
                which_field_saves,
            ),
            "Any of them: a bridge needs both ends. Without the phone it does not reach the first purchase, without "
            "the card not the second, and without the name neither.",
        ),
        LessonStep(
            "Something new against something old",
            "Compare once more. With card c1 you now also give your **address**, which the store never had. With card "
            "c2 you give nothing that it did not have.",
            STREET_TOO,
            Choice(
                "Which adds less?",
                ("Card c1 with the new address", "Card c2 with nothing new", "Both add the same"),
                which_adds_less,
                increment_of(0),
            ),
            "Both lead to four facts of five in one record: the same. A harmless-looking combination can cost as much "
            "as telling a new fact. Try your own on the page *Before I share*.",
        ),
    ),
    "Whang & Garcia-Molina 2012, Section 4.1",
    take_home="Before you share, ask what it connects: a fact that is known already can cost you, too.",
)
