"""Scoreboard and Scoreboard-RH: which anonymous record is it?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from leakage.reidentification.fact import Fact
from leakage.reidentification.lineup import Lineup
from leakage.reidentification.scores import Scores, check, least_scores, weighted_scores
from leakage.reidentification.table import SparseTable
from leakage.reidentification.value_similarity import EXACT, ValueSimilarity

ECCENTRICITY = 1.5


def scoreboard(
    table: SparseTable,
    facts: Sequence[Fact],
    similarity: ValueSimilarity = EXACT,
    *,
    alpha: float = 0.0,
    absent: int | None = None,
) -> Lineup:
    """Everybody whose least similar attribute is similar enough, all equally probable.

    ``Score(aux, r') = min_i Sim(aux_i, r'_i)``, ``D' = {r' : Score(aux, r') > alpha}``, Pi uniform on D'.
    Source: Narayanan & Shmatikov 2008, Section 4, Algorithm Scoreboard.

    Arguments:
        table: D, or a sample of it.
        facts: aux, at least one, no two about the same item. A fact whose item is unknown is like nobody.
        similarity: Sim of two values.
        alpha: the threshold, in [0, 1).
        absent: a person whose row is to be thought away: what is answered if they are not in the sample.

    Raises:
        ValueError: for alpha outside [0, 1), no fact, two facts about one item, or fewer than 2 people.

    >>> table = SparseTable.from_columns(["Ann", "Bob", "Ann"], ["Film", "Film", "Play"], [4, 4, 1])
    >>> scoreboard(table, [Fact("Film", "4")]).entropy, scoreboard(table, [Fact("Play", "1")]).verdict
    (1.0, 0)
    """
    if not 0.0 <= alpha < 1.0:
        raise ValueError(f"alpha must be in [0, 1), got {alpha}")
    check(table, facts, absent)
    scores = least_scores(table, facts, similarity, absent=absent)
    inside = scores.values > alpha
    matching = scores.people[inside]
    share = 1.0 / len(matching) if len(matching) else 0.0
    return Lineup(scores, matching, np.where(inside, share, 0.0), 0.0)


def scoreboard_rh(
    table: SparseTable,
    facts: Sequence[Fact],
    similarity: ValueSimilarity = EXACT,
    *,
    eccentricity: float = ECCENTRICITY,
    absent: int | None = None,
) -> Lineup:
    """Whoever stands out by the sum of weighted similarities: robust against facts that are wrong.

    ``Score(aux, r') = sum_i Sim(aux_i, r'_i) / log |supp(i)|``. The matching set is the record with the highest score,
    or empty where ``(max - max2) / sigma < phi``. ``Pi(r') = c e^(Score / sigma)`` for every record of the table.
    Source: Narayanan & Shmatikov 2008, Section 4, Algorithm Scoreboard-RH; Section 5 has phi = 1.5.

    S is a collection in which scores repeat: as the set that is printed, two records with one highest score would
    stand out together. Where sigma is 0 all are alike, nobody stands out, and Pi is uniform.

    Arguments:
        table, facts, similarity, absent: as for ``scoreboard``. A support of 1 weighs as much as one of 2.
        eccentricity: phi > 0.

    Raises:
        ValueError: for a phi that is not positive, no fact, two facts about one item, or fewer than 2 people.

    >>> people, films = ["Ann", "Ann", "Bob", "Cat", "Dan"], ["Film", "Play", "Film", "Opera", "Opera"]
    >>> table = SparseTable.from_columns(people, films, [4, 1, 4, 2, 3])
    >>> lineup = scoreboard_rh(table, [Fact("Film", "4"), Fact("Play", "1")], eccentricity=1.2)
    >>> lineup.verdict, round(lineup.eccentricity, 2)
    (0, 1.21)
    """
    if not 0.0 < eccentricity < math.inf:
        raise ValueError(f"eccentricity must be a positive number, got {eccentricity}")
    check(table, facts, absent)
    scores = weighted_scores(table, facts, similarity, absent=absent)
    deviation = scores.deviation
    # Equal scores of all leave a rounding error for a deviation.
    alike = deviation <= 1e-12 * scores.highest
    ahead = 0.0 if alike else (scores.highest - scores.second) / deviation
    matching = scores.leaders if ahead >= eccentricity else scores.people[:0]
    return _distributed(scores, 0.0 if alike else 1.0 / deviation, ahead, matching)


def _distributed(scores: Scores, pace: float, ahead: float, matching: np.typing.NDArray[np.uint32]) -> Lineup:
    """The lineup with ``Pi = c e^(pace Score)``; the highest score is taken off all, or the powers would overflow."""
    powers = np.exp(pace * (scores.values - scores.highest))
    of_others = math.exp(-pace * scores.highest)
    total = float(powers.sum()) + (scores.size - len(powers)) * of_others
    return Lineup(scores, matching, powers / total, of_others / total, ahead)
