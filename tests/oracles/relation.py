"""What related labels mean, in one world after the other: a shared fact is there exactly where a fact that tells it is.

A measure is anything with ``weights``, ``similarities`` and ``relations``; a relation with ``shared`` is a joint.
"""

from fractions import Fraction

from tests.oracles.measure import similarity_of, worlds


def _weights(measure):
    weights = dict(measure.weights)
    for relation in measure.relations:
        weights |= dict(getattr(relation, "weights", ()))
    return lambda label: Fraction(weights.get(label, 1.0))


def _closest(pair, reference, similarities):
    """The fact that a pair comes closest to, the first of several, and how close."""
    label, value = pair
    attribute = type("Pair", (), {"label": label, "value": value, "pair": pair})
    near = [(similarity_of(attribute, fact, similarities), fact.pair) for fact in reference]
    best = max((similarity for similarity, _ in near), default=0.0)
    exact = [fact for _, fact in near if fact == pair]
    first = [fact for similarity, fact in near if similarity == best and best > 0.0]
    return (*(exact or first or [None])[:1], Fraction(best))


def parts(world, reference, measure):
    """X, Y and W_e: what is right in one world, what it says, and what there is."""
    weight, similarities = _weights(measure), dict(measure.similarities)
    closest = {pair: _closest(pair, reference, similarities) for pair in world}
    equal = {label for relation in measure.relations if not hasattr(relation, "shared") for label in relation.labels}
    total = sum((weight(fact.label) for fact in reference if fact.label not in equal), Fraction(0))
    record_weight, earned = Fraction(0), {}
    for pair in world:
        if pair[0] not in equal:
            fact, closeness = closest[pair]
            record_weight += weight(pair[0])
            earned[fact] = max(earned.get(fact, 0), closeness * weight(pair[0]))
    for relation in measure.relations:
        telling = [pair for pair in world if pair[0] in relation.labels]
        closeness = [closest[pair][1] for pair in telling]
        if hasattr(relation, "shared"):
            own = Fraction(dict(relation.weights).get(relation.shared, dict(measure.weights).get(relation.shared, 1.0)))
            times = 1 if telling else 0
        else:
            own = max(Fraction(dict(measure.weights).get(label, 1.0)) for label in relation.labels)
            right = 1 if 1 in closeness else 0
            near = sum(0 < how < 1 for how in closeness)
            wrong = [sum(pair[0] == label and closest[pair][1] == 0 for pair in telling) for label in relation.labels]
            times = right + near + max(wrong)
        record_weight += own * times
        earned[relation.labels] = own * max(closeness, default=Fraction(0))
        total += own if any(fact.label in relation.labels for fact in reference) else 0
    return sum(earned.values(), Fraction(0)), record_weight, total


def _expected(record, reference, measure, value):
    return sum(
        (p * value(*parts(world, reference, measure)) for p, world in worlds(record) if p),
        Fraction(0),
    )


def leakage(record, reference, measure, beta=1.0):
    """Whang & Garcia-Molina 2012, Definition 1: the expectation of F-beta over the worlds of r."""
    square = Fraction(beta) ** 2
    return _expected(record, reference, measure, lambda x, y, w: (1 + square) * x / (square * w + y) if x else 0)


def precision(record, reference, measure):
    return _expected(record, reference, measure, lambda x, y, w: x / y if x else 0)


def recall(record, reference, measure):
    return _expected(record, reference, measure, lambda x, y, w: x / w if x else 0)
