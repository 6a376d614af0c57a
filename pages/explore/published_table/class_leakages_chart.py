"""Which class is told most about?"""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from pages.kit.charts.chart import RIGHT, Chart, framed, plain

MOST_SHOWN = 60
_PANELS = (
    ("distribution_leakage", "distribution leakage", "how far beliefs move"),
    ("entropy_leakage", "entropy leakage (bits)", "how much uncertainty changes"),
)


def class_leakages_chart(classes: pd.DataFrame) -> Chart:
    """Distribution and entropy leakage of each class, one above the other, as in Ren & Li's Figures 2 to 4.

    Arguments:
        classes: as ``class_yardsticks`` gives them; of many the most leaking are shown.
    """
    numbered = classes.reset_index(drop=True)
    shown = numbered.nlargest(MOST_SHOWN, "distribution_leakage").sort_index()
    named = [plain(", ".join(map(str, classes.index[place]))) for place in shown.index]
    of_many = f" (the {MOST_SHOWN} with most distribution leakage, of {len(classes):,})" * (len(classes) > MOST_SHOWN)
    named_axis = {"title": {"text": f"class{of_many}; higher is worse in both"}, "anchor": "y2"}
    upper, lower = ({"title": {"text": axis}, "rangemode": "tozero"} for _, axis, _ in _PANELS)
    # Two panels on one axis of classes, by hand: make_subplots takes longer than all the rest of the chart.
    figure = go.Figure(
        layout={
            "xaxis": {"type": "category", "anchor": "y", "matches": "x2", "showticklabels": False, "domain": [0, 1]},
            "xaxis2": {"type": "category", "domain": [0, 1], **named_axis},
            "yaxis": {**upper, "anchor": "x", "domain": [0.55, 1]},
            "yaxis2": {**lower, "anchor": "x2", "domain": [0, 0.45]},
        }
    )
    for row, (name, axis, meaning) in enumerate(_PANELS, 1):
        figure.add_bar(
            x=[str(place + 1) for place in shown.index],
            y=shown[name],
            # A few bars as wide as the page would look like areas.
            width=0.25 if len(shown) < 5 else None,
            marker={"color": RIGHT, "pattern": {"shape": "/" if row == 2 else ""}},
            name=f"{axis}: {meaning}",
            customdata=[[label, rows] for label, rows in zip(named, shown["rows"], strict=True)],
            hovertemplate=f"class %{{x}}: %{{customdata[0]}}<br>%{{customdata[1]:,}} rows, {axis} %{{y:.4f}}"
            "<extra></extra>",
            xaxis=("x", "x2")[row - 1],
            yaxis=("y", "y2")[row - 1],
        )
    return Chart(framed(figure, "Which class is told most about?", 460), _said(numbered))


def _said(classes: pd.DataFrame) -> str:
    parts = []
    for name, axis, _ in _PANELS:
        place = int(classes[name].to_numpy().argmax())
        parts.append(f"{axis} is greatest in class {place + 1}, {classes[name].iloc[place]:.3f}")
    return f"{'; '.join(parts)}.".capitalize()
