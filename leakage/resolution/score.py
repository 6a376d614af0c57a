"""AtLeast: same person, if the labels on which two records agree weigh enough together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from leakage.database import Database
from leakage.record import Pair, Record
from leakage.resolution.match import Key, Rule, distinct_labels, listed


@dataclass(frozen=True)
class AtLeast(Rule):
    """Same person, if the agreement of the two records weighs at least the threshold.

    ``score(r, s) = sum over labels l of max { w(l, v) : v a value of both for l }``; a label on which they have no
    value in common adds nothing and takes nothing away. So a union only adds to the score: this has
    representativity with union merge, but no key of its own suffices for a match.

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

    def __post_init__(self) -> None:
        distinct_labels(self.labels)
        if not 0.0 < self.threshold < math.inf:
            raise ValueError(f"threshold must be a positive finite number, got {self.threshold}")
        given = [weight for _, weight in self.weights] + [weight for _, _, weight in self.common]
        if not all(0.0 <= weight < math.inf for weight in given):
            raise ValueError("the weights of a score must be finite numbers >= 0")

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
        wanted, held = tuple(labels), tuple(records)
        rare = math.log2(max(len(held), 1))
        common: list[tuple[str, str, float]] = []
        for label in wanted:
            counts = Counter(value for record in held for value in record.values(label))
            repeated = sorted((value, seen) for value, seen in counts.items() if seen > 1)
            common.extend((label, value, math.log2(len(held) / seen)) for value, seen in repeated)
        weights = [(label, rare) for label in wanted]
        return AtLeast(threshold, tuple(weights), tuple(common))

    def score(self, left: Record, right: Record) -> float:
        """What the agreement of two records weighs."""
        return sum(weight for _, weight in self._agreements(left, right))

    def common_key(self, left: Record, right: Record) -> Key | None:
        agreements = self._agreements(left, right)
        if sum(weight for _, weight in agreements) < self.threshold:
            return None
        return Key(self, tuple(pair for pair, _ in agreements))

    def keys(self, record: Record) -> Iterator[Key]:
        """The heaviest pairs: whoever matches the record has one of them in common.

        With the pairs of all records in one order, the heaviest first, take the first pair that two matching
        records share: what they share weighs the threshold at least, so what either holds from there on does.
        """
        pairs = sorted(
            ((-self._weight(pair), pair) for label in self.labels for pair in _pairs(record, label)),
        )
        left_over = _suffix_weights(pairs)
        return (Key(self, (pair,)) for (_, pair), weight in zip(pairs, left_over, strict=True) if self._reached(weight))

    @property
    def keys_suffice(self) -> bool:
        return False

    @property
    def keeps_keys(self) -> bool:
        return True

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for label, _ in self.weights)

    def sentence(self) -> str:
        return f"agreement on {listed(self.labels)} that weighs {self.threshold:g} or more"

    @cached_property
    def _label_weights(self) -> dict[str, float]:
        return dict(self.weights)

    @cached_property
    def _pair_weights(self) -> dict[Pair, float]:
        return {(label, value): weight for label, value, weight in self.common}

    def _weight(self, pair: Pair) -> float:
        return self._pair_weights.get(pair, self._label_weights[pair[0]])

    def _reached(self, weight: float) -> bool:
        # The sums run in different orders, so the last bits are left to the comparison itself.
        return weight >= self.threshold * (1.0 - 1e-9)

    def _agreements(self, left: Record, right: Record) -> list[tuple[Pair, float]]:
        """For every label the heaviest pair that both hold, with its weight."""
        found = []
        for label in self.labels:
            shared = set(left.values(label)).intersection(right.values(label))
            if shared:
                weight, value = min((-self._weight((label, value)), value) for value in shared)
                found.append(((label, value), -weight))
        return found


def _pairs(record: Record, label: str) -> list[Pair]:
    return [(label, value) for value in record.values(label)]


def _suffix_weights(pairs: list[tuple[float, Pair]]) -> list[float]:
    """What each pair and all after it can weigh together: of every label the heaviest."""
    greatest: dict[str, float] = {}
    sums: list[float] = []
    for negative, (label, _) in reversed(pairs):
        greatest[label] = max(-negative, greatest.get(label, 0.0))
        sums.append(sum(greatest.values()))
    return sums[::-1]
