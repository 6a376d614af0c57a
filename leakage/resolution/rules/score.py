"""AtLeast: same person, if the labels on which two records agree weigh enough together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from leakage import registry
from leakage.database import Database
from leakage.record import Pair, Record
from leakage.registry import Adjust
from leakage.resolution.match import Key, Rule, distinct_labels, listed
from leakage.tabular.rows import redacted_repr


@registry.by_fields
@dataclass(frozen=True)
class AtLeast(Rule):
    """Same person, if the agreement of the two records weighs at least the threshold.

    ``score(r, s) = sum over labels l of max { w(l, v) : v a value of both for l }``; a label on which they have no
    value in common adds nothing and takes nothing away. So a union only adds to the score: this has
    representativity with union merge, but no key of its own suffices for a match.
    Numbers count as the decimals they are written as: 0.7 and 0.1 reach 0.8, as they do not in binary fractions.

    Arguments:
        threshold: what must be reached, > 0; in bits where the weights were learned.
        weights: label to the weight of agreeing on a value of it, >= 0; only these labels count.
        common: (label, value, weight) for values that weigh otherwise, as common ones do.

    Raises:
        ValueError: for no label, one named twice, or a number out of its range.

    >>> match = AtLeast(3.0, (("N", 2.0), ("Z", 1.5)), (("N", "Smith", 0.5),))
    >>> jones, smith = Record.of(("N", "Jones"), ("Z", "94305")), Record.of(("N", "Smith"), ("Z", "94305"))
    >>> match.matches(jones, jones), match.matches(smith, smith), match.score(smith, smith)
    (True, False, 2.0)
    """

    threshold: float
    weights: tuple[tuple[str, float], ...]
    common: tuple[tuple[str, str, float], ...] = ()

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        distinct_labels(self.labels)
        if not 0.0 < self.threshold < math.inf:
            raise ValueError(f"threshold must be a positive finite number, got {self.threshold}")
        given = [weight for _, weight in self.weights] + [weight for _, _, weight in self.common]
        if not all(0.0 <= weight < math.inf for weight in given):
            raise ValueError("the weights of a score must be finite numbers >= 0")

    def __hash__(self) -> int:
        # Keys are hashed often, and the values that weigh otherwise are many.
        return hash((self.threshold, self.weights, len(self.common)))

    @staticmethod
    def learned(threshold: float, labels: Iterable[str], records: Database | Iterable[Record]) -> AtLeast:
        """A score whose weights come from records: agreeing on a value that one in k of them has weighs log2 k bits.

        ``w(l, v) = log2(|R| / f_v)``, f_v of the records having v for l: how far the value narrows down whom a record
        may be about. A value not seen counts as seen once, so a label few records know weighs as much as a rare name.
        Source: the weights of Fellegi & Sunter (1969) for exact agreement, with no errors supposed.

        >>> records = [Record.of(("N", name)) for name in ("Smith", "Smith", "Jones", "Doe")]
        >>> learned = AtLeast.learned(1.5, ["N"], records)
        >>> learned.weights, learned.common
        ((('N', 2.0),), (('N', 'Smith', 1.0),))
        """
        wanted, listed = tuple(labels), tuple(records)
        rare = math.log2(max(len(listed), 1))
        common: list[tuple[str, str, float]] = []
        for label in wanted:
            counts = Counter(value for record in listed for value in record.values(label))
            repeated = sorted((value, seen) for value, seen in counts.items() if seen > 1)
            common.extend((label, value, math.log2(len(listed) / seen)) for value, seen in repeated)
        weights = [(label, rare) for label in wanted]
        return AtLeast(threshold, tuple(weights), tuple(common))

    def score(self, left: Record, right: Record) -> float:
        """What the agreement of two records weighs."""
        return sum(weight for _, weight in self._agreements(left, right)) / self._whole.units

    @property
    def greatest(self) -> float:
        """The greatest score of any two records."""
        return self._most / self._whole.units

    @property
    def attainable(self) -> bool:
        """Whether any two records can match: those that agree on the heaviest value of every label do, if any."""
        return self._most >= self._whole.threshold

    def sufficient(self, record: Record) -> Iterator[tuple[Pair, ...]]:
        """The smallest sets of a record's pairs on which agreement suffices; none holds another.

        >>> alice = Record.of(("N", "Alice"), ("P", "1"), ("C", "9"))
        >>> list(AtLeast(2, (("N", 1), ("P", 1), ("C", 2))).sufficient(alice))
        [(('C', '9'),), (('P', '1'), ('N', 'Alice'))]
        """
        choices = [[(self._weight(pair), pair) for pair in _pairs(record, label)] for label in self.labels]
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
        pairs = sorted((-self._weight(pair), pair) for label in self.labels for pair in _pairs(record, label))
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
        common = tuple((label, value, adjust("weight", weight, False)) for label, value, weight in self.common)
        return AtLeast(adjust("threshold", self.threshold, True), weights, common)

    @cached_property
    def _whole(self) -> _WholeWeights:
        return _WholeWeights.of(self)

    @property
    def _most(self) -> int:
        greatest = dict(self._whole.labels)
        for (label, _), weight in self._whole.pairs.items():
            greatest[label] = max(weight, greatest[label])
        return sum(greatest.values())

    def _weight(self, pair: Pair) -> int:
        return self._whole.pairs.get(pair, self._whole.labels[pair[0]])

    def _agreements(self, left: Record, right: Record) -> list[tuple[Pair, int]]:
        """For every label the heaviest pair that both hold, with its weight."""
        agreements = []
        for label in self.labels:
            shared = set(left.values(label)).intersection(right.values(label))
            if shared:
                weight, value = min((-self._weight((label, value)), value) for value in shared)
                agreements.append(((label, value), -weight))
        return agreements


class _SavedAtLeast(registry.SavedRule, tag="at least"):
    meant = AtLeast
    threshold: float
    weights: tuple[tuple[str, float], ...]
    common: tuple[tuple[str, str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class _WholeWeights:
    """The numbers of a score as multiples of one unit: sums of whole numbers are exact, in whatever order.

    Arguments:
        units: how many of the unit make 1.
        threshold, labels, pairs: as those of the score, in units; ``pairs`` are the values that weigh otherwise.
    """

    units: int
    threshold: int
    labels: dict[str, int]
    pairs: dict[Pair, int]

    __repr__ = redacted_repr

    @staticmethod
    def of(score: AtLeast) -> _WholeWeights:
        """The numbers of a score."""
        given = [score.threshold, *(w for _, w in score.weights), *(w for _, _, w in score.common)]
        units = math.lcm(*(decimal_of(number).denominator for number in given))

        def whole(number: float) -> int:
            return int(decimal_of(number) * units)

        labels = set(score.labels)
        return _WholeWeights(
            units,
            whole(score.threshold),
            {label: whole(weight) for label, weight in score.weights},
            {(label, value): whole(weight) for label, value, weight in score.common if label in labels},
        )


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
