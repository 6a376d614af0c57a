"""Contribution: how much of the leakage each attribute, release or recipient is responsible for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from leakage.database import Database, Floats
from leakage.decision.information_leakage import information_leakage
from leakage.decision.what_if import Standing
from leakage.measure.columns import Columns
from leakage.measure.comparison import columns_of
from leakage.measure.gradient import leakage_gradient
from leakage.measure.integral import expectations
from leakage.measure.measure import goes_beyond, similarity_to
from leakage.measure.record_leakage import record_leakage, record_leakages
from leakage.measure.weights import Weights
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.components import components
from leakage.resolution.operations import Resolve

Mask = npt.NDArray[np.bool_]


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


@dataclass(frozen=True, slots=True)
class MissingGain:
    """What the adversary would gain by learning a missing attribute for certain.

    Arguments:
        pair: (label, value) of the reference.
        gain: ``L(r + a) - L(r)``, >= 0; by a Measure below 0 where a near value has earned it already.
    """

    pair: Pair
    gain: float


def attribute_contributions(
    record: Record, reference: Record, weights: Weights | None = None
) -> tuple[AttributeContribution, ...]:
    """What each attribute of a composite adds to its leakage, the greatest first.

    ``L(r, e) - L(r less a, e) = c dL/dc``, exactly, because L is multilinear in the confidences.
    Source: Whang & Garcia-Molina 2012, Definition 1; derived in ``leakage.measure.gradient``.

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
    contributions = _contributions(record, reference, weights)
    similarity = similarity_to(reference, weights)
    found = (
        AttributeContribution(a, similarity(a.pair) > 0.0, contribution)
        for a, contribution in zip(record, contributions, strict=True)
    )
    return tuple(sorted(found, key=lambda entry: -entry.contribution))


def _contributions(record: Record, reference: Record, weights: Weights | None) -> Sequence[float]:
    if goes_beyond(weights):
        # Not linear where labels are related: measured anew without each attribute.
        without = record_leakages((record.without(a.pair) for a in record), reference, weights)
        whole = record_leakage(record, reference, weights)
        return [whole - left for left in without.tolist()]
    slopes = leakage_gradient(record, reference, weights)
    return [a.confidence * slopes[a] for a in record]


