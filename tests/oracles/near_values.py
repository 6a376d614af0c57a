"""What near values mean, world by world: of those of r that are near one fact the closest earns it where it is there.

A measure is anything with ``weights`` and ``similarities``.
"""

from fractions import Fraction

from tests.oracles.measure import worlds


def similarity_of(pair, fact, similarities):
    if pair[0] != fact[0]:
        return 0.0
    if pair == fact:
        return 1.0
    return similarities[fact[0]].of(pair[1], fact[1]) if fact[0] in similarities else 0.0


def earned_by(record, reference, similarities):
    """What pairs of a record earn of a fact: of equally close ones the fact itself, or the first."""
    facts = [fact.pair for fact in reference]
    claims = {}
    for place, a in enumerate(a for a in record if a.confidence > 0):
        near = [similarity_of(a.pair, fact, similarities) for fact in facts]
        closest = max(near, default=0.0)
        if closest > 0.0:
            fact = a.pair if a.pair in facts else facts[near.index(closest)]
            claims.setdefault(fact, []).append((closest, a.pair == fact, -place, a.pair))
    return {max(of_fact)[-1]: Fraction(max(of_fact)[0]) for of_fact in claims.values()}


def parts(world, record, reference, measure):
    """X, Y and W_e: what is right in one world of a record, what it says, and what there is."""
    weights = dict(measure.weights)
    earned = earned_by(record, reference, dict(measure.similarities))

    def weight(pair):
        return Fraction(weights.get(pair[0], 1.0))

    right = sum((weight(pair) * earned.get(pair, 0) for pair in world), Fraction(0))
    return right, sum(map(weight, world), Fraction(0)), sum((weight(fact.pair) for fact in reference), Fraction(0))


def _expected(record, reference, measure, value):
    return sum((p * value(*parts(world, record, reference, measure)) for p, world in worlds(record)), Fraction(0))


def leakage(record, reference, measure, beta=1.0):
    """Whang & Garcia-Molina 2012, Definition 1 and Section 2.1: the expectation of F-beta over the worlds of r."""
    square = Fraction(beta) ** 2
    return _expected(record, reference, measure, lambda x, y, w: (1 + square) * x / (square * w + y) if x else 0)


def precision(record, reference, measure):
    return _expected(record, reference, measure, lambda x, y, w: x / y if x else 0)


def recall(record, reference, measure):
    return _expected(record, reference, measure, lambda x, y, w: x / w if x else 0)
