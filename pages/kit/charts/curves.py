"""Frontiers, rates, and beliefs before and after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from leakage.progress import report
from leakage.published.entropy import shannon_entropy
from leakage.published.information import rate_at_slope
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages.app.words import percent
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, plain

# A frontier as stairs.


def stairs(name: str, steps: Iterable[tuple[float, float]], most: float, look: spec.Look) -> spec.Mark:
    """(cost, leakage) steps as stairs, drawn on to the greatest budget."""
    points = list(steps)
    return spec.line(name, [*points, (most, points[-1][1])], look._replace(stairs=True), None)


# How little must be told?


_SYMBOLS = (("circle", 13), ("diamond-open", 19))


def rates_chart(curve: Sequence[tuple[float, float]], points: Sequence[tuple[str, float, float]]) -> Chart:
    """Bits against the error of readers: the least there must be, and where some ways to tell stand.

    Arguments:
        curve: distortion and rate of the rate-distortion function, by distortion.
        points: name, distortion and rate; at most two.
    """
    least = spec.line(
        "nothing lies below",
        curve,
        MISSING,
        "wrong %{x:.1%} of the time: at least %{y:.3f} bits",
        width=3,
        fill="tozeroy",
        fillcolor="rgba(138,143,152,0.18)",
    )
    ways = [
        spec.dots(
            name,
            [(distortion, rate)],
            RIGHT,
            f"{name}: wrong %{{x:.1%}} of the time, %{{y:.3f}} bits",
            size=size,
            symbol=symbol,
            edge={"width": 2, "color": RIGHT},
        )
        for (symbol, size), (name, distortion, rate) in zip(_SYMBOLS, points, strict=False)
    ]
    sentences = [
        f"{name}: {rate:.3f} bits, wrong {percent(distortion)} of the time" for name, distortion, rate in points
    ]
    return spec.draw(
        "How little must be told?",
        [least, *ways],
        spec.share_axis("reader's error (lower: better)", None),
        spec.axis("bits told, I(X;Y) (higher is worse)", rangemode="tozero"),
        f"{'; '.join(sentences)}.",
    )


# What does she believe of me now?


MOST_SHOWN = 30


def prior_posterior_chart(
    values: Sequence[str], before: Sequence[float], after: Sequence[float], mine: str | None
) -> Chart:
    """For each sensitive value the belief before and after; the true value in the colour of what she has right.

    Arguments:
        values: the sensitive values; of many the likeliest after are shown.
        before, after: their probabilities.
        mine: the true one, if it is known.
    """
    order = sorted(range(len(values)), key=lambda place: (-after[place], -before[place], values[place]))[:MOST_SHOWN]
    # The first stands on top.
    order = order[::-1]
    named = [plain(values[place]) for place in order]
    groups = [
        ("before: in the whole table", MISSING, "before", before, order),
        ("after: yours", RIGHT, "after", after, [place for place in order if values[place] == mine]),
        ("after: not yours", WRONG, "after", after, [place for place in order if values[place] != mine]),
    ]
    marks = [
        spec.bars(
            "after: in your class" if mine is None and when == "after" else name,
            [(plain(values[place]), likely[place]) for place in some],
            colour,
            f"%{{y}}<br>{when}: %{{x:.4f}}",
            offsetgroup=when,
            text=[percent(likely[place]) for place in some],
        )
        for name, colour, when, likely, some in groups
        if some or when == "before"
    ]
    sentences = [
        f"{values[place]}: {percent(before[place])} before, {percent(after[place])} after" for place in order[::-1]
    ]
    return spec.draw(
        "What does she believe of you now?",
        marks,
        spec.share_axis("how likely to her", [0, 1.12], tickvals=[0, 0.25, 0.5, 0.75, 1]),
        {"type": "category", "categoryorder": "array", "categoryarray": named},
        f"{'; '.join(sentences)}.",
        height=spec.bars_height(2 * len(order)) + 40,
        barmode="group",
        bargroupgap=0.05,
    )


# The rate distortion curve, worked out at a few slopes.


SLOPES = (*np.arange(0.25, 4.0, 0.25).tolist(), *range(4, 17))
WORKING = "Working out the curve"


def rate_curve(prior: list[float]) -> list[tuple[float, float]]:
    """(D, R) from where everything is told to where nothing is."""
    points = [(0.0, shannon_entropy(prior)), (1.0 - max(prior), 0.0)]
    for done, slope in enumerate(SLOPES):
        report(WORKING, done, len(SLOPES))
        point = rate_at_slope(prior, "hamming", slope)
        points.append((point.distortion, point.rate))
    return sorted(points)
