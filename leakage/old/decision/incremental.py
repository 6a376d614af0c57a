"""What one more record adds, at the cost of what it touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from leakage.arguments import warn_of_idle_weights
from leakage.old.database import Database, Floats
from leakage.old.decision.leakage import InformationLeakage, idle_labels, leakages_of, worst_of
from leakage.old.measure.record_leakage import record_leakage
from leakage.old.measure.weights import Weights
from leakage.old.resolution.adversary import Adversary, Pipeline
from leakage.old.resolution.match import Key
from leakage.old.resolution.merge import union_merge
from leakage.old.resolution.operations import Resolve, SourcedRecord
from leakage.old.resolution.resolution import Evidence, holders
from leakage.old.tabular.rows import redacted_repr
from leakage.record import Record, check_person

# Incremental leakage: what one more release adds.


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

    __repr__ = redacted_repr

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

    Warns:
        LeakageWarning: for the weight of a label that nobody has.

    >>> from leakage.old.resolution.rules.shared_values import AnyOf, Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> e = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))
    >>> R = [Record.of(("N", "n1"), ("C", "c1"), ("P", "p1")), Record.of(("N", "n1"), ("C", "c2"))]
    >>> eve = Adversary((Resolve(AnyOf(Shares("N", "C"), Shares("N", "P"))),))
    >>> v = Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    >>> round(incremental_leakage(R, v, e, eve).increment * 36, 12)
    5.0
    """
    earlier = tuple(records)
    check_person(reference)
    warn_of_idle_weights(idle_labels(weights, earlier, [release, reference]))
    before = worst_of(adversary.resolve(earlier), reference, weights)
    after = worst_of(adversary.resolve((*earlier, release)), reference, weights)
    return IncrementalLeakage(before.leakage, after.leakage, after.leakage - before.leakage, before, after)


# What-if: one more record held against an analysis that has been made, at the cost of what it touches.


def settled_pipeline(adversary: Adversary) -> Pipeline | None:
    """The adversary's operations, where ``E(R + {r}) = E(E(R) + {r})`` holds; None where it may not.

    It holds where records are prepared one by one and then resolved once, by a match that a merge never
    takes a key from (representativity). A preparation is not run again on what it prepared.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> settled_pipeline(Adversary((Resolve(Shares("N")), Resolve(Shares("P"))))) is None
    True
    """
    pipeline = adversary.pipeline
    keeps = pipeline is not None and (pipeline.analysis is None or pipeline.analysis.by_keys)
    return pipeline if keeps else None


@dataclass(frozen=True, eq=False)
class Outcome:
    """Where one more record ends, and what the adversary knows then.

    Arguments:
        composite: the composite it ends in.
        members: numbers of the earlier records in that composite, ascending.
        joined: numbers of the earlier composites it joined, ascending; more than one means it bridged them.
        evidence: the joins it brought about, in order; it has the number after the earlier records'.
        own: the leakage of ``composite``.
        rest: the greatest leakage among the composites it did not reach.
    """

    composite: Record
    members: tuple[int, ...]
    joined: tuple[int, ...]
    evidence: tuple[Evidence, ...]
    own: float
    rest: float

    __repr__ = redacted_repr

    @property
    def leakage(self) -> float:
        """``L(R + {r}, e, E)``."""
        return max(self.own, self.rest)


