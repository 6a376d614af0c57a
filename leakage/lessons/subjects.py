"""What the steps of the lessons are about: examples of the papers, and some made for a class."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from leakage.published.channels import randomised_response
from leakage.record import Pair
from leakage.reidentification import Fact, SparseTable
from leakage.resolution.rules import AnyOf, Conflicts, Shares, Unless
from leakage.scenarios import ONE_BY_ONE, policy, release
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.published import PUBLISHED, PublishedExample
from leakage.workspace.release import Pooling, Release
from leakage.workspace.workspace import Policy, Workspace


@dataclass(frozen=True, eq=False)
class Ratings:
    """A table of ratings; what Eve knows of one person; the name of that row, and its number if it was taken out."""

    table: SparseTable
    facts: tuple[Fact, ...]
    me: str = ""
    absent: int | None = None


@dataclass(frozen=True, eq=False)
class Odds:
    """Probabilities, a row each: a belief, or what is heard where something is so, with how likely that was before."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    prior: tuple[float, ...] = ()

    @property
    def channel(self) -> list[tuple[float, ...]]:
        """The probabilities alone."""
        return [shares for _, shares in self.rows]


Subject: TypeAlias = Workspace | PublishedExample | Ratings | Odds

_EXAMPLES = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}
_TABLES = {published.key: published for published in PUBLISHED}
_NAMES = (("N", "Name"), ("P", "Phone"), ("C", "Card"), ("Z", "Zip code"), ("A", "Address"), ("S", "Social security"))


_CALLED = {
    **{"r (vendor)": "Shop", "s (employer)": "Employer", "s (store)": "First purchase", "t (store)": "Second purchase"},
    **{"u: pay with card c1": "card c1", "v: pay with card c2": "card c2"},
    **{"r (store S1)": "Store S1", "s (store S2)": "Store S2, first", "t (store S2)": "Store S2, second"},
    **{"u: buy from S1": "buy at S1", "u: buy from S2": "buy at S2", "Self disinformation": "wrong address"},
    **{"Linkage disinformation": "tie to Bob", "d2: linkage, r with v": "tie r to Dave"},
}
"""The names of releases and plans that a lesson uses, by those of the papers."""


def _renamed(key: str) -> Workspace:
    def called(given: tuple[Release, ...]) -> tuple[Release, ...]:
        return tuple(replace(one, name=_CALLED.get(one.name, one.name)) for one in given)

    return replace(_EXAMPLES[key], releases=called(_EXAMPLES[key].releases), plans=called(_EXAMPLES[key].plans))


def _work(truth: tuple[Pair, ...], *releases: Release, rule: Policy = ONE_BY_ONE) -> Workspace:
    return Workspace(truth, releases=releases, policies=(rule,), names=_NAMES)


def _hers(work: Workspace, *names: str) -> Workspace:
    """With the records of the background as releases of their own, in the order of their names."""
    records = [release(name, name, *(a.pair for a in r)) for name, r in zip(names, work.background, strict=True)]
    return replace(work, background=(), releases=tuple(sorted((*work.releases, *records), key=lambda r: r.name)))


# What counts as knowing?

ONE_CARD = _EXAMPLES["one-record-unweighted"]
WEIGHTED = _EXAMPLES["one-record"]
_TEN = ("Name", "Street", "Town", "Phone", "Email", "Born", "Job", "Bank", "Doctor", "Car")
TIMID = _work(tuple((label, "true") for label in _TEN), release("Timid Eve", "Timid Eve", ("Name", "true")))
THREE_EVES = _work(
    (("Name", "Alice"), ("Age", "20"), ("Town", "Ulm"), ("Pet", "cat")),
    release("Timid Eve", "Timid Eve", ("Name", "Alice")),
    release("Middling Eve", "Middling Eve", ("Name", "Alice"), ("Age", "20"), ("Town", "Rome")),
    release(
        "Boastful Eve",
        "Boastful Eve",
        *(("Name", "Alice"), ("Name", "Bob"), ("Age", "20"), ("Age", "30"), ("Age", "40")),
        *(("Town", "Rome"), ("Town", "Ulm"), ("Pet", "cat"), ("Pet", "dog")),
    ),
)

# What if she is not sure?

HALF_KNOWN = _EXAMPLES["possible-worlds"]
NAME_IN_DOUBT = replace(_EXAMPLES["confidences"], weights=())
_DOUBTED = release("r, phone in doubt", "Eve", ("N", "Alice"), ("A", "20"), ("P", "111", 0.5))
BELIEVED_OR_DOUBTED = replace(ONE_CARD, releases=(*ONE_CARD.releases, _DOUBTED))
DOUBTED = replace(ONE_CARD, releases=(_DOUBTED,))

# Connecting the dots.

