"""Rare values and near misses."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from leakage.measure.rarity import ValueCounts
from leakage.measure.sensitivity import WeightSensitivity
from leakage.workspace.figures.rarity import rarities, read_value_counts
from leakage.workspace.forms.measure import (
    SIMILARITY_WORDS,
    read_similarities,
    similarity_rows,
)
from leakage.workspace.workspace import STATISTICS, Statistics, Workspace
from pages.app import page, session
from pages.app.words import NOTHING, count, listed
from pages.kit import tables
from pages.kit.charts.chart import show
from pages.kit.editing import Edited, Taken
from pages.kit.tables import show_table
from pages.you.weights import text
from pages.you.weights.label_weights import MOST, sensitivity_chart

# The part of the weights page about rare values: what they are learned from, and what that does.


_CHOICES: dict[Statistics, str] = {
    "none": "All values alike",
    "background": "By the other people Eve knows",
    "table": "By a table of mine",
}


def choose(workspace: Workspace) -> None:
    """Whether rare values count more, by what, and what that makes of the weights."""
    st.markdown(text.RARITY)
    st.segmented_control(
        "Do rare values count more?",
        list(STATISTICS),
        format_func=_CHOICES.__getitem__,
        required=True,
        label_visibility="collapsed",
        **session.binding("statistics", workspace.statistics, partial(_choose, workspace)),
    )
    if workspace.statistics == "table":
        _upload(workspace)
    if workspace.statistics != "none":
        _show(workspace)


def _choose(workspace: Workspace, statistics: Statistics) -> None:
    session.put(workspace, replace(workspace, statistics=statistics), "choose whether rare values count more")


def _upload(workspace: Workspace) -> None:
    with st.container(key="statistics-upload"):
        file = st.file_uploader(
            text.RARITY_TABLE,
            type="csv",
            key=session.upload_key("statistics"),
            help=text.RARITY_TABLE_HELP,
        )
    if file is None:
        return
    reading = read_value_counts(file.getvalue(), workspace.labels)
    page.problems(reading.problems)
    if reading.counts.labels:
        st.button(
            f"Count {count(reading.people, 'person', 'people')}",
            key="statistics-take",
            type="primary",
            on_click=_take,
            args=(workspace, reading.counts),
        )


def _take(workspace: Workspace, counts: ValueCounts) -> None:
    session.put(workspace, replace(workspace, value_counts=counts), "count the values of a table")
    session.clear_upload("statistics")


def _show(workspace: Workspace) -> None:
    rows = rarities(workspace)
    if all(row.bits is None for row in rows):
        st.text(text.RARITY_NOTHING[workspace.statistics])
        return
    table = [
        (
            workspace.display_name(row.label),
            None if row.bits is None else 100.0 * 2.0**-row.bits,
            row.bits,
            row.before,
            row.after,
        )
        for row in rows
    ]
    show_table(
        table,
        {
            "Fact": None,
            "Share": st.column_config.NumberColumn(format="%.3g %%", help=text.RARITY_SHARE_HELP),
            "Bits": st.column_config.NumberColumn(format="%.2f", help=text.RARITY_BITS_HELP),
            "Your weight": st.column_config.NumberColumn(format="%.3g"),
            "Weight that counts": st.column_config.NumberColumn(format="%.3g"),
        },
        "For each fact how many people share your value, its bits, and the weight that counts",
        placeholder="not counted",
    )
    st.caption(text.RARITY_CAPTION)


# The other parts of the weights page: sensitivity, near misses.


def sensitivity(workspace: Workspace, sensitivities: tuple[WeightSensitivity, ...]) -> None:
    """How far the figure moves with each weight, and whether another account comes first."""
    moving = [one for one in sensitivities if one.spread > NOTHING]
    if not moving:
        st.text(text.NONE_MOVES)
        return
    show(sensitivity_chart(moving, workspace.display_name), "sensitivity")
    st.caption(" ".join(filter(None, (text.SENSITIVITY, *_rest(len(sensitivities), len(moving))))))
    with st.expander(text.RANKING, icon=":material/table:"):
        show_table(
            [
                (
                    workspace.display_name(one.label),
                    one.weight,
                    "yes" if one.halved.top_changed or one.doubled.top_changed else "no",
                )
                for one in sensitivities
            ],
            ["Fact", "Weight", "Another one comes first"],
            "For each fact whether another weight puts another account first",
        )


def _rest(all_weights: int, moving: int) -> tuple[str, str]:
    """How many weights the chart leaves out: those that move the figure less, and those that do not."""
    left, still = moving - min(moving, MOST), all_weights - moving
    return (
        text.REST.format(facts=count(left, "fact")) if left else "",
        text.NO_DIFFERENCE.format(facts=count(still, "fact")) if still else "",
    )


def near_misses(workspace: Workspace) -> None:
    """Labels of which a near value counts in part."""
    st.markdown(text.NEAR)

    def take(edited: Edited) -> Taken:
        reading = read_similarities(edited.rows)
        changed = replace(workspace, similarities=reading.similarities)
        return Taken(changed, reading.similarities, reading.problems)

    tables.edit_rows(
        workspace,
        "similarities",
        workspace.similarities,
        similarity_rows(workspace.similarities),
        {
            "label": st.column_config.SelectboxColumn("Fact", options=list(workspace.labels), width=160),
            "kind": st.column_config.SelectboxColumn("What counts as near", options=list(SIMILARITY_WORDS), width=200),
            "scale": st.column_config.NumberColumn(
                "Too far from", help="For numbers: the difference from which a guess counts nothing.", width=130
            ),
            "table": st.column_config.TextColumn(
                "Your table", help="Written like: Lyon ~ Villeurbanne = 0.7; Lyon ~ Paris = 0.1", width=220
            ),
        },
        "Facts for which a near miss counts in part, and what counts as near",
        take,
        "edit what counts as near",
        {"scale": float},
    )


def headline(workspace: Workspace, sensitivities: tuple[WeightSensitivity, ...]) -> None:
    """What the figure depends on most, in words."""
    most = sensitivities[0].spread
    if most > 0.0:
        first = [workspace.display_name(one.label) for one in sensitivities if one.spread >= most - NOTHING]
        st.header(text.HEADLINE.format(points=100 * most), anchor=False)
        # Labels are the person's own words.
        st.text(text.HEADLINE_WHY.format(labels=listed(first), move="moves" if len(first) == 1 else "move"))
