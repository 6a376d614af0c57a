"""Advice by its definitions: every choice analysed from scratch, every set of requests, every order of the players.

A match is asked what it matches, and a merge what it makes of two records; both are handed in.
"""

import itertools
import math

from leakage import Attribute, Record
from tests.oracles import resolution


class SlowSubsets:
    """What an adversary knows of some records, worked out once for each set of them."""

    def __init__(self, records, always, operations, measure):
        self.records, self.always, self.operations, self.measure = records, always, operations, measure
        self.seen, self.measured = {}, {}

    def leakage(self, numbers):
        """Whang & Garcia-Molina 2012, Definition 2: the greatest leakage of a composite; what was there comes first."""
        kept = frozenset(numbers)
        if kept not in self.seen:
            records = [*self.always, *(self.records[n] for n in sorted(kept))]
            self.seen[kept] = max(map(self._of, analysed(records, self.operations)), default=0.0)
        return self.seen[kept]

    def _of(self, composite):
        if composite not in self.measured:
            self.measured[composite] = self.measure(composite)
        return self.measured[composite]


def analysed(records, operations):
    """2012, Section 2.4: the records after the operations, one after the other."""
    for operation in operations:
        kind = type(operation).__name__
        if kind == "Correct":
            table = dict(operation.replacements)
            records = [resolution.still_owned(record, resolution.corrected(record, table)) for record in records]
        elif kind == "Augment":
            rows = dict(operation.table)
            given, label = operation.given, operation.label
            records = [
                resolution.still_owned(record, resolution.augmented(record, given, label, rows)) for record in records
            ]
        elif kind == "ResolvePerSource":
            records = _each_owner(records, operation.operation)
        else:
            group = {"Resolve": _swoosh, "SingleLink": _chains}[kind]
            records = [resolution.merged(records, members, operation.merge) for members in group(records, operation)]
    return records


def _each_owner(records, operation):
    """2011, Section 1: every owner analyses what it holds; what came of it is in the order of its first records."""
    while type(operation).__name__ == "ResolvePerSource":  # Each owner's own records are nobody else's.
        operation = operation.operation
    group = {"Resolve": _swoosh, "SingleLink": _chains}[type(operation).__name__]
    owners = [getattr(record, "owner", number) for number, record in enumerate(records)]
    composites = []
    for owner in dict.fromkeys(owners):
        numbers = [number for number, other in enumerate(owners) if other == owner]
        own = [records[number] for number in numbers]
        composites += [
            (numbers[members[0]], resolution.merged(own, members, operation.merge)) for members in group(own, operation)
        ]
    return [composite for _, composite in sorted(composites, key=lambda entry: entry[0])]


def _swoosh(records, operation):
    return resolution.swoosh(records, operation.match, operation.merge)


def _chains(records, operation):
    return resolution.chains(records, operation.match)


def with_presumed(record):
    """A record as facts by their probabilities: at least one of those who are said, or presumed, to hold it does."""
    lacking = {}
    for label, value, confidence in ((a.label, a.value, a.confidence) for a in record):
        fact = (getattr(label, "label", label), getattr(value, "value", value))
        lacking[fact] = lacking.get(fact, 1.0) * (1.0 - confidence)
    return Record(Attribute(*fact, 1.0 - absent) for fact, absent in lacking.items())


def expected_f1(record, reference, weights, similarity):
    """2012, Definition 1 and Section 2.1: of what is near a fact the closest earns it in the worlds it is in.

    ``similarity(label, value, fact)`` is asked of values that are not equal.
    """
    facts = [a.pair for a in reference]
    whole = math.fsum(weights.get(label, 1.0) for label, _ in facts)
    claims = [(*_claim(a.pair, facts, similarity), weights.get(a.label, 1.0), a.confidence) for a in record]
    claims = _closest([entry for entry in claims if entry[3] > 0.0], record.known, facts)
    doubtful = [entry for entry in claims if 0.0 < entry[3] < 1.0]
    terms = []
    for present in itertools.product((False, True), repeat=len(doubtful)):
        chance = math.prod(e[3] if is_so else 1.0 - e[3] for e, is_so in zip(doubtful, present, strict=True))
        world = [e for e in claims if e[3] == 1.0] + [e for e, is_so in zip(doubtful, present, strict=True) if is_so]
        earned = math.fsum(closeness * weight for _, closeness, weight, _ in world)
        record_weight = math.fsum(weight for _, _, weight, _ in world)
        terms.append(chance * 2.0 * earned / (whole + record_weight) if earned else 0.0)
    return math.fsum(terms)


def _closest(claims, attributes, facts):
    """The same, nothing near in all but the closest: the fact itself, or the first."""
    best = {}
    for number, ((fact, closeness, *_), a) in enumerate(zip(claims, attributes, strict=True)):
        best.setdefault(fact, []).append((closeness, a.pair in facts, -number))
    closest = {-max(of_fact)[2] for of_fact in best.values()}
    return [entry if n in closest else (entry[0], 0.0, *entry[2:]) for n, entry in enumerate(claims)]


def _claim(pair, facts, similarity):
    """The place of the fact an attribute comes closest to, and how close."""
    near = [
        (1.0 if pair == fact else similarity(pair[0], pair[1], fact[1]), -place)
        for place, fact in enumerate(facts)
        if fact[0] == pair[0]
    ]
    closeness, place = max(near, default=(0.0, 0))
    return -place, closeness


def shapley(players, worth):
    """Shapley 1953: the mean over all orders of what each player adds on coming."""
    gains = [0.0] * players
    for order in itertools.permutations(range(players)):
        for place, player in enumerate(order):
            gains[player] += worth(frozenset(order[: place + 1])) - worth(frozenset(order[:place]))
    return [gain / math.factorial(players) for gain in gains]


def subsets(size):
    """Every set of numbers below a size."""
    return itertools.chain.from_iterable(itertools.combinations(range(size), n) for n in range(size + 1))


def best_worth(worth, worths, leakage):
    """The least leakage of any set of fields that are worth so much at least."""
    return min(leakage(given) for given in subsets(len(worths)) if math.fsum(worths[n] for n in given) >= worth - 1e-9)


def best_listed(plans, budget):
    """The least leakage among (cost, leakage) pairs within a budget."""
    return min(leakage for cost, leakage in plans if cost <= budget)


def in_all_combinations(parts, constant=0.0):
    """(cost, leakage) of every combination of one plan for each part: costs add up, and the greatest leakage counts."""
    chosen = itertools.product(*parts)
    return [(sum(cost for cost, _ in plans), max([constant, *(left for _, left in plans)])) for plans in chosen]
