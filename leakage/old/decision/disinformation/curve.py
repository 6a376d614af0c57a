"""Disinformation: a record that the adversary will join to what she knows, carrying what is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from leakage.old.database import Database
from leakage.old.decision.disinformation.candidates import OUTSIDE, fits
from leakage.old.decision.disinformation.matching_record import minimal_matching_record
from leakage.old.decision.incremental import Baseline, Outcome
from leakage.old.measure.measuring import similarity_to
from leakage.old.measure.weights import Weights
from leakage.old.resolution.adversary import Adversary
from leakage.old.resolution.match import Match
from leakage.old.tabular.rows import redacted_repr
from leakage.record import Attribute, Record


@dataclass(frozen=True, eq=False)
class DisinformationPoint:
    """What one disinformation record would do.

    Arguments:
        count: k, the number of believable but wrong attributes in it.
        record: the record that would be released.
        leakage: L(R + {record}, e, E).
        increment: leakage less L(R, e, E): below 0 it helps, above 0 it backfires.
        joined: numbers of the earlier composites it ends in one composite with.
        own: the leakage of that composite.
        overtaken: whether another composite, which it does not reach, is the maximum now: more wrong
            attributes do not help any further.
    """

    count: int
    record: Record
    leakage: float
    increment: float
    joined: tuple[int, ...]
    own: float
    overtaken: bool

    __repr__ = redacted_repr

    @property
    def backfires(self) -> bool:
        """Whether the adversary knows more afterwards than before."""
        return self.increment > 0.0


def add(record: Record, attribute: Attribute) -> Record:
    """``Add(r)``: the record with one more attribute, incorrect but believable.

    Source: Whang & Garcia-Molina 2012, Section 4.2.

    Arguments:
        record: r.
        attribute: as ``believable_values`` gives them.

    Raises:
        ValueError: if the record holds the attribute already.

    >>> len(add(Record.of(("N", "Alice")), Attribute("P", "555-0100")))
    2
    """
    if attribute.pair in record:
        raise ValueError("the record holds this attribute already")
    return Record((*record, attribute))


def disinformation_curve(
    records: Database | Iterable[Record],
    target: int,
    reference: Record,
    adversary: Adversary,
    match: Match,
    believable: Sequence[Attribute],
    weights: Weights | None = None,
    *,
    link: int | None = None,
    most: int,
) -> tuple[DisinformationPoint, ...]:
    """The leakage against the number k of wrong attributes in one disinformation record, k = 0, 1, ...

    ``L(R + {d_k}, e, E)`` with ``d_k = Create({target}, .)`` (self disinformation) or
    ``Create({target, link}, .)`` (linkage) and k times ``Add``. The earlier records are resolved once.
    Source: Whang & Garcia-Molina 2012, Section 4.2 and Figure 2; 2011, Section 3.2.

    Arguments:
        records: R.
        target: number of the composite in ``adversary.resolve(records)`` to be made less telling.
        reference, adversary, weights: as ``information_leakage``.
        match: the rules the record must satisfy, usually those of the adversary's resolution.
        believable: wrong attributes in the order they are added; the curve ends where they do.
        link: number of an unrelated composite to be tied to the target.
        most: the greatest k, >= 0.

    Returns:
        One point for each k; none where no record matches what it has to.

    Raises:
        ValueError: for a composite number out of range, link equal to target, a negative ``most``, a believable
            attribute that is right or occurs twice, or a weight that is not positive.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> R = [Record.of(("N", "Alice"), ("P", "123"))]
    >>> eve = Adversary((Resolve(Shares("N")),))
    >>> wrong = [Attribute("P", "555-0100"), Attribute("P", "555-0101")]
    >>> curve = disinformation_curve(R, 0, R[0], eve, Shares("N"), wrong, most=2)
    >>> [round(point.leakage, 9) for point in curve]
    [1.0, 0.8, 0.666666667]
    """
    baseline = Baseline.of(records, reference, adversary, weights)
    bait = bait_for(baseline, match, target, link)
    baits = () if bait is None else tuple(with_wrong_attributes(bait, believable, reference, most))
    return tuple(point_of(k, d, baseline.add(d), baseline.before.leakage) for k, d in enumerate(baits))


def bait_for(
    baseline: Baseline,
    match: Match,
    target: int,
    link: int | None = None,
    fields: Collection[str] | None = None,
) -> Record | None:
    """The bare record that joins the target, or ties it to the link; None where there is none.

    Among minimal records of the space of ``minimal_matching_record`` it confirms as little as it can of what the
    adversary is unsure of and has right; a number or day near one of hers, which might confirm less, is not in it.
    Source: Whang & Garcia-Molina 2012, Section 4.2 (Create).

    Arguments:
        baseline: what is known.
        match: the rules the record must satisfy.
        target, link: numbers of composites.
        fields: labels that the record may state; None for all.

    Raises:
        ValueError: for a composite number out of range, or link equal to target.
    """
    composites = baseline.before.resolution.composites
    numbers = [target] if link is None else [target, link]
    for number in numbers:
        if not 0 <= number < len(composites):
            raise ValueError(f"composite number must be in [0, {len(composites)}), got {number}")
    if link == target:
        raise ValueError("a composite cannot be linked to itself")
    targets = [composites[number] for number in numbers]
    similarity = similarity_to(baseline.reference, baseline.weights)
    unsure = [a.pair for t in targets for a in t if a.confidence < 1.0 and similarity(a.pair)]

    def price(label: str) -> float:
        return 1.0 if fields is None or label in fields else OUTSIDE

    size = sum(map(len, targets))
    bait = minimal_matching_record(targets, match, size, unsure, None if fields is None else price)
    return bait if bait and fits(bait, fields) else None


def with_wrong_attributes(
    bait: Record, believable: Sequence[Attribute], reference: Record, most: int
) -> Iterator[Record]:
    """The bait with 0, 1, ... ``most`` wrong attributes; those it holds already are passed over.

    Source: Whang & Garcia-Molina 2012, Section 4.2 (Add).

    Raises:
        ValueError: for a negative ``most``, or a believable attribute that is right or occurs twice.
    """
    if most < 0:
        raise ValueError(f"most must not be negative, got {most}")
    if any(attribute.pair in reference for attribute in believable):
        raise ValueError("a believable attribute must be wrong, and one of these is in the reference")
    if len({attribute.pair for attribute in believable}) < len(believable):
        raise ValueError("a believable attribute must not occur twice")
    fresh = [attribute for attribute in believable if attribute.pair not in bait]
    return _laced(bait, fresh[:most])


def _laced(record: Record, attributes: Iterable[Attribute]) -> Iterator[Record]:
    yield record
    for attribute in attributes:
        record = add(record, attribute)
        yield record


def point_of(count: int, record: Record, outcome: Outcome, before: float, rest: float = 0.0) -> DisinformationPoint:
    """The point of a curve: what adding the record comes to, held against the leakage before.

    Arguments:
        count, record: k and the record.
        outcome: what the record would do to the records it is released among.
        before: L(R, e, E).
        rest: the greatest leakage anywhere else.
    """
    leakage = max(outcome.leakage, rest)
    return DisinformationPoint(
        count,
        record,
        leakage,
        leakage - before,
        outcome.joined,
        outcome.own,
        overtaken=leakage > outcome.own,
    )
