"""Charts of what she finds and how sure she is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import accumulate

from leakage.decision import ThresholdCurve, ThresholdStep
from leakage.decision.thresholds import Pairs
from leakage.resolution.linkage.comparison import odds_sentence, probability_of
from leakage.resolution.linkage.fellegi_sunter import Waterfall
from leakage.workspace.vocabulary import MISSING, RIGHT
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, Table, plain
from pages.shell.words import count, percent

# What does each find add?


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
        "What does each find add?",
        [spec.line("", enumerate(leakages[:shown]), spec.Look(RIGHT, width=2, size=sizes, stairs=True), texts)],
        # Names that rise to their place need no more room at the right end; of level ones some were left out.
        spec.axis("records found, in order", tickangle=-40, **ticks),
        spec.share_axis(),
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
        "How sure must she be?",
        [
            spec.line("", [(place, step.leakage) for *ends, step in runs for place in ends], RIGHT, None, width=2),
            spec.dots("a join more or less", [(s.threshold, s.leakage) for s in steps[1:]], RIGHT, changes, size=9),
        ],
        _odds_axis(min(current, curve.least), end),
        spec.share_axis(),
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
    return spec.axis("odds for one person that she asks for: reckless → careful", (low, high), **ticks)


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
    return Table(("Enough for her", "Probability", "Leakage", "What is then joined more"), tuple(rows))


# What speaks for one person?


BEFORE, TOGETHER = "before comparing", "all together"


def waterfall_chart(waterfall: Waterfall, named: Callable[[str], str]) -> Chart:
    """From the prior by what each label says to the match weight, in bits; for one person to the right.

    Arguments:
        waterfall: the join.
        named: what a label is called.
    """
    names = [BEFORE, *(f"{named(step.label)} is {step.agreement}" for step in waterfall.steps), TOGETHER]
    weights = [waterfall.prior, *(step.weight for step in waterfall.steps), waterfall.weight]
    # Each bar begins where the one before it ended; the last, the sum, at nothing.
    starts = [0.0, *accumulate(weights[:-2]), 0.0]
    marks = [
        spec.bars(
            name,
            # Numbered, for two labels may be called alike.
            [(-n, weights[n]) for n in kept],
            colour,
            [f"{plain(names[n])}: {weights[n]:+.4f} bits" for n in kept],
            base=[starts[n] for n in kept],
            text=[f"{weights[n]:+.1f}".replace("-", "−") for n in kept],
        )
        for name, colour, speaks_for in (("for one person", RIGHT, True), ("against it", MISSING, False))
        if (kept := [n for n, weight in enumerate(weights) if (weight >= 0.0) is speaks_for])
    ]
    return spec.draw(
        "What speaks for one person?",
        marks,
        spec.axis("bits (right: one person; worse)", _with_room(starts, weights), zeroline=True),
        spec.rows([plain(name, 28) for name in names], [-n for n in range(len(names))]),
        f"The evidence adds up to {waterfall.weight:.1f} bits, which makes it {percent(waterfall.probability)} likely.",
        height=spec.bars_height(len(names)),
        table=Table(("What", "Bits"), tuple(zip(names, weights, strict=True))),
    )


def _with_room(starts: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The ends of the axis, with room for a number beside the outermost bars."""
    ends = [0.0, *(start + weight for start, weight in zip(starts, weights, strict=True))]
    room = 0.15 * (max(ends) - min(ends) or 1.0)
    return [min(ends) - room, max(ends) + room]
