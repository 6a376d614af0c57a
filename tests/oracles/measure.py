"""The leakage of a record by its definitions: world by world, in exact arithmetic."""

import functools
import itertools
import math
from fractions import Fraction

from leakage import Attribute, Record


def weigh(pairs, weights):
    return sum((Fraction(weights.get(label, 1.0)) for label, _ in pairs), Fraction(0))


def worlds(record):
    """Every possible world as a set of pairs, with its probability as a fraction; none of probability 0."""
    may_be = [[is_so for is_so in (False, True) if a.confidence != (0.0 if is_so else 1.0)] for a in record]
    for present in itertools.product(*may_be):
        probability = Fraction(1)
        for attribute, is_so in zip(record, present, strict=True):
            confidence = Fraction(attribute.confidence)
            probability *= confidence if is_so else 1 - confidence
        yield probability, {a.pair for a, is_so in zip(record, present, strict=True) if is_so}


def expected(measure, record, reference, weights):
    """The expectation of a measure of one world over all worlds, in exact arithmetic."""
    truth = {a.pair for a in reference}
    return sum((p * measure(world, truth, weights) for p, world in worlds(record)), Fraction(0))


def precision(world, truth, weights):
    return weigh(world & truth, weights) / weigh(world, weights) if world else Fraction(0)


def recall(world, truth, weights):
    return weigh(world & truth, weights) / weigh(truth, weights) if truth else Fraction(0)


def f_measure(world, truth, weights, beta=1.0):
    """Precision and recall combined as printed; 0 where nothing is right."""
    pr, re, square = precision(world, truth, weights), recall(world, truth, weights), Fraction(beta) ** 2
    return (1 + square) * pr * re / (square * pr + re) if pr and re else Fraction(0)


def leakage(record, reference, weights=None, beta=1.0):
    """Whang & Garcia-Molina 2012, Definition 1, in exact arithmetic."""
    return expected(functools.partial(f_measure, beta=beta), record, reference, weights or {})


def of_columns(weight, confidence, credit, scale):
    """``E[X / (A + Y)]`` over the worlds of one record, those with equal X and Y taken together."""
    worlds = {(Fraction(0), Fraction(0)): Fraction(1)}
    for w, p, c in zip(weight, confidence, credit, strict=True):
        then = {}
        for (right, weight_sum), probability in worlds.items():
            there, absent = (right + Fraction(c), weight_sum + Fraction(w)), (right, weight_sum)
            then[there] = then.get(there, 0) + probability * Fraction(p)
            then[absent] = then.get(absent, 0) + probability * (1 - Fraction(p))
        worlds = then
    return sum((p * x / (Fraction(scale) + y) for (x, y), p in worlds.items() if x), Fraction(0))


def of_many(number, right, p, weight, scale, heavy=()):
    """``of_columns`` for a great number of equal attributes, ``right`` of them right, and a few (w, p, credit) more.

    How many of the equal ones are present is binomial; its probabilities are taken from the most likely number
    outwards in integers of 200 bits, down to 2^-120 of it.
    """
    counts = _binomial(number, Fraction(p))
    whole = sum(counts.values())
    total = Fraction(0)
    for present in itertools.product((False, True), repeat=len(heavy)):
        chance, x, weight_sum = Fraction(1), Fraction(0), Fraction(scale)
        for (w, likely, credit), is_so in zip(heavy, present, strict=True):
            chance *= Fraction(likely) if is_so else 1 - Fraction(likely)
            x, weight_sum = (x + Fraction(credit), weight_sum + Fraction(w)) if is_so else (x, weight_sum)
        share = Fraction(right, number) * Fraction(weight)
        total += chance * _mean_ratio(counts, whole, (x, share), (weight_sum, Fraction(weight)))
    return total


def _mean_ratio(counts, whole, above, below):
    """The mean of ``(a + b k) / (c + d k)`` over the counts k, to 220 bits."""
    unit = math.lcm(*(part.denominator for part in (*above, *below)))
    a, b, c, d = (int(part * unit) for part in (*above, *below))
    fine = 1 << 220
    terms = (t * ((a + b * k) * fine // (c + d * k)) for k, t in counts.items() if a + b * k)
    return Fraction(sum(terms), whole * fine)


def _binomial(number, p):
    there, absent = p.numerator, p.denominator - p.numerator
    mode = min(number, int((number + 1) * p))
    counts = {mode: 1 << 200}
    for k in range(mode, number):
        counts[k + 1] = counts[k] * (number - k) * there // ((k + 1) * absent)
        if counts[k + 1] < 1 << 80:
            break
    for k in range(mode, 0, -1):
        counts[k - 1] = counts[k] * k * absent // ((number - k + 1) * there)
        if counts[k - 1] < 1 << 80:
            break
    return counts


def near(value, exact, relative=1e-12):
    """Whether a float lies within a relative error of an exact fraction."""
    return abs(Fraction(value) - exact) <= abs(exact) * Fraction(relative)


def certain(record):
    """``r_e`` of 2012, Section 4.3: the same record with every confidence 1."""
    return Record(Attribute(*a.pair) for a in record)
