"""Charts of an attacker's error."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from leakage.published.channels import LocationPrivacy, TradeOff
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages.app.words import percent
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart

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
    symbol = "triangle-up" if chosen.epsilon > HIGHEST else "circle"
    marks = [
        spec.line(
            "lies from few to many",
            [(point.error, point.epsilon, point.lie) for point in curve],
            RIGHT,
            "%{customdata:.1%} lies: wrong %{x:.1%} of the time, ε %{y:.3f}",
            width=3,
        ),
        spec.dots(
            "chosen",
            [(chosen.error, min(chosen.epsilon, HIGHEST))],
            RIGHT,
            f"chosen: wrong %{{x:.1%}} of the time, ε {_number(chosen.epsilon)}",
            size=15,
            symbol=symbol,
        ),
        spec.level("a blind guess", (blind, 0), (blind, HIGHEST), "a blind guess is wrong %{x:.1%} of the time"),
    ]
    return spec.draw(
        "How much may an answer give away?",
        marks,
        spec.share_axis("she is wrong (higher is safer)", [-0.02, 1.0]),
        spec.axis("ε (higher is worse)", [-0.1, HIGHEST + 0.3]),
        f"With {percent(chosen.lie)} lies her guess is wrong {percent(chosen.error)} of the time and ε is "
        f"{_number(chosen.epsilon)}; a blind guess would be wrong {percent(blind)} of the time.",
        height=380,
    )


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
    shannon = min(curve, key=lambda point: abs(point[0] - 1.0))
    named = [
        spec.dots(
            name,
            [(alpha, value)],
            MISSING,
            f"{name}: %{{y:.3f}} bits",
            size=10,
            symbol=symbol,
            text=[f"  {name}, α = {alpha:g}"],
            textposition="middle right",
            showlegend=False,
        )
        for name, symbol, (alpha, value) in (("Hartley's", "square", curve[0]), ("Shannon's", "diamond", shannon))
    ]
    return spec.draw(
        "How uncertain is she, by each order?",
        [
            spec.line("Rényi's entropy", curve, WRONG, "α = %{x:.2f}: %{y:.3f} bits", width=3),
            spec.level("min-entropy, α = ∞", (0, least), (last, least), "α = ∞: %{y:.3f} bits"),
            *named,
            spec.ring("chosen", (min(order, last), entropy), WRONG),
        ],
        spec.axis("order α", [-0.3, last + 0.3]),
        spec.axis("bits (higher is better)", [-0.1, 1.12 * max(curve[0][1], 0.5)]),
        f"Hartley's {curve[0][1]:.3f}, Shannon's {shannon[1]:.3f} and min-entropy {least:.3f} bits; at α = "
        f"{'∞' if math.isinf(order) else f'{order:g}'} {entropy:.3f} bits.",
    )


# Who wrote the message?


def messages_chart(curve: Sequence[tuple[float, float]], chosen: tuple[float, float], users: int) -> Chart:
    """The error against p.

    Arguments:
        curve: p and the error.
        chosen: the point marked.
        users: how many there are.
    """
    hover = "p = %{x:.0%}: wrong %{y:.1%} of the time"
    return spec.draw(
        "Who wrote the message?",
        [
            spec.line("(1 − p)(1 − 1/n)", curve, WRONG, hover, width=3),
            spec.dots("chosen", [chosen], WRONG, f"chosen: {hover}", size=15),
        ],
        spec.share_axis("p: message sent at once", [0, 1.03]),
        spec.share_axis("her guess is wrong (higher is better)", [-0.03, 1.0]),
        f"With {users} people and p = {percent(chosen[0])} her guess is wrong {percent(chosen[1])} of the time.",
    )


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
    lines = [
        spec.line(
            name,
            [(sigma, math.sqrt(square), square) for sigma, square in zip(noises, squares, strict=True)],
            look,
            f"{name}<br>σ = %{{x:,}} m: %{{y:,.0f}} m off, mean squared error %{{customdata:,.0f}} m²",
        )
        for name, look, squares in (
            ("the app: what noise costs you", spec.Look(MISSING, "dash", width=3), [p.distortion for p in curve]),
            ("Eve: what it gives you", spec.Look(WRONG, "solid", width=3), [p.privacy for p in curve]),
        )
    ]
    ends = [(noise, math.sqrt(chosen.distortion)), (noise, math.sqrt(chosen.privacy))]
    symbols = ["square", "circle"]
    marked = spec.dots("chosen", ends, [MISSING, WRONG], None, size=13, symbol=symbols, showlegend=False)
    return spec.draw(
        "How far off is her guess?",
        [*lines, marked],
        spec.axis("noise each way, σ (metres)", rangemode="tozero"),
        spec.axis("metres off (root mean square)", rangemode="tozero"),
        f"With noise of {noise:,} m in each direction Eve is {math.sqrt(chosen.privacy):,.0f} m off, and the app "
        f"{math.sqrt(chosen.distortion):,.0f} m.",
    )


# How private can useful answers be?


def usefulness_chart(points: Sequence[TradeOff], least: float, most: float) -> Chart:
    """Privacy against usefulness, as in Figure 3 of Rebollo-Monedero et al.

    Arguments:
        points: from no lies to one in two.
        least: u₀, how useful the answers must be.
        most: the privacy they can then have.
    """
    parts = (
        ("useful enough", spec.Look(WRONG, "solid", width=4), [p for p in points if p.utility >= least - 1e-9]),
        ("not useful enough", spec.Look(MISSING, "dot", width=2), [p for p in points if p.utility <= least + 1e-9]),
    )
    hover = "p = %{customdata:.2f}: true %{x:.1%} of the time, wrong %{y:.1%}"
    lines = [spec.line(name, [(p.utility, p.privacy, p.flip) for p in part], look, hover) for name, look, part in parts]
    bound = "u₀ = %{x:.1%}: wrong at most %{y:.1%} of the time"
    return spec.draw(
        "How private can useful answers be?",
        [*lines, spec.dots("the most privacy", [(least, most)], WRONG, bound, size=15)],
        spec.share_axis("U: the answer is true", [0.48, 1.02]),
        spec.share_axis("P: Eve is wrong (higher is better)", [-0.02, 0.54]),
        f"A straight line: answers that are all true leave no privacy, those true half the time "
        f"{percent(points[-1].privacy)}. If {percent(least)} must be true, she is wrong at most {percent(most)}.",
        height=380,
    )
