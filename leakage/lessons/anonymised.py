"""Lesson 7: "anonymised"."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from leakage.derivation import Derivation, DerivationStep
from leakage.derivation.derivation import latex
from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number
from leakage.lessons.worked import example, finished, opened, pooled, table
from leakage.published.summary import class_yardsticks
from leakage.published.yardsticks import k_anonymity, t_closeness
from leakage.scenarios.published import PublishedExample
from leakage.workspace.workspace import Workspace

PATIENTS = table("patients")
ALICE = example("k-anonymity-alice")
KNOWN_ALICE = example("k-anonymity-background")
ZOE = example("k-anonymity-zoe")
INFLUENZA = example("l-diversity-zoe")


def smallest_class(published: PublishedExample) -> Derivation:
    """k: the rows of the smallest class."""
    sizes = class_yardsticks(opened(published))["rows"]
    steps = [DerivationStep(f"{_text(values)}: {int(rows)} rows look alike.") for values, rows in sizes.items()]
    return finished(
        [*steps, DerivationStep("k is the smallest of them.", rf"k = \min({', '.join(str(int(n)) for n in sizes)})")],
        float(k_anonymity(opened(published))),
        "k",
    )


def closeness(published: PublishedExample) -> Derivation:
    """t: how far the diseases of a class are from those of the whole table."""
    opened_table = opened(published)
    whole = opened_table.distribution()
    steps = []
    for number, values in enumerate(class_yardsticks(opened_table).index):
        shares = opened_table.distribution(number)
        more = [
            (value, _share(shares[value]) - _share(whole[value]))
            for value in whole
            if shares.get(value, 0.0) > whole[value]
        ]
        names = ", ".join(str(value) for value, _ in more)
        formula = " + ".join(latex(gain) for _, gain in more)
        total = latex(sum((gain for _, gain in more), Fraction(0)))
        steps.append(
            DerivationStep(f"{_text(values)}: more often than in the whole table are {names}.", f"{formula} = {total}")
        )
    value = t_closeness(opened_table)
    return finished(steps, value, "t", f"That is {100.0 * value:.1f} %, the greatest of them.")


def _share(probability: float) -> Fraction:
    return Fraction(probability).limit_denominator(1000)


def _text(values: object) -> str:
    return ", ".join(map(str, values)) if isinstance(values, tuple) else str(values)


def against_alice(work: Workspace) -> int:
    """Whether Eve knows more of this patient (0) than of Alice, less (1), or as much (2)."""
    hers, this = pooled(ALICE).value, pooled(work).value
    return 2 if hers == this else 0 if this > hers else 1


def does_a_word_protect(work: Workspace) -> int:
    """Whether an Eve who knows what words mean knows more (0) than one who does not, less (1), or the same (2)."""
    knowing, not_knowing = (pooled(replace(work, chosen=policy.name)).value for policy in work.policies[:2])
    return 2 if knowing == not_knowing else 0 if knowing > not_knowing else 1


LESSON = Lesson(
    "anonymised",
    "“Anonymised”",
    "A hospital publishes a table without names. Is that safe?",
    (
        LessonStep(
            "A table without names",
            "A hospital publishes its patients' diseases. Names are gone, zip codes and ages are made coarse: 11* is "
            "any zip code that begins with 11. Alice is 30 and lives in 111; her heart is ill. Rows that look alike "
            "form a **class**.",
            PATIENTS,
        ),
        LessonStep(
            "k-anonymity",
            "Even if you know Alice's zip code and age, you cannot tell which row of her class is hers. A table is "
            "**k-anonymous** if every class has at least k rows.",
            PATIENTS,
            Number("What is k of this table?", smallest_class, 1.0, 6.0, unit="", tolerance=0.0),
            "Three. By this yardstick all six patients are equally safe: each hides among three.",
        ),
        LessonStep(
            "What Eve gets",
            "Measure it as leakage. Eve takes Alice's class as one record: zip code and age are right, and of the "
            "three diseases one is. The name she does not have. Four facts are true of Alice.",
            ALICE,
            Number("How much does Eve know of Alice?", pooled),
            "2/3: three right, two wrong. The table is “anonymous”, and yet it tells more than nothing.",
        ),
        LessonStep(
            "And Zoe?",
            "Zoe is 60 and lives in 241; she has the flu. Her class has three rows too: Hair, Flu and Flu. Of "
            "the patient before, Eve knew 2/3.",
            ZOE,
            Choice("Of Zoe Eve knows ...", ("more than 2/3", "less than 2/3", "2/3 as well"), against_alice, pooled),
            "More: 3/4. Two of three share her disease, so only one wrong disease protects her. k counts rows, not "
            "what is in them.",
        ),
        LessonStep(
            "l-diversity, and what words mean",
            "So demand at least l **different** diseases in every class. The hospital writes Zoe's flu as *Influenza*, "
            "and now l is 3 everywhere. One Eve thinks that flu and influenza are two diseases; another knows better.",
            INFLUENZA,
            Choice(
                "The Eve who knows that they are the same knows of Zoe ...",
                ("more than who does not", "less", "just as much"),
                does_a_word_protect,
                pooled,
            ),
            "More: 3/4 instead of 2/3. For her the table is as it was. Diversity counts words; Eve counts meanings.",
        ),
        LessonStep(
            "t-closeness",
            "A third yardstick asks how far the diseases of a class are from those of the whole table: how much of "
            "the distribution would have to be moved to turn one into the other.",
            PATIENTS,
            Number("How much must be moved, in the worse class?", closeness),
            "Half of it, in both classes. No disease occurs in both, so each class is half of the whole. A "
            "table is *t-close* where t is small; this one is not.",
        ),
        LessonStep(
            "What else Eve knows",
            "All three yardsticks look at the table alone. But Eve may know Alice: her name, zip code and age. They "
            "match Alice's class.",
            KNOWN_ALICE,
            Number("How much does Eve know of Alice now?", pooled),
            "4/5 instead of 2/3: now everything true of Alice is in one record, and two wrong diseases are all that is "
            "left of her privacy. No yardstick of the table moved. Leakage did.",
        ),
    ),
    "Whang & Garcia-Molina 2012, Section 3",
    take_home="A table without names still tells something, and how much depends on what Eve knows already.",
)
