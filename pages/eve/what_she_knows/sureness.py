"""What Eve believes, how uncertain she is, and how sure she must be before she takes two records for one person."""

from __future__ import annotations

import streamlit as st

from leakage.decision.threshold import ThresholdPoint, threshold_curve
from leakage.published.entropy import LabelBelief, hartley_entropy, label_belief, min_entropy, shannon_entropy
from leakage.record import Record
from leakage.resolution.evidence import odds_of, odds_sentence
from leakage.workspace.figures.assessment import Pool, PoolLeakage, presumed_in, records_of
from leakage.workspace.workspace import Workspace
from pages.app.figures import figure
from pages.app.words import count, percent
from pages.eve.what_she_knows import text
from pages.eve.what_she_knows.charts import threshold_chart
from pages.kit.charts.chart import show
from pages.kit.tables import SURETY, show_table

# What Eve believes, and how uncertain she is.


_ENTROPIES = ("Hartley", "Shannon", "Min-entropy")


def show_beliefs(workspace: Workspace, composite: Record) -> None:
    """Per label what she believes: candidate values with their confidences."""
    st.subheader(text.BELIEFS, anchor=False)
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
            "Eve believes": None,
            "How surely": SURETY,
            "In truth": None,
        },
        "For each kind of fact the values Eve believes, how surely, and whether they are right",
    )
    _uncertainty(workspace, composite)


def _uncertainty(workspace: Workspace, composite: Record) -> None:
    """Per label her best guess, how often she thinks it wrong, and how uncertain she is."""
    labels = dict.fromkeys((*workspace.reference.labels, *composite.labels))
    beliefs = [label_belief(composite, label) for label in labels]
    guesses = [_best_guesses(workspace, belief) for belief in beliefs]
    right = sum(truth == "right" for _, truth in guesses)
    guessed = sum(belief.best_guess is not None for belief in beliefs)
    st.subheader(text.GUESSES, anchor=False)
    kinds = count(len(beliefs), "kind of fact", "kinds of facts")
    st.text(text.GUESSED.format(guessed=guessed, kinds=kinds, right=right))
    show_table(
        [
            (workspace.display_name(belief.label), *guess, belief.error, *_entropies(belief))
            for belief, guess in zip(beliefs, guesses, strict=True)
        ],
        {
            **dict.fromkeys(("About", "Best guess", "In truth")),
            "Error": st.column_config.NumberColumn(format="percent", help=text.ERROR_HELP),
            **{name: st.column_config.NumberColumn(format="%.2f", help=text.BITS) for name in _ENTROPIES},
        },
        "For each kind of fact Eve's best guess, whether it is right, its error, and three entropies",
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
    return tuple(
        of(belief.outcomes) if belief.values else None for of in (hartley_entropy, shannon_entropy, min_entropy)
    )


# How sure must she be? Leakage over the threshold of an adversary who joins by odds.


@figure
def curve(workspace: Workspace, pool: Pool) -> tuple[ThresholdPoint, ...]:
    """What a pool would know at each of some thresholds."""
    records = records_of(workspace, pool)
    person, adversary, presumed = workspace.reference, workspace.pooling_adversary, presumed_in(workspace, pool)
    return threshold_curve(records, person, adversary, workspace.measure, presumed=presumed)


def show_thresholds(workspace: Workspace, leaked: PoolLeakage) -> None:
    """The curve where she joins by odds; else nothing."""
    evidence = odds_of(workspace.adversary.matches)
    points = curve.offer(workspace, leaked.pool) if evidence else None
    if evidence is None or points is None:
        return
    current, leakage = evidence.threshold, leaked.result.leakage
    show(threshold_chart(points, current, leakage), "thresholds")
    st.text(text.AT_ODDS.format(odds=odds_sentence(current), known=percent(leakage)))
    st.caption(text.THRESHOLD_HELP)
