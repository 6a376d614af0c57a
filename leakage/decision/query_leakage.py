"""Query leakage and database leakage: the 2011 paper's measures of what dipping finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from leakage.database import Database
from leakage.measure.measure import Weights
from leakage.measure.measuring import as_measure
from leakage.measure.record_leakage import record_leakage, record_leakages
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.answer_set_search import DipBounds
from leakage.resolution.answer_sets import BUDGET, maximal_dips, maximal_dips_each
from leakage.resolution.dip import dip_each, split_pipeline


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

    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.operations import Resolve
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

    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.operations import Resolve
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

    def ceiling(held: Record, reach: Record) -> float:
        return measure.ceiling(held, reach, reference)

    return value, ceiling
