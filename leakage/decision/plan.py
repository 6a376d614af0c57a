"""A plan: for every number of minutes the actions that leave the adversaries least, in the order to do them."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from leakage.decision.evaluator import UNTIED, Evaluator, Mask, bits, mask_of, union_of, united
from leakage.decision.leakage import InformationLeakage
from leakage.decision.optimise import MOST_TRIED, TOLERANCE, Choice, Objective, best_of, minimise, subsets, together
from leakage.decision.presumed import Presumed
from leakage.frames import Floats
from leakage.measure.weights import Weights, as_measure
from leakage.progress import cancellable
from leakage.record import Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import SourcedRecord

# What is out, who puts it together, and what can be done.


@dataclass(frozen=True, slots=True)
class Held:
    """A release in its recipient's hands, named as no other is, with what its holder probably has besides."""

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
        recipients: who shares, or stands alone, with nothing in hand; who holds something is there anyway.
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
        leaked: all that she holds beside strangers, where no recipient shares with her; actions do not reach it.
        beside: what every pool holds besides, and she by itself; actions do not reach it either.
    """

    name: str
    adversary: Adversary
    groups: tuple[tuple[str, ...], ...] | None = None
    leaked: tuple[Held, ...] | None = None
    beside: tuple[Held, ...] = ()

    @property
    def out_of_reach(self) -> tuple[Held, ...]:
        """What no action reaches."""
        return self.beside if self.leaked is None else self.leaked


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done in one go, such as a letter, or a visit to an account.

    Any set of actions gives one situation, whatever their order.

    Arguments:
        minutes: of the person's time, > 0.
        erases: names of releases that are deleted.
        changes: names of releases with the (label, value) pair that gives way there to a fresh value, which counts as
            a blank: known to one recipient alone it joins nothing, and is neither right nor wrong.
        leaves: recipients who stop sharing with others.
        chance: how probable it is that what a letter asks for is granted, in [0, 1]; 1 for what the person does alone.

    >>> Action(5.0, leaves=("Shop",)) + Action(3.0, erases=("Order",))
    Action(minutes=8.0, erases=('Order',), leaves=('Shop',), chance=1.0)
    """

    minutes: float
    erases: tuple[str, ...] = ()
    changes: tuple[tuple[str, Pair], ...] = field(default=(), repr=False)
    leaves: tuple[str, ...] = ()
    chance: float = 1.0

    def __post_init__(self) -> None:
        if not 0.0 < self.minutes < math.inf:
            raise ValueError("an action must take more than 0 minutes")
        if not 0.0 <= self.chance <= 1.0:
            raise ValueError(f"chance must be in [0, 1], got {self.chance}")

    def __add__(self, other: Action) -> Action:
        """Both in one sitting, where the person does them alone."""
        return Action(
            self.minutes + other.minutes,
            tuple(dict.fromkeys(self.erases + other.erases)),
            tuple(dict.fromkeys(self.changes + other.changes)),
            tuple(dict.fromkeys(self.leaves + other.leaves)),
        )


# Outcomes: what every adversary knows after any set of actions, all of which succeed.


MOST_CHANGED = 12
"""Values that may be changed in one release: it has as many versions as they have subsets."""

POWER = 16
"""Of what decides between equal figures: high enough that pools which know little do not count."""


class _Slot(NamedTuple):
    """A release with what may become of it: a version for every set of pairs that are changed."""

    changing: tuple[tuple[Pair, Mask], ...]
    erasing: Mask
    versions: range

    @property
    def touching(self) -> Mask:
        return self.erasing | union_of(actions for _, actions in self.changing)

    def left(self, plan: Mask) -> Mask:
        """The bit of the version that a plan leaves; 0 where it is deleted."""
        if plan & self.erasing:
            return 0
        return 1 << self.versions[mask_of(n for n, (_, actions) in enumerate(self.changing) if plan & actions)]


class _Unit(NamedTuple):
    """What one pool of a threat has of one part of what may be joined.

    ``versions`` may be in it; those who stop sharing leave it where it is ``shared``; it is there ``after`` one of some
    actions, or always; ``touched`` are the actions that may change what it leaks.
    """

    threat: int
    part: int
    versions: Mask
    shared: bool
    after: Mask
    touched: Mask

    def held(self, kept: Mask, apart: Mask) -> Mask:
        """What is in it of the versions that are kept, without those of who does not share any more."""
        return kept & self.versions & (~apart if self.shared else -1)


