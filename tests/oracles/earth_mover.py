"""The earth mover's distance as the transport problem it is, and the ground distances by their definitions."""

import numpy as np
from scipy.optimize import linprog


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
