"""The answers of the lessons by name, and the other figures that their sentences have, each from a step's subject."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from leakage.derivation import Derivation, DerivationStep, added, derive_record_leakage, near, plain, quotient, typed
from leakage.lessons import subjects
from leakage.lessons.grid import STRANGER, short_name
from leakage.lessons.subjects import Odds, Ratings
from leakage.measure.leakage import record_leakage
from leakage.measure.paper_methods import f_measure, possible_worlds, precision, recall, record_leakage_by_confidence
from leakage.measure.weights import as_measure
from leakage.published.bounds import privacy_risks
from leakage.published.channels import differential_privacy
from leakage.published.entropy import min_entropy, shannon_entropy
from leakage.published.estimation import JointDistribution, estimation_error, joint_of, through_channel
from leakage.published.table import PublishedTable
from leakage.published.yardsticks import k_anonymity, t_closeness
from leakage.record import Attribute, Record
from leakage.reidentification import Lineup, scoreboard, scoreboard_rh
from leakage.scenarios.published import PublishedExample
from leakage.workspace.figures.assessment import PoolLeakage, assess, assess_pool, pool_of, worst
from leakage.workspace.figures.derivations import derivation_of_plan, derivation_of_pool
from leakage.workspace.figures.planned_releases import compare_plans, with_release
from leakage.workspace.workspace import Workspace

Answer: TypeAlias = Derivation | float
"""A figure, with or without how it is worked out."""
SAME = 1e-12
"""Figures no further apart are equal: they differ in the last bits of a sum only."""


class Share(float):
    """A number of a lesson; ``format`` writes it as a percentage, with ``/`` as a fraction, with ``n`` as it is.

    >>> f"{Share(2 / 3)}, {Share(1)}, {Share(2 / 3):/}, {Share(2.5):n}"
    '66.7 %, 100 %, 2/3, 2.5'
    """

    def __format__(self, kind: str) -> str:
        if kind == "/":
            return str(near(self))
        return f"{float(self):.4g}" if kind == "n" else f"{100.0 * self:.1f}".removesuffix(".0") + " %"


def value_of(answer: Answer) -> float:
    """The figure of an answer."""
    return answer.value if isinstance(answer, Derivation) else answer


def direction(after: float, before: float) -> int:
    """0 for more, 1 for less, 2 for the same."""
    return 2 if abs(after - before) <= SAME else 0 if after > before else 1


# A record by itself: the first release.


def leakage(work: Workspace) -> Derivation:
    """L(r, e)."""
    record, named = work.releases[0].record, partial(short_name, work)
    return derive_record_leakage(record, work.reference, work.measure, named=named, labels=work.labels)


def correctness(work: Workspace) -> Derivation:
    """Precision: how much of what it says is right."""
    return _share_of(work, work.releases[0].record, "What it says", "Precision", "Y")


def completeness(work: Workspace) -> Derivation:
    """Recall: how much of all there is it has."""
    return _share_of(work, work.reference, "All there is to know", "Recall", "W_e")


def _share_of(work: Workspace, whole: Record, subject: str, name: str, symbol: str) -> Derivation:
    right, weight = [a for a in work.releases[0].record if a.pair in work.reference], as_measure(work.measure).weight
    x, y = ([typed(weight(a.label)) for a in some] for some in (right, whole))
    over, under = sum(x, Fraction(0)), sum(y, Fraction(0))
    formula = quotient(plain(over), plain(under), over / under)
    value = float(over / under)
    steps = (
        DerivationStep(f"Right: {_listed(work, right)}.", f"X = {added(x)}"),
        DerivationStep(f"{subject}: {_listed(work, whole)}.", f"{symbol} = {added(y)}"),
        DerivationStep(f"{name}: one over the other.", rf"\frac{{X}}{{{symbol}}} = {formula}"),
        DerivationStep(f"That is {100.0 * value:.1f} %.", rf"\text{{{name}}} = {value!r}"),
    )
    return Derivation(steps, value, over / under)


def _listed(work: Workspace, attributes: Iterable[Attribute]) -> str:
    ordered = sorted(attributes, key=lambda a: work.labels.index(a.label))
    return ", ".join(f"{short_name(work, a.label)} {a.value}" for a in ordered) or "nothing"


# Records that are joined, and the first plan.


def worst_pool(work: Workspace) -> PoolLeakage:
    """The pool that knows most, of a work with a release."""
    leaked = worst(assess(work))
    assert leaked is not None, "something was released"
    return leaked


def pooled(work: Workspace) -> Derivation:
    """L(R, e, E): what the pool that knows most knows."""
    return _of_pool(work, worst_pool(work))


def _of_pool(work: Workspace, leaked: PoolLeakage) -> Derivation:
    return derivation_of_pool(work, leaked, named=partial(short_name, work), background=STRANGER)


def increment(work: Workspace) -> Derivation:
    """I(R, r, e, E): what the plan would add."""
    named = partial(short_name, work)
    return derivation_of_plan(work, compare_plans(work)[0], named=named, background=STRANGER)


def _where_the_first_goes(work: Workspace) -> int:
    """What the first release ends up with: the second (0), the third (1), both (2), or as the order has it (3)."""
    card, *others = (given.record for given in work.releases)
    ends = []
    for order in (others, others[::-1]):
        resolution = work.adversary.resolve((card, *order))
        members = resolution.members[int(resolution.composite_of[0])]
        ends.append({others.index(order[number - 1]) for number in members if number})
    return 3 if ends[0] != ends[1] else 2 if len(ends[0]) == 2 else ends[0].pop()


def _blank_field(work: Workspace) -> int:
    """Which of three fields, left blank, saves most: its place, or 3 where each does."""
    fields = {field.attribute.label: field.increment for field in compare_plans(work)[0].field_increments}
    best = [label for label in work.labels if label in fields and fields[label] >= max(fields.values()) - SAME]
    return 3 if len(best) == 3 else list(filter(fields.__contains__, work.labels)).index(best[0])


# Published tables, beliefs and ratings.


def opened(published: PublishedExample) -> PublishedTable:
    """The table, ready to be measured."""
    return PublishedTable(published.frame, published.quasi_identifiers, published.sensitive)


def joint(subject: PublishedExample | Odds) -> JointDistribution:
    """What is so, and what is seen of it."""
    if isinstance(subject, Odds):
        return through_channel(subject.prior, subject.channel)
    return joint_of(opened(subject))


def _lineup(ratings: Ratings, robust: bool) -> Lineup:
    return (scoreboard_rh if robust else scoreboard)(ratings.table, ratings.facts, absent=ratings.absent)


def _found(ratings: Ratings, robust: bool) -> int:
    """Who is found: the number of a person, or one more than the last for nobody."""
    verdict = _lineup(ratings, robust).verdict
    return len(ratings.table.people) if verdict is None else verdict


def _film_weights(ratings: Ratings) -> float:
    """How many times as much the rarest film counts as the commonest."""
    supports = [int(number) for number in ratings.table.supports]
    return math.log(max(supports)) / math.log(min(supports))


# By name: what a lesson's text says its answer is.

PAIRS = ((0, 2), (1, 2), (2, 0), (1, 1))


def _of_all(measure: Any, work: Workspace) -> list[float]:
    return [measure(given.record, work.reference, work.measure) for given in work.releases]


def _winners(work: Workspace) -> int:
    """Which of ``PAIRS`` is most correct, and most complete."""
    return PAIRS.index(tuple(values.index(max(values)) for values in (_of_all(m, work) for m in (precision, recall))))


def _by_policy(work: Workspace) -> list[float]:
    return [pooled(replace(work, chosen=policy.name)).value for policy in work.policies]


ANSWERS: dict[str, Callable[[Any], Answer]] = {
    "precision": correctness,
    "recall": completeness,
    "leakage": leakage,
    "pooled": pooled,
    "employer": lambda work: _of_pool(work, assess_pool(work, pool_of(work, "Employer", ("Employer",)))),
    "composites": lambda work: float(len(worst_pool(work).result.resolution.composites)),
    "increment": increment,
    "with plan": lambda work: pooled(with_release(work, work.plans[0])),
    "worlds": lambda work: float(len(list(possible_worlds(work.releases[0].record)))),
    "likelihood": lambda work: math.prod(a.confidence for a in work.releases[0].record),
    "bridged": lambda work: float(compare_plans(work)[0].joined_composites),
    "k": lambda published: float(k_anonymity(opened(published))),
    "t": lambda published: t_closeness(opened(published)),
    "least error": lambda published: estimation_error(joint(published)).worst_case,
    "error": lambda odds: estimation_error(joint(odds)).average,
    "bits": lambda odds: shannon_entropy(odds.channel[0]),
    "after yes": lambda odds: float(joint(odds).posterior[0, 0]),
    "odds ratio": lambda odds: math.exp(differential_privacy(odds.channel)),
    "information": lambda odds: privacy_risks(joint(odds)).average,
    "fitting": lambda ratings: float(len(_lineup(ratings, robust=False).matching)),
    "film weights": _film_weights,
}
RIGHT: dict[str, Callable[[Any], int]] = {
    "winners": _winners,
    "weights": lambda work: direction(
        *(f_measure(work.releases[0].record, work.reference, w) for w in (work.weight_map, None))
    ),
    "mean of f": lambda work: direction(
        record_leakage(work.releases[0].record, work.reference), FIGURES["f_of_means"](work)
    ),
    "second record": lambda work: direction(*_of_all(record_leakage, work)[1::-1]),
    "another card": lambda work: direction(pooled(work).value, FIGURES["fewer"](work)),
    "where the first goes": _where_the_first_goes,
    "better plan": lambda work: direction(*FIGURES["plans"](work)[::-1]),
    "blank field": _blank_field,
    "plan": lambda work: direction(compare_plans(work)[0].increment, 0.0),
    "rule": lambda work: direction(*_by_policy(work)),
    "against alice": lambda work: direction(pooled(work).value, pooled(subjects.ALICE).value),
    "less often wrong": lambda odds: direction(*(min_entropy(shares) for shares in odds.channel[::-1])),
    "found": partial(_found, robust=False),
    "found by weights": partial(_found, robust=True),
}
FIGURES: dict[str, Callable[[Any], Any]] = {
    "precision": lambda work: Share(correctness(work).value),
    "recall": lambda work: Share(completeness(work).value),
    "mean": lambda work: Share((correctness(work).value + completeness(work).value) / 2),
    "sure": lambda work: [Share(a.confidence) for a in work.releases[0].record if a.confidence < 1.0],
    "worlds": lambda work: [
        Share(record_leakage(world, work.reference, work.measure))
        for _, world in possible_worlds(work.releases[0].record)
    ],
    "f_of_means": lambda work: Share(record_leakage_by_confidence(work.releases[0].record, work.reference)),
    "before": lambda work: Share(pooled(work).value),
    "plans": lambda work: [Share(outcome.after) for outcome in compare_plans(work)],
    "fewer": lambda work: Share(pooled(replace(work, releases=work.releases[:-1])).value),
    "rules": lambda work: [Share(value) for value in _by_policy(work)],
    "errors": lambda published: [Share(1.0 - float(column.max())) for column in joint(published).posterior.T],
    "bits": lambda odds: [Share(shannon_entropy(shares)) for shares in odds.channel],
    "wrong": lambda odds: [Share(1.0 - 2.0 ** -min_entropy(shares)) for shares in odds.channel],
    "channel": lambda odds: [Share(p) for p in odds.channel[0]],
}
