"""A score threshold on the page: which labels count, how much must agree, and what each agreement weighs."""

from __future__ import annotations

import math
from dataclasses import replace

import streamlit as st

from leakage.resolution.score import AtLeast
from leakage.workspace.figures.learned_score import bits_to_single_out, label_weights
from leakage.workspace.workspace import Workspace
from pages.eve.adversary import figures, text
from pages.eve.adversary.editing import Editing
from pages.kit.table import show_table
from pages.shell import session
from pages.shell.words import count

LEAST_BITS, MOST_BITS = 0.5, 100.0


def edit(editing: Editing, options: list[str]) -> None:
    """One more rule: agreement that weighs enough together."""
    workspace, held = editing.workspace, editing.form.score
    name = hash(editing.policy.name)
    # Rounded down, or what a single person has would not reach it.
    needed = math.floor(10.0 * min(bits_to_single_out(workspace), MOST_BITS)) / 10.0
    bits = float(held.threshold) if held else needed
    key = session.bound(f"policy-score-{name}", list(held.labels) if held else [])
    st.multiselect(
        "Same person also, if enough agrees among",
        options,
        format_func=workspace.display_name,
        **editing.field("score", key, lambda labels: _learned(workspace, tuple(labels), bits)),
        help=text.SCORE_HELP,
        placeholder="No such rule",
    )
    if held is None:
        return
    key = session.bound(f"policy-bits-{name}", bits)
    st.number_input(
        "How much must agree, in bits",
        # A saved copy may hold other numbers than are offered.
        min_value=min(LEAST_BITS, bits),
        max_value=max(MOST_BITS, bits),
        step=0.5,
        format="%g",
        **editing.field("score", key, lambda threshold: replace(held, threshold=float(threshold))),
        help=f"About {needed:g} bits single out one of {count(figures.known(workspace), 'record')} that Eve may hold.",
    )
    _weights(editing, name, held, figures.learned_score(workspace, held.labels, bits))


def _learned(workspace: Workspace, labels: tuple[str, ...], bits: float) -> AtLeast | None:
    return figures.learned_score(workspace, labels, bits) if labels else None


def _weights(editing: Editing, name: int, kept: AtLeast, learned: AtLeast) -> None:
    workspace = editing.workspace
    rows = [
        (workspace.display_name(weight.label), weight.rare, weight.common if weight.shared else None, weight.shared)
        for weight in label_weights(kept)
    ]
    show_table(
        rows,
        {
            "Agreeing on": None,
            "a rare value": st.column_config.NumberColumn(format="%.1f bits"),
            "the commonest": st.column_config.NumberColumn(format="%.1f bits"),
            "Values several have": None,
        },
        "What agreeing on each label weighs, in bits",
        placeholder="–",
    )
    if not kept.attainable:
        st.warning(f"All of it together weighs {kept.greatest:.1f} bits at most, so this rule can never join anything.")
    if kept == learned:
        return
    st.caption("The records have changed since these weights were learned.")
    st.button(
        "Learn them again",
        key=f"policy-learn-{name}",
        on_click=editing.put,
        args=(editing.having(score=learned),),
    )
