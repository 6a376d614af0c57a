"""Lesson 2: what if she is not sure?"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from leakage.derivation import Derivation, DerivationStep
from leakage.derivation.derivation import latex, plain, typed
from leakage.lessons import pictures
from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number
from leakage.lessons.worked import as_percent, example, finished, leakage_of
from leakage.measure.leakage import record_leakage
from leakage.measure.paper_methods import possible_worlds, record_leakage_by_confidence
from leakage.record import Record
from leakage.scenarios.scenario import release
from leakage.workspace.workspace import Workspace

HALF_KNOWN = example("possible-worlds")
NAME_IN_DOUBT = replace(example("confidences"), weights=(), title="Eve is not sure of the name, all weights 1")
SURE_AND_WRONG = example("one-record-unweighted")
DOUBTFUL_AND_WRONG = replace(
    SURE_AND_WRONG,
    releases=(
        *SURE_AND_WRONG.releases,
        release("r, phone in doubt", "Eve", ("N", "Alice"), ("A", "20"), ("P", "111", 0.5)),
    ),
    title="A wrong phone number, believed and half believed",
)


def worlds(work: Workspace) -> Derivation:
    """How many possible worlds the first release has."""
    record = work.releases[0].record
    number = sum(1 for _ in possible_worlds(record))
    doubtful = [a for a in record if 0.0 < a.confidence < 1.0]
    sentence = f"Each of {len(doubtful)} doubtful facts is so, or is not: twice as many worlds for each."
    return finished([DerivationStep(sentence, f"2^{{{len(doubtful)}}} = {number}")], float(number), "n")


def all_so(work: Workspace) -> Derivation:
    """The probability that everything the first release says is so."""
    record = work.releases[0].record
    chance = next(chance for chance, world in possible_worlds(record) if len(world) == len(record))
    sure = [typed(a.confidence) for a in record if a.confidence < 1.0]
    product = Fraction(1)
    for factor in sure:
        product *= factor
    written = r" \cdot ".join(map(plain, sure))
    formula = f"{written} = {latex(product)}"
    return as_percent(
        [DerivationStep("The facts are independent: their confidences are multiplied.", formula)], chance, "P"
    )


def mean_of_f1_against_f1_of_means(work: Workspace) -> int:
    """Whether the expected F1 is greater (0) than F1 of the expectations, less (1), or the same (2)."""
    record = work.releases[0].record
    expected = record_leakage(record, work.reference, work.measure)
    of_sums = record_leakage_by_confidence(record, work.reference)
    return 2 if abs(expected - of_sums) < 1e-12 else 0 if expected > of_sums else 1


def doubt_about_the_wrong(work: Workspace) -> int:
    """Whether the second release leaks more (0) than the first, less (1), or the same (2)."""
    first, second = (_leakage(given.record, work) for given in work.releases[:2])
    return 2 if first == second else 0 if second > first else 1


def _leakage(record: Record, work: Workspace) -> float:
    return record_leakage(record, work.reference, work.measure)


LESSON = Lesson(
    "not-sure",
    "What if she is not sure?",
    "Eve is 40 % sure of something. Does she know it?",
    (
        LessonStep(
            "Half-knowledge",
            "Eve is certain of the name. She is 40 % sure that the age is 20, and 50 % sure of the phone number. The "
            "papers take such **confidences** for probabilities: perhaps the card says so, perhaps it does not.",
            HALF_KNOWN,
        ),
        LessonStep(
            "Possible worlds",
            "So the card stands for several **possible worlds**. In one of them it holds all three facts; in another "
            "it holds the name alone; and so on.",
            HALF_KNOWN,
            Number("How many worlds are possible?", worlds, 1.0, 12.0, unit="worlds", tolerance=0.0),
            "Two doubtful facts, two ways each: four worlds. Ten doubtful facts have 1,024, and thirty more than a "
            "billion, which is why this program computes leakage by an integral instead.",
        ),
        LessonStep(
            "One world",
            "The doubtful facts are independent of each other: whether one is so says nothing about the other.",
            HALF_KNOWN,
            Number("How likely is the world with all three facts?", all_so, tolerance=3.0),
            "0.4 times 0.5. The four worlds together have 100 %: it must be one of them.",
        ),
        LessonStep(
            "What is to be expected",
            "Each world has its own F1: with everything right it is 100 %, with the name alone 50 %, and with two of "
            "the three facts 80 %. Leakage is the **average** over the worlds, each counting as much as it is likely.",
            HALF_KNOWN,
            Number("How much does Eve know?", leakage_of(0)),
            "Three quarters, though she is certain of one fact in three. What she half believes, she half knows, and "
            "it adds up.",
            pictures.in_worlds,
        ),
        LessonStep(
            "A short cut?",
            "Eve has the age for sure, and is 50 % sure of the name. A quick way would be to average first: she has "
            "1.5 facts of 3 right, and says 1.5, so 2 × 1.5 over 3 + 1.5 is 2/3. The 2011 paper counts like that.",
            NAME_IN_DOUBT,
            Choice(
                "And the average over the worlds?",
                ("It is more than 2/3", "It is less than 2/3", "It is the same"),
                mean_of_f1_against_f1_of_means,
                leakage_of(0),
            ),
            "13/20 is a little less than 2/3: the average of F1 is not the F1 of averages. The 2012 paper uses the "
            "worlds, and so does this program. It is the commonest slip in working leakage out by hand.",
            pictures.in_worlds,
        ),
        LessonStep(
            "Doubt about what is wrong",
            "Eve has a wrong phone number, 111. First she is certain of it (r). Then she begins to doubt it: 50 %.",
            DOUBTFUL_AND_WRONG,
            Choice("With the doubt she knows ...", ("more", "less", "just as much"), doubt_about_the_wrong),
            "More! Doubting what is wrong brings her closer to the truth. So confidence helps her where she is right, "
            "and helps you where she is wrong. A lie works as long as it is believed.",
        ),
        LessonStep(
            "In numbers",
            "The same card with the doubt. In one world the wrong number is there, and F1 is 4/7; in the other it is "
            "not, and F1 is 4/6.",
            replace(
                DOUBTFUL_AND_WRONG, releases=DOUBTFUL_AND_WRONG.releases[1:], title="A wrong number, half believed"
            ),
            Number("How much does she know with the doubt?", leakage_of(0), tolerance=2.0),
            "Half of 4/7 and half of 4/6 make 13/21. The step is small, for it is one doubtful fact of three.",
            pictures.in_worlds,
        ),
    ),
    "Whang & Garcia-Molina 2012, Section 2.3; 2011, Section 2.4",
    take_home="Eve's doubt protects you where she is right, and helps her where she is wrong.",
)
