"""Planned releases: alternatives side by side, what each would add, and which field to leave blank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from leakage.database import Database
from leakage.decision.what_if import Baseline
from leakage.measure.measure import Weights
from leakage.measure.ties import SAME
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.evidence import Evidence
from leakage.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class FieldIncrement:
    """What one attribute of a release adds: what leaving it blank would save.

    Arguments:
        attribute: the attribute of the release.
        increment: ``L(R + {r}, e, E) - L(R + {r less a}, e, E)``; below 0 the attribute confuses her.
    """

    attribute: Attribute
    increment: float

    __repr__ = short_repr


@dataclass(frozen=True, eq=False)
class ComparedRelease:
    """One alternative of a planned release.

    Arguments:
        name: what the person calls it.
        release: r, the record itself.
        before: L(R, e, E).
        after: L(R + {r}, e, E).
        increment: after - before.
        composite: the composite the release ends in.
        bridged: numbers of the earlier records in that composite, ascending.
        joined_composites: how many earlier composites it joins; from 2 on it is a bridge.
        evidence: the joins it brings about; the release has the number |R|.
        field_increments: for each attribute what it adds, the greatest first.
        is_best: whether no other alternative leaves a lower leakage.
    """

    name: str
    release: Record
    before: float
    after: float
    increment: float
    composite: Record
    bridged: tuple[int, ...]
    joined_composites: int
    evidence: tuple[Evidence, ...]
    field_increments: tuple[FieldIncrement, ...]
    is_best: bool

    __repr__ = short_repr


def compare_releases(
    records: Database | Iterable[Record],
    alternatives: Mapping[str, Record],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> tuple[ComparedRelease, ...]:
    """Alternatives of the next release side by side: before, after, increment, and why.

    ``I(R, e, E, r) = L(R + {r}, e, E) - L(R, e, E)`` for each r; the earlier records are resolved once.
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1.

    Arguments:
        records: R, what is out already.
        alternatives: name to record; an empty record stands for giving nothing.
        reference, adversary, weights: as ``information_leakage``.

    Raises:
        ValueError: if a weight is not positive.

    >>> from leakage.resolution.rules import AnyOf, Shares
    >>> from leakage.resolution.operations import Resolve
    >>> e = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))
    >>> R = [Record.of(("N", "n1"), ("C", "c1"), ("P", "p1")), Record.of(("N", "n1"), ("C", "c2"))]
    >>> eve = Adversary((Resolve(AnyOf(Shares("N", "C"), Shares("N", "P"))),))
    >>> pay = {card: Record.of(("N", "n1"), ("C", card), ("P", "p1")) for card in ("c1", "c2")}
    >>> [(c.name, round(c.increment * 36, 9), c.is_best) for c in compare_releases(R, pay, e, eve)]
    [('c1', 0.0, True), ('c2', 5.0, False)]
    """
    baseline = Baseline.of(records, reference, adversary, weights)
    outcomes = {name: baseline.add(release) for name, release in alternatives.items()}
    lowest = min((outcome.leakage for outcome in outcomes.values()), default=0.0)
    before = baseline.before.leakage
    return tuple(
        ComparedRelease(
            name,
            alternatives[name],
            before,
            outcome.leakage,
            outcome.leakage - before,
            outcome.composite,
            outcome.members,
            len(outcome.joined),
            outcome.evidence,
            field_increments(alternatives[name], lambda record: baseline.add(record).leakage),
            outcome.leakage <= lowest + SAME,
        )
        for name, outcome in outcomes.items()
    )


def field_increments(release: Record, after: Callable[[Record], float]) -> tuple[FieldIncrement, ...]:
    """What each attribute of a release adds, the greatest first.

    ``after(r) - after(r less a)`` for every attribute a.

    Arguments:
        release: r.
        after: the leakage once a record is released.

    >>> release = Record.of(("N", "Alice"), ("P", "123"))
    >>> [f.attribute.label for f in field_increments(release, lambda record: len(record.values("P")) / 2)]
    ['P', 'N']
    """
    whole = after(release)
    increments = (FieldIncrement(a, whole - after(release.without(a.pair))) for a in release)
    return tuple(sorted(increments, key=lambda field: -field.increment))
