"""The few composites of an index that can matter to one person: what tells most, what misleads most."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from leakage.background.build import rules_of
from leakage.background.index import BackgroundIndex
from leakage.database import Floats, Integers
from leakage.measure.comparison import Measuring
from leakage.measure.measuring import as_measure
from leakage.measure.weights import Weights, beta_squared
from leakage.progress import report
from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.arrays import ArrayRules
from leakage.resolution.operations import Resolve
from leakage.resolution.rules.normalised import Normaliser

# The composite of an index that tells most of a person by itself, found without looking at most of them.


FIRST, AT_ONCE = 64, 4096
"""Composites whose contents are read with the first question, and with one at most: they lie all over the index."""


def most_telling(
    index: BackgroundIndex, reference: Record, weights: Weights | None, beta: float, touched: Integers, most: int = 1
) -> tuple[tuple[int, ...], int]:
    """The composites that leak most, of those not touched that leak anything; and how many were looked at.

    The values that tell something of e are looked up, those that may earn most for their number of holders first, and
    the rest is left alone as soon as it cannot matter. By any measure a value adds to X its similarity to a fact times
    what its label is worth alone at most, for what labels share is counted once; and a fact is earned once. So with S
    the values looked up, a composite has

        X <= min(W_e, sum over what it holds of S + R),
        R = sum over labels of min(facts * greatest, sum) of the others.

    As nothing earns more than it adds to Y, X <= Y, and as X / (c + X) grows with X,

        F_beta = (1 + beta^2) X / (beta^2 W_e + Y) <= (1 + beta^2) X / (beta^2 W_e + X),

    and by weights alone Y is no less than the number of values times the least weight, which stands beside them. Once
    that is no more than the best found, or the least of several sought, for whoever holds nothing of S, only composites
    that do are left, and of these only those are read that could leak more. By weights alone R is W(e - S); common,
    light facts, such as a city, are seldom looked up.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 2.4.

    Arguments:
        index, reference, weights, beta: as for ``relevant_background``.
        touched: composites that are left out, ascending.
        most: how many, >= 1.
    """
    telling = _Telling.of(index, reference, as_measure(weights).without_presumptions, beta)
    search, left = _RelevantComposites(telling, touched, most), telling.left()
    for place, pair in enumerate(telling.pairs):
        report("Looking up facts", place, len(telling.pairs))
        if telling.ceiling(left[place : place + 1])[0] <= search.least:
            return search.finished(float(left[place]))
        search.add(pair, float(telling.credits[place]))
    return search.finished(0.0)


@dataclass(frozen=True)
class _Telling:
    """The values that tell something of e and that somebody holds, the ones to look up first first.

    Arguments:
        pairs: (label, value).
        credits: what each adds to X at most; shape (pairs,).
        total: W_e.
        squared: beta^2.
    """

    index: BackgroundIndex
    reference: Record
    measure: Measuring
    beta: float
    pairs: tuple[Pair, ...]
    credits: Floats
    total: float
    squared: float

    @staticmethod
    def of(index: BackgroundIndex, reference: Record, measure: Measuring, beta: float) -> _Telling:
        """The values that somebody holds, by how few hold them for what they earn."""
        near = _near(index, reference, measure)
        credit = {pair: near[pair] * measure.weight_of(pair[0]) for pair in near}
        telling = [pair for pair in near if credit[pair] > 0.0]
        counts = index.counts(telling)
        ranked = sorted((count / credit[pair], pair) for pair, count in zip(telling, counts, strict=True) if count)
        return _Telling(
            index,
            reference,
            measure,
            beta,
            tuple(pair for _, pair in ranked),
            np.array([credit[pair] for _, pair in ranked]),
            measure.total(reference),
            beta_squared(beta),
        )

    def left(self) -> Floats:
        """R before each value, when it and all behind it are not looked up yet; shape (pairs,)."""
        facts = Counter(fact.label for fact in self.reference)
        greatest: dict[str, float] = {}
        added: dict[str, float] = {}
        left = np.zeros(len(self.pairs))
        for place in reversed(range(len(self.pairs))):
            label, credit = self.pairs[place][0], float(self.credits[place])
            greatest[label] = max(credit, greatest.get(label, 0.0))
            added[label] = credit + added.get(label, 0.0)
            left[place] = sum(min(facts[label] * greatest[label], added[label]) for label in added)
        return left

    def ceiling(self, right: Floats, record_weight: Floats | float = 0.0) -> Floats:
        """What leaks at most whose values earn so much at most, and say so much at least."""
        most = np.minimum(right, self.total)
        return (1.0 + self.squared) * most / (self.squared * self.total + np.maximum(most, record_weight))

    @cached_property
    def lightest(self) -> float:
        """What a value adds to Y at least; 0 where that is not known of one value by itself."""
        if not self.measure.right_or_wrong:
            return 0.0
        return min((self.measure.weight_of(label) for label in self.index.labels), default=0.0)

    def leakages(self, composites: Integers) -> Floats:
        """What some composites leak, each by itself; shape of ``composites``."""
        if not self.measure.right_or_wrong:
            records = self.index.composites_of(composites)
            return (1.0 + self.squared) * self.measure.ratios(records, self.reference, self.beta)
        label_weights = np.array([self.measure.weight_of(label) for label in self.index.labels])
        place, label, number = self.index.contents(composites)
        weight = label_weights[label]
        right = np.isin(number, np.array([self.index.number(pair) for pair in self.pairs], dtype=np.uint64))
        right_weight = np.bincount(place, weight * right, len(composites))
        record_weight = np.bincount(place, weight, len(composites))
        return (1.0 + self.squared) * right_weight / (self.squared * self.total + record_weight)


def near_values(index: BackgroundIndex, reference: Record, measure: Measuring) -> list[tuple[int, float]]:
    """The numbers of the values that come near a fact, as far as they may be in the index; and how near, > 0."""
    return [(index.number(pair), near) for pair, near in _near(index, reference, measure).items() if near > 0.0]


def _near(index: BackgroundIndex, reference: Record, measure: Measuring) -> dict[Pair, float]:
    """How near the facts, and the values of labels where near ones count, come to a fact."""
    near = measure.similarity_to(reference)
    pairs = dict.fromkeys((*(fact.pair for fact in reference), *_graded(index, reference, measure)))
    return {pair: near(pair) for pair in pairs}


def _graded(index: BackgroundIndex, reference: Record, measure: Measuring) -> Iterator[Pair]:
    """The values of the index under labels where near values count."""
    for label in sorted(measure.graded_labels.intersection(index.labels, reference.labels)):
        for values in index.distinct_values(label):
            report("Looking for near values", 0, 1)
            yield from ((label, value) for value in values)


class _RelevantComposites:
    """Composites with what they earn at most by the values looked up; they are read where that could matter."""

    def __init__(self, telling: _Telling, touched: Integers, most: int) -> None:
        self._telling, self._touched, self._most = telling, touched, most
        self._composites = np.zeros(0, dtype=np.int64)
        self._right, self._record_weight = np.zeros(0), np.zeros(0)
        self._read = np.zeros(0, dtype=bool)
        self._best: list[tuple[float, int]] = []

    @property
    def least(self) -> float:
        """The leakage that another composite must exceed to count."""
        return self._best[-1][0] if len(self._best) == self._most else 0.0

    def add(self, pair: Pair, credit: float) -> None:
        """Look up who holds a value, and read a few of those who may tell most."""
        holders, sizes = self._telling.index.holders_and_sizes(pair)
        untouched = ~np.isin(holders, self._touched)
        composites, place = np.unique(np.concatenate([self._composites, holders[untouched]]), return_inverse=True)
        earlier, found = np.split(place, [len(self._composites)])
        right, record_weight = np.zeros(len(composites)), np.zeros(len(composites))
        read = np.zeros(len(composites), dtype=bool)
        right[earlier], record_weight[earlier], read[earlier] = self._right, self._record_weight, self._read
        right[found] += credit
        record_weight[found] = sizes[untouched] * self._telling.lightest
        self._composites, self._right, self._record_weight, self._read = composites, right, record_weight, read
        self._read_composites(self._may_tell_more(0.0)[:FIRST])

    def finished(self, left: float) -> tuple[tuple[int, ...], int]:
        """Read whoever may still tell more, if the values not looked up earn so much."""
        at_once = FIRST
        while len(may := self._may_tell_more(left)):
            self._read_composites(may[:at_once])
            at_once = min(8 * at_once, AT_ONCE)
        return tuple(number for _, number in self._best), len(self._composites)

    def _may_tell_more(self, left: float) -> Integers:
        """The places of those not read that may tell more than the least found, who may tell most first."""
        ceiling = self._telling.ceiling(self._right + left, self._record_weight)
        may = np.flatnonzero(~self._read & (ceiling > self.least))
        return may[np.argsort(-ceiling[may], kind="stable")]

    def _read_composites(self, places: Integers) -> None:
        if not len(places):
            return
        self._read[places] = True
        leakages = self._telling.leakages(self._composites[places]).tolist()
        found = zip(leakages, self._composites[places].tolist(), strict=True)
        telling = (entry for entry in found if entry[0] > self.least)
        self._best = heapq.nlargest(self._most, [*self._best, *telling], key=lambda entry: entry[0])


# The composites of an index that would mislead most, were they taken to be the person: a pass over all of it.


RECORDS_AT_ONCE = 2_000_000
"""Numbers of composites that are gone through with one question, so that memory stays small."""


def most_misleading(
    index: BackgroundIndex, reference: Record, weights: Weights | None, most: int, but: Collection[int] = ()
) -> tuple[int, ...]:
    """The numbers of the composites with most weight of what is wrong, less what is right; the first of several.

    ``sum over r of w(label) (1 - 2 s)``, where s is how near a value comes to a fact; all values are certain.
    Source: Whang & Garcia-Molina 2012, Section 4.2 (linkage disinformation).

    Arguments:
        index, reference, weights: as for ``relevant_background``.
        most: how many, >= 0.
        but: composites that are left out.

    >>> import tempfile, pathlib
    >>> from leakage.background import Source, build_index
    >>> from leakage.resolution.rules.shared_values import Shares
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = pathlib.Path(folder, "table.csv")
    ...     _ = table.write_text("N,P\\nAnn,1\\nBob,2\\nEve,\\n")
    ...     sources = [Source(table, (("N", "N"), ("P", "P")))]
    ...     with BackgroundIndex(build_index(pathlib.Path(folder, "i"), sources, Shares("N"))) as index:
    ...         most_misleading(index, Record.of(("N", "Ann"), ("P", "3")), None, 2)
    (1, 2)
    """
    measure = as_measure(weights).without_presumptions
    labels = pd.DataFrame({"label": index.labels, "weight": [measure.weight_of(label) for label in index.labels]})
    near = pd.DataFrame(near_values(index, reference, measure), columns=["number", "near"])
    near["number"] = near["number"].astype("uint64")
    found: list[tuple[float, int]] = []
    for first in range(0, index.records, RECORDS_AT_ONCE):
        report("Looking for who would mislead", first, index.records)
        best = index.heaviest(labels, near, most + len(but), (first, first + RECORDS_AT_ONCE))
        found = heapq.nsmallest(most + len(but), [*found, *((-weight, number) for number, weight in best)])
    left_out = frozenset(but)
    return tuple(number for _, number in found if number not in left_out)[:most]


# The relevant background: the few composites of an index that can matter to one person.


@dataclass(frozen=True)
class Relevant:
    """The composites that stand for a whole background, for one person.

    Arguments:
        records: the composites, as records; held together with the releases they give every figure of the whole.
        numbers: their numbers in the index, ascending.
        touched: how many of them may join with a release.
        looked_at: composites that were looked at.
        out_of: composites there are.
    """

    records: tuple[Record, ...]
    numbers: tuple[int, ...]
    touched: int
    looked_at: int
    out_of: int

    def with_all_of(self, other: Relevant) -> Relevant:
        """The same, with what another answer of the index has besides."""
        found = dict(zip((*self.numbers, *other.numbers), (*self.records, *other.records), strict=True))
        numbers = tuple(sorted(found))
        looked_at = max(self.looked_at, other.looked_at)
        return Relevant(tuple(found[n] for n in numbers), numbers, other.touched, looked_at, self.out_of)


def relevant_background(
    index: BackgroundIndex,
    releases: Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    beta: float = 1.0,
    telling: int = 1,
    misleading: int = 0,
) -> Relevant:
    """The part of an indexed background that gives a person every figure that the whole would give.

    Two kinds of composites matter. Those that the releases touch: a release joins a composite that offers one of its
    keys, and what they have grown to may offer keys of both, until nothing is found any more; as
    ``E(R + S) = E(E(R) + S)``, resolving these with the releases, or with some of them only, is resolving everything.
    And of all others the one that tells most by itself (``most_telling``); for disinformation more of them, and those
    that would mislead most (``most_misleading``), for which all composites are gone through.
    Source: Whang & Garcia-Molina 2011, Section 2.2; 2012, Definition 2 and Section 2.4.

    Arguments:
        index: E(R) of the background, by the adversary's rules.
        releases: S, with everything that is asked about: planned releases and made-up records as well.
        reference: e.
        adversary: E, one resolution with union merge by equal values.
        weights: label to weight > 0, a label not named weighs 1; or a Measure. Where near values count under a label,
            all its values in the index are looked through once a question.
        beta: of F_beta, > 0.
        telling: how many of those that tell most by themselves, >= 1.
        misleading: how many of those that would mislead most, >= 0.

    Raises:
        ValueError: for another adversary: resolve in memory.
    """
    touched = _touched(index, askable_rules(adversary), tuple(releases), adversary)
    met = np.array(sorted(touched), dtype=np.int64)
    alone, looked_at = most_telling(index, reference, weights, beta, met, telling)
    found = {**touched, **{number: index.composite(number) for number in alone}}
    wrong = [n for n in _misleading(index, reference, weights, misleading, touched) if n not in found]
    found |= zip(wrong, index.composites_of(np.array(wrong, dtype=np.int64)), strict=True)
    return Relevant(
        tuple(found[number] for number in sorted(found)),
        tuple(sorted(found)),
        len(touched),
        len(index) if misleading else looked_at + len(touched),
        len(index),
    )


def _misleading(
    index: BackgroundIndex, reference: Record, weights: Weights | None, most: int, touched: Collection[int]
) -> tuple[int, ...]:
    return most_misleading(index, reference, weights, most, touched) if most else ()


def askable_rules(adversary: Adversary) -> ArrayRules:
    """The adversary's rules, if an index can answer for her.

    Raises:
        ValueError: as ``relevant_background``.
    """
    resolve = adversary.operations[0] if len(adversary.operations) == 1 else None
    if not isinstance(resolve, Resolve) or not resolve.by_keys:
        raise ValueError("an index answers for an adversary who resolves once, by equal values, with union merge")
    return rules_of(resolve.match)


def _touched(
    index: BackgroundIndex, rules: ArrayRules, releases: Sequence[Record], adversary: Adversary
) -> dict[int, Record]:
    """The composites that join a release, or what it has grown to, by their numbers."""
    touched: dict[int, Record] = {}
    expanded: set[Record] = set()
    while True:
        composites = adversary.resolve((*releases, *touched.values())).composites
        fresh = [composite for composite in composites if composite not in expanded]
        expanded.update(fresh)
        wanted = [choices for composite in fresh for choices in _choices(index, rules, composite)]
        # All at once: who then offers a key is found from the rarest of its values.
        index.counts_of([number for choices in wanted for numbers in choices for number in numbers])
        found = [number for choices in wanted for number in index.offering(choices).tolist()]
        more = [number for number in dict.fromkeys(found) if number not in touched]
        if not more:
            return touched
        for done, number in enumerate(more):
            report("Looking up who shares a key", done, len(more))
            touched[number] = index.composite(number)


def _choices(index: BackgroundIndex, rules: ArrayRules, composite: Record) -> Iterator[list[list[int]]]:
    """For each rule the numbers of the values that a composite has for each of its labels."""
    for rule in rules.rules:
        if set(rule) <= set(index.labels):
            yield [_alike(index, rules.normaliser, composite, label) for label in rule]


def _alike(index: BackgroundIndex, normaliser: Normaliser | None, composite: Record, label: str) -> list[int]:
    """The numbers of the values that are compared as equal to one which a composite has for a label."""
    values = composite.values(label)
    if normaliser is None:
        return [index.number((label, value)) for value in values]
    spelled = {normaliser.value(label, value) for value in values}
    return [number for value in spelled for number in index.spelled_alike((label, value))]
