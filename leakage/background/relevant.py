"""The relevant background: the few composites of an index that can matter to one person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.background.build import rules_of
from leakage.background.index import BackgroundIndex
from leakage.database import Floats, Integers
from leakage.measure.measure import Weights
from leakage.measure.measuring import as_measure
from leakage.progress import report
from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.arrays import ArrayRules
from leakage.resolution.operations import Resolve

AT_ONCE = 4096
"""Composites whose contents are read with one question."""


@dataclass(frozen=True)
class Relevant:
    """The composites that stand for a whole background, for one person.

    Arguments:
        records: the composites, as records; held together with the releases they give every figure of the whole.
        numbers: their numbers in the index.
        touched: how many of them, the first ones, may join with a release.
        looked_at: composites that were looked at.
        out_of: composites there are.
    """

    records: tuple[Record, ...]
    numbers: tuple[int, ...]
    touched: int
    looked_at: int
    out_of: int


def relevant_background(
    index: BackgroundIndex,
    releases: Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    beta: float = 1.0,
) -> Relevant:
    """The part of an indexed background that gives a person every figure that the whole would give.

    Two kinds of composites matter. Those that the releases touch: a release joins a composite that offers one of its
    keys, and what they have grown to may offer keys of both, until nothing is found any more; as
    ``E(R + S) = E(E(R) + S)``, resolving these with the releases, or with some of them only, is resolving everything.
    And of all others the one that tells most by itself. For that the facts of e are looked up, the heaviest for their
    number of holders first, and the rest is left alone as soon as it cannot matter: with S the facts looked up so far,
    and L* the best found, a composite without a fact of S has X <= W(e - S) and Y >= X, so

        F_beta = (1 + beta^2) X / (beta^2 W_e + Y) <= (1 + beta^2) W(e - S) / (beta^2 W_e + W(e - S)),

    as X / (c + X) grows with X; common, light facts, such as a city, are seldom looked up.
    Source: Whang & Garcia-Molina 2011, Section 2.2; 2012, Definition 2 and Section 2.4.

    Arguments:
        index: E(R) of the background, by the adversary's rules.
        releases: S, with everything that is asked about: planned releases and made-up records as well.
        reference: e.
        adversary: E, one resolution with union merge by equal values.
        weights: label to weight > 0; a label not named weighs 1. A Measure in which near or related values count is
            refused.
        beta: of F_beta, > 0.

    Raises:
        ValueError: for another adversary, or such a Measure: resolve in memory.
    """
    rules = askable_rules(adversary, weights)
    touched = _touched(index, rules, tuple(releases), adversary)
    alone, looked_at = _most_telling(_Facts.of(index, reference, weights, beta), frozenset(touched))
    return Relevant(
        (*touched.values(), *map(index.composite, alone)),
        (*touched, *alone),
        len(touched),
        looked_at + len(touched),
        len(index),
    )


def askable_rules(adversary: Adversary, weights: Weights | None = None) -> ArrayRules:
    """The adversary's rules, if an index can answer for her and for these weights.

    Raises:
        ValueError: as ``relevant_background``.
    """
    resolve = adversary.operations[0] if len(adversary.operations) == 1 else None
    if not isinstance(resolve, Resolve) or not resolve.by_keys:
        raise ValueError("an index answers for an adversary who resolves once, by equal values, with union merge")
    measure = as_measure(weights)
    if not measure.right_or_wrong or measure.graded_labels or measure.related_labels:
        raise ValueError("an index answers for weights alone: near and related values need all records in memory")
    return rules_of(resolve.match)


def _touched(
    index: BackgroundIndex, rules: ArrayRules, releases: Sequence[Record], adversary: Adversary
) -> dict[int, Record]:
    """The composites that join a release, or what it has grown to, by their numbers."""
    touched: dict[int, Record] = {}
    asked: set[Record] = set()
    while True:
        composites = adversary.resolve((*releases, *touched.values())).composites
        fresh = [composite for composite in composites if composite not in asked]
        asked.update(fresh)
        found = [number for composite in fresh for number in _offering(index, rules, composite)]
        more = [number for number in dict.fromkeys(found) if number not in touched]
        if not more:
            return touched
        for done, number in enumerate(more):
            report("Looking up who shares a key", done, len(more))
            touched[number] = index.composite(number)


def _offering(index: BackgroundIndex, rules: ArrayRules, composite: Record) -> list[int]:
    """The composites of the index that offer a key which a composite offers."""
    found: list[int] = []
    for rule in rules.rules:
        choices = [[(label, value) for value in composite.values(label)] for label in rule]
        found.extend(index.offering(choices).tolist())
    return found


@dataclass(frozen=True)
class _Facts:
    """The facts of e as the index knows them, the ones to look up first first.

    Arguments:
        pairs: (label, value) of every fact that somebody holds.
        weights: of each; shape (facts,).
        label_weights: of every label of the index; shape (labels,).
        total: W_e.
        squared: beta^2.
    """

    index: BackgroundIndex
    pairs: tuple[Pair, ...]
    weights: Floats
    label_weights: Floats
    total: float
    squared: float

    @staticmethod
    def of(index: BackgroundIndex, reference: Record, weights: Weights | None, beta: float) -> _Facts:
        """The facts that somebody holds, by how few hold them for their weight."""
        measure = as_measure(weights)
        counts = index.counts([fact.pair for fact in reference])
        held = [
            (count / measure.weight_of(fact.label), fact.pair)
            for fact, count in zip(reference, counts, strict=True)
            if count
        ]
        pairs = tuple(pair for _, pair in sorted(held))
        return _Facts(
            index,
            pairs,
            np.array([measure.weight_of(label) for label, _ in pairs]),
            np.array([measure.weight_of(label) for label in index.labels]),
            measure.total(reference),
            beta * beta,
        )

    def ceiling(self, right: Floats) -> Floats:
        """What leaks at most whose right facts weigh so much: nothing else said."""
        return (1.0 + self.squared) * right / (self.squared * self.total + right)

    def leakages(self, composites: Integers) -> Floats:
        """What some composites leak, each by itself; shape of ``composites``."""
        place, label, number = self.index.contents(composites)
        weight = self.label_weights[label]
        right = np.isin(number, np.array([self.index.number(pair) for pair in self.pairs], dtype=np.uint64))
        known = np.bincount(place, weight * right, len(composites))
        said = np.bincount(place, weight, len(composites))
        return (1.0 + self.squared) * known / (self.squared * self.total + said)


def _most_telling(facts: _Facts, touched: frozenset[int]) -> tuple[tuple[int, ...], int]:
    """The composite that tells most among those not touched, if any tells anything; and how many were looked at."""
    search = _Search(facts, np.array(sorted(touched), dtype=np.int64))
    for place, pair in enumerate(facts.pairs):
        report("Looking up facts", place, len(facts.pairs))
        left = float(facts.weights[place:].sum())
        if facts.ceiling(np.array([left]))[0] <= search.most:
            return search.finished(left)
        search.add(pair, float(facts.weights[place]))
    return search.finished(0.0)


class _Search:
    """Composites with what is known to be right of them; their contents are read where that could matter."""

    def __init__(self, facts: _Facts, touched: Integers) -> None:
        self._facts, self._touched = facts, touched
        self._composites = np.zeros(0, dtype=np.int64)
        self._right = np.zeros(0)
        self._read = np.zeros(0, dtype=bool)
        self.most, self._best = 0.0, -1

    def add(self, pair: Pair, weight: float) -> None:
        """Look up who holds a fact, and read those who hold most."""
        holders = np.setdiff1d(self._facts.index.holders(pair), self._touched, assume_unique=True)
        composites, place = np.unique(np.concatenate([self._composites, holders]), return_inverse=True)
        right, read = np.zeros(len(composites)), np.zeros(len(composites), dtype=bool)
        known = place[: len(self._composites)]
        right[known], read[known] = self._right, self._read
        right[place[len(self._composites) :]] += weight
        self._composites, self._right, self._read = composites, right, read
        unread = np.flatnonzero(~read)
        if len(unread):
            top = right[unread].max()
            self._look_at(unread[right[unread] == top][:AT_ONCE])

    def finished(self, left: float) -> tuple[tuple[int, ...], int]:
        """Read whoever may still tell more, if the facts not looked up weigh so much."""
        while True:
            may = np.flatnonzero(~self._read & (self._facts.ceiling(self._right + left) > self.most))
            if not len(may):
                return ((self._best,) if self._best >= 0 else ()), len(self._composites)
            self._look_at(may[np.argsort(-self._right[may], kind="stable")[:AT_ONCE]])

    def _look_at(self, places: Integers) -> None:
        self._read[places] = True
        leakages = self._facts.leakages(self._composites[places])
        place = int(np.argmax(leakages))
        if leakages[place] > self.most:
            self.most, self._best = float(leakages[place]), int(self._composites[places[place]])
