"""What a lesson hands over to the page where one can go on with it; none of it is part of the person's work."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from leakage.lessons.lesson import Odds, Ratings
from leakage.reidentification import Fact, SparseTable
from leakage.scenarios.published import PublishedExample
from pages.shell import session

TABLE = "published-choice"
"""The key of the choice among the papers' tables."""

SOURCE, HANDED, ME = "reid-source", "handed over", "reidentification-me"
"""The keys of the choice among tables of ratings and of one's own row; and what is then chosen."""

TAB, LIES, DOUBT = "guessing-tab", "An answer that may be a lie", "How uncertain?"
ANSWERS, PRIOR, VALUES, ORDER = "guessing-answers", "guessing-prior", "guessing-values", "guessing-order"
"""Keys on the page about an attacker's error."""

_RATINGS = "handed-over.ratings"

Settings: TypeAlias = dict[str, str | int | float]


def lie_key(answers: int) -> str:
    """The key of how often one of so many answers is a lie."""
    return f"guessing-lie-{answers}"


def likeliest_key(values: int) -> str:
    """The key of how likely the likeliest of so many values is."""
    return f"guessing-likeliest-{values}"


@dataclass(frozen=True, eq=False)
class HandedRatings:
    """Ratings, and what Eve knows until she is to learn something else.

    Arguments:
        table: as it was published.
        facts: aux, what Eve knows.
        number: another one each time.
        fresh: whether the facts were not taken over yet.
    """

    table: SparseTable
    facts: tuple[Fact, ...]
    number: int
    fresh: bool = True


def hand_table(example: PublishedExample) -> None:
    """Open a paper's table on the page about published tables."""
    session.put(TABLE, example.key)


def hand_ratings(ratings: Ratings) -> None:
    """Open ratings on the page about re-identification, with what Eve knows."""
    session.put(_RATINGS, HandedRatings(published(ratings), ratings.facts, session.fresh_number()))
    session.put(SOURCE, HANDED)
    session.put(ME, ratings.me if ratings.absent is None else "")


def published(ratings: Ratings) -> SparseTable:
    """The table, without the row that was taken out before."""
    if ratings.absent is None:
        return ratings.table
    left = [
        (name, fact.item, fact.value)
        for number, name in enumerate(ratings.table.people)
        if number != ratings.absent
        for fact in ratings.table.facts_of(number)
    ]
    return SparseTable.from_columns(*(list(column) for column in zip(*left, strict=True)))


def handed_ratings() -> HandedRatings | None:
    """What was handed over last; None where nothing was."""
    handed: HandedRatings | None = session.get(_RATINGS)
    return handed


def take_facts() -> tuple[Fact, ...]:
    """What Eve knows, once; then nothing until more is handed over."""
    handed = handed_ratings()
    if handed is None or not handed.fresh:
        return ()
    session.put(_RATINGS, replace(handed, fresh=False))
    return handed.facts


def hand_odds(odds: Odds) -> None:
    """Set the page about an attacker's error to these odds."""
    for key, value in settings_of(odds).items():
        session.put(key, value)


def settings_of(odds: Odds) -> Settings:
    """What that page shows these odds by, by its keys; empty where it cannot."""
    return _of_lies(odds) or _of_belief(odds)


def _of_lies(odds: Odds) -> Settings:
    """Two truths, two answers, and the same share of lies in both."""
    rows = [shares for _, shares in odds.rows]
    if len(odds.prior) != 2 or len(rows) != 2 or rows[0] != rows[1][::-1]:
        return {}
    lie, prior = round(100 * rows[0][1]), round(100 * odds.prior[0])
    return {TAB: LIES, ANSWERS: 2, lie_key(2): lie, PRIOR: prior}


def _of_belief(odds: Odds) -> Settings:
    """One value that is likelier than all others, which are alike."""
    shares = sorted(odds.rows[0][1], reverse=True)
    if odds.prior or len(shares) < 2 or len(set(shares[1:])) > 1:
        return {}
    return {TAB: DOUBT, VALUES: len(shares), likeliest_key(len(shares)): round(100 * shares[0]), ORDER: 1.0}
