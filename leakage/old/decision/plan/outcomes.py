"""What every adversary knows after any plan, a plan being a mask of actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from leakage.old.bits import bits, mask_of, union_of
from leakage.old.database import Floats
from leakage.old.decision.plan.actions import Action, HeldRecord, Situation, Threat
from leakage.old.decision.subsets import PoolSubsets, SubsetEvaluator
from leakage.old.measure.weights import Weights
from leakage.progress import cancellable, report

# Versions: every record that actions may make of a holding, each a bit, so that a plan is a choice among records.


MOST_TOUCHING = 12
"""Actions that change one holding, at most: it has as many versions as they have subsets."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A holding, and what becomes of it; actions and versions are bits of masks.

    Arguments:
        holding: as it is before anything is done.
        altering: the actions that change what it says.
        erasing: those that delete it.
        versions: for every subset of ``altering`` that is done the number of the version.
    """

    holding: HeldRecord
    altering: int
    erasing: int
    versions: dict[int, int]

    def versions_left(self, plan: int) -> int:
        """The bit of the version that a plan leaves; 0 where it is not there."""
        if plan & self.erasing:
            return 0
        return 1 << self.versions[plan & self.altering]


@dataclass(frozen=True, eq=False)
class Versions:
    """All holdings in all their versions, numbered in the order in which they arrive.

    Arguments:
        slots: one a holding.
        held_records: one a version.
        count: how many actions there are.
    """

    slots: tuple[Slot, ...]
    held_records: tuple[HeldRecord, ...]
    count: int

    @staticmethod
    def of(situation: Situation, actions: Sequence[Action]) -> Versions:
        """The versions that any set of the actions may leave.

        Raises:
            ValueError: if more than 12 actions change one holding, or two holdings have one name.
        """
        names = [holding.name for holding in situation.held_records]
        if len(set(names)) < len(names):
            raise ValueError("no two holdings may have the same name")
        slots: list[Slot] = []
        held_records: list[HeldRecord] = []
        concerning = _concerning(actions)
        for number, holding in enumerate(situation.held):
            report("Looking at what is held", number, len(situation.held))
            slots.append(_slot(holding, concerning(holding), actions, held_records))
        for holding in cancellable(situation.coming):
            slots.append(_slot(holding, concerning(holding), actions, held_records))
        return Versions(tuple(slots), tuple(held_records), len(actions))

    def versions_left(self, plan: int) -> int:
        """The mask of the versions that a plan leaves."""
        kept = self.untouched
        for number in {number for action in bits(plan) for number in self.touched[action]}:
            slot = self.slots[number]
            kept = kept & ~slot.versions_left(0) | slot.versions_left(plan)
        return kept

    @cached_property
    def untouched(self) -> int:
        """The versions before anything is done."""
        return union_of(slot.versions_left(0) for slot in self.slots)

    @cached_property
    def touched(self) -> tuple[tuple[int, ...], ...]:
        """For every action the slots it changes or deletes."""
        reached: list[list[int]] = [[] for _ in range(self.count)]
        for number, slot in enumerate(self.slots):
            for action in bits(slot.altering | slot.erasing):
                reached[action].append(number)
        return tuple(map(tuple, reached))

    @cached_property
    def versions_by_party(self) -> dict[str, int]:
        """For every party the mask of all versions of what it holds."""
        masks: dict[str, int] = {}
        for number, holding in enumerate(self.held_records):
            masks[holding.recipient] = masks.get(holding.recipient, 0) | 1 << number
        return masks


def _concerning(actions: Sequence[Action]) -> Callable[[HeldRecord], Iterable[int]]:
    """From a holding to the numbers of the actions that may change or delete it: of thousands a few."""
    of_any: list[int] = []
    of_name: dict[str, list[int]] = {}
    of_party: dict[str, list[int]] = {}
    for number, action in enumerate(actions):
        if action.whose is None:
            of_any.append(number)
            continue
        for name in dict.fromkeys(action.concerns):
            of_name.setdefault(name, []).append(number)
        for party in dict.fromkeys(action.whose):
            of_party.setdefault(party, []).append(number)

    def concerning(holding: HeldRecord) -> Iterable[int]:
        return dict.fromkeys((*of_any, *of_name.get(holding.name, ()), *of_party.get(holding.recipient, ())))

    return concerning


def _slot(
    holding: HeldRecord, concerning: Iterable[int], actions: Sequence[Action], held_records: list[HeldRecord]
) -> Slot:
    """A holding's slot; its versions are added to those there are."""
    outcomes = [(1 << number, actions[number].on_holding(holding)) for number in cancellable(concerning)]
    erasing = union_of(bit for bit, after in outcomes if after is None)
    altering = union_of(bit for bit, after in outcomes if after is not None and after != holding)
    if altering.bit_count() > MOST_TOUCHING:
        raise ValueError(f"at most {MOST_TOUCHING} actions may change one holding")
    known: dict[HeldRecord, int] = {}
    versions: dict[int, int] = {}
    for done in cancellable(_subsets(altering)):
        after: HeldRecord | None = holding
        for number in bits(done):
            after = actions[number].on_holding(after) if after is not None else None
        assert after is not None, "what deletes a holding does not change it"
        if after not in known:
            known[after] = len(held_records)
            held_records.append(after)
        versions[done] = known[after]
    return Slot(holding, altering, erasing, versions)


