"""Each owner first: recipients resolve their own records, and what they pool is what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import final

from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.deferred import Deferred
from leakage.resolution.evidence import Evidence
from leakage.resolution.groups import Groups
from leakage.resolution.match import Match
from leakage.resolution.merge import Merge
from leakage.resolution.operations import Operation
from leakage.resolution.owned import owner_of


@final
@dataclass(frozen=True)
class EachOwner(Operation):
    """A resolution that every owner runs on the records it holds, before they are pooled.

    ``E_1(R) = E(R_1) + ... + E(R_k)``, R_i being what owner i holds; a record that nobody is known to hold (not
    ``Owned``) stays as it is. The composites are nobody's any more.
    Source: Whang & Garcia-Molina 2011, Section 1 ("the vendor resolves this third record with its first record ...
    Now, when the vendor and employer pool their information").

    Arguments:
        operation: the resolution of every owner.

    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.owned import Owned
    >>> rows = [Owned(Record.of(("N", "Alice")), owner) for owner in ("Vendor", "Employer", "Vendor")]
    >>> EachOwner(Resolve(Shares("N"))).apply([*rows, Record.of(("N", "Alice"))]).members
    ((0, 2), (1,), (3,))
    """

    operation: Operation

    def apply(self, records: Sequence[Record]) -> Groups:
        held: dict[str | int, list[int]] = {}
        for number, record in enumerate(records):
            owner = owner_of(record)
            held.setdefault(number if owner is None else owner, []).append(number)
        parts = [(numbers, self._of_one([records[n] for n in numbers])) for numbers in held.values()]
        merged = sorted(
            (tuple(numbers[m] for m in members), composite)
            for numbers, groups in parts
            for members, composite in zip(groups.members, groups.composites, strict=True)
        )
        return Groups(
            tuple(Record(composite) for _, composite in merged),
            tuple(members for members, _ in merged),
            Deferred(
                sum(len(groups.evidence) for _, groups in parts),
                lambda: [_renumbered(joined, numbers) for numbers, groups in parts for joined in groups.evidence],
            ),
            sum(groups.comparisons for _, groups in parts),
        )

    @property
    def minds_owners(self) -> bool:
        return True

    @property
    def only_adds(self) -> bool:
        return self.operation.only_adds

    @property
    def joins_by(self) -> Match | None:
        return self.operation.joins_by

    @property
    def merges_by(self) -> Merge | None:
        return self.operation.merges_by

    @property
    def relaxed(self) -> Match | None:
        return self.operation.relaxed

    @property
    def tabled(self) -> Iterable[Pair]:
        return self.operation.tabled

    def minds(self, label: str) -> bool:
        return self.operation.minds(label)

    def may_hold(self, pairs: frozenset[Pair]) -> frozenset[Pair] | None:
        return self.operation.may_hold(pairs)

    def keeping_apart(self, label: str) -> EachOwner:
        return EachOwner(self.operation.keeping_apart(label))

    def _of_one(self, records: Sequence[Record]) -> Groups:
        if len(records) == 1:
            return Groups(tuple(records), ((0,),), (), 0)
        return self.operation.apply(records)


def _renumbered(joined: Evidence, numbers: Sequence[int]) -> Evidence:
    left, right = (tuple(numbers[n] for n in side) for side in (joined.left, joined.right))
    return Evidence(joined.key, left, right)


def owners_first(adversary: Adversary) -> Adversary:
    """The adversary who pools what each owner has resolved: her first resolution, run by every owner beforehand.

    With representativity, and a merge that knows the values of the union, that changes nothing: E(R) is the same in
    whatever order records are merged, so she is returned as she is. Otherwise each owner's joins come first.
    Source: Whang & Garcia-Molina 2011, Sections 1 and 2.2 (Properties).

    >>> from leakage.resolution.rules import Shares
    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.unless import Conflicts, Unless
    >>> alike = Adversary((Resolve(Shares("N")),))
    >>> wary = Adversary((Resolve(Unless(Shares("N"), Conflicts("P"))),))
    >>> owners_first(alike) is alike, len(owners_first(wary).operations)
    (True, 2)
    """
    for place, operation in enumerate(adversary.operations):
        if operation.record_by_record:
            continue
        if operation.settles:
            return adversary
        staged = (*adversary.operations[:place], EachOwner(operation), *adversary.operations[place:])
        return replace(adversary, operations=staged)
    return adversary
