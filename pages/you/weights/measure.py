"""Rare values, near misses, overlapping labels."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from leakage.measure.gradient import WeightSensitivity
from leakage.measure.self_information import ValueCounts
from leakage.workspace.figures.rarity import rarities, read_value_counts
from leakage.workspace.forms.measure import (
    SIMILARITY_WORDS,
    read_relations,
    read_similarities,
    relation_rows,
    similarity_rows,
)
from leakage.workspace.workspace import STATISTICS, Statistics, Workspace
from pages.kit import tables
from pages.kit.charts.chart import show
from pages.kit.tables import show_table
from pages.shell import frame, history, session
from pages.shell.editable_table import Edited
from pages.shell.frame import Taken
from pages.shell.words import NOTHING, change, count, listed
from pages.you.weights import text
from pages.you.weights.label_weights import sensitivity_chart

# The part of the weights page about rare values: what they are learned from, and what that does.


_CHOICES: dict[Statistics, str] = {
    "none": "All values alike",
    "background": "By the background records",
    "table": "By a table of people",
}


def choose(workspace: Workspace) -> None:
    """Whether rare values count more, by what, and what that makes of the weights."""
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


def _choose(workspace: Workspace, statistics: Statistics, key: str) -> None:
    history.put(workspace, replace(workspace, statistics=statistics), "choose whether rare values count more", key)


def _upload(workspace: Workspace) -> None:
    with st.container(key="statistics-upload"):
        file = st.file_uploader(
            "Count the values in a CSV file",
            type="csv",
            key=session.upload_key("statistics"),
            help=text.RARITY_TABLE_HELP,
        )
    if file is None:
        return
    reading = read_value_counts(file.getvalue(), workspace.labels)
    frame.problems(reading.problems)
    if reading.counts.labels:
        st.button(
            f"Count {count(reading.people, 'person', 'people')}",
            key="statistics-take",
            type="primary",
            on_click=_take,
            args=(workspace, reading.counts),
        )


def _take(workspace: Workspace, counts: ValueCounts) -> None:
    history.put(workspace, replace(workspace, value_counts=counts), "count the values of a table")
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
            "Label": None,
            "Share": st.column_config.NumberColumn(format="%.3g %%", help=text.RARITY_SHARE_HELP),
            "Bits": st.column_config.NumberColumn(format="%.2f", help=text.RARITY_BITS_HELP),
            "Your weight": st.column_config.NumberColumn(format="%.3g"),
            "Weight that counts": st.column_config.NumberColumn(format="%.3g"),
        },
        "For each label how many share your value, what it tells in bits, and the weight that follows",
        placeholder="not counted",
    )
    st.caption(text.RARITY_CAPTION)


# The parts of the weights page: sensitivity, near misses, related labels.


def sensitivity(workspace: Workspace, sensitivities: tuple[WeightSensitivity, ...]) -> None:
    """How far the figure and the ranking of releases move with each weight."""
    show(sensitivity_chart(sensitivities, workspace.display_name), "sensitivity")
    st.caption(
        "Each label's weight is halved and doubled by itself. A short row means that it does not matter whether you "
        "chose just that weight."
    )
    with st.expander("The same as a table, with the ranking of releases", icon=":material/table:"):
        show_table(
            [
                (
                    workspace.display_name(label.label),
                    label.weight,
                    change(label.halved.leakage - label.leakage),
                    change(label.doubled.leakage - label.leakage),
                    max(label.halved.swapped, label.doubled.swapped),
                    "yes" if label.halved.top_changed or label.doubled.top_changed else "no",
                )
                for label in sensitivities
            ],
            ["Label", "Weight", "Halved", "Doubled", "Releases swapped", "Another release on top"],
            "For each label what halving and doubling its weight does to the figure and the ranking of releases",
        )


def near_misses(workspace: Workspace) -> None:
    """Labels of which a near value counts in part."""

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
            "label": st.column_config.SelectboxColumn("Label", options=list(workspace.labels), width=160),
            "kind": st.column_config.SelectboxColumn("What counts as near", options=list(SIMILARITY_WORDS), width=200),
            "scale": st.column_config.NumberColumn(
                "Worth nothing from", help="For numbers: the distance from which a value tells nothing.", width=130
            ),
            "table": st.column_config.TextColumn(
                "Your table", help="Written like: Lyon ~ Villeurbanne = 0.7; Lyon ~ Paris = 0.1", width=220
            ),
        },
        "Labels of which a near miss counts in part, and how nearness is judged",
        take,
        "edit what counts as near",
        {"scale": float},
    )


def related(workspace: Workspace) -> None:
    """Labels that share information, or tell the same."""

    def take(edited: Edited) -> Taken:
        reading = read_relations(edited.rows)
        return Taken(replace(workspace, relations=reading.relations), reading.relations, reading.problems)

    tables.edit_rows(
        workspace,
        "relations",
        workspace.relations,
        relation_rows(workspace.relations),
        {
            "labels": st.column_config.MultiselectColumn("These labels", options=list(workspace.labels), width="large"),
            "shared": st.column_config.TextColumn(
                "share", help="What they share, such as Area; empty if they tell the same.", width="medium"
            ),
            "weight": st.column_config.NumberColumn("Its weight", help="Empty means 1.", width="small"),
        },
        "Labels that share information or tell the same",
        take,
        "edit related labels",
        {"weight": float},
    )


def headline(workspace: Workspace, sensitivities: tuple[WeightSensitivity, ...]) -> None:
    """What the figure hangs on most, in words."""
    if sensitivities[0].spread > 0.0:
        most = sensitivities[0].spread
        first = [workspace.display_name(s.label) for s in sensitivities if s.spread >= most - NOTHING]
        st.header(f"At most {100 * most:.1f} points hang on any one weight")
        st.text(
            f"{count(len(sensitivities), 'weight')} {'was' if len(sensitivities) == 1 else 'were'} halved and doubled. "
            f"Most hangs on {listed(first)}{', as much on each' if len(first) > 1 else ''}. The less hangs on one "
            "weight, the surer the figure."
        )
