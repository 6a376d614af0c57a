"""Answer sets: everything a query may come to, where it depends on what adheres to it first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from leakage.database import Database
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.answer_set_search import AnswerSetSearch, DipBounds
from leakage.resolution.dip import reachable, split_pipeline

BUDGET = 2_000


def maximal_dips(
    query: Record,
    records: Database | Iterable[Record],
    adversary: Adversary,
    value: Callable[[Record], float],
    budget: int = BUDGET,
    *,
    ceiling: Callable[[Record, Record], float] | None = None,
    most: float = 1.0,
) -> DipBounds:
    """The greatest value of a dipping result, over all maximal answer sets of the query.

    ``max { value(mu(S)) : S an answer set of q, and no r in R - S with M(r, mu(S)) }``
    With representativity there is one such set. Otherwise the problem is NP-hard: answer sets are built record by
    record, the most promising first, and left where they can come to nothing better than what is found; when the
    budget is spent, the most promising one left bounds the answer.

    Under a match that keeps its keys unless labels conflict, and a merge that knows the values of the union, the order
    matters only for records that bring a value of such a label first. A record that adheres, and knows of these labels
    only those that the composite knows, goes on to adhere, and nothing adheres less for it: it is in every maximal set,
    and taken at once. Of those that bring the same values of these labels, after one of them the others are such.
    Source: Whang & Garcia-Molina 2011, Definitions 2.1 and 2.2, and Table 2.

    Arguments:
        query: q.
        records: R.
        adversary: her operations; those before the resolution are run on R and q first.
        value: of a record, at most ``most``.
        budget: how many answer sets to look at, >= 0; up to twenty times as many are kept in mind.
        ceiling: of two records, the second holding all the first holds: at least the value of every record
            between them. Without it nothing is left out.
        most: no value is greater.

    Raises:
        ValueError: if the budget is negative, or the adversary does not have exactly one resolution, as her last
            operation.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.unless import Conflicts, Unless
    >>> eve = Adversary((Resolve(Unless(Shares("N"), Conflicts("P"))),))
    >>> rows = [(("N", "n"), ("P", "1")), (("N", "n"), ("P", "2"), ("C", "c"))]
    >>> found = maximal_dips(Record.of(("N", "n")), [Record.of(*row) for row in rows], eve, len, most=9)
    >>> found.lower, found.exact, found.best.members
    (3, True, (1,))
    """
    pipeline, resolve = split_pipeline(adversary)
    *prepared, start = pipeline.prepared([*records, query])
    near = reachable(prepared, start, resolve)
    search = AnswerSetSearch([prepared[number] for number in near], resolve, value, ceiling, most)
    found = search.run(start, None, _checked(budget))
    return replace(found, best=found.best.renumbered(near))


def maximal_dips_each(
    records: Database | Iterable[Record],
    adversary: Adversary,
    value: Callable[[Record], float],
    budget: int = BUDGET,
    *,
    ceiling: Callable[[Record, Record], float] | None = None,
    most: float = 1.0,
) -> list[DipBounds]:
    """For every record q of R the ``maximal_dips`` of q in R - {q}, each with its own budget.

    Source: Whang & Garcia-Molina 2011, Section 2.3.

    Arguments and errors: as ``maximal_dips``.
    """
    pipeline, resolve = split_pipeline(adversary)
    prepared = pipeline.prepared(list(records))
    search = AnswerSetSearch(prepared, resolve, value, ceiling, most)
    bounds = []
    for number, query in enumerate(prepared):
        report("Trying every record as a query", number, len(prepared))
        bounds.append(search.run(query, number, _checked(budget)))
    return bounds


def _checked(budget: int) -> int:
    if budget < 0:
        raise ValueError(f"budget must be >= 0, got {budget}")
    return budget
