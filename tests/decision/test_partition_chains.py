"""Moves among partitions: every one of them balances in detail, by going through all that chance may choose."""

import itertools
import math
import random

import numpy as np
import pytest

from leakage.decision.partitions import Draws, log_weight, masks_of, merge_or_split, shift


class Script:
    """Chance that chooses what it is told to, and then the first; it remembers how probable that was."""

    def __init__(self, choices):
        self.choices, self.made, self.probability = list(choices), [], 1.0

    def _choose(self, weights):
        chosen = self.choices.pop(0) if self.choices else 0
        self.made.append((chosen, len(weights)))
        self.probability *= weights[chosen] / sum(weights)
        return chosen

    def randrange(self, count):
        return self._choose([1.0] * count)

    def choices_of(self, options, weights):
        return [list(options)[self._choose(list(weights))]]

    def sample(self, things, count):
        left = list(things)
        return [left.pop(self.randrange(len(left))) for _ in range(count)]


def scripted(choices):
    script = Script(choices)
    chance = type("Chance", (), {})()
    chance.randrange, chance.choices, chance.sample = script.randrange, script.choices_of, script.sample
    return script, chance


def outcomes(move, labels):
    """The probability of every partition after a move, over all that chance may choose."""
    found, prefix = {}, []
    while prefix is not None:
        script, chance = scripted(prefix)
        after = labels.copy()
        move(after, chance)
        state = frozenset(masks_of(after))
        found[state] = found.get(state, 0.0) + script.probability
        prefix = following([chosen for chosen, _ in script.made], [count for _, count in script.made])
    return found


def following(chosen, counts):
    while chosen:
        if chosen[-1] + 1 < counts[len(chosen) - 1]:
            return [*chosen[:-1], chosen[-1] + 1]
        chosen.pop()
    return None


def states(count):
    """Every partition, with labels in an order at random."""
    seen = {}
    for labels in itertools.product(range(count), repeat=count):
        seen.setdefault(frozenset(masks_of(np.array(labels))), np.array(labels))
    return seen


def evidence(chance, count, kind):
    pairs = np.zeros((count, count))
    for a, b in itertools.combinations(range(count), 2):
        drawn = {"usual": chance.gauss(0.0, 2.0), "wide": chance.gauss(0.0, 30.0), "none": 0.0}
        pairs[a, b] = pairs[b, a] = drawn.get(kind, chance.choice([-math.inf, chance.gauss(0.0, 2.0)]))
    return pairs


@pytest.mark.parametrize("kind", ["usual", "wide", "none", "never"])
@pytest.mark.parametrize("move", ["merge or split", *range(4)])
def test_every_move_balances_in_detail(kind, move):
    """``P(a) P(a to b) = P(b) P(b to a)``, and so the chain draws each partition as often as it is probable."""
    pairs = evidence(random.Random(4), 4, kind)

    def moved(labels, chance):
        if move == "merge or split":
            merge_or_split(pairs, labels, chance)
        else:
            shift(pairs, labels, move, chance)

    partitions = states(4)
    weights = {state: log_weight(pairs, labels) for state, labels in partitions.items()}
    possible = [state for state, weight in weights.items() if weight > -math.inf]
    after = {state: outcomes(moved, partitions[state]) for state in possible}
    assert len(partitions) == 15 and all(sum(found.values()) == pytest.approx(1.0) for found in after.values())
    for one, other in itertools.combinations(possible, 2):
        there, back = after[one].get(other, 0.0), after[other].get(one, 0.0)
        greatest = max(weights[one], weights[other])
        assert 2.0 ** (weights[one] - greatest) * there == pytest.approx(2.0 ** (weights[other] - greatest) * back)
    assert not {state for found in after.values() for state, p in found.items() if p} - set(possible)


def test_merging_and_splitting_alone_reach_every_partition():
    pairs = evidence(random.Random(2), 4, "usual")
    partitions = states(4)
    reached = {state: set(outcomes(lambda a, c: merge_or_split(pairs, a, c), at)) for state, at in partitions.items()}
    found = {frozenset([15])}
    while (more := set().union(*(reached[state] for state in found))) != found:
        found |= more
    assert found == set(partitions)


def test_a_margin_is_given_only_where_chains_agree_and_never_without_width():
    constant = np.full((8, 100), 0.5)
    apart = np.repeat([0.4, 0.6], 4)[:, np.newaxis] + np.zeros((8, 100))
    noisy = np.random.default_rng(0).normal(size=(8, 100))
    assert Draws(constant, constant, frozenset(), ()).margin((0.2, 0.9)) > 0.0
    assert Draws(constant, noisy, frozenset(), ()).margin((0.2, 0.9)) > 0.0
    assert Draws(apart, constant, frozenset(), ()).margin((0.2, 0.9)) is None
    assert Draws(constant, apart, frozenset(), ()).margin((0.2, 0.9)) is None
    # Agreeing, but of less than 400 effective draws.
    slow = np.repeat(noisy[:, :40], 5, axis=1)
    assert Draws(slow, constant, frozenset(), ()).margin((0.2, 0.9)) is None
