"""What she believes, how sure she must be, and why two records were joined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from leakage.decision import ThresholdCurve, can_sweep
from leakage.decision.thresholds import Pairs, tree_of_joins
from leakage.presumption import with_presumed_facts
from leakage.record import Pair, Record
from leakage.resolution.linkage.comparison import odds_sentence, probability_of
from leakage.resolution.linkage.explained_joins import ExplainedJoin
from leakage.resolution.linkage.fellegi_sunter import ROUNDING
from leakage.tables.entropy import LabelBelief, label_belief
from leakage.workspace.figures import belief
from leakage.workspace.figures.assessment import PoolLeakage, record_name
from leakage.workspace.figures.derivations import derivation_of_composite
from leakage.workspace.figures.next_move import can_dip
from leakage.workspace.workspace import Workspace
from pages.eve.what_she_knows import search, text
from pages.eve.what_she_knows.charts import threshold_chart, waterfall_chart
from pages.kit import glossary, icon_array, shared_figures
from pages.kit.charts.chart import show
from pages.kit.icon_array import Chance
from pages.kit.shared_figures import how_when_asked
from pages.kit.tables import SURETY, show_table
from pages.shell import knowledge
from pages.shell.words import change, count, listed, percent

# What Eve believes, and how uncertain she is.


_ENTROPIES = ("Hartley", "Shannon", "Min-entropy")


def show_search(workspace: Workspace) -> PoolLeakage:
    """What a pool finds from a query, and believes then, where she can search; brings what the pool chosen knows."""
    answer = st.container()
    leaked = search.choose_pool(workspace)
    if not can_dip(workspace.adversary):
        answer.text(text.LINKS_ONLY)
        return leaked
    query = search.choose_query(workspace)
    discovery = search.discovery(workspace, leaked.pool, query)
    with answer:
        search.headline(discovery)
        search.bounds(workspace, leaked, query)
    step = search.steps(workspace, leaked, discovery)
    show_beliefs(workspace, discovery.composite(step))
    return leaked


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
    beliefs = [label_belief(composite, label) for label in labels]
    guesses = [_best_guesses(workspace, belief) for belief in beliefs]
    right = sum(truth == "right" for _, truth in guesses)
    guessed = sum(belief.best_guess is not None for belief in beliefs)
    st.markdown("**What would she guess, and how uncertain is she?**")
    st.text(
        f"She has a best guess about {guessed} of {count(len(beliefs), 'kind of fact', 'kinds of facts')}; "
        f"{right} right."
    )
    show_table(
        [
            (workspace.display_name(belief.label), *guess, belief.error, *_entropies(belief))
            for belief, guess in zip(beliefs, guesses, strict=True)
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


# How the evidence for a join added up.


def show_waterfalls(workspace: Workspace, leaked: PoolLeakage, composite: int) -> None:
    """One join of a composite, drawn from what spoke for it before anything was compared to how likely it is."""
    explained = search.waterfalls(workspace, leaked.pool, composite)
    if not explained:
        return
    picked: int = st.selectbox(
        "How did the evidence for this join add up?",
        range(len(explained)),
        format_func=lambda n: _named(workspace, leaked, explained[n]),
        key=f"waterfall-{composite}-{len(explained)}",
        help=text.WATERFALL_HELP,
    )
    join = explained[picked]
    sentence = join.waterfall.sentence(workspace.display_name)
    st.text(f"{sentence[0].upper()}{sentence[1:]}.")
    if any(each.owner for each in explained):
        st.text(
            f"{join.owner} made this join before it shared." if join.owner else "It was made among what was shared."
        )
    before, after = probability_of(join.waterfall.prior), join.waterfall.probability
    icon_array.show(
        [
            Chance("They are one person, before anything is compared", before, percent(before)),
            Chance("They are one person, by all that is compared", after, percent(after)),
        ]
    )
    show(waterfall_chart(join.waterfall, workspace.display_name), "waterfall")


def _named(workspace: Workspace, leaked: PoolLeakage, join: ExplainedJoin) -> str:
    left, right = (
        listed([record_name(workspace, leaked.pool, number) for number in side], most=3)
        for side in (join.evidence.left, join.evidence.right)
    )
    return f"{left} with {right}"


# The records Eve has put together, and what if one of them had never been made or joined.


def show_composites(workspace: Workspace, leaked: PoolLeakage) -> None:
    """Her joined records that tell something true of the person, with the evidence for every join."""
    st.subheader("Which records has she put together?", help=glossary.JOINED_RECORD)
    telling = shared_figures.telling_composites(workspace, leaked.pool)
    if not telling:
        st.text("None of her records says anything true about you.")
        return
    resolution = leaked.result.resolution
    number: int = st.selectbox(
        "Joined record",
        range(len(telling)),
        format_func=lambda n: _composite_name(workspace, leaked, telling[n][0], telling[n][1]),
        key=f"findings-composite-{len(telling)}",
        persist_state="session",
    )
    members = resolution.members[telling[number][0]]
    how_when_asked(lambda: derivation_of_composite(workspace, leaked, *telling[number]), "composite")
    _contributors(workspace, leaked, with_presumed_facts(resolution.composites[telling[number][0]]), members)
    shared_figures.show_joins(workspace, leaked, members, "findings")
    show_waterfalls(workspace, leaked, telling[number][0])
    if len(members) > 1:
        _keep_apart(workspace, leaked, members)


def _composite_name(workspace: Workspace, leaked: PoolLeakage, number: int, leakage: float) -> str:
    members = leaked.result.resolution.members[number]
    names = [record_name(workspace, leaked.pool, member) for member in members]
    return f"{percent(leakage)}: {listed(names, most=3)}"


def _keep_apart(workspace: Workspace, leaked: PoolLeakage, members: tuple[int, ...]) -> None:
    """Two of the joined records, and what Eve would know had she not taken them for one person."""
    st.markdown("**What if she had not joined two of them?**")
    names = {member: record_name(workspace, leaked.pool, member) for member in members}
    left, right = st.columns(2)
    key = hash(members)
    first: int = left.selectbox(
        "Not the same person:", members, format_func=names.__getitem__, key=f"apart-first-{key}"
    )
    others = [member for member in members if member != first]
    second: int = right.selectbox("and", others, format_func=names.__getitem__, key=f"apart-second-{key}-{first}")
    after = search.kept_apart.offer(workspace, leaked.pool, first, second)
    if after is None:
        return
    _would_know("With the two apart Eve would know of you", after, leaked.result.leakage)


def _would_know(title: str, after: float, before: float | None) -> None:
    """What she would know instead, and how far that is from what she knows; an arrow only where it moves."""
    moved = None if before is None else change(after - before)
    still = moved == change(0.0)
    st.metric(
        title,
        percent(after),
        # Streamlit tells by the sign which way the arrow points.
        moved.replace("−", "-") if moved else None,
        delta_color="off" if still else "inverse",
        delta_arrow="off" if still else "auto",
        border=True,
    )


def _contributors(workspace: Workspace, leaked: PoolLeakage, composite: Record, members: tuple[int, ...]) -> None:
    records = search.pool_records(workspace, leaked.pool)
    givers: dict[Pair, list[str]] = {attribute.pair: [] for attribute in composite.known}
    for member in members:
        for attribute in records[member].known:
            if attribute.pair in givers:
                givers[attribute.pair].append(record_name(workspace, leaked.pool, member))
    rows = [
        (
            workspace.display_name(attribute.label),
            attribute.value,
            "right" if attribute.pair in workspace.reference else "wrong",
            listed(givers[attribute.pair], 5),
        )
        for attribute in composite.known
    ]
    show_table(
        rows,
        {
            "What": st.column_config.TextColumn(width=150),
            "Value": st.column_config.TextColumn(width=190),
            "In truth": st.column_config.TextColumn(width=70),
            "Who told her": st.column_config.TextColumn(width=380),
        },
        "Every attribute of the joined record and who contributed it",
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
    before = knowledge.leakage_of(workspace) or 0.0
    after = knowledge.leakage_of(replace(workspace, releases=kept)) or 0.0
    _would_know("Eve would know of you", after, before if picked else None)


# How sure must she be? Leakage over the threshold of an adversary who weighs evidence.


MOST_NAMED = 2


def show_thresholds(workspace: Workspace, leaked: PoolLeakage) -> None:
    """The curve, in words and drawn, where evidence counts; else nothing."""
    evidence = belief.evidence_of(workspace)
    if evidence is None or not can_sweep(workspace.pooling_adversary):
        return
    curve = search.threshold_curve.offer(workspace, leaked.pool)
    if curve is None:
        return

    def named(pairs: Pairs) -> str:
        names = [" with ".join(record_name(workspace, leaked.pool, n) for n in sorted(pair)) for pair in pairs]
        return listed(names, most=MOST_NAMED)

    show(threshold_chart(curve, evidence.threshold, leaked.result.leakage, named), "thresholds")
    st.text(_summary(curve, evidence.threshold, leaked.result.leakage, named))
    if not curve.complete:
        st.text(f"There was no time for less than {odds_sentence(curve.least)}.")
    if tree_of_joins(workspace.pooling_adversary) is None:
        st.caption(text.NO_TREE)
    st.caption(text.THRESHOLD_HELP)


def _summary(curve: ThresholdCurve, current: float, leakage: float, named: Callable[[Pairs], str]) -> str:
    """What she knows as she is, and what the nearest step to either side would make of it."""
    parts = [f"At odds of {odds_sentence(current)} or better Eve knows {percent(leakage)} of you."]
    if current < curve.least:
        return parts[0]
    steps = curve.steps
    place = max(n for n, step in enumerate(steps) if step.threshold >= current - ROUNDING)
    if place:
        odds, step = odds_sentence(steps[place].threshold), steps[place]
        changes = _changes(named(step.parted), named(step.joins))
        parts.append(f"If she asked for more than {odds}, {changes}: {percent(steps[place - 1].leakage)}.")
    if place + 1 < len(steps):
        odds, step = odds_sentence(steps[place + 1].threshold), steps[place + 1]
        changes = _changes(named(step.joins), named(step.parted))
        parts.append(f"If {odds} were enough for her, {changes}: {percent(step.leakage)}.")
    elif curve.complete and not place:
        parts.append("No other threshold would change that.")
    return " ".join(parts)


def _changes(more: str, less: str) -> str:
    """What would be joined more and less, each of which may be empty.

    >>> _changes("a with b", "b with c")
    'a with b would be joined too and the join of b with c would fall away'
    """
    changes = [f"{more} would be joined too"] * bool(more) + [f"the join of {less} would fall away"] * bool(less)
    return " and ".join(changes) or "the same records would be joined otherwise"
