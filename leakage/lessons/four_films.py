"""Lesson 9: four films."""

from __future__ import annotations

import math
from dataclasses import replace

from leakage.derivation import Derivation, DerivationStep
from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number, Ratings
from leakage.lessons.worked import finished
from leakage.reidentification import Fact, Lineup, SparseTable, scoreboard, scoreboard_rh

BIG, SECOND, MOTH, HARBOUR = "The Big One", "Second Wind", "Moth Season", "Quiet Harbour"
_RATED = {
    BIG: (5, 5, 4, 5, 3, 5, 2, 4),
    SECOND: (4, 2, 0, 4, 0, 0, 5, 0),
    MOTH: (0, 0, 0, 1, 4, 0, 0, 0),
    HARBOUR: (3, 0, 0, 0, 5, 0, 0, 0),
}
_LONG = [
    (f"Viewer {viewer}", film, stars)
    for film, given in _RATED.items()
    for viewer, stars in enumerate(given, 1)
    if stars
]
YOU = "Viewer 4"
TABLE = SparseTable.from_columns(*(list(column) for column in zip(*_LONG, strict=True)))
BLOCKBUSTER = Ratings(TABLE, (Fact(BIG, "5"),), YOU)
TWO_FILMS = Ratings(TABLE, (Fact(BIG, "5"), Fact(SECOND, "4")), YOU)
RARE_FILM = Ratings(TABLE, (Fact(MOTH, "1"),), YOU)
MISREMEMBERED = Ratings(TABLE, (Fact(BIG, "4"), Fact(SECOND, "4"), Fact(MOTH, "1")), YOU)
NOT_IN_IT = replace(TWO_FILMS, facts=(Fact(BIG, "5"), Fact(MOTH, "1")), absent=TABLE.person_codes[YOU])
NOBODY = len(TABLE.people)


def fitting(ratings: Ratings) -> Derivation:
    """How many people fit all facts."""
    steps, left = [], set(range(len(ratings.table.people)))
    for fact in ratings.facts:
        left &= {person for person in left if fact in ratings.table.facts_of(person)}
        names = ", ".join(ratings.table.people[person] for person in sorted(left)) or "nobody"
        steps.append(DerivationStep(f"{fact.item}, {fact.value} stars: {names}."))
    lineup = scoreboard(ratings.table, ratings.facts, absent=ratings.absent)
    return finished(steps, float(len(lineup.matching)), "n")


def weight_ratio(ratings: Ratings) -> Derivation:
    """How many times as much the rarest film counts as the commonest."""
    supports = [int(number) for number in ratings.table.supports]
    rare, common = min(supports), max(supports)
    value = math.log(common) / math.log(rare)
    steps = [
        DerivationStep(
            f"A film that {rare} people saw, and one that {common} saw.",
            r"w_i = \frac{1}{\log |\text{supp}(i)|}",
        ),
        DerivationStep("Their ratio:", rf"\frac{{\log\,{common}}}{{\log\,{rare}}} = {value:g}"),
    ]
    return finished(steps, value, r"\text{ratio}", f"That is {value:g} times.")


def who_by_all_facts(ratings: Ratings) -> int:
    """Whom Scoreboard finds by all facts: the number of a person, or one more than the last for nobody."""
    return _verdict(scoreboard(ratings.table, ratings.facts, absent=ratings.absent))


def who_stands_out(ratings: Ratings) -> int:
    """Whom Scoreboard-RH finds: likewise."""
    return _verdict(scoreboard_rh(ratings.table, ratings.facts, absent=ratings.absent))


def _verdict(lineup: Lineup) -> int:
    return NOBODY if lineup.verdict is None else lineup.verdict


WHO = (*TABLE.people, "Nobody")

LESSON = Lesson(
    "four-films",
    "Four films",
    "A film service publishes ratings without names. Who would recognise you?",
    (
        LessonStep(
            "Eight viewers",
            "In 2006 a film service published the ratings of 480,000 customers, without their names. This table is "
            "the same in small: eight viewers, four films, one to five stars; most cells are empty. **You are viewer "
            "4.** At work you mentioned that you gave The Big One five stars.",
            BLOCKBUSTER,
            Number("How many viewers fit what Eve knows?", fitting, 0.0, 8.0, unit="viewers", tolerance=0.0),
            "Four: everybody saw The Big One, and half of them loved it.",
        ),
        LessonStep(
            "One more fact",
            "She also hears that you gave Second Wind four stars. Half of the viewers saw it.",
            TWO_FILMS,
            Number("How many fit both?", fitting, 0.0, 8.0, unit="viewers", tolerance=0.0),
            "Two are left. Two ordinary facts halve the crowd, and halve it again.",
        ),
        LessonStep(
            "A rare film",
            "Forget both. All Eve knows is that you hated Moth Season: one star. Hardly anybody saw it.",
            RARE_FILM,
            Number("How many fit?", fitting, 0.0, 8.0, unit="viewers", tolerance=0.0),
            "You alone. One rare fact tells more than two ordinary ones. The paper found that eight films suffice for "
            "nearly everybody, and fewer where they are rare.",
        ),
        LessonStep(
            "How much more does it count?",
            "So Eve gives each fact a weight: one over the logarithm of how many people have it. Eight saw The Big "
            "One, two saw Moth Season.",
            RARE_FILM,
            Number("How many times as much does Moth Season count?", weight_ratio, 1.0, 6.0, 0.5, "times", 0.5),
            "Three times: the logarithm of 8 is three times that of 2. What is rare about you identifies you, in films "
            "as in names, illnesses and habits.",
        ),
        LessonStep(
            "Eve misremembers",
            "Eve knows all three films, but thinks that you gave The Big One *four* stars. First she looks for whoever "
            "fits **all** of it.",
            MISREMEMBERED,
            Choice("Whom does she find?", WHO, who_by_all_facts),
            "Nobody: one wrong fact, and nobody fits. The paper's plain algorithm, Scoreboard, is that strict.",
        ),
        LessonStep(
            "A robust Eve",
            "Now she adds up the weights of all facts that *do* fit, and asks whether the first stands out: is the "
            "distance to the second at least 1.5 standard deviations of all scores? The paper calls that "
            "**eccentricity**.",
            MISREMEMBERED,
            Choice("Whom does she find?", WHO, who_stands_out),
            "You, mistake and all: the rare film outweighs the wrong stars. A few errors in what she knows, or a "
            "little noise in what is published, need not protect you.",
        ),
        LessonStep(
            "What if you are not in it?",
            "Your row was taken out before the table was published. Eve knows your stars for The Big One and for Moth "
            "Season.",
            NOT_IN_IT,
            Choice("Whom does the robust Eve find?", WHO, who_stands_out),
            "Nobody: three viewers are as good as each other, none stands out, and she says so. A clever adversary "
            "knows when she does not know. Try it on the page *Re-identification*.",
        ),
    ),
    "Narayanan & Shmatikov 2008, Sections 3 to 5",
    take_home="A few rare facts can identify you, even if Eve has one of them wrong.",
)
