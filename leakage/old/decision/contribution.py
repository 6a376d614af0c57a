"""Contribution: how much of the leakage each attribute, release or recipient is responsible for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leakage.old.bits import bits, mask_of, union_of
from leakage.old.database import Database, Floats
from leakage.old.decision.subsets import PoolSubsets, pool_choices
from leakage.old.measure.gradient import leakage_gradient
from leakage.old.measure.measuring import as_measure, similarity_to
from leakage.old.measure.record_leakage import record_leakages
from leakage.old.measure.weights import Weights
from leakage.old.resolution.adversary import Adversary
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import cancellable
from leakage.record import Attribute, Record


@dataclass(frozen=True, slots=True)
class AttributeContribution:
    """What one attribute of a composite adds to its leakage.

    Arguments:
        attribute: a, with its confidence c.
        right: whether the reference holds it, or by a Measure something near it.
        contribution: ``L(r) - L(r less a)``; below 0 for a wrong attribute, which takes that much away.
    """

    attribute: Attribute
    right: bool
    contribution: float

    __repr__ = redacted_repr


def attribute_contributions(
    record: Record, reference: Record, weights: Weights | None = None
) -> tuple[AttributeContribution, ...]:
    """What each attribute of a composite adds to its leakage, the greatest first.

    ``L(r, e) - L(r less a, e)``, which is ``c dL/dc`` where every attribute is right or wrong: L is multilinear.
    Source: Whang & Garcia-Molina 2012, Definition 1; derived in ``leakage.old.measure.gradient``.

    Arguments:
        record: r, a composite of the adversary.
        reference, weights: as ``record_leakage``.

    Raises:
        ValueError: if a weight is not positive.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> r = Record.of(("N", "Alice"), ("P", "987"))
    >>> [(c.attribute.label, c.right, round(c.contribution, 9)) for c in attribute_contributions(r, e)]
    [('N', True, 0.5), ('P', False, -0.166666667)]
    """
    record = record.known
    contributions = _contributions(record, reference, weights)
    similarity = similarity_to(reference, weights)
    entries = (
        AttributeContribution(a, similarity(a.pair) > 0.0, contribution)
        for a, contribution in zip(record, contributions, strict=True)
    )
    return tuple(sorted(entries, key=lambda entry: -entry.contribution))


def _contributions(record: Record, reference: Record, weights: Weights | None) -> Sequence[float]:
    if as_measure(weights).grows:
        slopes = leakage_gradient(record, reference, weights)
        return [a.confidence * slopes[a] for a in record]
    # Where a near value goes, the next one earns its fact.
    whole, *without = record_leakages([record, *(record.without(a.pair) for a in record)], reference, weights).tolist()
    return [whole - leakage for leakage in without]


def release_contributions(
    records: Database | Iterable[Record],
    players: Sequence[int],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> Floats:
    """What each release adds to the leakage: leave one out.

    ``L(R, e, E) - L(R less r, e, E)``, shape (players,). Above 0: the leakage would fall by as much, had the
    release not been made. Below 0: the release confuses the adversary, and without it she would know more.
    Source: Whang & Garcia-Molina 2012, Section 4.1 (incremental leakage), with r already out.

    The records are taken apart into those that may meet, and a release costs what its part costs; see
    ``leakage.old.decision.subsets``. Where several analyses follow one another a part is resolved from scratch for it.

    Arguments:
        records: R.
        players: record numbers in [0, |R|), in any order.
        reference, adversary, weights: as ``information_leakage``.

    Raises:
        ValueError: for a record number out of range, or a weight that is not positive.

    >>> from leakage.old.resolution.operations import Resolve
    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> (release_contributions(R, [0, 1], e, eve) * 21).round(9).tolist()
    [4.0, 4.0]
    """
    listed = tuple(records)
    for player in players:
        if not 0 <= player < len(listed):
            raise ValueError(f"record number must be in [0, {len(listed)}), got {player}")
    masks = [mask_of([player]) for player in cancellable(players)]
    pool = _choices(listed, union_of(masks), reference, adversary, weights)
    contributions: Floats = pool.leakages_without([0])[0] - pool.leakages_without(masks)
    return contributions


def _choices(
    records: Sequence[Record], leaving: int, reference: Record, adversary: Adversary, weights: Weights | None
) -> PoolSubsets:
    """Choices among the records that may be left out; all the others are kept."""
    pipeline = adversary.pipeline
    free = pipeline is not None and (pipeline.analysis is None or pipeline.analysis.is_incremental)
    # Where order counts each record keeps its place.
    kept = set(range(len(records))) - set(bits(leaving)) if free else set()
    releases = {number: record for number, record in enumerate(records) if number not in kept}
    return pool_choices(releases, [records[number] for number in sorted(kept)], reference, adversary, weights)