@dataclass(frozen=True, eq=False)
class Baseline:
    """The earlier records and their analysis, kept so that a what-if costs what it touches.

    With representativity ``E(R + {r}) = E(E(R) + {r})``: composites share no key with one another, so only
    those that the new record reaches, key by key, can change. Other adversaries are run from scratch.
    Source: Whang & Garcia-Molina 2011, Section 2.2; 2012, Section 4.1.

    Arguments:
        records: R.
        reference, adversary, weights: as ``information_leakage``.
        before: the analysis of R.
        place: where among the records a new one is put, for adversaries to whom order matters.
        recipient: who gets the new ones, for adversaries whose recipients resolve first; empty where it is not said.

    >>> R = [Record.of(("N", "n"), ("P", "p")), Record.of(("N", "m"), ("C", "c"))]
    >>> from leakage.old.resolution.rules.shared_values import AnyOf, Shares
    >>> eve = Adversary((Resolve(AnyOf(Shares("P"), Shares("C"))),))
    >>> baseline = Baseline.of(R, Record.of(("N", "n"), ("C", "c"), ("P", "p")), eve)
    >>> outcome = baseline.add(Record.of(("P", "p"), ("C", "c")))
    >>> outcome.joined, len(outcome.composite)
    ((0, 1), 4)
    """

    records: tuple[Record, ...]
    reference: Record
    adversary: Adversary
    weights: Weights | None
    before: InformationLeakage
    place: int
    recipient: str = ""

    __repr__ = redacted_repr

    @staticmethod
    def of(
        records: Database | Iterable[Record],
        reference: Record,
        adversary: Adversary,
        weights: Weights | None = None,
        *,
        before: InformationLeakage | None = None,
        place: int | None = None,
        recipient: str = "",
    ) -> Baseline:
        """What records add up to; ``before`` where their analysis has been made, ``place`` at the end."""
        listed = tuple(records)
        outcome = before or worst_of(adversary.resolve(listed), reference, weights)
        return Baseline(
            listed, reference, adversary, weights, outcome, len(listed) if place is None else place, recipient
        )

    def add(self, release: Record) -> Outcome:
        """Hold one more record against the analysis: O(|r| + the composites it reaches)."""
        if self.pipeline is None:
            return self._from_scratch(release)
        start = self.pipeline.prepared((release,))[0]
        grown = _Growth(self, start)
        return Outcome(
            grown.composite,
            tuple(grown.members[:-1]),
            tuple(sorted(grown.joined)),
            tuple(grown.evidence),
            record_leakage(grown.composite, self.reference, self.weights),
            self.greatest_outside(grown.joined),
        )

    def greatest_outside(self, composites: Iterable[int]) -> float:
        """The greatest leakage among the other composites; 0 where there is none."""
        left_out = set(composites)
        return next((float(self.leakages[n]) for n in self._ranking if n not in left_out), 0.0)

    @cached_property
    def pipeline(self) -> Pipeline | None:
        """The adversary's operations as ``settled_pipeline`` has them."""
        return settled_pipeline(self.adversary)

    @cached_property
    def leakages(self) -> Floats:
        """The leakage of every composite of R, shape (composites,)."""
        return leakages_of(self.before.resolution, self.reference, self.weights)

    @cached_property
    def prepared(self) -> tuple[Record, ...]:
        """The records as the resolution gets them."""
        return self.pipeline.prepared(self.records) if self.pipeline else self.records

    @cached_property
    def owner(self) -> dict[Key, int]:
        """Which composite offers a key; one at most, or they would have merged."""
        resolve = self.pipeline.resolve if self.pipeline else None
        if resolve is None:
            return {}
        composites = enumerate(self.before.resolution.composites)
        return {key: number for number, record in composites for key in resolve.match.keys(record)}

    @cached_property
    def _ranking(self) -> list[int]:
        return [int(number) for number in np.argsort(-self.leakages, kind="stable")]

    def _from_scratch(self, release: Record) -> Outcome:
        new = (
            release
            if isinstance(release, SourcedRecord) or not self.recipient
            else SourcedRecord(release, self.recipient)
        )
        records = (*self.records[: self.place], new, *self.records[self.place :])
        after = self.adversary.resolve(records)
        number = int(after.composite_of[self.place])
        leakages = leakages_of(after, self.reference, self.weights)
        members = tuple(m for m in self._renumbered(after.members[number]) if m != len(self.records))
        earlier = set(self.before.resolution.evidence)
        evidence = (Evidence(e.key, self._renumbered(e.left), self._renumbered(e.right)) for e in after.evidence)
        return Outcome(
            after.composites[number],
            members,
            tuple(sorted({int(self.before.resolution.composite_of[m]) for m in members})),
            tuple(e for e in evidence if e not in earlier),
            float(leakages[number]),
            float(max(np.delete(leakages, number), default=0.0)),
        )

    def _renumbered(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Numbers counted with the new record in its place, told with it at the end."""
        return tuple(sorted(len(self.records) if n == self.place else n - (n > self.place) for n in numbers))


class _Growth:
    """One record and all it joins: the fixpoint, seen from that record."""

    def __init__(self, baseline: Baseline, start: Record) -> None:
        self.composite = start
        self.joined: set[int] = set()
        self.evidence: list[Evidence] = []
        self.members = [len(baseline.records)]
        self._records = (*baseline.prepared, start)
        self._resolution = baseline.before.resolution
        resolve = baseline.pipeline.resolve if baseline.pipeline else None
        growing = resolve is not None
        while growing:
            growing = False
            for key in _keys(resolve, self.composite):
                number = baseline.owner.get(key)
                if number is not None and number not in self.joined:
                    self._join(number, key)
                    growing = True

    def _join(self, number: int, key: Key) -> None:
        members = self._resolution.members[number]
        # The side with the earlier record stands on the left, as in a resolution from scratch.
        left, right = sorted((list(members), self.members))
        self.evidence.append(Evidence(key, holders(key, left, self._records), holders(key, right, self._records)))
        self.joined.add(number)
        self.members = sorted((*self.members, *members))
        self.composite = union_merge(self._resolution.composites[number], self.composite)


def _keys(resolve: Resolve | None, record: Record) -> Iterator[Key]:
    # A list first: the record grows while its keys are looked up, and then all are looked up again.
    return iter(list(resolve.match.keys(record)) if resolve else ())
