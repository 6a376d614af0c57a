"""The bounds of the search, node by node: no choice below a node leaks less, whatever is spent."""

import itertools

import numpy as np
import pytest

from leakage.decision.disinformation import candidates
from leakage.decision.disinformation.bounds import ByKeys
from leakage.decision.disinformation.candidates import Wrong, labels_without_join_effect, options_of
from leakage.decision.disinformation.problem import DecoyProblem, Space
from leakage.decision.disinformation.search import DecoySearch
from leakage.measure.measuring import as_measure
from leakage.resolution.merge import noisy_or_merge, union_merge
from tests.decision.disinformation.cases import BY_KEYS, NEGATIVE, AnyKind, Crossing, Instance, TwoTargets
from tests.decision.disinformation.test_plan import seeds


def searches_of(instance, records):
    """The searches of an instance's groups, not yet run."""
    labels = labels_without_join_effect(instance.adversary, instance.labels)
    weight_of = as_measure(instance.weights).weight_of
    wrong = [Wrong(label, weight_of(label), instance.prices.of_attribute(label)) for label in labels]
    options = options_of(instance.moves, wrong, 1, instance.budget)
    problem = DecoyProblem(instance.pools, options, wrong, instance.values)
    return [DecoySearch(Space(problem, 1, records, instance.budget), group, 1) for group in problem.groups()]


def choices(search, chosen):
    """Every way to buy wrong attributes for some options: its cost, and what the group then leaks."""
    problem, budget = search._problem, search._space.budget
    each = [itertools.product(*(range(room + 1) for room in problem.options[number].room)) for number in chosen]
    for counts in itertools.product(*each):
        cost = sum(problem.options[number].cost for number in chosen)
        cost += sum(n * fact.price for some in counts for n, fact in zip(some, problem.wrong, strict=True))
        if cost <= budget + 1e-9:
            blocks = problem.blocks(chosen)
            inside = []
            for block in blocks:
                bought = np.array([counts[place] for place in block.places]).sum(axis=0, keepdims=True)
                inside.append(float(problem.diluted(block.part, bought)[0]))
            yield cost, max([search._rest(chosen, blocks), *inside], default=0.0)


def leaks_no_less(search, least, found):
    for cost, leakage in found:
        assert leakage >= least[search.cells.of_cost(cost)] - 1e-12


def nodes_below(search, chosen):
    """Every choice of options with more than these, those in the order of the search."""
    left = search._space.records - len(chosen)
    first = search._options.index(chosen[-1]) if chosen else 0
    for size in range(1, left + 1):
        for more in itertools.combinations_with_replacement(search._options[first:], size):
            node = (*chosen, *more)
            if search._cost(node) <= search._space.budget + 1e-9:
                yield node


def holds_at(search, chosen):
    left = search._space.records - len(chosen)
    blocks = search._problem.blocks(chosen)
    own, below = search._bounds_of(chosen, blocks, search._rest(chosen, blocks), left)
    leaks_no_less(search, own, choices(search, chosen))
    further = np.zeros((len(search._options), search.cells.count))
    if left and isinstance(search._bound, ByKeys):
        cell = search.cells.of_cost(search._cost(chosen))
        moved = search._bound.further(blocks, search._untouched(blocks), left)
        further = np.full(moved.shape, np.inf)
        further[:, cell:] = moved[:, : search.cells.count - cell]
    for node in nodes_below(search, chosen):
        listed = list(choices(search, node))
        leaks_no_less(search, below, listed)
        leaks_no_less(search, further[search._options.index(node[len(chosen)])], listed)


KINDS = {
    "any rule": lambda seed: Instance(seed, BY_KEYS),
    "negative evidence": lambda seed: Instance(seed, NEGATIVE),
    "two targets": TwoTargets,
    "crossing keys": Crossing,
    "any measure": lambda seed: AnyKind(seed, merges=(union_merge, noisy_or_merge)),
}


@pytest.mark.parametrize(
    ("kind", "records"), [*((kind, 2) for kind in KINDS), ("two targets", 3), ("crossing keys", 3)]
)
@pytest.mark.parametrize("chunk", seeds(50))
def test_no_choice_below_a_node_leaks_less_than_its_bound(chunk, kind, records):
    for seed in chunk:
        for search in searches_of(KINDS[kind](seed), records):
            assert search.least() <= min(leakage for _, leakage in choices(search, ())) + 1e-12
            for chosen in [(), *nodes_below(search, ())]:
                if len(chosen) < 3:
                    holds_at(search, chosen)


@pytest.mark.parametrize("kind", ["any rule", "two targets", "any measure"])
def test_what_is_thinned_out_stays_open(monkeypatch, kind):
    monkeypatch.setattr(candidates, "MOST_CHOICES", 2)
    for seed in range(25):
        for search in searches_of(KINDS[kind](seed), 2):
            search._node_limit = 10_000
            bounds = search.run().bounds()
            for node in [(), *nodes_below(search, ())]:
                for cost, leakage in choices(search, node):
                    assert bounds.best(cost) <= leakage + 1e-12
