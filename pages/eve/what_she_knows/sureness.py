"""What Eve believes, how uncertain she is, and how sure she must be before she takes two records for one person."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from leakage.decision import ThresholdCurve, can_sweep
from leakage.decision.belief import BelievedLeakage
from leakage.decision.thresholds import Pairs, tree_of_joins
from leakage.record import Record
from leakage.resolution.linkage.comparison import odds_sentence
from leakage.resolution.linkage.fellegi_sunter import ROUNDING
from leakage.tables.entropy import LabelBelief, label_belief
from leakage.workspace.figures import belief, estimates
from leakage.workspace.figures.assessment import Pool, PoolLeakage, record_name
from leakage.workspace.figures.belief import Believed
from leakage.workspace.workspace import Workspace
from pages.eve.what_she_knows import text
from pages.eve.what_she_knows.charts import threshold_chart
from pages.kit.charts.chart import show
from pages.kit.tables import SURETY, show_table
from pages.shell.figures import figure
from pages.shell.words import count, listed, percent

# What is computed of how sure she is.


@figure(cost=lambda workspace, pool: estimates.believed(workspace), title="How surely Eve knows it")
def believed(workspace: Workspace, pool: Pool) -> Believed:
    """What a pool is to be expected to know; asked for where evidence alone joins records."""
    told = belief.believed(workspace, pool)
    assert told is not None, "asked for where there is evidence to weigh"
    return told


@figure(
    cost=lambda workspace, pool: estimates.thresholds(workspace),
    title="What Eve would know if she were more or less sure",
)
def threshold_curve(workspace: Workspace, pool: Pool) -> ThresholdCurve:
    """What a pool would know at every threshold."""
    return belief.curve_over_thresholds(workspace, pool)


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
    return (belief.hartley, belief.shannon, belief.min_entropy) if belief.values else (None,) * len(_ENTROPIES)


def show_sureness(workspace: Workspace, leaked: PoolLeakage) -> None:
    """How surely she knows it, and what she would know if she were more or less careful, where evidence counts."""
    show_believed(workspace, leaked)
    show_thresholds(workspace, leaked)


# How surely does she know it? Leakage over what an adversary who weighs evidence may believe of who is who.


def show_believed(workspace: Workspace, worst: PoolLeakage) -> None:
    """One figure to be expected, beside the most probable and the worst, where evidence counts; else nothing."""
    if belief.evidence_of(workspace) is None:
        return
    if belief.weighing_of(workspace) is None:
        st.text(text.NOT_BELIEVED)
        return
    told = believed.offer(workspace, worst.pool)
    if told is None:
        return
    leakage = told.leakage
    st.subheader(_headline(leakage), anchor=False)
    st.text(
        (text.ALL_WAYS if leakage.enumerated else text.DRAWN_WAYS).format(records=count(len(told.records), "record"))
    )
    found = "" if leakage.enumerated else text.AS_FAR_AS_FOUND
    probably, average, hardly = st.columns(3)
    with probably:
        st.metric("Probably", percent(leakage.likeliest_leakage), border=True)
        st.text(text.LIKELIEST.format(found=found, together=_together(workspace, worst, told)))
    with average:
        st.metric("On average", _average(leakage), border=True)
        st.text(f"{text.ON_AVERAGE}{_margin(leakage)}")
    with hardly:
        st.metric("At worst, but unlikely", percent(max(leakage.worst, worst.result.leakage)), border=True)
        st.text(text.AT_WORST.format(found=found))
    st.caption(text.BELIEVED_HELP)


def _headline(leakage: BelievedLeakage) -> str:
    if leakage.expected is None:
        return text.KNOWS_ON_AVERAGE.format(known=_between(leakage))
    return text.KNOWS_ON_AVERAGE.format(known=percent(leakage.expected))


def _average(leakage: BelievedLeakage) -> str:
    return "Not known" if leakage.expected is None else percent(leakage.expected)


def _between(leakage: BelievedLeakage) -> str:
    least, most = leakage.bounds
    return f"between {percent(least)} and {percent(most)}"


def _margin(leakage: BelievedLeakage) -> str:
    """How far off the average may be, where partitions were drawn."""
    if leakage.enumerated:
        return ""
    if leakage.margin is None:
        return text.NOT_AGREED.format(between=_between(leakage))
    return text.MARGIN.format(points=f"{100 * leakage.margin:.1f}")


def _together(workspace: Workspace, worst: PoolLeakage, told: Believed) -> str:
    """The most records that the likeliest belief takes for one person."""
    largest = max(told.leakage.likeliest, key=len, default=())
    names = [record_name(workspace, worst.pool, told.records[number]) for number in largest]
    return f"{listed(names, most=3)} are one person" if len(names) > 1 else "no two records are one person"


# How sure must she be? Leakage over the threshold of an adversary who weighs evidence.


MOST_NAMED = 2


def show_thresholds(workspace: Workspace, leaked: PoolLeakage) -> None:
    """The curve, in words and drawn, where evidence counts; else nothing."""
    evidence = belief.evidence_of(workspace)
    if evidence is None or not can_sweep(workspace.pooling_adversary):
        return
    curve = threshold_curve.offer(workspace, leaked.pool)
    if curve is None:
        return

    def named(pairs: Pairs) -> str:
        names = [" with ".join(record_name(workspace, leaked.pool, n) for n in sorted(pair)) for pair in pairs]
        return listed(names, most=MOST_NAMED)

    show(threshold_chart(curve, evidence.threshold, leaked.result.leakage, named), "thresholds")
    st.text(_summary(curve, evidence.threshold, leaked.result.leakage, named))
    if not curve.complete:
        st.text(text.NO_TIME.format(odds=odds_sentence(curve.least)))
    if tree_of_joins(workspace.pooling_adversary) is None:
        st.caption(text.NO_TREE)
    st.caption(text.THRESHOLD_HELP)


def _summary(curve: ThresholdCurve, current: float, leakage: float, named: Callable[[Pairs], str]) -> str:
    """What she knows as she is, and what the nearest step to either side would make of it."""
    parts = [text.AT_ODDS.format(odds=odds_sentence(current), known=percent(leakage))]
    if current < curve.least:
        return parts[0]
    steps = curve.steps
    place = max(n for n, step in enumerate(steps) if step.threshold >= current - ROUNDING)
    if place:
        odds, step = odds_sentence(steps[place].threshold), steps[place]
        changes = _changes(named(step.parted), named(step.joins))
        parts.append(text.MORE_CAREFUL.format(odds=odds, changes=changes, known=percent(steps[place - 1].leakage)))
    if place + 1 < len(steps):
        odds, step = odds_sentence(steps[place + 1].threshold), steps[place + 1]
        changes = _changes(named(step.joins), named(step.parted))
        parts.append(text.LESS_CAREFUL.format(odds=odds, changes=changes, known=percent(step.leakage)))
    elif curve.complete and not place:
        parts.append(text.NO_OTHER)
    return " ".join(parts)


def _changes(more: str, less: str) -> str:
    """What would be joined more and less, each of which may be empty.

    >>> _changes("a with b", "b with c")
    'a with b would be matched too and b with c would not be matched'
    """
    changes = [f"{more} would be matched too"] * bool(more) + [f"{less} would not be matched"] * bool(less)
    return " and ".join(changes) or "the same records would be matched otherwise"
