"""AtLeast: same person, if the labels on which two records agree weigh enough together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from leakage.old import registry
from leakage.old.registry import Adjust
from leakage.old.resolution.match import Key, Rule, distinct_labels, listed
from leakage.record import Pair, Record


@registry.by_fields
@dataclass(frozen=True)
class AtLeast(Rule):
    """Same person, if the agreement of the two records weighs at least the threshold.

    ``score(r, s) = sum of w(l) over the labels l for which they have a value in common``; any other label adds nothing
    and takes nothing away. So a union only adds to the score: this has representativity with union merge, but no key of
    its own suffices for a match.
    Numbers count as the decimals they are written as: 0.7 and 0.1 reach 0.8, as they do not in binary fractions.

    Arguments:
        threshold: what must be reached, > 0.
        weights: label to the weight of agreeing on a value of it, >= 0; only these labels count.

    Raises:
        ValueError: for no label, one named twice, or a number out of its range.

    >>> match = AtLeast(3.0, (("N", 2.0), ("Z", 1.5)))
    >>> jones, smith = Record.of(("N", "Jones"), ("Z", "94305")), Record.of(("N", "Smith"), ("Z", "94305"))
    >>> match.matches(jones, jones), match.matches(jones, smith), match.score(jones, smith)
    (True, False, 1.5)
    """

    threshold: float
    weights: tuple[tuple[str, float], ...]

    def __post_init__(self) -> None:
        distinct_labels(self.labels)
        if not 0.0 < self.threshold < math.inf:
            raise ValueError(f"threshold must be a positive finite number, got {self.threshold}")
        if not all(0.0 <= weight < math.inf for _, weight in self.weights):
            raise ValueError("the weights of a score must be finite numbers >= 0")

    def score(self, left: Record, right: Record) -> float:
        """What the agreement of two records weighs."""
        return sum(weight for _, weight in self._agreements(left, right)) / self._whole.units

    @property
    def greatest(self) -> float:
        """The greatest score of any two records."""
        return sum(self._whole.labels.values()) / self._whole.units

    @property
    def attainable(self) -> bool:
        """Whether any two records can match: those that agree on every label do, if any."""
        return sum(self._whole.labels.values()) >= self._whole.threshold

    def sufficient(self, record: Record) -> Iterator[tuple[Pair, ...]]:
        """The smallest sets of a record's pairs on which agreement suffices; none holds another.

        >>> alice = Record.of(("N", "Alice"), ("P", "1"), ("C", "9"))
        >>> list(AtLeast(2, (("N", 1), ("P", 1), ("C", 2))).sufficient(alice))
        [(('C', '9'),), (('P', '1'), ('N', 'Alice'))]
        """
        choices = [[(weight, pair) for pair in _pairs(record, label)] for label, weight in self._whole.labels.items()]
        heaviest_first = sorted((choice for choice in choices if choice), key=max, reverse=True)
        for chosen in reaching(heaviest_first, self._whole.threshold):
            weights = [weight for weight, _ in chosen]
            if sum(weights) - min(weights) < self._whole.threshold:
                yield tuple(pair for _, pair in chosen)

    def common_key(self, left: Record, right: Record) -> Key | None:
        agreements = self._agreements(left, right)
        if sum(weight for _, weight in agreements) < self._whole.threshold:
            return None
        return Key(self, tuple(pair for pair, _ in agreements))

    def keys(self, record: Record) -> Iterator[Key]:
        """The heaviest pairs: whoever matches the record has one of them in common.

        With the pairs of all records in one order, the heaviest first, take the first pair that two matching
        records share: what they share weighs the threshold at least, so what either holds from there on does.
        """
        labels = self._whole.labels.items()
        pairs = sorted((-weight, pair) for label, weight in labels for pair in _pairs(record, label))
        left_over = _suffix_weights(pairs)
        enough = self._whole.threshold
        return (Key(self, (pair,)) for (_, pair), weight in zip(pairs, left_over, strict=True) if weight >= enough)

    @property
    def keys_decide(self) -> bool:
        return False

    @property
    def is_monotone(self) -> bool:
        return True

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for label, _ in self.weights)

    def sentence(self) -> str:
        return f"agreement on {listed(self.labels)} that weighs {self.threshold:g} or more"

    def with_numbers(self, adjust: Adjust) -> AtLeast:
        weights = tuple((label, adjust("weight", weight, False)) for label, weight in self.weights)
        return AtLeast(adjust("threshold", self.threshold, True), weights)

    @cached_property
    def _whole(self) -> _WholeWeights:
        return _WholeWeights.of(self)

    def _agreements(self, left: Record, right: Record) -> list[tuple[Pair, int]]:
        """For every label the first pair that both hold, with its weight."""
        agreements = []
        for label in self.labels:
            shared = set(left.values(label)).intersection(right.values(label))
            if shared:
                agreements.append(((label, min(shared)), self._whole.labels[label]))
        return agreements


class _SavedAtLeast(registry.SavedRule, tag="at least"):
    meant = AtLeast
    threshold: float
    weights: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class _WholeWeights:
    """The numbers of a score as multiples of one unit: sums of whole numbers are exact, in whatever order.

    Arguments:
        units: how many of the unit make 1.
        threshold, labels: as those of the score, in units.
    """

    units: int
    threshold: int
    labels: dict[str, int]

    @staticmethod
    def of(score: AtLeast) -> _WholeWeights:
        """The numbers of a score."""
        given = [score.threshold, *(weight for _, weight in score.weights)]
        units = math.lcm(*(decimal_of(number).denominator for number in given))

        def whole(number: float) -> int:
            return int(decimal_of(number) * units)

        return _WholeWeights(units, whole(score.threshold), {label: whole(weight) for label, weight in score.weights})


def decimal_of(number: float) -> Fraction:
    """The decimal that a number is written as, exactly.

    >>> decimal_of(0.1)
    Fraction(1, 10)
    """
    return Fraction(repr(float(number)))


def _pairs(record: Record, label: str) -> list[Pair]:
    return [(label, value) for value in record.values(label)]


def reaching(
    choices: Sequence[Sequence[tuple[float, Pair]]], needed: float
) -> Iterator[tuple[tuple[float, Pair], ...]]:
    """One pair at most of every choice, none of them empty, until they weigh what is needed.

    >>> list(reaching([[(2.0, ("N", "Al"))], [(1.0, ("P", "1"))]], 3.0))
    [((2.0, ('N', 'Al')), (1.0, ('P', '1')))]
    """
    if needed <= 0:
        yield ()
    elif sum(max(choice)[0] for choice in choices) >= needed:
        for weight, pair in choices[0]:
            yield from (((weight, pair), *more) for more in reaching(choices[1:], needed - weight))
        yield from reaching(choices[1:], needed)


def _suffix_weights(pairs: list[tuple[int, Pair]]) -> list[int]:
    """What each pair and all after it can weigh together: of every label the heaviest."""
    greatest: dict[str, int] = {}
    sums: list[int] = []
    for negative, (label, _) in reversed(pairs):
        greatest[label] = max(-negative, greatest.get(label, 0))
        sums.append(sum(greatest.values()))
    return sums[::-1]