class Outcomes:
    """What every adversary knows after any set of actions, all of which succeed.

    ``L_t(S) = max over pools P of t of L(R_P after S, e, E_t)``. Every version of a release that actions may leave is a
    release of one evaluator for each threat, so that a set of actions is a choice of versions.
    Source: Whang & Garcia-Molina 2012, Definition 2.

    Arguments:
        situation: before anything is done.
        actions: bit n of a set stands for action n.
        threats: at least one.
        weights: as ``information_leakage``.

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
        versions: list[tuple[Record, Presumed | None]] = []
        self.slots = list(self._slots_into(versions))
        self.release_of = [number for number, slot in enumerate(self.slots) for _ in slot.versions]
        holders = [situation.held[number].recipient for number in self.release_of]
        self.versions_of: dict[str, Mask] = defaultdict(int)
        for version, who in enumerate(holders):
            self.versions_of[who] |= 1 << version
        self.leaving: dict[str, Mask] = defaultdict(int)
        for number, action in enumerate(actions):
            for recipient in action.leaves:
                self.leaving[recipient] |= 1 << number
        measure = as_measure(weights)
        shared = [Held("", who, *version) for version, who in zip(versions, holders, strict=True)]
        self.evaluators = []
        for threat in threats:
            held = (*shared, *threat.out_of_reach)
            presumed = {number: one.presumed for number, one in enumerate(held) if one.presumed}
            records = [SourcedRecord(one.record, one.recipient) for one in held]
            known = Evaluator(
                records, situation.strangers, situation.person, threat.adversary, measure, presumed=presumed
            )
            self.evaluators.append(known)
        # The versions there before anything is done, and all that leaked.
        self._untouched = union_of(slot.left(0) for slot in self.slots) | -1 << len(versions)
        self.units = list(dict.fromkeys(itertools.chain.from_iterable(map(self._units_of, range(len(threats))))))
        self.touched = _by_action((slot.touching for slot in self.slots), len(actions))
        self._touched_units = _by_action((unit.touched for unit in self.units), len(actions))

    def leakages(self, plans: Sequence[Mask]) -> Floats:
        """What every adversary knows after each set of actions, shape (sets, threats)."""
        return self.by_threat(range(len(self.units)), plans)

    def by_threat(self, units: Sequence[int], plans: Sequence[Mask]) -> Floats:
        """The same of some units alone; 0 for a threat that has none of them."""
        known, values = np.zeros((len(plans), len(self.threats))), self.values(units, plans)
        owners = np.array([self.units[number].threat for number in units], dtype=np.int64)
        for threat in np.unique(owners).tolist():
            known[:, threat] = values[:, owners == threat].max(axis=1)
        return known

    def values(self, units: Sequence[int], plans: Sequence[Mask]) -> Floats:
        """What units leak after each set of actions, shape (sets, units)."""
        found = np.tile(self._before[list(units)], (len(plans), 1))
        column_of = {number: column for column, number in enumerate(units)}
        asked: dict[int, list[tuple[int, int, tuple[int, Mask]]]] = defaultdict(list)
        for row, plan in enumerate(cancellable(plans)):
            kept, apart = self._kept(plan), self._apart(plan)
            for number in {number for action in bits(plan) for number in self._touched_units[action]}:
                unit = self.units[number]
                if number in column_of and (not unit.after or plan & unit.after):
                    asked[unit.threat].append((row, column_of[number], (unit.part, unit.held(kept, apart))))
        for threat, some in asked.items():
            rows, columns, parts = zip(*some, strict=True)
            found[rows, columns] = self.evaluators[threat].part_leakages(parts)
        return found

    def worst(self, threat: int, plan: Mask) -> tuple[InformationLeakage, list[int]]:
        """The composite behind what a threat knows after some actions, and the versions in it."""
        mine = (n for n, unit in enumerate(self.units) if unit.threat == threat)
        own = [n for n in mine if not self.units[n].after or plan & self.units[n].after]
        if not own:
            return self.evaluators[threat].behind(UNTIED, 0)[0], []
        unit = self.units[own[int(self.values(own, [plan])[0].argmax())]]
        held = unit.held(self._kept(plan), self._apart(plan))
        known, releases = self.evaluators[threat].behind(unit.part, held)
        numbers = (releases[place] for place in known.members)
        return known, [n for n in numbers if n is not None and n < len(self.release_of)]

    def _slots_into(self, versions: list[tuple[Record, Presumed | None]]) -> Iterator[_Slot]:
        erasing: dict[str, Mask] = defaultdict(int)
        changing: dict[str, dict[Pair, Mask]] = defaultdict(lambda: defaultdict(int))
        for number, action in enumerate(self.actions):
            for name in action.erases:
                erasing[name] |= 1 << number
            for name, pair in action.changes:
                changing[name][pair] |= 1 << number
        for release in cancellable(self.situation.held):
            presumed = release.presumed.facts if release.presumed else ()
            known = {*release.record.confidences, *(pair for pair, _ in presumed)}
            its = tuple((pair, actions) for pair, actions in changing[release.name].items() if pair in known)
            if len(its) > MOST_CHANGED:
                raise ValueError(f"at most {MOST_CHANGED} values of one release may be changed")
            first = len(versions)
            versions += [_without(release, {its[n][0] for n in bits(changed)}) for changed in range(1 << len(its))]
            yield _Slot(its, erasing[release.name], range(first, len(versions)))

    @cached_property
    def _before(self) -> Floats:
        """What each unit leaks before anything is done."""
        each = (
            0.0
            if unit.after
            else self.evaluators[unit.threat].part_leakages([(unit.part, unit.held(self._untouched, 0))])[0]
            for unit in self.units
        )
        return np.array(list(each))

    def _kept(self, plan: Mask) -> Mask:
        """The versions that a set of actions leaves."""
        kept = self._untouched
        for number in {number for action in bits(plan) for number in self.touched[action]}:
            slot = self.slots[number]
            kept = kept & ~slot.left(0) | slot.left(plan)
        return kept

    def _apart(self, plan: Mask) -> Mask:
        """The versions of those who do not share any more."""
        return union_of(self.versions_of.get(who, 0) for who, actions in self.leaving.items() if plan & actions)

    def _units_of(self, number: int) -> Iterator[_Unit]:
        """The units of a threat; of strangers with whom pools hold nothing one for all that are always there."""
        seen = set()
        for versions, shared, after in self._pools_of(self.threats[number]):
            for part, held in self.evaluators[number].parts_held(versions):
                unit = (part, held, shared and bool(held), after)
                if unit not in seen:
                    seen.add(unit)
                    yield _Unit(number, *unit, self._touching(held, shared) | unit[3])

    def _touching(self, versions: Mask, shared: bool) -> Mask:
        """The actions that may change some versions, or take them out of a pool."""
        numbers = {self.release_of[version] for version in bits(versions & ~(-1 << len(self.release_of)))}
        holders = {self.situation.held[number].recipient for number in numbers if shared}
        leaving = union_of(self.leaving.get(who, 0) for who in holders)
        return leaving | union_of(self.slots[number].touching for number in numbers)

    def _pools_of(self, threat: Threat) -> list[tuple[Mask, bool, Mask]]:
        """The pools of a threat: the versions there, whether they may be left, and after what they are there."""
        everybody = self.situation.recipients
        fixed = (1 << len(threat.out_of_reach)) - 1 << len(self.release_of)
        if threat.leaked is not None:
            return [(fixed, False, 0)]
        groups = ((everybody,) if everybody else ()) if threat.groups is None else threat.groups
        allied = {recipient for group in groups for recipient in group}
        alone = [
            (self.versions_of.get(who, 0) | fixed, False, self.leaving.get(who, 0) if who in allied else 0)
            for who in everybody
            if who not in allied or who in self.leaving
        ]
        together = ((union_of(self.versions_of.get(who, 0) for who in group) | fixed, True, 0) for group in groups)
        return [*together, *alone, *([(fixed, False, 0)] if fixed else [])]


def _by_action(masks: Iterable[Mask], count: int) -> list[list[int]]:
    """For every action the places of the masks that it is in."""
    found: list[list[int]] = [[] for _ in range(count)]
    for place, mask in enumerate(masks):
        for action in bits(mask):
            found[action].append(place)
    return found


def _without(release: Held, pairs: set[Pair]) -> tuple[Record, Presumed | None]:
    """A release and what is presumed beside it, without some pairs."""
    record, presumed = release.record, release.presumed
    if pairs & record.confidences.keys():
        record = Record(attribute for attribute in record if attribute.pair not in pairs)
    facts = tuple(fact for fact in presumed.facts if fact[0] not in pairs) if presumed else ()
    return record, replace(presumed, facts=facts) if presumed and facts else None


# Chances: which letters are granted.


SEARCHED, LISTED, SHOWN = 16, 256, 4096
"""Outcomes of a plan that are enumerated while plans are compared, listed, and shown; of more so many are drawn."""

RANGE = (0.1, 0.9)
"""Between these shares of the outcomes lie 8 of 10."""

Answers: TypeAlias = list[tuple[float, Mask]]
"""What may be answered to letters that have one answer: how probable it is, and the actions that are refused then."""


def answers_of(situation: Situation, actions: Sequence[Action]) -> list[Answers]:
    """What may be answered to letters; those of one list hang together, and lists are independent.

    Letters that concern one account, directly or through others, have one answer: of two at 0.5 both are granted or
    none, and 0.5 is left. What is likelier is granted wherever anything else is.

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
            groups = united(groups, 1 << number)
            names = {*action.erases, *(name for name, _ in action.changes)}
            for name in names.union(*(held[who] or {f"\0{who}"} for who in action.leaves)):
                concerned[name] |= 1 << number
    for mask in concerned.values():
        groups = united(groups, mask)
    found = []
    for group in groups:
        chances = sorted({0.0, 1.0, *(actions[number].chance for number in bits(group))})
        found.append(
            [
                (high - low, mask_of(n for n in bits(group) if actions[n].chance < high))
                for low, high in itertools.pairwise(chances)
            ]
        )
    return found


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do, and what is expected to be known then.

    Arguments:
        actions: their numbers, ascending.
        minutes: that they take.
        leakage: what is expected to be known, by the adversary who knows most.
        leakages: what each adversary is expected to know.
        range: between which leakages 8 outcomes in 10 lie.
        margin: how far the leakage may be off, with 95 % confidence; 0 where all outcomes were looked at, else above 0.
    """

    actions: tuple[int, ...]
    minutes: float
    leakage: float
    leakages: tuple[float, ...]
    range: tuple[float, float]
    margin: float = 0.0


class _Component(NamedTuple):
    """Actions that no unit and no answer ties to others, with the units that they may change."""

    actions: Mask
    units: tuple[int, ...]
    answers: tuple[Answers, ...]

    def granted(self, plan: Mask, most: int) -> dict[Mask, float] | None:
        """What may be granted of a plan, each with how probable it is; None for more than so many."""
        found = {plan & self.actions: 1.0}
        for answers in self.answers:
            if any(plan & refused for _, refused in answers):
                after: dict[Mask, float] = defaultdict(float)
                for (mask, chance), (share, refused) in itertools.product(found.items(), answers):
                    after[mask & ~refused] += chance * share
                found = after
            if len(found) > most:
                return None
        return found


class Expectation:
    """What plans leave on average, where letters are granted with a chance.

    A plan is fixed beforehand, and judged by the mean of ``max over t of L_t`` over what may be granted of it. Parts
    that share no action and no answer are independent, ``P(max <= x)`` is the product of theirs, and all outcomes are
    looked at where no part has more than ``most``. Otherwise so many are drawn, the same for all plans, those of an
    answer spread evenly (Latin hypercube sampling: no worse than as many independent draws less one).
    Source: Owen 1997, "Monte Carlo variance of scrambled net quadrature", for the draws.
    """

    def __init__(self, outcomes: Outcomes) -> None:
        self.outcomes = outcomes
        self.answers = answers_of(outcomes.situation, outcomes.actions)
        self.components = list(self._components())
        self._known: list[dict[Mask, Floats]] = [{} for _ in self.components]
        moved = set(self.whole.units)
        known = outcomes.by_threat([n for n in range(len(outcomes.units)) if n not in moved], [0])[0]
        self.constant = np.array([known.max(), *known])

    @property
    def whole(self) -> _Component:
        """All components as one."""
        actions, units, answers = zip(*self.components, strict=True) if self.components else ((), (), ())
        chain = itertools.chain.from_iterable
        return _Component(union_of(actions), tuple(chain(units)), tuple(chain(answers)))

    def plan(self, done: Mask, most: int = SHOWN) -> Plan:
        """The plan of some actions, with so many outcomes looked at, about."""
        numbers = tuple(bits(done))
        minutes = math.fsum(self.outcomes.actions[number].minutes for number in numbers)
        parts = [component.granted(done, most) for component in self.components]
        if any(part is None for part in parts):
            drawn = self._drawn(done, most)
            mean, *means = drawn.mean(axis=0).tolist()
            ends = _range(np.sort(drawn[:, 0]), np.full(most, 1.0 / most))
            return Plan(numbers, minutes, mean, tuple(means), ends, wilson_margin(drawn[:, 0]))
        each = [
            (self._figures(number, [*part]), np.array([*part.values()])) for number, part in enumerate(parts) if part
        ]
        whole = [
            greatest([(figures[:, column], chances) for figures, chances in each] + [(np.array([least]), np.ones(1))])
            for column, least in enumerate(self.constant)
        ]
        mean, *means = (float(values @ shares) for values, shares in whole)
        return Plan(numbers, minutes, mean, tuple(means), _range(*whole[0]))

    def objective(self, component: _Component) -> Objective:
        """What sets of actions leave on average of some units, and what decides between equal ones."""
        known: dict[Mask, tuple[float, float]] = {}

        def chances(plan: Mask) -> dict[Mask, float]:
            found = component.granted(plan, SEARCHED) or defaultdict(float)
            for refused in self._refused(plan, SEARCHED) if not found else ():
                found[plan & component.actions & ~refused] += 1.0 / SEARCHED
            return found

        def figures(plans: Sequence[Mask]) -> Floats:
            each = list(map(chances, plans))
            fresh = [mask for mask in dict.fromkeys(itertools.chain.from_iterable(each)) if mask not in known]
            values = self.outcomes.values(component.units, fresh)
            near = (values**POWER).sum(axis=1) ** (1.0 / POWER)
            most = values.max(axis=1, initial=float(self.constant[0]))
            known.update(zip(fresh, zip(most.tolist(), near.tolist(), strict=True), strict=True))
            return np.array(
                [[math.fsum(p * known[m][row] for m, p in some.items()) for some in each] for row in (0, 1)]
            )

        return figures

    def exact_objective(self, component: _Component) -> Objective:
        """The same of few actions, over all outcomes: answer by answer, each set is what is left of it on average."""
        sets = subsets(component.actions)
        place = {plan: number for number, plan in enumerate(sets)}
        figures = self.outcomes.values(component.units, sets).max(axis=1, initial=float(self.constant[0]))
        for answers in component.answers:
            figures = sum(chance * figures[[place[plan & ~refused] for plan in sets]] for chance, refused in answers)
        return lambda plans: figures[[place[plan] for plan in plans]]

    def _components(self) -> Iterator[_Component]:
        units, count = self.outcomes.units, len(self.outcomes.actions)
        refused = [union_of(mask for _, mask in answers) for answers in self.answers]
        groups = [(1 << count) - 1] if count <= MOST_TRIED else []
        for mask in dict.fromkeys((*(unit.touched for unit in units), *refused)):
            groups = united(groups, mask) if mask else groups
        for group in groups:
            answers = tuple(some for some, mask in zip(self.answers, refused, strict=True) if mask & group)
            mine = tuple(number for number, unit in enumerate(units) if unit.touched & group)
            if mine:
                yield _Component(group, mine, answers)

    def _refused(self, plan: Mask, count: int) -> list[Mask]:
        """What is refused of a plan in each draw; the draws of an answer are its own, whatever else is asked for."""
        refused = [0] * count
        for number, answers in enumerate(self.answers):
            if any(plan & mask for _, mask in answers):
                random = np.random.default_rng((count, number))
                evenly = (random.permutation(count) + random.random(count)) / count
                places = np.searchsorted(np.cumsum([share for share, _ in answers])[:-1], evenly, side="right")
                refused = [mask | answers[place][1] for mask, place in zip(refused, places.tolist(), strict=True)]
        return refused

    def _drawn(self, plan: Mask, count: int) -> Floats:
        refused, drawn = self._refused(plan, count), np.tile(self.constant, (count, 1))
        for number, component in enumerate(self.components):
            masks = [plan & component.actions & ~mask for mask in refused]
            drawn = np.maximum(drawn, self._figures(number, masks))
        return drawn

    def _figures(self, number: int, masks: Sequence[Mask]) -> Floats:
        """What a component's units leave after sets of actions that succeed: at most, and to each adversary."""
        known = self._known[number]
        fresh = [mask for mask in dict.fromkeys(masks) if mask not in known]
        leaks = self.outcomes.by_threat(self.components[number].units, fresh)
        known.update(zip(fresh, np.column_stack((leaks.max(axis=1), leaks)), strict=True))
        return np.array([known[mask] for mask in masks])


