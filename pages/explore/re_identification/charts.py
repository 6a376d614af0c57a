"""Charts of re-identification."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from leakage.crowd import CrowdPoint
from leakage.reidentification import Candidate, IdentificationPoint, Identified, Lineup, SuccessPoint, Uniqueness
from pages.kit.charts.chart import (
    MISSING,
    RIGHT,
    WRONG,
    Chart,
    Table,
    bar_marker,
    bars_height,
    framed,
    interval_bars,
    plain,
)
from pages.shell.words import count, percent, portion

# Does a crowd hide you?


_CROWD_STYLES = ((RIGHT, "solid", "circle"), (WRONG, "dash", "square"), (MISSING, "dot", "diamond"))
NOBODY = 5
"""Where a crowd of nobody stands on an axis of powers."""


def crowds_chart(lines: Mapping[str, Sequence[CrowdPoint]]) -> Chart:
    """Leakage against the size of the crowd, one line a name the person might have; at most three."""
    figure = go.Figure()
    sizes: set[int] = set()
    for (name, points), (colour, dash, symbol) in zip(lines.items(), _CROWD_STYLES, strict=False):
        sizes |= {point.people for point in points}
        figure.add_scatter(
            name=name,
            x=[point.people or NOBODY for point in points],
            y=[point.leakage for point in points],
            mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 2.5},
            marker={"symbol": symbol, "size": 8},
            customdata=[[point.people, point.strangers] for point in points],
            hovertemplate=f"{name}, among %{{customdata[0]:,}} others: leakage %{{y:.4f}}<br>"
            "%{customdata[1]:,} of their records joined<extra></extra>",
        )
    ticks = [size for size in sorted(sizes) if str(size).strip("0") == "1"]
    figure.update_xaxes(
        title="other people whose records Eve holds",
        type="log",
        tickvals=[NOBODY, *ticks],
        ticktext=["none", *(f"{size:,}" for size in ticks)],
    )
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[-0.02, 1.05])
    said = [
        f"{name}: {percent(points[0].leakage)} alone, {percent(points[-1].leakage)} among {points[-1].people:,}"
        for name, points in lines.items()
        if points
    ]
    framed(figure, "Does a crowd hide you?", 420)
    return Chart(figure, f"{'; '.join(said)}." if said else "Nothing was run yet.")


# How many are found as the crowd grows?


LEAST = 1e-9
"""The least share that is drawn; the axis counts in powers, on which nothing has no place."""


@dataclass(frozen=True)
class PartPoint:
    """The shares in a part of the table, as they are: found and alone."""

    people: int
    correct: float
    unique: float


def identification_chart(parts: Sequence[PartPoint], foretold: Sequence[IdentificationPoint], crowd: int) -> Chart:
    """The shares found and alone: in parts of the table as counted, beyond it as foretold, with 95 % bands.

    Arguments:
        parts: of the table, the whole of it last.
        foretold: of larger crowds, the table's own size first.
        crowd: the size that is looked at.
    """
    figure = go.Figure()
    _line(figure, "found", RIGHT, "solid", [(p.people, p.correct) for p in parts], foretold, lambda p: p.correct)
    _line(figure, "like nobody else", MISSING, "dash", [(p.people, p.unique) for p in parts], foretold, _unique)
    figure.add_vline(x=crowd, line={"color": MISSING, "width": 1, "dash": "dot"})
    figure.update_xaxes(title="people in the crowd", type="log", dtick=2, exponentformat="power")
    least = max(LEAST, min(point.correct.low for point in foretold))
    powers = range(0, -math.ceil(-math.log10(least)) - 1, -1)
    figure.update_yaxes(
        title="share of the crowd (higher is worse)",
        type="log",
        tickvals=[10.0**power for power in powers],
        ticktext=[portion(10.0**power).replace("\u00a0", " ") for power in powers],
        range=[powers[-1], 0.1],
    )
    last = foretold[-1]
    alt = (
        f"{portion(parts[-1].correct)} are found among {parts[-1].people:,}, and {portion(last.correct.expected)} "
        f"among {last.people:,}, between {portion(last.correct.low)} and {portion(last.correct.high)}."
    )
    return Chart(framed(figure, "How many are found as the crowd grows?", 420), alt, _parts_table(parts, foretold))


def _unique(point: IdentificationPoint) -> Identified:
    return point.unique


def _line(
    figure: go.Figure,
    name: str,
    colour: str,
    dash: str,
    counted: Sequence[tuple[int, float]],
    foretold: Sequence[IdentificationPoint],
    share: Callable[[IdentificationPoint], Identified],
) -> None:
    people, shares = [point.people for point in foretold], [share(point) for point in foretold]
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    figure.add_scatter(
        name=f"{name}: 95 times in 100",
        x=[*people, *reversed(people)],
        y=[max(end, LEAST) for end in (*(s.high for s in shares), *(s.low for s in reversed(shares)))],
        mode="lines",
        fill="toself",
        fillcolor=f"rgba({red},{green},{blue},0.2)",
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        name=f"{name}, foretold",
        x=people,
        y=[s.expected or None for s in shares],
        mode="lines",
        line={"color": colour, "dash": dash, "width": 2.5},
        customdata=[[s.low, s.high] for s in shares],
        hovertemplate=f"among %{{x:,}}: %{{y:.2%}} {name}<br>between %{{customdata[0]:.3g}} and "
        "%{customdata[1]:.3g}<extra></extra>",
    )
    figure.add_scatter(
        name=f"{name}, in the table",
        x=[place for place, _ in counted],
        y=[value or None for _, value in counted],
        mode="markers",
        marker={"color": colour, "size": 8, "symbol": "circle" if dash == "solid" else "diamond"},
        hovertemplate=f"among %{{x:,}} of the table: %{{y:.2%}} {name}<extra></extra>",
    )


def _parts_table(parts: Sequence[PartPoint], foretold: Sequence[IdentificationPoint]) -> Table:
    columns = ("People", "How", "Found", "From", "To", "Like nobody else", "From (alone)", "To (alone)")
    counted = [(p.people, "counted in the table", p.correct, "", "", p.unique, "", "") for p in parts]
    beyond = [
        (p.people, "foretold", *_cells(p.correct), *_cells(p.unique)) for p in foretold if p.people > parts[-1].people
    ]
    return Table(columns, (*counted, *beyond))


def _cells(share: Identified) -> tuple[float, float, float]:
    return share.expected, share.low, share.high


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
    rows = list(reversed(top))
    unit = "σ" if robust else ""
    figure = go.Figure()
    groups = (
        ("you", RIGHT, lambda person: person == me),
        ("somebody else", WRONG, lambda person: me is not None and person != me),
        ("a row of the table", MISSING, lambda _: me is None),
    )
    for name, colour, belongs in groups:
        some = [n for n, candidate in enumerate(rows) if belongs(candidate.person)]
        if some:
            figure.add_bar(
                name=name,
                y=some,
                x=[rows[n].score / scale for n in some],
                orientation="h",
                marker=bar_marker(colour),
                text=[percent(rows[n].probability) for n in some],
                textposition="outside",
                cliponaxis=False,
                customdata=[[plain(names[rows[n].person]), rows[n].score, rows[n].probability] for n in some],
                hovertemplate=f"%{{customdata[0]}}: %{{x:.2f}} {unit}, score %{{customdata[1]:.4f}}<br>"
                "probability %{customdata[2]:.4f}<extra></extra>",
            )
    highest = top[0].score / scale
    if robust and highest > eccentricity:
        figure.add_vline(x=highest - eccentricity, line={"color": MISSING, "width": 2, "dash": "dash"})
        figure.add_annotation(
            x=highest - eccentricity,
            y=-0.5,
            yanchor="top",
            # On the side with more room, and clear of the line.
            xanchor="right" if highest > 2 * eccentricity else "left",
            xshift=-6 if highest > 2 * eccentricity else 6,
            text="the second must end left of this line",
            showarrow=False,
            font={"size": 12},
        )
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[plain(names[candidate.person]) for candidate in rows],
        range=[-1.1, len(rows) - 0.4],
        title="row of the table",
    )
    figure.update_xaxes(
        title="score in σ (higher: more alike)" if robust else "score: the least similar fact",
        range=[0, 1.3 * highest],
    )
    return Chart(framed(figure, "Who stands out?", bars_height(len(rows)) + 30), _lineup_text(lineup, top, me))


def _lineup_text(lineup: Lineup, top: Sequence[Candidate], me: int | None) -> str:
    place = next((n for n, candidate in enumerate(top, start=1) if candidate.person == me), None)
    mine = "" if me is None else f" You are number {place}." if place else " You are not among them."
    ahead = "" if lineup.eccentricity is None else f" The best is {lineup.eccentricity:.1f} deviations ahead."
    return (
        f"Bars for the best {len(top)} rows; the best has a probability of {percent(top[0].probability)}.{ahead}{mine}"
    )


# How few facts does it take?


_SUCCESS_STYLES = (
    (RIGHT, "solid", "circle"),
    (MISSING, "dash", "square"),
    (WRONG, "dot", "diamond"),
    (WRONG, "dashdot", "triangle-up"),
)


def success_chart(lines: Sequence[tuple[str, Sequence[SuccessPoint]]]) -> Chart:
    """The share of people found against the number of facts, with Wilson's interval as bars.

    Arguments:
        lines: a name, and one point a number of facts; at most four.
    """
    figure = go.Figure()
    for number, (name, points) in enumerate(lines):
        colour, dash, symbol = _SUCCESS_STYLES[number]
        ends = [point.success.interval() for point in points]
        figure.add_scatter(
            name=name,
            x=[point.facts for point in points],
            y=[point.success.value for point in points],
            error_y=interval_bars([point.success for point in points], 5),
            mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 2.5},
            marker={"symbol": symbol, "size": 9},
            customdata=[[point.found, point.trials, *end] for point, end in zip(points, ends, strict=True)],
            hovertemplate=f"{name}, %{{x}} facts: %{{y:.1%}}<br>%{{customdata[0]}} of %{{customdata[1]}}, "
            "between %{customdata[2]:.1%} and %{customdata[3]:.1%}<extra></extra>",
        )
    most = max((point.facts for _, points in lines for point in points), default=8)
    figure.update_xaxes(title="facts Eve knows about a person", dtick=1, range=[0.5, most + 0.5])
    figure.update_yaxes(title="people found (higher is worse)", tickformat=".0%", range=[-0.02, 1.05])
    said = [
        f"{name}: {percent(points[-1].success.value)} with {count(points[-1].facts, 'fact')}" for name, points in lines
    ]
    framed(figure, "How few facts does it take?", 460)
    return Chart(figure, f"{'; '.join(said)}." if said else "Nothing was run yet.")


# After how many entries is nobody else left?


MOST = 25


def thinning_chart(thinned: Uniqueness) -> Chart:
    """The people left after k entries: the median of random orders, nine in ten of them, and the rarest first."""
    until = int(max(thinned.needed.max(), 1)) if thinned.needed[0] >= 0 else thinned.left.shape[1] - 1
    shown = min(thinned.left.shape[1], until + 2, MOST + 1)
    left, steps = thinned.left[:, :shown], list(range(shown))
    low, middle, high = np.quantile(left, [0.05, 0.5, 0.95], axis=0).tolist()
    rarest = thinned.rarest_first[:shown].tolist()
    figure = go.Figure()
    figure.add_scatter(
        name="nine in ten random orders",
        x=[*steps, *reversed(steps)],
        y=[*high, *reversed(low)],
        mode="lines",
        fill="toself",
        fillcolor="rgba(138,143,152,0.25)",
        line={"width": 0},
        hoverinfo="skip",
    )
    figure.add_scatter(
        name="random entries, the median",
        x=steps,
        y=middle,
        mode="lines+markers",
        line={"color": RIGHT, "width": 3},
        hovertemplate="after %{x} random entries: %{y:,.0f} left<extra></extra>",
    )
    figure.add_scatter(
        name="the most telling entry first",
        x=list(range(len(rarest))),
        y=rarest,
        mode="lines+markers",
        line={"color": MISSING, "dash": "dash"},
        marker={"symbol": "diamond", "size": 8},
        hovertemplate="after the %{x} most telling entries: %{y:,} left<extra></extra>",
    )
    figure.update_xaxes(title="entries of your row that Eve knows", dtick=max(1, shown // 12))
    figure.update_yaxes(
        title="people left (1: you alone)",
        type="log",
        dtick=1,
        tickformat=",",
        range=[-0.1, float(np.log10(thinned.left[0, 0])) + 0.1],
    )
    end = int(middle[-1])
    alt = f"From {thinned.left[0, 0]:,} people down to {end:,} after {shown - 1} random entries, in half of the orders."
    return Chart(framed(figure, "After how many entries is nobody else left?", 400), alt)
