"""Bundles: actions that take something back only together, as all who tell a fact have to be asked."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from leakage.old.bits import bits, union_of
from leakage.old.decision.plan.outcomes import Outcomes
from leakage.old.measure.measuring import as_measure
from leakage.old.presumption import fact_of
from leakage.progress import cancellable, check_cancelled
from leakage.record import Pair

MOST_PAIRS = 60
"""Pairs that bundles are put together for: the facts first, then what most holdings share."""


def bundles_of(outcomes: Outcomes, minutes: Sequence[float]) -> list[int]:
    """Plans that leave a fact, or a shared value, with nobody; and those that take all from one holding that they can.

    For every pair actions are taken one after the other, that first which takes it from most holdings for a minute.

    Arguments:
        outcomes: the actions, and what they act on.
        minutes: of each action, > 0.
    """
    bundles = [_cover(takers, minutes) for takers in _takers(outcomes)]
    isolating = (slot.altering for slot in outcomes.versions.slots)
    return [bundle for bundle in dict.fromkeys((*bundles, *isolating)) if bundle.bit_count() > 1]


def by_marginal_gain(outcomes: Outcomes, minutes: Sequence[float]) -> list[int]:
    """The numbers of the actions, those first that take most from a holding for a minute that few others tell.

    What changes the truth comes first: what it does is only known by trying.
    """
    slots, reference = outcomes.versions.slots, outcomes.situation.reference
    measure = as_measure(outcomes.weights)
    tellers = Counter(
        a.pair for slot in cancellable(slots) for a in slot.holding.record.known if fact_of(a.pair) in reference
    )
    worth = [0.0] * len(minutes)
    for place, slot in enumerate(cancellable(slots)):
        for pair in (a.pair for a in slot.holding.record.known if fact_of(a.pair) in reference):
            share = measure.weight_of(fact_of(pair)[0]) / tellers[pair]
            for action in bits(_taking(outcomes, place, pair)):
                worth[action] += share / minutes[action]
    return sorted(
        range(len(minutes)), key=lambda action: (not outcomes.truth_changing >> action & 1, -worth[action], action)
    )


def _takers(outcomes: Outcomes) -> Iterator[Mapping[int, int]]:
    """For every pair the actions that take it from holdings, each with the mask of these."""
    slots = outcomes.versions.slots
    held: dict[Pair, int] = {}
    for place, slot in enumerate(cancellable(slots)):
        for attribute in slot.holding.record.known:
            held[attribute.pair] = held.get(attribute.pair, 0) | 1 << place
    reference = outcomes.situation.reference
    # What one holding alone tells is taken by one action.
    shared = [pair for pair, holders in held.items() if holders.bit_count() > 1]
    order = sorted(shared, key=lambda pair: (fact_of(pair) not in reference, -held[pair].bit_count(), pair))
    for pair in order[:MOST_PAIRS]:
        takers: dict[int, int] = {}
        for place in cancellable(bits(held[pair])):
            for action in bits(_taking(outcomes, place, pair)):
                takers[action] = takers.get(action, 0) | 1 << place
        if union_of(takers.values()) == held[pair]:
            yield takers


def _taking(outcomes: Outcomes, place: int, pair: Pair) -> int:
    """The actions after which a holding does not tell a pair to the others any more."""
    slot, held_records = outcomes.versions.slots[place], outcomes.versions.held_records
    alone = ((1 << number, held_records[slot.versions[1 << number]]) for number in bits(slot.altering))
    altering = (action for action, after in alone if pair not in after.record)
    return slot.erasing | outcomes.leaving.get(slot.holding.recipient, 0) | union_of(altering)


def _cover(takers: Mapping[int, int], minutes: Sequence[float]) -> int:
    """Actions that take a pair from all its holders."""
    left, bundle = union_of(takers.values()), 0
    queue = [(-takers[action].bit_count() / minutes[action], action) for action in takers]
    heapq.heapify(queue)
    while left:
        check_cancelled()
        promised, action = heapq.heappop(queue)
        now = -(takers[action] & left).bit_count() / minutes[action]
        if now > promised:
            # What an action takes only falls: one that is still the best after a second look is the best.
            heapq.heappush(queue, (now, action))
            continue
        bundle |= 1 << action
        left &= ~takers[action]
    return bundle
