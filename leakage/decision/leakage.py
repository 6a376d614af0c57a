"""Information leakage: how much the adversary knows after her analysis, and how much one more record adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import TypeAlias

import numpy as np

from leakage.arguments import warn
from leakage.frames import Floats, Frame, Integers, Person, Records, person_of, records_of
from leakage.measure.leakage import argmax_tolerant, leakages, record_leakage
from leakage.measure.weights import Measure, Weights, as_measure
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary, Resolution, checked
from leakage.resolution.dip import BUDGET, DipBounds, DipSearch


@dataclass(frozen=True)
class Presumed:
    """Further facts that the holder of a record is presumed to have: they join nothing, and count after joining.

    Arguments:
        holder: who holds the record; a holder's presumptions count once, with however many records they are given.
        facts: (label, value) pairs, each with the probability in (0, 1] that the holder has it.
    """

    holder: str = field(repr=False)
    facts: tuple[tuple[Pair, float], ...] = field(repr=False)

    def __post_init__(self) -> None:
        for _, probability in self.facts:
            if not 0.0 < probability <= 1.0:
                raise ValueError(f"the probability of a presumption must be in (0, 1], got {probability}")

    @cached_property
    def chances(self) -> dict[Pair, float]:
        """The probability of each fact, the greatest where one stands twice."""
        return dict(sorted(self.facts, key=itemgetter(1)))


def with_presumed(composite: Record, presumed: Iterable[Presumed]) -> Record:
    """A composite with the facts that the holders of its records are presumed to have.

    ``p_f = 1 - (1 - c_f) prod_h (1 - p_hf)`` with the composite's confidence c_f, and the greatest p_hf of each holder
    h: holders are independent.

    >>> both = [Presumed(shop, ((("Phone", "1"), 0.5),)) for shop in ("Shop", "Bank", "Bank")]
    >>> with_presumed(Record(), both).confidence_of(("Phone", "1"))
    0.75
    """
    by_holder: dict[str, dict[Pair, float]] = {}
    for one in presumed:
        facts = by_holder.setdefault(one.holder, one.chances)
        if facts is not one.chances:
            greater = {pair: p for pair, p in one.chances.items() if p > facts.get(pair, 0.0)}
            by_holder[one.holder] = facts | greater
    if not by_holder:
        return composite
    chances: dict[Pair, float] = {}
    for facts in by_holder.values():
        for pair, probability in facts.items():
            known = chances[pair] if pair in chances else composite.confidence_of(pair)
            # 1 - (1 - p) would round a small p.
            chances[pair] = 1.0 - (1.0 - known) * (1.0 - probability) if known else probability
    kept = (a for a in composite if (a.label, a.value) not in chances)
    return Record((*kept, *(Attribute(*pair, chance) for pair, chance in chances.items())))


PresumedOf: TypeAlias = Mapping[int, Presumed]
"""What the holder of a record is presumed to have as well, by the record's number."""

NOBODY: PresumedOf = {}


@dataclass(frozen=True, eq=False)
class InformationLeakage:
    """The leakage of a database, and the composite record behind it.

    Arguments:
        composite: the record that attains it, with presumed facts; empty if no record has a correct fact.
    """

    leakage: float
    composite: Record
    members: tuple[int, ...]
    resolution: Resolution


def information_leakage(
    records: Records,
    person: Person,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    presumed: PresumedOf = NOBODY,
) -> InformationLeakage:
    """How much the adversary knows of a person after analysing the records: the leakage of the worst composite.

    ``L(R, e, E) = L_0(E(R), e) = max_{r in E(R)} L(r, e)``, with the cost C(E, R); 0 for no record.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        records: R, the releases and whatever else the adversary holds; each row of a DataFrame is a record.
        person: e, the person's complete information.
        adversary: E, with her cost function.
        weights: label to weight; a label not named weighs 1. Or a Measure.
        presumed: presumed facts by the number of a record.

    >>> from leakage import Resolve, Shares
    >>> R = [Record.of(("N", "Alice"), ("P", "123")), Record.of(("N", "Alice"), ("C", "999"))]
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"), ("Z", "111"))
    >>> result = information_leakage(R, e, Adversary(Resolve(Shares("N"))))
    >>> round(result.leakage - 6 / 7, 12), result.members
    (0.0, (0, 1))
    """
    whole, measure = person_of(person), as_measure(weights)
    resolution = checked(adversary).resolve(records)
    warn_of_idle_labels(measure, whole, adversary, resolution.records, resolution.composites)
    return worst_of(resolution, whole, measure, presumed)


