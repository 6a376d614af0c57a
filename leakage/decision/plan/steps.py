"""Steps: a plan in the order in which to do it, what each action takes back, and the bridge it cuts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.bits import mask_of
from leakage.decision.information_leakage import InformationLeakage
from leakage.decision.plan.actions import Option, after_all
from leakage.decision.plan.objective import as_one
from leakage.decision.plan.outcomes import Outcomes
from leakage.decision.plan.planning import ActionFrontier
from leakage.decision.plan.situation import Situation, Threat, known_by
from leakage.measure.measure import Weights
from leakage.record import Pair
from leakage.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a plan, in its place.

    Arguments:
        number: of the option.
        before, after: the figure before it and after it, those before it being done.
        leakages: what each adversary knows after it.
        cut: the shared values that join a holding to the record behind the figure no longer.
        freed: the facts that this record does not hold any more.
        against: the name of the adversary from whom it takes most.
    """

    number: int
    before: float
    after: float
    leakages: tuple[float, ...]
    cut: tuple[Pair, ...]
    freed: tuple[Pair, ...]
    against: str

    __repr__ = short_repr


def steps_of(frontier: ActionFrontier, actions: Sequence[int]) -> tuple[Step, ...]:
    """Some actions in the order in which each takes most back of what is left, of equals the shortest first.

    Arguments:
        frontier: their options, and what they leave.
        actions: numbers of options.
    """
    outcomes, options = frontier.outcomes, frontier.options
    order = _in_order(frontier, actions)
    masks = [mask_of(order[:done]) for done in range(len(order) + 1)]
    told, pressures = outcomes.leakages_and_pressures(masks)
    figures = as_one(told, outcomes.threats, frontier.aim).tolist()
    steps = []
    for place, number in enumerate(order):
        falls = (told[place] - told[place + 1], pressures[place] - pressures[place + 1], told[place])
        most = max(range(len(outcomes.threats)), key=lambda n: tuple(float(fall[n]) for fall in falls))
        before = after_all(outcomes.situation, (options[done].action for done in order[:place]))
        cut, freed = _bridges(before, options[number], outcomes.threats[most], outcomes.weights)
        leakages = tuple(told[place + 1].tolist())
        name = outcomes.threats[most].name
        steps.append(Step(number, figures[place], figures[place + 1], leakages, cut, freed, name))
    return tuple(steps)


def _in_order(frontier: ActionFrontier, actions: Sequence[int]) -> list[int]:
    left, done, order = list(actions), 0, []
    outcomes: Outcomes = frontier.outcomes
    while left:
        told, pressures = outcomes.leakages_and_pressures([done | 1 << action for action in left])
        figures = as_one(told, outcomes.threats, frontier.aim)
        ranked = zip(figures.tolist(), pressures.sum(axis=1).tolist(), left, strict=True)
        action = min(ranked, key=lambda entry: (entry[0], entry[1], frontier.options[entry[2]].minutes, entry[2]))[2]
        left.remove(action)
        order.append(action)
        done |= 1 << action
    return order


def _bridges(
    before: Situation, option: Option, threat: Threat, weights: Weights | None
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """The values that joined what the action touches, and do so no longer; and the facts that are gone."""
    after = option.action.apply(before)
    most = max(known_by(before, threat, weights), key=lambda known: known[1].leakage, default=None)
    left = max(known_by(after, threat, weights), key=lambda known: known[1].leakage, default=None)
    if most is None or left is None:
        return (), ()
    touched = {
        h.name for h in before.holdings if option.action.on_holding(h) != h or h.recipient == option.action.leaves
    }
    joined = _joins(before, threat, most[0], most[1], touched)
    still = _joins(after, threat, left[0], left[1], touched)
    right = [a.pair for a in most[1].composite.known if a.pair in before.reference]
    freed = tuple(pair for pair in right if pair not in left[1].composite or pair not in after.reference)
    return tuple(pair for pair in joined if pair not in still), freed


def _joins(
    situation: Situation, threat: Threat, pool: tuple[str, ...], known: InformationLeakage, touched: set[str]
) -> dict[Pair, None]:
    """The values that join some holdings to others in the record that tells most."""
    members, inside = set(known.members), set(pool)
    names = [holding.name for holding in situation.holdings if holding.recipient in inside]
    first = len(threat.background_of(situation))
    shared: dict[Pair, None] = {}
    for join in known.resolution.evidence:
        if members.issuperset(join.records) and any(n >= first and names[n - first] in touched for n in join.records):
            shared.update(dict.fromkeys(join.key.shared))
    return shared
