"""How rare the values of a person are among other people, counted one by one, and the weights that follow."""

import math
from types import SimpleNamespace


def share(label, value, people):
    """The part of a label's holders who hold a value: one more is added to each value seen, and to all unseen ones."""
    answers = [(a.value, a.confidence) for record in people for a in record if a.label == label and a.confidence > 0]
    seen = {text for text, _ in answers}
    return (sum(c for text, c in answers if text == value) + 1) / (sum(c for _, c in answers) + len(seen) + 1)


def bits(label, reference, people):
    """What the person's values of a label tell on average; any value of the label where the person has none."""
    mine = [a.value for a in reference if a.label == label]
    if mine:
        return sum(-math.log2(share(label, value, people)) for value in mine) / len(mine)
    seen = {a.value for record in people for a in record if a.label == label and a.confidence > 0}
    shares = [share(label, value, people) for value in (*seen, None)]
    return -sum(part * math.log2(part) for part in shares)


def informed(reference, people, measure):
    """A measure, as ``oracles.near_values`` takes it, with every weight of a label times its rarity."""
    counted = {a.label for record in people for a in record if a.confidence > 0}
    information = [-math.log2(share(a.label, a.value, people)) for a in reference if a.label in counted]
    mean = sum(information) / len(information) if information else None

    def times(label, weight):
        return weight * bits(label, reference, people) / mean if mean and label in counted else weight

    given = dict(measure.weights)
    labels = {*given, *counted}
    return SimpleNamespace(
        weights=[(label, times(label, given.get(label, 1.0))) for label in labels],
        similarities=measure.similarities,
    )
