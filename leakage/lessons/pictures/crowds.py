"""A crowd that thins out, fact by fact."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from leakage.cover import covers
from leakage.lessons.lesson import Ratings
from leakage.lessons.pictures import markup
from leakage.record import Record
from leakage.scenarios.published import PublishedExample
from leakage.tabular.rows import redacted_repr

# Who still fits after each fact.


@dataclass(frozen=True, slots=True)
class Crowd:
    """People without names, and who of them fits what Eve knows.

    Arguments:
        people: what each is called in the picture.
        facts: what Eve knows, one after the other.
        fitting: the numbers of those who fit none of the facts, the first, the first two, and so on.
        me: the number of oneself; None where that is not told.
    """

    people: tuple[str, ...]
    facts: tuple[str, ...]
    fitting: tuple[frozenset[int], ...]
    me: int | None = None

    __repr__ = redacted_repr


def crowd_of_ratings(ratings: Ratings) -> Crowd:
    """Who fits all facts so far: the matching set of Scoreboard.

    Source: Narayanan & Shmatikov 2008, Section 4.

    >>> from leakage.lessons.four_films import TWO_FILMS
    >>> [len(fitting) for fitting in crowd_of_ratings(TWO_FILMS).fitting]
    [8, 4, 2]
    """
    table = ratings.table
    left = frozenset(range(len(table.people))) - {ratings.absent}
    fitting = [left]
    for fact in ratings.facts:
        left = frozenset(person for person in left if fact in table.facts_of(person))
        fitting.append(left)
    me = table.person_codes[ratings.me] if ratings.me else None
    facts = tuple(f"{fact.item}, {fact.value} stars".replace(" 1 stars", " 1 star") for fact in ratings.facts)
    return Crowd(tuple(map(str, table.people)), facts, tuple(fitting), None if me == ratings.absent else me)


def crowd_of_table(published: PublishedExample, person: Record) -> Crowd:
    """Which rows of a published table stand for a person, column by column; a row is called what was to be hidden.

    A class of it is what is left at the end.
    Source: Whang & Garcia-Molina 2012, Section 3.1.

    >>> from leakage.lessons.anonymised import PATIENTS
    >>> [len(fitting) for fitting in crowd_of_table(PATIENTS, PATIENTS.person).fitting]
    [6, 3, 3]
    """
    hidden = published.columns.index(published.sensitive)
    left = frozenset(range(len(published.rows)))
    fitting, facts = [left], list[str]()
    for label in published.quasi_identifiers:
        place = published.columns.index(label)
        values = person.values(label)
        left = frozenset(row for row in left if any(covers(published.rows[row][place], value) for value in values))
        fitting.append(left)
        facts.append(f"{label} {', '.join(values)}")
    return Crowd(tuple(row[hidden] for row in published.rows), tuple(facts), tuple(fitting))


# The picture.


MOST_BESIDE = 6
"""People beside each other; of more there are rows of about the same length."""


def crowd(people: Crowd, title: str = "Who can it be?") -> str:
    """The crowd as HTML: a state for each fact."""
    number = len(people.people)
    rows = max(1, -(-number // MOST_BESIDE))
    persons = "".join(_person(people, place) for place in range(number))
    facts = "".join(_fact(fact, place, len(people.facts)) for place, fact in enumerate(people.facts, 1))
    return markup.stepped(
        "crowd",
        title,
        f'<div class="people" style="--across:{-(-number // rows)}">{persons}</div>',
        [_sentence(people, state) for state in range(len(people.fitting))],
        [len(left) / number for left in people.fitting],
        [f"{len(left)} of {number}" for left in people.fitting],
        before=f'<ul class="picture-facts">{facts}</ul>',
    )


def _fact(fact: str, place: int, last: int) -> str:
    return f'<li data-lit="{markup.numbers(range(place, last + 1))}">{escape(fact)}</li>'


def _person(people: Crowd, place: int) -> str:
    gone = [state for state, left in enumerate(people.fitting) if place not in left]
    kinds = ["person", *(["me"] if place == people.me else []), *(["faint"] if 0 in gone else [])]
    name = f"{people.people[place]} (you)" if place == people.me else people.people[place]
    return f'<span class="{" ".join(kinds)}" data-faint="{markup.numbers(gone)}">{escape(name)}</span>'


def _sentence(people: Crowd, state: int) -> str:
    left = people.fitting[state]
    if not state:
        return f"{len(left)} people: Eve knows nothing yet."
    known = markup.listed(people.facts[:state])
    if not left:
        return f"Nobody fits {known}."
    names = markup.listed([people.people[place] for place in sorted(left)])
    return f"{len(left)} of {len(people.people)} {'fits' if len(left) == 1 else 'fit'} {known}: {names}."
