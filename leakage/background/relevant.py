"""The relevant background: the few composites of an index that can matter to one person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.background.build import rules_of
from leakage.background.index import BackgroundIndex
from leakage.background.misleading import most_misleading
from leakage.background.telling import most_telling
from leakage.measure.measure import Weights
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.arrays import ArrayRules
from leakage.resolution.normalise import Normaliser
from leakage.resolution.operations import Resolve


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
    asked: set[Record] = set()
    while True:
        composites = adversary.resolve((*releases, *touched.values())).composites
        fresh = [composite for composite in composites if composite not in asked]
        asked.update(fresh)
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
