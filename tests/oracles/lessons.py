"""What the lessons ask, by the slow definitions: cards as sets of facts, rules as plain functions."""

import itertools
import math
from fractions import Fraction

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


def worst(cards, truth, same):
    """The greatest leakage of all composites."""
    return max(leakage(card, truth) for card in joined(cards, same))


def share(*choices):
    """A rule: for some choice of labels, the two have a value in common under each of them."""

    def same(left, right):
        common = {label for label, _ in left.keys() & right.keys()}
        return any(set(labels) <= common for labels in choices)

    return same


def unless(rule, label):
    """The rule, but not where both know the label and share no value of it."""

    def same(left, right):
        values = [{value for of, value in card if of == label} for card in (left, right)]
        apart = all(values) and not values[0] & values[1]
        return rule(left, right) and not apart

    return same


def card(*facts):
    """Facts held for sure."""
    return {fact: Fraction(1) for fact in facts}


def bits(shares):
    return -sum(share * math.log2(share) for share in shares if share)


def wrong_guess(joint):
    """How often the best guess is wrong: rows are what is so, columns what is heard."""
    columns = range(len(joint[0]))
    return 1 - sum(max(row[y] for row in joint) for y in columns)
