"""Evidence by hand: how many times more often each way to agree is found among records of one person than of two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.level import Level
from leakage.resolution.linkage.odds import MOST_BITS
from leakage.workspace.forms.policy import similar
from leakage.workspace.forms.problem import Problem, shown

NEARLY = 0.85
"""How alike names and texts are that are nearly the same."""

SAME, NEAR, DIFFERENT = 100.0, 10.0, 5.0
"""Odds to begin with: of the same value, of nearly the same, and against another one."""

ODDS = tuple(sorted({10.0**power * step for power in range(6) for step in (1, 2, 5)} | {1e6}))


@dataclass(frozen=True, slots=True)
class LevelRow:
    """One way in which values of a label agree, and what it says.

    Arguments:
        number: of the level, as ``Comparison.level`` counts them.
        agreement: in words.
        one, two: how often it is found among pairs of records of one person, and of two, in (0, 1].
        odds: how many times more often among those of one person; of a value as frequent as others are.
        by_frequency: whether rare values weigh more.
    """

    number: int
    agreement: str
    one: float
    two: float
    odds: float
    by_frequency: bool


def level_rows(comparison: Comparison) -> tuple[LevelRow, ...]:
    """The ways in which values of a label agree, the nearest first.

    >>> [(row.agreement, row.odds) for row in level_rows(begun("Name"))]
    [('the same', 100.0), ('85% alike', 10.0), ('different', 0.2)]
    """
    levels = [(_agreement(level), level) for level in comparison.levels] + [("different", comparison.otherwise)]
    return tuple(
        LevelRow(number, agreement, level.m, level.u, _odds(level), level.by_frequency > 0.0)
        for number, (agreement, level) in enumerate(levels)
    )


def begun(label: str) -> Comparison:
    """A comparison to begin with, before anything is learned or changed."""
    return Comparison.by_odds(label, SAME, DIFFERENT, ((similar(label, NEARLY), NEAR),))


def with_labels(comparisons: Sequence[Comparison], labels: Sequence[str]) -> tuple[Comparison, ...]:
    """The comparisons of some labels, begun where there was none.

    >>> [comparison.label for comparison in with_labels([begun("Name"), begun("City")], ["City", "Phone"])]
    ['City', 'Phone']
    """
    held = {comparison.label: comparison for comparison in comparisons}
    return tuple(held.get(label) or begun(label) for label in labels)


def with_odds(comparison: Comparison, number: int, odds: float) -> Comparison:
    """The comparison with other odds of one level; how often two people agree so stays, as far as it can.

    Arguments:
        comparison: of which one level changes.
        number: of the level.
        odds: how many times more often among records of one person, > 0.

    >>> level_rows(with_odds(begun("Name"), 1, 0.5))[1].odds
    0.5
    """
    before = comparison.level(number)
    m = min(1.0, odds * before.u)
    after = replace(before, m=m, u=m / odds)
    if number == len(comparison.levels):
        return replace(comparison, otherwise=after)
    levels = (*comparison.levels[:number], after, *comparison.levels[number + 1 :])
    return replace(comparison, levels=levels)


def steps_around(odds: float) -> tuple[float, ...]:
    """The odds that are offered, for and against one person, and those held.

    >>> len(steps_around(7.0)) - len(steps_around(5.0)), 1 / 5 in steps_around(5.0)
    (1, True)
    """
    return tuple(sorted({odds, *ODDS, *(1.0 / times for times in ODDS)}))


def odds_words(odds: float) -> str:
    """Odds as a person reads them.

    >>> odds_words(100.0), odds_words(0.2), odds_words(1.0)
    ('100 times as often', '5 times as rarely', 'as often')
    """
    times = amount(max(odds, 1.0 / odds))
    return "as often" if times == "1" else f"{times} times as {'often' if odds > 1.0 else 'rarely'}"


def amount(number: float) -> str:
    """A number above 0 in three digits.

    >>> amount(1234.5), amount(41.25), amount(1e-5), amount(1e12)
    ('1,230', '41.2', '1e-05', '1e+12')
    """
    told = float(f"{number:.3g}")
    return f"{told:,.0f}" if 100.0 <= told < 1e9 else f"{told:g}"


def readable(odds: float) -> float:
    """Odds as they were chosen, but for the last digits of a sum of logarithms.

    >>> readable(2.0 ** 3.3219280948873626)
    10.0
    """
    return float(f"{odds:.6g}") if math.isfinite(odds) else odds


def check_evidence(labels: Sequence[str], used: Sequence[str]) -> Problem | None:
    """What is odd about evidence of these labels; None where nothing is.

    Arguments:
        labels: what is compared.
        used: the labels that occur in some record.

    >>> check_evidence(["Name", "Passport"], ["Name"]).sentence
    'No record has the label Passport, so it says nothing.'
    """
    unused = [shown(label) for label in labels if label not in set(used)]
    if not unused:
        return None
    what, says = ("label", "it says") if len(unused) == 1 else ("labels", "they say")
    return Problem("evidence", f"No record has the {what} {', '.join(unused)}, so {says} nothing.")


def _odds(level: Level) -> float:
    # Beyond, a number cannot hold them.
    return readable(2.0 ** max(-MOST_BITS, min(level.weight, MOST_BITS)))


def _agreement(level: Level) -> str:
    return "the same" if level.similar is None else level.similar.tolerance.removeprefix("or ")
