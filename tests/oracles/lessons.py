"""What the exercises ask, by the slow definitions: cards as sets of facts, rules as plain functions."""

import itertools

from tests.oracles import papers as by_hand


def joined(cards, same):
    """The composites: any two that are the same person become one, until none are. Sets of facts with confidences."""
    left = [dict(card) for card in cards]
    while True:
        pairs = itertools.combinations(range(len(left)), 2)
        pair = next(((a, b) for a, b in pairs if same(left[a], left[b])), None)
        if pair is None:
            return left
        a, b = pair
        both = {fact: max(left[a].get(fact, 0), left[b].get(fact, 0)) for fact in {**left[a], **left[b]}}
        left = [card for number, card in enumerate(left) if number not in pair] + [both]


def leakage(card, truth, weights=None):
    """The mean of F1 over the worlds of a card."""
    return by_hand.leakage(list(card.items()), set(truth), **(weights or {}))


def share(*choices):
    """A rule: for some choice of labels, the two have a value in common under each of them."""

    def same(left, right):
        common = {label for label, _ in left.keys() & right.keys()}
        return any(set(labels) <= common for labels in choices)

    return same