def worst_of(
    resolution: Resolution, person: Record, weights: Weights | None = None, presumed: PresumedOf = NOBODY
) -> InformationLeakage:
    """The leakage of a resolution: that of its worst composite, the first of equals."""
    each = leakages_of(resolution, person, weights, presumed)
    if not each.any():
        return InformationLeakage(0.0, Record(), (), resolution)
    number = argmax_tolerant(each)
    composite = composite_with(resolution, number, presumed)
    return InformationLeakage(float(each.max()), composite, resolution.members[number], resolution)


def leakages_of(
    resolution: Resolution, person: Record, weights: Weights | None = None, presumed: PresumedOf = NOBODY
) -> Floats:
    """The leakage of every composite, shape (composites,)."""
    # A record without a correct fact, such as most strangers, leaks nothing.
    measure, records, pairs = as_measure(weights), resolution.records, person.known.confidences.keys()
    graded, own = {label for label, _ in measure.similarities}, resolution.composite_of[[*presumed]].tolist()
    if isinstance(records, Frame) and not any(step.record_by_record for step in resolution.operations):
        near = [_rows_near(records, label, person, measure) for label in person.labels]
        numbers = {*own, *resolution.composite_of[np.concatenate([np.zeros(0, dtype=np.int64), *near])].tolist()}
    else:
        composites = enumerate(resolution.composites)
        right = (n for n, c in composites if any((a.label, a.value) in pairs or a.label in graded for a in c))
        numbers = {*own, *right}
    found, telling = np.zeros(len(resolution.composites)), sorted(numbers)
    found[telling] = leakages([composite_with(resolution, n, presumed) for n in telling], person, measure)
    return found


def composite_with(resolution: Resolution, number: int, presumed: PresumedOf) -> Record:
    """A composite of a resolution, with the facts that the holders of its members are presumed to have."""
    composite = resolution.composites[number]
    if not presumed:
        return composite
    return with_presumed(composite, (presumed[n] for n in resolution.members[number] if n in presumed))


def _rows_near(frame: Frame, label: str, person: Record, measure: Measure) -> Integers:
    codes, values = frame.column(label)
    near = [n for n, value in enumerate(values) if measure.closest((label, value), person)[1] > 0.0]
    return np.flatnonzero(np.isin(codes, near))


def warn_of_idle_labels(
    measure: Measure, person: Record, adversary: Adversary, *held: Sequence[Record], query: Iterable[str] = ()
) -> None:
    """Warn of labels that no record has, in weights (unless the person has them), in rules and in a query."""
    weighed = measure.by_label.keys() - set(person.labels)
    joining = {*query, *(label for match in adversary.matches for label in match.labels)}
    idle = weighed | joining
    # Only operations without a rule fill in labels.
    changed = any(step.rule is None for step in adversary.operations)
    labelled: list[Sequence[Record | Frame]] = [[some] if isinstance(some, Frame) else some for some in held]
    for one in chain.from_iterable(labelled if changed else labelled[:1]):
        if not idle:
            return
        idle.difference_update(one.labels)
    if labels := ", ".join(sorted(map(str, idle & weighed))):
        warn(f"no record and no person has the label {labels}: its weight changes nothing")
    if (labels := ", ".join(sorted(map(str, idle & joining)))) and len(held[0]):
        warn(f"no record has the label {labels}: it joins nothing")


@dataclass(frozen=True, eq=False)
class IncrementalLeakage:
    """The leakage before and after a release.

    ``increment = after - before``; above 0 the adversary learns, below 0 she is confused. Both resolutions are kept;
    the release is the last record of the second.
    """

    before: float
    after: float
    increment: float
    state_before: InformationLeakage
    state_after: InformationLeakage

    @property
    def bridged(self) -> tuple[int, ...]:
        """The numbers of the earlier records that are joined with the release."""
        resolution = self.state_after.resolution
        release = len(resolution.composite_of) - 1
        return tuple(n for n in resolution.members[int(resolution.composite_of[release])] if n != release)


