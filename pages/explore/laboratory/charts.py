"""Charts of the laboratory."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from leakage.laboratory.one_record import World, by_leakage
from leakage.laboratory.race import Lap, slope
from leakage.laboratory.trends import TrendPoint
from leakage.workspace.vocabulary import MISSING, RIGHT
from pages.app.words import count, duration, listed, percent
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, plain

# Which algorithm is fast?


# Mid tones, 3:1 on light and dark; marks and dashes tell them apart without colour.
STYLES = {
    "worlds": ("Possible worlds", "#a2602c", "diamond", "dot"),
    "equal_weights": ("Algorithm 1", "#9a5fc0", "square", "dashdot"),
    "taylor": ("Taylor", "#7d8590", "triangle-up", "dash"),
    "exact": ("Exact (integral)", "#118a6b", "circle", "solid"),
}
FASTEST = 1e-5


def race_chart(laps: Mapping[str, Sequence[Lap]], largest: int, budget: float) -> Chart:
    """Running time against n on two logarithmic axes: a straight line of slope k is a time of n to the k.

    Arguments:
        laps: by algorithm, n ascending.
        largest: the right end of the axis, so that it stands still while the race goes on.
        budget: seconds; drawn as the line nobody may cross twice.
    """
    lines = []
    for method, run in laps.items():
        name, colour, symbol, dash = STYLES[method]
        fitted = slope(run)
        lines.append(
            spec.line(
                name if fitted is None else f"{name}: n<sup>{fitted:.1f}</sup>",
                [(lap.n, lap.seconds, duration(lap.seconds), lap.repeats) for lap in run],
                spec.Look(colour, dash, symbol, 3, 9),
                f"{name}, n = %{{x:,}}<br>%{{customdata[0]}}, median of %{{customdata[1]}}",
            )
        )
    ticks = [10.0**power for power in range(-5, 2)]
    limit = {"type": "line", "x0": 0, "x1": 1, "xref": "x domain", "y0": budget, "y1": budget, "yref": "y"}
    note = {"text": f"budget: {duration(budget)}", "xref": "paper", "x": 0, "xanchor": "left", "yanchor": "bottom"}
    return spec.draw(
        "Which algorithm is fast?",
        lines,
        spec.axis(
            "n: facts",
            [-0.05, math.log10(largest) + 0.05],
            type="log",
            dtick=1,
            tickformat=",",
        ),
        spec.axis(
            "time for one record (lower: faster)",
            [math.log10(FASTEST), math.log10(budget * 6)],
            type="log",
            tickvals=ticks,
            ticktext=[duration(tick) for tick in ticks],
        ),
        race_sentence(laps),
        height=560,
        text=15,
        shapes=[{**limit, "line": {"color": "#8a8f98", "dash": "dot"}}],
        annotations=[{**note, "y": math.log10(budget), "showarrow": False}],
    )


def race_sentence(laps: Mapping[str, Sequence[Lap]]) -> str:
    """How far each algorithm came, in one sentence."""
    reached = [f"{STYLES[method][0]} n = {within(run):,}" for method, run in laps.items() if within(run)]
    return f"Largest n within the budget: {listed(reached)}." if reached else "Nothing was run yet."


def within(run: Sequence[Lap]) -> int:
    """The largest n run within the budget."""
    return max((lap.n for lap in run if not lap.over), default=0)


# How does leakage move?


def trend_chart(
    question: str, parameter: str, points: Sequence[TrendPoint], printed: Sequence[tuple[float, float]] = ()
) -> Chart:
    """Leakage against one parameter: the most telling record, and the mean of all.

    Arguments:
        question: the title.
        parameter: that is varied, in words.
        points: one a value.
        printed: what the paper prints, as (value, leakage).
    """
    marks = [
        spec.line(
            name,
            [(point.value, leakage, point.records) for point, leakage in zip(points, leakages, strict=True)],
            style,
            f"{name}<br>at %{{x:.2f}}: leakage %{{y:.4f}}, %{{customdata:,}} records",
        )
        for name, leakages, style in (
            (
                "the highest of all records: L₀(R, e)",
                [p.highest for p in points],
                spec.Look(RIGHT, "solid", "circle", 3, 9),
            ),
            ("mean of all records", [p.mean for p in points], spec.Look(MISSING, "dash", "square", 3, 9)),
        )
    ]
    if printed:
        hover = "printed in the paper's Table 5<br>at %{x:.2f}: leakage %{y:.7f}"
        style: spec.Settings = {"size": 14, "symbol": "diamond-open", "edge": {"width": 2}}
        marks.append(spec.dots("printed in Table 5", printed, RIGHT, hover, **style))
    top = max([0.3, *(1.1 * point.highest for point in points)])
    return spec.draw(
        question,
        marks,
        spec.axis(parameter, [-0.03, 1.03], dtick=0.1),
        spec.share_axis("leakage (higher: more is known)", [-0.01, min(top, 1.05)]),
        trend_sentence(points),
        height=460,
    )


def trend_sentence(points: Sequence[TrendPoint]) -> str:
    """The trend in one sentence.

    >>> trend_sentence([TrendPoint(0.0, 5, 0.0, 0.0), TrendPoint(1.0, 5, 0.25, 0.125)])
    'The highest record goes from 0.0\\xa0% at 0 to 25.0\\xa0% at 1, the mean from 0.0\\xa0% to 12.5\\xa0%.'
    """
    if not points:
        return "Nothing was run yet."
    first, last = points[0], points[-1]
    return (
        f"The highest record goes from {percent(first.highest)} at {first.value:g} to {percent(last.highest)} at "
        f"{last.value:g}, the mean from {percent(first.mean)} to {percent(last.mean)}."
    )


# What does each possible world reveal?


MOST_NAMED = 6


def worlds_chart(worlds: Sequence[World], leakage: float) -> Chart:
    """The distribution of leakage over the possible worlds, and its mean: the record's leakage."""
    gathered = by_leakage(worlds)
    chances = [sum(world.probability for world in same) for _, same in gathered]
    return spec.draw(
        "What does each possible world reveal?",
        [
            spec.columns(
                "possible worlds with this F1",
                [(value, chance) for (value, _), chance in zip(gathered, chances, strict=True)],
                [_hover(value, same) for value, same in gathered],
                width=0.008,
                marker={"color": MISSING},
            ),
            spec.line(
                f"expectation: leakage L(r, e) = {percent(leakage)}",
                [(leakage, 0), (leakage, 1)],
                RIGHT,
                f"leakage L(r, e) = {leakage!r}",
                width=3,
            ),
        ],
        spec.share_axis("F1 in this world", [-0.02, 1.02], dtick=0.1),
        spec.share_axis("probability", [0, min(1.05, 1.15 * max(chances, default=1.0))], rangemode="tozero"),
        f"{count(len(worlds), 'possible world')}; their mean F1, the leakage, is {percent(leakage)}.",
    )


def _hover(value: float, same: Sequence[World]) -> str:
    probability = sum(world.probability for world in same)
    named = [plain(world_text(world), 80) for world in same[:MOST_NAMED]]
    more = [f"and {len(same) - MOST_NAMED} more"] if len(same) > MOST_NAMED else []
    return "<br>".join([f"F1 {value:.4f}, probability {probability:.4f}", *named, *more])


def world_text(world: World) -> str:
    """What the record says in a world, in words.

    >>> world_text(World((("Age", "20"), ("Name", "Alice")), 0.5, 0.8)), world_text(World((), 0.5, 0.0))
    ('Age 20, Name Alice', 'nothing')
    """
    return ", ".join(f"{label} {value}" for label, value in world.pairs) or "nothing"
