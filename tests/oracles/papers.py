"""The papers' figures by hand: exact fractions and plain loops, which share nothing with leakage."""

import itertools
import math
from fractions import Fraction


def weigh(pairs, weights):
    return sum((Fraction(weights.get(label, 1)) for label, _ in pairs), Fraction(0))


def precision(record, reference, **weights):
    return weigh(record & reference, weights) / weigh(record, weights)


def recall(record, reference, **weights):
    return weigh(record & reference, weights) / weigh(reference, weights)


def f1(record, reference, **weights):
    """2 Pr Re / (Pr + Re); 0 where nothing is right."""
    if not record & reference:
        return Fraction(0)
    pr, re = precision(record, reference, **weights), recall(record, reference, **weights)
    return 2 * pr * re / (pr + re)


def worlds(facts):
    """Every world of facts with their confidences, and its probability."""
    for choice in itertools.product((True, False), repeat=len(facts)):
        chance = math.prod(c if present else 1 - c for (_, c), present in zip(facts, choice, strict=True))
        yield Fraction(chance), {pair for (pair, _), present in zip(facts, choice, strict=True) if present}


def leakage(facts, reference, **weights):
    return sum((chance * f1(world, reference, **weights) for chance, world in worlds(facts)), Fraction(0))
