"""The figures of Narayanan & Shmatikov, "Robust De-anonymization of Large Sparse Datasets", 2008, Sections 3 and 4.

The excerpt ends with Lemma 1. It holds no worked example, so its formulas are derived on small tables made here.
"""

from __future__ import annotations

import math

import numpy as np

from leakage.reidentification import (
    Fact,
    Lineup,
    SparseTable,
    ValueSimilarity,
    entropic_bits,
    facts_needed,
    promise_kept,
    scoreboard,
    scoreboard_rh,
    similarities,
)
from leakage.reidentification.scoreboard import weight_of
from tests.papers.figure import Figure, at, ordered

_PEOPLE, _EPSILON, _DELTA = 1000, 0.05, 0.2
_BOUND = (("N", _PEOPLE), ("ε", _EPSILON), ("δ", _DELTA))
_FADING = ValueSimilarity(5, fading=True)


def _ratings(*values: int, items: int = 1) -> SparseTable:
    """People who give every item the one value each is known for."""
    cells = [(f"person {n}", f"item {i}", value) for n, value in enumerate(values) for i in range(items)]
    who, what, value = zip(*cells, strict=True)
    return SparseTable.from_columns(who, what, value)


def _lineup(*values: int) -> Lineup:
    """What Scoreboard answers to the fact that the item has the first of the values."""
    return scoreboard(_ratings(*values), [Fact("item 0", str(values[0]))])


def _empty_lineup_bits() -> float:
    """Definition 4 where no candidate is similar enough, N = 8."""
    lineup = scoreboard(_ratings(*range(1, 9)), [Fact("item 0", "9")])
    return entropic_bits(lineup, np.zeros(8), 0.5)


def _two_of_eight() -> float:
    lineup = _lineup(1, 1, 2, 3, 4, 5, 6, 7)
    table = _ratings(1, 1, 2, 3, 4, 5, 6, 7)
    return entropic_bits(lineup, similarities(table, table.facts_of(0)), 0.5)


def _dearest_mixture() -> float:
    """How many bits the mean with the uniform distribution costs at most, over all lineups of the first c of 64."""
    n = 64
    costs = [-math.log2((1 / c + 1 / n) / 2) - _lineup(*[1] * c, *range(2, n - c + 2)).entropy for c in range(1, n + 1)]
    # Where there is no candidate, the mean is half a uniform distribution.
    return max(*costs, -math.log2(1 / (2 * n)) - math.log2(n))


def _false_matches() -> str:
    """What is left of N false matches after m facts, and after one fewer."""
    needed = facts_needed(_PEOPLE, _EPSILON, _DELTA)
    left = {f"N(1-δ)^{name}": _PEOPLE * (1 - _DELTA) ** m for name, m in (("m", needed), ("(m-1)", needed - 1))}
    return ordered(**left, ε=_EPSILON)


def _promise_kept() -> str:
    """The promise with facts that are exact, on a table of 40 people by six habits."""
    random = np.random.default_rng(0)
    habits = random.integers(1, 6, (6, 12))
    rows = [(f"p{n}", f"i{i}", int(habits[n % 6, i])) for n in range(40) for i in range(12) if random.random() < 0.9]
    who, what, value = zip(*rows, strict=True)
    *_, share = promise_kept(SparseTable.from_columns(who, what, value), 0.3, 0.3, trials=100)
    return _at_least(share.value, 0.7)


def _kept_with_facts_off() -> str:
    """Ten people rate everything 1 or 5, and every fact says 3: similar by 0.6 to all, who are similar by 0.2."""
    epsilon, delta = 0.4, 0.1
    table = _ratings(*[1, 5] * 5, items=facts_needed(10, epsilon, delta))
    facts = [Fact(item, "3") for item in table.items]
    # A hair below 1 - ε, or nobody would match at all.
    lineup = scoreboard(table, facts, _FADING, alpha=1 - epsilon - 1e-9)
    like = similarities(table, table.facts_of(0), _FADING)[lineup.matching]
    right = int((like >= 1 - epsilon - delta).sum())
    return _at_least(right / len(like), 1 - epsilon)


def _at_least(share: float, promised: float) -> str:
    return "at least 1 - ε" if share >= promised else "less than 1 - ε"


def _criterion() -> str:
    """What lets in a target whose facts are off by ε = 1/2 just, as the theorem allows, with α = 1 - ε."""
    table, fading = _ratings(1, 9), ValueSimilarity(4, fading=True)
    at, below = (scoreboard(table, [Fact("item 0", "3")], fading, alpha=alpha) for alpha in (0.5, 0.5 - 1e-9))
    if 0 in at.matching:
        return "Score > α"
    return "Score ≥ α" if 0 in below.matching else "neither"


def _sum_of_pi() -> float:
    """Scoreboard-RH on a table of ten."""
    lineup = scoreboard_rh(_ratings(1, 1, *range(2, 10)), [Fact("item 0", "1")])
    return sum(lineup.probability_of(person) for person in range(10))


FIGURES = (
    *at(
        "3, Definition 4",
        Figure("the minimum over an empty set", "log2(N)", _empty_lineup_bits, letters=(("N", 8),)),
        Figure("the code length of one of two equal candidates", "-log2(p)", _two_of_eight, letters=(("p", 0.5),)),
    ),
    *at("3", Figure("bits by which A' differs from A at most", "1", _dearest_mixture)),
    *at(
        "4, Scoreboard",
        Figure("Π of a candidate", "1/D", lambda: _lineup(1, 1, 1, 2, 3).probability_of(0), letters=(("D", 3),)),
    ),
    *at(
        "4, Scoreboard-RH",
        Figure("wt(i)", "1/log(s)", lambda: weight_of(20), letters=(("s", 20),)),
        Figure("the sum of Π", "1", _sum_of_pi),
    ),
    *at(
        "4.1, Theorem 1",
        Figure(
            "m", "ceil((log(N)-log(ε))/(-log(1-δ)))", lambda: facts_needed(_PEOPLE, _EPSILON, _DELTA), letters=_BOUND
        ),
        Figure("expected false matches", "N(1-δ)^m ≤ ε ≤ N(1-δ)^(m-1)", _false_matches),
        Figure("probability of a similar record, exact facts", "at least 1 - ε", _promise_kept),
        Figure(
            "probability of a similar record, facts off by ε",
            "at least 1 - ε",
            _kept_with_facts_off,
            "What is as like a fact as the truth may be unlike the truth: ten people, five at either end of a scale.",
            "less than 1 - ε",
        ),
        Figure(
            "the matching criterion, with α = 1 - ε",
            "Score > α",
            _criterion,
            "The theorem lets the facts of the target be similar by 1 - ε just, and then it would not match itself.",
            "Score ≥ α",
        ),
    ),
)
