"""What does she have right, wrong, and what is she missing?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import plotly.graph_objects as go

from leakage.workspace.belief import Fact
from pages.ui.charts.chart import MEANINGS, Chart, bars_height, framed, plain
from pages.ui.words import count

MOST = 40
_NAMES = {
    "right": "right: she has it",
    "wrong": "wrong: it misleads her",
    "missing": "missing: she lacks it",
}


def composite_chart(facts: Sequence[Fact], display_name: Callable[[str], str]) -> Chart:
    """Bars, one a fact: how heavily she holds it, or how heavy what she lacks would be."""
    shown = facts[:MOST]
    figure = go.Figure()
    names = {id(fact): plain(f"{display_name(fact.label)}: {fact.value}", 46) for fact in shown}
    for meaning, colour in MEANINGS.items():
        kept = [fact for fact in shown if fact.meaning == meaning]
        if not kept:
            continue
        missing = meaning == "missing"
        figure.add_bar(
            name=_NAMES[meaning],
            orientation="h",
            y=[names[id(fact)] for fact in kept],
            x=[fact.weight if missing else fact.weight * fact.confidence for fact in kept],
            marker={
                "color": "rgba(0,0,0,0)" if missing else colour,
                "line": {"color": colour, "width": 1.5},
                "pattern": {
                    "shape": "/" if meaning == "wrong" else "",
                    "fillmode": "replace",
                    "bgcolor": colour,
                    "fgcolor": "rgba(255,255,255,0.65)",
                    "size": 7,
                    "solidity": 0.2,
                }
                if not missing
                else None,
            },
            customdata=[[fact.weight, fact.confidence] for fact in kept],
            hovertemplate=f"%{{y}}<br>{meaning}; weight %{{customdata[0]:g}}, "
            "confidence %{customdata[1]:g}<extra></extra>",
        )
    order = [names[id(fact)] for fact in shown][::-1]
    figure.update_yaxes(categoryorder="array", categoryarray=order)
    figure.update_xaxes(title="weight × confidence (what she lacks: its weight)", rangemode="tozero")
    counts = {meaning: sum(fact.meaning == meaning for fact in facts) for meaning in MEANINGS}
    alt = ", ".join(f"{count(number, 'fact')} {meaning}" for meaning, number in counts.items())
    question = "What does she have right, what wrong, and what is she missing?"
    return Chart(framed(figure, question, bars_height(len(order)) + 30), f"{alt}.")
