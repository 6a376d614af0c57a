"""Who stands out?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.reidentification import Candidate, Lineup
from pages.kit.charts.chart import MISSING, RIGHT, WRONG, Chart, bars_height, framed, plain
from pages.kit.charts.marks import bar_marker
from pages.shell.words import percent


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
    return Chart(framed(figure, "Who stands out?", bars_height(len(rows)) + 30), _said(lineup, top, me))


def _said(lineup: Lineup, top: Sequence[Candidate], me: int | None) -> str:
    place = next((n for n, candidate in enumerate(top, start=1) if candidate.person == me), None)
    mine = "" if me is None else f" You are number {place}." if place else " You are not among them."
    ahead = "" if lineup.eccentricity is None else f" The best is {lineup.eccentricity:.1f} deviations ahead."
    return (
        f"Bars for the best {len(top)} rows; the best has a probability of {percent(top[0].probability)}.{ahead}{mine}"
    )
