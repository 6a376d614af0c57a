"""Charts of what is about to be shared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from leakage.decision.optional_fields import FieldChoice, FieldChoices
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages.app.words import change, listed, percent
from pages.decide.planned_release import text
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, Table, plain

# What would each alternative add?


class Alternative(Protocol):
    """What is drawn of an alternative: its name, and the leakage now and afterwards."""

    @property
    def name(self) -> str: ...

    @property
    def before(self) -> float: ...

    @property
    def after(self) -> float: ...

    @property
    def increment(self) -> float: ...


def increments_chart(outcomes: Sequence[Alternative]) -> Chart:
    """One row an alternative: a dot for now, a dot for afterwards, the way between them."""
    shown = sorted(outcomes, key=lambda outcome: -outcome.after)
    colours = [RIGHT if outcome.increment > 0 else WRONG for outcome in shown]
    now = [(outcome.before, row) for row, outcome in enumerate(shown)]
    after = [(outcome.after, row) for row, outcome in enumerate(shown)]
    edge = {"width": 3}
    alt = "; ".join(f"{outcome.name}: {percent(outcome.after)}, {change(outcome.increment)}" for outcome in shown)
    return spec.draw(
        text.CHART,
        [
            *spec.dumbbells([(outcome.before, outcome.after) for outcome in shown], colours),
            spec.dots(text.NOW, now, MISSING, "now: %{x:.4f}", size=14, symbol="circle-open", edge=edge),
            spec.dots(
                text.AFTER,
                after,
                RIGHT,
                "after: %{x:.4f}",
                size=14,
                text=[f"  {percent(outcome.after)}" for outcome in shown],
                textposition="middle right",
                cliponaxis=False,
            ),
        ],
        spec.share_axis(text.KNOWS, [0, 1.4], tickvals=[0, 0.5, 1]),
        spec.rows([plain(outcome.name) for outcome in shown], range=[-0.6, len(shown) - 0.4]),
        f"{alt}.",
        height=spec.bars_height(2 * len(shown)),
    )


# How little can Eve learn?


def trade_off_chart(
    found: FieldChoices, now: float, chosen: FieldChoice | None = None, table: Table | None = None
) -> Chart:
    """Leakage against the number of optional fields given, each time the best choice of them.

    Arguments:
        found: the choices worth making.
        now: the leakage before the release.
        chosen: the one that is marked, if any.
        table: the choices in words; by default their numbers.
    """
    most = len(found.best.given) + len(found.best.blank)
    choices = [
        (len(choice.given), choice.leakage, plain(listed([f.label for f in choice.blank], most=6) or "nothing", 120))
        for choice in found.choices
    ]
    look = spec.Look(RIGHT, width=3, size=8, stairs=True)
    hover = "%{x} optional fields: %{y:.4f}<br>left blank: %{customdata}"
    best, everything = found.best, found.choices[0]
    return spec.draw(
        text.TRADE_OFF,
        [
            spec.level(text.NOW, (0, now), (most, now), "now: %{y:.4f}"),
            spec.line("best choice of fields", choices, look, hover),
            None if chosen is None else spec.ring("shown below", (len(chosen.given), chosen.leakage)),
        ],
        spec.axis("optional fields given", [-0.3, most + 0.3], dtick=max(1, most // 10)),
        spec.share_axis(text.KNOWS),
        f"{percent(now)} before; at best {percent(best.leakage)} with {len(best.given)} optional "
        f"fields given; {percent(everything.leakage)} with {len(everything.given)}.",
        height=300,
        table=table,
    )
