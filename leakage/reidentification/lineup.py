"""Lineup: what an algorithm answers: who it is, or the candidates with their probabilities."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats
from leakage.reidentification.columns import Numbers
from leakage.reidentification.scores import Scores
from leakage.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the lineup.

    Arguments:
        person: the number of the record.
        score: against the facts.
        probability: that this is the one, in the eyes of the adversary.
    """

    person: int
    score: float
    probability: float


@dataclass(frozen=True, eq=False)
class Lineup:
    """The answer of Scoreboard or Scoreboard-RH.

    Source: Narayanan & Shmatikov 2008, Section 4; Definitions 3 and 4.

    Arguments:
        scores: of all people.
        matching: the matching set D', ascending; empty is the answer "not in it".
        probabilities: Pi of each of ``scores.people``.
        rest: Pi of every other person; 0 where they are no candidates.
        eccentricity: (max - max2) / sigma; None for Scoreboard, which does not ask for it.
    """

    scores: Scores
    matching: Numbers
    probabilities: Floats
    rest: float
    eccentricity: float | None = None

    __repr__ = short_repr

    @property
    def verdict(self) -> int | None:
        """The one record of the matching set; None where there is none, or more than one."""
        return int(self.matching[0]) if len(self.matching) == 1 else None

    @property
    def not_in_it(self) -> bool:
        """Whether the answer is that the person is not in the table."""
        return len(self.matching) == 0

    @property
    def bits_before(self) -> float:
        """H_0 = log2 N: how many bits hide a person before anything is known."""
        return math.log2(self.scores.size)

    @property
    def entropy(self) -> float:
        """``- sum Pi log2 Pi``, the bits left; H_0 where there is no candidate."""
        some = self.probabilities[self.probabilities > 0.0]
        others = self.scores.size - len(self.probabilities) if self.rest > 0.0 else 0
        if not len(some) and not others:
            return self.bits_before
        bits = -float(np.sum(some * np.log2(some)))
        # Adding zero turns -0.0 into 0.0.
        return bits - (others * self.rest * math.log2(self.rest) if others else 0.0) + 0.0

    def probability_of(self, person: int) -> float:
        """Pi of one person."""
        place = int(np.searchsorted(self.scores.people, person))
        if place < len(self.scores.people) and int(self.scores.people[place]) == person:
            return float(self.probabilities[place])
        return self.rest

    def score_of(self, person: int) -> float:
        """The score of one person."""
        place = int(np.searchsorted(self.scores.people, person))
        held = place < len(self.scores.people) and int(self.scores.people[place]) == person
        return float(self.scores.values[place]) if held else 0.0

    def top(self, count: int) -> tuple[Candidate, ...]:
        """The highest scores, the highest first, equal ones in the order of the table; none of 0."""
        values = self.scores.values
        if count < len(values):
            # All that reach the last place, so that equal ones are cut off by their order alone.
            some = np.flatnonzero(values >= np.partition(values, -count)[-count])
        else:
            some = np.arange(len(values))
        ordered = some[np.argsort(-values[some], kind="stable")][:count]
        return tuple(
            Candidate(int(self.scores.people[n]), float(values[n]), float(self.probabilities[n])) for n in ordered
        )

    def guess(self, random: np.random.Generator) -> int | None:
        """One record of the matching set with the highest score, at random among equals; None for "not in it"."""
        if self.not_in_it:
            return None
        inside = np.searchsorted(self.scores.people, self.matching)
        values = self.scores.values[inside]
        return int(random.choice(self.matching[values == values.max()]))
