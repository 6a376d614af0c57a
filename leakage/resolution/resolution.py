"""Resolution: what an adversary made of the records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import pandas as pd

from leakage.database import Integers
from leakage.record import Record
from leakage.resolution.evidence import Evidence, Told, within
from leakage.short_repr import readable


@dataclass(frozen=True, eq=False)
class Resolution:
    """E(R): the composite records, which input record went where and why, and the cost.

    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        composites: the records after the analysis; of a large database ``Composites``, built on demand.
        members: for each composite the numbers of the input records behind it, ascending.
        composite_of: for each input record the number of its composite; shape (|R|,).
        evidence: one entry a join, in the order they were made; of a large database composite after composite.
        cost: C(E, R).
    """

    composites: Sequence[Record]
    members: Sequence[tuple[int, ...]]
    composite_of: Integers
    evidence: Sequence[Evidence]
    cost: float

    def __repr__(self) -> str:
        records, composites = len(self.composite_of), len(self.composites)
        return f"Resolution({records:,} records, {composites:,} composites, cost {readable(self.cost)})"

    def to_frame(self) -> pd.DataFrame:
        """Which record went where: columns record, composite (their numbers) and members (how many it has).

        >>> from leakage.resolution.adversary import Adversary
        >>> from leakage.resolution.operations import Resolve
        >>> from leakage.resolution.rules import Shares
        >>> names = [Record.of(("N", name)) for name in ("Alice", "Bob", "Alice")]
        >>> Adversary((Resolve(Shares("N")),)).resolve(names).to_frame()
           record  composite  members
        0       0          0        2
        1       1          1        1
        2       2          0        2
        """
        members = np.bincount(self.composite_of, minlength=len(self.composites))[self.composite_of]
        numbers = np.arange(len(self.composite_of))
        return pd.DataFrame({"record": numbers, "composite": self.composite_of, "members": members})

    def evidence_frame(self) -> pd.DataFrame:
        """Why they were joined, one row a join: columns composite, rule (a sentence), pairs, left and right.

        ``pairs`` holds the (label, value) pairs the two sides matched by, left and right the numbers of the records
        that account for them.
        """
        rows = [
            (int(self.composite_of[join.records[0]]), join.key.rule.sentence(), join.key.shared, join.left, join.right)
            for join in self.evidence
        ]
        return pd.DataFrame(rows, columns=["composite", "rule", "pairs", "left", "right"])

    def evidence_of(self, composite: int, most: int | None = None) -> tuple[Evidence, ...]:
        """The joins that made one composite, in their order; all of them, or the first so many."""
        members = self.members[composite]
        told = self.evidence.within(members) if isinstance(self.evidence, Told) else within(self.evidence, members)
        return tuple(islice(told, most))
