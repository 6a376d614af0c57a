"""The slow and obvious ways: what every fast path is held against."""

import itertools
from fractions import Fraction

from leakage import Record


def weigh(pairs, weights):
    return sum((Fraction(weights.get(label, 1.0)) for label, _ in pairs), Fraction(0))


def worlds(record):
    """Every possible world as a set of pairs, with its probability as a fraction."""
    for present in itertools.product((False, True), repeat=len(record)):
        probability = Fraction(1)
        for attribute, here in zip(record, present, strict=True):
            confidence = Fraction(attribute.confidence)
            probability *= confidence if here else 1 - confidence
        yield probability, {a.pair for a, here in zip(record, present, strict=True) if here}


def expected(measure, record, reference, weights):
    """The expectation of a measure of one world over all worlds, in exact arithmetic."""
    truth = {a.pair for a in reference}
    return sum((p * measure(world, truth, weights) for p, world in worlds(record)), Fraction(0))


def precision(world, truth, weights):
    return weigh(world & truth, weights) / weigh(world, weights) if world else Fraction(0)


def recall(world, truth, weights):
    return weigh(world & truth, weights) / weigh(truth, weights) if truth else Fraction(0)


def leakage(record, reference, weights=None, beta=1.0):
    """Whang & Garcia-Molina 2012, Definition 1, in exact arithmetic: precision and recall are combined as printed."""
    square = Fraction(beta) ** 2

    def f_measure(world, truth, weights):
        pr, re = precision(world, truth, weights), recall(world, truth, weights)
        return (1 + square) * pr * re / (square * pr + re) if pr and re else Fraction(0)

    return expected(f_measure, record, reference, weights or {})


def near(value, exact, relative=1e-12):
    """Whether a float lies within a relative error of an exact fraction."""
    return abs(Fraction(value) - exact) <= abs(exact) * Fraction(relative)


def dip(query, records, match, merge):
    """Whang & Garcia-Molina 2011, Definitions 2.1 and 2.2, with the first matching record each time."""
    composite, adhered = query, []
    while True:
        matching = [n for n, record in enumerate(records) if n not in adhered and match.matches(composite, record)]
        if not matching:
            return composite, tuple(sorted(adhered))
        adhered.append(matching[0])
        composite = merge(composite, records[matching[0]])


def merged(records, numbers, merge):
    composite = Record()
    for number in numbers:
        composite = merge(composite, records[number])
    return composite
