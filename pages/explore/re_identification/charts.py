"""Charts of re-identification."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leakage.crowd import CrowdPoint
from leakage.reidentification import Candidate, IdentificationPoint, Identified, Lineup, SuccessPoint, Uniqueness
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, Table, plain
from pages.shell.words import count, percent, portion

# Does a crowd hide you?


_CROWD_LOOKS = (
    spec.Look(RIGHT, "solid", "circle", 2.5, 8),
    spec.Look(WRONG, "dash", "square", 2.5, 8),
    spec.Look(MISSING, "dot", "diamond", 2.5, 8),
)
NOBODY = 5
"""Where a crowd of nobody stands on an axis of powers."""


def crowds_chart(lines: Mapping[str, Sequence[CrowdPoint]]) -> Chart:
    """Leakage against the size of the crowd, one line a name the person might have; at most three."""
    marks = [
        spec.line(
            name,
            [(point.people or NOBODY, point.leakage, point.people, point.strangers) for point in points],
            look,
            f"{name}, among %{{customdata[0]:,}} others: leakage %{{y:.4f}}<br>"
            "%{customdata[1]:,} of their records joined",
        )
        for (name, points), look in zip(lines.items(), _CROWD_LOOKS, strict=False)
    ]
    sizes = sorted({point.people for points in lines.values() for point in points})
    ticks = [size for size in sizes if str(size).strip("0") == "1"]
    sentences = [
        f"{name}: {percent(points[0].leakage)} alone, {percent(points[-1].leakage)} among {points[-1].people:,}"
        for name, points in lines.items()
        if points
    ]
    return spec.draw(
        "Does a crowd hide you?",
        marks,
        spec.axis(
            "other people in Eve's records",
            type="log",
            **spec.rows(["none", *(f"{size:,}" for size in ticks)], [NOBODY, *ticks]),
        ),
        spec.share_axis(spec.LEAKAGE, [-0.02, 1.05]),
        f"{'; '.join(sentences)}." if sentences else "Nothing was run yet.",
        height=420,
    )


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
    least = max(LEAST, min(point.correct.low for point in foretold))
    powers = range(0, -math.ceil(-math.log10(least)) - 1, -1)
    last = foretold[-1]
    return spec.draw(
        "How many are found as the crowd grows?",
        [
            *_shares("found", RIGHT, "solid", [(p.people, p.correct) for p in parts], foretold, lambda p: p.correct),
            *_shares("like nobody else", MISSING, "dash", [(p.people, p.unique) for p in parts], foretold, _unique),
        ],
        spec.axis("people in the crowd", type="log", dtick=2, exponentformat="power"),
        spec.axis(
            "share of the crowd (higher is worse)",
            [powers[-1], 0.1],
            type="log",
            tickvals=[10.0**power for power in powers],
            ticktext=[portion(10.0**power).replace("\u00a0", " ") for power in powers],
        ),
        f"{portion(parts[-1].correct)} are found among {parts[-1].people:,}, and {portion(last.correct.expected)} "
        f"among {last.people:,}, between {portion(last.correct.low)} and {portion(last.correct.high)}.",
        height=420,
        table=_parts_table(parts, foretold),
        shapes=[spec.vertical(crowd, width=1, dash="dot")],
    )


def _unique(point: IdentificationPoint) -> Identified:
    return point.unique


def _shares(
    name: str,
    colour: str,
    dash: str,
    counted: Sequence[tuple[int, float]],
    foretold: Sequence[IdentificationPoint],
    share: Callable[[IdentificationPoint], Identified],
) -> list[spec.Mark]:
    people, shares = [point.people for point in foretold], [share(point) for point in foretold]
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    low, high = ([max(end, LEAST) for end in ends] for ends in ([s.low for s in shares], [s.high for s in shares]))
    expected = [(size, s.expected or None, s.low, s.high) for size, s in zip(people, shares, strict=True)]
    return [
        spec.band(f"{name}: 95 times in 100", people, low, high, f"rgba({red},{green},{blue},0.2)", showlegend=False),
        spec.line(
            f"{name}, foretold",
            expected,
            spec.Look(colour, dash, width=2.5),
            f"among %{{x:,}}: %{{y:.2%}} {name}<br>between %{{customdata[0]:.3g}} and %{{customdata[1]:.3g}}",
        ),
        spec.dots(
            f"{name}, in the table",
            [(place, value or None) for place, value in counted],
            colour,
            f"among %{{x:,}} of the table: %{{y:.2%}} {name}",
            symbol="circle" if dash == "solid" else "diamond",
        ),
    ]


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
