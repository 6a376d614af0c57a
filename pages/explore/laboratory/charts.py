"""Charts of the laboratory."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from leakage.laboratory.one_record import World, by_leakage
from leakage.laboratory.race import Lap, slope
from leakage.laboratory.trends import TrendPoint
from pages.kit.charts.chart import MISSING, RIGHT, Chart, framed, plain
from pages.shell.words import count, duration, listed, percent

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
    figure = go.Figure()
    for method, run in laps.items():
        name, colour, symbol, dash = STYLES[method]
        fitted = slope(run)
        figure.add_scatter(
            name=name if fitted is None else f"{name}: n<sup>{fitted:.1f}</sup>",
            x=[lap.n for lap in run],
            y=[lap.seconds for lap in run],
            mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 3},
            marker={"symbol": symbol, "size": 9},
            customdata=[[duration(lap.seconds), lap.repeats] for lap in run],
            hovertemplate=f"{name}, n = %{{x:,}}<br>%{{customdata[0]}}, median of %{{customdata[1]}}<extra></extra>",
        )
    figure.add_hline(y=budget, line={"color": "#8a8f98", "dash": "dot"})
    figure.add_annotation(
        text=f"budget: {duration(budget)}",
        xref="paper",
        x=0,
        xanchor="left",
        y=math.log10(budget),
        yanchor="bottom",
        showarrow=False,
    )
    figure.update_xaxes(
        title="n: attributes of the person, and of the record",
        type="log",
        range=[-0.05, math.log10(largest) + 0.05],
        dtick=1,
        tickformat=",",
    )
    ticks = [10.0**power for power in range(-5, 2)]
    figure.update_yaxes(
        title="time for one record (lower: faster)",
        type="log",
        range=[math.log10(FASTEST), math.log10(budget * 6)],
        tickvals=ticks,
        ticktext=[duration(tick) for tick in ticks],
    )
    figure.update_layout(font={"size": 15})
    return Chart(framed(figure, "Which algorithm is fast?", 560), race_sentence(laps))


def race_sentence(laps: Mapping[str, Sequence[Lap]]) -> str:
    """How far each algorithm came, in one sentence."""
    reached = [f"{STYLES[method][0]} n = {within(run):,}" for method, run in laps.items() if within(run)]
    return f"Largest n within the budget: {listed(reached)}." if reached else "Nothing was run yet."


def within(run: Sequence[Lap]) -> int:
    """The largest n run within the budget."""
    return max((lap.n for lap in run if not lap.over), default=0)


# How does leakage move?


def trend_chart(
    question: str, axis: str, points: Sequence[TrendPoint], printed: Sequence[tuple[float, float]] = ()
) -> Chart:
    """Leakage against one parameter: the most telling record, and the mean of all.

    Arguments:
        question: the title.
        axis: the parameter that is varied, in words.
        points: one a value.
        printed: what the paper prints, as (value, leakage).
    """
    figure = go.Figure()
    lines = (
        ("the most telling record: L₀(R, e)", [point.highest for point in points], RIGHT, "solid", "circle"),
        ("mean of all records", [point.mean for point in points], MISSING, "dash", "square"),
    )
    for name, leakages, colour, dash, symbol in lines:
        figure.add_scatter(
            name=name,
            x=[point.value for point in points],
            y=leakages,
            mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 3},
            marker={"symbol": symbol, "size": 9},
            customdata=[point.records for point in points],
            hovertemplate=f"{name}<br>at %{{x:.2f}}: leakage %{{y:.4f}}, %{{customdata:,}} records<extra></extra>",
        )
    if printed:
        figure.add_scatter(
            name="printed in Table 5",
            x=[value for value, _ in printed],
            y=[leakage for _, leakage in printed],
            mode="markers",
            marker={"symbol": "diamond-open", "size": 14, "color": RIGHT, "line": {"width": 2}},
            hovertemplate="printed in the paper's Table 5<br>at %{x:.2f}: leakage %{y:.7f}<extra></extra>",
        )
    figure.update_xaxes(title=axis, range=[-0.03, 1.03], dtick=0.1)
    top = max([0.3, *(1.1 * point.highest for point in points)])
    figure.update_yaxes(title="leakage (higher: more is known)", tickformat=".0%", range=[-0.01, min(top, 1.05)])
    return Chart(framed(figure, question, 460), trend_sentence(points))


def trend_sentence(points: Sequence[TrendPoint]) -> str:
    """The trend in one sentence.

    >>> trend_sentence([TrendPoint(0.0, 5, 0.0, 0.0), TrendPoint(1.0, 5, 0.25, 0.125)])
    'The most telling record goes from 0.0\\xa0% at 0 to 25.0\\xa0% at 1, the mean from 0.0\\xa0% to 12.5\\xa0%.'
    """
    if not points:
        return "Nothing was run yet."
    first, last = points[0], points[-1]
    return (
        f"The most telling record goes from {percent(first.highest)} at {first.value:g} to {percent(last.highest)} at "
        f"{last.value:g}, the mean from {percent(first.mean)} to {percent(last.mean)}."
    )


# What does each possible world reveal?


MOST_NAMED = 6


def worlds_chart(worlds: Sequence[World], leakage: float) -> Chart:
    """The distribution of leakage over the possible worlds, and its mean: the record's leakage."""
    gathered = by_leakage(worlds)
    figure = go.Figure(
        go.Bar(
            name="possible worlds with this F1",
            x=[value for value, _ in gathered],
            y=[sum(world.probability for world in same) for _, same in gathered],
            width=0.008,
            marker_color=MISSING,
            hovertext=[_hover(value, same) for value, same in gathered],
            hoverinfo="text",
        )
    )
    figure.add_scatter(
        name=f"expectation: leakage L(r, e) = {percent(leakage)}",
        x=[leakage, leakage],
        y=[0, 1],
        mode="lines",
        line={"color": RIGHT, "width": 3},
        hovertemplate=f"leakage L(r, e) = {leakage!r}<extra></extra>",
    )
    figure.update_xaxes(title="leakage in the world: F1 (higher: more is known)", tickformat=".0%")
    figure.update_yaxes(title="probability", tickformat=".0%", rangemode="tozero")
    tallest = max((sum(world.probability for world in same) for _, same in gathered), default=1.0)
    figure.update_xaxes(range=[-0.02, 1.02], dtick=0.1)
    figure.update_yaxes(range=[0, min(1.05, 1.15 * tallest)])
    alt = f"{count(len(worlds), 'possible world')}; their mean F1, the leakage, is {percent(leakage)}."
    return Chart(framed(figure, "What does each possible world reveal?", 400), alt)


def _hover(value: float, same: Sequence[World]) -> str:
    probability = sum(world.probability for world in same)
    named = [plain(world_text(world), 80) for world in same[:MOST_NAMED]]
    more = [f"and {len(same) - MOST_NAMED} more"] if len(same) > MOST_NAMED else []
    return "<br>".join([f"F1 {value:.4f}, probability {probability:.4f}", *named, *more])


def world_text(world: World) -> str:
    """What the record holds in a world, in words.

    >>> world_text(World((("Age", "20"), ("Name", "Alice")), 0.5, 0.8)), world_text(World((), 0.5, 0.0))
    ('Age 20, Name Alice', 'nothing')
    """
    return ", ".join(f"{label} {value}" for label, value in world.pairs) or "nothing"
