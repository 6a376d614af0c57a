"""What Eve believes, and how uncertain she is."""

from __future__ import annotations

import streamlit as st

from leakage.record import Record
from leakage.tables.label_belief import LabelBelief, label_belief
from leakage.workspace.workspace import Workspace
from pages.eve.what_she_knows import text
from pages.kit.table import SURETY, show_table
from pages.shell.words import count

_ENTROPIES = ("Hartley", "Shannon", "Min-entropy")


def show_beliefs(workspace: Workspace, composite: Record) -> None:
    """Per label what she believes: candidate values with their confidences."""
    st.subheader("What does she then believe?")
    rows = [
        (
            workspace.display_name(attribute.label),
            attribute.value,
            attribute.confidence,
            "right" if attribute.pair in workspace.reference else "wrong",
        )
        for attribute in composite.known
    ]
    show_table(
        rows,
        {
            "About": None,
            "She believes": None,
            "How surely": SURETY,
            "In truth": None,
        },
        "Per label the values Eve believes, her confidence, and whether they are right",
    )
    _uncertainty(workspace, composite)


def _uncertainty(workspace: Workspace, composite: Record) -> None:
    """Per label her best guess, how often she thinks it wrong, and how uncertain she is."""
    labels = dict.fromkeys((*workspace.reference.labels, *composite.labels))
    held = [label_belief(composite, label) for label in labels]
    guesses = [_best_guesses(workspace, belief) for belief in held]
    right = sum(truth == "right" for _, truth in guesses)
    guessed = sum(belief.best_guess is not None for belief in held)
    st.markdown("**What would she guess, and how uncertain is she?**")
    st.text(
        f"She has a best guess about {guessed} of {count(len(held), 'kind of fact', 'kinds of facts')}; {right} right."
    )
    show_table(
        [
            (workspace.display_name(belief.label), *guess, belief.error, *_entropies(belief))
            for belief, guess in zip(held, guesses, strict=True)
        ],
        {
            **dict.fromkeys(("About", "Her best guess", "In truth")),
            "Error": st.column_config.NumberColumn(format="percent", help="How often the best guess is wrong, to her."),
            **{name: st.column_config.NumberColumn(f"{name} (bits)", format="%.2f") for name in _ENTROPIES},
        },
        "Per label Eve's best guess, whether it is right, how often wrong to her, and three entropies in bits",
        placeholder="–",
    )
    for paragraph in text.UNCERTAINTY_HELP:
        st.caption(paragraph)


def _best_guesses(workspace: Workspace, belief: LabelBelief) -> tuple[str, str]:
    """The likeliest values, of which there may be several, and whether they are right."""
    if belief.best_guess is None:
        return "none", "missing"
    likeliest = belief.probabilities[0]
    tied = [value for value, p in zip(belief.values, belief.probabilities, strict=True) if p == likeliest]
    right = sum((belief.label, value) in workspace.reference for value in tied)
    truth = "right" if right == len(tied) else f"{right} of {len(tied)} right" if right else "wrong"
    return " or ".join(tied), truth


def _entropies(belief: LabelBelief) -> tuple[float | None, ...]:
    # Where she has no value, how many there could be is not known.
    return (belief.hartley, belief.shannon, belief.min_entropy) if belief.values else (None,) * len(_ENTROPIES)
