"""Yardsticks of a table, the earth mover's distance and generalised values, by their definitions."""

import itertools
import math
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog


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


def ordered_distance(values, whole):
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


def earth_mover(p, q, ground):
    """The least ``sum_ij f_ij d_ij`` of all ways to move p to q, by linear programming."""
    size = len(p)
    leaving, arriving = np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))
    totals = {"A_eq": np.vstack([leaving, arriving]), "b_eq": np.concatenate([p, q])}
    solved = linprog(np.ravel(ground), **totals, bounds=(0, None), method="highs")
    assert solved.status == 0
    return solved.fun


def equal(values):
    return [[float(a != b) for b in values] for a in values]


def ordered(values):
    return [[abs(i - j) / (len(values) - 1) for j in range(len(values))] for i in range(len(values))]


def hierarchical(values, levels):
    """By the first level on which two values are the same; where they never are, one level above the last."""
    ways = {way[0]: way for way in zip(*levels, strict=True)}
    height = len(levels) - 1 + (len(set(levels[-1])) > 1)

    def meeting(a, b):
        return next((level for level in range(len(levels)) if ways[a][level] == ways[b][level]), height)

    return [[meeting(a, b) / height for b in values] for a in values]


SIGNS = {
    "<=": lambda a, b: a <= b,
    "≤": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "≥": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


def number(text):
    """The number that a text is, without a rounding; None for any other."""
    text = text.strip()
    if not text or set(text) - set("0123456789+-.eE") or text.endswith(".") or text.lstrip("+-").startswith("."):
        return None
    try:
        return Fraction(text)
    except ValueError:
        return None


def stands_for(general, value):
    """2012, Section 3.1: whether a generalised value stands for a plain one, blanks around them counted or not."""
    stripped, text = general.strip(), value.strip()
    return stripped in ("*", text) or _spelt(stripped, text) or _spelt(general, value) or _within(stripped, text)


def _spelt(general, value):
    for rest in ("…", "..."):
        if general.endswith(rest) and general != rest:
            return value[: len(general) - len(rest)] == general[: -len(rest)]
    same_length = len(general) == len(value)
    return "*" in general and same_length and all(g in ("*", v) for g, v in zip(general, value, strict=True))


def _within(general, value):
    spelt = "*" in general or any(general.endswith(rest) and general != rest for rest in ("…", "..."))
    return not spelt and _holds(general, number(value))


def _holds(general, n):
    if n is None or not general or number(general) is not None:
        return False
    if general.endswith("+"):
        limit = number(general[:-1])
        return limit is not None and n >= limit
    for sign, compare in SIGNS.items():
        if general.startswith(sign):
            limit = number(general[len(sign) :])
            return limit is not None and compare(n, limit)
    opened, closed = general[0] in "[(", general[-1] in "])"
    inside = general[1:-1] if opened and closed else general
    if opened != closed:
        return False
    for place in range(1, len(inside)):
        for separator in ("..", "-", "–", "—", ",", ";"):
            low, high = number(inside[:place]), number(inside[place + len(separator) :])
            if inside[place:].startswith(separator) and low is not None and high is not None:
                above = low < n if general[0] == "(" else low <= n
                return above and (n < high if general[-1] == ")" else n <= high)
    return False
