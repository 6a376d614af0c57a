"""Single rules, resolution and what is decided by it, by their definitions; ``kinds.same_person`` asks any rule."""

import itertools
import math
from fractions import Fraction
from functools import reduce

from leakage import Attribute, Record


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


def contradict(conflicts, left, right):
    value_sets = [(values(left, label), values(right, label)) for label in conflicts.labels]
    return any(mine and others and not mine & others for mine, others in value_sets)


def as_compared(record, normaliser):
    return surest(Attribute(a.label, normaliser.value(a.label, a.value), a.confidence) for a in record)


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


def dip(query, records, match, merge):
    """Whang & Garcia-Molina 2011, Definitions 2.1 and 2.2, with the first matching record each time.

    What adheres is merged with the query in the order of its dates, that of the records.
    """
    composite, adhered = query, []
    while True:
        matching = [n for n, record in enumerate(records) if n not in adhered and match.matches(composite, record)]
        if not matching:
            return composite, tuple(adhered)
        adhered = sorted([*adhered, matching[0]])
        composite = reduce(merge, (records[number] for number in adhered), query)


def merged(records, numbers, merge):
    composite = Record()
    for number in numbers:
        composite = merge(composite, records[number])
    return composite


def closure(records, match, merge):
    """2012, Section 2.4: any two composites that match become one, until none do. The members of each, ascending.

    Of many outcomes the one where the pair that comes first is always merged next; with representativity the only one.
    """
    groups = [(number,) for number in range(len(records))]
    while True:
        composites = [merged(records, group, merge) for group in groups]
        pairs = itertools.combinations(range(len(groups)), 2)
        pair = next(((a, b) for a, b in pairs if match.matches(composites[a], composites[b])), None)
        if pair is None:
            return sorted(groups)
        both = tuple(sorted(groups[pair[0]] + groups[pair[1]]))
        groups = [group for number, group in enumerate(groups) if number not in pair] + [both]


def swoosh(records, match, merge):
    """R-Swoosh (Benjelloun et al. 2009), which 2012, Section 2.4 names: the members of each composite, ascending.

    The first record that waits is compared with the settled ones in the order they settled; the first that matches
    is taken back and waits with it, as one, in front.
    """
    waiting, settled = [(number,) for number in range(len(records))], []
    while waiting:
        group, waiting = waiting[0], waiting[1:]
        composite = merged(records, group, merge)
        alike = [other for other in settled if match.matches(composite, merged(records, other, merge))]
        settled = [other for other in settled if other != alike[0]] if alike else [*settled, group]
        waiting = [tuple(sorted(group + alike[0])), *waiting] if alike else waiting
    return sorted(settled)


def chains(records, match):
    """Connected components of the pairs of records that match; composites are never compared."""
    groups = [{number} for number in range(len(records))]
    for left, right in itertools.combinations(range(len(records)), 2):
        if match.matches(records[left], records[right]):
            linked = [group for group in groups if group & {left, right}]
            groups = [group for group in groups if group not in linked] + [set().union(*linked)]
    return sorted(tuple(sorted(group)) for group in groups)


def corrected(record, replacements):
    """2012, Section 2.4: known wrong values replaced; of a pair that then occurs twice the greater confidence."""
    return surest(Attribute(a.label, replacements.get(a.pair, a.value), a.confidence) for a in record)


def augmented(record, given, label, table):
    """2012, Section 2.4: a label of which nothing is known, looked up by another."""
    if any(a.label == label and a.confidence > 0 for a in record):
        return record
    looked_up = [a for a in record if a.label == given and a.value in table]
    return surest([*record, *(Attribute(label, table[a.value], a.confidence) for a in looked_up)])


def still_owned(record, changed):
    """What is changed in a record does not change whose it is."""
    return type(record)(changed, record.owner) if hasattr(record, "owner") else changed


def surest(attributes):
    confidence = {}
    for a in attributes:
        confidence[a.pair] = max(a.confidence, confidence.get(a.pair, 0.0))
    return Record(Attribute(*pair, likely) for pair, likely in confidence.items())


def answer_sets(query, records, match, merge):
    """2011, Definition 2.1: every answer set, as a set of record numbers, with the query and its records merged."""
    composites, pending = {frozenset(): query}, [frozenset()]
    while pending:
        numbers = pending.pop()
        for number, record in enumerate(records):
            larger = numbers | {number}
            if larger not in composites and match.matches(composites[numbers], record):
                composites[larger] = reduce(merge, (records[n] for n in sorted(larger)), query)
                pending.append(larger)
    return composites


def dipping_results(query, records, match, merge):
    """2011, Definition 2.2: what the maximal answer sets merge to; no record left out matches any of them."""
    for numbers, composite in answer_sets(query, records, match, merge).items():
        left_out = (record for number, record in enumerate(records) if number not in numbers)
        if not any(match.matches(composite, record) for record in left_out):
            yield composite


def present(record):
    """2012, Section 2.3: what has confidence 0 does not exist."""
    return Record(a for a in record if a.confidence > 0)


def owners_first(records, owners, match, merge):
    """2011, Section 1: every owner resolves what it holds, then what came of it is pooled. Members of each, ascending.

    A record whose owner is None is pooled as it stands.
    """
    own = []
    for owner in dict.fromkeys(owners):
        numbers = [n for n, other in enumerate(owners) if other == owner]
        groups = [(n,) for n in range(len(numbers))]
        if owner is not None:
            groups = swoosh([records[n] for n in numbers], match, merge)
        own += [tuple(numbers[n] for n in group) for group in groups]
    own.sort()
    pooled = swoosh([merged(records, group, merge) for group in own], match, merge)
    return sorted(tuple(sorted(n for place in group for n in own[place])) for group in pooled)


def analysed(records, operations):
    """2012, Section 2.4: the records after the operations, one after the other."""
    for operation in operations:
        kind = type(operation).__name__
        if kind == "Correct":
            table = dict(operation.replacements)
            records = [still_owned(record, corrected(record, table)) for record in records]
        elif kind == "Augment":
            rows = dict(operation.table)
            given, label = operation.given, operation.label
            records = [still_owned(record, augmented(record, given, label, rows)) for record in records]
        elif kind == "ResolvePerSource":
            records = _each_owner(records, operation.operation)
        else:
            group = {"Resolve": _swoosh, "SingleLink": _chains}[kind]
            # What is merged with nothing stays its owner's.
            records = [
                merged(records, members, operation.merge) if len(members) > 1 else records[members[0]]
                for members in group(records, operation)
            ]
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
            (numbers[members[0]], merged(own, members, operation.merge)) for members in group(own, operation)
        ]
    return [composite for _, composite in sorted(composites, key=lambda entry: entry[0])]


def _swoosh(records, operation):
    return swoosh(records, operation.match, operation.merge)


def _chains(records, operation):
    return chains(records, operation.match)


def shapley(players, worth):
    """Shapley 1953: the mean over all orders of what each player adds on coming."""
    gains = [0.0] * players
    for order in itertools.permutations(range(players)):
        for place, player in enumerate(order):
            gains[player] += worth(frozenset(order[: place + 1])) - worth(frozenset(order[:place]))
    return [gain / math.factorial(players) for gain in gains]
