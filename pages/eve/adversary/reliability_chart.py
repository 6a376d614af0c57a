"""Of the pairs she takes for so and so likely one person, how many are?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.reidentification import Share
from leakage.resolution.linkage.calibration import ProbabilityBin
from pages.kit.charts.chart import RIGHT, Chart, framed
from pages.kit.charts.data import Table
from pages.kit.charts.marks import add_level, interval_bars
from pages.shell.words import count, percent

QUESTION = "Is she as often right as she thinks?"


def reliability_chart(bins: Sequence[ProbabilityBin]) -> Chart:
    """The share of pairs that are one person against how likely she takes them to be, with Wilson's interval as bars.

    Arguments:
        bins: of the probabilities, ascending; those without a pair are left out.
    """
    held = [told for told in bins if told.pairs]
    shares = [Share(told.right, told.pairs) for told in held]
    figure = go.Figure()
    add_level(figure, "as she thinks", (0.0, 0.0), (1.0, 1.0), "as often right as she thinks")
    figure.add_scatter(
        name="pairs of these records",
        x=[told.expected for told in held],
        y=[share.value for share in shares],
        error_y=interval_bars(shares, 5),
        mode="markers",
        marker={"size": 10, "color": RIGHT},
        hovertext=list(map(sentence_of, held)),
        hoverinfo="text",
    )
    figure.update_xaxes(title="how likely she takes it to be one person", tickformat=".0%", range=[-0.02, 1.04])
    figure.update_yaxes(title="pairs that are one person", tickformat=".0%", range=[-0.02, 1.05])
    columns = ("From", "To", "Pairs", "One person", "Share", "At least", "At most")
    rows = tuple(
        (told.low, told.high, told.pairs, told.right, share.value, *share.interval())
        for told, share in zip(held, shares, strict=True)
    )
    alt = " ".join(map(sentence_of, held)) or "There are no pairs."
    return Chart(framed(figure, QUESTION, 400), alt, Table(columns, rows))


def sentence_of(told: ProbabilityBin) -> str:
    """A bin in words.

    >>> sentence_of(ProbabilityBin(0.85, 0.95, 78, 69, 0.9)).partition(":")[0]
    'Of 78 pairs at 85 to 95 %, 69 are one person'
    """
    likely = f"{100 * told.low:g} to {100 * told.high:g} %"
    verb = "is" if told.right == 1 else "are"
    share = percent(told.right / told.pairs)
    return f"Of {count(told.pairs, 'pair')} at {likely}, {told.right:,} {verb} one person: {share}."
