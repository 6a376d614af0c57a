"""Pictures that move: what a step of a lesson is about, as HTML that one small script sets in motion.

Each picture is a string of plain HTML. Every number in it is computed here; the script shows, moves and looks up, and
works out one formula that tests hold against the library: a sum over possible worlds. Without the script a picture
shows its first state and says the others below it. It needs nothing but two texts, which whoever
shows it puts into the same document once:

``script()``
    of ``pictures.js``; it takes up every picture that comes into the document, also later, by an observer.
``style()``
    of ``pictures.css``, with the colours of right, wrong and missing. Everything else is the text's own colour.

A picture is a ``<figure class="picture" data-picture="...">`` without ids: many may stand in one document. None has an
element ``script``, ``style`` or ``svg``, or a handler: Streamlit takes those out of HTML.

``picture_of(step)``
    the picture of a step of a lesson, or an empty text. It gives the answer away: show it once that is known.
``joining(desk)`` of ``desk_of``
    cards on a desk, which are joined by the values they share.
``worlds(doubt)`` of ``doubt_of``
    possible worlds as areas, under one slider for each confidence.

What a step names as its ``picture`` is a function from its subject: ``joined``, ``joined_with(plan)``, ``in_worlds``.

The script reads these attributes. Of a picture with states: ``data-at``, the state; of its parts ``data-in``,
``data-lit`` and ``data-mark``, the states in which they are there, lit, or the one that counts;
of a card ``data-parts``, the cards it is made of; of the bar ``data-widths`` and ``data-words``, one for each state.
"""

from leakage.lessons.pictures.desk import Desk, DeskCard, DeskJoin, desk_of, joining
from leakage.lessons.pictures.markup import script, style
from leakage.lessons.pictures.possible_worlds import Doubt, World, doubt_of, worlds
from leakage.lessons.pictures.steps import in_worlds, joined, joined_with, picture_of

__all__ = [
    "Desk",
    "DeskCard",
    "DeskJoin",
    "Doubt",
    "World",
    "desk_of",
    "doubt_of",
    "in_worlds",
    "joined",
    "joined_with",
    "joining",
    "picture_of",
    "script",
    "style",
    "worlds",
]
