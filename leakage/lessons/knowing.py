"""Lesson 1: what counts as knowing?"""

from __future__ import annotations

from collections.abc import Iterable

from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number
from leakage.lessons.worked import example, leakage_of, precision_of, recall_of
from leakage.measure.paper_methods import f_measure, precision, recall
from leakage.scenarios.scenario import ONE_BY_ONE, release
from leakage.workspace.workspace import Workspace

ONE_CARD = example("one-record-unweighted")
WEIGHTED = example("one-record")
LABELS = ("Name", "Street", "Town", "Phone", "Email", "Born", "Job", "Bank", "Doctor", "Car")
TIMID = Workspace(
    profile=tuple((label, "true") for label in LABELS),
    releases=(release("Timid Eve", "Timid Eve", ("Name", "true")),),
    policies=(ONE_BY_ONE,),
    title="Only the name, of ten facts",
)
BOLD = Workspace(
    profile=(("Name", "Alice"), ("Age", "20"), ("Town", "Ulm"), ("Pet", "cat")),
    releases=(
        release("Timid Eve", "Timid Eve", ("Name", "Alice")),
        release("Middling Eve", "Middling Eve", ("Name", "Alice"), ("Age", "20"), ("Town", "Rome")),
        release(
            "Boastful Eve",
            "Boastful Eve",
            *(("Name", "Alice"), ("Name", "Bob"), ("Age", "20"), ("Age", "30"), ("Age", "40")),
            *(("Town", "Rome"), ("Town", "Ulm"), ("Pet", "cat"), ("Pet", "dog")),
        ),
    ),
    policies=(ONE_BY_ONE,),
    title="Three ways to know somebody",
)


def _greatest(numbers: Iterable[float]) -> int:
    listed = list(numbers)
    return listed.index(max(listed))


def most_correct_and_most_complete(work: Workspace) -> int:
    """Which pair of names wins correctness, then completeness."""
    records = [given.record for given in work.releases]
    correct = _greatest(precision(record, work.reference) for record in records)
    complete = _greatest(recall(record, work.reference) for record in records)
    return PAIRS.index((correct, complete))


PAIRS = ((0, 2), (1, 2), (2, 0), (1, 1))


def compared_with_unweighted(work: Workspace) -> int:
    """Whether the weights make leakage more (0), less (1), or leave it (2)."""
    record = work.releases[0].record
    weighted, even = (f_measure(record, work.reference, weights) for weights in (work.weight_map, None))
    return 2 if weighted == even else 0 if weighted > even else 1


LESSON = Lesson(
    "what-counts-as-knowing",
    "What counts as knowing?",
    "Eve says three things about Alice, and one is wrong. How much does she know?",
    (
        LessonStep(
            "A card about Alice",
            "**Eve** is anyone who collects facts about you. Here she has one card about Alice. The first line of the "
            "table is the truth; the second, r, is Eve's card. To protect her, we first need a number: how "
            "much does Eve know?",
            ONE_CARD,
        ),
        LessonStep(
            "Is it right?",
            "First ask how much of what Eve *says* is right. That is her **correctness**; the papers call it "
            "precision. Compare the card with the truth, fact by fact.",
            ONE_CARD,
            Number("How much of what the card says is right?", precision_of(0)),
            "Three facts are on the card, and two agree with the truth. It is easy to be right if you say little.",
        ),
        LessonStep(
            "Is it all?",
            "Now look from the other side: of all there is to know about Alice, how much is on the card? That is "
            "**completeness**, or recall. The wrong phone number does not count, and neither does a blank.",
            ONE_CARD,
            Number("How much of all there is to know does the card have right?", recall_of(0)),
            "Four facts are true of Alice, and the card has two. Correctness and completeness answer two different "
            "questions about one and the same card.",
        ),
        LessonStep(
            "Each alone is easy to win",
            "Three Eves know of the same person. Timid Eve writes down the name and stops. Middling Eve dares three "
            "facts. Boastful Eve writes down several guesses for everything, so that one of them is bound to be right.",
            BOLD,
            Choice(
                "Who is most correct, and who is most complete?",
                (
                    "Timid is most correct, Boastful most complete",
                    "Middling is most correct, Boastful most complete",
                    "Boastful is most correct, Timid most complete",
                    "Middling is both",
                ),
                most_correct_and_most_complete,
            ),
            "Timid Eve is never wrong, and Boastful Eve misses nothing. Either measure alone can be won by a trick "
            "that tells nobody anything. So we need both.",
        ),
        LessonStep(
            "One number of two",
            "The papers take the **harmonic mean** of the two, called F1, and call it **leakage**. It is high only if "
            "both are high. Here Timid Eve has one fact of ten: she is 100 % correct and 10 % complete. The "
            "ordinary average would be 55 %.",
            TIMID,
            Number("How much does Timid Eve know, by the harmonic mean?", leakage_of(0)),
            "Far less than the average: the harmonic mean stays close to the worse of the two. Nobody gets a good mark "
            "by being safe on one side only.",
        ),
        LessonStep(
            "Back to the first card",
            "Eve's card on Alice is 67 % correct and 50 % complete. As a formula, leakage is 2 X over (W + Y): twice "
            "what is right, over all that is true plus all that is said.",
            ONE_CARD,
            Number("How much does the card leak?", leakage_of(0), tolerance=3.0),
            "Twice two right, over four true and three said: 4/7. When both measures are alike, leakage lies between "
            "them.",
        ),
        LessonStep(
            "Not all facts are equal",
            "A name tells more than a favourite colour. So every label has a **weight**. Let the name count twice, on "
            "the card and in the truth. Eve has the name right.",
            WEIGHTED,
            Choice("How much does she know now?", ("More", "Less", "As much as before"), compared_with_unweighted),
            "More: what she has right has become heavier, from 4/7 to 2/3. Weights say what matters to you, and only "
            "their ratios count.",
        ),
        LessonStep(
            "What to remember",
            "Knowing is being right **and** knowing much of it. Leakage is 0 % when nothing is right, and 100 % when "
            "everything is known and nothing is wrong. Wrong facts lower it: that is why disinformation works, which "
            "is another lesson.",
        ),
    ),
    "Whang & Garcia-Molina 2011, Section 2.1; 2012, Sections 2.1 and 2.2",
    take_home="Knowing takes both: being right, and having much of it.",
)
