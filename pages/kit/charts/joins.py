"""The graph of joins: where its points stand, where their names, and the picture.

Where the points of a small graph stand, so that what is near in the graph is near in the picture.

The stress of places X is the sum over pairs of points of (|X_i - X_j| - d_ij)² / d_ij², with d_ij the number of lines
from one to the other: the energy of Kamada & Kawai 1989. It is lowered step by step by majorisation, which never raises
it: Gansner, Koren & North 2004, "Graph drawing by stress majorization", Section 2.

Not by networkx: its layout by the same energy waits a second for imports, is no quicker then, and ends up to a tenth
higher. Nor by Graphviz in the browser: the pages' Content-Security-Policy refuses its WebAssembly.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from leakage.resolution.explain import Evidence, SharedValue
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages.app.words import count
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, Table, plain

# On which side of its point each name of a graph stands, so that names lie neither on each other nor on points.


AnyNode = TypeVar("AnyNode", bound=Hashable)

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
    labels: Mapping[AnyNode, Label], pixels: Mapping[AnyNode, tuple[float, float]], ends: tuple[float, float]
) -> dict[AnyNode, str]:
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


Floats = npt.NDArray[np.float64]

MOST_STEPS = 300
SMALL = 1e-5
"""A step that lowers the stress by less than this share is the last one."""


def laid_out(nodes: Sequence[AnyNode], lines: Iterable[tuple[AnyNode, AnyNode]]) -> dict[AnyNode, tuple[float, float]]:
    """The place of every point, about (0, 0) and within 1 of it; the same graph is always drawn alike.

    Arguments:
        nodes: the points, each once; of many hundreds it takes seconds.
        lines: between which of them.

    >>> places = laid_out("abc", [("a", "b"), ("b", "c")])
    >>> round(float(np.hypot(*places["b"])), 1), round(float(np.hypot(*places["a"])), 1)
    (0.0, 1.0)
    """
    if len(nodes) < 2:
        return dict.fromkeys(nodes, (0.0, 0.0))
    distances = steps_between(nodes, lines)
    ring = _circle(len(nodes))
    # Each start ends in a hollow of its own; the deeper one is taken.
    found = (lowered(start, distances) for start in (ring, _spread(distances) + 0.05 * ring))
    places = min(found, key=lambda places: stress(places, distances))
    places -= places.mean(axis=0)
    places /= np.hypot(*places.T).max()
    return {node: (float(x), float(y)) for node, (x, y) in zip(nodes, places, strict=True)}


def steps_between(nodes: Sequence[AnyNode], lines: Iterable[tuple[AnyNode, AnyNode]]) -> Floats:
    """The lines on the shortest way between each two points; where there is none, one more than the longest way."""
    # What draws no graph waits for no import.
    from scipy.sparse.csgraph import shortest_path  # noqa: PLC0415

    number = {node: place for place, node in enumerate(nodes)}
    beside = np.zeros((len(nodes), len(nodes)))
    for start, end in lines:
        beside[number[start], number[end]] = 1.0
    distances: Floats = shortest_path(beside, directed=False, unweighted=True)
    reached = distances < np.inf
    distances[~reached] = distances[reached].max() + 1.0
    return distances


def stress(places: Floats, distances: Floats) -> float:
    """How far the picture is from the distances in the graph."""
    return _stress(_apart(places), distances, _weights(distances))


def lowered(places: Floats, distances: Floats) -> Floats:
    """Places of less stress: each step goes to where a bound on the stress, which touches it here, is least."""
    weights = _weights(distances)
    inverse = np.linalg.pinv(_laplacian(weights), hermitian=True)
    apart = _apart(places)
    before = _stress(apart, distances, weights)
    for _ in range(MOST_STEPS):
        pull = np.divide(weights * distances, apart, out=np.zeros_like(apart), where=apart > 0.0)
        places = inverse @ (_laplacian(pull) @ places)
        apart = _apart(places)
        now = _stress(apart, distances, weights)
        if before - now <= SMALL * before:
            break
        before = now
    return places


def _stress(apart: Floats, distances: Floats, weights: Floats) -> float:
    return float(np.sum(weights * (apart - distances) ** 2)) / 2.0


def _weights(distances: Floats) -> Floats:
    """1/d² of each two points, 0 of a point and itself."""
    return np.divide(1.0, distances**2, out=np.zeros_like(distances), where=distances > 0.0)


def _laplacian(weights: Floats) -> Floats:
    return np.diag(weights.sum(axis=1)) - weights


def _apart(places: Floats) -> Floats:
    across = places[:, None, :] - places[None, :, :]
    apart: Floats = np.hypot(across[..., 0], across[..., 1])
    return apart


def _spread(distances: Floats) -> Floats:
    """Classical scaling: the plane in which the distances, taken for straight ones, show most."""
    centred = np.eye(len(distances)) - 1.0 / len(distances)
    values, axes = np.linalg.eigh(-0.5 * centred @ distances**2 @ centred)
    if len(values) < 3:
        return np.column_stack([axes[:, -1] * np.sqrt(values[-1]), np.zeros(len(values))])
    spread: Floats = axes[:, -2:] * np.sqrt(np.maximum(values[-2:], 0.0))
    return spread


def _circle(count: int) -> Floats:
    angles = 2.0 * np.pi * np.arange(count) / count
    # A little off the circle: from a perfect one some graphs would never leave a line or a ring.
    reach = count / 4.0 + 0.01 * (np.arange(count) * 7 % 5)
    return np.column_stack([reach * np.cos(angles), reach * np.sin(angles)])


# Which records are joined, and by what they share.


MOST = 60
RECORD_TEXT, JOIN_TEXT, RECORD_SIZE, JOIN_SIZE = 13, 11, 18, 9
"""Pixels of names and of points."""
HEIGHT = 380
BELOW = 110
"""Pixels of a chart's height that its points have not: the edges, with the names above and below the outermost."""
BESIDE = 0.15
"""How much of the height of all points there is above them, and below, for these names."""
MARGIN = {"l": 8, "r": 26, "t": 8, "b": 8}
QUESTION = "Why does Eve think these are one person?"
MOST_NAMED = 100
"""Records that a row of the table names."""
Node: TypeAlias = tuple[str, int]
"""("record", its number) or ("join", its place in the evidence)."""