def _subsets(mask: int) -> list[int]:
    """All subsets of a mask, the empty one first."""
    subsets = [0]
    for number in bits(mask):
        subsets += [subset | 1 << number for subset in subsets]
    return subsets


# Outcomes: what every adversary knows after any plan, told from masks; a plan is a mask of actions.


POWER = 16
"""Of the pressure: high enough that pools which know little do not count."""

FEW = 16
"""Versions up to which the choices of a party that stands alone are resolved from scratch."""

LITTLE = 50
"""Background records up to which they are."""


@dataclass(frozen=True, eq=False)
class _Pool:
    """A pool and what its adversary knows of every choice of versions.

    Arguments:
        releases: the versions its members hold or may hold.
        shared: whether those who stop sharing leave it.
        after: it is there only after one of these actions; 0 where it always is.
        touched_by: the actions that change what it holds, or whether it is there.
    """

    releases: int
    shared: bool
    after: int
    touched_by: int
    choices: PoolSubsets


@dataclass(frozen=True, eq=False)
class _Pools:
    """The pools of an adversary, the one that knows most before anything is done first.

    Arguments:
        pools: all of them.
        before: what each knows before, falling.
    """

    pools: tuple[_Pool, ...]
    before: tuple[float, ...]

    @staticmethod
    def of(pools: Sequence[_Pool], kept: Sequence[int]) -> _Pools:
        """The pools, and the versions each holds before anything is done."""
        before = [0.0 if pool.after else pool.choices.leakage(mask) for pool, mask in zip(pools, kept, strict=True)]
        order = sorted(range(len(pools)), key=lambda number: -before[number])
        return _Pools(tuple(pools[number] for number in order), tuple(before[number] for number in order))

    @cached_property
    def power(self) -> float:
        """The sum of the powers of what they know before."""
        return float(sum(leakage**POWER for leakage in self.before))

    def untouched(self, plan: int) -> float:
        """What the pools know at most that a plan does not touch."""
        known = zip(self.pools, self.before, strict=True)
        return next((leakage for pool, leakage in known if not plan & pool.touched_by), 0.0)

    @cached_property
    def by_action(self) -> dict[int, list[int]]:
        """For every action the pools it touches."""
        touched: dict[int, list[int]] = {}
        for number, pool in enumerate(self.pools):
            for action in bits(pool.touched_by):
                touched.setdefault(action, []).append(number)
        return touched

    def touched(self, plan: int) -> set[int]:
        """The numbers of the pools that a plan touches."""
        return {number for action in bits(plan) for number in self.by_action.get(action, ())}


