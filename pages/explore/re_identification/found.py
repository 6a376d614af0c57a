"""Found at all? How sure it is that a match is the person, and how identification falls as the crowd grows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from leakage.reidentification import (
    Fact,
    Identified,
    chance_found,
    chance_right,
    chance_unique,
    identified_in_part,
)
from leakage.workspace.workspace import Workspace
from pages.explore.re_identification import figures, text
from pages.explore.re_identification.identification_chart import identification_chart
from pages.explore.re_identification.opened import Opened
from pages.kit.charts.chart import show
from pages.shell import knowledge
from pages.shell.words import count, percent, portion

OFFERED = 200
"""Items that are offered, the most popular ones: more would make a list that nobody reads."""

USUAL = 2
_SOURCES = {"table": "From the table", "hand": "By hand"}


def show_found(workspace: Workspace, published: Opened, me: int | None, facts: Sequence[Fact]) -> None:
    """What Eve knows of everybody, how many that gives away in a crowd, and the person among them."""
    st.markdown(text.FOUND)
    items = _choose_items(published, facts)
    crowded = figures.sorted_by(published.key, published.table, items)
    left, right = st.columns(2)
    people: int = left.number_input(
        "How many people could it be?",
        1,
        figures.LARGEST_CROWD,
        max(len(published.table), 1_000_000),
        key="found-people",
        persist_state="session",
        help="All whom the table might have been about: a town, a country, the members of a site.",
    )
    share: float = right.number_input(
        "What share of them is in the table? (%)",
        0.0,
        100.0,
        min(100.0, 100.0 * len(published.table) / people),
        format="%.4g",
        key=f"found-share-{people}-{len(published.table)}",
        help="To begin with the table's people in a crowd of that size.",
    )
    _of_all(crowded, people)
    _of_person(workspace, crowded, me, people, share / 100.0)


def _choose_items(published: Opened, facts: Sequence[Fact]) -> tuple[str, ...]:
    """By which items people are sorted: at first those of which Eve knows something, else the most popular."""
    table = published.table
    popular = [table.items[int(number)] for number in np.argsort(table.popularity)[:OFFERED]]
    known = [fact.item for fact in facts if fact.item in table.item_codes]
    options = list(dict.fromkeys([*known, *popular]))
    chosen = st.multiselect(
        "What does Eve know of everybody in the crowd?",
        options,
        default=list(dict.fromkeys(known)) or popular[:USUAL],
        key=f"found-items-{hash((published.key, tuple(known)))}",
        help="People are alike who have the same value of each, or none. Dates do not count.",
    )
    return tuple(chosen)


def _of_all(crowded: figures.Crowded, people: int) -> None:
    """How many of the crowd are found, in words and drawn."""
    fit, whole = crowded.fit, crowded.fit.crowd.people
    if people >= whole:
        point = fit.at(people)
        correct, unique = point.correct, point.unique
        st.subheader(f"Among {count(people, 'person', 'people')} {portion(correct.expected)} would be found")
        st.text(
            f"Between {portion(correct.low)} and {portion(correct.high)}, 95 times in 100. Like nobody else are "
            f"{portion(unique.expected)} ({portion(unique.low)} to {portion(unique.high)})."
        )
    else:
        right, alone = identified_in_part(np.bincount(crowded.kinds), people)
        st.subheader(f"Among {count(people, 'person', 'people')} {portion(right)} would be found")
        st.text(f"Like nobody else are {portion(alone)}. That is counted in the table, which has more people.")
    show(identification_chart(crowded.parts, crowded.foretold, people), "identification")
    kinds = count(fit.crowd.classes, "kind", "kinds")
    d, theta = float(np.asarray(fit.likeliest.discount)), float(np.asarray(fit.likeliest.concentration))
    st.text(f"The table has {whole:,} people of {kinds}.")
    if crowded.by_half is not None:
        st.text(_tried(crowded.by_half.correct, crowded.parts[-1].correct))
    st.caption(text.FOUND_HELP)
    st.caption(f"Likeliest for this table: a discount d of {d:.3f}, and θ of {theta:,.4g}.")


def _tried(foretold: Identified, there: float) -> str:
    """Whether half of the table foretells the whole of it."""
    told = f"{portion(foretold.expected)} ({portion(foretold.low)} to {portion(foretold.high)})"
    right = foretold.low <= there <= foretold.high
    verdict = "as it should be" if right else "so do not trust the line beyond the table"
    return f"Tried out: a random half of the table foretells {told} for all of it. It is {portion(there)}, {verdict}."


def _of_person(workspace: Workspace, crowded: figures.Crowded, me: int | None, people: int, share: float) -> None:
    """How rare the person's kind is, what that makes of a match, and the leakage it leads to."""
    st.subheader("And you?")
    frequency = _choose_frequency(crowded, me)
    alone, right = chance_unique(frequency, people), chance_right(frequency, people)
    found = chance_found(frequency, people, share)
    columns = st.columns(3)
    chances = (
        ("Nobody else is like you", alone, "The chance, in the whole crowd."),
        ("A match is you", right, "Of all who are like you she picks one."),
        ("You are found", found, "You must be in the table, and be picked of those in it who are like you."),
    )
    for column, (name, chance, meaning) in zip(columns, chances, strict=True):
        column.metric(name, portion(chance), border=True)
        column.text(meaning)
    leakage = knowledge.leakage_of(workspace)
    if leakage is not None:
        st.text(
            f"Eve knows {percent(leakage)} of you once she has found you. Found × known: {portion(found)} × "
            f"{percent(leakage)} = {portion(found * leakage)}. Lower is better for you."
        )
    st.caption(text.FOUND_PERSON_HELP)


def _choose_frequency(crowded: figures.Crowded, me: int | None) -> float:
    """The chance that somebody else is of the person's kind: foretold by the table, or given."""
    source = "hand"
    if me is None:
        st.text("Say in the first tab which row is yours, and how rare you are is read from the table.")
    else:
        source = st.segmented_control(
            "How rare is what you are like?",
            list(_SOURCES),
            format_func=_SOURCES.__getitem__,
            default="table",
            required=True,
            key="found-source",
            persist_state="session",
        )
    if me is not None and source == "table":
        alike = int((crowded.kinds == crowded.kinds[me]).sum())
        frequency = crowded.fit.frequency(alike)
        are = count(alike, "person in the table is", "people in the table are")
        st.text(f"{are} like you, you included: about {_one_in(frequency)} in the crowd.")
        return frequency
    among: int = st.number_input(
        "One in how many is like you?", 1, figures.LARGEST_CROWD, 10_000, key="found-one-in", persist_state="session"
    )
    return 1.0 / among


def _one_in(frequency: float) -> str:
    """A chance as a person says it.

    >>> _one_in(0.0004)
    'one in 2,500'
    >>> _one_in(0.0)
    'nobody'
    """
    return f"one in {1.0 / frequency:,.0f}" if frequency > 0.0 else "nobody"
