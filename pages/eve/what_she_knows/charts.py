"""Charts of what she finds and how sure she is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import accumulate

import plotly.graph_objects as go

from leakage.decision import ThresholdCurve, ThresholdStep
from leakage.decision.thresholds import Pairs
from leakage.resolution.linkage.comparison import odds_sentence, probability_of
from leakage.resolution.linkage.fellegi_sunter import Waterfall
from pages.kit.charts.chart import MISSING, RIGHT, Chart, Table, bar_marker, bars_height, framed, plain
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
    figure = go.Figure(
        go.Scatter(
            x=list(range(shown)),
            y=list(leakages[:shown]),
            mode="lines+markers",
            line={"color": RIGHT, "shape": "hv", "width": 2},
            marker={"size": [13 if step == chosen else 7 for step in range(shown)], "color": RIGHT},
            hovertext=[f"{plain(names[step])}: {leakages[step]:.4f}" for step in range(shown)],
            hoverinfo="text",
        )
    )
    figure.add_vline(x=min(chosen, shown - 1), line={"color": MISSING, "width": 1})
    figure.update_xaxes(
        tickvals=named,
        ticktext=[plain(names[step], 18) for step in named],
        # Names that rise to their place need no more room at the right end; of level ones some were left out.
        tickangle=-40,
        title="records found, in order",
    )
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    alt = f"Leakage rises from {percent(leakages[0])} to {percent(leakages[-1])} in {count(len(leakages) - 1, 'step')}."
    if leakages[-1] < leakages[0]:
        alt = alt.replace("rises", "falls")
    return Chart(framed(figure, "What does each find add?", 380), alt)


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
    return Chart(framed(figure, "How sure must she be?", 360), alt, _steps_table(steps, named))


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


def waterfall_chart(told: Waterfall, named: Callable[[str], str]) -> Chart:
    """From the prior by what each label says to the match weight, in bits; for one person to the right.

    Arguments:
        told: the join.
        named: what a label is called.
    """
    names = [BEFORE, *(f"{named(step.label)} is {step.agreement}" for step in told.steps), TOGETHER]
    weights = [told.prior, *(step.weight for step in told.steps), told.weight]
    # Each bar begins where the one before it ended; the last, the sum, at nothing.
    starts = [0.0, *accumulate(weights[:-2]), 0.0]
    figure = go.Figure()
    for name, colour, speaks_for in (("for one person", RIGHT, True), ("against it", MISSING, False)):
        kept = [n for n, weight in enumerate(weights) if (weight >= 0.0) is speaks_for]
        if kept:
            figure.add_bar(
                name=name,
                orientation="h",
                # Numbered, for two labels may be called alike.
                y=[-n for n in kept],
                x=[weights[n] for n in kept],
                base=[starts[n] for n in kept],
                marker=bar_marker(colour),
                text=[f"{weights[n]:+.1f}".replace("-", "−") for n in kept],
                # Inside a thin bar the number would be tiny, and pale on its pattern.
                textposition="outside",
                cliponaxis=False,
                hovertext=[f"{plain(names[n])}: {weights[n]:+.4f} bits" for n in kept],
                hoverinfo="text",
            )
    figure.update_yaxes(tickvals=[-n for n in range(len(names))], ticktext=[plain(name, 28) for name in names])
    figure.update_xaxes(title="bits (right: one person; worse)", range=_with_room(starts, weights), zeroline=True)
    alt = f"The evidence adds up to {told.weight:.1f} bits, which makes it {percent(told.probability)} likely."
    table = Table(("What", "Bits"), tuple(zip(names, weights, strict=True)))
    return Chart(framed(figure, "What speaks for one person?", bars_height(len(names))), alt, table)


def _with_room(starts: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The ends of the axis, with room for a number beside the outermost bars."""
    ends = [0.0, *(start + weight for start, weight in zip(starts, weights, strict=True))]
    room = 0.15 * (max(ends) - min(ends) or 1.0)
    return [min(ends) - room, max(ends) + room]
