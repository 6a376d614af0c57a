"""Advice by its definitions: every choice analysed from scratch, every set of requests, every order of the players.

A match is asked what it matches, and a merge what it makes of two records; both are handed in.
"""

import itertools
import math

from tests.oracles import resolution


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


def shapley(players, worth):
    """Shapley 1953: the mean over all orders of what each player adds on coming."""
    gains = [0.0] * players
    for order in itertools.permutations(range(players)):
        for place, player in enumerate(order):
            gains[player] += worth(frozenset(order[: place + 1])) - worth(frozenset(order[:place]))
    return [gain / math.factorial(players) for gain in gains]
