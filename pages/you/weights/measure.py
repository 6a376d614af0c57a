"""The parts of the weights page: sensitivity, near misses, related labels."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from leakage.measure.sensitivity import WeightSensitivity
from leakage.workspace.figures import estimates
from leakage.workspace.forms.measure import KINDS, read_relations, read_similarities, relation_rows, similarity_rows
from leakage.workspace.workspace import Workspace
from pages.kit import growing_table
from pages.kit.charts.chart import show
from pages.kit.table import show_table
from pages.shell import on_demand
from pages.shell.editable_table import Edited
from pages.shell.words import NOTHING, change, count, listed
from pages.shell.workspace_table import Taken
from pages.you.weights import figures
from pages.you.weights.sensitivity_chart import sensitivity_chart


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

    growing_table.edit(
        workspace,
        "similarities",
        workspace.similarities,
        similarity_rows(workspace.similarities),
        {
            "label": st.column_config.SelectboxColumn("Label", options=list(workspace.labels), width=160),
            "kind": st.column_config.SelectboxColumn("What counts as near", options=list(KINDS.values()), width=200),
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

    growing_table.edit(
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


def sensitivities(workspace: Workspace) -> tuple[WeightSensitivity, ...] | None:
    """How much hangs on each weight; None while it is left alone, for it may take long."""
    seconds = estimates.sensitivity(workspace)
    return on_demand.of(figures.sensitivity, seconds, "How much hangs on each weight")(workspace)


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
