"""What came of a lesson that a class predicted together, as a table and as a picture; nobody is named in them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape

from leakage.lessons.lesson import Lesson, LessonStep, Question
from leakage.lessons.together import Together, distribution, right_of
from leakage.workspace.csv_files import to_csv
from leakage.workspace.vocabulary import MISSING, RIGHT

# As a table: a row for every vote, in no order that says whose it is.


COLUMNS = ("Lesson", "Step", "Question", "Vote", "Guess", "Right", "Truth")


def results_csv(lesson: Lesson, board: Together) -> bytes:
    """Every vote in a row; those of one question and round by what was guessed, so that no order tells who it was.

    Arguments:
        lesson: that the class has open.
        board: what it voted.
    """
    return to_csv([COLUMNS, *_rows(lesson, board)])


def _rows(lesson: Lesson, board: Together) -> Iterator[tuple[str | float, ...]]:
    for place, step, question in _voted(lesson, board):
        for round_, votes in enumerate(board.rounds_at(place), 1):
            for guess in sorted(votes):
                right = "yes" if right_of(step, (guess,)) else "no"
                truth = question.truth_in_words(step.subject)
                answer = question.in_words(guess)
                yield (lesson.title, place + 1.0, question.ask, float(round_), answer, right, truth)


def _voted(lesson: Lesson, board: Together) -> Iterator[tuple[int, LessonStep, Question]]:
    """The steps at which anybody voted."""
    for place in lesson.question_places:
        step = lesson.steps[place]
        if any(board.rounds_at(place)) and step.question is not None:
            yield place, step, step.question


# As a picture: the votes of every question as bars, the truth marked.


WIDTH = 900
_LINE = 24
_LABELS = 400
"""Where the bars begin."""
_BAR = 190
"""How long the longest bar of a round is; beside it stands its number."""
_COLUMN = 240


def results_svg(lesson: Lesson, board: Together) -> bytes:
    """An SVG picture that needs nothing else.

    Arguments:
        lesson: that the class has open.
        board: what it voted.
    """
    drawing = _Drawing()
    drawing.text(lesson.title, size=22, bold=True)
    for place, step, question in _voted(lesson, board):
        drawing.gap()
        for line in textwrap.wrap(f"{place + 1}. {question.ask}", 90):
            drawing.text(line, bold=True)
        _draw_votes(drawing, step, board.rounds_at(place))
        truth = question.truth_in_words(step.subject)
        for line in textwrap.wrap(f"The truth: {truth}", 90):
            drawing.text(line)
    return drawing.svg(f"What a class expected, and what is true: {lesson.title}").encode()


def _draw_votes(drawing: _Drawing, step: LessonStep, rounds: tuple[tuple[float, ...], ...]) -> None:
    bars = distribution(step, rounds)
    most = max((count for bar in bars for count in bar.counts), default=0) or 1
    if len(rounds) > 1:
        for column, name in enumerate(("First vote", "Second vote")):
            drawing.put(name, _LABELS + column * _COLUMN)
        drawing.down()
    for bar in bars:
        # A long option goes on in a second line.
        first, *rest = textwrap.wrap(f"✓ {bar.label}" if bar.holds_truth else bar.label, 44)
        drawing.put(first, 20, bold=bar.holds_truth)
        for column, votes in enumerate(bar.counts):
            colour = RIGHT if bar.holds_truth else MISSING
            drawing.bar(_LABELS + column * _COLUMN, _BAR * votes / most, colour)
            drawing.put(str(votes), _LABELS + column * _COLUMN + _BAR * votes / most + 8)
        drawing.down()
        for line in rest:
            drawing.put(line, 36, bold=bar.holds_truth)
            drawing.down()


class _Drawing:
    """Texts and bars below each other; every text is escaped."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._down = 20.0

    def text(self, text: str, size: int = 16, *, bold: bool = False) -> None:
        self.put(text, 20, size, bold=bold)
        self.down()

    def put(self, text: str, across: float, size: int = 16, *, bold: bool = False) -> None:
        weight = ' font-weight="bold"' if bold else ""
        place = f'x="{across:.1f}" y="{self._down + 16:.1f}"'
        self._parts.append(f'<text {place} font-size="{size}"{weight}>{escape(text)}</text>')

    def bar(self, across: float, length: float, colour: str) -> None:
        place = f'x="{across:.1f}" y="{self._down + 3:.1f}" width="{length:.1f}" height="15"'
        self._parts.append(f'<rect {place} fill="{colour}"/>')

    def down(self) -> None:
        self._down += _LINE

    def gap(self) -> None:
        self._down += _LINE / 2

    def svg(self, title: str) -> str:
        height = self._down + 20
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
            f'height="{height:.0f}" role="img" font-family="system-ui, sans-serif" fill="#111">'
            f"<title>{escape(title)}</title>"
            f'<rect width="{WIDTH}" height="{height:.0f}" fill="#fff"/>{"".join(self._parts)}</svg>\n'
        )
