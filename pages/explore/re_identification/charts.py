"""Charts of re-identification."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leakage.reidentification import Candidate, Lineup, SuccessPoint, Uniqueness
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages.app.words import count, percent
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, plain

# Who stands out?


def lineup_chart(
    names: Sequence[str], lineup: Lineup, top: Sequence[Candidate], me: int | None, eccentricity: float
) -> Chart:
    """The best scores in standard deviations, the best on top, with the line the second must not pass.

    Arguments:
        names: of all people.
        lineup: the answer; of Scoreboard, which has no standard deviations, the plain scores are drawn.
        top: the candidates to draw, the best first; at least one.
        me: one's own number; None where it is not known.
        eccentricity: phi.
    """
    robust = lineup.eccentricity is not None
    scale = lineup.scores.deviation if robust and lineup.scores.deviation else 1.0
    ranked = list(reversed(top))
    unit = "σ" if robust else ""
    groups = (
        ("you", RIGHT, lambda person: person == me),
        ("somebody else", WRONG, lambda person: me is not None and person != me),
        ("a row of the table", MISSING, lambda _: me is None),
    )
    marks = [
        spec.bars(
            name,
            [(n, c.score / scale, plain(names[c.person]), c.score, c.probability) for n, c in some],
            colour,
            f"%{{customdata[0]}}: %{{x:.2f}} {unit}, score %{{customdata[1]:.4f}}<br>"
            "probability %{customdata[2]:.4f}",
            text=[percent(candidate.probability) for _, candidate in some],
        )
        for name, colour, belongs in groups
        if (some := [(n, candidate) for n, candidate in enumerate(ranked) if belongs(candidate.person)])
    ]
    highest = top[0].score / scale
    return spec.draw(
        "Who stands out?",
        marks,
        spec.axis("likeness score, in σ" if robust else "least similarity", [0, 1.3 * highest]),
        spec.axis(
            "row of the table",
            [-1.1, len(ranked) - 0.4],
            **spec.rows([plain(names[candidate.person]) for candidate in ranked]),
        ),
        _lineup_text(lineup, top, me),
        height=spec.bars_height(len(ranked)) + 30,
        **(_limit(highest, eccentricity) if robust and highest > eccentricity else {}),
    )


def _limit(highest: float, eccentricity: float) -> spec.Settings:
    """The line that the second must not pass, and what it is."""
    place = highest - eccentricity
    # On the side with more room, and clear of the line.
    side = {"xanchor": "right", "xshift": -6} if highest > 2 * eccentricity else {"xanchor": "left", "xshift": 6}
    note = {"x": place, "y": -0.5, "yanchor": "top", "text": "the second must end left of this line", **side}
    return {
        "shapes": [spec.vertical(place, width=2, dash="dash")],
        "annotations": [{**note, "showarrow": False, "font": {"size": 12}}],
    }


def _lineup_text(lineup: Lineup, top: Sequence[Candidate], me: int | None) -> str:
    place = next((n for n, candidate in enumerate(top, start=1) if candidate.person == me), None)
    mine = "" if me is None else f" You are number {place}." if place else " You are not among them."
    ahead = "" if lineup.eccentricity is None else f" The best is {lineup.eccentricity:.1f} deviations ahead."
    return (
        f"Bars for the best {len(top)} rows; the best has a probability of {percent(top[0].probability)}.{ahead}{mine}"
    )


# How few facts does it take?


_SUCCESS_LOOKS = (
    spec.Look(RIGHT, "solid", "circle", 2.5, 9),
    spec.Look(MISSING, "dash", "square", 2.5, 9),
    spec.Look(WRONG, "dot", "diamond", 2.5, 9),
    spec.Look(WRONG, "dashdot", "triangle-up", 2.5, 9),
)


def success_chart(lines: Sequence[tuple[str, Sequence[SuccessPoint]]]) -> Chart:
    """The share of people found against the number of facts, with Wilson's interval as bars.

    Arguments:
        lines: a name, and one point a number of facts; at most four.
    """
    marks = [
        spec.line(
            name,
            [(p.facts, p.success.value, p.found, p.trials, *p.success.interval()) for p in points],
            look,
            f"{name}, %{{x}} facts: %{{y:.1%}}<br>%{{customdata[0]}} of %{{customdata[1]}}, "
            "between %{customdata[2]:.1%} and %{customdata[3]:.1%}",
            error_y=spec.interval_bars([point.success for point in points], 5),
        )
        for (name, points), look in zip(lines, _SUCCESS_LOOKS, strict=False)
    ]
    most = max((point.facts for _, points in lines for point in points), default=8)
    sentences = [
        f"{name}: {percent(points[-1].success.value)} with {count(points[-1].facts, 'fact')}" for name, points in lines
    ]
    return spec.draw(
        "How few facts does it take?",
        marks,
        spec.axis("facts Eve knows about a person", [0.5, most + 0.5], dtick=1),
        spec.share_axis("people found (higher is worse)", [-0.02, 1.05]),
        f"{'; '.join(sentences)}." if sentences else "Nothing was run yet.",
        height=460,
    )


# After how many entries is nobody else left?


MOST = 25


def thinning_chart(thinned: Uniqueness) -> Chart:
    """The people left after k entries: the median of random orders, nine in ten of them, and the rarest first."""
    until = int(max(thinned.needed.max(), 1)) if thinned.needed[0] >= 0 else thinned.left.shape[1] - 1
    shown = min(thinned.left.shape[1], until + 2, MOST + 1)
    left, steps = thinned.left[:, :shown], list(range(shown))
    low, middle, high = np.quantile(left, [0.05, 0.5, 0.95], axis=0).tolist()
    rarest = thinned.rarest_first[:shown].tolist()
    return spec.draw(
        "After how many entries is nobody else left?",
        [
            spec.band("nine in ten random orders", steps, low, high, "rgba(138,143,152,0.25)"),
            spec.line(
                "random entries, the median",
                zip(steps, middle, strict=True),
                RIGHT,
                "after %{x} random entries: %{y:,.0f} left",
                width=3,
                mode="lines+markers",
            ),
            spec.line(
                "the most revealing entry first",
                enumerate(rarest),
                spec.Look(MISSING, "dash", "diamond", size=8),
                "after the %{x} most revealing entries: %{y:,} left",
            ),
        ],
        spec.axis("entries that Eve knows", dtick=max(1, shown // 12)),
        spec.axis(
            "people left (1: you alone)",
            [-0.1, float(np.log10(thinned.left[0, 0])) + 0.1],
            type="log",
            dtick=1,
            tickformat=",",
        ),
        f"From {thinned.left[0, 0]:,} people down to {int(middle[-1]):,} after {shown - 1} random entries, "
        "in half of the orders.",
    )