def joins_chart(
    names: Mapping[int, str],
    strangers: frozenset[int],
    evidence: Sequence[Evidence],
    question: str = QUESTION,
    height: int = HEIGHT,
) -> Chart:
    """A graph: circles and squares are records, diamonds are the shared values that joined them.

    Arguments:
        names: what to call every record of the composite, by number.
        strangers: which of them are background records.
        evidence: the joins within the composite.
        question: its title.
        height: in pixels.
    """
    lines = tuple((("record", number), ("join", n)) for n, join in enumerate(evidence) for number in join.records)
    points = (*(("record", number) for number in names), *(("join", n) for n in range(len(evidence))))
    places = _places(points, lines)
    across = [place[0] for place in places.values()]
    # Room for the names beside the outermost points.
    ends = (min(across) - 0.3, max(across) + 0.3)
    texts = {("record", number): plain(name, 26) for number, name in names.items()} | {
        ("join", n): _reason(join) for n, join in enumerate(evidence)
    }
    beside = _sides(texts, places, lines, ends, height)
    kinds = _kinds(places, strangers)
    shared = [node for node in places if node[0] == "join"]
    return spec.draw(
        question,
        [
            spec.line("", _ways(lines, places), MISSING, None, width=1),
            *(_points(name, nodes, texts, places, beside, colour) for name, colour, nodes in kinds if nodes),
            _points("what they share", shared, texts, places, beside),
        ],
        spec.axis(ends=ends, visible=False),
        _upwards(places),
        f"A graph of {count(len(names), 'record')} joined by {count(len(evidence), 'shared value')}.",
        height=height,
        margin=MARGIN,
        table=_evidence_table(names, evidence),
    )


def _upwards(places: Mapping[Node, tuple[float, float]]) -> spec.Axis:
    """The axis upwards, with room for the names of the outermost points."""
    up = [place[1] for place in places.values()]
    room = BESIDE * max(max(up) - min(up), 0.5)
    return spec.axis(ends=(min(up) - room, max(up) + room), visible=False)


def _ways(
    lines: Iterable[tuple[Node, Node]], places: Mapping[Node, tuple[float, float]]
) -> list[tuple[float, float] | tuple[None, None]]:
    """The lines one after another, with a gap after each."""
    return [place for start, end in lines for place in (places[start], places[end], (None, None))]


