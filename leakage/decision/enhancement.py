"""Enhancement: which fact the adversary had best verify next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from leakage.measure.leakage import leakage_gradient, record_leakage
from leakage.measure.weights import Weights
from leakage.progress import report
from leakage.record import Attribute, Record, certain
from leakage.resolution.adversary import Adversary, Resolution
from leakage.resolution.operations import SAME_VALUES, Operation, Resolve, ResolvePerSource, SingleLink
from leakage.resolution.rules import MatchFunction


@dataclass(frozen=True, slots=True)
class Enhancement:
    """One attribute of one record, and what making sure of it brings.

    Arguments:
        record: the number of the record that holds it.
        attribute: with the confidence c that the record holds it at, below 1.
        gain: ``L(r'_c, r_e) - L(r_c, r_e)``: how much surer the composite becomes; 0 where another record is surer.
        cost: C(a), > 0.
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


def certainty(composite: Record, weights: Weights | None = None) -> float:
    """How certain a composite is: ``L(r_c, r_e)``, r_e being r_c with every confidence 1; 1 is quite certain.

    Source: Whang & Garcia-Molina 2012, Section 4.3.

    >>> round(certainty(Record.of(("N", "Alice"), ("P", "123", 0.5))) - 5 / 6, 12)
    0.0
    """
    return record_leakage(composite, certain(composite.known), weights)


def enhancements(
    resolution: Resolution,
    composite: int,
    weights: Weights | None = None,
    cost: Callable[[Attribute], float] = doubt,
) -> tuple[Enhancement, ...]:
    """Every attribute that a record of a composite is not sure of, first what is best verified for its cost.

    ``(L(r'_c, r_e) - L(r_c, r_e)) / C(a)``. Eve does not know e, so she measures against what she believes: r_e is r_c
    with every confidence 1, and r'_c what she comes to if the record holds the attribute at confidence 1. Where values
    alone decide what is joined, and what is sure stays sure when merged, that gains exactly ``(1 - c) dL/dc`` with c
    the composite's confidence, for L is multilinear; other adversaries are run anew for each.
    Source: Whang & Garcia-Molina 2012, Section 4.3.

    Arguments:
        resolution: what she made of her records.
        composite: the number of r_c.
        weights: as ``record_leakage``; Eve's idea of them.
        cost: C(a), of making sure of an attribute of a record; by default 1 - c.

    The paper prints 1/28 for the phone; (1/14) / (1/2) is 1/7.

    >>> from leakage.resolution.rules import Shares
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
    gains = _gains(resolution, resolution.composites[composite].known, doubtful, weights)
    found = [Enhancement(*one, gain, price) for one, gain, price in zip(doubtful, gains, priced, strict=True)]
    return tuple(sorted(found, key=lambda one: (-one.ratio, -one.gain, one.record)))


def _gains(
    resolution: Resolution, whole: Record, doubtful: list[tuple[int, Attribute]], weights: Weights | None
) -> Iterator[float]:
    eve, records, believed = Adversary(*resolution.operations), list(resolution.records), certain(whole)
    now = record_leakage(whole, believed, weights)
    slopes = {a.pair: (1.0 - a.confidence) * slope for a, slope in leakage_gradient(whole, believed, weights).items()}
    by_values = all(map(_by_values, eve.operations[len(eve.preparation) :]))
    for place, (number, attribute) in enumerate(doubtful):
        report("Verifying facts", place, len(doubtful))
        sure = records[number].with_attribute(Attribute(*attribute.pair))
        if by_values:
            [old], [new] = eve.prepared([records[number]]), eve.prepared([sure])
            # The attribute, and what is looked up by it.
            surer = {a.pair for a in new if a.confidence > old.confidence_of(a.pair)} & slopes.keys()
            if len(surer) < 2:
                yield sum(slopes[pair] for pair in surer)
                continue
            then = Record(Attribute(*a.pair, 1.0 if a.pair in surer else a.confidence) for a in whole)
        else:
            after = eve.resolve((*records[:number], sure, *records[number + 1 :]))
            then = after.composites[int(after.composite_of[number])]
        yield record_leakage(then, believed, weights) - now


def _by_values(operation: Operation) -> bool:
    if isinstance(operation, ResolvePerSource):
        return _by_values(operation.operation)
    if not isinstance(operation, Resolve | SingleLink) or operation.merge not in SAME_VALUES:
        return False
    return not any(isinstance(rule, MatchFunction) for rule in operation.match.single_rules)
