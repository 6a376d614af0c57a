"""How much may an answer give away?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from pages.kit.charts.chart import RIGHT, Chart, framed
from pages.kit.charts.marks import add_level, add_point
from pages.shell.words import percent

HIGHEST = 7.0


@dataclass(frozen=True, slots=True)
class AnswerPoint:
    """Answers that are lies now and then.

    Arguments:
        lie: how often.
        error: how often somebody who guesses from the answer is wrong.
        epsilon: ε of differential privacy; infinite without lies.
    """

    lie: float
    error: float
    epsilon: float


def answers_chart(curve: Sequence[AnswerPoint], chosen: AnswerPoint, blind: float) -> Chart:
    """ε against the attacker's error; a point beyond the top stands at the top.

    Arguments:
        curve: from few lies to as many as a blind guess is wrong.
        chosen: the point marked.
        blind: the error of a blind guess.
    """
    figure = go.Figure()
    figure.add_scatter(
        name="lies from few to many",
        x=[point.error for point in curve],
        y=[point.epsilon for point in curve],
        mode="lines",
        line={"color": RIGHT, "width": 3},
        customdata=[point.lie for point in curve],
        hovertemplate="%{customdata:.1%} lies: wrong %{x:.1%} of the time, ε %{y:.3f}<extra></extra>",
    )
    said = f"chosen: wrong %{{x:.1%}} of the time, ε {_number(chosen.epsilon)}"
    symbol = "triangle-up" if chosen.epsilon > HIGHEST else "circle"
    add_point(figure, "chosen", (chosen.error, min(chosen.epsilon, HIGHEST)), said, RIGHT, symbol=symbol)
    blindly = "a blind guess is wrong %{x:.1%} of the time"
    add_level(figure, "a blind guess", (blind, 0), (blind, HIGHEST), blindly)
    figure.update_xaxes(title="how often her guess is wrong (higher is better)", tickformat=".0%", range=[-0.02, 1.0])
    figure.update_yaxes(title="ε (higher is worse)", range=[-0.1, HIGHEST + 0.3])
    alt = (
        f"With {percent(chosen.lie)} lies her guess is wrong {percent(chosen.error)} of the time and ε is "
        f"{_number(chosen.epsilon)}; a blind guess would be wrong {percent(blind)} of the time."
    )
    return Chart(framed(figure, "How much may an answer give away?", 380), alt)


def _number(epsilon: float) -> str:
    return "∞" if math.isinf(epsilon) else f"{epsilon:.3f}"
