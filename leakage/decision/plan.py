"""A plan: for every number of minutes the actions that leave the adversaries least, in the order to do them."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from leakage.decision.evaluator import UNTIED, Evaluator, Mask, bits, mask_of, united
from leakage.decision.leakage import InformationLeakage
from leakage.decision.optimise import (
    MOST_TRIED,
    TOLERANCE,
    Choice,
    Frontier,
    Objective,
    frontier_of,
    minimise,
    subsets,
    together,
)
from leakage.decision.presumed import Presumed
from leakage.frames import Floats
from leakage.measure.weights import Weights, as_measure
from leakage.progress import cancellable
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import SourcedRecord

# What is out, who puts it together, and what can be done.


@dataclass(frozen=True, slots=True)
class Held:
    """A release in its recipient's hands.

    Arguments:
        name: unique among all that is held.
        recipient: who holds it, not empty.
        record: what it says.
        presumed: what its holder probably has besides.
    """

    name: str
    recipient: str
    record: Record
    presumed: Presumed | None = None


@dataclass(frozen=True)
class Situation:
    """What is out about a person.

    Arguments:
        person: e, the person's complete information.
        held: in the order it was given; what will be given next comes last.
        strangers: what every adversary holds besides.
        recipients: who shares, or stands alone, also with nothing in hand; those who hold something, if not said.

    Raises:
        ValueError: for two releases of one name.

    >>> Situation(Record.of(("N", "Alice")), (Held("Order", "Shop", Record()),)).recipients
    ('Shop',)
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
        name: what the person calls her.
        adversary: E.
        groups: recipients that share with one another; who is in none stands alone. None: all of them share.
        strangers: what she alone holds besides, as what leaked.
        apart: whether that is all that she holds: no recipient shares with her.
    """

    name: str
    adversary: Adversary
    groups: tuple[tuple[str, ...], ...] | None = None
    strangers: tuple[Record, ...] = ()
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done in one go, such as a letter, or a visit to an account.

    Any set of actions gives one situation, whatever their order. What is deleted needs no change, and a fresh value is
    known to one recipient alone: it joins nothing, and counts neither for nor against what is known, as if the field
    were blank.

    Arguments:
        minutes: of the person's time, > 0.
        erases: names of releases that are deleted.
        changes: names of releases with the (label, value) pair that gives way there to a fresh value, an alias, or
            that is left blank in what will be given.
        leaves: recipients who stop sharing with others.
        retires: pairs that are true no longer, as of a card that is replaced: who has them may keep them.
        chance: how probable it is that what a letter asks for is granted, in [0, 1]; 1 for what the person does alone.

    Raises:
        ValueError: for minutes that are not positive and finite, or a chance out of range.

    >>> Action(0.0, leaves=("Shop",))
    Traceback (most recent call last):
    ValueError: an action must take more than 0 minutes
    """

    minutes: float
    erases: tuple[str, ...] = ()
    changes: tuple[tuple[str, Pair], ...] = field(default=(), repr=False)
    leaves: tuple[str, ...] = ()
    retires: tuple[Pair, ...] = field(default=(), repr=False)
    chance: float = 1.0

    def __post_init__(self) -> None:
        if not 0.0 < self.minutes < math.inf:
            raise ValueError("an action must take more than 0 minutes")
        if not 0.0 <= self.chance <= 1.0:
            raise ValueError(f"chance must be in [0, 1], got {self.chance}")


def in_one_sitting(actions: Iterable[Action]) -> Action:
    """Actions that a person does alone as one, which takes all of their minutes.

    >>> in_one_sitting([Action(5.0, leaves=("Shop",)), Action(3.0, leaves=("Bank",))]).minutes
    8.0
    """
    some = list(actions)
    return Action(
        math.fsum(action.minutes for action in some),
        tuple(dict.fromkeys(name for action in some for name in action.erases)),
        tuple(dict.fromkeys(change for action in some for change in action.changes)),
        tuple(dict.fromkeys(name for action in some for name in action.leaves)),
        tuple(dict.fromkeys(pair for action in some for pair in action.retires)),
    )


# Outcomes: what every adversary knows after any set of actions, all of which succeed.


MOST_CHANGED = 12
"""Values that may be changed in one release: it has as many versions as they have subsets."""

POWER = 16
"""Of what decides between equal figures: high enough that pools which know little do not count."""


@dataclass(frozen=True, slots=True)
class _Slot:
    """A release with what may become of it: a version for every set of pairs that are changed."""

    changing: tuple[tuple[Pair, Mask], ...]
    erasing: Mask
    versions: tuple[int, ...]

    def left(self, plan: Mask) -> Mask:
        """The bit of the version that a plan leaves; 0 where it is deleted."""
        if plan & self.erasing:
            return 0
        changed = 0
        for number, (_, actions) in enumerate(self.changing):
            if plan & actions:
                changed |= 1 << number
        return 1 << self.versions[changed]


@dataclass(frozen=True, slots=True)
class _Unit:
    """What one pool of a threat has of one part of what may be joined.

    Arguments:
        threat: its number.
        part: of the threat's evaluator; -1 for the strangers whom nothing ties to a release.
        versions: that may be in it.
        shared: whether those who stop sharing leave it.
        after: it is there only after one of these actions; 0 where it always is.
        touched: the actions that may change what it leaks.
    """

    threat: int
    part: int
    versions: Mask
    shared: bool
    after: Mask
    touched: Mask


