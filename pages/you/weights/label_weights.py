"""The weight of each label, and how much hangs on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from leakage.measure.sensitivity import WeightSensitivity, weight_sensitivity
from leakage.workspace.forms.profile import read_weights
from leakage.workspace.presets import BY_HARM, PRESETS, presets_in_force
from leakage.workspace.vocabulary import LABELS, MISSING, RIGHT, WRONG
from leakage.workspace.workspace import Workspace
from pages.app import session
from pages.app.figures import figure
from pages.app.knowledge import worst_pool
from pages.app.words import change, percent
from pages.kit import editing
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, plain
from pages.kit.editing import Edited, Taken
from pages.kit.tables import height_of
from pages.you.weights import text

# What the Weights page computes.


@figure
def sensitivity(workspace: Workspace) -> tuple[WeightSensitivity, ...]:
    """How far the figure of the worst pool moves with each weight, and whether another release leaks most."""
    worst = worst_pool(workspace)
    composites = worst.result.resolution.composites if worst else ()
    telling = [record for record in composites if any(a.pair in record for a in workspace.reference)]
    return weight_sensitivity(
        telling, workspace.reference, workspace.measure, [release.record for release in workspace.releases]
    )


# How much does the figure depend on each weight?


MOST = 20
MOST_ROWS = 24
"""Weights that are shown before the table scrolls."""


def sensitivity_chart(sensitivities: Sequence[WeightSensitivity], display_name: Callable[[str], str]) -> Chart:
    """One row a label: where leakage goes with half and with twice its weight; the greatest reach on top."""
    shown = list(sensitivities[:MOST])[::-1]
    ends = [(sensitivity.halved.leakage, sensitivity.doubled.leakage) for sensitivity in shown]
    marks = [
        spec.dots(
            name,
            [(pair[end], row) for row, pair in enumerate(ends)],
            colour,
            f"{name}: %{{x:.4f}}",
            size=11,
            symbol=symbol,
        )
        for end, name, colour, symbol in (
            (0, "half the weight", WRONG, "circle"),
            (1, "twice the weight", RIGHT, "diamond"),
        )
    ]
    return spec.draw(
        text.CHART,
        [*spec.dumbbells(ends, MISSING), *marks],
        {**spec.share_axis(text.AXIS, None), "tickformat": ".1%"},
        spec.rows([plain(display_name(sensitivity.label)) for sensitivity in shown]),
        _greatest(sensitivities),
        height=spec.bars_height(len(shown)) + 20,
        shapes=[spec.vertical(shown[0].leakage, dash="dot")] if shown else [],
    )


def _greatest(sensitivities: Sequence[WeightSensitivity]) -> str:
    """Which weight moves the figure most, in a sentence."""
    if not sensitivities:
        return "No weight moves the figure."
    top = sensitivities[0]
    return (
        f"{top.label} moves the figure most: {percent(top.halved.leakage)} with half its weight, "
        f"{percent(top.doubled.leakage)} with twice ({change(top.doubled.leakage - top.leakage)})."
    )


# What each label weighs: a set for a worry, and every weight by itself beside its reason.


_NAME = "weights"
_CHOSEN = "weights-preset-chosen"
_WHAT = "change the weights"


def weights_of(workspace: Workspace) -> dict[str, float]:
    """What each label of the profile weighs."""
    return {label: workspace.weight_map.get(label, 1.0) for label, _ in workspace.profile}


def choose_preset(workspace: Workspace) -> None:
    """The set of weights in force; another one is taken by choosing it."""
    name = _in_force(workspace)
    st.selectbox(
        text.PRESET,
        [*(preset.name for preset in PRESETS), *([text.OWN] if name == text.OWN else [])],
        help=text.PRESET_HELP,
        **session.binding("weights-preset", name, partial(_take, workspace)),
    )
    st.text(next((preset.reason for preset in PRESETS if preset.name == name), text.OWN_REASON))


def _in_force(workspace: Workspace) -> str:
    """The name of the set that says what the labels weigh; of several the one chosen, or the one by harm."""
    names = [preset.name for preset in presets_in_force(weights_of(workspace))]
    preferred = (st.session_state.get(_CHOSEN), BY_HARM, *names)
    return next((name for name in preferred if name in names), text.OWN)


def _take(workspace: Workspace, chosen: str) -> None:
    st.session_state[_CHOSEN] = chosen
    preset = next((preset for preset in PRESETS if preset.name == chosen), None)
    if preset is None:
        return
    preset_weights = {label: preset.weight(label) for label in weights_of(workspace)}
    weights = {label: weight for label, weight in preset_weights.items() if weight is not None}
    session.put(workspace, _with_weights(workspace, weights), _WHAT)


def edit(workspace: Workspace) -> None:
    """Every label's weight beside its reason, and sets of them to choose from."""
    st.markdown(text.WEIGHTS)
    choose_preset(workspace)
    weights = weights_of(workspace)

    def take(edited: Edited) -> Taken:
        cells = edited.frame["weight"].tolist()
        read, problems = read_weights(list(weights), cells, weights)
        left = {label: cell for label, cell in zip(weights, cells, strict=True) if problems and cell != read[label]}
        # A cell that was emptied takes the usual weight: then the table is taken anew, to show it.
        emptied = bool(edited.frame["weight"].isna().any())
        return Taken(_with_weights(workspace, read), None if emptied else tuple(read.items()), problems, left)

    editing.edit(
        workspace,
        _NAME,
        tuple(weights.items()),
        _table(workspace, weights),
        take,
        _WHAT,
        carry=_with_cells,
        hide_index=True,
        height=height_of(len(weights), MOST_ROWS),
        placeholder="",
        alt="What each of your facts weighs, and why",
        column_config={
            "label": st.column_config.TextColumn("Fact", disabled=True, pinned=True, width=180),
            "weight": st.column_config.NumberColumn("Weight", help=text.WEIGHT_HELP, width=105),
            "why": st.column_config.TextColumn("Why", disabled=True, width="large"),
        },
    )
    st.text(text.TOTAL.format(total=_total(workspace)))


def _total(workspace: Workspace) -> float:
    """The weight of all facts together; of a label's values together where they share it."""
    labels = [label for label, _ in workspace.profile]
    return sum(workspace.weight_map.get(label, 1.0) for label in (set(labels) if workspace.shares_weights else labels))


def _with_weights(workspace: Workspace, weights: Mapping[str, float]) -> Workspace:
    if all(workspace.weight_map.get(label, 1.0) == weight for label, weight in weights.items()):
        return workspace
    return replace(workspace, weights=tuple({**workspace.weight_map, **weights}.items()))


def _table(workspace: Workspace, weights: Mapping[str, float]) -> pd.DataFrame:
    reasons = {suggestion.label.casefold(): suggestion.reason for suggestion in LABELS}
    rows = [
        (workspace.display_name(label), weight, reasons.get(label.casefold(), "")) for label, weight in weights.items()
    ]
    return pd.DataFrame(rows, columns=["label", "weight", "why"], index=list(weights))


def _with_cells(frame: pd.DataFrame, left: Mapping[str, float]) -> pd.DataFrame:
    """A table taken anew with the weights put back that could not be taken over before."""
    carried = frame.copy()
    for label, cell in left.items():
        if label in carried.index:
            carried.loc[label, "weight"] = cell
    return carried
