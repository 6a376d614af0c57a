"""Versions: every record that actions may make of a holding, each a bit, so that a plan is a choice among records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from leakage.bits import bits, union_of
from leakage.decision.plan.actions import Action
from leakage.decision.plan.situation import Holding, Situation
from leakage.progress import looking, report

MOST_TOUCHING = 12
"""Actions that change one holding, at most: it has as many versions as they have subsets."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A holding, and what becomes of it; actions and versions are bits of masks.

    Arguments:
        holding: as it is before anything is done.
        altering: the actions that change what it says.
        erasing: those that delete it.
        giving: the one that gives it out; 0 where it is there anyway.
        versions: for every subset of ``altering`` that is done the number of the version.
    """

    holding: Holding
    altering: int
    erasing: int
    giving: int
    versions: dict[int, int]

    def kept(self, plan: int) -> int:
        """The bit of the version that a plan leaves; 0 where it is not there."""
        if plan & self.erasing or (self.giving and not plan & self.giving):
            return 0
        return 1 << self.versions[plan & self.altering]


@dataclass(frozen=True, eq=False)
class Versions:
    """All holdings in all their versions, numbered in the order in which they arrive.

    Arguments:
        slots: one a holding.
        holdings: one a version.
        count: how many actions there are.
    """

    slots: tuple[Slot, ...]
    holdings: tuple[Holding, ...]
    count: int

    @staticmethod
    def of(situation: Situation, actions: Sequence[Action]) -> Versions:
        """The versions that any set of the actions may leave.

        Raises:
            ValueError: if more than 12 actions change one holding, or two holdings have one name.
        """
        gives = [(1 << number, new) for number, action in enumerate(actions) if (new := action.gives)]
        given = {holding.name: (giving, holding) for giving, holding in gives}
        made_up = {holding.name: (0, holding) for holding in situation.made_up}
        names = [holding.name for holding in situation.holdings]
        if len({*names, *given}) < len(names) + len(gives):
            raise ValueError("no two holdings may have the same name")
        slots: list[Slot] = []
        holdings: list[Holding] = []
        concerning = _concerning(actions)
        for number, holding in enumerate(situation.held):
            report("Looking at what is held", number, len(situation.held))
            slots.append(_slot(holding, concerning(holding), actions, holdings))
        for _, (giving, holding) in sorted({**made_up, **given}.items()):
            slots.append(Slot(holding, 0, 0, giving, {0: len(holdings)}))
            holdings.append(holding)
        for holding in looking(situation.coming):
            slots.append(_slot(holding, concerning(holding), actions, holdings))
        return Versions(tuple(slots), tuple(holdings), len(actions))

    def kept(self, plan: int) -> int:
        """The mask of the versions that a plan leaves."""
        kept = self.untouched
        for number in {number for action in bits(plan) for number in self.touched[action]}:
            slot = self.slots[number]
            kept = kept & ~slot.kept(0) | slot.kept(plan)
        return kept

    @cached_property
    def untouched(self) -> int:
        """The versions before anything is done."""
        return union_of(slot.kept(0) for slot in self.slots)

    @cached_property
    def touched(self) -> tuple[tuple[int, ...], ...]:
        """For every action the slots it changes, deletes or gives."""
        reached: list[list[int]] = [[] for _ in range(self.count)]
        for number, slot in enumerate(self.slots):
            for action in bits(slot.altering | slot.erasing | slot.giving):
                reached[action].append(number)
        return tuple(map(tuple, reached))

    @cached_property
    def held_by(self) -> dict[str, int]:
        """For every party the mask of all versions of what it holds."""
        masks: dict[str, int] = {}
        for number, holding in enumerate(self.holdings):
            masks[holding.recipient] = masks.get(holding.recipient, 0) | 1 << number
        return masks


def _concerning(actions: Sequence[Action]) -> Callable[[Holding], Iterable[int]]:
    """From a holding to the numbers of the actions that may change or delete it: of thousands a few."""
    of_any: list[int] = []
    of_name: dict[str, list[int]] = {}
    of_party: dict[str, list[int]] = {}
    for number, action in enumerate(actions):
        if action.concerns is not None:
            for name in dict.fromkeys(action.concerns):
                of_name.setdefault(name, []).append(number)
        elif action.whose is not None:
            for party in dict.fromkeys(action.whose):
                of_party.setdefault(party, []).append(number)
        else:
            of_any.append(number)
    return lambda holding: (*of_any, *of_name.get(holding.name, ()), *of_party.get(holding.recipient, ()))


def _slot(holding: Holding, concerning: Iterable[int], actions: Sequence[Action], holdings: list[Holding]) -> Slot:
    """A holding's slot; its versions are added to those there are."""
    outcomes = [(1 << number, actions[number].on_holding(holding)) for number in looking(concerning)]
    erasing = union_of(bit for bit, after in outcomes if after is None)
    altering = union_of(bit for bit, after in outcomes if after is not None and after != holding)
    if altering.bit_count() > MOST_TOUCHING:
        raise ValueError(f"at most {MOST_TOUCHING} actions may change one holding")
    known: dict[Holding, int] = {}
    versions: dict[int, int] = {}
    for done in looking(_subsets(altering)):
        after: Holding | None = holding
        for number in bits(done):
            after = actions[number].on_holding(after) if after is not None else None
        assert after is not None, "what deletes a holding does not change it"
        if after not in known:
            known[after] = len(holdings)
            holdings.append(after)
        versions[done] = known[after]
    return Slot(holding, altering, erasing, 0, versions)


def _subsets(mask: int) -> list[int]:
    """All subsets of a mask, the empty one first."""
    subsets = [0]
    for number in bits(mask):
        subsets += [subset | 1 << number for subset in subsets]
    return subsets
