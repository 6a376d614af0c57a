"""Enhancement: which fact the adversary had best verify next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from leakage.measure.leakage import record_leakage
from leakage.measure.weights import Weights
from leakage.progress import report
from leakage.record import Attribute, certain
from leakage.resolution.adversary import Adversary, Resolution
from leakage.resolution.operations import SAME_VALUES
from leakage.resolution.rules import MatchFunction


@dataclass(frozen=True, slots=True)
class Enhancement:
    """One attribute of one record, and what making sure of it brings.

    Arguments:
        attribute: with the confidence c that the record holds it at, below 1.
        gain: ``L(r'_c, r_e) - L(r_c, r_e)``: how much surer the composite becomes; 0 where another record is surer.
    """

    record: int
    attribute: Attribute
    gain: float
    cost: float

    @property
    def ratio(self) -> float:
        """Gain over cost: what she maximises."""
        return self.gain / self.cost


def doubt(attribute: Attribute) -> float:
    """The paper's cost of making sure: ``C(a) = 1 - c``."""
    return 1.0 - attribute.confidence


def enhancements(
    resolution: Resolution,
    composite: int,
    weights: Weights | None = None,
    cost: Callable[[Attribute], float] = doubt,
) -> tuple[Enhancement, ...]:
    """Every attribute that a record of a composite is not sure of, first what is best verified for its cost.

    ``(L(r'_c, r_e) - L(r_c, r_e)) / C(a)``. Eve does not know e, so she measures against what she believes: r_e is r_c
    with every confidence 1, and r'_c what she comes to if the record holds the attribute at confidence 1: she is run
    anew, where values alone decide what is joined on the records of the composite.
    Source: Whang & Garcia-Molina 2012, Section 4.3.

    The paper prints 1/28 for the phone; (1/14) / (1/2) is 1/7.

    >>> from leakage import Record, Resolve, Shares
    >>> r1 = Record.of(("N", "Alice"), ("A", "20"))
    >>> r2 = Record.of(("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987"))
    >>> known = Adversary(Resolve(Shares("N"))).resolve([r1, r2])
    >>> [(one.attribute.label, round(7 * one.ratio, 9)) for one in enhancements(known, 0)]
    [('P', 1.0), ('N', 0.0)]
    """
    doubtful = [
        (number, attribute)
        for number in resolution.members[composite]
        for attribute in resolution.records[number].known
        if attribute.confidence < 1.0
    ]
    priced = [cost(attribute) for _, attribute in doubtful]
    if not all(price > 0.0 for price in priced):
        raise ValueError("the cost of verifying an attribute must be more than 0")
    gains = _gains(resolution, composite, doubtful, weights)
    found = [Enhancement(*one, gain, price) for one, gain, price in zip(doubtful, gains, priced, strict=True)]
    return tuple(sorted(found, key=lambda one: (-one.ratio, -one.gain, one.record)))


def _gains(
    resolution: Resolution, composite: int, doubtful: list[tuple[int, Attribute]], weights: Weights | None
) -> Iterator[float]:
    eve, whole = Adversary(*resolution.operations), resolution.composites[composite].known
    believed = certain(whole)
    now = record_leakage(whole, believed, weights)
    alone = all(step.merge in SAME_VALUES for step in eve.operations[len(eve.preparation) :]) and not any(
        isinstance(rule, MatchFunction) for match in eve.matches for rule in match.single_rules
    )
    numbers = resolution.members[composite] if alone else range(len(resolution.records))
    for done, (number, attribute) in enumerate(doubtful):
        report("Verifying facts", done, len(doubtful))
        sure = resolution.records[number].with_attribute(Attribute(*attribute.pair))
        after = eve.resolve([sure if n == number else resolution.records[n] for n in numbers])
        then = after.composites[int(after.composite_of[numbers.index(number)])]
        yield record_leakage(then, believed, weights) - now
