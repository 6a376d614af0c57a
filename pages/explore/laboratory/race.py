"""Figure 3(d): which algorithm is fast?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from leakage.laboratory.accuracy import relative_error
from leakage.laboratory.race import METHODS, Lap, growth, ladder, race, slope
from pages.explore.laboratory.race_chart import STYLES, race_chart, said
from pages.kit.charts.chart import show
from pages.kit.table import show_table
from pages.shell import jobs
from pages.shell.cached import cached
from pages.shell.jobs import Job
from pages.shell.words import count, duration, scientific

BUDGETS = (0.1, 0.2, 0.5, 1.0, 2.0)
SMALL_LARGEST, SMALL_BUDGET = 50, 0.005
LARGEST = (100, 1_000, 10_000, 100_000)


@st.fragment
def show_race() -> None:
    """Figure 3(d): running time against n."""
    left, right = st.columns(2)
    largest: int = left.select_slider(
        "Facts at most, $n$",
        LARGEST,
        100_000,
        format_func="{:,}".format,
        key="race-largest",
        persist_state="session",
    )
    budget: float = right.select_slider(
        "Longest time for one record, the budget",
        BUDGETS,
        0.5,
        format_func=duration,
        key="race-budget",
        persist_state="session",
    )
    sizes = ladder(largest)
    jobs.show(
        Job(
            name="race",
            inputs=(largest, budget),
            begin=partial(race, sizes, budget),
            progress=partial(_race_progress, sizes),
            draw=partial(_draw_race, largest, budget),
            again=True,
            small=_draw_small_race,
        )
    )


def _by_method(laps: Sequence[Lap]) -> dict[str, list[Lap]]:
    return {method: [lap for lap in laps if lap.method == method] for method in METHODS}


def _race_progress(sizes: Sequence[int], laps: Sequence[Lap]) -> tuple[float, str]:
    if not laps:
        return 0.0, f"{count(len(sizes), 'size')} of n, {count(len(METHODS), 'algorithm')}"
    last = laps[-1].n
    return (sizes.index(last) + 1) / len(sizes), f"n = {last:,} of {sizes[-1]:,}"


def _draw_race(largest: int, budget: float, laps: Sequence[Lap]) -> None:
    by_method = _by_method(laps)
    show(race_chart(by_method, largest, budget), "race-chart")
    truth = {lap.n: lap.leakage for lap in by_method["exact"]}
    show_table(
        [_standing(method, run, truth) for method, run in by_method.items()],
        {
            "Algorithm": None,
            "Largest n in the budget": st.column_config.NumberColumn(format="localized", help="More is better."),
            "Time there": st.column_config.TextColumn(help="For one record; lower is faster."),
            "Slope": st.column_config.NumberColumn(
                format="n ^ %.1f",
                help="Of the time against n, fitted to the last points; 1 is linear, lower is better.",
            ),
            "One more fact": st.column_config.NumberColumn(
                format="× %.2f", help="Multiplies the time. Near 2 is exponential: each doubles it. Lower is better."
            ),
            "Error there": st.column_config.TextColumn(
                help="Relative to the exact figure of the same record; lower is better."
            ),
        },
        said(by_method),
    )


def _draw_small_race() -> None:
    _draw_race(SMALL_LARGEST, SMALL_BUDGET, small_race())
    st.caption(f"A small race, up to n = {SMALL_LARGEST} and {duration(SMALL_BUDGET)} for one record.")


@cached
def small_race() -> tuple[Lap, ...]:
    """A race of few facts, which is over at once."""
    return tuple(race(ladder(SMALL_LARGEST), SMALL_BUDGET))


def _standing(method: str, run: Sequence[Lap], truth: Mapping[int, float]) -> tuple[object, ...]:
    """One row of the table: how far an algorithm came, and what its time does as n grows."""
    kept = [lap for lap in run if not lap.over]
    if not kept:
        return STYLES[method][0], None, "–", None, None, "–"
    last = kept[-1]
    known = method != "exact" and last.n in truth
    error = scientific(relative_error(last.leakage, truth[last.n])) if known else "–"
    return STYLES[method][0], last.n, duration(last.seconds), slope(run), growth(run), error