def missing_gains(record: Record, reference: Record, weights: Weights | None = None) -> tuple[MissingGain, ...]:
    """What the adversary would gain by learning each attribute she lacks, the greatest first.

    ``L(r + a, e) - L(r, e)`` with a at confidence 1, for every a of e that r does not hold (or holds at 0).
    Source: Whang & Garcia-Molina 2012, Definition 1.

    Arguments and errors: as ``attribute_contributions``.

    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "9"))
    >>> gains = missing_gains(Record.of(("N", "Alice")), e, {"C": 2})
    >>> [(gain.pair[0], round(gain.gain, 9)) for gain in gains]
    [('C', 0.457142857), ('P', 0.266666667)]
    """
    now = record_leakage(record, reference, weights)
    lacking = [a.pair for a in reference if record.confidence_of(a.pair) == 0.0]
    learnt = (record.with_attribute(Attribute(*pair)) for pair in lacking)
    then = record_leakages(learnt, reference, weights).tolist()
    found = (MissingGain(pair, leakage - now) for pair, leakage in zip(lacking, then, strict=True))
    return tuple(sorted(found, key=lambda entry: -entry.gain))


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

    Arguments:
        records: R.
        players: record numbers in [0, |R|), in any order.
        reference, adversary, weights: as ``information_leakage``.

    Raises:
        ValueError: for a record number out of range, or a weight that is not positive.

    >>> from leakage.resolution.match import Shares
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> (release_contributions(R, [0, 1], e, eve) * 21).round(9).tolist()
    [4.0, 4.0]
    """
    return group_contributions(records, [(player,) for player in players], reference, adversary, weights)


def group_contributions(
    records: Database | Iterable[Record],
    groups: Sequence[Sequence[int]],
    reference: Record,
    adversary: Adversary,
    weights: Weights | None = None,
) -> Floats:
    """What each group of records adds to the leakage: leave a recipient's releases out together.

    ``L(R, e, E) - L(R less S, e, E)`` for every group S, shape (groups,).
    Source: Whang & Garcia-Molina 2012, Definition 2.

    One resolution, then a group costs O(rows of the composites it has part in), as long as what is left of a
    composite hangs together; pieces that come apart are resolved again, among themselves. Adversaries without
    representativity cost a resolution from scratch for every group.

    Arguments and errors: as ``release_contributions``; groups may overlap or be empty.

    >>> from leakage.resolution.match import Shares
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))]
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> group_contributions(R, [(0, 1), ()], Record.of(("N", "Alice")), eve).tolist()
    [0.5, 0.0]
    """
    kept = tuple(records)
    _check_numbers(groups, len(kept))
    standing = Standing.of(kept, reference, adversary, weights)
    whole = standing.before.leakage
    if standing.pipeline is None:
        left = [_leakage_without(standing, group) for group in groups]
    else:
        # Without S the other composites stay as they are: they share no key with what is left of a
        # composite that S has part in, because that offers no key which the whole composite did not.
        dissected: dict[int, _Dissection] = {}
        left = [_leakage_left(standing, set(group), dissected) for group in groups]
    return whole - np.array(left, dtype=np.float64)


def _check_numbers(groups: Sequence[Sequence[int]], size: int) -> None:
    for number in (number for group in groups for number in group):
        if not 0 <= number < size:
            raise ValueError(f"record number must be in [0, {size}), got {number}")


def _leakage_without(standing: Standing, group: Sequence[int]) -> float:
    gone = set(group)
    left = [record for number, record in enumerate(standing.records) if number not in gone]
    return information_leakage(left, standing.reference, standing.adversary, standing.weights).leakage


def _leakage_left(standing: Standing, gone: set[int], dissected: dict[int, _Dissection]) -> float:
    touched = {int(standing.before.resolution.composite_of[number]) for number in gone}
    most = standing.greatest_besides(touched)
    for number in touched:
        if number not in dissected:
            dissected[number] = _Dissection(standing, number)
        # A composite that is not the worst counts as well: without its wrong attributes it may become so.
        if dissected[number].ceiling > most:
            most = max(most, dissected[number].leakage_without(gone))
    return most


class _Dissection:
    """One composite taken apart: which member offers which key, and holds which pair at what confidence."""

    def __init__(self, standing: Standing, number: int) -> None:
        self._standing = standing
        self._members = standing.before.resolution.members[number]
        self._composite = standing.before.resolution.composites[number]
        self._leakage = float(standing.leakages[number])
        self._records = [standing.prepared[member] for member in self._members]

    @cached_property
    def ceiling(self) -> float:
        """No part of the composite leaks more than its right attributes alone do.

        L grows with the confidence of a right attribute and falls with that of a wrong one; what is near may do either.
        """
        if goes_beyond(self._standing.weights):
            return 1.0
        right = Record(a for a in self._composite if a.pair in self._standing.reference)
        return record_leakage(right, self._standing.reference, self._standing.weights)

    def leakage_without(self, gone: set[int]) -> float:
        """The worst of what the members left would resolve to."""
        left = np.array([member not in gone for member in self._members], dtype=bool)
        if not left.any():
            return 0.0
        pieces = self._pieces(left)
        if len(np.unique(pieces[left])) == 1:
            return self._whole_leakage(left)
        return self._leakage_of_pieces(left, pieces)

    @cached_property
    def _resolve(self) -> Resolve | None:
        return self._standing.pipeline[1] if self._standing.pipeline else None

    @cached_property
    def _offers(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Member and key, one row an offer; keys are numbered after the members."""
        codes: dict[object, int] = {}
        offers = [
            (place, codes.setdefault(key, len(self._members) + len(codes)))
            for place, record in enumerate(self._records)
            for key in (self._resolve.match.keys(record) if self._resolve else ())
        ]
        rows = np.array(offers, dtype=np.int64).reshape(len(offers), 2)
        return rows[:, 0], rows[:, 1]

    def _pieces(self, left: Mask) -> npt.NDArray[np.int64]:
        """For every member the number of the piece it hangs in by the records' own keys."""
        member, key = self._offers
        kept = left[member]
        size = int(key.max(initial=len(self._members) - 1)) + 1
        _, pieces = components(member[kept], key[kept], size)
        return pieces[: len(self._members)]

    @cached_property
    def _columns(self) -> Columns:
        return columns_of([self._composite], self._standing.reference, self._standing.weights, 1.0)

    @cached_property
    def _holdings(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Floats]:
        """Member, attribute of the composite, and confidence, one row an attribute held."""
        codes = {attribute.pair: code for code, attribute in enumerate(self._composite)}
        member = np.repeat(np.arange(len(self._records)), [len(record) for record in self._records])
        code = np.array([codes[a.pair] for record in self._records for a in record], dtype=np.int64)
        return member, code, np.array([a.confidence for record in self._records for a in record])

    def _whole_leakage(self, left: Mask) -> float:
        """The leakage where all members left are still one composite."""
        member, code, confidence = self._holdings
        kept = left[member]
        greatest = np.zeros(len(self._composite))
        np.maximum.at(greatest, code[kept], confidence[kept])
        if goes_beyond(self._standing.weights):
            return self._measured_leakage(greatest)
        columns = self._columns
        if np.array_equal(greatest, columns.confidence):
            return self._leakage
        if not (columns.credit * greatest).any():
            return 0.0
        held = replace(columns, confidence=greatest)
        return min(1.0, 2.0 * float(expectations(held)[0]))

    def _measured_leakage(self, greatest: Floats) -> float:
        attributes = zip(self._composite, greatest.tolist(), strict=True)
        held = Record(Attribute(*a.pair, confidence) for a, confidence in attributes if confidence > 0.0)
        return record_leakage(held, self._standing.reference, self._standing.weights)

    def _leakage_of_pieces(self, left: Mask, pieces: npt.NDArray[np.int64]) -> float:
        gathered: dict[int, dict[Pair, float]] = {}
        for place in np.flatnonzero(left).tolist():
            greatest = gathered.setdefault(int(pieces[place]), {})
            for pair, confidence in self._records[place].confidences.items():
                greatest[pair] = max(confidence, greatest.get(pair, 0.0))
        records = [Record(Attribute(*p, c) for p, c in greatest.items()) for greatest in gathered.values()]
        # Pieces that no record joins may still match as composites.
        parts = self._resolve.apply(records).composites if self._resolve else records
        reference, weights = self._standing.reference, self._standing.weights
        return float(record_leakages(parts, reference, weights).max(initial=0.0))
