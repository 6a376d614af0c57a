"""Charts of what she finds and how sure she is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from leakage.decision.threshold import ThresholdPoint
from leakage.resolution.evidence import odds_sentence, probability_of
from leakage.workspace.vocabulary import RIGHT
from pages.app.words import count, percent
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, Table, plain

# What does Eve learn at each step?


MOST = 40
MOST_NAMES = 14


def discovery_chart(names: Sequence[str], leakages: Sequence[float], chosen: int) -> Chart:
    """Leakage after each record that adhered to the query, as steps.

    Arguments:
        names: the query, then the records in the order they were found.
        leakages: what Eve knows after each; as many as names.
        chosen: the step looked at.
    """
    shown = min(len(leakages), MOST)
    named = list(range(0, shown, -(-shown // MOST_NAMES)))
    alt = f"Leakage rises from {percent(leakages[0])} to {percent(leakages[-1])} in {count(len(leakages) - 1, 'step')}."
    sizes = [13 if step == chosen else 7 for step in range(shown)]
    texts = [f"{plain(names[step])}: {leakages[step]:.4f}" for step in range(shown)]
    ticks = spec.rows([plain(names[step], 18) for step in named], named)
    return spec.draw(
        "What does Eve learn at each step?",
        [spec.line("", enumerate(leakages[:shown]), spec.Look(RIGHT, width=2, size=sizes, stairs=True), texts)],
        # Names that rise to their place need no more room at the right end; of level ones some were left out.
        spec.axis("records, in order", tickangle=-40, **ticks),
        spec.share_axis("how much Eve knows"),
        alt.replace("rises", "falls") if leakages[-1] < leakages[0] else alt,
        height=380,
        shapes=[spec.vertical(min(chosen, shown - 1), width=1)],
    )


# How sure must she be?


MOST_TICKS = 5
BEYOND = 2.0
"""Bits that are drawn on either side."""


def threshold_chart(points: Sequence[ThresholdPoint], current: float, leakage: float) -> Chart:
    """Leakage over the odds she asks for before she takes two records for one person.

    Arguments:
        points: the leakage at some thresholds, ascending.
        current: the threshold in use, in bits.
        leakage: at that threshold.
    """
    texts = [f"{odds_sentence(point.threshold)}: {point.leakage:.4f}" for point in points]
    now = {"x": current, "y": 1.0, "text": "Eve now", "xanchor": "left", "yanchor": "top", "xshift": 4}
    rows = tuple((odds_sentence(of), probability_of(of), known) for of, known in points)
    return spec.draw(
        "How sure must Eve be?",
        [spec.line("", points, spec.Look(RIGHT, width=2, size=7), texts)],
        _odds_axis(min(current, points[0].threshold) - BEYOND, max(current, points[-1].threshold) + BEYOND),
        spec.share_axis("how much Eve knows"),
        f"Leakage at {count(len(points), 'threshold')} of the odds Eve asks for: {percent(points[0].leakage)} at "
        f"{odds_sentence(points[0].threshold)}, {percent(leakage)} as she is, {percent(points[-1].leakage)} at "
        f"{odds_sentence(points[-1].threshold)}.",
        height=360,
        table=Table(("Enough for Eve", "Probability", "Leakage"), rows),
        shapes=[spec.vertical(current, width=2, dash="dash")],
        annotations=[{**now, "showarrow": False}],
    )


def _odds_axis(low: float, high: float) -> spec.Axis:
    """Odds at powers of ten, and the probabilities they stand for."""
    first, last = (math.ceil(low / math.log2(10)), math.floor(high / math.log2(10)))
    apart = max(1, -(-(last - first + 1) // MOST_TICKS))
    powers = [power for power in range(first, last + 1) if power % apart == 0]
    ticks = spec.rows([_odds(power) for power in powers], [power * math.log2(10) for power in powers])
    return spec.axis("odds Eve asks for", (low, high), **ticks)


def _odds(power: int) -> str:
    """A power of ten as odds, and as a probability as far as one reads it.

    >>> _odds(1), _odds(-1), _odds(6)
    ('10 to 1<br>90.9 %', '1 to 10<br>9.1 %', '10<sup>6</sup> to 1')
    """
    number = f"{10 ** abs(power):,}" if abs(power) <= 3 else f"10<sup>{abs(power)}</sup>"
    chance = probability_of(power * math.log2(10))
    odds = f"{number} to 1" if power >= 0 else f"1 to {number}"
    return f"{odds}<br>{100 * chance:.1f} %" if abs(power) <= 3 else odds