class Outcomes:
    """What every adversary knows after any set of actions, all of which succeed.

    ``L_t(S) = max over pools P of t of L(R_P after S, e after S, E_t)``. Every version of a release that actions may
    leave is a release of one evaluator for each threat, so that a set of actions is a choice of versions.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        situation: before anything is done.
        actions: bit n of a set stands for action n.
        threats: at least one.
        weights: as ``information_leakage``.

    Raises:
        ValueError: for no threat, or more than 12 values of one release that may be changed.

    >>> given = Situation(Record.of(("N", "Alice")), (Held("Order", "Shop", Record.of(("N", "Alice"))),))
    >>> Outcomes(given, [Action(15.0, erases=("Order",))], [Threat("Eve", Adversary())]).leakages([0b0, 0b1]).tolist()
    [[1.0], [0.0]]
    """

    def __init__(
        self, situation: Situation, actions: Sequence[Action], threats: Sequence[Threat], weights: Weights | None = None
    ) -> None:
        if not threats:
            raise ValueError("there must be at least one adversary")
        self.situation, self.actions, self.threats = situation, tuple(actions), tuple(threats)
        self._measure = as_measure(weights)
        self._versions: list[tuple[Record, Presumed | None]] = []
        self._holder: list[int] = []
        self.slots = self._slots_of()
        self._retiring = mask_of(n for n, action in enumerate(actions) if action.retires)
        self._evaluators: dict[tuple[int, Mask], Evaluator] = {}
        self.units = [unit for number in range(len(threats)) for unit in self._units_of(number)]

    def leakages(self, plans: Sequence[Mask]) -> Floats:
        """What every adversary knows after each set of actions, shape (sets, threats)."""
        return self.by_threat(range(len(self.units)), self.values(range(len(self.units)), plans))

    def by_threat(self, units: Sequence[int], values: Floats) -> Floats:
        """The greatest value of each threat's units, of shape (sets, units); 0 for none."""
        known = np.zeros((len(values), len(self.threats)))
        owners = np.array([self.units[number].threat for number in units], dtype=np.int64)
        for threat in np.unique(owners).tolist():
            known[:, threat] = values[:, owners == threat].max(axis=1)
        return known

    def values(self, units: Sequence[int], plans: Sequence[Mask]) -> Floats:
        """What units leak after each set of actions, shape (sets, units)."""
        found = np.tile(self._before[list(units)], (len(plans), 1))
        column_of = {number: column for column, number in enumerate(units)}
        asked: dict[tuple[int, Mask], list[tuple[int, int, tuple[int, Mask]]]] = defaultdict(list)
        for row, plan in enumerate(cancellable(plans)):
            kept, apart, truth = self.kept(plan), self._apart(plan), plan & self._retiring
            for number in {number for action in bits(plan) for number in self._changing_units[action]}:
                unit = self.units[number]
                if number not in column_of:
                    continue
                if unit.after and not plan & unit.after:
                    found[row, column_of[number]] = 0.0
                    continue
                held = kept & unit.versions & (~apart if unit.shared else -1)
                asked[unit.threat, truth].append((row, column_of[number], (unit.part, held)))
        for (threat, truth), some in asked.items():
            evaluator = self.evaluator(threat, truth)
            leaks = evaluator.part_leakages([key for _, _, key in some])
            for (row, column, _), leak in zip(some, leaks, strict=True):
                found[row, column] = leak
        return found

    def kept(self, plan: Mask) -> Mask:
        """The versions that a set of actions leaves."""
        kept = self._untouched
        for number in {number for action in bits(plan) for number in self.touched[action]}:
            slot = self.slots[number]
            kept = kept & ~slot.left(0) | slot.left(plan)
        return kept

    @cached_property
    def touched(self) -> list[list[int]]:
        """For every action the numbers of the releases that it changes or deletes."""
        touched: list[list[int]] = [[] for _ in self.actions]
        for number, slot in enumerate(self.slots):
            for action in bits(slot.erasing | _union(actions for _, actions in slot.changing)):
                touched[action].append(number)
        return touched

    @cached_property
    def _changing_units(self) -> list[list[int]]:
        """For every action the units that it touches."""
        changing: list[list[int]] = [[] for _ in self.actions]
        for number, unit in enumerate(self.units):
            for action in bits(unit.touched):
                changing[action].append(number)
        return changing

    @cached_property
    def _before(self) -> Floats:
        """What each unit leaks before anything is done."""
        known = [
            0.0
            if unit.after
            else self.evaluator(unit.threat).part_leakages([(unit.part, unit.versions & self._untouched)])[0]
            for unit in self.units
        ]
        return np.array(known)

    @cached_property
    def by_recipient(self) -> dict[str, Mask]:
        """The versions of what each recipient holds."""
        masks: dict[str, Mask] = defaultdict(int)
        for version, number in enumerate(self._holder):
            masks[self.situation.held[number].recipient] |= 1 << version
        return masks

    @cached_property
    def leaving(self) -> dict[str, Mask]:
        """For every recipient that may stop sharing the actions after which it does."""
        masks: dict[str, Mask] = defaultdict(int)
        for number, action in enumerate(self.actions):
            for recipient in action.leaves:
                masks[recipient] |= 1 << number
        return masks

    def evaluator(self, number: int, truth: Mask = 0) -> Evaluator:
        """What a threat knows of any choice of versions, where some actions have changed what is true."""
        if (number, truth) not in self._evaluators:
            threat = self.threats[number]
            recipients = (self.situation.held[n].recipient for n in self._holder)
            self._evaluators[number, truth] = Evaluator(
                [SourcedRecord(r, who) for (r, _), who in zip(self._versions, recipients, strict=True)],
                (*self.situation.strangers, *threat.strangers),
                self.person(truth),
                threat.adversary,
                self._measure,
                presumed={n: presumed for n, (_, presumed) in enumerate(self._versions) if presumed},
            )
        return self._evaluators[number, truth]

    def person(self, plan: Mask) -> Record:
        """What is true after a set of actions: of what is true no longer nobody knows the new value."""
        person = self.situation.person
        for label, value in dict.fromkeys(pair for action in bits(plan) for pair in self.actions[action].retires):
            if (label, value) in person:
                person = person.without((label, value)).with_attribute(Attribute(label, f"\0{value}"))
        return person

    def release_of(self, version: int) -> int:
        """The number of the release that a version is of."""
        return self._holder[version]

    def worst(self, threat: int, plan: Mask) -> tuple[InformationLeakage, list[int]]:
        """The composite behind what a threat knows after some actions, and the versions in it."""
        own = [number for number, unit in enumerate(self.units) if unit.threat == threat]
        values = self.values(own, [plan])[0]
        kept, apart = self.kept(plan), self._apart(plan)
        for place in np.argsort(-values, kind="stable").tolist():
            unit = self.units[own[place]]
            if not unit.after or plan & unit.after:
                held = kept & unit.versions & (~apart if unit.shared else -1)
                known, releases = self.evaluator(threat, plan & self._retiring).behind(unit.part, held)
                return known, [n for place in known.members if (n := releases[place]) is not None]
        return self.evaluator(threat).behind(UNTIED, 0)[0], []

    def _slots_of(self) -> list[_Slot]:
        names = {release.name: number for number, release in enumerate(self.situation.held)}
        erasing = [0] * len(names)
        changing: list[dict[Pair, Mask]] = [defaultdict(int) for _ in names]
        for number, action in enumerate(self.actions):
            for name in action.erases:
                if name in names:
                    erasing[names[name]] |= 1 << number
            for name, pair in action.changes:
                if name in names:
                    changing[names[name]][pair] |= 1 << number
        slots = []
        for number, release in enumerate(cancellable(self.situation.held)):
            known = {*release.record.confidences, *(pair for pair, _ in (release.presumed or NOTHING).facts)}
            pairs = [pair for pair in changing[number] if pair in known]
            if len(pairs) > MOST_CHANGED:
                raise ValueError(f"at most {MOST_CHANGED} values of one release may be changed")
            versions = []
            for changed in range(1 << len(pairs)):
                versions.append(len(self._versions))
                self._versions.append(_without(release, {pairs[n] for n in bits(changed)}))
                self._holder.append(number)
            slots.append(_Slot(tuple((p, changing[number][p]) for p in pairs), erasing[number], tuple(versions)))
        return slots

    @cached_property
    def _untouched(self) -> Mask:
        return _union(slot.left(0) for slot in self.slots)

    def _apart(self, plan: Mask) -> Mask:
        """The versions of those who do not share any more."""
        return _union(self.by_recipient.get(who, 0) for who, actions in self.leaving.items() if plan & actions)

    def _units_of(self, number: int) -> Iterator[_Unit]:
        """The units of a threat; of parts of strangers of which a pool holds nothing one for all pools."""
        evaluator, seen = self.evaluator(number), set[tuple[int, Mask, bool, Mask]]()
        for versions, shared, after in self._pools_of(number):
            for part, held in evaluator.parts_held(versions):
                unit = (part, held, shared and bool(held), after if held else 0)
                if unit not in seen:
                    seen.add(unit)
                    yield _Unit(number, *unit, self._touching(held, shared) | unit[3] | self._retiring)

    def _touching(self, versions: Mask, shared: bool) -> Mask:
        """The actions that may change some versions, or take them out of a pool."""
        numbers = {self._holder[version] for version in bits(versions)}
        slots = [self.slots[number] for number in numbers]
        touching = _union(slot.erasing | _union(actions for _, actions in slot.changing) for slot in slots)
        if shared:
            touching |= _union(self.leaving.get(self.situation.held[number].recipient, 0) for number in numbers)
        return touching

    def _pools_of(self, number: int) -> list[tuple[Mask, bool, Mask]]:
        """The pools of a threat: the versions there, whether they may be left, and after what they are there."""
        threat, everybody = self.threats[number], self.situation.recipients
        if threat.apart:
            return [(0, False, 0)]
        groups = ((everybody,) if everybody else ()) if threat.groups is None else threat.groups
        allied = {recipient for group in groups for recipient in group}
        alone = [
            (self.by_recipient.get(who, 0), False, self.leaving.get(who, 0) if who in allied else 0)
            for who in everybody
            if who not in allied or who in self.leaving
        ]
        return [*((_union(self.by_recipient.get(who, 0) for who in group), True, 0) for group in groups), *alone]


