"""Baits: the attributes by which the adversary joins a disinformation record to what it is aimed at."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from leakage.decision.disinformation.create import create
from leakage.decision.disinformation.prices import Prices
from leakage.decision.what_if import Baseline
from leakage.measure.measuring import similarity_to
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.match import Match

PARTS = 8
"""Records of a target that may be kept apart from the others."""

Values: TypeAlias = Callable[[str, int], Sequence[str]]
"""So many different values for a label, wrong but believable, none in use; more of them begin with the fewer."""


def baits(baseline: Baseline, match: Match, numbers: Sequence[int], prices: Prices) -> list[Record]:
    """The records that join composites: the cheapest, the one that confirms least, and one that overcomes a conflict.

    Source: Whang & Garcia-Molina 2012, Section 4.2 (Create).
    """
    composites = [baseline.before.resolution.composites[number] for number in numbers]
    similarity = similarity_to(baseline.reference, baseline.weights)
    unsure = [a.pair for record in composites for a in record if a.confidence < 1.0 and similarity(a.pair)]
    size = sum(map(len, composites))
    bare = [create(composites, match, size, unsure, prices.of_attribute, careful=careful) for careful in (False, True)]
    bridged = [_with_both(bait, composites, baseline.adversary) for bait in bare if bait]
    matching = (bait for bait in bridged if all(match.matches(bait, record) for record in composites))
    return list(dict.fromkeys(bait for bait in (*bare, *matching) if bait))


def _with_both(bait: Record, composites: Sequence[Record], adversary: Adversary) -> Record:
    """The bait with a value of every composite for each label on which they would conflict."""
    added: dict[Pair, None] = {}
    for label in adversary.conflict_labels:
        known = [set(record.values(label)) for record in composites if record.values(label)]
        if any(some.isdisjoint(other) for some, other in itertools.combinations(known, 2)):
            added |= {(label, min(values)): None for values in known}
    return Record((*bait, *(Attribute(*pair) for pair in added if pair not in bait)))


def blocking_baits(baseline: Baseline, match: Match, target: int, believable: Values) -> Iterator[Record]:
    """Records that join one record of a composite and contradict the others, under negative evidence.

    "The different phone numbers lead them to believe that records correspond to different entities."
    Source: Whang & Garcia-Molina 2011, Section 1.
    """
    members = baseline.before.resolution.members[target]
    for label in baseline.adversary.conflict_labels:
        ignorant = [baseline.records[number] for number in members if not baseline.records[number].values(label)]
        if len(ignorant) < len(members):
            # Values of their own: two records that share one would be joined by what was to keep them apart.
            wrong = believable(label, PARTS)
            for record, value in zip(dict.fromkeys(ignorant), wrong, strict=False):
                bait = create([record], match, len(record))
                if bait:
                    yield bait.with_attribute(Attribute(label, value))
