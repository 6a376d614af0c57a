"""The parts of the weights page: presets, sensitivity, near misses, related labels."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.workspace.measure_list import KINDS, read_relations, read_similarities, relation_rows, similarity_rows
from leakage.workspace.presets import PRESETS, WeightPreset
from leakage.workspace.workspace import Workspace
from pages.ui import figures, frame, state, tables
from pages.ui.charts.chart import show
from pages.ui.charts.sensitivity import sensitivity_chart
from pages.ui.words import change, count


def presets(workspace: Workspace) -> None:
    """Sets of weights, each with the worry it stands for."""
    by_name = {preset.name: preset for preset in PRESETS}
    name: str = st.selectbox("Weights for whom?", list(by_name), key="weights-preset", persist_state="session")
    preset = by_name[name]
    st.text(preset.reason)
    st.button(
        "Take these weights",
        key="weights-take",
        on_click=_take,
        args=(workspace, preset),
        help="Labels of yours that the set does not know keep the weight they have.",
    )


def _take(workspace: Workspace, preset: WeightPreset) -> None:
    known = {label.casefold(): weight for label, weight in preset.weights}
    labels = dict.fromkeys(label for label, _ in workspace.profile)
    weights = tuple((label, known.get(label.casefold(), workspace.weight_map.get(label, 1.0))) for label in labels)
    state.put(replace(workspace, weights=weights), "take a set of weights")


def sensitivity(workspace: Workspace) -> None:
    """How far the figure and the ranking of releases move with each weight."""
    found = figures.sensitivity(workspace)
    show(sensitivity_chart(found, workspace.display_name), "sensitivity")
    st.caption(
        "Each label's weight is halved and doubled by itself. A short row means that it does not matter whether you "
        "chose that weight exactly."
    )
    with st.expander("The same as a table, with the ranking of releases", icon=":material/table:"):
        st.dataframe(
            pd.DataFrame(
                [
                    (
                        workspace.display_name(one.label),
                        one.weight,
                        change(one.halved.leakage - one.leakage),
                        change(one.doubled.leakage - one.leakage),
                        max(one.halved.swapped, one.doubled.swapped),
                        "yes" if one.halved.top_changed or one.doubled.top_changed else "no",
                    )
                    for one in found
                ],
                columns=["Label", "Weight", "Halved", "Doubled", "Releases swapped", "Another release on top"],
            ),
            hide_index=True,
            alt="For each label what halving and doubling its weight does to the figure and the ranking of releases",
        )


def near_misses(workspace: Workspace) -> None:
    """Labels of which a near value counts in part."""
    held = pd.DataFrame(similarity_rows(workspace.similarities), columns=["label", "kind", "scale", "table"])
    edited = tables.edit_table(
        "similarities",
        workspace.similarities,
        held.astype({"label": object, "kind": object, "scale": float, "table": object}),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt="Labels of which a near miss counts in part, and how nearness is judged",
        column_config={
            "label": st.column_config.SelectboxColumn("Label", options=list(workspace.labels), width=160),
            "kind": st.column_config.SelectboxColumn("What counts as near", options=list(KINDS.values()), width=200),
            "scale": st.column_config.NumberColumn(
                "Worth nothing from", help="For numbers: the distance from which a value tells nothing.", width=130
            ),
            "table": st.column_config.TextColumn(
                "Your table", help="Written like: Lyon ~ Villeurbanne = 0.7; Lyon ~ Paris = 0.1", width=220
            ),
        },
    )
    if edited.touched:
        reading = read_similarities(edited.rows)
        frame.problems(reading.problems)
        tables.settle("similarities", reading.similarities, tables.left_over(edited, reading.problems))
        state.commit(replace(workspace, similarities=reading.similarities), "edit what counts as near")


def related(workspace: Workspace) -> None:
    """Labels that share information, or tell the same."""
    held = pd.DataFrame(relation_rows(workspace.relations), columns=["labels", "shared", "weight"])
    edited = tables.edit_table(
        "relations",
        workspace.relations,
        held.astype({"labels": object, "shared": object, "weight": float}),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        alt="Labels that share information or tell the same",
        column_config={
            "labels": st.column_config.MultiselectColumn("These labels", options=list(workspace.labels), width="large"),
            "shared": st.column_config.TextColumn(
                "share", help="What they share, such as Area; empty if they tell the same.", width="medium"
            ),
            "weight": st.column_config.NumberColumn("Its weight", help="Empty means 1.", width="small"),
        },
    )
    if edited.touched:
        reading = read_relations(edited.rows)
        frame.problems(reading.problems)
        tables.settle("relations", reading.relations, tables.left_over(edited, reading.problems))
        state.commit(replace(workspace, relations=reading.relations), "edit related labels")


def headline(workspace: Workspace) -> None:
    """What the figure hangs on most, in words."""
    found = figures.sensitivity(workspace)
    if found and found[0].spread > 0.0:
        st.header(f"At most {100 * found[0].spread:.1f} points hang on any one weight")
        st.text(
            f"Of {count(len(found), 'label')} it is {workspace.display_name(found[0].label)} whose weight moves the "
            "figure most, when it is halved or doubled. The less, the surer the figure."
        )
