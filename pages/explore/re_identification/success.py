"""The curve of success against the number of facts, from trials made on the spot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from leakage.reidentification import Attack, Auxiliary, SparseTable, SuccessPoint, ValueSimilarity, success_curve
from pages.explore.re_identification import text
from pages.explore.re_identification.knowledge import KINDS, about_items
from pages.explore.re_identification.opened import Opened
from pages.explore.re_identification.success_chart import success_chart
from pages.kit.charts.chart import show
from pages.kit.table import show_table
from pages.shell import jobs
from pages.shell.jobs import Job
from pages.shell.words import percent

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
def show_success(published: Opened, attack: Attack) -> None:
    """Choose what is compared, run the trials, see the curve."""
    st.markdown(text.CURVE)
    table = published.table
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
    jobs.show(
        Job(
            name="success",
            inputs=(published.key, lines, trials, seed),
            begin=partial(_run, table, lines, trials, seed),
            progress=partial(_progress, len(lines) * trials),
            draw=partial(_draw, lines),
        )
    )
    with st.expander("How the trials are made", icon=":material/help:"):
        st.markdown(text.CURVE_HELP)


def lines_of(table: SparseTable, compared: str, attack: Attack) -> tuple[Line, ...]:
    """The lines of a comparison; all but what is compared is the same."""
    dated = table.day is not None
    similarity = attack.similarity
    near = replace(similarity, days=ERROR_DAYS if similarity.days is None else similarity.days) if dated else similarity
    usual = replace(attack, similarity=near)
    if compared == "dates":
        return (
            Line("with dates", Auxiliary(), usual),
            Line("without dates", Auxiliary(dates=False), replace(attack, similarity=replace(similarity, days=None))),
        )
    plain = Auxiliary(dates=False)
    if compared == "items":
        return tuple(
            Line(KINDS[kind].lower(), about_items(plain, table, kind), attack) for kind in ("rare", "any", "popular")
        )
    if compared == "errors":
        return _with_errors(table, usual, near)
    strict = replace(usual, algorithm="scoreboard", threshold=0.0)
    robust = usual if usual.algorithm == "scoreboard_rh" else Attack(similarity=near)
    wrong = Auxiliary(wrong=0.25)
    return tuple(
        Line(f"{name}, {facts}", auxiliary, how)
        for name, how in (("robust", robust), ("strict", strict))
        for facts, auxiliary in (("exact facts", Auxiliary()), ("a quarter wrong", wrong))
    )


def _with_errors(table: SparseTable, attack: Attack, near: ValueSimilarity) -> tuple[Line, ...]:
    numeric = table.numbers is not None and len(table.levels) > 1
    off = Auxiliary(value_error=1 if numeric else 0, day_error=near.days or 0)
    tolerant = replace(attack, similarity=replace(near, within=max(near.within, 1.0 if numeric else 0.0)))
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
    with st.expander("The same as a table, with false answers and the bits left", icon=":material/table:"):
        show_table(
            rows,
            _columns(),
            "For each line and number of facts how often Eve found the person, was misled, or rightly refused",
        )


def _columns() -> dict[str, ColumnConfig | None]:
    number = st.column_config.NumberColumn
    return {
        "Facts of this kind": st.column_config.TextColumn(width="medium"),
        "Facts": None,
        "Found": number(format="percent", help="She named the person's row. Higher is worse for people."),
        "Between": st.column_config.TextColumn(help="Where the true share lies, 95 times in 100."),
        "Misled": number(format="percent", help="She named somebody else. The rest of the time she named nobody."),
        "Rightly not in it": number(format="percent", help="She named nobody when the row had been taken out."),
        "ω": number(format="percent", help="The worse of Found and Rightly not in it: Definition 3 with θ = 1."),
        "Bits left": number(format="%.1f", help="What she lacks on average to name the row: Definition 4."),
    }


def _interval(point: SuccessPoint) -> str:
    low, high = point.success.interval()
    return f"{percent(low)} to {percent(high)}"
