"""Contribution: what the leakage would lose without one attribute or release."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.decision.evaluator import Evaluator
from leakage.frames import Floats, Person, person_of
from leakage.measure.leakage import leakage_gradient, leakages
from leakage.measure.weights import Weights, as_measure
from leakage.record import Attribute, Record


@dataclass(frozen=True, slots=True)
class AttributeContribution:
    """What one attribute of a composite adds to its leakage.

    Arguments:
        attribute: a, with its confidence c.
        right: whether the person has it, or by a Measure something near it.
        contribution: ``L(r) - L(r less a)``; below 0 for a wrong attribute, which takes that much away.
    """

    attribute: Attribute
    right: bool
    contribution: float


def attribute_contributions(
    record: Record, person: Person, weights: Weights | None = None
) -> tuple[AttributeContribution, ...]:
    """What each attribute of a composite adds to its leakage, the greatest first.

    ``L(r, e) - L(r less a, e)``, which is ``c dL/dc`` where every attribute is right or wrong: L is multilinear.
    Source: Whang & Garcia-Molina 2012, Definition 1; derived in ``leakage.measure.kernel``.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> r = Record.of(("N", "Alice"), ("P", "987"))
    >>> [(c.attribute.label, c.right, round(c.contribution, 9)) for c in attribute_contributions(r, e)]
    [('N', True, 0.5), ('P', False, -0.166666667)]
    """
    known, whole, measure = record.known, person_of(person), as_measure(weights)
    if measure.similarities:
        # Where a near value goes, the next one earns its fact.
        leakage, *without = leakages([known, *(known.without(a.pair) for a in known)], whole, measure).tolist()
        lost = [leakage - less for less in without]
    else:
        lost = [a.confidence * slope for a, slope in leakage_gradient(known, whole, measure).items()]
    entries = (
        AttributeContribution(a, measure.closest(a.pair, whole)[1] > 0.0, contribution)
        for a, contribution in zip(known, lost, strict=True)
    )
    return tuple(sorted(entries, key=lambda entry: -entry.contribution))


def release_contributions(evaluator: Evaluator) -> Floats:
    """What each release adds to the leakage: leave one out.

    ``L(R, e, E) - L(R less r, e, E)``, L being the leakage of the worst pool. Above 0: the leakage would fall by as
    much, had the release not been made. Below 0: the release confuses the adversary, who would know more without it.
    Source: Whang & Garcia-Molina 2012, Section 4.1 (incremental leakage), with r already out.

    >>> from leakage import Adversary, Resolve, Shares
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> (release_contributions(Evaluator(R, (), e, Adversary(Resolve(Shares("N"))))) * 21).round(9).tolist()
    [4.0, 4.0]
    """
    everything = evaluator.everything
    found = evaluator.leakages([everything, *(everything ^ 1 << number for number in range(len(evaluator.releases)))])
    lost: Floats = found[0] - found[1:]
    return lost
