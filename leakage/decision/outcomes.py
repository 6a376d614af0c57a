"""Outcomes: the leakage after any set of actions, if all succeed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from leakage.arguments import check_range
from leakage.decision.evaluator import Evaluator, Mask, bits, mask_of, union_of
from leakage.decision.leakage import Presumed
from leakage.frames import Floats
from leakage.measure.weights import Weights, as_measure
from leakage.progress import cancellable
from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import SourcedRecord


@dataclass(frozen=True, slots=True)
class Held:
    """A release held by its recipient, with a unique name and the facts its holder is presumed to have."""

    name: str
    recipient: str
    record: Record
    presumed: Presumed | None = None


@dataclass(frozen=True)
class Situation:
    """All that was released about a person.

    Arguments:
        held: in order of release; a coming release is last.
        recipients: recipients without releases; those with releases need not be named.
    """

    person: Record
    held: tuple[Held, ...]
    strangers: tuple[Record, ...] = ()
    recipients: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len({release.name for release in self.held}) < len(self.held):
            raise ValueError("no two releases may have the same name")
        everybody = dict.fromkeys((*self.recipients, *(release.recipient for release in self.held)))
        object.__setattr__(self, "recipients", tuple(everybody))


@dataclass(frozen=True, slots=True)
class Threat:
    """An adversary, and who pools data for her.

    Arguments:
        groups: recipients that share with one another; a recipient in none is alone. None: all share.
        leaked: if given, all that she holds but strangers, as no recipient shares with her; no action changes it.
        everywhere: what is in every pool, and also a pool by itself; no action changes it.
    """

    adversary: Adversary
    groups: tuple[tuple[str, ...], ...] | None = None
    leaked: tuple[Held, ...] | None = None
    everywhere: tuple[Held, ...] = ()

    @property
    def out_of_reach(self) -> tuple[Held, ...]:
        """The records that no action changes."""
        return self.everywhere if self.leaked is None else self.leaked


@dataclass(frozen=True, slots=True)
class Action:
    """An action done in one go, such as a letter, or a visit to an account.

    Arguments:
        changes: names of releases, each with a (label, value) pair that is replaced there by a fresh value. It counts
            as a blank: known to one recipient only, it joins nothing and is neither right nor wrong.
        chance: the probability that a letter's request is granted, in [0, 1]; 1 for what the person does alone.
    """

    minutes: float
    erases: tuple[str, ...] = ()
    changes: tuple[tuple[str, Pair], ...] = field(default=(), repr=False)
    leaves: tuple[str, ...] = ()
    chance: float = 1.0

    def __post_init__(self) -> None:
        check_range("minutes", self.minutes, "(0, inf)")
        check_range("chance", self.chance, "[0, 1]")


MOST_CHANGED = 12  # Most values that can be changed in one release, which has a version for each subset.


class _Slot(NamedTuple):
    """A release with its versions, one for every set of changed pairs."""

    changing: tuple[tuple[Pair, Mask], ...]
    erasing: Mask
    versions: range

    @property
    def touching(self) -> Mask:
        return self.erasing | union_of(actions for _, actions in self.changing)

    def left(self, plan: Mask) -> Mask:
        if plan & self.erasing:
            return 0
        return 1 << self.versions[mask_of(n for n, (_, actions) in enumerate(self.changing) if plan & actions)]


class _Unit(NamedTuple):
    """One pool's records of one part.

    ``versions`` may be in it. If it is ``shared``, recipients that stop sharing leave it. It exists ``after`` one of
    some actions, or always; ``touched`` are the actions that may change its leakage.
    """

    part: int
    versions: Mask
    shared: bool
    after: Mask
    touched: Mask

    def held(self, kept: Mask, apart: Mask) -> tuple[int, Mask]:
        return self.part, kept & self.versions & (~apart if self.shared else -1)


class Outcomes:
    """The leakage after any set of actions, if all succeed.

    ``L(S) = max over pools P of L(R_P after S, e, E)``. Each version of a release is a release of one evaluator,
    so a set of actions is a choice of versions.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    >>> given = Situation(Record.of(("N", "Alice")), (Held("Order", "Shop", Record.of(("N", "Alice"))),))
    >>> Outcomes(given, [Action(15.0, erases=("Order",))], Threat(Adversary())).leakages([0b0, 0b1]).tolist()
    [1.0, 0.0]
    """

    def __init__(
        self, situation: Situation, actions: Sequence[Action], threat: Threat, weights: Weights | None = None
    ) -> None:
        self.situation, self.actions, self._threat = situation, tuple(actions), threat
        named = {name for action in actions for name in (*action.erases, *(name for name, _ in action.changes))}
        if not named <= {release.name for release in situation.held}:
            raise ValueError("an action names a release that nobody holds")
        versions: list[tuple[Record, Presumed | None]] = []
        self.slots = list(self._slots_into(versions))
        self._release_of = [number for number, slot in enumerate(self.slots) for _ in slot.versions]
        holders = [situation.held[number].recipient for number in self._release_of]
        self._versions_of: dict[str, Mask] = defaultdict(int)
        for version, who in enumerate(holders):
            self._versions_of[who] |= 1 << version
        self.leaving: dict[str, Mask] = defaultdict(int)
        for number, action in enumerate(actions):
            for recipient in action.leaves:
                self.leaving[recipient] |= 1 << number
        shared = [Held("", who, *version) for version, who in zip(versions, holders, strict=True)]
        held = (*shared, *threat.out_of_reach)
        presumed = {number: one.presumed for number, one in enumerate(held) if one.presumed}
        records = [SourcedRecord(one.record, one.recipient) for one in held]
        self.evaluator = Evaluator(
            records, situation.strangers, situation.person, threat.adversary, as_measure(weights), presumed=presumed
        )
        # The original versions, and all that leaked.
        self._untouched = union_of(slot.left(0) for slot in self.slots) | -1 << len(versions)
        self.units = list(dict.fromkeys(self._units()))
        self._touched = _by_action((slot.touching for slot in self.slots), len(actions))
        self._touched_units = _by_action((unit.touched for unit in self.units), len(actions))

    def leakages(self, plans: Sequence[Mask]) -> Floats:
        """The leakage after each set of actions, shape (sets,)."""
        known: Floats = self.values(range(len(self.units)), plans).max(axis=1, initial=0.0)
        return known

    def values(self, units: Sequence[int], plans: Sequence[Mask]) -> Floats:
        """The leakage of units after each set of actions, shape (sets, units)."""
        found = np.tile(self._before[list(units)], (len(plans), 1))
        column_of = {number: column for column, number in enumerate(units)}
        places, parts = list[tuple[int, int]](), list[tuple[int, Mask]]()
        for row, plan in enumerate(cancellable(plans)):
            kept, apart = self._kept(plan), self._apart(plan)
            for number in {number for action in bits(plan) for number in self._touched_units[action]}:
                unit = self.units[number]
                if number in column_of and (not unit.after or plan & unit.after):
                    places.append((row, column_of[number]))
                    parts.append(unit.held(kept, apart))
        if places:
            found[tuple(zip(*places, strict=True))] = self.evaluator.part_leakages(parts)
        return found

    def _slots_into(self, versions: list[tuple[Record, Presumed | None]]) -> Iterator[_Slot]:
        erasing: dict[str, Mask] = defaultdict(int)
        changing: dict[str, dict[Pair, Mask]] = defaultdict(lambda: defaultdict(int))
        for number, action in enumerate(self.actions):
            for name in action.erases:
                erasing[name] |= 1 << number
            for name, pair in action.changes:
                changing[name][pair] |= 1 << number
        for release in cancellable(self.situation.held):
            presumed = {pair for pair, _ in release.presumed.facts} if release.presumed else set()
            known = (release.record.confidences, presumed)
            changed = changing[release.name].items()
            its = tuple((pair, actions) for pair, actions in changed if any(pair in some for some in known))
            if len(its) > MOST_CHANGED:
                raise ValueError(f"at most {MOST_CHANGED} values of one release may be changed")
            first = len(versions)
            versions += [_without(release, {its[n][0] for n in bits(changed)}) for changed in range(1 << len(its))]
            yield _Slot(its, erasing[release.name], range(first, len(versions)))

    @cached_property
    def _before(self) -> Floats:
        found = self.evaluator.part_leakages([unit.held(self._untouched, 0) for unit in self.units])
        return np.where([unit.after != 0 for unit in self.units], 0.0, found)

    def _kept(self, plan: Mask) -> Mask:
        kept = self._untouched
        for number in {number for action in bits(plan) for number in self._touched[action]}:
            slot = self.slots[number]
            kept = kept & ~slot.left(0) | slot.left(plan)
        return kept

    def _apart(self, plan: Mask) -> Mask:
        return union_of(self._versions_of.get(who, 0) for who, actions in self.leaving.items() if plan & actions)

    def _units(self) -> Iterator[_Unit]:
        for versions, shared, after in self._pools():
            for part, held in self.evaluator.parts_held(versions):
                shares = shared and bool(held)
                yield _Unit(part, held, shares, after, self._touching(held, shared) | after)

    def _touching(self, versions: Mask, shared: bool) -> Mask:
        numbers = {self._release_of[version] for version in bits(versions & ~(-1 << len(self._release_of)))}
        holders = {self.situation.held[number].recipient for number in numbers if shared}
        leaving = union_of(self.leaving.get(who, 0) for who in holders)
        return leaving | union_of(self.slots[number].touching for number in numbers)

    def _pools(self) -> list[tuple[Mask, bool, Mask]]:
        """The pools: their versions, whether recipients can leave, and after which actions they exist."""
        everybody, threat = self.situation.recipients, self._threat
        fixed = (1 << len(threat.out_of_reach)) - 1 << len(self._release_of)
        if threat.leaked is not None:
            return [(fixed, False, 0)]
        groups = ((everybody,) if everybody else ()) if threat.groups is None else threat.groups
        allied = {recipient for group in groups for recipient in group}
        alone = [
            (self._versions_of.get(who, 0) | fixed, False, self.leaving.get(who, 0) if who in allied else 0)
            for who in everybody
            if who not in allied or who in self.leaving
        ]
        together = ((union_of(self._versions_of.get(who, 0) for who in group) | fixed, True, 0) for group in groups)
        return [*together, *alone, *([(fixed, False, 0)] if fixed else [])]


def _by_action(masks: Iterable[Mask], count: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(count)]
    for place, mask in enumerate(masks):
        for action in bits(mask):
            found[action].append(place)
    return found


def _without(release: Held, pairs: set[Pair]) -> tuple[Record, Presumed | None]:
    record, presumed = release.record.without(*pairs), release.presumed
    facts = tuple(fact for fact in presumed.facts if fact[0] not in pairs) if presumed else ()
    return record, replace(presumed, facts=facts) if presumed and facts else None
