"""Advice by its definitions: every choice analysed from scratch, every set of requests, every order of the players.

A match is asked what it matches, and a merge what it makes of two records; both are handed in.
"""

import itertools
import math


def shapley(players, worth):
    """Shapley 1953: the mean over all orders of what each player adds on coming."""
    gains = [0.0] * players
    for order in itertools.permutations(range(players)):
        for place, player in enumerate(order):
            gains[player] += worth(frozenset(order[: place + 1])) - worth(frozenset(order[:place]))
    return [gain / math.factorial(players) for gain in gains]


def subsets(size):
    """Every set of numbers below a size."""
    return itertools.chain.from_iterable(itertools.combinations(range(size), n) for n in range(size + 1))