def incremental_leakage(
    records: Records, release: Person, person: Person, adversary: Adversary, weights: Weights | None = None
) -> IncrementalLeakage:
    """How much releasing one more record adds to the leakage.

    ``I(R, e, E, r) = L(R + {r}, e, E) - L(R, e, E)``.
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1.

    >>> from leakage import AnyOf, Resolve, Shares
    >>> e = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))
    >>> R = [Record.of(("N", "n1"), ("C", "c1"), ("P", "p1")), Record.of(("N", "n1"), ("C", "c2"))]
    >>> eve = Adversary(Resolve(AnyOf(Shares("N", "C"), Shares("N", "P"))))
    >>> v = Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    >>> round(incremental_leakage(R, v, e, eve).increment * 36, 12)
    5.0
    """
    whole, measure = person_of(person), as_measure(weights)
    earlier = records_of(records)
    before = worst_of(checked(adversary).resolve(earlier), whole, measure)
    then = adversary.resolve((*earlier, person_of(release)))
    warn_of_idle_labels(measure, whole, adversary, then.records, then.composites)
    after = worst_of(then, whole, measure)
    return IncrementalLeakage(before.leakage, after.leakage, after.leakage - before.leakage, before, after)


# Query leakage and database leakage: the 2011 paper's measures of what dipping finds.


def query_leakage(
    query: Person, records: Records, person: Person, adversary: Adversary, weights: Weights | None = None
) -> float:
    """``L_q``: how much the adversary knows of a person, starting from a query.

    ``L_q(p, q, M, mu, R) = max_{r_q} L_r(p, r_q)`` over the dipping results r_q. With representativity there is
    only one; otherwise this is the lower bound of ``query_leakage_bounds``.
    Source: Whang & Garcia-Molina 2011, Section 2.2.

    >>> from leakage import Resolve, Shares
    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> query_leakage(Record.of(("N", "Alice")), [e], e, Adversary(Resolve(Shares("N"))))
    1.0
    """
    return query_leakage_bounds(query, records, person, adversary, weights).lower


def query_leakage_bounds(
    query: Person, records: Records, person: Person, adversary: Adversary, weights: Weights | None = None
) -> DipBounds:
    """``L_q``, or a lower and an upper bound if there are too many answer sets to try.

    Source: Whang & Garcia-Molina 2011, Section 2.2 and Table 2 (NP-hard without representativity).
    """
    asked, whole, measure = person_of(query), person_of(person), as_measure(weights)
    search = DipSearch(adversary, records_of(records), [asked])
    warn_of_idle_labels(measure, whole, adversary, search.records[:-1], query=asked.labels)
    return _bounds(search, len(search.records) - 1, whole, measure)


def database_leakage(records: Records, person: Person, adversary: Adversary, weights: Weights | None = None) -> float:
    """``L_d``: the greatest query leakage with any one of the records as the query.

    ``L_d(p, M, mu, R) = max_{q in R} L_q(p, q, M, mu, R - {q})``; 0 for no record. Without representativity
    this is a lower bound.
    Source: Whang & Garcia-Molina 2011, Section 2.3 and Table 2.

    >>> from leakage import Resolve, Shares
    >>> R = [Record.of(("N", "Alice")), Record.of(("N", "Bob"), ("P", "5"))]
    >>> database_leakage(R, Record.of(("N", "Alice")), Adversary(Resolve(Shares("N"))))
    1.0
    """
    whole, measure, search = person_of(person), as_measure(weights), DipSearch(adversary, records_of(records))
    warn_of_idle_labels(measure, whole, adversary, search.records)
    return max((_bounds(search, query, whole, measure).lower for query in range(len(search.records))), default=0.0)


def _bounds(search: DipSearch, query: int, person: Record, measure: Measure) -> DipBounds:
    reach = search.reach(query)
    most = 1.0
    if reach is not None and not measure.similarities:
        # L grows with correct facts and falls with wrong ones.
        most = record_leakage(Record(a for a in reach if a.pair in person), person, measure)
    return search.bounds(query, lambda found: record_leakage(found, person, measure), most, BUDGET)
