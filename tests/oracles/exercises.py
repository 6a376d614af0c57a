"""What a student gets who goes wrong in each usual way, reasoned as the student would: sets of facts and fractions.

Every function gives, for what a diagnosis says, the figures that it may be said of; none where what it says of the
problem (that a record matches nothing, say) is not so.
"""

import itertools
import math
from fractions import Fraction

from tests.oracles import measure
from tests.oracles.measure import f_measure as f1


def worlds(facts):
    """Every world of facts with their confidences, and its probability."""
    for choice in itertools.product((True, False), repeat=len(facts)):
        chance = math.prod(c if present else 1 - c for (_, c), present in zip(facts, choice, strict=True))
        yield Fraction(chance), {pair for (pair, _), present in zip(facts, choice, strict=True) if present}


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


def leakage(card, truth, weights):
    """The mean of F1 over the worlds of a card."""
    return sum((chance * f1(world, set(truth), weights) for chance, world in worlds(list(card.items()))), Fraction(0))


def share(*choices):
    """A rule: for some choice of labels, the two have a value in common under each of them."""

    def same(left, right):
        common = {label for label, _ in left.keys() & right.keys()}
        return any(set(labels) <= common for labels in choices)

    return same


SAME = share(["Phone"], ["Card"])


def of_topic(topic, workspace):
    """From what a diagnosis says to the figures that it may be said of."""
    truth = set(workspace.profile)
    weights = {label: int(weight) for label, weight in workspace.weights}
    cards = [{a.pair: Fraction(repr(a.confidence)) for a in given.record} for given in workspace.releases]
    if topic == "increment":
        plan = {a.pair for a in workspace.plans[0].record}
        return increment([set(card) for card in cards], plan, truth, weights)
    if topic == "joining":
        return joining([set(card) for card in cards], truth, weights)
    if topic == "doubt":
        return doubt(cards[0], truth, weights)
    return {"precision": precision, "recall": recall, "leakage": f1_of_a_card}[topic](set(cards[0]), truth, weights)


def forgotten(worked, weights):
    """The weights were forgotten, where there are any."""
    return {"weights were forgotten": [worked({})] if weights else []}


def precision(card, truth, weights):
    wrong = measure.weigh(card - truth, weights) / measure.weigh(card, weights)
    return {
        "That is recall": [measure.recall(card, truth, weights)],
        "That is what is wrong": [wrong],
        **forgotten(lambda w: measure.precision(card, truth, w), weights),
    }


def recall(card, truth, weights):
    return {
        "That is precision": [measure.precision(card, truth, weights)],
        "counts what is wrong as well": [measure.weigh(card, weights) / measure.weigh(truth, weights)],
        **forgotten(lambda w: measure.recall(card, truth, w), weights),
    }


def f1_of_a_card(card, truth, weights):
    pr, re = measure.precision(card, truth, weights), measure.recall(card, truth, weights)
    return {
        "precision alone": [pr],
        "recall alone": [re],
        "ordinary mean": [(pr + re) / 2],
        "The 2 was forgotten": [pr * re / (pr + re)],
        **forgotten(lambda w: f1(card, truth, w), weights),
    }


def doubt(card, truth, weights):
    def worth(world):
        return f1(world, truth, weights)

    sure = {fact for fact, confidence in card.items() if confidence == 1}
    mean_right = sum(c * measure.weigh({fact}, weights) for fact, c in card.items() if fact in truth)
    mean_weight = sum(c * measure.weigh({fact}, weights) for fact, c in card.items())
    doubtful = [fact for fact in card if fact not in sure]
    subsets = [set(some) for n in range(len(doubtful) + 1) for some in itertools.combinations(doubtful, n)]
    of_worlds = [worth(sure | some) for some in subsets]
    return {
        "F1 of the averages": [2 * mean_right / (measure.weigh(truth, weights) + mean_weight)],
        "The doubt was forgotten": [worth(set(card))],
        "in doubt was left out": [worth(sure)],
        "as much as it is likely": [sum(of_worlds) / len(of_worlds)],
        "mean of two worlds": [(worth(sure) + worth(set(card))) / 2] if len(of_worlds) == 4 else [],
    }


def most(cards, truth, weights):
    return max(f1(set(card), truth, weights) for card in cards)


def together(cards):
    """What comes of them, joined rightly."""
    return [set(card) for card in joined([dict.fromkeys(card, Fraction(1)) for card in cards], SAME)]


def match(left, right):
    return SAME(dict.fromkeys(left), dict.fromkeys(right))


def lonely(cards):
    """Those that match none of the others, and so not joined either."""
    return [card for n, card in enumerate(cards) if not any(match(card, c) for k, c in enumerate(cards) if k != n)]


def joining(cards, truth, weights):
    stopped = []
    for n, m in itertools.combinations(range(len(cards)), 2):
        rest = [card for k, card in enumerate(cards) if k not in (n, m)]
        if match(cards[n], cards[m]) and any(match(cards[n] | cards[m], card) for card in rest):
            stopped.append(most([cards[n] | cards[m], *rest], truth, weights))
    brought_wrong = [card for card in together(cards) if card not in cards and card - truth]
    return {
        "were not joined": [most(cards, truth, weights)],
        "matches none of the others": [most([set().union(*cards)], truth, weights)] if len(lonely(cards)) == 1 else [],
        "go on matching": stopped,
        "adds what is wrong": [most([card & truth for card in together(cards)], truth, weights)]
        if brought_wrong
        else [],
    }


def increment(cards, plan, truth, weights):
    before, after = most(together(cards), truth, weights), most(together([*cards, plan]), truth, weights)
    matched = [n for n, card in enumerate(cards) if match(card, plan)]

    def with_only(joined_with):
        rest = [card for n, card in enumerate(cards) if n not in joined_with]
        return most([plan.union(*(cards[n] for n in joined_with)), *together(rest)], truth, weights) - before

    return {
        "what she knows afterwards": [after],
        "what she knows before": [before],
        "not joined with anything": [with_only([])] if matched else [],
        "matches more than one": [with_only([n]) for n in matched] if len(matched) > 1 else [],
        "does not match every record": [with_only(range(len(cards)))] if len(matched) < len(cards) else [],
        "what the release tells alone": [most([plan], truth, weights)],
    }
