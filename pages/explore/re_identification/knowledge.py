"""What the adversary knows, and how often that suffices."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from leakage.reidentification import Attack, Auxiliary, Fact, SparseTable, SuccessPoint, ValueSimilarity, success_curve
from leakage.reidentification.similarity import number_of
from leakage.workspace.forms.cells import Row
from leakage.workspace.limits import InputProblem
from pages.app import page
from pages.app.words import percent
from pages.explore.re_identification import opened, text
from pages.explore.re_identification.charts import success_chart
from pages.explore.re_identification.opened import ME, OpenedTable
from pages.kit import editing, jobs
from pages.kit.charts.chart import show
from pages.kit.jobs import Job
from pages.kit.tables import show_table

# The curve of success against the number of facts, from trials made on the spot.


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
def show_success(published: OpenedTable, attack: Attack) -> None:
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
    return (*lines, Line("and a quarter entirely wrong", replace(off, wrong=0.25), tolerant))


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
            _success_columns(),
            "For each line and number of facts how often Eve found the person, was misled, or rightly refused",
        )


def _success_columns() -> dict[str, Any]:
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


# Who one is in the table, and what Eve knows, fact by fact.


_FACTS = "reidentification-facts"
LISTED = 3_000
"""Up to so many items are offered in a list; more are typed."""

ENOUGH = 12
KINDS = {"any": "Any items", "rare": "Rare items", "popular": "Popular items"}


@dataclass(frozen=True, slots=True)
class FactsReading:
    """The facts a table holds, and what could not be used."""

    facts: tuple[Fact, ...]
    problems: tuple[InputProblem, ...]


def choose_me(published: OpenedTable) -> int | None:
    """The number of one's own row; None where it is not known."""
    table = published.table
    if opened.is_another(published.key) and not opened.is_me_in(table):
        opened.forget_me()
    if not opened.has_me() and published.made_up:
        opened.be(table.people[int(np.argmax(table.sizes >= min(ENOUGH, int(table.sizes.max()))))])
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    name = left.text_input("Which row is yours?", key=ME, persist_state="session", help=text.ME_HELP).strip()
    right.button(
        "Be somebody else",
        key="reid-somebody",
        on_click=_somebody,
        args=(table,),
        icon=":material/casino:",
        help="Uses a random person's row with at least a dozen items, or with the most there are.",
    )
    me = table.person_codes.get(name)
    if name and me is None:
        page.problems(
            [InputProblem("your row", "no row in the table has this name; Eve's answer is shown without it.")]
        )
    return me


def _somebody(table: SparseTable) -> None:
    enough = np.flatnonzero(table.sizes >= min(ENOUGH, int(table.sizes.max())))
    opened.be(table.people[int(random.choice(enough.tolist()))])


