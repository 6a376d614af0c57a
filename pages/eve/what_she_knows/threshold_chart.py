"""How sure must she be?"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import plotly.graph_objects as go

from leakage.decision import ThresholdCurve, ThresholdStep
from leakage.decision.regrouping import Pairs
from leakage.resolution.linkage.odds import odds_sentence, probability_of
from pages.kit.charts.chart import MISSING, RIGHT, Chart, framed, plain
from pages.kit.charts.data import Table
from pages.shell.words import percent

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
    steps, figure = curve.steps, go.Figure()
    end = max([current, curve.least, *(step.threshold for step in steps[1:])]) + BEYOND
    starts = [end, *(step.threshold for step in steps[1:])]
    ends = [*starts[1:], curve.least]
    figure.add_scatter(
        x=[place for pair in zip(starts, ends, strict=True) for place in pair],
        y=[step.leakage for step in steps for _ in range(2)],
        mode="lines",
        line={"color": RIGHT, "width": 2},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        name="a join more or less",
        x=starts[1:],
        y=[step.leakage for step in steps[1:]],
        mode="markers",
        marker={"size": 9, "color": RIGHT},
        hovertext=[
            f"{plain(_changes(step, named), 80)}<br>from {odds_sentence(step.threshold)}: {step.leakage:.4f}"
            for step in steps[1:]
        ],
        hoverinfo="text",
    )
    figure.add_vline(x=current, line={"color": MISSING, "width": 2, "dash": "dash"})
    figure.add_annotation(x=current, y=1.0, text="Eve now", showarrow=False, xanchor="left", yanchor="top", xshift=4)
    _name_odds(figure, min(current, curve.least), end)
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    alt = (
        f"Leakage over the odds Eve asks for, in {len(steps)} steps: most reckless {percent(steps[-1].leakage)}, "
        f"as she is {percent(leakage)}, where no evidence is enough {percent(steps[0].leakage)}."
    )
    return Chart(framed(figure, "How sure must she be?", 360), alt, _told(steps, named))


def _name_odds(figure: go.Figure, low: float, high: float) -> None:
    """Odds at powers of ten, and the probabilities they stand for."""
    first, last = (math.ceil(low / math.log2(10)), math.floor(high / math.log2(10)))
    apart = max(1, -(-(last - first + 1) // MOST_TICKS))
    powers = [power for power in range(first, last + 1) if power % apart == 0]
    figure.update_xaxes(
        range=[low, high],
        tickvals=[power * math.log2(10) for power in powers],
        ticktext=[_odds(power) for power in powers],
        title="odds for one person that she asks for: reckless → careful",
    )


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


def _told(steps: Sequence[ThresholdStep], named: Callable[[Pairs], str]) -> Table:
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