def greatest(distributions: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """The distribution of the greatest of independent figures, by rising values: ``P(max <= x) = prod_i P(X_i <= x)``.

    Of each figure there are the values, and how probable each is.

    >>> coin = np.array([0.0, 1.0]), np.array([0.5, 0.5])
    >>> [part.tolist() for part in greatest([coin, coin])]
    [[0.0, 1.0], [0.25, 0.75]]
    """
    points = np.unique(np.concatenate([values for values, _ in distributions]))
    below = np.ones(len(points))
    for values, chances in distributions:
        order = np.argsort(values)
        reached = np.concatenate(([0.0], np.cumsum(chances[order])))
        reached[-1] = 1.0
        below *= reached[np.searchsorted(values[order], points, side="right")]
    return points, np.diff(below, prepend=0.0)


def wilson_margin(draws: Floats) -> float:
    """How far the mean of draws from [0, 1] may be off, with 95 % confidence; never 0.

    Wilson's score interval with the variance s^2 of the draws in place of that of shares, m (1 - m), and of its two
    ends the farther one: ``m' = (m + z^2/2n) / (1 + z^2/n)``, ``h = z sqrt(s^2/n + z^2/4n^2) / (1 + z^2/n)``, and
    ``|m' - m| + h``. Source: Wilson 1927, "Probable inference, the law of succession, and statistical inference".

    >>> round(wilson_margin(np.zeros(100)), 4), round(wilson_margin(np.array([0.0, 1.0] * 50)), 4)
    (0.037, 0.0962)
    """
    z, n, mean = 1.96, len(draws), float(draws.mean())
    half = z * math.sqrt(float(draws.var()) / n + z * z / (4 * n * n))
    return (abs(z * z / n * (0.5 - mean)) + half) / (1.0 + z * z / n)


def _range(values: Floats, shares: Floats) -> tuple[float, float]:
    """Between which of rising values 8 outcomes in 10 lie."""
    # Shares are sums of products, so a quantile is met but for the last bits.
    low, high = np.minimum(np.searchsorted(np.cumsum(shares), np.array(RANGE) - 1e-12), len(values) - 1)
    return float(values[low]), float(values[high])


# Plans: the best sets of actions, for every number of minutes.


UNSEEN = 0.0005
"""A difference of leakages that figures to a tenth of a point do not show."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is done in one sitting, in its place: one action, those of a group, or some that help only together.

    Arguments:
        actions: their numbers.
        before, after: the expected leakage before it and after it, those before it being done; it gains the difference.
        missed: how much higher the expected leakage is in the end, where all other steps are done and this one is not.
        cut: the shared values that join what it touches to the record behind the figure no longer, if all succeeds.
        freed: the facts that this record does not hold any more then.
        if_refused: whether both hold only where what was asked for before is refused.
    """

    actions: tuple[int, ...]
    before: float
    after: float
    missed: float
    cut: tuple[Pair, ...] = field(repr=False)
    freed: tuple[Pair, ...] = field(repr=False)
    if_refused: bool


@dataclass(frozen=True, eq=False)
class Plans:
    """The best plans, from doing nothing on: each takes longer than the one before it, and leaves less.

    Arguments:
        plans: at least one; of the first nothing is done.
        every_set_tried: whether no other set of actions is better; otherwise they are the best found.
        groups: numbers of actions that are done in one sitting.
        expectation: what any set of actions leaves on average.
    """

    plans: tuple[Plan, ...]
    every_set_tried: bool
    groups: tuple[tuple[int, ...], ...]
    expectation: Expectation = field(repr=False)

    def within(self, minutes: float) -> Plan:
        """The shortest plan that leaves what these leave within some minutes, without what nobody would miss."""
        if not minutes >= 0.0:
            raise ValueError("the minutes must be at least 0")
        best = [plan.leakage for plan in self.plans if plan.minutes <= minutes * (1.0 + TOLERANCE)][-1]
        enough = next(plan for plan in self.plans if plan.leakage <= best + UNSEEN)
        done, actions = mask_of(enough.actions), self.expectation.outcomes.actions
        for number in sorted(enough.actions, key=lambda number: -actions[number].minutes):
            if self.expectation.plan(done & ~(1 << number), LISTED).leakage <= best + UNSEEN:
                done &= ~(1 << number)
        return self.expectation.plan(done)

    def steps(self, plan: Plan) -> tuple[Step, ...]:
        """A plan in the order in which each step takes most back of what is left, of equals the shortest first.

        Actions of one group are one step. What takes back nothing by itself is one step with what follows it, so that
        no step changes nothing, but where all of them together do.
        """
        order = self._in_order(plan.actions)
        masks = [mask_of(itertools.chain.from_iterable(order[:done])) for done in range(len(order) + 1)]
        left = [self.expectation.plan(mask, LISTED) for mask in masks[:-1]] + [plan]
        steps = []
        for first, last in _changing([one.leakage for one in left]):
            numbers, before, after = tuple(itertools.chain.from_iterable(order[first:last])), left[first], left[last]
            # What it cuts is told of the adversary from whom it takes most.
            falls = np.subtract(before.leakages, after.leakages).round(12)
            threat = int(np.lexsort((np.array(before.leakages), falls))[-1])
            missed = self.expectation.plan(masks[-1] & ~mask_of(numbers), LISTED).leakage - plan.leakage
            told = self._effect(masks[first], numbers, threat)
            steps.append(Step(numbers, before.leakage, after.leakage, missed, *told))
        return tuple(steps)

    def _in_order(self, actions: Iterable[int]) -> list[tuple[int, ...]]:
        chosen, minutes = set(actions), [one.minutes for one in self.expectation.outcomes.actions]
        left = [some for group in self.groups if (some := tuple(number for number in group if number in chosen))]
        left += [(number,) for number in actions if not any(number in some for some in left)]
        done, order = 0, list[tuple[int, ...]]()

        def rank(some: tuple[int, ...]) -> tuple[object, ...]:
            then = self.expectation.plan(done | mask_of(some), SEARCHED)
            near = round(sum(leak**POWER for leak in then.leakages), 12)
            return round(then.leakage, 12), near, math.fsum(minutes[number] for number in some), some

        while left:
            order.append(min(left, key=rank))
            left.remove(order[-1])
            done |= mask_of(order[-1])
        return order

    def _effect(
        self, done: Mask, numbers: Sequence[int], threat: int
    ) -> tuple[tuple[Pair, ...], tuple[Pair, ...], bool]:
        """What a step cuts and frees after those before it; where that is nothing, after those that are certain."""
        outcomes = self.expectation.outcomes
        sure = mask_of(number for number in bits(done) if outcomes.actions[number].chance == 1.0)
        for before in dict.fromkeys((done, sure)):
            cut, freed = _bridges(outcomes, before, numbers, threat)
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
        situation, actions, threats, weights: as ``Outcomes``; the adversary who knows most counts.
        minutes: the greatest budget, > 0; by default all that the actions take.
        groups: numbers of actions that are done in one sitting, in the order of doing them: the first of them, the
            first two and so on are tried as one step, and ``steps`` shows them as one.
        limit: how many sets are looked at, about, where there are more than 14 actions.

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
    expectation, costs = Expectation(Outcomes(situation, actions, threats, weights)), [one.minutes for one in actions]
    begun = (mask_of(group[:count]) for group in groups for count in range(len(group), 1, -1))
    steps = [*bundles_of(expectation.outcomes), *begun]
    parts = []
    for component in expectation.components:
        count = component.actions.bit_count()
        few = count <= MOST_TRIED and component.answers
        objective = expectation.exact_objective(component) if few else expectation.objective(component)
        share = max(200, limit * count // len(actions))
        some = [step & component.actions for step in steps]
        parts.append(minimise(objective, costs, minutes, among=component.actions, steps=some, limit=share))
    found = [together(parts, float(expectation.constant[0]), minutes)]
    tried = found[0].every_set_tried
    if len(parts) > 1 and expectation.answers:
        # The mean of the greatest is not the greatest mean: what the parts found are steps of one more search.
        steps += [choice.actions for one in (*found, *parts) for choice in one.choices]
        found.append(minimise(expectation.objective(expectation.whole), costs, minutes, steps=steps, limit=limit // 2))
        tried = False
    listed = {choice.actions: expectation.plan(choice.actions, LISTED) for one in found for choice in one.choices}
    best = best_of(Choice(plan.minutes, plan.leakage, done) for done, plan in listed.items())
    plans = tuple(listed[choice.actions] for choice in best)
    return Plans(plans, tried, tuple(map(tuple, groups)), expectation)


def _changing(figures: Sequence[float]) -> list[tuple[int, int]]:
    """Where steps begin and end, each of which changes the figure; what changes nothing at the end is of the last."""
    ends = [0]
    for place in range(1, len(figures)):
        if abs(figures[place] - figures[ends[-1]]) > TOLERANCE:
            ends.append(place)
    if ends[-1] < len(figures) - 1:
        ends = [*(ends[:-1] if len(ends) > 1 else ends), len(figures) - 1]
    return list(itertools.pairwise(ends))


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
    bundles = [union_of(actions for _, actions in slot.changing) for slot in outcomes.slots]
    for pair in shared[:MOST_PAIRS]:
        takers: dict[int, Mask] = defaultdict(int)
        for number in bits(holders[pair]):
            slot, recipient = outcomes.slots[number], situation.held[number].recipient
            for action in bits(slot.erasing | dict(slot.changing).get(pair, 0) | outcomes.leaving.get(recipient, 0)):
                takers[action] |= 1 << number
        left, bundle = holders[pair], 0
        while left & union_of(takers.values()) == left and left:
            best = max(takers, key=lambda action: (takers[action] & left).bit_count() / actions[action].minutes)
            bundle |= 1 << best
            left &= ~takers[best]
        bundles += [] if left else [bundle]
    return [bundle for bundle in dict.fromkeys(bundles) if bundle.bit_count() > 1]


# What a step cuts.


MOST_TOUCHED = 12
"""Releases of one step whose joins are looked up: a reason names a value or two."""


def _bridges(
    outcomes: Outcomes, before: Mask, numbers: Sequence[int], threat: int
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """The values that joined what some actions touch, and do so no longer; and the facts that are lost."""
    leaving = {recipient for number in numbers for recipient in outcomes.actions[number].leaves}
    touched = {release for number in numbers for release in outcomes.touched[number]}
    touched |= {n for n, release in enumerate(outcomes.situation.held) if release.recipient in leaving}
    (now, members), (then, still) = (outcomes.worst(threat, plan) for plan in (before, before | mask_of(numbers)))
    joined, kept = (_joins(outcomes, threat, some, touched) for some in (members, still))
    right = (a.pair for a in now.composite.known if a.pair in outcomes.situation.person)
    freed = tuple(pair for pair in right if pair not in then.composite)
    return tuple(pair for pair in joined if pair not in kept), freed


def _joins(outcomes: Outcomes, threat: int, members: Sequence[int], touched: set[int]) -> dict[Pair, None]:
    """The values by which some releases match others of a composite directly."""
    evaluator, shared = outcomes.evaluators[threat], dict[Pair, None]()
    mine = [version for version in members if outcomes.release_of[version] in touched][:MOST_TOUCHED]
    for version, other in itertools.product(mine, members):
        for match in outcomes.threats[threat].adversary.matches if other != version else ():
            key = match.common_key(evaluator.compared(version), evaluator.compared(other))
            shared.update(dict.fromkeys(key.shared if key else ()))
    return shared
