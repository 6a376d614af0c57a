"""Lesson 11: find the mistake."""

from __future__ import annotations

from fractions import Fraction

from leakage.decision.enhancement import enhancements
from leakage.derivation import Derivation, DerivationStep
from leakage.derivation.derivation import latex
from leakage.lessons.lesson import Choice, Lesson, LessonStep, Odds
from leakage.lessons.worked import composites, example, finished, leakage_of, opened, table
from leakage.scenarios.published import PublishedExample
from leakage.tables import distribution_leakage, entropy_distance, t_closeness
from leakage.workspace.figures.assessment import assess
from leakage.workspace.workspace import Workspace

HEAVY_NAME = example("confidences")
VERIFY = example("enhancement")
FIVE = example("five-records")
INPATIENTS = table("inpatients")
SALARIES = Odds(
    "How likely each salary is.",
    "",
    ("3K", "4K", "5K", "6K", "7K", "8K", "9K", "10K", "11K"),
    (("In the whole table", (1 / 9,) * 9), ("In her class", (1 / 3, 1 / 3, 1 / 3, *[0.0] * 6))),
)


def _nearest(value: float, options: tuple[float, ...]) -> int:
    """Which of some printed numbers a computed one is."""
    return min(range(len(options)), key=lambda place: abs(options[place] - value))


def which_leakage(work: Workspace) -> int:
    """13/20 (0) or 22/35 (1)."""
    return _nearest(leakage_of(0)(work).value, (13 / 20, 22 / 35))


def phone(work: Workspace) -> Derivation:
    """Gain over cost of verifying the phone."""
    composite = assess(work)[0].result.composite
    best = next(
        option
        for option in enhancements([given.record for given in work.releases], composite, work.measure)
        if option.attribute.label == "P"
    )
    gain, cost = (Fraction(number).limit_denominator(1000) for number in (best.gain, best.cost))
    formula = rf"\frac{{{latex(gain)}}}{{{latex(cost)}}} = {latex(gain / cost)}"
    steps = [
        DerivationStep("Verified, the phone makes her surer by", latex(gain)),
        DerivationStep("It costs one less the confidence:", latex(cost)),
        DerivationStep("Gain over cost:", formula),
    ]
    return finished(steps, best.ratio, r"\text{ratio}", f"That is {best.ratio:.4g}.", gain / cost)


def which_ratio(work: Workspace) -> int:
    """1/28 (0) or 1/7 (1)."""
    return _nearest(phone(work).value, (1 / 28, 1 / 7))


def how_many_people(work: Workspace) -> int:
    """Five (0), four (1) or three (2)."""
    return (5, 4, 3).index(int(composites(work).value))


def third_class(published: PublishedExample) -> Derivation:
    """The distribution leakage of the third class."""
    opened_table = opened(published)
    before, after = opened_table.distribution(), opened_table.distribution(2)
    gaps = [Fraction(after.get(value, 0.0) - before[value]).limit_denominator(1000) for value in before]
    squares = sum((gap * gap for gap in gaps), Fraction(0))
    steps = [
        DerivationStep("How the share of each disease differs from the whole table:", ", ".join(map(latex, gaps))),
        DerivationStep("The length of that: the root of the sum of the squares.", rf"\sqrt{{{latex(squares)}}}"),
    ]
    value = float(distribution_leakage(opened_table).per_class[2])
    return finished(steps, value, "L_D", f"That is {value:.4g}.")


def which_root(published: PublishedExample) -> int:
    """√26/12 (0) or √32/12 (1)."""
    return _nearest(third_class(published).value, (26**0.5 / 12, 32**0.5 / 12))


def entropy_taken(odds: Odds) -> Derivation:
    """By how many bits the second belief is less uncertain than the first."""
    (_, before), (_, after) = odds.rows
    many, few = (sum(p > 0.0 for p in belief) for belief in (before, after))
    value = entropy_distance(before, after)
    formula = rf"\log_2 {many} - \log_2 {few} = \log_2 {many // few}"
    return finished(
        [DerivationStep(f"{many} salaries as likely before, {few} after.", formula)],
        value,
        "L_H",
        f"That is {value:.4g} bits.",
    )


