"""What does she have right, wrong, and what is she missing?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import plotly.graph_objects as go

from leakage.workspace.figures.belief import Fact
from pages.kit.charts.chart import MEANINGS, Chart, bars_height, framed, plain
from pages.kit.charts.data import Table
from pages.kit.charts.marks import bar_marker
from pages.shell.words import count

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
    return Chart(framed(figure, question, bars_height(len(shown)) + 30), f"{alt}.", _told(facts, display_name))


def _name(meaning: str, left_out: int) -> str:
    return f"{_NAMES[meaning]}{f' ({left_out} lighter not drawn)' if left_out else ''}"


def _told(facts: Sequence[Fact], display_name: Callable[[str], str]) -> Table:
    """Every fact, those not drawn as well."""
    rows = [(display_name(f.label), f.value, f.meaning, f.confidence, f.weight) for f in facts]
    return Table(("What", "Value", "Eve has it", "Confidence", "Weight"), tuple(rows))


def _marker(meaning: str, colour: str) -> dict[str, object]:
    """Filled for what is right, hatched for what is wrong, hollow for what is missing: told apart without colour."""
    line = {"color": colour, "width": 1.5}
    if meaning == "missing":
        return {"color": "rgba(0,0,0,0)", "line": line}
    return {**bar_marker(colour), "line": line}
