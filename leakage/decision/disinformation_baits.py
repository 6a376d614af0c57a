"""Baits: the attributes by which the adversary joins a disinformation record to what it is aimed at."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from leakage.decision.disinformation import create
from leakage.decision.prices import Prices
from leakage.decision.what_if import Standing
from leakage.measure.measure import similarity_to
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import AnyOf, Match
from leakage.resolution.normalise import Normalised
from leakage.resolution.operations import Operation
from leakage.resolution.unless import Unless

PARTS = 8
"""Records of a target that may be kept apart from the others."""

Values: TypeAlias = Callable[[str, int], Sequence[str]]
"""So many different values for a label, wrong but believable, none in use; more of them begin with the fewer."""


def baits(standing: Standing, match: Match, numbers: Sequence[int], prices: Prices) -> list[Record]:
    """The records that join composites: the cheapest, the one that confirms least, and one that overcomes a conflict.

    Source: Whang & Garcia-Molina 2012, Section 4.2 (Create).
    """
    composites = [standing.before.resolution.composites[number] for number in numbers]
    similarity = similarity_to(standing.reference, standing.weights)
    unsure = [a.pair for record in composites for a in record if a.confidence < 1.0 and similarity(a.pair)]
    size = sum(map(len, composites))
    found = [create(composites, match, size, unsure, prices.of_attribute, careful=careful) for careful in (False, True)]
    bridged = [_with_both(bait, composites, standing.adversary) for bait in found if bait]
    matching = (bait for bait in bridged if all(match.matches(bait, record) for record in composites))
    return list(dict.fromkeys(bait for bait in (*found, *matching) if bait))


def _with_both(bait: Record, composites: Sequence[Record], adversary: Adversary) -> Record:
    """The bait with a value of every composite for each label on which they would conflict."""
    added: dict[Pair, None] = {}
    for label in conflict_labels(adversary):
        known = [set(record.values(label)) for record in composites if record.values(label)]
        if any(one.isdisjoint(other) for one, other in itertools.combinations(known, 2)):
            added |= {(label, min(values)): None for values in known}
    return Record((*bait, *(Attribute(*pair) for pair in added if pair not in bait)))


def blocking_baits(standing: Standing, match: Match, target: int, believable: Values) -> Iterator[Record]:
    """Records that join one record of a composite and contradict the others, under negative evidence.

    "The different phone numbers lead them to believe that records correspond to different entities."
    Source: Whang & Garcia-Molina 2011, Section 1.
    """
    members = standing.before.resolution.members[target]
    for label in conflict_labels(standing.adversary):
        ignorant = [standing.records[number] for number in members if not standing.records[number].values(label)]
        if len(ignorant) < len(members):
            # Values of their own: two records that share one would be joined by what was to keep them apart.
            wrong = believable(label, PARTS)
            for record, value in zip(dict.fromkeys(ignorant), wrong, strict=False):
                bait = create([record], match, len(record))
                if bait:
                    yield bait.with_attribute(Attribute(label, value))


def conflict_labels(adversary: Adversary) -> tuple[str, ...]:
    """The labels by which rules of negative evidence keep records apart, each once.

    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.unless import Conflicts
    >>> conflict_labels(Adversary((Resolve(Unless(Shares("N"), Conflicts("P", "C"))),)))
    ('P', 'C')
    """
    found = (label for step in adversary.operations for label in _conflicts(_match_of(step)))
    return tuple(dict.fromkeys(found))


def _match_of(step: Operation) -> Match | None:
    match = getattr(step, "match", None)
    return match if isinstance(match, Match) else None


def _conflicts(match: Match | None) -> Iterator[str]:
    if isinstance(match, Unless):
        yield from match.conflicts.labels
        yield from _conflicts(match.match)
    elif isinstance(match, Normalised):
        yield from _conflicts(match.match)
    elif isinstance(match, AnyOf):
        for rule in match.rules:
            yield from _conflicts(rule)