def which_entropy(odds: Odds) -> int:
    """0.158 (0) or 1.585 (1) bits."""
    return _nearest(entropy_taken(odds).value, (0.158, 1.585))


def which_closeness(published: PublishedExample) -> int:
    """0.67 (0) or 0.33 (1)."""
    return _nearest(t_closeness(opened(published)), (0.67, 0.33))


LESSON = Lesson(
    "find-the-mistake",
    "Find the mistake",
    "Five printed papers, read by experts. Can you find what they overlooked?",
    (
        LessonStep(
            "A name that counts twice",
            "Eve has the age for sure and is 50 % sure of the name. The text says that the **name counts twice**. One "
            "of these results is printed in the paper. Work it out: in one world she has the age only, in the other "
            "both.",
            HEAVY_NAME,
            Choice("Which result is right?", ("13/20", "22/35"), which_leakage, leakage_of(0)),
            "22/35. The paper prints 13/20, which is right if everything counts once: between one page and the next "
            "the weight was forgotten.",
        ),
        LessonStep(
            "Gain over cost",
            "Eve may verify the phone number, which she is 50 % sure of. That would make her surer by 1/14, and cost "
            "1/2. She wants the ratio of gain to cost.",
            VERIFY,
            Choice("What is the ratio?", ("1/28", "1/7"), which_ratio, phone),
            "1/7. The paper prints 1/28: it multiplied where it should divide. Whichever it is, the phone comes "
            "before the name, which is perhaps why nobody saw it.",
        ),
        LessonStep(
            "How many people?",
            "*“Figure 1 shows the records of five people”*, says the paper, and a few lines on that Eve may conclude "
            "that r, s and t refer to the same person. She goes by the name.",
            FIVE,
            Choice("How many people does she see?", ("Five", "Four", "Three"), how_many_people, composites),
            "Three: Alice, Bob and Carol. They are five *records*.",
        ),
        LessonStep(
            "A root",
            "Another paper compares the third class of this table, the patients in their forties, with the whole. The "
            "shares differ by −4/12, 0 and +4/12. It takes the length of that difference.",
            INPATIENTS,
            Choice("Which is it?", ("√26 / 12", "√32 / 12"), which_root, third_class),
            "√32/12, for 4² + 0² + 4² is 32. The paper prints √26/12, twice.",
        ),
        LessonStep(
            "Half of the differences",
            "The same table, another yardstick: how much of the distribution must be **moved**? What is moved leaves "
            "one place and arrives at another; the differences add up to 8/12.",
            INPATIENTS,
            Choice("How far is the third class from the whole?", ("0.67", "0.33"), which_closeness),
            "0.33: whatever is moved is missing in one place and too much in another, so the sum counts it twice. The "
            "paper forgets the half.",
        ),
        LessonStep(
            "A point out of place",
            "Nine salaries are equally likely; once Eve knows the class, three are left. By how many bits has she "
            "become surer? One bit halves the possibilities, two bits leave a quarter of them.",
            SALARIES,
            Choice("Which can it be?", ("0.158 bits", "1.585 bits"), which_entropy, entropy_taken),
            "1.585: a third is left, which is between a half and a quarter. The decimal point slipped. A rough idea of "
            "the answer finds such a mistake at once, which is why these lessons ask you to guess first.",
        ),
        LessonStep(
            "Why it is worth looking",
            "None of these slips makes a paper wrong: the ideas stand. But a figure that somebody can work out again "
            "is worth more than one that has to be believed. In the Laboratory, *Are the papers right?* derives all "
            "figures of five papers on the spot.",
        ),
    ),
    "Whang & Garcia-Molina 2012, Ren & Li; the figures derived in the Laboratory",
    take_home="Work a figure out again before you believe it.",
)