def _kinds(places: Iterable[Node], strangers: frozenset[int]) -> list[tuple[str, str, list[Node]]]:
    """The records by whose they are: the name in the legend, the colour, the points."""
    records = [node for node in places if node[0] == "record"]
    return [
        ("your account", RIGHT, [node for node in records if node[1] not in strangers]),
        ("somebody else's record", WRONG, [node for node in records if node[1] in strangers]),
    ]


def _evidence_table(names: Mapping[int, str], evidence: Sequence[Evidence]) -> Table:
    shared = [", ".join(value for _, value in join.key.shared) for join in evidence]
    records = [", ".join(names[number] for number in join.records) for join in evidence]
    return Table(("What they share", "Records"), tuple(zip(shared, records, strict=True)))


@lru_cache(maxsize=32)
def _places(nodes: tuple[Node, ...], lines: tuple[tuple[Node, Node], ...]) -> dict[Node, tuple[float, float]]:
    """Where every point stands; remembered, for it takes up to a fifth of a second, and has numbers in it alone."""
    return laid_out(nodes, lines)


def _sides(
    texts: Mapping[Node, str],
    places: Mapping[Node, tuple[float, float]],
    lines: Sequence[tuple[Node, Node]],
    ends: tuple[float, float],
    height: int,
    needed: Collection[Node] | None = None,
    sizes: Mapping[Node, float] | None = None,
) -> dict[Node, str]:
    """On which side of its point each name stands: away from the lines that meet there, if it has room.

    Arguments:
        texts, places, lines, ends, height: of the picture.
        needed: the points whose names stand there in any case; by default the records.
        sizes: of points that are larger or smaller than usual.
    """
    usual = {"record": RECORD_SIZE, "join": JOIN_SIZE}
    risen = dict.fromkeys(places, 0.0)
    for start, end in lines:
        rise = places[end][1] - places[start][1]
        risen[start], risen[end] = risen[start] + rise, risen[end] - rise
    labels = {
        node: Label(
            texts[node],
            JOIN_TEXT if node[0] == "join" else RECORD_TEXT,
            (sizes or {}).get(node, usual[node[0]]) / 2,
            f"{'top' if risen[node] < 0 else 'bottom'} {_inwards(node, x)}",
            needed=node[0] == "record" if needed is None else node in needed,
        )
        for node, (x, _) in places.items()
    }
    up = [place[1] for place in places.values()]
    across, tall = WIDTH / (ends[1] - ends[0]), (height - BELOW) / max(max(up) - min(up), 1e-9)
    pixels = {node: (across * x, tall * y) for node, (x, y) in places.items()}
    return sides(labels, pixels, (across * ends[0], across * ends[1]))


def _inwards(node: Node, across: float) -> str:
    if node[0] == "join" or abs(across) < 0.4:
        return "center"
    return "right" if across < 0.0 else "left"


# Of many records: the values they share, each with its count, and the accounts of those that are opened.


EACH = 15
"""So many records are drawn one by one; of more the values they share."""
MOST_VALUES = 24
MOST_OPENED = 60
"""Records drawn of the values that are opened."""
FEW, LOW = 12, 280
"""So many points leave room beside their names in a lower picture, of so many pixels."""
_WORDS = 16
"""Letters of a value in the picture: on a phone there is room for no more beside its count."""


def shared_chart(
    names: Mapping[int, str], strangers: frozenset[int], shared: Sequence[SharedValue], opened: Sequence[int] = ()
) -> Chart:
    """A graph of the most shared values, the larger the more records have them; lines where a record has both.

    Arguments:
        names: what to call every record of the composite, by number.
        strangers: which of them are background records.
        shared: the values, the most shared first.
        opened: the places of those whose records are drawn as well.
    """
    values = [*range(min(len(shared), MOST_VALUES)), *(n for n in opened if n >= MOST_VALUES)]
    records = records_opened(shared, opened)[:MOST_OPENED]
    drawn, points = set(records), [("join", n) for n in values]
    held = {number: [n for n in values if number in set(shared[n].records)] for number in records}
    lines: list[tuple[Node, Node]] = [(("record", number), ("join", n)) for number in records for n in held[number]]
    lines += [(("join", a), ("join", b)) for a, b in _in_common(shared, values, drawn)]
    places = _places((*points, *(("record", number) for number in records)), tuple(lines))
    across = [place[0] for place in places.values()]
    ends = (min(across) - 0.3, max(across) + 0.3)
    texts = {node: plain(value_name(shared[node[1]], strangers, _WORDS), 60) for node in points}
    texts |= {("record", number): plain(names[number], 26) for number in records}
    sizes = {("join", n): _value_size(len(shared[n].records), len(names)) for n in values}
    # Of an opened value the name stands in the box below: among its records there is hardly room.
    needed = {("join", n) for n in values if n not in opened}
    height = HEIGHT if len(texts) > FEW else LOW
    beside = _sides(texts, places, lines, ends, height, needed, sizes)
    return spec.draw(
        QUESTION,
        [
            spec.line("", _ways(lines, places), MISSING, None, width=1),
            *(
                _points(name, nodes, texts, places, beside, colour)
                for name, colour, nodes in _kinds(places, strangers)
                if nodes
            ),
            _points("a value they share", points, texts, places, beside) | {"marker": _value_marker(sizes.values())},
        ],
        spec.axis(ends=ends, visible=False),
        _upwards(places),
        f"{count(len(names), 'record')} joined by {count(len(shared), 'shared value')}; the most shared: "
        f"{'; '.join(value_name(value, strangers) for value in shared[:3])}.",
        height=height,
        margin=MARGIN,
        # A legend of the values alone would say nothing.
        showlegend=bool(records),
        table=_shared_table(names, shared),
    )


