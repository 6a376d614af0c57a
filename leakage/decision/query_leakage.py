"""Query leakage and database leakage: the 2011 paper's measures of what dipping finds."""

from __future__ import annotations

from collections.abc import Iterable

from leakage.database import Database
from leakage.measure.record_leakage import record_leakage, record_leakages
from leakage.measure.weights import Weights
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.dip import dip, dip_each


def query_leakage(
    query: Record,
    records: Database | Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> float:
    """``L_q``: what the adversary knows of a person whom she thinks of as the query.

    ``L_q(p, q, M, mu, R) = max_{r_q} L_r(p, r_q)`` over the dipping results r_q; here there is just one.
    Source: Whang & Garcia-Molina 2011, Section 2.2.

    Arguments and errors: as ``dip`` and ``record_leakage``.

    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> R = [Record.of(("N", "Alice"), ("P", "123"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> query_leakage(Record.of(("N", "Alice")), R, e, Adversary((Resolve(Shares("N")),)))
    1.0
    """
    return record_leakage(dip(query, records, adversary).composite, reference, weights)


def database_leakage(
    records: Database | Iterable[Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> float:
    """``L_d``: the worst query leakage, were the adversary to think of the person as any one of her records.

    ``L_d(p, M, mu, R) = max_{q in R} L_q(p, q, M, mu, R - {q})``; 0 for no record.
    Source: Whang & Garcia-Molina 2011, Section 2.3.

    Arguments and errors: as ``query_leakage``.

    >>> from leakage.resolution.match import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> R = [Record.of(("N", "Alice")), Record.of(("N", "Bob"), ("P", "5"))]
    >>> database_leakage(R, Record.of(("N", "Alice")), Adversary((Resolve(Shares("N")),)))
    1.0
    """
    results = dip_each(records, adversary)
    leakages = record_leakages((result.composite for result in results), reference, weights)
    return float(leakages.max()) if results else 0.0
