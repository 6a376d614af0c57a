"""Who one is in the table, and what Eve knows, fact by fact."""

from __future__ import annotations

import datetime
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import streamlit as st

from leakage.reidentification import Auxiliary, Fact, SparseTable
from leakage.reidentification.value_similarity import number_of
from leakage.workspace.forms.cells import Row
from leakage.workspace.forms.problem import Problem
from pages.explore.re_identification import opened, text
from pages.explore.re_identification.opened import Opened
from pages.kit.handed_over import ME, take_facts
from pages.shell import editable_table, frame

_FACTS = "reidentification-facts"
LISTED = 3_000
"""Up to so many items are offered in a list; more are typed."""

ENOUGH = 12
KINDS = {"any": "Any items", "rare": "Rare items", "popular": "Popular items"}


@dataclass(frozen=True, slots=True)
class FactsReading:
    """The facts a table holds, and what could not be used."""

    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...]


def choose_me(published: Opened) -> int | None:
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
        help="Takes the place of a random person with at least a dozen items, or as many as anybody has.",
    )
    me = table.person_codes.get(name)
    if name and me is None:
        frame.problems([Problem("your row", "nobody in the table is called this; Eve's answer is shown without it.")])
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
        help="Popular are the fifth of the items that most people have.",
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
        help=None if numeric else "The values of this table are no numbers.",
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
        help="The chance that a fact is about an item you do not have.",
    )
    auxiliary = Auxiliary(
        facts, value_error=value_error if numeric else 0, day_error=day_error if dated else 0, wrong=wrong
    )
    return about_items(auxiliary, table, kind)


def edit_facts(published: Opened, me: int | None, drawing: Auxiliary) -> tuple[Fact, ...]:
    """The facts, drawn and then changed as the person likes."""
    table, number = published.table, opened.current_round()
    key = (published.key, me, drawing, number)

    def draw() -> tuple[Fact, ...]:
        given = take_facts() if published.handed_over else ()
        if given or me is None:
            return given
        return drawing.draw(table, me, np.random.default_rng((number, 8)))

    facts = opened.facts_of(key, draw)
    rows = [(f.item, f.value or None, f.date.isoformat() if f.date else None) for f in facts]
    edited = editable_table.edit_table(
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
        help="Lets her learn other facts of the kind asked for." if me is not None else "Say first which row is yours.",
        on_click=opened.next_round,
        width="stretch",
    )
    if edited.touched:
        reading = read_facts(edited.rows, table)
        frame.problems(reading.problems)
        editable_table.settle(_FACTS, (key, reading.facts), editable_table.left_over(edited, reading.problems))
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
    ['row 2: the item stands in an earlier row as well', 'row 3: it must be said which item it is about']
    """
    facts: dict[str, Fact] = {}
    problems: list[Problem] = []
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
            problems.append(Problem(f"row {number}", sentence))
        else:
            facts[item] = Fact(item, value, day)
    return FactsReading(tuple(facts.values()), tuple(problems))


def _wrong(item: str, value: str, facts: Mapping[str, Fact], table: SparseTable) -> str:
    if not item:
        return "it must be said which item it is about"
    if item in facts:
        return "the item stands in an earlier row as well"
    if value and table.numbers is not None:
        try:
            number_of(value)
        except ValueError:
            return "the value must be a number, as all values of this table are"
    return ""