NOTHING = Presumed("", ())


def _union(masks: Iterable[Mask]) -> Mask:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def _without(release: Held, pairs: set[Pair]) -> tuple[Record, Presumed | None]:
    """A release and what is presumed beside it, without some pairs."""
    record, presumed = release.record, release.presumed
    if pairs & record.confidences.keys():
        record = Record(attribute for attribute in record if attribute.pair not in pairs)
    if presumed and any(pair in pairs for pair, _ in presumed.facts):
        presumed = replace(presumed, facts=tuple(fact for fact in presumed.facts if fact[0] not in pairs))
    return record, presumed if presumed and presumed.facts else None


# Chances: which letters are granted.


SEARCHED, LISTED, SHOWN = 16, 256, 4096
"""Outcomes of a plan that are enumerated while plans are compared, listed, and shown; of more so many are drawn."""

RANGE = (0.1, 0.9)
"""Between these shares of the outcomes lie 8 of 10."""


Granted: TypeAlias = list[tuple[float, Mask]]
"""What one recipient may answer to its letters: how probable it is, and the actions that are refused then."""


def answers_of(situation: Situation, actions: Sequence[Action]) -> list[Granted]:
    """What may be answered to letters, each answer by itself.

    Letters that concern one account have one answer: of two at 0.5 both are granted, or none, and 0.5 is left. So have
    those that others tie: whatever is asked of a recipient, what is likelier is granted wherever anything else is.

    >>> given = Situation(Record(), (Held("Order", "Shop", Record()),))
    >>> answers_of(given, [Action(15, erases=("Order",), chance=0.5), Action(15, leaves=("Shop",), chance=0.75)])
    [[(0.5, 0), (0.25, 1), (0.25, 3)]]
    """
    held: dict[str, set[str]] = defaultdict(set)
    for release in situation.held:
        held[release.recipient].add(release.name)
    concerned: dict[str, Mask] = defaultdict(int)
    groups: list[Mask] = []
    for number, action in enumerate(actions):
        if action.chance < 1.0:
            names = {*action.erases, *(name for name, _ in action.changes)}
            for name in names.union(*(held[who] or {f"\0{who}"} for who in action.leaves)):
                concerned[name] |= 1 << number
            groups = united(groups, 1 << number)
    for mask in concerned.values():
        groups = united(groups, mask)
    return [_granted(group, actions) for group in groups]


