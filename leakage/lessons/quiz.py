"""A short test before and after a class: six items, what each tests, and how much a class has gained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from leakage.lessons.lesson import Choice, LessonStep
from leakage.lessons.worked import pooled
from leakage.measure.record_leakage import record_leakage
from leakage.resolution.rules.shared_values import AnyOf, Shares
from leakage.scenarios.scenario import ONE_BY_ONE, policy, release
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.workspace import Workspace

# The items: other people and other records than in the lessons, the same ideas.


@dataclass(frozen=True, eq=False)
class QuizItem:
    """One item of the test.

    Arguments:
        aim: what it tests, in a few words.
        step: what is asked; its answer is computed from its subject.
    """

    aim: str
    step: LessonStep

    @property
    def question(self) -> Choice:
        assert isinstance(self.step.question, Choice), "every item is a choice"
        return self.step.question

    @property
    def right(self) -> int:
        """The place of the right option."""
        assert self.step.subject is not None, "every item has a subject"
        return self.question.truth(self.step.subject)


SAME = 1e-12
BEA = (("Name", "Bea"), ("Town", "Bonn"), ("Age", "41"), ("Job", "baker"))
FEW_OR_MANY = Workspace(
    profile=BEA,
    releases=(
        release("First Eve", "First Eve", *BEA[:2]),
        release("Second Eve", "Second Eve", *BEA, ("Town", "Kiel"), ("Age", "30"), ("Age", "52"), ("Job", "nurse")),
    ),
    policies=(ONE_BY_ONE,),
)
SURE_OR_NOT = Workspace(
    profile=BEA,
    releases=(
        release("Sure Eve", "Sure Eve", ("Name", "Bea"), ("Job", "nurse")),
        release("Doubting Eve", "Doubting Eve", ("Name", "Bea"), ("Job", "nurse", 0.5)),
    ),
    policies=(ONE_BY_ONE,),
)
MAIL_OR_PHONE = policy("Same email, or same phone, is the same person", AnyOf(Shares("Email"), Shares("Phone")))
DELIVERY = Workspace(
    profile=(("Name", "Bea"), ("Email", "b@x"), ("Phone", "77"), ("Illness", "asthma")),
    releases=(
        release("Library", "Library", ("Name", "Bea"), ("Email", "b@x")),
        release("Pharmacy", "Pharmacy", ("Phone", "77"), ("Illness", "asthma")),
        release("Delivery", "Delivery", ("Email", "b@x"), ("Phone", "77")),
    ),
    policies=(MAIL_OR_PHONE,),
)
NAME_AND_ONE = policy(
    "Same name and email, or same name and phone, is the same person",
    AnyOf(Shares("Name", "Email"), Shares("Name", "Phone")),
)
STORE = Workspace(
    profile=(("Name", "Bea"), ("Email", "b@x"), ("Phone", "77"), ("Town", "Bonn")),
    releases=(
        release("First order", "Store", ("Name", "Bea"), ("Email", "b@x")),
        release("Second order", "Store", ("Name", "Bea"), ("Phone", "77"), ("Town", "Bonn")),
    ),
    policies=(NAME_AND_ONE,),
)
NOTHING_NEW = replace(STORE, plans=(release("new form", "Store", ("Name", "Bea"), ("Email", "b@x"), ("Phone", "77")),))
ALL_MADE_UP = replace(STORE, plans=(release("made-up form", "Store", ("Name", "Zed"), ("Phone", "00")),))
SAME_AREA = policy("Same zip code and age is the same person", Shares("Zip", "Age"))
WARD = Workspace(
    profile=(("Zip", "531"), ("Age", "40s"), ("Illness", "flu")),
    releases=(release("Row 1", "Hospital", ("Zip", "531"), ("Age", "40s"), ("Illness", "flu")),),
    background=tuple(
        release("row", "Hospital", ("Zip", area), ("Age", age), ("Illness", illness)).record
        for area, age, illness in (
            ("531", "40s", "flu"),
            ("531", "40s", "flu"),
            ("102", "60s", "hip"),
            ("102", "60s", "heart"),
            ("102", "60s", "flu"),
        )
    ),
    policies=(SAME_AREA,),
)


def _compared(first: float, second: float) -> int:
    """Whether the first is greater (0), the second (1), or neither (2)."""
    return 2 if abs(first - second) < SAME else 0 if first > second else 1


def who_knows_more(work: Workspace) -> int:
    """Whether the first release leaks more (0), the second (1), or both as much (2)."""
    first, second = (record_leakage(given.record, work.reference, work.measure) for given in work.releases)
    return _compared(first, second)


def what_the_last_joins(work: Workspace) -> int:
    """What the last of three records ends up with: nothing (0), the first (1), the second (2), or both (3)."""
    resolution = work.adversary.resolve(tuple(given.record for given in work.releases))
    members = set(resolution.members[int(resolution.composite_of[2])])
    return (0 in members) + 2 * (1 in members)


def what_it_adds(work: Workspace) -> int:
    """Whether the plan adds (0), takes away (1), or changes nothing (2)."""
    return _compared(compare_plans(work)[0].increment, 0.0)


def is_illness_known(work: Workspace) -> int:
    """Whether the class of the person has one illness and it is theirs (0), or more than one (1)."""
    leaked = worst(assess(work))
    assert leaked is not None, "there is a release"
    illnesses = set(leaked.result.composite.values("Illness"))
    assert pooled(work).value > 0.0, "their class is found"
    return 0 if illnesses == set(work.reference.values("Illness")) else 1


def _item(
    aim: str, text: str, work: Workspace, ask: str, options: tuple[str, ...], right: Callable[[Any], int], why: str
) -> QuizItem:
    return QuizItem(aim, LessonStep(aim, text, work, Choice(ask, options, right), why))


ITEMS = (
    _item(
        "Right and complete are both needed",
        "Four facts are true of Bea. One Eve says two facts, both right. Another says eight; four are right, which is "
        "all of them.",
        FEW_OR_MANY,
        "Which Eve knows more, by F1?",
        ("The first", "The second", "Both as much"),
        who_knows_more,
        "Twice two over four and two, and twice four over four and eight: 2/3 each.",
    ),
    _item(
        "Doubt about what is wrong helps Eve",
        "Two Eves have Bea's name right and believe that she is a nurse, which is wrong. One is sure of it, the other "
        "only half.",
        SURE_OR_NOT,
        "Which Eve knows more?",
        ("The sure one", "The doubting one", "Both as much"),
        who_knows_more,
        "The doubting one: in half of her worlds the error is not there.",
    ),
    _item(
        "A record can be a bridge",
        "Eve joins records with the same email or the same phone. She has a library's record and a pharmacy's, which "
        "share nothing. Then she gets a delivery's, with an email and a phone.",
        DELIVERY,
        "Which records are joined with the delivery's?",
        ("None", "The library's", "The pharmacy's", "Both"),
        what_the_last_joins,
        "Both, and so the name meets the illness.",
    ),
    _item(
        "Nothing new can still tell something",
        "A store joins records with the same name and email, or the same name and phone. It has both of Bea's, in two "
        "orders that it cannot join. A new form asks for name, email and phone.",
        NOTHING_NEW,
        "What does the form do to what the store knows of her?",
        ("It adds to it", "It takes something back", "Nothing: the store has it all"),
        what_it_adds,
        "It joins the two orders.",
    ),
    _item(
        "A lie works only where it is joined",
        "Bea sends the same store a form with a made-up name and a made-up phone.",
        ALL_MADE_UP,
        "What does that do to what the store knows of her?",
        ("It adds to it", "It takes something back", "Nothing"),
        what_it_adds,
        "Nothing: it matches none of her records.",
    ),
    _item(
        "k-anonymity counts rows, not what is in them",
        "A hospital's table is 3-anonymous: three rows at least look alike. Eve knows Bea's zip code and age, and so "
        "her class. The illnesses in its three rows are flu, flu and flu.",
        WARD,
        "Does she learn what Bea's illness is?",
        ("Yes", "No, it may be any of several"),
        is_illness_known,
        "Yes: all three rows of her class have the same one.",
    ),
)


# A class sits the test twice; who is who is told by seats, which are no names.


Sitting = Literal["before", "after"]
SITTINGS: tuple[Sitting, ...] = ("before", "after")


@dataclass(frozen=True)
class Quiz:
    """What a class answered; a value.

    Arguments:
        sitting: which one is open; None while none is.
        answers: by sitting, the options that each seat picked, one an item.

    >>> quiz = Quiz().opened("before").answered("Ann", (0,) * 6).closed().answered("Bob", (0,) * 6)
    >>> quiz.count("before"), quiz.count("after")
    (1, 0)
    """

    sitting: Sitting | None = None
    answers: Mapping[Sitting, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)

    def opened(self, sitting: Sitting) -> Quiz:
        """With a sitting open; whoever answered it before may change that."""
        return replace(self, sitting=sitting)

    def closed(self) -> Quiz:
        """With none open."""
        return replace(self, sitting=None)

    def answered(self, seat: str, options: tuple[int, ...], most: int = 500) -> Quiz:
        """With the answers of a seat; as it is where no sitting is open, one is missing, or there is no room."""
        if self.sitting is None or len(options) != len(ITEMS):
            return self
        given = self.answers.get(self.sitting, {})
        if seat not in given and len(given) >= most:
            return self
        return replace(self, answers={**self.answers, self.sitting: {**given, seat: options}})

    def count(self, sitting: Sitting) -> int:
        """How many have answered."""
        return len(self.answers.get(sitting, {}))

    def has_answered(self, seat: str) -> bool:
        """Whether a seat has answered the sitting that is open."""
        return self.sitting is not None and seat in self.answers.get(self.sitting, {})

    def right(self, sitting: Sitting, item: int) -> int:
        """How many answers to an item are right."""
        return sum(options[item] == ITEMS[item].right for options in self.answers.get(sitting, {}).values())


@dataclass(frozen=True, slots=True)
class Gain:
    """How much those gained who answered both times.

    Arguments:
        students: how many they are, > 0.
        before, after: the share of their answers that was right.
    """

    students: int
    before: float
    after: float

    @property
    def normalised(self) -> float | None:
        """What was gained of what could be (Hake 1998); None where all was right before.

        >>> Gain(20, 0.5, 0.75).normalised
        0.5
        """
        return (self.after - self.before) / (1.0 - self.before) if self.before < 1.0 else None


def gain_of(quiz: Quiz) -> Gain | None:
    """Of those who answered both times; None where nobody did."""
    before, after = (quiz.answers.get(sitting, {}) for sitting in SITTINGS)
    both = sorted(before.keys() & after.keys())
    if not both:
        return None
    shares = (_share_right([given[seat] for seat in both]) for given in (before, after))
    return Gain(len(both), *shares)


def _share_right(answers: list[tuple[int, ...]]) -> float:
    key = [item.right for item in ITEMS]
    right = sum(picked == true for options in answers for picked, true in zip(options, key, strict=True))
    return right / (len(answers) * len(key))
