"""What if Eve verified a fact, asked for more evidence, or had only what was released by a day?"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd

from leakage.decision.evaluator import Evaluator
from leakage.decision.leakage import NOBODY, PresumedOf, warn_of_idle_labels, worst_of
from leakage.frames import Person, Records, person_of, records_of
from leakage.measure.leakage import record_leakage
from leakage.measure.weights import Weights, as_measure
from leakage.progress import report
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary, Resolution, checked
from leakage.resolution.engine import matching_pairs
from leakage.resolution.evidence import MOST_BITS, FellegiSunter, at_threshold, evidence_rule, odds_of
from leakage.resolution.operations import SAME_VALUES
from leakage.resolution.rules import Match, MatchFunction, Normalised


@dataclass(frozen=True, slots=True)
class Enhancement:
    """One uncertain attribute of a record, and the gain from verifying it.

    Arguments:
        attribute: with its confidence c in the record, below 1.
        gain: ``L(r'_c, r_e) - L(r_c, r_e)``: how much more certain the composite becomes; 0 if another record is surer.
    """

    record: int
    attribute: Attribute
    gain: float
    cost: float

    @property
    def ratio(self) -> float:
        """Gain over cost, which she maximises."""
        return self.gain / self.cost


def doubt(attribute: Attribute) -> float:
    """The paper's cost of verifying: ``C(a) = 1 - c``."""
    return 1.0 - attribute.confidence


def enhancements(
    resolution: Resolution,
    composite: int,
    weights: Weights | None = None,
    cost: Callable[[Attribute], float] = doubt,
) -> tuple[Enhancement, ...]:
    """The uncertain attributes of a composite's records, the best to verify for their cost first.

    ``(L(r'_c, r_e) - L(r_c, r_e)) / C(a)``. Eve does not know e, so she measures against what she believes: r_e is r_c
    with every confidence 1, and r'_c is her composite if the attribute had confidence 1. She resolves anew; the records
    of the composite are enough if only values decide the joins.
    Source: Whang & Garcia-Molina 2012, Section 4.3.

    The paper prints 1/28 for the phone; (1/14) / (1/2) is 1/7.

    >>> from leakage import Record, Resolve, Shares
    >>> r1 = Record.of(("N", "Alice"), ("A", "20"))
    >>> r2 = Record.of(("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987"))
    >>> known = Adversary(Resolve(Shares("N"))).resolve([r1, r2])
    >>> [(one.attribute.label, round(7 * one.ratio, 9)) for one in enhancements(known, 0)]
    [('P', 1.0), ('N', 0.0)]
    """
    doubtful = [
        (number, attribute)
        for number in resolution.members[composite]
        for attribute in resolution.records[number].known
        if attribute.confidence < 1.0
    ]
    priced = [cost(attribute) for _, attribute in doubtful]
    if not all(price > 0.0 for price in priced):
        raise ValueError("the cost of verifying an attribute must be more than 0")
    gains = _gains(resolution, composite, doubtful, weights)
    found = [Enhancement(*one, gain, price) for one, gain, price in zip(doubtful, gains, priced, strict=True)]
    return tuple(sorted(found, key=lambda one: (-one.ratio, -one.gain, one.record)))


def _gains(
    resolution: Resolution, composite: int, doubtful: list[tuple[int, Attribute]], weights: Weights | None
) -> Iterator[float]:
    eve, whole = Adversary(*resolution.operations), resolution.composites[composite].known
    believed = Record(Attribute(*a.pair) for a in whole)
    now = record_leakage(whole, believed, weights)
    alone = all(step.merge in SAME_VALUES for step in eve.operations[len(eve.preparation) :]) and not any(
        isinstance(rule, MatchFunction) for match in eve.matches for rule in match.single_rules
    )
    numbers = resolution.members[composite] if alone else range(len(resolution.records))
    for done, (number, attribute) in enumerate(doubtful):
        report("Verifying facts", done, len(doubtful))
        sure = resolution.records[number].with_attribute(Attribute(*attribute.pair))
        after = eve.resolve([sure if n == number else resolution.records[n] for n in numbers])
        then = after.composites[int(after.composite_of[numbers.index(number)])]
        yield record_leakage(then, believed, weights) - now


MOST_THRESHOLDS = 36  # Most thresholds tried.
LEAST_BITS = 0.01  # Least bits of evidence: with less she would join everyone.


class ThresholdPoint(NamedTuple):
    """The leakage at a threshold, in bits."""

    threshold: float
    leakage: float


def threshold_curve(
    records: Records,
    person: Person,
    adversary: Adversary,
    weights: Weights | None = None,
    *,
    presumed: PresumedOf = NOBODY,
) -> tuple[ThresholdPoint, ...]:
    """``t -> L(R, e, E_t)`` at thresholds in bits, ascending; the records are resolved anew at each.

    The thresholds are the scores of pairs, from even odds or her own threshold on, whichever is lower (quantiles if
    there are many), and one above them all.
    Source: Whang & Garcia-Molina 2012, Definition 2; Fellegi & Sunter 1969 for the scores.

    Arguments: as ``information_leakage``; the adversary joins by odds.

    >>> from leakage import Comparison, Resolve
    >>> eve = Adversary(Resolve(FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))))
    >>> rows = [Record.of(("N", "Ann"), ("P", "1")), Record.of(("N", "Ann"), ("Z", "9"))]
    >>> curve = threshold_curve(rows, Record.of(("N", "Ann"), ("P", "1"), ("Z", "9")), eve)
    >>> [(round(point.threshold, 9), round(point.leakage, 9)) for point in curve]
    [(3.0, 1.0), (4.0, 0.8)]
    """
    listed, whole, measure = records_of(records), person_of(person), as_measure(weights)
    if odds_of(checked(adversary).matches) is None:
        raise ValueError("the adversary must join records by odds")
    now = adversary.resolve(listed)  # Too many records are refused before their pairs are scored.
    warn_of_idle_labels(measure, whole, adversary, now.records, now.composites)
    tried = sorted({*_usual_thresholds(listed, adversary)})
    points = []
    for number, threshold in enumerate(tried):
        report("Asking for more evidence", number, len(tried))
        asking = partial(at_threshold, threshold=threshold)
        steps = (step.with_rule(asking) for step in adversary.operations)
        resolution = Adversary(*steps, cost=adversary.cost).resolve(listed)
        points.append(ThresholdPoint(threshold, worst_of(resolution, whole, measure, presumed).leakage))
    return tuple(points)


def _by_odds(matches: Iterable[Match]) -> Iterator[tuple[FellegiSunter, Match]]:
    for match in matches:
        found = evidence_rule(match)
        if found:
            yield found, match
        for rule, part in () if found else _by_odds(match.parts):
            yield rule, match.with_parts([part]) if isinstance(match, Normalised) else part


def _usual_thresholds(records: Sequence[Record], adversary: Adversary) -> list[float]:
    evidence, match = next(_by_odds(adversary.matches))
    least = min(max(min(0.0, evidence.threshold), evidence.prior_weight + LEAST_BITS), MOST_BITS)
    prepared = adversary.prepared(records)
    compared = [match.compared(record) for record in prepared]
    pairs = matching_pairs(prepared, at_threshold(match, least))
    scores = np.unique(np.round([evidence.weight(compared[one], compared[other]) for one, other in pairs], 9))
    if not len(scores):
        return [evidence.threshold]
    if len(scores) >= MOST_THRESHOLDS:
        scores = np.quantile(scores, np.linspace(0.0, 1.0, MOST_THRESHOLDS - 1), method="nearest")
    return [max(-MOST_BITS, min(score, MOST_BITS)) for score in (*scores.tolist(), float(scores[-1]) + 1.0)]


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """The releases of one day, or of none, and the leakage before and after it."""

    date: datetime.date | None
    releases: tuple[int, ...]
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """How the leakage grew, from that of strangers alone; releases without a day come last, together."""

    start: float
    steps: tuple[TimelineStep, ...]


def timeline(evaluator: Evaluator, dates: Sequence[datetime.date | None]) -> Timeline:
    """The leakage after each day on which something was released, replayed.

    ``L_t = max over pools of L({r in R_pool : date(r) <= t} + strangers, e, E)``: all releases up to
    that day, with today's values and pools.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1 (incremental leakage).

    >>> from leakage import Adversary, Record
    >>> given = [Record.of(("P", "1")), Record.of(("N", "Alice"))]
    >>> came = timeline(Evaluator(given, (), given[1], Adversary()), [None, datetime.date(2020, 1, 31)])
    >>> [(step.date, step.releases, step.after) for step in came.steps]
    [(datetime.date(2020, 1, 31), (1,), 1.0), (None, (0,), 1.0)]
    """
    if len(dates) != len(evaluator.releases):
        raise ValueError(f"there must be a date for each of {len(evaluator.releases)} releases, got {len(dates)}")
    by_day: dict[datetime.date | None, list[int]] = {}
    for number, date in enumerate(dates):
        by_day.setdefault(None if pd.isna(date) else date, []).append(number)
    days = sorted(by_day, key=lambda day: (day is None, day or datetime.date.min))
    masks = itertools.accumulate((sum(1 << number for number in by_day[day]) for day in days), initial=0)
    found = evaluator.leakages(masks).tolist()
    steps = zip(days, itertools.pairwise(found), strict=True)
    return Timeline(found[0], tuple(TimelineStep(day, tuple(by_day[day]), *around) for day, around in steps))
