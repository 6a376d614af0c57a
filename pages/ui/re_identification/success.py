"""The curve of success against the number of facts, from trials made on the spot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pandas as pd
import streamlit as st

from leakage.reidentification import Attack, Auxiliary, Likeness, SparseTable, SuccessPoint, success_curve
from pages.ui import runs
from pages.ui.charts.chart import show
from pages.ui.charts.success import success_chart
from pages.ui.re_identification import texts
from pages.ui.re_identification.knowledge import KINDS, kind_of_items
from pages.ui.re_identification.opened import Opened
from pages.ui.runs import Job
from pages.ui.words import percent

COUNTS = (1, 2, 3, 4, 6, 8)
TRIALS = (50, 100, 200, 500)
COMPARED = {
    "dates": "With dates and without",
    "items": "Rare items and popular ones",
    "errors": "Exact facts and wrong ones",
    "algorithms": "Robust and strict",
}
ERROR_DAYS = 14


@dataclass(frozen=True)
class Line:
    """One line of the picture: a name, how Eve comes by her facts, and how she compares."""

    name: str
    auxiliary: Auxiliary
    attack: Attack


@dataclass(frozen=True)
class Curve:
    """What came of one line so far; a refusal in one sentence if there was nobody to try it on."""

    line: Line
    points: tuple[SuccessPoint, ...]
    refusal: str = ""


@st.fragment
def show_success(found: Opened, attack: Attack) -> None:
    """Choose what is compared, run the trials, see the curve."""
    st.markdown(texts.CURVE)
    table = found.table
    left, middle, right = st.columns([3, 2, 1], vertical_alignment="bottom")
    choices = {key: name for key, name in COMPARED.items() if key != "dates" or table.day is not None}
    compared = left.selectbox(
        "What is compared?",
        list(choices),
        format_func=choices.__getitem__,
        key="success-compared",
        persist_state="session",
    )
    trials: int = middle.select_slider("People attacked", TRIALS, 100, key="success-trials", persist_state="session")
    seed: int = right.number_input("Seed", 0, 9999, 0, key="success-seed", persist_state="session")
    lines = lines_of(table, compared, attack)
    runs.show(
        Job(
            name="success",
            inputs=(found.key, lines, trials, seed),
            begin=partial(_run, table, lines, trials, seed),
            progress=partial(_progress, len(lines) * trials),
            draw=partial(_draw, lines),
        )
    )
    with st.expander("How the trials are made", icon=":material/help:"):
        st.markdown(texts.CURVE_HELP)


def lines_of(table: SparseTable, compared: str, attack: Attack) -> tuple[Line, ...]:
    """The lines of a comparison; all but what is compared is the same."""
    dated = table.day is not None
    likeness = attack.likeness
    near = replace(likeness, days=ERROR_DAYS if likeness.days is None else likeness.days) if dated else likeness
    usual = replace(attack, likeness=near)
    if compared == "dates":
        return (
            Line("with dates", Auxiliary(), usual),
            Line("without dates", Auxiliary(dates=False), replace(attack, likeness=replace(likeness, days=None))),
        )
    plain = Auxiliary(dates=False)
    if compared == "items":
        return tuple(
            Line(KINDS[kind].lower(), replace(plain, **kind_of_items(table, kind)), attack)
            for kind in ("rare", "any", "popular")
        )
    if compared == "errors":
        return _with_errors(table, usual, near)
    strict = replace(usual, algorithm="scoreboard", threshold=0.0)
    robust = usual if usual.algorithm == "scoreboard_rh" else Attack(likeness=near)
    wrong = Auxiliary(wrong=0.25)
    return tuple(
        Line(f"{name}, {facts}", auxiliary, how)
        for name, how in (("robust", robust), ("strict", strict))
        for facts, auxiliary in (("exact facts", Auxiliary()), ("a quarter wrong", wrong))
    )


def _with_errors(table: SparseTable, attack: Attack, near: Likeness) -> tuple[Line, ...]:
    numeric = table.numbers is not None and len(table.levels) > 1
    off = Auxiliary(value_error=1 if numeric else 0, day_error=near.days or 0)
    tolerant = replace(attack, likeness=replace(near, within=max(near.within, 1.0 if numeric else 0.0)))
    parts = [f"values off by up to {off.value_error:g}"] if numeric else []
    parts += [f"dates by up to {off.day_error} days"] if off.day_error else []
    lines = [Line("exact", Auxiliary(), tolerant)]
    if parts:
        lines.append(Line(" and ".join(parts), off, tolerant))
    return (*lines, Line("a quarter plain wrong besides", replace(off, wrong=0.25), tolerant))


def _run(table: SparseTable, lines: Sequence[Line], trials: int, seed: int) -> Iterator[Curve]:
    for line in lines:
        try:
            for points in success_curve(table, line.auxiliary, COUNTS, line.attack, trials=trials, seed=seed):
                yield Curve(line, points)
        except ValueError as error:
            yield Curve(line, (), str(error))


def _latest(curves: Sequence[Curve]) -> dict[Line, Curve]:
    return {curve.line: curve for curve in curves}


def _progress(whole: int, curves: Sequence[Curve]) -> tuple[float, str]:
    done = sum(curve.points[0].trials for curve in _latest(curves).values() if curve.points)
    return done / whole, f"{done:,} of {whole:,} attacks"


def _draw(lines: Sequence[Line], curves: Sequence[Curve]) -> None:
    latest = _latest(curves)
    drawn = [(line.name, latest[line].points) for line in lines if line in latest and latest[line].points]
    for line in lines:
        if line in latest and latest[line].refusal:
            # A sentence of the program with a number in it, no word of the person's.
            st.text(f"{line.name}: {latest[line].refusal}.")
    show(success_chart(drawn), "success")
    if not drawn:
        return
    rows = [
        (
            name,
            point.facts,
            point.success.value,
            _interval(point),
            point.misled / point.trials,
            point.refusal.value,
            point.omega,
            point.mean_bits,
        )
        for name, points in drawn
        for point in points
    ]
    names = ["Facts of this kind", "Facts", "Found", "Between", "Misled", "Rightly not in it", "ω", "Bits left"]
    with st.expander("The same as a table, with false answers and the bits left", icon=":material/table:"):
        st.dataframe(
            pd.DataFrame(rows, columns=names),
            hide_index=True,
            alt="For each line and number of facts how often Eve found the person, was misled, or rightly refused",
            column_config=_columns(),
        )


def _columns() -> dict[str, object]:
    share = {"format": "percent"}
    number = st.column_config.NumberColumn
    return {
        "Facts of this kind": st.column_config.TextColumn(width="medium"),
        "Found": number(**share, help="She named the person's row. Higher is worse for people."),
        "Between": st.column_config.TextColumn(help="Where the true share lies, 95 times in 100."),
        "Misled": number(**share, help="She named somebody else. The rest of the time she named nobody."),
        "Rightly not in it": number(**share, help="She named nobody when the row had been taken out."),
        "ω": number(**share, help="The worse of Found and Rightly not in it: Definition 3 with θ = 1."),
        "Bits left": number(format="%.1f", help="What she lacks on average to name the row: Definition 4."),
    }


def _interval(point: SuccessPoint) -> str:
    low, high = point.success.interval()
    return f"{percent(low)} to {percent(high)}"
