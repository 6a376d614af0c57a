"""Charts of what she finds and how sure she is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from leakage.decision import ThresholdCurve, ThresholdStep
from leakage.decision.thresholds import Pairs
from leakage.resolution.linkage.comparison import odds_sentence, probability_of
from leakage.workspace.vocabulary import RIGHT
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, Table, plain
from pages.shell.words import count, percent

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
"""Bits that are drawn above the surest join."""


def threshold_chart(curve: ThresholdCurve, current: float, leakage: float, named: Callable[[Pairs], str]) -> Chart:
    """Leakage over the odds she asks for before she takes two records for one person, as steps.

    Arguments:
        curve: the leakage at every threshold.
        current: the threshold in use, in bits.
        leakage: at that threshold.
        named: joins in words.
    """
    steps = curve.steps
    end = max([current, curve.least, *(step.threshold for step in steps[1:])]) + BEYOND
    starts = [end, *(step.threshold for step in steps[1:])]
    runs = zip(starts, [*starts[1:], curve.least], steps, strict=True)
    changes = [
        f"{plain(_changes(step, named), 80)}<br>from {odds_sentence(step.threshold)}: {step.leakage:.4f}"
        for step in steps[1:]
    ]
    now = {"x": current, "y": 1.0, "text": "Eve now", "xanchor": "left", "yanchor": "top", "xshift": 4}
    return spec.draw(
        "How sure must Eve be?",
        [
            spec.line("", [(place, step.leakage) for *ends, step in runs for place in ends], RIGHT, None, width=2),
            spec.dots("a match more or less", [(s.threshold, s.leakage) for s in steps[1:]], RIGHT, changes, size=9),
        ],
        _odds_axis(min(current, curve.least), end),
        spec.share_axis("how much Eve knows"),
        f"Leakage over the odds Eve asks for, in {len(steps)} steps: most reckless {percent(steps[-1].leakage)}, "
        f"as she is {percent(leakage)}, where no evidence is enough {percent(steps[0].leakage)}.",
        height=360,
        table=_steps_table(steps, named),
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


def _changes(step: ThresholdStep, named: Callable[[Pairs], str]) -> str:
    """What is joined more than before a step, and what no more."""
    more, less = named(step.joins) or "nothing", named(step.parted)
    return f"{more}; no more {less}" if less else more


def _steps_table(steps: Sequence[ThresholdStep], named: Callable[[Pairs], str]) -> Table:
    rows = [
        (
            "no odds" if math.isinf(step.threshold) else odds_sentence(step.threshold),
            1.0 if math.isinf(step.threshold) else probability_of(step.threshold),
            step.leakage,
            _changes(step, named),
        )
        for step in steps
    ]
    return Table(("Enough for Eve", "Probability", "Leakage", "Then joined as well"), tuple(rows))
