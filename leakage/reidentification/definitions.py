"""What it means to be de-anonymised: Definitions 2 to 4, measured on trials."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from leakage.database import Floats
from leakage.reidentification.lineup import Lineup


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened in independent trials, with Wilson's interval.

    Arguments:
        count: how often it happened.
        trials: how often it might have.
    """

    count: int
    trials: int

    @property
    def value(self) -> float:
        """The share; 0 for no trial."""
        return self.count / self.trials if self.trials else 0.0

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Wilson's score interval for the probability; (0, 1) for no trial.

        ``(p + z²/2n ± z sqrt(p (1 - p) / n + z²/4n²)) / (1 + z²/n)``. Source: E. B. Wilson 1927.

        Raises:
            ValueError: for a confidence outside (0, 1).

        >>> [round(bound, 4) for bound in Share(8, 10).interval()]
        [0.4902, 0.9433]
        """
        if not 0.0 < confidence < 1.0:
            raise ValueError(f"confidence must be in (0, 1), got {confidence}")
        if not self.trials:
            return 0.0, 1.0
        z = NormalDist().inv_cdf(0.5 + confidence / 2)
        p, n = self.value, self.trials
        middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        below = 1 + z * z / n
        # Where all or none did, the interval ends at 1 or 0 but for the last bit.
        return max(0.0, (middle - half) / below), min(1.0, (middle + half) / below)


def entropic_bits(lineup: Lineup, similar: Floats, theta: float) -> float:
    """How many bits the adversary lacks to name a record that is similar enough to the target.

    ``min over r' in D' with Sim(r, r') >= theta of - log2 Pi(r')``, and ``H_0 = log2 N`` where there is none.
    Source: Narayanan & Shmatikov 2008, Definition 4.

    Arguments:
        lineup: the candidates and Pi.
        similar: Sim(r, r') of the target to everybody in the table, from ``similarities``; shape (N,).
        theta: in [0, 1].

    Raises:
        ValueError: for theta outside [0, 1].

    >>> import numpy as np
    >>> from leakage.reidentification.fact import Fact
    >>> from leakage.reidentification.scoreboard import scoreboard
    >>> from leakage.reidentification.table import SparseTable
    >>> table = SparseTable.from_columns(["Ann", "Bob", "Cat", "Dan"], ["Film"] * 4, [4, 4, 1, 2])
    >>> entropic_bits(scoreboard(table, [Fact("Film", "4")]), np.array([1.0, 1.0, 0.0, 0.0]), 0.9)
    1.0
    """
    check_theta(theta)
    enough = similar >= theta - 1e-12
    inside = enough[lineup.scores.people]
    probable = float(lineup.probabilities[inside].max(initial=0.0))
    if lineup.rest > 0.0 and int(enough.sum()) > int(inside.sum()):
        probable = max(probable, lineup.rest)
    # Adding zero turns -0.0 into 0.0.
    return -math.log2(probable) + 0.0 if probable > 0.0 else lineup.bits_before


def check_theta(theta: float) -> None:
    """Refuse a similarity that no two records can have.

    Raises:
        ValueError: for theta outside [0, 1].
    """
    if not 0.0 <= theta <= 1.0:
        raise ValueError(f"theta must be in [0, 1], got {theta}")
