"""Trials: how often an attack succeeds, against the number of facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from leakage.database import Floats
from leakage.reidentification.auxiliary import Auxiliary
from leakage.reidentification.definitions import Share, check_theta, entropic_bits
from leakage.reidentification.fact import Fact
from leakage.reidentification.lineup import Lineup
from leakage.reidentification.scoreboard import ECCENTRICITY, scoreboard, scoreboard_rh
from leakage.reidentification.table import SparseTable
from leakage.reidentification.value_similarity import EXACT, ValueSimilarity, similarities

Algorithm: TypeAlias = Literal["scoreboard", "scoreboard_rh"]


@dataclass(frozen=True, slots=True)
class Attack:
    """How the adversary goes about it.

    Arguments:
        algorithm: "scoreboard" or "scoreboard_rh".
        similarity: Sim of two values, by which facts are held against records.
        threshold: alpha of Scoreboard, phi of Scoreboard-RH.
    """

    algorithm: Algorithm = "scoreboard_rh"
    similarity: ValueSimilarity = EXACT
    threshold: float = ECCENTRICITY

    def on(self, table: SparseTable, facts: Sequence[Fact], absent: int | None = None) -> Lineup:
        """What she makes of some facts."""
        if self.algorithm == "scoreboard":
            return scoreboard(table, facts, self.similarity, alpha=self.threshold, absent=absent)
        return scoreboard_rh(table, facts, self.similarity, eccentricity=self.threshold, absent=absent)


@dataclass(frozen=True, slots=True)
class SuccessPoint:
    """What came of all trials so far with one number of facts.

    Arguments:
        facts: m.
        trials: how many people were attacked.
        found: how often she named a record similar enough: Sim(r, r') >= theta.
        misled: how often she named another one.
        refused: how often she rightly said "not in it" when the person's row was taken out of the table.
        best: how often the highest score, standing out or not, was of a record similar enough.
        bits: the sum over all trials of what Definition 4 takes the mean of.
    """

    facts: int
    trials: int = 0
    found: int = 0
    misled: int = 0
    refused: int = 0
    best: int = 0
    bits: float = 0.0

    @property
    def success(self) -> Share:
        """Definition 3, first line: omega where the person is in the table."""
        return Share(self.found, self.trials)

    @property
    def refusal(self) -> Share:
        """Definition 3, second line: omega where the person is not."""
        return Share(self.refused, self.trials)

    @property
    def whole(self) -> Share:
        """Definition 2: omega for the whole database, where she must name somebody."""
        return Share(self.best, self.trials)

    @property
    def mean_bits(self) -> float:
        """Definition 4: H, the bits she lacks on average."""
        return self.bits / self.trials if self.trials else 0.0

    @property
    def omega(self) -> float:
        """The omega of Definition 3: the worse of both lines."""
        return min(self.success.value, self.refusal.value)


def success_curve(
    table: SparseTable,
    auxiliary: Auxiliary,
    counts: Sequence[int],
    attack: Attack | None = None,
    *,
    theta: float = 1.0,
    trials: int = 200,
    seed: int = 0,
) -> Iterator[tuple[SuccessPoint, ...]]:
    """How often an attack succeeds with the first m of some facts, for every m of ``counts``.

    In each trial a person is drawn evenly from those with enough items, and Aux once; the m facts of a point are its
    first m, so that all points share the same people and a difference between two of them is due to m. The person's
    row is then thought away, to see whether she says "not in it".
    Source: Narayanan & Shmatikov 2008, Definitions 2 to 4.

    Arguments:
        table: D.
        auxiliary: Aux; its ``facts`` is not read.
        counts: the numbers m, each at least 1.
        attack: the algorithm, Sim and threshold.
        theta: how similar a record must be to count as found, in [0, 1]; 1 is the person's own record, or its equal.
        trials: how many people are attacked.
        seed: at least 0; equal seeds draw the same people.

    Yields:
        After every trial one point a count, over all trials so far.

    Raises:
        ValueError: for a number out of its range, or if nobody has as many items of that kind.
    """
    check_theta(theta)
    if not counts or min(counts) < 1:
        raise ValueError("the numbers of facts must be at least 1")
    drawing = replace(auxiliary, facts=max(counts))
    targets = drawing.targets(table, drawing.facts)
    if not len(targets):
        raise ValueError(f"nobody in the table has {drawing.facts} items of that kind; ask for fewer facts")
    attack = attack or Attack()
    random = np.random.default_rng((seed, 2008))
    points = tuple(SuccessPoint(count) for count in counts)
    for _ in range(trials):
        person = int(random.choice(targets))
        facts = drawing.draw(table, person, random)
        similar = similarities(table, table.record_of(person), attack.similarity)
        points = tuple(_after(point, table, person, facts, attack, similar, theta, random) for point in points)
        yield points


def _after(
    point: SuccessPoint,
    table: SparseTable,
    person: int,
    facts: Sequence[Fact],
    attack: Attack,
    similar: Floats,
    theta: float,
    random: np.random.Generator,
) -> SuccessPoint:
    """A point with one more trial."""
    lineup = attack.on(table, facts[: point.facts])
    named, highest = lineup.guess(random), lineup.scores.leaders
    best = int(random.choice(highest)) if len(highest) else int(random.integers(len(table)))
    enough = similar >= theta - 1e-12
    return SuccessPoint(
        point.facts,
        point.trials + 1,
        point.found + int(named is not None and bool(enough[named])),
        point.misled + int(named is not None and not enough[named]),
        point.refused + int(attack.on(table, facts[: point.facts], absent=person).not_in_it),
        point.best + int(enough[best]),
        point.bits + entropic_bits(lineup, similar, theta),
    )
