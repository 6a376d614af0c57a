"""Charts of the leakage."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import plotly.graph_objects as go

from leakage.measure.gradient import Addition
from leakage.workspace.figures.assessment import PoolSummary
from leakage.workspace.figures.belief import Fact
from pages.kit.charts.chart import (
    LEAKAGE_AXIS,
    MEANINGS,
    MISSING,
    RIGHT,
    WRONG,
    Chart,
    Table,
    bar_marker,
    bars_height,
    framed,
    in_points,
    plain,
)
from pages.shell.words import change, count, percent

# What would one more fact do?


MOST_ADDITIONS = 20


def additions_chart(additions: Sequence[Addition], display_name: Callable[[str], str]) -> Chart:
    """One row a label: to the right what a true value would add, to the left what a wrong one would take off."""
    reach: dict[str, float] = {}
    for addition in additions:
        reach[addition.label] = reach.get(addition.label, 0.0) + abs(addition.slope)
    labels = sorted(reach, key=lambda label: reach[label])[-MOST_ADDITIONS:]
    figure = go.Figure()
    for right, name, colour in ((True, "she learns it", RIGHT), (False, "she believes one more wrong value", WRONG)):
        kept = [addition for addition in additions if addition.right == right and addition.label in labels]
        figure.add_bar(
            name=name,
            orientation="h",
            y=[labels.index(addition.label) for addition in kept],
            x=[addition.slope for addition in kept],
            marker=bar_marker(colour),
            hovertext=[f"{plain(display_name(addition.label))}, {name}: {addition.slope:+.4f}" for addition in kept],
            hoverinfo="text",
        )
    figure.update_layout(barmode="overlay")
    figure.update_yaxes(tickvals=list(range(len(labels))), ticktext=[plain(display_name(label)) for label in labels])
    slopes = [addition.slope for addition in additions if addition.label in labels]
    low, high = 1.05 * min([0.0, *slopes]), 1.05 * max([0.0, *slopes])
    figure.update_xaxes(title="points of leakage (right is worse)")
    in_points(figure, low, high if high > low else low + 0.01)
    worst = max(
        (addition for addition in additions if addition.right), key=lambda addition: addition.slope, default=None
    )
    alt = "She has everything already."
    if worst:
        alt = f"Most would be added by {display_name(worst.label)}: {change(worst.slope)}."
    return Chart(framed(figure, "What would one more fact do?", bars_height(len(labels))), alt)


# What does she have right, wrong, and what is she missing?


MOST_EACH = 18
_NAMES = {
    "right": "right: she has it",
    "wrong": "wrong: it misleads her",
    "missing": "missing: she lacks it",
}


def composite_chart(facts: Sequence[Fact], display_name: Callable[[str], str]) -> Chart:
    """Bars, one a fact: how heavily she holds it, or how heavy what she lacks would be; the heaviest of each kind."""
    shown = [fact for meaning in MEANINGS for fact in [f for f in facts if f.meaning == meaning][:MOST_EACH]]
    # Places, not names, are the coordinates: two facts may begin alike. The first stands on top.
    places = {id(fact): len(shown) - 1 - number for number, fact in enumerate(shown)}
    names = {id(fact): plain(f"{display_name(fact.label)}: {fact.value}", 46) for fact in shown}
    figure = go.Figure()
    for meaning, colour in MEANINGS.items():
        kept = [fact for fact in shown if fact.meaning == meaning]
        if kept:
            missing = meaning == "missing"
            figure.add_bar(
                name=_name(meaning, sum(fact.meaning == meaning for fact in facts) - len(kept)),
                orientation="h",
                y=[places[id(fact)] for fact in kept],
                x=[fact.weight if missing else fact.weight * fact.confidence for fact in kept],
                marker=_marker(meaning, colour),
                customdata=[[names[id(fact)], fact.weight, fact.confidence] for fact in kept],
                hovertemplate=f"%{{customdata[0]}}<br>{meaning}; weight %{{customdata[1]:g}}, "
                "confidence %{customdata[2]:g}<extra></extra>",
            )
    figure.update_yaxes(tickvals=[places[id(fact)] for fact in shown], ticktext=[names[id(fact)] for fact in shown])
    figure.update_xaxes(title="weight × confidence (missing: weight)", rangemode="tozero")
    counts = {meaning: sum(fact.meaning == meaning for fact in facts) for meaning in MEANINGS}
    alt = ", ".join(f"{count(number, 'fact')} {meaning}" for meaning, number in counts.items())
    question = "What does she have right, what wrong, and what is she missing?"
    return Chart(framed(figure, question, bars_height(len(shown)) + 30), f"{alt}.", _facts_table(facts, display_name))


def _name(meaning: str, left_out: int) -> str:
    return f"{_NAMES[meaning]}{f' ({left_out} lighter not drawn)' if left_out else ''}"


def _facts_table(facts: Sequence[Fact], display_name: Callable[[str], str]) -> Table:
    """Every fact, those not drawn as well."""
    rows = [(display_name(f.label), f.value, f.meaning, f.confidence, f.weight) for f in facts]
    return Table(("What", "Value", "Eve has it", "Confidence", "Weight"), tuple(rows))


def _marker(meaning: str, colour: str) -> dict[str, object]:
    """Filled for what is right, hatched for what is wrong, hollow for what is missing: told apart without colour."""
    line = {"color": colour, "width": 1.5}
    if meaning == "missing":
        return {"color": "rgba(0,0,0,0)", "line": line}
    return {**bar_marker(colour), "line": line}


# Which release, or which fact, gives most away?


MOST_CONTRIBUTIONS = 25


def ranked(values: Sequence[float]) -> list[int]:
    """The numbers of the values, the greatest first, whichever way they go."""
    return sorted(range(len(values)), key=lambda n: -abs(values[n]))


def contributions_chart(
    question: str, names: Sequence[str], values: Sequence[float], axis: str, one_more: int | None = None
) -> Chart:
    """Bars to the right for what raises leakage, to the left for what lowers it; the greatest on top.

    Arguments:
        question: the title.
        names, values: of all; the greatest are drawn.
        axis: what is drawn.
        one_more: the number of one that is drawn as well.
    """
    order = ranked(values)[:MOST_CONTRIBUTIONS] + ([] if one_more is None else [one_more])
    order.sort(key=lambda n: values[n])
    shown = [values[n] for n in order]
    figure = go.Figure(
        go.Bar(
            orientation="h",
            # Two entries may have the same name: the position, not the name, is the coordinate.
            y=list(range(len(order))),
            x=shown,
            text=[_points(value) for value in shown],
            textposition="outside",
            cliponaxis=False,
            marker=bar_marker([RIGHT if value > 0 else WRONG for value in shown]),
            hovertext=[f"{plain(names[n], 80)}: {values[n]:+.4f}" for n in order],
            hoverinfo="text",
        )
    )
    figure.update_yaxes(tickvals=list(range(len(order))), ticktext=[plain(names[n]) for n in order])
    low, high = min([0.0, *shown]), max([0.0, *shown])
    # Beside the bars stand their numbers, on a phone as well.
    room = 0.25 * ((high - low) or 0.01)
    figure.update_xaxes(title=axis, zeroline=True)
    in_points(figure, low - (room if low < 0 else 0.0), high + room)
    return Chart(framed(figure, question, bars_height(len(order))), _summary(names, values, order))


def _points(value: float) -> str:
    return change(value).removesuffix(" points")


def _summary(names: Sequence[str], values: Sequence[float], order: Sequence[int]) -> str:
    """What the bars say, in words; ``order`` is from the lowest to the highest."""
    if not order:
        return "Nothing contributes."
    low, high = order[0], order[-1]
    if values[high] > 0:
        return f"{names[high]} contributes most: {change(values[high])}."
    return f"{names[low]} protects most: {change(values[low])}."


# Who knows how much, alone and together?


MOST_POOLS = 25


def most_telling_first(summaries: Sequence[PoolSummary]) -> list[PoolSummary]:
    """Those who know most first."""
    return sorted(summaries, key=_leakage, reverse=True)


def pools_chart(
    alone: Sequence[PoolSummary], pooled: Sequence[PoolSummary], one_more: PoolSummary | None = None
) -> Chart:
    """Bars of leakage: the recipients who know most alone, one more if wanted, and the pools, the worst on top."""
    drawn = [*most_telling_first(alone)[:MOST_POOLS], *([one_more] if one_more else [])]
    kinds = [("alone", MISSING, summary) for summary in sorted(drawn, key=_leakage)]
    kinds += [("pooled", RIGHT, summary) for summary in sorted(pooled, key=_leakage)]
    figure = go.Figure()
    for name in ("alone", "pooled"):
        # Places, not names, are the coordinates: two recipients may be called alike, or be called 7 and 11.
        shown = [(row, colour, summary) for row, (kind, colour, summary) in enumerate(kinds) if kind == name]
        if shown:
            figure.add_bar(
                name=name,
                orientation="h",
                y=[row for row, _, _ in shown],
                x=[summary.leakage for _, _, summary in shown],
                text=[percent(summary.leakage) for _, _, summary in shown],
                textposition="outside",
                cliponaxis=False,
                marker=bar_marker(shown[0][1]),
                customdata=[
                    [plain(summary.pool.name), len(summary.pool.releases), summary.joined] for _, _, summary in shown
                ],
                hovertemplate="%{customdata[0]}: leakage %{x:.4f}<br>%{customdata[1]} releases held, "
                "%{customdata[2]} records joined<extra></extra>",
            )
    ticks = [plain(summary.pool.name) for _, _, summary in kinds]
    figure.update_yaxes(tickvals=list(range(len(kinds))), ticktext=ticks)
    figure.update_xaxes(range=[0, 1.25], tickvals=[0, 0.5, 1], tickformat=".0%", title=LEAKAGE_AXIS)
    worst = max((summary for _, _, summary in kinds), key=_leakage)
    holders = count(len(kinds), "holder")
    alt = f"Bars of leakage for {holders}; {worst.pool.name} knows {percent(worst.leakage)}."
    return Chart(framed(figure, "Who knows how much, alone and together?", bars_height(len(kinds))), alt)


def _leakage(summary: PoolSummary) -> float:
    return summary.leakage
