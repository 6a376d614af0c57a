"""The attacker of Rebollo-Monedero et al., and rate and distortion, by their definitions."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np


def log2(x):
    return math.log2(x) if x else -math.inf


def entropy(probabilities):
    return -sum(p * math.log2(p) for p in probabilities if p)


def smallest_sets(probabilities, confidence):
    """All the smallest sets of places with at least the confidence; probabilities are Fractions."""
    for size in range(1, len(probabilities) + 1):
        sets = itertools.combinations(range(len(probabilities)), size)
        fitting = [places for places in sets if sum(probabilities[place] for place in places) >= confidence]
        if fitting:
            return fitting
    raise AssertionError("all values together have probability 1")


def typical(probabilities, length, slack):
    """The sequences whose probability is about that of most, and the probability of them all."""
    likely = []
    for sequence in itertools.product(range(len(probabilities)), repeat=length):
        chance = math.prod(probabilities[x] for x in sequence)
        if chance and abs(-log2(chance) / length - entropy(probabilities)) <= slack + 1e-12:
            likely.append(chance)
    return len(likely), sum(likely)


def jointly_typical(joint, observed, slack):
    """The sequences x that are jointly typical with those observed, and their probability given these."""
    length, rows, columns = len(observed), range(len(joint)), range(len(joint[0]))
    p_x = [sum(joint[x]) for x in rows]
    p_y = [sum(joint[x][y] for x in rows) for y in columns]
    cells = [joint[x][y] for x in rows for y in columns]

    def fits(chance, probabilities):
        return chance > 0 and abs(-log2(chance) / length - entropy(probabilities)) <= slack + 1e-12

    seen, size, probability = math.prod(p_y[y] for y in observed), 0, 0.0
    for sequence in itertools.product(rows, repeat=length):
        both = math.prod(joint[x][y] for x, y in zip(sequence, observed, strict=True))
        if fits(seen, p_y) and fits(math.prod(p_x[x] for x in sequence), p_x) and fits(both, cells):
            size, probability = size + 1, probability + both / seen
    return size, probability


def mean_square_reductions(joint, costs):
    """``E ΔP²`` of an attacker who guesses what costs least: over every observation, with and without it.

    One for each guess that she may make without an observation: several cost the same but for rounding.
    """
    rows, columns = range(len(joint)), range(len(joint[0]))
    prior = [sum(joint[x]) for x in rows]

    def cost(belief, guess):
        return sum(belief[x] * costs[x][guess] for x in rows)

    guesses = range(len(costs[0]))
    least = min(cost(prior, guess) for guess in guesses)
    totals = []
    for blind in (guess for guess in guesses if cost(prior, guess) <= least + 1e-12):
        total = 0.0
        for y in columns:
            seen = sum(joint[x][y] for x in rows)
            if seen:
                after = [joint[x][y] / seen for x in rows]
                total += seen * (cost(after, blind) - min(cost(after, guess) for guess in guesses)) ** 2
        totals.append(total)
    return totals


def information(joint):
    """I(X;Y) in nats."""
    rows, columns = range(len(joint)), range(len(joint[0]))
    p_x = [sum(joint[x]) for x in rows]
    p_y = [sum(joint[x][y] for x in rows) for y in columns]
    return sum(joint[x][y] * math.log(joint[x][y] / (p_x[x] * p_y[y])) for x in rows for y in columns if joint[x][y])


def are_neighbours(left, right):
    """Whether one database becomes another of its size by changing one record."""
    return (Counter(left) - Counter(right)).total() == 1


def epsilon(answers, rule, pairs):
    """The greatest log ratio of what is heard, over all answers and neighbours, both ways round."""
    heard = [[sum(row[x] * rule[x][y] for x in range(len(rule))) for y in range(len(rule[0]))] for row in answers]
    worst = 0.0
    for a, b in itertools.chain(pairs, (pair[::-1] for pair in pairs)):
        for p, q in zip(heard[a], heard[b], strict=True):
            if p:
                worst = max(worst, math.log(p / q) if q else math.inf)
    return worst


def geometric_noise(people, ratio):
    """A count and noise with ``P(k) = (1-α)/(1+α) α^|k|``, cut off far out and clamped."""
    rule = [[0.0] * (people + 1) for _ in range(people + 1)]
    for x, noise in itertools.product(range(people + 1), range(-400, 401)):
        heard = min(max(x + noise, 0), people)
        rule[x][heard] += (1 - ratio) / (1 + ratio) * ratio ** abs(noise)
    return rule


def fractions(odds):
    return [Fraction(odd, sum(odds)) for odd in odds]


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