def records_opened(shared: Sequence[SharedValue], opened: Sequence[int]) -> tuple[int, ...]:
    """The records that have any of the opened values, each once, in the order in which these were opened."""
    return tuple(dict.fromkeys(number for n in opened for number in shared[n].records))


def value_name(value: SharedValue, strangers: frozenset[int], longest: int = 60) -> str:
    """A shared value with how many have it.

    >>> value_name(SharedValue((("Email", "marta@mail.example"),), (0, 1, 2)), frozenset())
    'marta@mail.example: 3 accounts'
    """
    noun = "account" if strangers.isdisjoint(value.records) else "record"
    words = ", ".join(dict.fromkeys(word for _, word in value.pairs))
    short = words if len(words) <= longest else f"{words[: longest - 1]}…"
    return f"{short}: {count(len(value.records), noun)}"


def _in_common(
    shared: Sequence[SharedValue], values: Sequence[int], drawn: Collection[int]
) -> Iterator[tuple[int, int]]:
    """Which two values some record has both of, where no such record is drawn between them."""
    holders = {n: set(shared[n].records) for n in values}
    for place, first in enumerate(values):
        for second in values[:place]:
            both = holders[first] & holders[second]
            if both and both.isdisjoint(drawn):
                yield second, first


def _value_size(number: int, most: int) -> float:
    """Pixels across: the area grows with the count."""
    return JOIN_SIZE + (34 - JOIN_SIZE) * math.sqrt(number / most)


def _value_marker(sizes: Iterable[float]) -> dict[str, object]:
    return {"color": MISSING, "size": list(sizes), "symbol": "diamond"}


def _shared_table(names: Mapping[int, str], shared: Sequence[SharedValue]) -> Table:
    rows = [
        (
            ", ".join(dict.fromkeys(word for _, word in value.pairs)),
            len(value.records),
            ", ".join(names[number] for number in value.records[:MOST_NAMED])
            + (f" and {len(value.records) - MOST_NAMED} more" if len(value.records) > MOST_NAMED else ""),
        )
        for value in shared
    ]
    return Table(("What they share", "How many", "Who"), tuple(rows))


def _points(
    title: str,
    nodes: Sequence[Node],
    texts: Mapping[Node, str],
    places: Mapping[Node, Sequence[float]],
    beside: Mapping[Node, str],
    colour: str = "",
) -> spec.Mark:
    """Own records as circles and strangers' as squares, joins as small grey diamonds."""
    joined = not colour
    return spec.dots(
        title,
        [places[node] for node in nodes],
        colour or MISSING,
        [texts[node] for node in nodes],
        size=JOIN_SIZE if joined else RECORD_SIZE,
        symbol="diamond" if joined else "square" if colour == WRONG else "circle",
        # What has no room is told where the mouse rests, and in the table.
        mode="markers+text",
        text=[texts[node] if beside[node] else "" for node in nodes],
        textposition=[beside[node] or "top center" for node in nodes],
        textfont={"size": JOIN_TEXT if joined else RECORD_TEXT},
    )


def _reason(join: Evidence) -> str:
    return plain(" + ".join(dict.fromkeys(label for label, _ in join.key.shared)), 30)
