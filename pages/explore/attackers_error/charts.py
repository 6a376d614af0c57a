"""Charts of an attacker's error."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from leakage.reidentification import Share
from leakage.tables import LocationPrivacy, TradeOff
from pages.kit.charts.chart import MISSING, RIGHT, WRONG, Chart, add_level, add_point, add_ring, framed, interval_bars
from pages.shell.words import percent

# How much may an answer give away?


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


# How uncertain is she, by each order of entropy?


def entropies_chart(curve: Sequence[tuple[float, float]], least: float, order: float, entropy: float) -> Chart:
    """Rényi's entropy by its order α, with the three that have a name.

    Arguments:
        curve: α and entropy, α from 0 on and 1 among them.
        least: the entropy for α = ∞.
        order, entropy: those marked; infinity stands at the right edge.
    """
    last = curve[-1][0]
    figure = go.Figure()
    figure.add_scatter(
        name="Rényi's entropy",
        x=[alpha for alpha, _ in curve],
        y=[value for _, value in curve],
        mode="lines",
        line={"color": WRONG, "width": 3},
        hovertemplate="α = %{x:.2f}: %{y:.3f} bits<extra></extra>",
    )
    add_level(figure, "min-entropy, α = ∞", (0, least), (last, least), "α = ∞: %{y:.3f} bits")
    shannon = min(curve, key=lambda point: abs(point[0] - 1.0))
    for name, symbol, (alpha, value) in (("Hartley's", "square", curve[0]), ("Shannon's", "diamond", shannon)):
        figure.add_scatter(
            name=name,
            x=[alpha],
            y=[value],
            mode="markers+text",
            text=[f"  {name}, α = {alpha:g}"],
            textposition="middle right",
            marker={"size": 10, "color": MISSING, "symbol": symbol},
            hovertemplate=f"{name}: %{{y:.3f}} bits<extra></extra>",
            showlegend=False,
        )
    add_ring(figure, "chosen", (min(order, last), entropy), WRONG)
    figure.update_xaxes(title="order α", range=[-0.3, last + 0.3])
    figure.update_yaxes(title="bits (higher is better)", range=[-0.1, 1.12 * max(curve[0][1], 0.5)])
    alt = (
        f"Hartley's {curve[0][1]:.3f}, Shannon's {shannon[1]:.3f} and min-entropy {least:.3f} bits; at α = "
        f"{'∞' if math.isinf(order) else f'{order:g}'} {entropy:.3f} bits."
    )
    return Chart(framed(figure, "How uncertain is she, by each order?", 400), alt)


# Who wrote the message?


@dataclass(frozen=True, slots=True)
class MessagePoint:
    """Messages that are handed in at once with a probability.

    Arguments:
        direct: p.
        error: how often the one who handed it in is not the writer, by the formula.
        simulated: the same of messages followed along their paths.
    """

    direct: float
    error: float
    simulated: Share


def messages_chart(
    curve: Sequence[tuple[float, float]], tried: Sequence[MessagePoint], chosen: MessagePoint, users: int
) -> Chart:
    """The error against p: by the formula, and simulated with Wilson's interval as bars.

    Arguments:
        curve: p and the error by the formula.
        tried: some of them simulated.
        chosen: the one marked, simulated too.
        users: how many there are.
    """
    figure = go.Figure()
    figure.add_scatter(
        name="(1 − p)(1 − 1/n)",
        x=[direct for direct, _ in curve],
        y=[error for _, error in curve],
        mode="lines",
        line={"color": WRONG, "width": 3},
        hovertemplate="p = %{x:.0%}: wrong %{y:.1%} of the time<extra></extra>",
    )
    ends = [point.simulated.interval() for point in tried]
    figure.add_scatter(
        name="simulated, 95 % interval",
        x=[point.direct for point in tried],
        y=[point.simulated.value for point in tried],
        error_y=interval_bars([point.simulated for point in tried], 6),
        mode="markers",
        marker={"color": MISSING, "size": 8, "symbol": "square"},
        customdata=[
            [point.simulated.count, point.simulated.trials, *end] for point, end in zip(tried, ends, strict=True)
        ],
        hovertemplate="p = %{x:.0%}: %{customdata[0]:,} of %{customdata[1]:,} wrong"
        "<br>between %{customdata[2]:.1%} and %{customdata[3]:.1%}<extra></extra>",
    )
    said = "chosen: p = %{x:.0%}, wrong %{y:.1%} of the time"
    add_point(figure, "chosen", (chosen.direct, chosen.error), said, WRONG)
    figure.update_xaxes(title="p: how often a holder hands the message in", tickformat=".0%", range=[0, 1.03])
    figure.update_yaxes(title="her guess is wrong (higher is better)", tickformat=".0%", range=[-0.03, 1.0])
    alt = (
        f"With {users} people and p = {percent(chosen.direct)} her guess is wrong {percent(chosen.error)} of the time "
        f"by the formula, and {percent(chosen.simulated.value)} of {chosen.simulated.trials:,} simulated messages."
    )
    return Chart(framed(figure, "Who wrote the message?", 400), alt)


# How far off is her guess?


def places_chart(
    noises: Sequence[float], curve: Sequence[LocationPrivacy], noise: float, chosen: LocationPrivacy
) -> Chart:
    """How far off the attacker and the app are, by the noise.

    Arguments:
        noises: σ in metres.
        curve: what each does.
        noise, chosen: the one marked.
    """
    figure = go.Figure()
    lines = (
        ("the app: what noise costs you", MISSING, "dash", [point.distortion for point in curve]),
        ("Eve: what it gives you", WRONG, "solid", [point.privacy for point in curve]),
    )
    for name, colour, dash, squares in lines:
        figure.add_scatter(
            name=name,
            x=list(noises),
            y=[math.sqrt(square) for square in squares],
            mode="lines",
            line={"color": colour, "dash": dash, "width": 3},
            customdata=list(squares),
            hovertemplate=f"{name}<br>σ = %{{x:,}} m: %{{y:,.0f}} m off, mean squared error %{{customdata:,.0f}} m²"
            "<extra></extra>",
        )
    figure.add_scatter(
        name="chosen",
        x=[noise, noise],
        y=[math.sqrt(chosen.distortion), math.sqrt(chosen.privacy)],
        mode="markers",
        marker={"size": 13, "color": [MISSING, WRONG], "symbol": ["square", "circle"]},
        showlegend=False,
        hoverinfo="skip",
    )
    figure.update_xaxes(title="noise in each direction, σ (metres)", rangemode="tozero")
    figure.update_yaxes(title="metres off (root mean square)", rangemode="tozero")
    alt = (
        f"With noise of {noise:,} m in each direction Eve is {math.sqrt(chosen.privacy):,.0f} m off, and the app "
        f"{math.sqrt(chosen.distortion):,.0f} m."
    )
    return Chart(framed(figure, "How far off is her guess?", 400), alt)


# How private can useful answers be?


def usefulness_chart(points: Sequence[TradeOff], least: float, most: float) -> Chart:
    """Privacy against usefulness, as in Figure 3 of Rebollo-Monedero et al.

    Arguments:
        points: from no lies to one in two.
        least: u₀, how useful the answers must be.
        most: the privacy they can then have.
    """
    figure = go.Figure()
    parts = (
        ("useful enough", WRONG, 4, [point for point in points if point.utility >= least - 1e-9]),
        ("not useful enough", MISSING, 2, [point for point in points if point.utility <= least + 1e-9]),
    )
    for name, colour, width, part in parts:
        figure.add_scatter(
            name=name,
            x=[point.utility for point in part],
            y=[point.privacy for point in part],
            mode="lines",
            line={"color": colour, "width": width, "dash": "dot" if colour == MISSING else "solid"},
            customdata=[point.flip for point in part],
            hovertemplate="p = %{customdata:.2f}: true %{x:.1%} of the time, wrong %{y:.1%}<extra></extra>",
        )
    add_point(figure, "the most privacy", (least, most), "u₀ = %{x:.1%}: wrong at most %{y:.1%} of the time", WRONG)
    figure.update_xaxes(title="U: how often the answer is true (higher is more useful)", tickformat=".0%")
    figure.update_yaxes(title="P: Eve is wrong (higher is better)", tickformat=".0%")
    figure.update_xaxes(range=[0.48, 1.02])
    figure.update_yaxes(range=[-0.02, 0.54])
    alt = (
        f"A straight line: answers that are all true leave no privacy, those true half the time "
        f"{percent(points[-1].privacy)}. If {percent(least)} must be true, she is wrong at most {percent(most)}."
    )
    return Chart(framed(figure, "How private can useful answers be?", 380), alt)