class Outcomes:
    """What every adversary knows after any plan.

    ``L_t(S) = max over pools P of t of L(R_P after S, e after S, E_t)``. All records that any plan may leave with
    somebody are resolved as one choice among versions (``leakage.old.decision.subsets``), once for every truth that
    changed values may leave.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        situation: before anything is done.
        actions: bit n of a plan stands for action n.
        threats: at least one.
        weights: as ``information_leakage``.

    Raises:
        ValueError: for no threat, more than 12 actions that change one holding, or two holdings of one name.

    >>> from leakage.old.decision.plan.actions import Erase
    >>> from leakage.old.decision.plan.actions import HeldRecord
    >>> from leakage.record import Record
    >>> from leakage.old.resolution.adversary import Adversary
    >>> e = Record.of(("N", "Alice"))
    >>> told = Situation.of(e, [HeldRecord("Order", "Shop", e)])
    >>> Outcomes(told, [Erase(("Order",))], [Threat("Eve", Adversary())]).leakages([0b0, 0b1]).tolist()
    [[1.0], [0.0]]
    """

    def __init__(
        self, situation: Situation, actions: Sequence[Action], threats: Sequence[Threat], weights: Weights | None = None
    ) -> None:
        if not threats:
            raise ValueError("there must be at least one adversary")
        self.situation, self.actions, self.threats = situation, tuple(actions), tuple(threats)
        self.weights = weights
        self.versions = Versions.of(situation, self.actions)
        self._pools: dict[tuple[int, int], _Pools] = {}

    def leakages(self, plans: Sequence[int]) -> Floats:
        """What every adversary knows after each plan, shape (plans, threats)."""
        return self.leakages_and_pressures(plans)[0]

    def leakages_and_pressures(self, plans: Sequence[int]) -> tuple[Floats, Floats]:
        """The same, and beside it how near the other pools come: ``(sum over pools P of L_P ** 16) ** (1 / 16)``.

        Where many pools know as much as the one that knows most, only the pressure tells what a step is good for.
        """
        told = np.zeros((2, len(plans), len(self.threats)))
        by_truth: dict[int, list[int]] = {}
        for place, plan in enumerate(plans):
            by_truth.setdefault(plan & self.truth_changing, []).append(place)
        for truth, places in by_truth.items():
            some = [plans[place] for place in places]
            kept = [self.versions.versions_left(plan) for plan in some]
            for number in range(len(self.threats)):
                told[:, places, number] = self._of_threat(number, truth, some, kept)
        return told[0], told[1]

    @cached_property
    def truth_changing(self) -> int:
        """The actions after which something else is true."""
        reference = self.situation.reference
        return mask_of(n for n, action in enumerate(self.actions) if action.on_reference(reference) != reference)

    @cached_property
    def leaving(self) -> dict[str, int]:
        """For every party that may stop sharing the actions by which it does."""
        masks: dict[str, int] = {}
        for number, action in enumerate(self.actions):
            for party in action.leaves:
                masks[party] = masks.get(party, 0) | 1 << number
        return masks

    def _of_threat(self, number: int, truth: int, plans: Sequence[int], kept: Sequence[int]) -> Floats:
        pools = self._pools_of(number, truth)
        greatest = np.array([pools.untouched(plan) for plan in plans])
        powers = np.full(len(plans), pools.power)
        asked: dict[int, list[int]] = {}
        for place, plan in enumerate(cancellable(plans)):
            for touched in pools.touched(plan):
                asked.setdefault(touched, []).append(place)
        apart = [self._versions_apart(plan) for plan in cancellable(plans)]
        for touched, places in asked.items():
            pool = pools.pools[touched]
            there = [place for place in places if not pool.after or plans[place] & pool.after]
            masks = [kept[place] & pool.releases & (~apart[place] if pool.shared else -1) for place in there]
            known = pool.choices.leakages(masks)
            greatest[there] = np.maximum(greatest[there], known)
            powers[places] -= pools.before[touched] ** POWER
            powers[there] += known**POWER
        return np.array([greatest, np.maximum(powers, 0.0) ** (1.0 / POWER)])

    def _versions_apart(self, plan: int) -> int:
        """The versions of those who do not share any more."""
        versions_by_party = self.versions.versions_by_party
        left = [party for party, actions in self.leaving.items() if plan & actions]
        return union_of(versions_by_party.get(party, 0) for party in (*left, *self.situation.left))

    def _pools_of(self, number: int, truth: int) -> _Pools:
        if (number, truth) not in self._pools:
            before = self._before(number, truth)
            pools = [self._pool(number, before, *pool) for pool in self.members(number)]
            kept = [self.versions.untouched & pool.releases for pool in pools]
            apart = self._versions_apart(0)
            held = [mask & ~apart if pool.shared else mask for pool, mask in zip(pools, kept, strict=True)]
            self._pools[number, truth] = _Pools.of(pools, held)
        return self._pools[number, truth]

    def members(self, number: int) -> list[tuple[tuple[str, ...], bool, int]]:
        """The pools of a threat: who, whether they may be left, and after what they are there."""
        if self.threats[number].apart:
            return [((), False, 0)]
        parties = self.situation.parties
        groups = self.threats[number].groups_of(parties)
        allied = {party for group in groups for party in group} - set(self.situation.left)
        alone = [
            ((party,), False, self.leaving[party] if party in allied else 0)
            for party in parties
            if party not in allied or party in self.leaving
        ]
        return [*((group, True, 0) for group in groups), *alone]

    def _before(self, number: int, truth: int) -> SubsetEvaluator:
        """What a threat holds besides, where some actions have changed what is true."""
        reference = self.situation.reference
        for action in bits(truth):
            reference = self.actions[action].on_reference(reference)
        threat = self.threats[number]
        return SubsetEvaluator(threat.background_of(self.situation), reference, threat.adversary, self.weights)

    def _pool(self, number: int, before: SubsetEvaluator, members: tuple[str, ...], shared: bool, after: int) -> _Pool:
        threat, held_records = self.threats[number], self.versions.held_records
        releases = union_of(self.versions.versions_by_party.get(party, 0) for party in members)
        records = {n: threat.sourced_record(held_records[n]) for n in cancellable(bits(releases))}
        if not shared and len(records) <= FEW and len(threat.background_of(self.situation)) <= LITTLE:
            choices = PoolSubsets(0.0, (before.part(records),))
        else:
            choices = before.choices(records)
        return _Pool(releases, shared, after, self._touching(members, shared, after), choices)

    def _touching(self, members: Sequence[str], shared: bool, after: int) -> int:
        """The actions that change what some parties hold, or whether they share it."""
        inside = set(members)
        slots = (slot for slot in self.versions.slots if slot.holding.recipient in inside)
        changing = union_of(slot.altering | slot.erasing for slot in slots)
        leaving = union_of(self.leaving.get(party, 0) for party in members) if shared else 0
        return changing | leaving | after
