"""When two records are taken to be the same person: every kind of rule as its sentence says it.

A rule is handed in and only asked what it was made of; a similarity also whether two values are alike, and a
normaliser what a value is compared as.
"""

import math
from fractions import Fraction

from leakage import Attribute, Record


def same_person(rule, left, right):
    return SAYS[type(rule).__name__](rule, left, right)


def values(record, label):
    """What a record knows of a label; confidence 0 is not knowing."""
    return {a.value for a in record if a.label == label and a.confidence > 0}


def shares(rule, left, right):
    return all(_met(condition, left, right) for condition in rule.required)


def _met(condition, left, right):
    if isinstance(condition, str):
        return bool(values(left, condition) & values(right, condition))
    mine, others = values(left, condition.label), values(right, condition.label)
    return any(condition.alike(value, other) for value in mine for other in others)


def same_key_set(rule, left, right):
    mine, others = ([values(record, label) for label in rule.labels] for record in (left, right))
    return all(mine) and mine == others


def at_least(rule, left, right):
    """Weights are taken as the decimals they were written as."""
    score = Fraction(0)
    for label, weight in rule.weights:
        shared = values(left, label) & values(right, label)
        score += Fraction(str(weight)) if shared else 0
    return score >= Fraction(str(rule.threshold))


def any_of(rule, left, right):
    return any(same_person(part, left, right) for part in rule.rules)


def unless(rule, left, right):
    value_sets = [(values(left, label), values(right, label)) for label in rule.conflicts.labels]
    contradict = any(mine and others and not mine & others for mine, others in value_sets)
    return same_person(rule.match, left, right) and not contradict


def normalised(rule, left, right):
    return same_person(rule.match, *(_as_compared(record, rule.normaliser) for record in (left, right)))


def _as_compared(record, normaliser):
    confidence = {}
    for a in record:
        pair = (a.label, normaliser.value(a.label, a.value))
        confidence[pair] = max(a.confidence, confidence.get(pair, 0.0))
    return Record(Attribute(*pair, likely) for pair, likely in confidence.items())


def fellegi_sunter(rule, left, right):
    """Odds multiplied in fractions, which neither round nor saturate."""
    odds = Fraction(rule.prior) / (1 - Fraction(rule.prior))
    for comparison in rule.comparisons:
        odds_of = [
            _times_as_likely(comparison, mine, other)
            for mine in values(left, comparison.label)
            for other in values(right, comparison.label)
        ]
        odds *= max(*odds_of, 1) if odds_of and not rule.against else max(odds_of, default=1)
    return math.log2(odds) >= rule.threshold - 1e-9


def _times_as_likely(comparison, left, right):
    for level in comparison.levels:
        if left == right if level.similar is None else level.similar.alike(left, right):
            return Fraction(level.m) / Fraction(level.u)
    return Fraction(comparison.otherwise.m) / Fraction(comparison.otherwise.u)


def function(rule, left, right):
    return rule.function(*(Record(a for a in r if a.label in rule.labels and a.confidence > 0) for r in (left, right)))


SAYS = {
    "MatchFunction": function,
    "FellegiSunter": fellegi_sunter,
    "Shares": shares,
    "SameKeySet": same_key_set,
    "AtLeast": at_least,
    "AnyOf": any_of,
    "Unless": unless,
    "Normalised": normalised,
}
