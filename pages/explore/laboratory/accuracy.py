"""Table 5: how accurate is the approximation?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from leakage.laboratory import accuracy as table_5
from leakage.laboratory.accuracy import Draw, PrintedRow, Step
from leakage.synthetic import Parameters
from pages.kit.table import show_table
from pages.shell import jobs
from pages.shell.jobs import Job
from pages.shell.words import scientific

BASE = Parameters()
_COLUMNS = {
    "Row": st.column_config.TextColumn("Row", help="What differs from the basic values of Table 4."),
    "Printed": st.column_config.NumberColumn(
        "Printed", format="%.7f", help="The paper's exact leakage; 0 is nothing known, 1 everything."
    ),
    "Highest": st.column_config.NumberColumn(
        "Ours, highest", format="%.7f", help="L₀(R, e): the leakage of the most telling record, in the first draw."
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
    left, right = st.columns(2)
    draws: int = left.slider(
        "How many draws of 10,000 records a row?",
        1,
        10,
        2,
        key="accuracy-draws",
        persist_state="session",
        help="Each draw has its own most telling record; more draws show how far apart they lie.",
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


def _accuracy_progress(draws: int, steps: Sequence[Step]) -> tuple[float, str]:
    whole = draws * sum(row.parameters.records for row in table_5.TABLE_5)
    done = sum(figures.records for figures in {(step.draw, step.row): step.figures for step in steps}.values())
    return done / whole, f"{done:,} of {whole:,} records measured"


def _draw_accuracy(steps: Sequence[Step]) -> None:
    complete = [step for step in steps if step.complete]
    rows = [
        _compared(printed, [step.figures for step in complete if step.row == row])
        for row, printed in enumerate(table_5.TABLE_5)
    ]
    show_table(rows, _COLUMNS, "Table 5 of the paper beside the same measurements made here")


def _compared(printed: PrintedRow, draws: Sequence[Draw]) -> tuple[object, ...]:
    """One row of the table: what is printed, and what our draws gave."""
    said = (_changed(printed.parameters), printed.exact)
    printed_error = _percent_error(table_5.relative_error(printed.taylor, printed.exact))
    if not draws:
        return (*said, None, "", None, printed_error, "", "")
    highest = [draw.exact for draw in draws]
    return (
        *said,
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