def _granted(group: Mask, actions: Sequence[Action]) -> Granted:
    chances = sorted({0.0, 1.0, *(actions[number].chance for number in bits(group))})
    return [
        (high - low, mask_of(number for number in bits(group) if actions[number].chance < high))
        for low, high in itertools.pairwise(chances)
    ]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a plan may come to.

    Arguments:
        expected: what is left on average, and what each adversary knows on average; shape (1 + threats,).
        margin: how far the first of them may be off, with 95 % confidence; 0 where all outcomes were looked at.
        drawn: whether they were drawn.
        range: between which figures 8 outcomes in 10 lie.
    """

    expected: Floats
    margin: float
    drawn: bool
    range: tuple[float, float]


@dataclass(frozen=True)
class _Component:
    """Actions that no unit and no answer ties to others, and the units that they may change."""

    actions: Mask
    units: tuple[int, ...]
    answers: tuple[Granted, ...]


class Expectation:
    """What plans leave on average, where letters are granted with a chance.

    A plan is fixed beforehand, and judged by the mean of ``max over t of L_t`` over what may be granted of it. Parts
    that share no action, and no answer, are independent: ``P(max <= x)`` is the product of theirs, so all outcomes are
    looked at where no part has more than ``most``. Otherwise so many outcomes are drawn, the same for all plans, the
    draws of an answer spread evenly (Latin hypercube sampling: no worse than as many independent draws less one).
    Source: Owen 1997, "Monte Carlo variance of scrambled net quadrature", for the draws.

    Arguments:
        outcomes: what sets of actions leave, all of which succeed.
    """

    def __init__(self, outcomes: Outcomes) -> None:
        self.outcomes = outcomes
        self.answers = answers_of(outcomes.situation, outcomes.actions)
        self.components = self._components_of()
        self._known: list[dict[Mask, Floats]] = [{} for _ in self.components]
        moved = {number for component in self.components for number in component.units}
        rest = [number for number in range(len(outcomes.units)) if number not in moved]
        known = outcomes.by_threat(rest, outcomes.values(rest, [0]))[0]
        self.constant = np.array([known.max(initial=0.0), *known])

    def outlook(self, plan: Mask, most: int = SHOWN) -> Outlook:
        """What a plan may come to."""
        parts = [self._outcomes_of(component, plan, most) for component in self.components]
        if any(part is None for part in parts):
            return self._drawn(plan, most)
        figures = [self._figures(number, list(part or ())) for number, part in enumerate(parts)]
        chances = [np.array(list((part or {}).values())) for part in parts]
        expected, ends = [], (0.0, 0.0)
        for column, constant in enumerate(self.constant):
            each = [(some[:, column], chance) for some, chance in zip(figures, chances, strict=True)]
            values, shares = greatest([*each, (np.array([constant]), np.ones(1))])
            expected.append(float(values @ shares))
            if not column:
                ends = _range(values, shares)
        return Outlook(np.array(expected), 0.0, False, ends)

    @property
    def whole(self) -> _Component:
        """All components as one."""
        return _Component(
            _union(one.actions for one in self.components),
            tuple(number for one in self.components for number in one.units),
            tuple(granted for one in self.components for granted in one.answers),
        )

    def near(self, plan: Mask) -> tuple[float, float]:
        """What a plan leaves on average, coarsely, and how near everything comes to it."""
        outlook = self.outlook(plan, SEARCHED)
        return round(float(outlook.expected[0]), 12), round(float((outlook.expected[1:] ** POWER).sum()), 12)

    def objective(self, component: _Component) -> Objective:
        """What sets of a component's actions leave on average of its units, and what decides between equal ones."""
        least = float(self.constant[0])
        known: dict[Mask, tuple[float, float]] = {}

        def figures(plans: Sequence[Mask]) -> Floats:
            chances = [self._outcomes_of(component, plan, SEARCHED) or self._draws(component, plan) for plan in plans]
            fresh = [mask for mask in dict.fromkeys(itertools.chain.from_iterable(chances)) if mask not in known]
            values = self.outcomes.values(component.units, fresh)
            near = (values**POWER).sum(axis=1) ** (1.0 / POWER)
            known.update(
                zip(fresh, zip(values.max(axis=1, initial=least).tolist(), near.tolist(), strict=True), strict=True)
            )
            means = [
                [math.fsum(chance * known[mask][row] for mask, chance in some.items()) for row in (0, 1)]
                for some in chances
            ]
            return np.array(means).T

        return figures

    def exact_objective(self, component: _Component, sets: Sequence[Mask]) -> Objective:
        """The same for few actions, over all outcomes; ``f'(S) = sum_j p_j f(S less what answer j refuses)`` for each.

        Arguments:
            component: the actions.
            sets: those that are asked for, with all of their subsets.
        """
        figures = self.outcomes.values(component.units, sets).max(axis=1, initial=float(self.constant[0]))
        place = {plan: n for n, plan in enumerate(sets)}
        for granted in component.answers:
            figures = sum(chance * figures[[place[plan & ~refused] for plan in sets]] for chance, refused in granted)
        return lambda plans: figures[[place[plan] for plan in plans]]

    def _components_of(self) -> list[_Component]:
        outcomes, everything = self.outcomes, (1 << len(self.outcomes.actions)) - 1
        groups = [everything] if len(outcomes.actions) <= MOST_TRIED else []
        refused = [_union(mask for _, mask in granted) for granted in self.answers]
        for mask in dict.fromkeys((*(unit.touched for unit in outcomes.units), *refused)):
            if mask and not any(mask & ~group == 0 for group in groups):
                groups = united(groups, mask)
        components = [
            _Component(
                group,
                tuple(number for number, unit in enumerate(outcomes.units) if unit.touched & group),
                tuple(granted for granted, mask in zip(self.answers, refused, strict=True) if mask & group),
            )
            for group in groups
        ]
        return [component for component in components if component.units]

    def _outcomes_of(self, component: _Component, plan: Mask, most: int) -> dict[Mask, float] | None:
        """What may happen to a plan in a component, each with how probable it is; None for more than so many."""
        found = {plan & component.actions: 1.0}
        for granted in component.answers:
            if any(plan & refused for _, refused in granted):
                after: dict[Mask, float] = defaultdict(float)
                for mask, chance in found.items():
                    for share, refused in granted:
                        after[mask & ~refused] += chance * share
                found = after
            if len(found) > most:
                return None
        return found

    def _draws(self, component: _Component, plan: Mask) -> dict[Mask, float]:
        found: dict[Mask, float] = defaultdict(float)
        for refused in self._refused(plan, SEARCHED):
            found[plan & component.actions & ~refused] += 1.0 / SEARCHED
        return found

    def _refused(self, plan: Mask, count: int) -> list[Mask]:
        """What is refused of a plan in each draw."""
        refused = [0] * count
        for number, granted in enumerate(self.answers):
            if any(plan & mask for _, mask in granted):
                random = np.random.default_rng((count, number))
                evenly = (random.permutation(count) + random.random(count)) / count
                places = np.searchsorted(np.cumsum([share for share, _ in granted])[:-1], evenly, side="right")
                refused = [mask | granted[place][1] for mask, place in zip(refused, places.tolist(), strict=True)]
        return refused

    def _drawn(self, plan: Mask, most: int) -> Outlook:
        refused = self._refused(plan, most)
        drawn = np.tile(self.constant, (most, 1))
        for number, component in enumerate(self.components):
            masks = [plan & component.actions & ~mask for mask in refused]
            distinct = list(dict.fromkeys(masks))
            place = {mask: n for n, mask in enumerate(distinct)}
            drawn = np.maximum(drawn, self._figures(number, distinct)[[place[mask] for mask in masks]])
        first = drawn[:, 0]
        ends = _range(np.sort(first), np.full(most, 1.0 / most))
        return Outlook(drawn.mean(axis=0), wilson_margin(first), True, ends)

    def _figures(self, number: int, masks: Sequence[Mask]) -> Floats:
        """What a component's units leave after sets of actions that succeed: at most, and to each adversary."""
        known, units = self._known[number], self.components[number].units
        fresh = [mask for mask in masks if mask not in known]
        leaks = self.outcomes.by_threat(units, self.outcomes.values(units, fresh))
        known.update(zip(fresh, np.column_stack((leaks.max(axis=1), leaks)), strict=True))
        return np.array([known[mask] for mask in masks])


