"""Which algorithm is accurate, and which is fast?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from leakage.laboratory import trends as table_5
from leakage.laboratory.race import METHODS, Lap, growth, ladder, race, slope
from leakage.laboratory.trends import DrawnRow, PrintedRow, relative_error
from leakage.synthetic import Parameters
from pages.app.figures import figure
from pages.app.words import count, duration, scientific
from pages.explore.laboratory import text
from pages.explore.laboratory.charts import STYLES, race_chart, race_sentence
from pages.kit import jobs
from pages.kit.charts.chart import show
from pages.kit.jobs import Job
from pages.kit.tables import show_table

# Table 5: how accurate is the approximation?


BASE = Parameters()
_COLUMNS = {
    "Row": st.column_config.TextColumn("Row", help="What differs from the basic values of Table 4."),
    "Printed": st.column_config.NumberColumn(
        "Printed", format="%.7f", help="The paper's exact leakage; 0 is nothing known, 1 everything."
    ),
    "Highest": st.column_config.NumberColumn(
        "Ours, highest", format="%.7f", help="L₀(R, e): the highest leakage of any record in the first draw."
    ),
    "Range": st.column_config.TextColumn("in all draws", help="The lowest and the highest such figure of our draws."),
    "Mean": st.column_config.NumberColumn(
        "Ours, mean", format="%.4f", help="Over all records of the first draw, for comparison."
    ),
    "Printed error": st.column_config.TextColumn(
        "Taylor, printed", help="|exact − approximate| / exact of the paper's two columns. Lower is better."
    ),
    "Taylor error": st.column_config.TextColumn(
        "Taylor, ours", help="The same for our most telling record: the greatest error of the draws. Lower is better."
    ),
    "Exact error": st.column_config.TextColumn(
        "Integral",
        help="The greatest relative difference of the draws between the integral and the paper's own exact way: "
        "Algorithm 1 for constant weights, possible worlds for random ones. 1e-16 is the last digit held.",
    ),
}


@st.fragment
def show_accuracy() -> None:
    """Table 5: exact against Taylor, beside what is printed."""
    st.markdown(text.TABLE_5)
    left, right = st.columns(2)
    draws: int = left.slider(
        "How many draws of 10,000 records a row?",
        1,
        10,
        2,
        key="accuracy-draws",
        persist_state="session",
        help="Each draw has its own highest record. More draws show how far apart they are.",
    )
    seed: int = right.number_input("Seed of the first draw", 0, 9999, 0, key="accuracy-seed", persist_state="session")
    rows = [row.parameters for row in table_5.TABLE_5]
    jobs.show(
        Job(
            name="accuracy",
            inputs=(draws, seed),
            begin=partial(table_5.accuracy, rows, draws, seed),
            progress=partial(_accuracy_progress, draws),
            draw=_draw_accuracy,
        )
    )
    st.markdown(text.TABLE_5_LIMITS)


def _accuracy_progress(draws: int, steps: Sequence[DrawnRow]) -> tuple[float, str]:
    whole = draws * sum(row.parameters.records for row in table_5.TABLE_5)
    done = sum({(step.draw, step.row): step.records for step in steps}.values())
    return done / whole, f"{done:,} of {whole:,} records measured"


def _draw_accuracy(steps: Sequence[DrawnRow]) -> None:
    complete = [step for step in steps if step.complete]
    rows = [
        _compared(printed, [step for step in complete if step.row == row])
        for row, printed in enumerate(table_5.TABLE_5)
    ]
    show_table(rows, _COLUMNS, "Table 5 of the paper beside the same measurements made here")


def _compared(printed: PrintedRow, draws: Sequence[DrawnRow]) -> tuple[object, ...]:
    """One row of the table: what is printed, and what our draws gave."""
    row = (_changed(printed.parameters), printed.exact)
    printed_error = _percent_error(table_5.relative_error(printed.taylor, printed.exact))
    if not draws:
        return (*row, None, "", None, printed_error, "", "")
    highest = [draw.exact for draw in draws]
    return (
        *row,
        highest[0],
        f"{min(highest):.3f} to {max(highest):.3f}",
        draws[0].mean,
        printed_error,
        _percent_error(max(draw.taylor_error for draw in draws)),
        scientific(max(draw.exact_error for draw in draws)),
    )


def _changed(parameters: Parameters) -> str:
    """What of a row differs from the basic values."""
    names = ("n", "p_c", "p_p", "p_b", "m", "w")
    changed = [
        f"{name} = {getattr(parameters, name)}".removesuffix(".0")
        for name in names
        if getattr(parameters, name) != getattr(BASE, name)
    ]
    return ", ".join(changed) or "basic values"


def _percent_error(error: float) -> str:
    return f"{100 * error:.5f} %"


# Figure 3(d): which algorithm is fast?


BUDGETS = (0.1, 0.2, 0.5, 1.0, 2.0)
SMALL_LARGEST, SMALL_BUDGET = 50, 0.005
LARGEST = (100, 1_000, 10_000, 100_000)


@st.fragment
def show_race() -> None:
    """Figure 3(d): running time against n."""
    st.markdown(text.RACE)
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
    with st.expander("How times are measured", icon=":material/help:"):
        st.markdown(text.RACE_HELP)


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
        race_sentence(by_method),
    )


def _draw_small_race() -> None:
    _draw_race(SMALL_LARGEST, SMALL_BUDGET, small_race())
    st.caption(f"A small race, up to n = {SMALL_LARGEST} and {duration(SMALL_BUDGET)} for one record.")


@figure
def small_race() -> tuple[Lap, ...]:
    """A race of few facts, which is over at once."""
    return tuple(race(ladder(SMALL_LARGEST), SMALL_BUDGET))


def _standing(method: str, run: Sequence[Lap], truth: Mapping[int, float]) -> tuple[object, ...]:
    """One row of the table: how far an algorithm came, and what its time does as n grows."""
    finished = [lap for lap in run if not lap.over]
    if not finished:
        return STYLES[method][0], None, "–", None, None, "–"
    last = finished[-1]
    has_truth = method != "exact" and last.n in truth
    error = scientific(relative_error(last.leakage, truth[last.n])) if has_truth else "–"
    return STYLES[method][0], last.n, duration(last.seconds), slope(run), growth(run), error
