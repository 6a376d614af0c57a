"""Pictures that move: what a step of a lesson is about, as HTML that one small script sets in motion.

Each picture is a string of plain HTML. Every number in it is computed here; the script shows, moves and looks up, and
works out two formulas that tests hold against the library: the harmonic mean, and a sum over possible worlds. Without
the script a picture shows its first state and says the others below it. It needs nothing but two texts, which whoever
shows it puts into the same document once:

``script()``
    of ``pictures.js``; it takes up every picture that comes into the document, also later, by an observer.
``style()``
    of ``pictures.css``, with the colours of right, wrong and missing. Everything else is the text's own colour.

A picture is a ``<figure class="picture" data-picture="...">`` without ids: many may stand in one document. None has an
element ``script``, ``style`` or ``svg``, or a handler: Streamlit takes those out of HTML. A curve is an image.

``picture_of(step)``
    the picture of a step of a lesson, or an empty text. It gives the answer away: show it once that is known.
``joining(desk)`` of ``desk_of``
    cards on a desk, which are joined by the values they share.
``square(marks)`` of ``mark_of``
    correctness and completeness as a square to drag in, with lines of equal leakage.
``worlds(doubt)`` of ``doubt_of``
    possible worlds as areas, under one slider for each confidence.
``crowd(people)`` of ``crowd_of_ratings`` and ``crowd_of_table``
    a crowd that thins out fact by fact.
``lie(change)`` of ``change_of``
    what Eve has before and after a lie.

What a step names as its ``picture`` is a function from its subject: ``joined``, ``joined_with(plan)``,
``in_square``, ``in_worlds``, ``rated``, ``published``, ``published_in(table)``, ``lied(plan)``.

The script reads these attributes. Of a picture with states: ``data-at``, the state; of its parts ``data-in``,
``data-lit``, ``data-mark`` and ``data-faint``, the states in which they are there, lit, the one that counts, or faint;
of a card ``data-parts``, the cards it is made of; of the bar ``data-widths`` and ``data-words``, one for each state.
"""

from leakage.lessons.pictures.crowds import Crowd, crowd, crowd_of_ratings, crowd_of_table
from leakage.lessons.pictures.desk import Desk, DeskCard, DeskJoin, desk_of, joining
from leakage.lessons.pictures.lies import Change, change_of, lie
from leakage.lessons.pictures.markup import script, style
from leakage.lessons.pictures.possible_worlds import Doubt, World, doubt_of, worlds
from leakage.lessons.pictures.precision_recall import SquareMark, mark_of, square
from leakage.lessons.pictures.steps import (
    in_square,
    in_worlds,
    joined,
    joined_with,
    lied,
    picture_of,
    published,
    published_in,
    rated,
)

__all__ = [
    "Change",
    "Crowd",
    "Desk",
    "DeskCard",
    "DeskJoin",
    "Doubt",
    "SquareMark",
    "World",
    "change_of",
    "crowd",
    "crowd_of_ratings",
    "crowd_of_table",
    "desk_of",
    "doubt_of",
    "in_square",
    "in_worlds",
    "joined",
    "joined_with",
    "joining",
    "lie",
    "lied",
    "mark_of",
    "picture_of",
    "published",
    "published_in",
    "rated",
    "script",
    "square",
    "style",
    "worlds",
]
