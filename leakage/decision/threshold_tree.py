"""Joins at falling thresholds where none ever falls away: they make a tree, which is gone through once."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence

from leakage.decision.regrouping import DIGITS, Come, Gone, Members, Regrouping
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.candidates import Candidates
from leakage.resolution.linkage.weighing import Weighing
from leakage.resolution.merge import SAME_VALUES, Merge, merged, union_merge
from leakage.resolution.operations import Resolve
from leakage.resolution.single_link import SingleLink


def tree_of_joins(adversary: Adversary) -> SingleLink | Resolve | None:
    """Her one joining operation, where its joins make a tree; else None.

    So they do where she links records one by one (the tree of single-linkage clustering), and where she resolves but
    counts nothing against: such a match has representativity, and the closures are nested.
    Source: Gower & Ross, "Minimum Spanning Trees and Single Linkage Cluster Analysis" (1969).

    >>> tree_of_joins(Adversary()) is None
    True
    """
    analysis = adversary.pipeline.analysis if adversary.pipeline else None
    weighing = Weighing.of(analysis.match) if isinstance(analysis, SingleLink | Resolve) else None
    if isinstance(analysis, SingleLink) and weighing is not None:
        return analysis
    if isinstance(analysis, Resolve) and weighing is not None and not weighing.match.against:
        return analysis if analysis.merge in SAME_VALUES else None
    return None


def joined_in_a_tree(records: Sequence[Record], analysis: SingleLink | Resolve) -> list[Regrouping]:
    """The joins, the surest first, down to the threshold of the match.

    Arguments:
        records: as the analysis gets them.
        analysis: from ``tree_of_joins``.
    """
    return list(_Tree(records, analysis).regroupings())


class _Tree:
    def __init__(self, records: Sequence[Record], analysis: SingleLink | Resolve) -> None:
        self._weighing = Weighing.of(analysis.match)
        self._resolving = isinstance(analysis, Resolve)
        self._merge: Merge = analysis.merge
        self._records = records
        self._candidates = Candidates(analysis.match, records)

    def regroupings(self) -> Iterator[Regrouping]:
        yield Regrouping(math.inf, (), tuple(Come((number,), record) for number, record in enumerate(self._records)))
        yield from self._resolved() if self._resolving else self._linked()

    def _joined(self, weight: float, left: Members, right: Members, records: tuple[int, int]) -> Regrouping:
        both = tuple(sorted((*left, *right)))
        come = Come(both, merged(self._records, both, self._merge), (records,))
        return Regrouping(weight, (Gone(left), Gone(right)), (come,))

    def _near(self, record: Record, known: Mapping[int, Record]) -> Iterator[tuple[float, int]]:
        """Those of the records known that may be joined with one, and from which threshold on."""
        assert self._weighing is not None
        for other in self._candidates.near(record):
            weight = self._weighing.weight(known[other], record)
            if self._weighing.match.reached(weight):
                yield round(weight, DIGITS), other

    def _linked(self) -> Iterator[Regrouping]:
        """Of single links: the edges of a greatest spanning forest (Kruskal)."""
        edges: list[tuple[float, int, int]] = []
        known = dict(enumerate(self._records))
        for number, record in known.items():
            report("Weighing pairs", number, len(known))
            edges.extend((-weight, other, number) for weight, other in self._near(record, known))
            self._candidates.add(number, record)
        members: dict[int, Members] = {number: (number,) for number in known}
        for negative, left, right in sorted(edges):
            if members[left] is not members[right]:
                joined = self._joined(-negative, members[left], members[right], (left, right))
                both = joined.come[0].members
                members.update(dict.fromkeys(both, both))
                yield joined

    def _resolved(self) -> Iterator[Regrouping]:
        """Of a resolution: what a composite matches by more surely than its parts comes with it."""
        known: dict[int, Record] = {}
        members: dict[int, Members] = {}
        pending: list[tuple[float, int, int]] = []

        def come(record: Record, numbers: Members) -> None:
            number = len(known)
            for weight, other in self._near(record, known):
                heapq.heappush(pending, (-weight, other, number))
            known[number], members[number] = record, numbers
            self._candidates.add(number, record)

        for number, record in enumerate(self._records):
            report("Weighing pairs", number, len(self._records))
            come(record, (number,))
        falling = math.inf
        while pending:
            negative, left, right = heapq.heappop(pending)
            if left in members and right in members:
                falling = min(falling, -negative)
                some, others = members.pop(left), members.pop(right)
                self._candidates.drop(left)
                self._candidates.drop(right)
                joined = self._joined(falling, some, others, (some[0], others[0]))
                come(union_merge(known[left], known[right]), joined.come[0].members)
                yield joined
