"""The layout of a small graph, against networkx's distances and its layout by Kamada & Kawai."""

import networkx
import numpy as np
import pytest

from pages.kit.charts.joins import laid_out, lowered, steps_between, stress


def drawn(graph):
    """The places, and how far from the distances they are at the best size."""
    nodes = list(graph)
    places = np.array([laid_out(nodes, graph.edges)[node] for node in nodes])
    return places, best_stress(places, steps_between(nodes, graph.edges))


def best_stress(places, distances):
    """The stress at the size where it is least."""
    pairs = np.triu_indices(len(places), 1)
    ratio = np.hypot(*(places[pairs[0]] - places[pairs[1]]).T) / distances[pairs]
    return stress(places * ratio.sum() / (ratio**2).sum(), distances)


def random_graph(seed):
    """As a graph of joins: records, and joins of two or more of them; in one piece or in several."""
    chance = np.random.default_rng(seed)
    graph = networkx.Graph()
    records = [("record", number) for number in range(chance.integers(2, 16))]
    graph.add_nodes_from(records)
    for join in range(chance.integers(1, 10)):
        some = chance.choice(len(records), size=chance.integers(2, min(5, len(records)) + 1), replace=False)
        graph.add_edges_from((records[number], ("join", join)) for number in some)
    return graph


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_steps_are_the_shortest_ways(seed):
    graph = random_graph(seed)
    nodes = list(graph)
    ways = dict(networkx.all_pairs_shortest_path_length(graph))
    longest = max(length for lengths in ways.values() for length in lengths.values())
    expected = [[ways[start].get(end, longest + 1) for end in nodes] for start in nodes]
    assert steps_between(nodes, graph.edges).tolist() == expected


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_no_step_raises_the_stress_and_the_end_is_as_good_as_kamada_and_kawai(seed):
    graph = random_graph(seed)
    nodes = list(graph)
    distances = steps_between(nodes, graph.edges)
    start = np.random.default_rng(seed).normal(size=(len(nodes), 2))
    assert stress(lowered(start, distances), distances) <= stress(start, distances)
    theirs = networkx.kamada_kawai_layout(graph, dist=dict(zip(nodes, rows(nodes, distances), strict=True)))
    _, ours = drawn(graph)
    # Both end in some hollow of the same landscape, not always in the same one.
    assert ours <= 1.25 * best_stress(np.array([theirs[node] for node in nodes]), distances) + 0.05


def rows(nodes, distances):
    return [dict(zip(nodes, row, strict=True)) for row in distances.tolist()]


@pytest.mark.parametrize("graph", [networkx.path_graph(6), networkx.complete_graph(3)], ids=["path", "triangle"])
def test_what_can_be_drawn_true_is(graph):
    places, left = drawn(graph)
    assert left == pytest.approx(0.0, abs=1e-3)
    assert places.mean(axis=0) == pytest.approx([0.0, 0.0], abs=1e-9)
    assert np.hypot(*places.T).max() == pytest.approx(1.0)


def test_the_same_graph_is_drawn_alike():
    graph = random_graph(5)
    assert laid_out(list(graph), graph.edges) == laid_out(list(graph), list(graph.edges))


def test_one_point_and_none():
    assert laid_out(["a"], []) == {"a": (0.0, 0.0)} and laid_out([], []) == {}
