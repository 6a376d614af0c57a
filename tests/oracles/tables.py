"""The yardsticks of published tables: row by row, value by value, as the definitions read."""

import itertools
import math
from fractions import Fraction


def classes(rows, missing="value"):
    """For every distinct tuple of quasi-identifiers, by first appearance: the sensitive values."""
    if missing == "dropped":
        rows = [(cells, value) for cells, value in rows if value is not None and None not in cells]
    class_of = {}
    for cells, _ in rows:
        class_of[cells] = [value for other, value in rows if other == cells]
    return list(class_of.values()), [value for _, value in rows]


def share(values, value):
    return Fraction(values.count(value), len(values))


def entropy(values):
    return -sum(p * math.log2(p) for p in (float(share(values, value)) for value in set(values)))


def total_variation(values, whole):
    return float(sum(abs(share(values, x) - share(whole, x)) for x in set(whole)) / 2)


def earth_mover(values, whole):
    domain, moved, running = sorted(set(whole), key=str), Fraction(0), Fraction(0)
    for x in domain:
        running += share(values, x) - share(whole, x)
        moved += abs(running)
    return float(moved / (len(domain) - 1))


def divergence(values, whole):
    return sum(float(share(values, x)) * math.log2(share(values, x) / share(whole, x)) for x in set(values))


def disclosure(values, whole, support=False):
    ratios = [(share(values, x), share(whole, x)) for x in set(whole)]
    return max(abs(math.log2(p / q)) if p else (0.0 if support else math.inf) for p, q in ratios)


def euclid(values, whole):
    return math.sqrt(sum((share(values, x) - share(whole, x)) ** 2 for x in set(whole)))


def recursive(values, c):
    counts = sorted((values.count(x) for x in set(values)), reverse=True)
    return max(
        length for length in range(1, len(counts) + 1) if length == 1 or counts[0] < c * sum(counts[length - 1 :])
    )


def minimal(satisfying):
    """The elements of a set of tuples that have no other one below them."""
    return sorted(
        node
        for node in satisfying
        if not any(other != node and all(map(int.__le__, other, node)) for other in satisfying)
    )


def lattice(heights):
    return list(itertools.product(*(range(height + 1) for height in heights)))
