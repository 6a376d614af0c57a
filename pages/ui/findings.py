"""The parts of the page on what Eve knows: dipping, beliefs, composites, and what if."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.record import Pair, Record
from leakage.tables.label_belief import LabelBelief, label_belief
from leakage.workspace.assessment import PoolLeakage
from leakage.workspace.dipping import Discovery, natural_query
from leakage.workspace.workspace import Workspace
from pages.ui import dashboard, figures
from pages.ui.charts.chart import MISSING_WORD, RIGHT_WORD, WRONG_WORD, show
from pages.ui.charts.discovery import discovery_chart
from pages.ui.words import change, count, distinct, listed, percent

_ENTROPIES = ("Hartley", "Shannon", "Min-entropy")
_UNCERTAINTY_HELP = (
    "She takes the values of one kind for alternatives: her confidences count in proportion where they add up to more "
    "than 100 %, and what they leave below it is “unknown”, one more possibility. **Error** is how often her best "
    "guess is then wrong, in her own eyes (Rebollo-Monedero et al., 1 − max p): higher is better for you, and 0 % "
    "means that she is certain, rightly or not. The entropies say how uncertain she is, and more bits are better for "
    "you: Hartley's counts what she holds possible (your best case), Shannon's weighs it by how likely it is "
    "(average), min-entropy looks at what is likeliest alone (worst case). Where she has no value there is nothing to "
    "count."
)


def choose_pool(workspace: Workspace) -> PoolLeakage:
    """Whose records: the only pool there is, or one that is picked; the most telling first."""
    assessed = sorted(figures.assessment(workspace), key=lambda one: -one.result.leakage)
    if len(assessed) == 1:
        return assessed[0]
    names = distinct(f"{one.pool.name} ({percent(one.result.leakage)})" for one in assessed)
    number: int = st.selectbox(
        "Whose records?",
        range(len(assessed)),
        format_func=names.__getitem__,
        key=f"findings-pool-{len(assessed)}",
        persist_state="session",
    )
    return assessed[number]


def choose_query(workspace: Workspace) -> tuple[Pair, ...]:
    """How Eve thinks of the person: facts of the profile."""
    names = distinct(f"{workspace.display_name(label)}: {value}" for label, value in workspace.profile)
    picked = st.multiselect(
        "How does Eve think of you?",
        range(len(names)),
        default=[workspace.profile.index(pair) for pair in natural_query(workspace)],
        format_func=names.__getitem__,
        key=f"findings-query-{hash(workspace.profile)}",
        persist_state="session",
        help="Her query q: the facts she starts from, such as your name and where you work. She then looks for records "
        "that match them, merges what she finds, and looks again.",
    )
    return tuple(workspace.profile[number] for number in picked)


def headline(discovery: Discovery) -> None:
    """Where the query leads, in words."""
    steps = len(discovery.steps)
    if steps:
        st.header(f"From one question Eve gets to {percent(discovery.leakages[-1])} of you")
    else:
        st.header("From this question Eve gets nowhere")
    st.text(
        f"She starts with {percent(discovery.leakages[0])} and finds {count(steps, 'matching record')}, one after the "
        "other. Lower is better for you."
    )
    st.caption("Query leakage: dipping, Whang & Garcia-Molina 2011, Section 2.2.")


def bounds(workspace: Workspace, found: PoolLeakage, query: tuple[Pair, ...]) -> None:
    """Where the order of reading matters: the most she may come to, or between what it lies."""
    told = figures.query_bounds(workspace, found.pool, query)
    if told is None:
        return
    if told.exact:
        st.text(
            f"The order in which she reads the records matters: at worst she comes to {percent(told.lower)} of you."
        )
    else:
        st.text(
            f"The order in which she reads the records matters, and not all orders could be tried: at worst she comes "
            f"to {percent(told.lower)} or more, but never above {percent(told.upper)} of you."
        )


def steps(workspace: Workspace, found: PoolLeakage, discovery: Discovery) -> int:
    """The dipping step by step; returns the step looked at."""
    names = ["her question", *(dashboard.record_name(workspace, found.pool, s.record) for s in discovery.steps)]
    last = len(discovery.steps)
    if not last:
        return 0
    key = f"findings-step-{hash((discovery.query, tuple(step.record for step in discovery.steps)))}"
    chosen: int = st.slider("Step", 0, last, last, key=key)
    show(discovery_chart(names, discovery.leakages, chosen), "discovery")
    if chosen:
        step = discovery.steps[chosen - 1]
        st.text(f"Step {chosen}: {names[chosen]} matched, because of the same")
        st.text(_told(workspace, step.key.shared))
        news = discovery.news(chosen)
        st.text(f"It told her {count(len(news), 'new fact')}: {_told(workspace, [a.pair for a in news]) or 'nothing'}")
        moved = discovery.leakages[chosen] - discovery.leakages[chosen - 1]
        st.text(f"Leakage: {change(moved)}.")
    return chosen


def _told(workspace: Workspace, pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{workspace.display_name(label)} {value}" for label, value in pairs)


def beliefs(workspace: Workspace, composite: Record) -> None:
    """Per label what she believes: candidate values with their confidences."""
    st.subheader("What does she then believe?")
    rows = [
        (
            workspace.display_name(attribute.label),
            attribute.value,
            attribute.confidence,
            "right" if attribute.pair in workspace.reference else "wrong",
        )
        for attribute in composite
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["About", "She believes", "How surely", "In truth"]),
        hide_index=True,
        alt="Per label the values Eve believes, her confidence, and whether they are right",
        column_config={
            "How surely": st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="percent"),
        },
    )
    _uncertainty(workspace, composite)


def _uncertainty(workspace: Workspace, composite: Record) -> None:
    """Per label her best guess, how often she thinks it wrong, and how uncertain she is."""
    labels = dict.fromkeys((*workspace.reference.labels, *composite.labels))
    held = [label_belief(composite, label) for label in labels]
    guesses = [_best_guesses(workspace, belief) for belief in held]
    right = sum(truth == RIGHT_WORD for _, truth in guesses)
    guessed = sum(belief.best_guess is not None for belief in held)
    st.markdown("**What would she guess, and how uncertain is she?**")
    st.text(
        f"She has a best guess about {guessed} of {count(len(held), 'kind of fact', 'kinds of facts')}; {right} right."
    )
    st.dataframe(
        pd.DataFrame(
            [
                (workspace.display_name(belief.label), *guess, belief.error, *_entropies(belief))
                for belief, guess in zip(held, guesses, strict=True)
            ],
            columns=["About", "Her best guess", "In truth", "Error", "Hartley", "Shannon", "Min-entropy"],
        ),
        hide_index=True,
        placeholder="–",
        alt="Per label Eve's best guess, whether it is right, how often wrong to her, and three entropies in bits",
        column_config={
            "Error": st.column_config.NumberColumn(format="percent", help="How often the best guess is wrong, to her."),
            **{name: st.column_config.NumberColumn(f"{name} (bits)", format="%.2f") for name in _ENTROPIES},
        },
    )
    st.caption(_UNCERTAINTY_HELP)


def _best_guesses(workspace: Workspace, belief: LabelBelief) -> tuple[str, str]:
    """The likeliest values, of which there may be several, and whether they are right."""
    if belief.best_guess is None:
        return "none", MISSING_WORD
    likeliest = belief.probabilities[0]
    tied = [value for value, p in zip(belief.values, belief.probabilities, strict=True) if p == likeliest]
    right = sum((belief.label, value) in workspace.reference for value in tied)
    truth = RIGHT_WORD if right == len(tied) else f"{right} of {len(tied)} right" if right else WRONG_WORD
    return " or ".join(tied), truth


def _entropies(belief: LabelBelief) -> tuple[float | None, ...]:
    # Where she has no value, how many there could be is not known.
    return (belief.hartley, belief.shannon, belief.min_entropy) if belief.values else (None,) * len(_ENTROPIES)


def composites(workspace: Workspace, found: PoolLeakage) -> None:
    """Her joined records that tell something true of the person, with the evidence for every join."""
    st.subheader("Which records has she put together?")
    telling = figures.telling_composites(workspace, found.pool)
    if not telling:
        st.text("None of her records says anything true about you.")
        return
    resolution = found.result.resolution
    number: int = st.selectbox(
        "Joined record",
        range(len(telling)),
        format_func=lambda n: _composite_name(workspace, found, telling[n][0], telling[n][1]),
        key=f"findings-composite-{len(telling)}",
        persist_state="session",
    )
    members = resolution.members[telling[number][0]]
    _contributors(workspace, found, resolution.composites[telling[number][0]], members)
    dashboard.joins(workspace, found, members)
    if len(members) > 1:
        _keep_apart(workspace, found, members)


def _composite_name(workspace: Workspace, found: PoolLeakage, number: int, leakage: float) -> str:
    members = found.result.resolution.members[number]
    names = [dashboard.record_name(workspace, found.pool, member) for member in members]
    return f"{percent(leakage)}: {listed(names, most=3)}"


def _keep_apart(workspace: Workspace, found: PoolLeakage, members: tuple[int, ...]) -> None:
    """Two of the joined records, and what Eve would know had she not taken them for one person."""
    st.markdown("**What if she had not joined two of them?**")
    names = {member: dashboard.record_name(workspace, found.pool, member) for member in members}
    left, right = st.columns(2)
    key = hash(members)
    first: int = left.selectbox(
        "Not the same person:", members, format_func=names.__getitem__, key=f"apart-first-{key}"
    )
    others = [member for member in members if member != first]
    second: int = right.selectbox("and", others, format_func=names.__getitem__, key=f"apart-second-{key}-{first}")
    after = figures.kept_apart(workspace, found.pool, first, second)
    st.metric(
        "With the two apart Eve would know of you",
        percent(after),
        change(after - found.result.leakage).replace("−", "-"),
        delta_color="inverse",
        border=True,
    )


def _contributors(workspace: Workspace, found: PoolLeakage, composite: Record, members: tuple[int, ...]) -> None:
    records = figures.pool_records(workspace, found.pool)
    rows = [
        (
            workspace.display_name(attribute.label),
            attribute.value,
            "right" if attribute.pair in workspace.reference else "wrong",
            listed(
                [dashboard.record_name(workspace, found.pool, m) for m in members if attribute.pair in records[m]], 5
            ),
        )
        for attribute in composite
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["What", "Value", "In truth", "Who told her"]),
        hide_index=True,
        alt="Every attribute of the joined record and who contributed it",
    )


def what_if(workspace: Workspace) -> None:
    """Leave releases out and see the figure at once."""
    st.subheader("What if a release had never been made?")
    names = [release.name for release in workspace.releases]
    picked = st.multiselect(
        "Leave out",
        range(len(names)),
        format_func=names.__getitem__,
        key=f"findings-without-{hash(tuple(names))}",
        persist_state="session",
        placeholder="Pick one release or several",
    )
    kept = tuple(release for n, release in enumerate(workspace.releases) if n not in picked)
    before = figures.leakage_of(workspace) or 0.0
    after = figures.leakage_of(replace(workspace, releases=kept)) or 0.0
    st.metric(
        "Eve would know of you",
        percent(after),
        change(after - before).replace("−", "-") if picked else None,
        delta_color="inverse",
        border=True,
    )
