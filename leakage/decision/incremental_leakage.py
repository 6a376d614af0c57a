"""Incremental leakage: what one more release adds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from leakage.database import Database
from leakage.decision.information_leakage import InformationLeakage, information_leakage
from leakage.measure.measure import Weights
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.short_repr import short_repr


@dataclass(frozen=True, eq=False)
class IncrementalLeakage:
    """The leakage before and after a release.

    Arguments:
        before: L(R, e, E).
        after: L(R + {r}, e, E).
        increment: after - before; above 0 the release tells the adversary more, below 0 it confuses her.
        state_before: the analysis behind ``before``.
        state_after: the analysis behind ``after``; the release is its last record.
    """

    before: float
    after: float
    increment: float
    state_before: InformationLeakage
    state_after: InformationLeakage

    __repr__ = short_repr

    @property
    def bridged(self) -> tuple[int, ...]:
        """Numbers of the earlier records that end in one composite with the release."""
        resolution = self.state_after.resolution
        release = len(resolution.composite_of) - 1
        members = resolution.members[int(resolution.composite_of[release])]
        return tuple(number for number in members if number != release)


def incremental_leakage(
    records: Database | Iterable[Record],
    release: Record,
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> IncrementalLeakage:
    """What releasing one more record adds to what the adversary knows.

    ``I(R, e, E, r) = L(R + {r}, e, E) - L(R, e, E)``.
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1.

    Arguments:
        records: R, what is out already.
        release: r, the record about to be released.
        reference, adversary, weights: as ``information_leakage``.

    Raises:
        ValueError: if a weight is not positive.

    >>> from leakage.resolution.rules import AnyOf, Shares
    >>> from leakage.resolution.operations import Resolve
    >>> e = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))
    >>> R = [Record.of(("N", "n1"), ("C", "c1"), ("P", "p1")), Record.of(("N", "n1"), ("C", "c2"))]
    >>> eve = Adversary((Resolve(AnyOf(Shares("N", "C"), Shares("N", "P"))),))
    >>> v = Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    >>> round(incremental_leakage(R, v, e, eve).increment * 36, 12)
    5.0
    """
    earlier = tuple(records)
    before = information_leakage(earlier, reference, adversary, weights)
    after = information_leakage((*earlier, release), reference, adversary, weights)
    return IncrementalLeakage(before.leakage, after.leakage, after.leakage - before.leakage, before, after)
