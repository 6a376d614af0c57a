"""Correctness and completeness as a square to drag in, with lines of equal leakage."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from leakage.lessons.pictures import markup
from leakage.measure.paper_methods import f_measure, precision, recall
from leakage.measure.weights import Weights
from leakage.record import Record
from leakage.tabular.rows import redacted_repr
from leakage.workspace.vocabulary import MISSING
from leakage.workspace.workspace import Workspace

# Where records are in the square, and the lines.


@dataclass(frozen=True, slots=True)
class SquareMark:
    """A record in the square.

    Arguments:
        name: of the record.
        precision: how much of what it says is right, in [0, 1].
        recall: how much of what is true it has, in [0, 1].
        leakage: their harmonic mean.
    """

    name: str
    precision: float
    recall: float
    leakage: float

    __repr__ = redacted_repr


def mark_of(name: str, record: Record, reference: Record, measure: Weights | None = None) -> SquareMark:
    """Where a record without doubts is.

    ``F1 = 2 Pr Re / (Pr + Re)``.
    Source: Whang & Garcia-Molina 2011, Section 2.1.

    >>> mark = mark_of("r", Record.of(("N", "Alice")), Record.of(("N", "Alice"), ("P", "1")))
    >>> mark.precision, mark.recall, round(mark.leakage, 3)
    (1.0, 0.5, 0.667)
    """
    return SquareMark(
        name,
        precision(record, reference, measure),
        recall(record, reference, measure),
        f_measure(record, reference, measure),
    )


def marks_of(work: Workspace) -> tuple[SquareMark, ...]:
    """All releases of a step."""
    return tuple(mark_of(given.name, given.record, work.reference, work.measure) for given in work.releases)


def harmonic_mean(precision: float, recall: float) -> float:
    """``2 p r / (p + r)``, and 0 where both are: what the script works out at the point that is dragged.

    >>> harmonic_mean(1.0, 0.5), harmonic_mean(0.0, 0.0)
    (0.6666666666666666, 0.0)
    """
    both = precision + recall
    return 2.0 * precision * recall / both if both else 0.0


def line(leakage: float, points: int = 60) -> tuple[tuple[float, float], ...]:
    """Points (precision, recall) whose harmonic mean is a leakage in (0, 1): ``r = F p / (2 p - F)``.

    >>> [round(harmonic_mean(*point), 9) for point in line(0.4, 2)]
    [0.4, 0.4, 0.4]
    """
    first = leakage / (2.0 - leakage)
    # Evenly in the logarithm: near its ends the line is steep, or flat.
    among = [first ** (1.0 - place / points) for place in range(points + 1)]
    return tuple((p, leakage * p / (2.0 * p - leakage)) for p in among)


# The picture.


LINES = (0.2, 0.4, 0.6, 0.8)
SAYS = "{x} correct and {y} complete: leakage {f}."


def square(marks: Sequence[SquareMark], title: str = "Correct and complete: drag the point") -> str:
    """The square as HTML; the point begins at the first mark.

    Arguments:
        marks: at least one.
        title: what it shows.
    """
    first = marks[0]
    point = f'<span class="picture-point" style="{_place(first.precision, first.recall)}"></span>'
    plane = (
        f'<div class="picture-plane"><img alt="" src="{_lines()}">{"".join(map(_line_name, LINES))}'
        f"{''.join(map(_mark, marks))}{point}</div>"
    )
    sentence = SAYS.format(x=markup.share(first.precision), y=markup.share(first.recall), f=markup.share(first.leakage))
    sliders = (
        f'<div class="picture-sliders">{_slider("x", "Correct", first.precision)}'
        f"{_slider('y', 'Complete', first.recall)}</div>"
    )
    beside = (
        f'{markup.meter([first.leakage])}<p class="picture-now" role="status">{escape(sentence)}</p>{sliders}'
        f'<p class="picture-note">On each line the leakage is the same.</p>'
    )
    return markup.titled(
        "square",
        title,
        f'<div class="picture-beside"><div class="picture-axes"><span>complete</span>{plane}<span>correct</span></div>'
        f'<div class="picture-told">{beside}</div></div>',
        f' data-says="{SAYS}"',
    )


def _place(precision: float, recall: float) -> str:
    return f"left:{100.0 * precision:.4g}%;bottom:{100.0 * recall:.4g}%"


def _slider(axis: str, name: str, value: float) -> str:
    return (
        f'<label><span>{name}</span><input type="range" min="0" max="100" step="1" value="{100.0 * value:.0f}" '
        f'data-axis="{axis}" aria-valuetext="{markup.share(value)}"></label>'
    )


def _mark(mark: SquareMark) -> str:
    side = "before" if mark.precision > 0.5 else "after"
    return (
        f'<button type="button" class="picture-mark {side}" style="{_place(mark.precision, mark.recall)}" '
        f'data-x="{mark.precision!r}" data-y="{mark.recall!r}">{escape(mark.name)}</button>'
    )


def _line_name(leakage: float) -> str:
    return (
        f'<span class="picture-line" style="bottom:{100.0 * line(leakage)[-1][1]:.4g}%">{markup.share(leakage)}</span>'
    )


def _lines() -> str:
    """The lines as an image: Streamlit takes elements of SVG out of HTML."""
    paths = "".join(
        f'<polyline points="{" ".join(f"{100 * p:.2f},{100 - 100 * r:.2f}" for p, r in line(leakage))}"/>'
        for leakage in LINES
    )
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="{MISSING}" '
        f'stroke-width=".7">{paths}</svg>'
    )
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
