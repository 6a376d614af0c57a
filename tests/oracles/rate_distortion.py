"""Rate and distortion: the Blahut-Arimoto algorithm as it is written, and Hamming distortion in closed form."""

import math

import numpy as np


def blahut_arimoto(prior, costs, slope, rounds):
    """``(D, R, lower)``: the rule after so many rounds, and what no rule's ``I + s E d`` comes below; in bits."""
    p, d = np.array(prior), np.array(costs)
    p, d = p[p > 0], d[p > 0]
    q = np.full(d.shape[1], 1 / d.shape[1])
    for _ in range(rounds):
        rule = q * 2.0 ** (-slope * d)
        rule /= rule.sum(axis=1)[:, None]
        q = p @ rule
    rule = q * 2.0 ** (-slope * d)
    sums = rule.sum(axis=1)
    rule /= sums[:, None]
    output = p @ rule
    rate = sum(
        p[x] * rule[x, y] * math.log2(rule[x, y] / output[y])
        for x in range(len(p))
        for y in range(len(q))
        # What floats cannot tell from 0 adds nothing.
        if p[x] * rule[x, y] > 0
    )
    worst = max(sum(p[x] * 2.0 ** (-slope * d[x, y]) / sums[x] for x in range(len(p))) for y in range(len(q)))
    lower = -sum(p[x] * math.log2(sums[x]) for x in range(len(p))) - math.log2(worst)
    return float((p[:, None] * rule * d).sum()), rate, lower


def hamming(prior, distortion):
    """R(D) in bits (Erokhin 1958): the k likeliest values are told, each mistaken for each other one with θ.

    ``D = 1 - sum_k p + (k-1) θ`` with θ between the k-th and the next probability, and
    ``R = -sum_k p log p + (1-D) log(1-D) + (k-1) θ log θ``.
    """

    def xlogx(x):
        return x * math.log2(x) if x > 0 else 0.0

    p = sorted((value for value in prior if value > 0), reverse=True)
    if distortion >= 1 - p[0]:
        return 0.0
    for k in range(len(p), 1, -1):
        theta = (distortion - 1 + sum(p[:k])) / (k - 1)
        if theta <= p[k - 1]:
            return -sum(map(xlogx, p[:k])) + xlogx(1 - distortion) + (k - 1) * xlogx(max(theta, 0.0))
    raise AssertionError("some k must fit")
