"""Where the points of a small graph stand, so that what is near in the graph is near in the picture.

The stress of places X is the sum over pairs of points of (|X_i - X_j| - d_ij)² / d_ij², with d_ij the number of lines
from one to the other: the energy of Kamada & Kawai 1989. It is lowered step by step by majorisation, which never raises
it: Gansner, Koren & North 2004, "Graph drawing by stress majorization", Section 2.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Node = TypeVar("Node", bound=Hashable)
Floats = npt.NDArray[np.float64]

MOST_STEPS = 300
SMALL = 1e-5
"""A step that lowers the stress by less than this share is the last one."""


def laid_out(nodes: Sequence[Node], lines: Iterable[tuple[Node, Node]]) -> dict[Node, tuple[float, float]]:
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


def steps_between(nodes: Sequence[Node], lines: Iterable[tuple[Node, Node]]) -> Floats:
    """The lines on the shortest way between each two points; where there is none, one more than the longest way."""
    number = {node: place for place, node in enumerate(nodes)}
    beside: list[list[int]] = [[] for _ in nodes]
    for start, end in lines:
        beside[number[start]].append(number[end])
        beside[number[end]].append(number[start])
    distances = np.full((len(nodes), len(nodes)), np.inf)
    for place in range(len(nodes)):
        distances[place, place] = 0.0
        waiting = deque([place])
        while waiting:
            here = waiting.popleft()
            for there in beside[here]:
                if distances[place, there] == np.inf:
                    distances[place, there] = distances[place, here] + 1.0
                    waiting.append(there)
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
