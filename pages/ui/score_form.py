"""A score threshold on the page: which labels count, how much must agree, and what each agreement weighs."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.resolution.score import AtLeast
from leakage.workspace.policy_form import PolicyForm
from leakage.workspace.scoring import bits_to_single_out, label_weights
from leakage.workspace.workspace import Policy, Workspace
from pages.ui import figures, state, text
from pages.ui.words import count

MOST_BITS = 100.0


def edit(workspace: Workspace, policy: Policy, form: PolicyForm, options: list[str]) -> PolicyForm:
    """One more rule: agreement that weighs enough together."""
    held = form.score
    name = hash(policy.name)
    labels = st.multiselect(
        "Same person also, if enough agrees among",
        options,
        format_func=workspace.display_name,
        key=state.bound(f"policy-score-{name}", list(held.labels) if held else []),
        help=text.SCORE_HELP,
        placeholder="No such rule",
    )
    if not labels:
        return replace(form, score=None)
    needed = round(min(bits_to_single_out(workspace), MOST_BITS), 1)
    threshold = st.number_input(
        "How much must agree, in bits",
        min_value=0.5,
        max_value=MOST_BITS,
        step=0.5,
        format="%g",
        key=state.bound(f"policy-bits-{name}", float(held.threshold) if held else needed),
        help=f"{needed:g} bits single out one of the {count(figures.known(workspace), 'record')} that Eve may hold.",
    )
    learned = figures.learned_score(workspace, tuple(labels), float(threshold))
    kept = replace(held, threshold=float(threshold)) if held and held.labels == tuple(labels) else learned
    return replace(form, score=_weights(workspace, name, kept, learned))


def _weights(workspace: Workspace, name: int, kept: AtLeast, learned: AtLeast) -> AtLeast:
    rows = [
        (workspace.display_name(one.label), one.rare, one.common if one.shared else None, one.shared)
        for one in label_weights(kept)
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["Agreeing on", "a rare value", "the commonest", "Values several have"]),
        hide_index=True,
        placeholder="–",
        alt="What agreeing on each label weighs, in bits",
        column_config={
            "a rare value": st.column_config.NumberColumn(format="%.1f bits"),
            "the commonest": st.column_config.NumberColumn(format="%.1f bits"),
        },
    )
    most = sum(weight for _, weight in kept.weights)
    if most < kept.threshold:
        st.warning(f"All of it together weighs {most:.1f} bits at most, so this rule can never join anything.")
    if kept == learned:
        return kept
    st.caption("The records have changed since these weights were learned.")
    return learned if st.button("Learn them again", key=f"policy-learn-{name}") else kept