def about_items(auxiliary: Auxiliary, table: SparseTable, kind: str) -> Auxiliary:
    """Facts about items of one kind, by their place in popularity: a fifth of them are popular, the others rare."""
    popular = max(1, len(table.items) // 5)
    if kind == "any" or len(table.items) < 2:
        return auxiliary
    return replace(auxiliary, outside=popular) if kind == "rare" else replace(auxiliary, inside=popular)


def choose_drawing(table: SparseTable) -> Auxiliary:
    """How Eve comes to know facts."""
    first, second, third, fourth, fifth = st.columns(5)
    facts = first.slider("Facts she learns", 1, 20, 4, key="reid-count", persist_state="session")
    kind = second.selectbox(
        "About",
        list(KINDS),
        format_func=KINDS.__getitem__,
        key="reid-kind",
        persist_state="session",
        help="Popular items are the fifth that most people have.",
    )
    numeric, dated = table.numbers is not None and len(table.levels) > 1, table.day is not None
    value_error = third.slider(
        "Values off by up to",
        0,
        4,
        0,
        key="reid-value-error",
        persist_state="session",
        disabled=not numeric,
        help=None if numeric else "The values of this table are not numbers.",
    )
    day_error = fourth.select_slider(
        "Dates off by up to (days)",
        (0, 1, 3, 7, 14, 30, 90),
        3,
        key="reid-day-error",
        persist_state="session",
        disabled=not dated,
        help=None if dated else "This table has no dates.",
    )
    wrong = fifth.slider(
        "Plain wrong facts",
        0.0,
        1.0,
        0.0,
        0.05,
        format="percent",
        key="reid-wrong",
        persist_state="session",
        help="The chance that a fact is about an item you don't have.",
    )
    auxiliary = Auxiliary(
        facts, value_error=value_error if numeric else 0, day_error=day_error if dated else 0, wrong=wrong
    )
    return about_items(auxiliary, table, kind)


def edit_facts(published: OpenedTable, me: int | None, drawing: Auxiliary) -> tuple[Fact, ...]:
    """The facts, drawn and then changed as the person likes."""
    table, number = published.table, opened.current_round()
    key = (published.key, me, drawing, number)

    def draw() -> tuple[Fact, ...]:
        return () if me is None else drawing.draw(table, me, np.random.default_rng((number, 8)))

    facts = opened.facts_of(key, draw)
    rows = [(f.item, f.value or None, f.date.isoformat() if f.date else None) for f in facts]
    edited = editing.edit_table(
        _FACTS,
        (key, facts),
        pd.DataFrame(rows, columns=["item", "value", "date"]).astype(object),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt="What Eve knows about you: item, value and date",
        column_config=_columns(table),
        column_order=("item", "value", "date") if table.day is not None else ("item", "value"),
    )
    help_, other = st.columns([4, 1])
    help_.caption(text.KNOWS_HELP)
    other.button(
        "Other facts",
        key="reid-other-facts",
        icon=":material/casino:",
        disabled=me is None,
        help="Picks other facts of this kind." if me is not None else "First choose your row.",
        on_click=opened.next_round,
        width="stretch",
    )
    if edited.touched:
        reading = read_facts(edited.rows, table)
        page.problems(reading.problems)
        editing.settle(_FACTS, (key, reading.facts), editing.left_over(edited, reading.problems))
        opened.put_facts(key, reading.facts)
        return reading.facts
    return facts


def _columns(table: SparseTable) -> dict[str, object]:
    if len(table.items) <= LISTED:
        item = st.column_config.SelectboxColumn("About", options=list(table.items), width="medium")
    else:
        item = st.column_config.TextColumn("About (the name of an item)", width="medium")
    if len(table.levels) <= LISTED:
        value = st.column_config.SelectboxColumn("Value, as she believes", options=list(table.levels), width="medium")
    else:
        value = st.column_config.TextColumn("Value, as she believes", width="medium")
    date = st.column_config.TextColumn("Date, as she believes", help="Like 2026-01-31; may stay empty.", width="medium")
    return {"item": item, "value": value, "date": date}


def read_facts(rows: Sequence[Row], table: SparseTable) -> FactsReading:
    """The facts in a table with the columns item, value and date; blank rows are passed over.

    >>> table = SparseTable.from_columns(["Ann", "Bob"], ["Film", "Film"], [4, 5])
    >>> reading = read_facts([{"item": "Film", "value": "4"}, {"item": "Film"}, {"value": "3"}], table)
    >>> [str(problem) for problem in reading.problems]
    ['row 2: the item is already in an earlier row', 'row 3: say which item it is about']
    """
    facts: dict[str, Fact] = {}
    problems: list[InputProblem] = []
    for number, row in enumerate(rows, start=1):
        item, value, date = (str(row.get(column) or "").strip() for column in ("item", "value", "date"))
        if not (item or value or date):
            continue
        sentence = _wrong(item, value, facts, table)
        try:
            day = datetime.date.fromisoformat(date) if date else None
        except ValueError:
            sentence = sentence or "the date must be a day such as 2026-01-31"
        if sentence:
            problems.append(InputProblem(f"row {number}", sentence))
        else:
            facts[item] = Fact(item, value, day)
    return FactsReading(tuple(facts.values()), tuple(problems))


def _wrong(item: str, value: str, facts: Mapping[str, Fact], table: SparseTable) -> str:
    if not item:
        return "say which item it is about"
    if item in facts:
        return "the item is already in an earlier row"
    if value and table.numbers is not None:
        try:
            number_of(value)
        except ValueError:
            return "the value must be a number, as all values of this table are"
    return ""
