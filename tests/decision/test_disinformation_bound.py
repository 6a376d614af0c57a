"""The bounds of the search, node by node: no choice below a node leaks less, whatever is spent."""

import itertools

import numpy as np
import pytest

from leakage.decision.dilution import Wrong
from leakage.decision.disinformation_bound import ByKeys
from leakage.decision.disinformation_ground import Ground, options_of, quiet_labels
from leakage.decision.disinformation_search import Search, Space
from leakage.measure.weights import weight_of
from tests.decision.disinformation_oracle import BY_KEYS, NEGATIVE, Crossing, Instance, TwoTargets, believable
from tests.decision.test_disinformation_plan import seeds


def searches_of(instance, records):
    """The searches of an instance's groups, not yet run."""
    labels = quiet_labels(instance.adversary, instance.labels)
    wrong = [Wrong(label, weight_of(label, instance.weights), instance.prices.of_attribute(label)) for label in labels]
    options = options_of(instance.moves, wrong, believable, instance.prices, 1, instance.budget, bare=True)
    ground = Ground(instance.pools, options, wrong)
    return [Search(Space(ground, 1, records, instance.budget), group, 1) for group in ground.groups()]


def choices(search, chosen):
    """Every way to buy wrong attributes for some options: its cost, and what the group then leaks."""
    ground, budget = search._ground, search._space.budget
    each = [itertools.product(*(range(room + 1) for room in ground.options[number].room)) for number in chosen]
    for counts in itertools.product(*each):
        cost = sum(ground.options[number].cost for number in chosen)
        cost += sum(n * one.price for some in counts for n, one in zip(some, ground.wrong, strict=True))
        if cost <= budget + 1e-9:
            blocks = ground.blocks(chosen)
            weights = {
                block: sum(
                    n * one.weight for place in block.places for n, one in zip(counts[place], ground.wrong, strict=True)
                )
                for block in blocks
            }
            inside = [ground.leakage_of(block.part, weight) for block, weight in weights.items()]
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
    blocks = search._ground.blocks(chosen)
    own, below = search._bounds_of(chosen, blocks, search._rest(chosen, blocks), left)
    leaks_no_less(search, own, choices(search, chosen))
    further = np.zeros((len(search._options), search.cells.count))
    if left and isinstance(search._bound, ByKeys):
        cell = search.cells.of_cost(search._cost(chosen))
        moved = search._bound.further(blocks, search._untouched(blocks), left)
        further = np.full(moved.shape, np.inf)
        further[:, cell:] = moved[:, : search.cells.count - cell]
    for node in nodes_below(search, chosen):
        found = list(choices(search, node))
        leaks_no_less(search, below, found)
        leaks_no_less(search, further[search._options.index(node[len(chosen)])], found)


KINDS = {
    "any rule": lambda seed: Instance(seed, BY_KEYS),
    "negative evidence": lambda seed: Instance(seed, NEGATIVE),
    "two targets": TwoTargets,
    "crossing keys": Crossing,
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
