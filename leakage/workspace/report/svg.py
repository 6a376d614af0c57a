"""Charts as inline SVG that needs no script, no font and no other file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from markupsafe import Markup

Tone: TypeAlias = Literal["right", "wrong", "missing"]
"""The three meanings: what raises leakage or is right, what lowers it or is wrong, what is missing or stands aside."""

WIDTH = 720
NAMES = 262
FIGURES = 96
ROW = 24
BAR = 14
LONGEST = 32
"""Characters of a name that fit beside the bars."""

TOP = 8
FOOT = 44

# What is put into them is escaped.
_SVG = Markup(
    '<svg viewBox="0 0 {width} {height:g}" role="img" aria-label="{name} {description}">'
    "<title>{name}</title><desc>{description}</desc>{parts}</svg>"
)
_TEXT = Markup('<text x="{:.6g}" y="{:.6g}" class="{}">{}</text>')
_LINE = Markup('<line x1="{:.6g}" x2="{:.6g}" y1="{:.6g}" y2="{:.6g}" class="{}"/>')
_RECT = Markup('<rect x="{:.6g}" y="{:.6g}" width="{:.6g}" height="{}" rx="2" class="{}"/>')


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar.

    Arguments:
        name: what stands to its left.
        value: its length; below 0 it goes to the left.
        figure: what stands to its right.
        tone: what it means; drawn filled, hatched or hollow, so that it can be told without colours.
    """

    name: str
    value: float
    figure: str
    tone: Tone = "right"


def bars(name: str, description: str, shown: Sequence[Bar], axis: str, most: float | None = None) -> Markup:
    """Horizontal bars, one a row, from a common zero.

    Arguments:
        name: the question the chart answers.
        description: what it shows, for those who do not see it.
        shown: from top to bottom.
        axis: what the length means, with its unit.
        most: the end of the axis, > 0; by default the longest bar.

    >>> bars("How much?", "Shop knows half.", [Bar("Shop", 0.5, "50 %")], "leakage").count("<rect")
    1
    """
    low, high = min([0.0, *(bar.value for bar in shown)]), max([0.0, *(bar.value for bar in shown), most or 0.0])
    place = _scale(low, high, NAMES, WIDTH - FIGURES)
    height = TOP + ROW * max(len(shown), 1) + FOOT
    rows = (_row(bar, TOP + ROW * number, place) for number, bar in enumerate(shown))
    zero = _LINE.format(place(0.0), place(0.0), TOP - 4, height - FOOT + 2, "axis")
    foot = _TEXT.format(place(0.0) if low == 0.0 else NAMES, height - 16, "axis-name", axis)
    return _svg(name, description, height, (*rows, zero, foot))


def _row(bar: Bar, y: float, place: Callable[[float], float]) -> Markup:
    start, end = sorted((place(0.0), place(bar.value)))
    short = bar.name if len(bar.name) <= LONGEST else f"{bar.name[: LONGEST - 1]}…"
    name = _TEXT.format(NAMES - 10, y + BAR - 1, "end", short)
    figure = _TEXT.format(max(end, place(0.0)) + 6, y + BAR - 1, "figure", bar.figure)
    return name + _RECT.format(start, y + 1, max(end - start, 0.5), BAR, bar.tone) + figure


def _svg(name: str, description: str, height: float, parts: Sequence[Markup]) -> Markup:
    return _SVG.format(width=WIDTH, height=height, name=name, description=description, parts=Markup().join(parts))


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    span = (high - low) or 1.0
    return lambda value: start + (value - low) / span * (end - start)
