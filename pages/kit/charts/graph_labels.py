"""On which side of its point each name of a graph stands, so that names lie neither on each other nor on points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)

WIDTH = 860.0
"""Pixels across that are reckoned with; on a phone there is less, and names may still meet."""
_SIDES = ("top center", "bottom center", "top right", "bottom right", "top left", "bottom left")
_CHARACTER, _LINE = 0.56, 1.25
"""The width and the height of a character, by the size of the text."""
_FAR = 1e6


@dataclass(frozen=True, slots=True)
class Label:
    """What stands beside a point.

    Arguments:
        text: the name.
        size: of the text, in pixels.
        radius: of the point, in pixels.
        preferred: the side on which it stands where it can.
        needed: whether it stands there even where it lies on something.
    """

    text: str
    size: float
    radius: float
    preferred: str
    needed: bool


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    bottom: float
    right: float
    top: float

    def covers(self, other: _Box) -> float:
        """Square pixels that both cover."""
        across = min(self.right, other.right) - max(self.left, other.left)
        up = min(self.top, other.top) - max(self.bottom, other.bottom)
        return across * up if across > 0.0 and up > 0.0 else 0.0


def sides(
    labels: Mapping[Node, Label], pixels: Mapping[Node, tuple[float, float]], ends: tuple[float, float]
) -> dict[Node, str]:
    """The side of each name, those needed first, each where it covers least; empty where a spare one has no room.

    Arguments:
        labels: of every point.
        pixels: where the points stand.
        ends: the left and the right end of the picture, in pixels.

    >>> name = Label("Corner shop", 13, 9, "top center", needed=True)
    >>> sides({1: name, 2: name, 3: name}, {1: (0.0, 0.0), 2: (30.0, 0.0), 3: (290.0, 0.0)}, (-300.0, 300.0))
    {1: 'top center', 2: 'bottom center', 3: 'top left'}
    """
    beyond = (_Box(-_FAR, -_FAR, ends[0], _FAR), _Box(ends[1], -_FAR, _FAR, _FAR))
    taken = [*beyond, *(_around(pixels[node], label.radius) for node, label in labels.items())]
    chosen = {}
    for node, label in sorted(labels.items(), key=lambda entry: not entry[1].needed):
        covered, side = _least(label, pixels[node], taken)
        if label.needed or not covered:
            taken.append(_beside(label, side, pixels[node]))
            chosen[node] = side
        else:
            chosen[node] = ""
    return {node: chosen[node] for node in labels}


def _least(label: Label, place: tuple[float, float], taken: Sequence[_Box]) -> tuple[float, str]:
    """The side on which a name covers least, and how much; the preferred one and then the first of several."""
    offered = dict.fromkeys((label.preferred, *_SIDES))
    covered = {side: sum(map(_beside(label, side, place).covers, taken)) for side in offered}
    best = min(covered, key=lambda side: covered[side])
    return covered[best], best


def _around(place: tuple[float, float], radius: float) -> _Box:
    return _Box(place[0] - radius, place[1] - radius, place[0] + radius, place[1] + radius)


def _beside(label: Label, side: str, place: tuple[float, float]) -> _Box:
    """What a name covers on a side of its point."""
    up, across = side.split()
    width, height = _CHARACTER * label.size * len(label.text), _LINE * label.size
    bottom = place[1] + label.radius if up == "top" else place[1] - label.radius - height
    # As Plotly says it: a name on the right begins at the right edge of its point.
    left = {"center": place[0] - width / 2, "right": place[0] + label.radius, "left": place[0] - label.radius - width}
    return _Box(left[across], bottom, left[across] + width, bottom + height)
