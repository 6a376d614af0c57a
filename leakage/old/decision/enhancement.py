"""Enhancement: which fact the adversary had best verify next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from leakage.old.measure.gradient import leakage_gradient
from leakage.old.measure.record_leakage import record_leakage
from leakage.old.measure.weights import Weights
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import cancellable
from leakage.record import Attribute, Record, certain


@dataclass(frozen=True, slots=True)
class Enhancement:
    """One attribute of one source record, and what making sure of it brings.

    Arguments:
        source: number of the record that holds it.
        attribute: with the confidence c the source holds it at, below 1.
        gain: ``L(r'_c, r_e) - L(r_c, r_e)``: how much surer the composite becomes; 0 where another source is surer.
        cost: C(a), > 0.
    """

    source: int
    attribute: Attribute
    gain: float
    cost: float

    __repr__ = redacted_repr

    @property
    def ratio(self) -> float:
        """Gain over cost: what she maximises."""
        return self.gain / self.cost


def doubt(attribute: Attribute) -> float:
    """The paper's cost of making sure: ``C(a) = 1 - c``."""
    return 1.0 - attribute.confidence


def certainty(composite: Record, weights: Weights | None = None) -> float:
    """How certain a composite is: ``L(r_c, r_e)``, r_e being r_c with every confidence 1; 1 is quite certain.

    Source: Whang & Garcia-Molina 2012, Section 4.3.

    Raises:
        ValueError: if a weight is not positive.

    >>> round(certainty(Record.of(("N", "Alice"), ("P", "123", 0.5))) - 5 / 6, 12)
    0.0
    """
    return record_leakage(composite, certain(composite.known), weights)


def enhancements(
    sources: Iterable[Record],
    composite: Record,
    weights: Weights | None = None,
    cost: Callable[[Attribute], float] = doubt,
) -> tuple[Enhancement, ...]:
    """Every attribute a source is not sure of, by what verifying it brings for its cost, the best first.

    ``(L(r'_c, r_e) - L(r_c, r_e)) / C(a)``. Eve does not know e, so she measures against what she believes. Verified,
    an attribute has confidence 1 in the composite, whatever the source had, because merging keeps the maximum. L is
    multilinear, so that gains exactly ``(1 - c) dL/dc`` with c the composite's confidence; 0 where that is 1.
    Source: Whang & Garcia-Molina 2012, Section 4.3.

    Arguments:
        sources: r_1, r_2, ..., whose union, with the greater confidence where they repeat, is the composite.
        composite: r_c.
        weights: as ``record_leakage``; Eve's idea of them.
        cost: C(a), of making sure of an attribute of a source; by default 1 - c.

    Raises:
        ValueError: if a cost or a weight is not positive, or a source has what the composite lacks.

    The paper prints 1/28 for the phone; (1/14) / (1/2) is 1/7.

    >>> r1 = Record.of(("N", "Alice"), ("A", "20"))
    >>> r2 = Record.of(("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987"))
    >>> rc = Record.of(("N", "Alice"), ("A", "20"), ("P", "123", 0.5), ("C", "987"))
    >>> [(one.attribute.label, round(7 * one.ratio, 9)) for one in enhancements([r1, r2], rc)]
    [('P', 1.0), ('N', 0.0)]
    """
    gains = _gains(composite.known, weights)
    choices = []
    for number, source in enumerate(cancellable(sources)):
        for attribute in source.known:
            if attribute.pair not in gains:
                raise ValueError("the composite lacks an attribute of a source")
            if attribute.confidence < 1.0:
                choices.append(Enhancement(number, attribute, gains[attribute.pair], _checked(cost(attribute))))
    return tuple(sorted(choices, key=lambda choice: (-choice.ratio, -choice.gain, choice.source)))


def _gains(composite: Record, weights: Weights | None) -> dict[tuple[str, str], float]:
    """What each attribute's being certain adds, by its pair."""
    believed = certain(composite)
    slopes = leakage_gradient(composite, believed, weights)
    return {a.pair: (1.0 - a.confidence) * slopes[a] for a in composite}


def _checked(cost: float) -> float:
    if not cost > 0.0:
        raise ValueError("the cost of verifying an attribute must be more than 0")
    return cost
