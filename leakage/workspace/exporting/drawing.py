"""Drawing: charts as inline SVG that needs no script, no font and no other file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.workspace.exporting.markup import Markup, element, joined

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


def bars(name: str, said: str, shown: Sequence[Bar], axis: str, most: float | None = None) -> Markup:
    """Horizontal bars, one a row, from a common zero.

    Arguments:
        name: the question the chart answers.
        said: what it shows, for those who do not see it.
        shown: from top to bottom.
        axis: what the length means, with its unit.
        most: the end of the axis, > 0; by default the longest bar.

    >>> str(bars("How much?", "Shop knows half.", [Bar("Shop", 0.5, "50 %")], "leakage")).count("<rect")
    1
    """
    low, high = min([0.0, *(bar.value for bar in shown)]), max([0.0, *(bar.value for bar in shown), most or 0.0])
    place = _scale(low, high, NAMES, WIDTH - FIGURES)
    height = TOP + ROW * max(len(shown), 1) + FOOT
    rows = (_row(bar, TOP + ROW * number, place) for number, bar in enumerate(shown))
    zero = element("line", x1=place(0.0), x2=place(0.0), y1=TOP - 4, y2=height - FOOT + 2, class_="axis")
    foot = element("text", axis, x=place(0.0) if low == 0.0 else NAMES, y=height - 16, class_="axis-name")
    return _svg(name, said, height, (*rows, zero, foot))


def stairs(name: str, said: str, points: Sequence[tuple[float, float]], end: float, axes: tuple[str, str]) -> Markup:
    """A falling staircase of shares in [0, 1], each holding until the next point, with a dot at each.

    Arguments:
        name, said: as ``bars``.
        points: (place, share) pairs, places ascending from 0; at least one.
        end: where the last stair ends, at least the last place.
        axes: what is across, and what is up.

    >>> str(stairs("?", "!", [(0.0, 1.0), (1.0, 0.5)], 2.0, ("requests", "leakage"))).count("<circle")
    2
    """
    left, right, top, bottom = 64, WIDTH - 24, 16, 236
    across = _scale(0.0, end or 1.0, left, right)
    up = _scale(1.0, 0.0, top, bottom)
    places = [*(place for place, _ in points[1:]), end]
    path = f"M{across(points[0][0]):.1f} {up(points[0][1]):.1f}"
    for number, following in enumerate(places):
        path += f"H{across(following):.1f}"
        if number + 1 < len(points):
            path += f"V{up(points[number + 1][1]):.1f}"
    grid = [
        joined(
            (
                element("line", x1=left, x2=right, y1=up(share), y2=up(share), class_="grid"),
                element("text", f"{100 * share:.0f} %", x=left - 8, y=up(share) + 4, class_="tick end"),
            )
        )
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    ticks = [
        element("text", f"{tick:g}", x=across(tick), y=bottom + 18, class_="tick middle") for tick in _ticks(end or 1.0)
    ]
    dots = [element("circle", cx=across(place), cy=up(share), r=4.5, class_="right") for place, share in points]
    names = [
        element("text", axes[0], x=right, y=bottom + 38, class_="axis-name end"),
        element("text", axes[1], x=left, y=top - 5, class_="axis-name"),
    ]
    return _svg(name, said, bottom + 48, (*grid, *ticks, element("path", d=path, class_="stairs"), *dots, *names))


def _row(bar: Bar, y: float, place: Callable[[float], float]) -> Markup:
    start, end = sorted((place(0.0), place(bar.value)))
    short = bar.name if len(bar.name) <= LONGEST else f"{bar.name[: LONGEST - 1]}…"
    after = max(end, place(0.0)) + 6
    return joined(
        (
            element("text", short, x=NAMES - 10, y=y + BAR - 1, class_="end"),
            element("rect", x=start, y=y + 1, width=max(end - start, 0.5), height=BAR, rx=2, class_=bar.tone),
            element("text", bar.figure, x=after, y=y + BAR - 1, class_="figure"),
        )
    )


def _svg(name: str, said: str, height: float, parts: Sequence[Markup]) -> Markup:
    return element(
        "svg",
        element("title", name),
        element("desc", said),
        *parts,
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
        aria_label=f"{name} {said}",
    )


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    span = (high - low) or 1.0
    return lambda value: start + (value - low) / span * (end - start)


def _ticks(end: float) -> list[float]:
    """Round numbers from 0 to the end, at most seven."""
    step = next(
        step * 10.0**power for power in range(-6, 12) for step in (1.0, 2.0, 5.0) if end <= 6.0 * step * 10.0**power
    )
    return [step * number for number in range(int(end / step + 1e-9) + 1)]
