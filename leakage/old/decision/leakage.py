"""Information, query and database leakage: what the adversary knows after her analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.arguments import warn_of_idle_weights
from leakage.old.database import Database, Floats, Records
from leakage.old.measure.gradient import argmax_tolerant
from leakage.old.measure.measuring import as_measure, telling_records
from leakage.old.measure.record_leakage import record_leakage, record_leakages
from leakage.old.measure.weights import Measure, Weights
from leakage.old.resolution.adversary import Adversary, Composites
from leakage.old.resolution.answer_sets import BUDGET, DipBounds, maximal_dips, maximal_dips_each
from leakage.old.resolution.dip import dip_each, split_pipeline
from leakage.old.resolution.resolution import Resolution
from leakage.old.tabular.rows import redacted_repr
from leakage.record import Record, check_person

# Information leakage: what the adversary knows after her analysis.


@dataclass(frozen=True, eq=False)
class InformationLeakage:
    """The leakage of a database, and the composite record behind it.

    Arguments:
        leakage: L(R, e, E), in [0, 1]; high is bad for the person.
        composite: the record that attains it; empty where no record holds anything right.
        members: numbers of the input records merged into it.
        resolution: the whole analysis, its cost included.
    """

    leakage: float
    composite: Record
    members: tuple[int, ...]
    resolution: Resolution

    __repr__ = redacted_repr


def information_leakage(
    records: Records,
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> InformationLeakage:
    """What the adversary knows of a person after analysing the records: the worst composite.

    ``L(R, e, E) = L_0(E(R), e) = max_{r in E(R)} L(r, e)``, with the cost C(E, R); 0 for no record.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        records: R, what was released and what else the adversary holds.
        reference: e, the person's complete information.
        adversary: E, with her cost function.
        weights: label to weight > 0; a label not named weighs 1. Or a Measure.

    Raises:
        ValueError: if a weight is not positive.

    Warns:
        LeakageWarning: for the weight of a label that nobody has.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> result = information_leakage(R, e, Adversary((Resolve(Shares("N")),)))
    >>> round(result.leakage - 6 / 7, 12), result.members
    (0.0, (0, 1))
    """
    check_person(reference)
    resolution = adversary.resolve(records)
    warn_of_idle_weights(idle_labels(weights, resolution.composites, [reference]))
    return worst_of(resolution, reference, weights)


def idle_labels(weights: Weights | None, *holders: Database | Sequence[Record]) -> list[str]:
    """Labels that have a weight, and that no record of any of the holders has.

    >>> idle_labels({"N": 2.0, "n": 3.0}, [Record.of(("N", "Alice"))])
    ['n']
    """
    left = {label for label, _ in weights.weights} if isinstance(weights, Measure) else set(weights or ())
    for records in holders:
        listed = records.database if isinstance(records, Composites) else records
        if isinstance(listed, Database):
            left.difference_update(listed.labels)
            continue
        for record in listed:
            if not left:
                break
            left.difference_update(record.labels)
    return sorted(left)


def worst_of(resolution: Resolution, reference: Record, weights: Weights | None = None) -> InformationLeakage:
    """The leakage of an analysis that has been made: its worst composite, the first of several."""
    leakages = leakages_of(resolution, reference, weights)
    if not leakages.any():
        return InformationLeakage(0.0, Record(), (), resolution)
    number = argmax_tolerant(leakages)
    composite, members = resolution.composites[number], resolution.members[number]
    counted = as_measure(weights).counted(composite)
    return InformationLeakage(float(leakages.max()), counted, members, resolution)


def leakages_of(resolution: Resolution, reference: Record, weights: Weights | None) -> Floats:
    """The leakage of every composite, shape (composites,)."""
    composites = resolution.composites
    leakages = np.zeros(len(composites))
    # A composite without anything right leaks nothing, and a large background is made of such.
    listed = composites.database if isinstance(composites, Composites) else composites
    telling = telling_records(listed, reference, weights)
    measured = listed.only(telling) if isinstance(listed, Database) else [listed[n] for n in telling.tolist()]
    # Expected F1 is twice the integral, and the rule may overshoot 1 by its last bit.
    leakages[telling] = np.minimum(1.0, 2.0 * as_measure(weights).ratios(measured, reference, 1.0))
    return leakages


# Query leakage and database leakage: the 2011 paper's measures of what dipping finds.


def query_leakage(
    query: Record,
    records: Database | Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> float:
    """``L_q``: what the adversary knows of a person whom she thinks of as the query.

    ``L_q(p, q, M, mu, R) = max_{r_q} L_r(p, r_q)`` over the dipping results r_q. With representativity there is
    just one; otherwise this is the greatest that ``query_leakage_bounds`` finds.
    Source: Whang & Garcia-Molina 2011, Section 2.2.

    Arguments and errors: as ``dip`` and ``record_leakage``.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> R = [Record.of(("N", "Alice"), ("P", "123"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> query_leakage(Record.of(("N", "Alice")), R, e, Adversary((Resolve(Shares("N")),)))
    1.0
    """
    return query_leakage_bounds(query, records, reference, adversary, weights).lower


def query_leakage_bounds(
    query: Record,
    records: Database | Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    budget: int = BUDGET,
) -> DipBounds:
    """``L_q`` with the dip that attains it; a lower and an upper bound where the budget does not suffice.

    Source: Whang & Garcia-Molina 2011, Section 2.2 and Table 2 (NP-hard without representativity).

    Arguments:
        query, records, reference, adversary, weights: as ``query_leakage``.
        budget: how many answer sets to look at; see ``maximal_dips``.

    Errors: as ``maximal_dips`` and ``record_leakage``.
    """
    value, ceiling = _valuation(reference, weights)
    return maximal_dips(query, records, adversary, value, budget, ceiling=ceiling)


def database_leakage(
    records: Database | Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> float:
    """``L_d``: the worst query leakage, were the adversary to think of the person as any one of her records.

    ``L_d(p, M, mu, R) = max_{q in R} L_q(p, q, M, mu, R - {q})``; 0 for no record. Without representativity this
    is the greatest that ``database_leakage_bounds`` finds.
    Source: Whang & Garcia-Molina 2011, Section 2.3.

    Arguments and errors: as ``query_leakage``.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> R = [Record.of(("N", "Alice")), Record.of(("N", "Bob"), ("P", "5"))]
    >>> database_leakage(R, Record.of(("N", "Alice")), Adversary((Resolve(Shares("N")),)))
    1.0
    """
    if not split_pipeline(adversary)[1].unique:
        bounds = database_leakage_bounds(records, reference, adversary, weights)
        return bounds.lower if bounds else 0.0
    results = dip_each(records, adversary)
    leakages = record_leakages((result.composite for result in results), reference, weights)
    return float(leakages.max()) if results else 0.0


def database_leakage_bounds(
    records: Database | Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    budget: int = BUDGET,
) -> DipBounds | None:
    """``L_d`` with the dip that attains it, or bounds of it; None for no record.

    Source: Whang & Garcia-Molina 2011, Section 2.3 and Table 2.

    Arguments:
        records, reference, adversary, weights: as ``database_leakage``.
        budget: how many answer sets to look at for each record as the query.

    Errors: as ``maximal_dips`` and ``record_leakage``.
    """
    value, ceiling = _valuation(reference, weights)
    dips = maximal_dips_each(records, adversary, value, budget, ceiling=ceiling)
    if not dips:
        return None
    worst = max(dips, key=lambda bounds: bounds.lower)
    upper = max(bounds.upper for bounds in dips)
    return DipBounds(worst.lower, upper, upper == worst.lower, worst.best)


def _valuation(
    reference: Record, weights: Weights | None
) -> tuple[Callable[[Record], float], Callable[[Record, Record], float]]:
    """Record leakage, and the most that a record between two can leak."""

    measure = as_measure(weights)

    def value(record: Record) -> float:
        return record_leakage(record, reference, weights)

    def ceiling(least: Record, reach: Record) -> float:
        return measure.ceiling(least, reach, reference)

    return value, ceiling
