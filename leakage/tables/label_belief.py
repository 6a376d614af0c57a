"""What somebody believes about one fact of a person: her best guess, her error, and how uncertain she is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from leakage.record import Record
from leakage.short_repr import short_repr
from leakage.tables.entropy import hartley_entropy, min_entropy, shannon_entropy


@dataclass(frozen=True)
class LabelBelief:
    """Eve's belief about one label, as a distribution.

    Arguments:
        label: what kind of information it is about.
        values: what she holds possible, the likeliest first.
        probabilities: of each, adding up to 1 together with ``unknown``.
        unknown: the probability that it is none of these.
    """

    label: str
    values: tuple[str, ...]
    probabilities: tuple[float, ...]
    unknown: float

    __repr__ = short_repr

    @property
    def best_guess(self) -> str | None:
        """x̂: the value she thinks most likely; None where she has none."""
        return self.values[0] if self.values else None

    @property
    def error(self) -> float:
        """``P(y) = 1 - max_x p(x|y)``: how likely her best guess is wrong, in her own eyes; 1 where she has none."""
        return 1.0 - self.probabilities[0] if self.values else 1.0

    @property
    def outcomes(self) -> tuple[float, ...]:
        """The probabilities with that of "unknown", as far as it is possible."""
        return (*self.probabilities, self.unknown) if self.unknown > 0.0 else self.probabilities

    @property
    def hartley(self) -> float:
        """H_0 in bits: how many outcomes she holds possible, "unknown" as one of them."""
        return hartley_entropy(self.outcomes)

    @property
    def shannon(self) -> float:
        """H_1 in bits: how uncertain she is on average."""
        return shannon_entropy(self.outcomes)

    @property
    def min_entropy(self) -> float:
        """H_∞ in bits: how uncertain the likeliest outcome leaves her."""
        return min_entropy(self.outcomes)


def label_belief(record: Record, label: str) -> LabelBelief:
    """What the holder of a record believes about a label: its confidences as a distribution.

    ``p(v) = c_v / max(1, sum of c)``; what confidences below 1 in all leave over is "unknown".
    Source: Rebollo-Monedero et al., Sections IV-C and V-A1, on the confidences of Whang & Garcia-Molina 2012,
    Section 2.3.

    Arguments:
        record: what she holds, usually a composite record.
        label: one label; it need not occur.

    >>> belief = label_belief(Record.of(("A", "20", 0.5), ("A", "30", 0.25)), "A")
    >>> belief.best_guess, belief.error, belief.unknown, belief.shannon
    ('20', 0.5, 0.25, 1.5)
    """
    held = sorted((-a.confidence, a.value) for a in record if a.label == label and a.confidence > 0.0)
    total = math.fsum(-confidence for confidence, _ in held)
    probabilities = tuple(-confidence / max(1.0, total) for confidence, _ in held)
    return LabelBelief(label, tuple(value for _, value in held), probabilities, max(0.0, 1.0 - total))


def label_beliefs(record: Record) -> tuple[LabelBelief, ...]:
    """The belief about every label that the record knows, in their order.

    Source: as ``label_belief``.
    """
    return tuple(label_belief(record, label) for label in record.labels)
