"""Lesson 5: think of a name."""

from __future__ import annotations

from functools import partial

from leakage.decision.leakage import query_leakage_bounds
from leakage.derivation import Derivation, DerivationStep, derive_record_leakage
from leakage.lessons import pictures
from leakage.lessons.grid import QUERY, short_name
from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number
from leakage.lessons.worked import Worked, example, finished, renamed
from leakage.resolution.adversary import Adversary
from leakage.resolution.dip import dip
from leakage.workspace.workspace import Workspace

NAMES = {
    "r1 (social)": "Social network",
    "r2 (homepage 1)": "Homepage 1",
    "r3 (homepage 2)": "Homepage 2",
    "r4 (homepage 3)": "Homepage 3",
    "q (query)": QUERY,
    "r1": "First record",
    "r2": "Second record",
}
ALICES = renamed(example("alice-on-the-web"), NAMES)
TWO_PEOPLE = renamed(example("answer-sets"), NAMES)


def adhering(work: Workspace) -> Derivation:
    """How many releases adhere to the planned query."""
    result = dip(work.plans[0].record, [given.record for given in work.releases], work.adversary)
    steps = [
        DerivationStep(f"{work.releases[step.record].name} adheres: {step.key.rule.sentence()}.")
        for step in result.steps
    ] or [DerivationStep("Nothing matches the query.")]
    return finished(steps, float(len(result.steps)), "n")


def first_found(work: Workspace) -> int:
    """Which release adheres first."""
    result = dip(work.plans[0].record, [given.record for given in work.releases], work.adversary)
    return result.steps[0].record


def found_by(policy: int) -> Worked:
    """L_q: what the query leads to, under one of the policies."""

    def worked(work: Workspace) -> Derivation:
        return _query(work, work.policies[policy].adversary)

    return worked


def _query(work: Workspace, adversary: Adversary) -> Derivation:
    records = [given.record for given in work.releases]
    bounds = query_leakage_bounds(work.plans[0].record, records, work.reference, adversary, work.measure)
    return derive_record_leakage(
        bounds.best.composite,
        work.reference,
        work.measure,
        value=bounds.lower,
        named=partial(short_name, work),
    )


def less_careful(work: Workspace) -> int:
    """Whether the second policy finds more (0) of the person than the first, less (1), or the same (2)."""
    careful, careless = (_query(work, policy.adversary).value for policy in work.policies[:2])
    return 2 if careful == careless else 0 if careless > careful else 1


LESSON = Lesson(
    "think-of-a-name",
    "Think of a name",
    "Eve does not want everybody. She thinks of one Alice, and goes looking.",
    (
        LessonStep(
            "A question of her own",
            "Eve has four web pages on people called Alice. She thinks of *the Alice who works at Google*: her "
            "**query**, the last line.\n\nA page adheres if name and company, or name and age, are the same; then it "
            "is merged into the query, and she looks again. A phone book tells her that phone 123 belongs to an age "
            "of 30.",
            ALICES,
        ),
        LessonStep(
            "Where does she begin?",
            "The query holds a name and a company, nothing else.",
            ALICES,
            Choice(
                "Which page adheres first?",
                ("The social network", "Homepage 1", "Homepage 2", "Homepage 3"),
                first_found,
            ),
            "Only homepage 1 has both the name and Google. It brings an age: 30. The papers call this **dipping**: the "
            "query is dipped into the data, and what sticks to it is pulled out.",
        ),
        LessonStep(
            "And then?",
            "The query has grown: Alice, Google, 30. Remember the phone book.",
            ALICES,
            Number("How many pages adhere in the end?", adhering, 0.0, 4.0, unit="pages", tolerance=0.0),
            "Two. The social network does not say where Alice works or how old she is. But its phone number stands in "
            "the phone book with the age 30, and that joins it.",
            pictures.found_by(0),
        ),
        LessonStep(
            "What she has found",
            "What the grown query knows of the person is the **query leakage**.",
            ALICES,
            Number("How much does Eve know of this Alice?", found_by(0)),
            "All of it: name, phone, birthday, company and age, and nothing of the other Alices.",
            pictures.found_by(0),
        ),
        LessonStep(
            "A careless Eve",
            "Another Eve is not so particular: the same *name* is enough for her. She gets all four pages.",
            ALICES,
            Choice("She knows of our Alice ...", ("more", "less", "just as much"), less_careful),
            "Less, though she has collected more: ages, schools and companies of strangers are mixed in.",
        ),
        LessonStep(
            "How much less?",
            "All four pages in one: five facts are right, and two companies or schools and two ages are wrong.",
            ALICES,
            Number("How much does the careless Eve know?", found_by(1)),
            "Ten over fourteen, 5/7. A good adversary is a careful one. Try several on the page *Eve*, and look at "
            "the worst.",
            pictures.found_by(1),
        ),
        LessonStep(
            "A query that fits two people",
            "Eve thinks of *Alice or Alicia*. Both records fit, but their phones differ, and this Eve keeps different "
            "phones apart. So her query can take up the one or the other, never both.",
            TWO_PEOPLE,
            Number("How much does she know at worst?", found_by(0)),
            "4/5 if she meets Alice first; 2/5 if she meets Alicia. Where the order matters, the query leakage is the "
            "worst that may happen. Finding it is hard in general: all orders may have to be tried.",
        ),
    ),
    "Whang & Garcia-Molina 2011, Section 2.2 and Table 1",
    take_home="An Eve who joins carefully knows more of you than one who joins everything.",
)
