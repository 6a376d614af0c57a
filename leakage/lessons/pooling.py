"""Lesson 4: who talks to whom."""

from __future__ import annotations

from dataclasses import replace

from leakage.lessons import pictures
from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number
from leakage.lessons.worked import alone, example, increment_of, pooled, renamed
from leakage.workspace.figures.planned_releases import compare_plans, with_release
from leakage.workspace.release import Pooling
from leakage.workspace.workspace import Workspace

NAMES = {
    "r (vendor)": "Shop",
    "s (employer)": "Employer",
    "Third record, wrong phone (vendor)": "Shop, wrong phone",
    "r (store S1)": "Store S1",
    "s (store S2)": "Store S2, first",
    "t (store S2)": "Store S2, second",
    "u: buy from S1": "buy at S1",
    "u: buy from S2": "buy at S2",
}
_SHOPPING = renamed(example("vendor-and-employer"), NAMES)
APART = replace(_SHOPPING, plans=(), pooling=Pooling("alone"), title="A shop and an employer, each for itself")
TOGETHER = replace(_SHOPPING, plans=())
STORES = renamed(example("which-store"), NAMES)
_WRONG = renamed(example("wrong-phone"), NAMES)
WRONG_PHONE = replace(with_release(_WRONG, _WRONG.plans[0]), plans=(), title="A wrong number at the shop")
AS_GIVEN = replace(WRONG_PHONE, pooling=Pooling(), title="A wrong number, pooled as it was given")


def best_plan(work: Workspace) -> int:
    """Which of two plans adds less (0 or 1); 2 where both add the same."""
    first, second = (outcome.increment for outcome in compare_plans(work))
    return 2 if abs(first - second) < 1e-12 else 0 if first < second else 1


def keeps_them_apart(work: Workspace) -> int:
    """Whether the wrong number still keeps Eve from everything (0) or not (1)."""
    return 1 if pooled(work).value > 1.0 - 1e-12 else 0


LESSON = Lesson(
    "who-talks-to-whom",
    "Who talks to whom",
    "A shop knows some things about Alice, and her employer others. What if they compare notes?",
    (
        LessonStep(
            "The shop",
            "Alice bought something: the shop has her name, address and card. Her employer has her name, address, "
            "phone and social security number. Five facts are true of her in all.",
            APART,
            Number("How much does the shop alone know?", alone("Vendor")),
            "Three of five, and nothing wrong: 6/8.",
        ),
        LessonStep(
            "The employer",
            "The employer has one fact more than the shop.",
            APART,
            Number("How much does the employer alone know?", alone("Employer")),
            "Four of five: 8/9. While the two keep to themselves, the leakage is that of the one who knows most.",
        ),
        LessonStep(
            "They compare notes",
            "Now shop and employer put their data together. Name and address are the same on both cards, which is "
            "enough for this Eve.",
            TOGETHER,
            Number("How much do they know together?", pooled),
            "Everything. Neither had all, and neither had to give up anything. What you told each of them was "
            "reasonable; what they know together you told nobody.",
            pictures.joined,
        ),
        LessonStep(
            "Which shop?",
            "You want to buy an app, and two stores sell it. They do **not** talk to each other. One has one of your "
            "purchases in its books, the other two. You would pay with card c2 and give your phone number p1.",
            STORES,
            Choice(
                "Where does the purchase tell less?",
                ("At store S1", "At store S2", "It makes no difference"),
                best_plan,
            ),
            "At S1: what you give it matches nothing it has, so it cannot connect it. At S2 the same purchase ties two "
            "earlier ones together.",
        ),
        LessonStep(
            "By how much?",
            "Both stores know 75 % before. At S1 the purchase adds nothing to the worst case.",
            STORES,
            Number("How many points does it add at S2?", increment_of(1), 0.0, 50.0, unit="points", tolerance=3.0),
            "S2 now knows everything: 25 points more. The same purchase, another shop.",
            pictures.joined_with(1),
        ),
        LessonStep(
            "A wrong number",
            "Back to shop and employer. Eve now takes different phones for different people. Alice buys once more, "
            "with a wrong phone number. The shop files that with her first purchase **before** it shares.",
            WRONG_PHONE,
            Number("How much do shop and employer know together?", pooled),
            "8/9, what the employer alone knows. The wrong number has become part of the shop's record, the phones "
            "differ, and the two records stay apart.",
            pictures.joined,
        ),
        LessonStep(
            "And if the shop does not file it first?",
            "The same three records, but they are pooled just as they were given, and only then compared.",
            AS_GIVEN,
            Choice(
                "Does the wrong number still protect her?",
                ("Yes, they stay apart", "No, they know everything again"),
                keeps_them_apart,
                pooled,
            ),
            "No: the first purchase has no phone number, so it still fits the employer's record. Whether a lie helps "
            "depends on who puts what together, and when.",
            pictures.joined,
        ),
    ),
    "Whang & Garcia-Molina 2011, Sections 1 and 3.1",
    take_home="What each company knows alone does not tell you what they know together.",
)