def greatest(distributions: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """The distribution of the greatest of independent figures, by rising values.

    ``P(max <= x) = prod_i P(X_i <= x)``.

    Arguments:
        distributions: of each the values, and how probable each is.

    >>> coin = np.array([0.0, 1.0]), np.array([0.5, 0.5])
    >>> [part.tolist() for part in greatest([coin, coin])]
    [[0.0, 1.0], [0.25, 0.75]]
    """
    points = np.unique(np.concatenate([values for values, _ in distributions]))
    below = np.ones(len(points))
    for values, chances in distributions:
        order = np.argsort(values)
        reached = np.concatenate(([0.0], np.cumsum(chances[order]) / math.fsum(chances)))
        reached[-1] = 1.0
        below *= reached[np.searchsorted(values[order], points, side="right")]
    return points, np.diff(below, prepend=0.0)


def wilson_margin(draws: Floats) -> float:
    """How far the mean of draws from [0, 1] may be off, with 95 % confidence; never 0.

    Wilson's score interval with the variance s^2 of the draws in place of that of shares, m (1 - m), and of its two ends
    the farther one: ``m' = (m + z^2/2n) / (1 + z^2/n)``, ``h = z sqrt(s^2/n + z^2/4n^2) / (1 + z^2/n)``, and
    ``|m' - m| + h``. Of n draws that agree on 0 it is about 3.84/n.
    Source: Wilson 1927, "Probable inference, the law of succession, and statistical inference".

    >>> round(wilson_margin(np.zeros(100)), 4), round(wilson_margin(np.array([0.0, 1.0] * 50)), 4)
    (0.037, 0.0962)
    """
    z, n, mean = 1.96, len(draws), float(draws.mean())
    shrunk = 1.0 + z * z / n
    half = z * math.sqrt(float(draws.var()) / n + z * z / (4 * n * n)) / shrunk
    return abs((mean + z * z / (2 * n)) / shrunk - mean) + half


def _range(values: Floats, shares: Floats) -> tuple[float, float]:
    """Between which of rising values 8 outcomes in 10 lie."""
    # Shares are sums of products, so a quantile is met but for the last bits.
    low, high = np.minimum(np.searchsorted(np.cumsum(shares), np.array(RANGE) - 1e-12), len(values) - 1)
    return float(values[low]), float(values[high])


# Plans: the best sets of actions, for every number of minutes.


UNSEEN = 0.0005
"""A difference of leakages that figures to a tenth of a point do not show."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do, and what is expected to be known then.

    Arguments:
        actions: their numbers, ascending.
        minutes: that they take.
        leakage: what is expected to be known, by the adversary who knows most.
        leakages: what each adversary is expected to know.
        margin, drawn, range: as ``Outlook``.
    """

    actions: tuple[int, ...]
    minutes: float
    leakage: float
    leakages: tuple[float, ...]
    margin: float
    drawn: bool
    range: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Step:
    """What is done in one sitting, in its place: one action, those of a group, or some that help only together.

    Arguments:
        actions: their numbers.
        before, after: the expected leakage before it and after it, those before it being done.
        missed: how much higher the expected leakage is in the end, where all other steps are done and this one is not.
        leakages: what each adversary is expected to know after it.
        against: the number of the adversary from whom it takes most.
        cut: the shared values that join what it touches to the record behind the figure no longer, if all succeeds.
        freed: the facts that this record does not hold any more then.
        if_refused: whether both hold only where what was asked for before is refused.
    """

    actions: tuple[int, ...]
    before: float
    after: float
    missed: float
    leakages: tuple[float, ...]
    against: int
    cut: tuple[Pair, ...] = field(repr=False)
    freed: tuple[Pair, ...] = field(repr=False)
    if_refused: bool

    @property
    def gain(self) -> float:
        """By how much it lowers the expected leakage, in its place."""
        return self.before - self.after


@dataclass(frozen=True, eq=False)
class Plans:
    """The best plans, from doing nothing on: each takes longer than the one before it, and leaves less.

    Arguments:
        plans: at least one; of the first nothing is done.
        every_set_tried: whether no other set of actions is better; otherwise they are the best found.
        looked: how many sets were looked at.
        actions: what could be done; plans name them by their places.
        groups: numbers of actions that are done in one sitting.
        expectation: what any set of them leaves on average.
    """

    plans: tuple[Plan, ...]
    every_set_tried: bool
    looked: int
    actions: tuple[Action, ...]
    groups: tuple[tuple[int, ...], ...]
    expectation: Expectation = field(repr=False)

    def within(self, minutes: float, unseen: float = UNSEEN) -> Plan:
        """A plan that leaves what these leave within some minutes, and spares no action that a person would miss.

        It is the shortest of them that does, without the actions that change less than nobody sees.

        Arguments:
            minutes: >= 0.
            unseen: a difference of leakages that is none.

        Raises:
            ValueError: for minutes below 0.
        """
        best = _frontier_of(self.plans).within(minutes)
        enough = next(plan for plan in self.plans if plan.leakage <= best.figure + unseen)
        done, most = mask_of(enough.actions), best.figure + unseen
        for number in sorted(enough.actions, key=lambda number: -self.actions[number].minutes):
            without = done & ~(1 << number)
            if self.expectation.outlook(without, LISTED).expected[0] <= most:
                done = without
        return plan_of(self.expectation, done, SHOWN)

    def steps(self, plan: Plan) -> tuple[Step, ...]:
        """A plan in the order in which each step takes most back of what is left, of equals the shortest first.

        Actions of one group are one step. What takes back nothing by itself is one step with what follows it, so that
        no step changes nothing, but where all of them together do.
        """
        if not plan.actions:
            return ()
        order = self._in_order(plan.actions)
        masks = [mask_of(itertools.chain.from_iterable(order[:done])) for done in range(len(order) + 1)]
        expected = [self.expectation.outlook(mask, LISTED).expected for mask in masks]
        expected[-1] = np.array([plan.leakage, *plan.leakages])
        steps = []
        for first, last in _parts([float(figures[0]) for figures in expected]):
            numbers = tuple(itertools.chain.from_iterable(order[first:last]))
            fall = expected[first][1:] - expected[last][1:]
            against = int(np.lexsort((expected[first][1:], fall.round(12)))[-1])
            without = float(self.expectation.outlook(masks[-1] & ~mask_of(numbers), LISTED).expected[0])
            before, after = float(expected[first][0]), float(expected[last][0])
            cut, freed, if_refused = self._effect(masks[first], numbers, against)
            steps.append(
                Step(
                    numbers,
                    before,
                    after,
                    without - plan.leakage,
                    tuple(expected[last][1:].tolist()),
                    against,
                    cut,
                    freed,
                    if_refused,
                )
            )
        return tuple(steps)

    def _in_order(self, actions: Iterable[int]) -> list[tuple[int, ...]]:
        chosen = set(actions)
        grouped = [tuple(number for number in group if number in chosen) for group in self.groups]
        left = [some for some in grouped if some]
        left += [(number,) for number in actions if not any(number in some for some in grouped)]
        done, order = 0, []
        while left:
            figures = [self.expectation.near(done | mask_of(some)) for some in left]
            minutes = [math.fsum(self.actions[number].minutes for number in some) for some in left]
            best = min(zip(figures, minutes, left, strict=True))[2]
            left.remove(best)
            order.append(best)
            done |= mask_of(best)
        return order

    def _effect(
        self, done: Mask, numbers: Sequence[int], threat: int
    ) -> tuple[tuple[Pair, ...], tuple[Pair, ...], bool]:
        """What a step cuts and frees after those before it; where that is nothing, after those that are certain."""
        sure = mask_of(number for number in bits(done) if self.actions[number].chance == 1.0)
        for before in dict.fromkeys((done, sure)):
            cut, freed = _bridges(self.expectation.outcomes, before, numbers, threat)
            if cut or freed:
                return cut, freed, before != done
        return (), (), False


def find_plans(
    situation: Situation,
    actions: Sequence[Action],
    threats: Sequence[Threat],
    weights: Weights | None = None,
    *,
    minutes: float = math.inf,
    groups: Sequence[Sequence[int]] = (),
    limit: int = 2_000,
) -> Plans:
    """For every number of minutes the actions that leave least leakage.

    Minimises ``E[max over t of L_t(X)]`` over the sets S of actions with ``sum of minutes <= m``, for every m up to the
    greatest. X are the actions of S that succeed; a letter does with its chance, and letters that concern one account
    have one answer. Where every chance is 1 nothing is expected, and all as it is left.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1.

    Leakage is not monotone in what is done: what confuses an adversary protects. Up to 14 actions every set of them is
    tried, over all outcomes; of more, plans are the best found (``leakage.decision.optimise``), by steps of single
    actions, of groups and their beginnings, and of what leaves a fact or a shared value with nobody. Parts that share
    no action are searched apart.

    Arguments:
        situation: before anything is done.
        actions: what can be done.
        threats: at least one; the one who knows most counts.
        weights: as ``information_leakage``.
        minutes: the greatest budget, > 0; by default all that the actions take.
        groups: numbers of actions that are done in one sitting, in the order of doing them: the first of them, the
            first two and so on are tried as one step, and ``steps`` shows them as one.
        limit: how many sets are looked at, about, where there are more than 14 actions.

    Raises:
        ValueError: for no threat, minutes that are not positive, or more than 12 values of one release that may be
            changed.

    >>> from leakage.resolution.operations import Resolve
    >>> from leakage.resolution.rules import Shares
    >>> e = Record.of(("E", "a@b"), ("P", "1"), ("C", "9"))
    >>> given = Situation(e, (Held("Order", "Shop", e.without(("C", "9"))), Held("Loan", "Bank", e)))
    >>> actions = [Action(30.0, erases=("Loan",)), Action(5.0, changes=(("Loan", ("E", "a@b")),))]
    >>> found = find_plans(given, actions, [Threat("Eve", Adversary(Resolve(Shares("E"))))])
    >>> [(plan.minutes, plan.actions, round(plan.leakage, 9)) for plan in found.plans], found.every_set_tried
    ([(0.0, (), 1.0), (5.0, (1,), 0.8)], True)
    """
    if not minutes > 0.0:
        raise ValueError("the minutes must be more than 0")
    expectation = Expectation(Outcomes(situation, actions, threats, weights))
    costs = [action.minutes for action in actions]
    together_with = [*bundles_of(expectation.outcomes), *_begun(groups)]
    parts = []
    for component in expectation.components:
        count = component.actions.bit_count()
        if count <= MOST_TRIED and component.answers:
            objective = expectation.exact_objective(component, subsets(component.actions))
        else:
            objective = expectation.objective(component)
        parts.append(
            minimise(
                objective,
                costs,
                minutes,
                among=component.actions,
                steps=[step & component.actions for step in together_with],
                limit=max(200, limit * count // max(1, len(actions))),
            )
        )
    found = [together(parts, float(expectation.constant[0]), minutes)]
    tried = found[0].every_set_tried
    if len(parts) > 1 and expectation.answers:
        # The mean of the greatest is not the greatest mean: what the parts found are steps of one more search.
        steps = [*together_with, *(choice.actions for some in (found, parts) for one in some for choice in one.choices)]
        found.append(minimise(expectation.objective(expectation.whole), costs, minutes, steps=steps, limit=limit))
    choices = {choice.actions: None for one in found for choice in one.choices}
    listed = {done: plan_of(expectation, done, LISTED) for done in choices}
    plans = tuple(listed[choice.actions] for choice in _frontier_of(listed.values()).choices)
    return Plans(
        plans,
        tried and len(found) < 2,
        sum(one.looked for one in found),
        tuple(actions),
        tuple(map(tuple, groups)),
        expectation,
    )


def _frontier_of(plans: Iterable[Plan]) -> Frontier:
    return frontier_of(Choice(plan.minutes, plan.leakage, mask_of(plan.actions)) for plan in plans)


def _parts(figures: Sequence[float]) -> list[tuple[int, int]]:
    """Where steps begin and end, each of which changes the figure; what changes nothing at the end is of the last."""
    ends = [0]
    for place in range(1, len(figures)):
        if abs(figures[place] - figures[ends[-1]]) > TOLERANCE:
            ends.append(place)
    if ends[-1] < len(figures) - 1:
        ends = [*(ends[:-1] if len(ends) > 1 else ends), len(figures) - 1]
    return list(itertools.pairwise(ends))


def plan_of(expectation: Expectation, done: Mask, most: int = SHOWN) -> Plan:
    """A plan of some actions.

    Arguments:
        expectation: what any set leaves on average.
        done: the set.
        most: outcomes that are looked at, about.
    """
    outlook = expectation.outlook(done, most)
    numbers = tuple(bits(done))
    leakage, *leakages = outlook.expected.tolist()
    minutes = math.fsum(expectation.outcomes.actions[number].minutes for number in numbers)
    return Plan(numbers, minutes, leakage, tuple(leakages), outlook.margin, outlook.drawn, outlook.range)


def _begun(groups: Sequence[Sequence[int]]) -> Iterator[Mask]:
    """Groups and their beginnings."""
    return (mask_of(group[:count]) for group in groups for count in range(len(group), 1, -1))


MOST_PAIRS = 60
"""Pairs that bundles are put together for: the facts first, then what most releases share."""


def bundles_of(outcomes: Outcomes) -> list[Mask]:
    """Sets of actions that leave a fact, or a shared value, with nobody; and all changes of one release.

    For every pair actions are taken one after the other, that first which takes it from most releases for a minute.
    """
    situation, actions = outcomes.situation, outcomes.actions
    holders: dict[Pair, Mask] = defaultdict(int)
    for number, release in enumerate(cancellable(situation.held)):
        for pair in release.record.known.confidences:
            holders[pair] |= 1 << number
    shared = [pair for pair, held in holders.items() if held.bit_count() > 1]
    shared.sort(key=lambda pair: (pair not in situation.person, -holders[pair].bit_count(), pair))
    bundles = []
    for pair in shared[:MOST_PAIRS]:
        takers: dict[int, Mask] = defaultdict(int)
        for number in bits(holders[pair]):
            slot = outcomes.slots[number]
            taking = slot.erasing | dict(slot.changing).get(pair, 0)
            for action in bits(taking | outcomes.leaving.get(situation.held[number].recipient, 0)):
                takers[action] |= 1 << number
        left, bundle = _union(takers.values()), 0
        if left != holders[pair]:
            continue
        while left:
            best = max(takers, key=lambda action: (takers[action] & left).bit_count() / actions[action].minutes)
            bundle |= 1 << best
            left &= ~takers[best]
        bundles.append(bundle)
    bundles += [_union(actions for _, actions in slot.changing) for slot in outcomes.slots]
    return [bundle for bundle in dict.fromkeys(bundles) if bundle.bit_count() > 1]


# What a step cuts.


MOST_TOUCHED = 12
"""Releases of one step whose joins are looked up: a reason names a value or two."""


def _bridges(
    outcomes: Outcomes, before: Mask, numbers: Sequence[int], threat: int
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """The values that joined what some actions touch, and do so no longer; and the facts that are lost."""
    after = before | mask_of(numbers)
    leaving = {recipient for number in numbers for recipient in outcomes.actions[number].leaves}
    touched = {n for number in numbers for n in outcomes.touched[number]}
    touched |= {n for n, release in enumerate(outcomes.situation.held) if release.recipient in leaving}
    most, members = outcomes.worst(threat, before)
    left, still = outcomes.worst(threat, after)
    joined, kept = (_joins(outcomes, threat, some, touched) for some in (members, still))
    right = [a.pair for a in most.composite.known if a.pair in outcomes.person(before)]
    freed = tuple(pair for pair in right if pair not in left.composite or pair not in outcomes.person(after))
    return tuple(pair for pair in joined if pair not in kept), freed


def _joins(outcomes: Outcomes, threat: int, members: Sequence[int], touched: set[int]) -> dict[Pair, None]:
    """The values by which some releases match others of a composite directly."""
    evaluator, shared = outcomes.evaluator(threat), dict[Pair, None]()
    mine = [version for version in members if outcomes.release_of(version) in touched][:MOST_TOUCHED]
    for version, other in itertools.product(mine, members):
        for match in outcomes.threats[threat].adversary.matches if other != version else ():
            key = match.common_key(evaluator.compared(version), evaluator.compared(other))
            shared.update(dict.fromkeys(key.shared if key else ()))
    return shared