BY_NAME = _EXAMPLES["five-records"]
ONE_AT_A_TIME = replace(BY_NAME, policies=(ONE_BY_ONE,), chosen=ONE_BY_ONE.name)
THREE_CARDS = replace(BY_NAME, background=())
CHAIN = _work(
    (("N", "Alice"), ("P", "123"), ("C", "999"), ("A", "1 Main St")),
    release("Club", "Club", ("N", "Alice"), ("P", "123")),
    release("Parcel", "Parcel", ("C", "999"), ("A", "1 Main St")),
    release("Shop", "Shop", ("P", "123"), ("C", "999")),
    rule=policy("Same phone, or same card, is the same person", AnyOf(Shares("P"), Shares("C"))),
)
EITHER = _work(
    (("N", "Alice"), ("P", "123"), ("C", "999")),
    release("Bank's card", "Bank", ("N", "Alice"), ("C", "999")),
    release("First phone", "Club", ("N", "Alice"), ("P", "123")),
    release("Second phone", "Gym", ("N", "Alice"), ("P", "987")),
    rule=policy("Same name is the same person, unless phones differ", Unless(Shares("N"), Conflicts("P"))),
)
COMPANIES = replace(_renamed("vendor-and-employer"), plans=())
APART = replace(COMPANIES, pooling=Pooling("alone"))

# Before you press send.

TWO_WAYS_TO_PAY = _renamed("which-card")
STORE = replace(TWO_WAYS_TO_PAY, plans=())
SECOND_CARD = replace(TWO_WAYS_TO_PAY, plans=TWO_WAYS_TO_PAY.plans[1:])
NEW_OR_OLD = replace(
    TWO_WAYS_TO_PAY,
    plans=(
        release("card c1 and address", "Store", ("N", "n1"), ("C", "c1"), ("P", "p1"), ("A", "a1")),
        *SECOND_CARD.plans,
    ),
)
TWO_STORES = _renamed("which-store")

# Fighting back.

TWO_LIES = _renamed("self-and-linkage")
BEFORE_LIES = replace(TWO_LIES, plans=())
WRONG_ADDRESS = replace(TWO_LIES, plans=TWO_LIES.plans[:1])
TIE_TO_BOB = replace(TWO_LIES, plans=TWO_LIES.plans[1:])
_DRAWN = _renamed("self-and-linkage-drawn")
TIE_TO_DAVE = replace(_DRAWN, plans=_DRAWN.plans[1:])
LIE_AND_TWO_TRUTHS = replace(
    _DRAWN,
    background=(),
    policies=(
        policy(
            "Same name and phone, or same name and address, is the same person",
            AnyOf(Shares("N", "P"), Shares("N", "A")),
        ),
    ),
    plans=(release("wrong card", "Eve", ("N", "Alice"), ("P", "123"), ("A", "123 Main"), ("C", "000")),),
)

# "Anonymised".

PATIENTS = _TABLES["patients"]
_ROWS = tuple(f"Row {number} (hospital)" for number in range(1, 7))
ALICE = _hers(_EXAMPLES["k-anonymity-alice"], *_ROWS[1:])
KNOWN_ALICE = _hers(_EXAMPLES["k-anonymity-background"], *_ROWS[1:], "What Eve knows")
ZOE = _hers(_EXAMPLES["k-anonymity-zoe"], *_ROWS[:5])
# Without a chosen rule both are compared.
TWO_WORDS = replace(_hers(_EXAMPLES["l-diversity-zoe"], *_ROWS[:5]), chosen="")

# How wrong is the best guess?

AIDS = _TABLES["aids"]
SUSPECTS = Odds(
    "How likely each of nine people is the one, in the eyes of two Eves.",
    ("", *(f"No. {number}" for number in range(1, 10))),
    (("First Eve", (0.5, *[0.0625] * 8)), ("Second Eve", (*[0.25] * 4, *[0.0] * 5))),
)
_ANSWERS = tuple(tuple(map(float, row)) for row in randomised_response(0.75))
HALF_CHEATED = Odds(
    "What a student answers: the truth in three of four cases.",
    ("In truth", "says yes", "says no"),
    (("cheated", _ANSWERS[0]), ("did not cheat", _ANSWERS[1])),
    (0.5, 0.5),
)
FEW_CHEATED = replace(HALF_CHEATED, prior=(0.1, 0.9))

# Four films.

_STARS = {
    "The Big One": (5, 5, 4, 5, 3, 5, 2, 4),
    "Second Wind": (4, 2, 0, 4, 0, 0, 5, 0),
    "Moth Season": (0, 0, 0, 1, 4, 0, 0, 0),
    "Quiet Harbour": (3, 0, 0, 0, 5, 0, 0, 0),
}
_RATED = [(f"Viewer {v}", film, n) for film, given in _STARS.items() for v, n in enumerate(given, 1) if n]
YOU = "Viewer 4"
VIEWERS = SparseTable.from_columns(*map(list, zip(*_RATED, strict=True)))
_BIG, _SECOND, _MOTH = Fact("The Big One", "5"), Fact("Second Wind", "4"), Fact("Moth Season", "1")
BLOCKBUSTER = Ratings(VIEWERS, (_BIG,), YOU)
TWO_FILMS = Ratings(VIEWERS, (_BIG, _SECOND), YOU)
RARE_FILM = Ratings(VIEWERS, (_MOTH,), YOU)
MISREMEMBERED = Ratings(VIEWERS, (Fact("The Big One", "4"), _SECOND, _MOTH), YOU)
NOT_IN_IT = Ratings(VIEWERS, (_BIG, _MOTH), YOU, VIEWERS.person_codes[YOU])
