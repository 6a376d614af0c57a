"""Theorem 1 of Narayanan & Shmatikov, and a check that its promise is kept."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from leakage.arguments import check_range, check_seed
from leakage.reidentification.scoreboard import scoreboard
from leakage.reidentification.similarity import EXACT, ValueSimilarity, similarities
from leakage.reidentification.table import SparseTable
from leakage.reidentification.trials import Share


def facts_needed(people: int, epsilon: float, delta: float) -> int:
    """``m >= (log N - log epsilon) / - log(1 - delta)``: how many random facts suffice, whatever the table holds.

    A record that is like the target on less than 1 - delta of its items passes m random ones with a probability below
    (1 - delta)^m, and there are at most N of them: the table can be (1 - epsilon - delta, 1 - epsilon)-deanonymised.
    Source: Narayanan & Shmatikov 2008, Theorem 1.

    Arguments:
        epsilon: the probability of failure allowed, and how far each fact may be off, in (0, 1).
        delta: what of the target's record need not be learned, in (0, 1), not so small that m is infinite.

    >>> facts_needed(480_189, 0.05, 0.2), facts_needed(480_189, 0.05, 0.5)
    (73, 24)
    """
    check_range("people", people, "[1, inf]")
    check_range("epsilon", epsilon, "(0, 1)")
    check_range("delta", delta, "(0, 1)")
    needed = (math.log(people) - math.log(epsilon)) / -math.log1p(-delta)
    if math.isinf(needed):
        raise ValueError(f"no number of facts is known to suffice for a delta of {delta}")
    return math.ceil(needed)


def promise_kept(
    table: SparseTable,
    epsilon: float,
    delta: float,
    similarity: ValueSimilarity = EXACT,
    *,
    trials: int = 200,
    seed: int = 0,
) -> Iterator[Share]:
    """How often the theorem's algorithm names a record that tells at least 1 - epsilon - delta of the target's.

    As in the proof: Scoreboard with alpha = 1 - epsilon on m facts drawn evenly, with replacement, from the support of
    a random person's record; then a record of the matching set at random. It should be at least 1 - epsilon of the
    trials. Source: Narayanan & Shmatikov 2008, Theorem 1 and Lemma 1.

    Sim(r, r') is taken over supp(r), as Lemma 1 needs it. Over the union of both supports the theorem does not hold:
    whoever has all that the target has and as much again always matches, at a similarity of one half. Nor does it
    where facts are off: what is like a fact may be twice as far from the truth. So the facts here are exact.
    """
    needed, targets = facts_needed(len(table), epsilon, delta), np.flatnonzero(table.sizes)
    if not len(targets):
        raise ValueError("the table has no entries")
    random, successes = np.random.default_rng((check_seed(seed), 1)), 0
    for trial in range(trials):
        facts = table.facts_of(int(random.choice(targets)))
        drawn = np.unique(random.integers(len(facts), size=needed))
        lineup = scoreboard(table, [facts[place] for place in drawn.tolist()], similarity, alpha=1.0 - epsilon)
        named = int(random.choice(lineup.matching))
        similar = similarities(table, facts, similarity, over="first")[named]
        successes += bool(similar >= 1.0 - epsilon - delta - 1e-12)
        yield Share(successes, trial + 1)
