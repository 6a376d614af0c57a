"""What Eve knows: the one count, opened; the leakage, worked out; step by step; and how it came to this."""

import datetime
from collections.abc import Iterable, Sequence

import pandas as pd
import streamlit as st

from leakage.decision.shapley import ShapleyValue
from leakage.decision.what_ifs import Enhancement, ThresholdPoint, TimelineStep, threshold_curve
from leakage.record import Pair, is_typed
from leakage.resolution.evidence import odds_of, odds_sentence
from leakage.workspace.figures import next_move
from leakage.workspace.figures.assessment import (
    Pool,
    PoolLeakage,
    PoolSummary,
    assess_pool,
    pool_summaries,
    pool_together,
    pools_alone,
    presumed_in,
    recipient_shapley_values,
    record_name,
    records_of,
    release_shapley_values,
)
from leakage.workspace.figures.count import PROBABLE, STATES, Kind
from leakage.workspace.figures.derivations import derivation_of_discovery, derivation_of_pool, worked_out
from leakage.workspace.figures.next_move import Discovery, natural_query
from leakage.workspace.figures.timeline import Timeline, timeline
from leakage.workspace.presumptions import open_presumptions
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import charts, page, session
from pages.app.charts import MARKS, POINTS, SURETY, Chart, derivation_on_demand, plain, show, show_table
from pages.app.figures import figure
from pages.app.words import STATE_WORDS, change, count, listed, month, percent

DIPPING = ("dipping", "alice-on-the-web", "answer-sets", "enhancement")
"""The examples whose question is answered step by step."""
MOST_BARS, MOST_STEPS, MOST_JOINS, MOST_NAMED = 15, 12, 60, 3
WIDTHS = (("About", 105), ("Your value", 105), ("Who has it, or may have it", 220), ("Since", 55))
LINE = 0.07  # the height of a line of text in the timeline
HOW = {
    "given": "you said so",
    "file": "from a file of yours",
    "breach": "it leaked",
    "likely": "they may have asked for it",
}
DEFINITION = (
    "One figure for how much Eve knows: 0 % is nothing right, 100 % is everything right and nothing wrong. It is the "
    "F-measure of what she has joined against all there is to know about you. Whang & Garcia-Molina 2012, Section 2."
)

work = page.open_page(catalogue.LEAKAGE, "What does Eve know about you?")
page.need_releases(work)
leaked = max(page.assessment(work), key=lambda known: known.result.leakage)


# The one count, which can be opened.


def _how(kind: Kind) -> str:
    if not kind.holders:
        return ""
    first = kind.holders[0]
    if first.how == "likely":
        its = [release.name for release in work.accounts if release.recipient == first.name]
        if evidence := next((one.evidence for one in open_presumptions(work, its) if one.label == kind.label), ""):
            return evidence
    sure = "" if first.chance == 1.0 else f" ({percent(first.chance)})"
    return f"{HOW[first.how]}{sure}"


def _since(kind: Kind) -> str:
    least = 1.0 if kind.state == "sure" else PROBABLE
    return min((one.since for one in kind.holders if one.since and one.chance >= least), default="")


def _value(kind: Kind) -> str:
    return ", ".join(kind.values) or "not typed"


counted = page.counts(work)
st.header(f"{counted.sentence}.")
st.text(f"Of {counted.whole}.")
wanted = st.segmented_control(
    "Which kinds?",
    ["all", *STATES],
    default="all",
    required=True,
    key="count-state",
    persist_state="session",
    label_visibility="collapsed",
    format_func=lambda state: (
        f"{STATE_WORDS[state].capitalize()} ({counted.number(state)})" if state in STATES else "All"
    ),
)
shown = [kind for kind in counted.kinds if wanted in ("all", kind.state)]
if shown:
    table = pd.DataFrame(
        [
            (
                work.display_name(kind.label),
                [STATE_WORDS[kind.state]],
                _value(kind),
                listed([holder.name for holder in kind.holders], most=1) or "nobody",
                _since(kind)[:4],
                _how(kind),
            )
            for kind in shown
        ],
        columns=["About", "Eve", "Your value", "Who has it, or may have it", "Since", "How we know"],
    )
    event = st.dataframe(
        table.loc[:, (table != "").any()],
        hide_index=True,
        column_config={"Eve": MARKS, **{name: st.column_config.TextColumn(width=width) for name, width in WIDTHS}},
        alt="Each kind of facts: whether Eve has it, your value, who has it, since when, and how we know",
        on_select="rerun",
        selection_mode="single-row",
        key=f"count-{wanted}-{len(shown)}",
    )
    for row in event.selection.rows:
        kind = shown[row]
        st.text(work.display_name(kind.label))
        if kind.holders:
            show_table(
                [(h.name, month(h.since), HOW[h.how], h.chance) for h in kind.holders],
                {"Who has it, or may have it": None, "Since": None, "How we know": None, "How sure": SURETY},
                "Everybody who has this kind of facts, or may have it",
            )


# The leakage, once, with its definition, and how it is worked out.

has_query = work.worked_example and any(plan.name.endswith(" (query)") for plan in work.plans)
metrics = st.columns(1 + has_query)
metrics[0].metric("Leakage", percent(leaked.result.leakage), help=DEFINITION, border=True)
section = st.expander("How is this worked out?", icon=":material/function:", key="sums", on_change="rerun")
if section.open:
    with section:
        sums = worked_out(work, leaked)
        same = percent(sums.leakage) == percent(sums.fraction)
        doubt = "" if same else f" Averaged over all that she doubts, it is {percent(sums.leakage)}."
        whose = "everybody together" if work.pooling_in_use.kind == "together" else leaked.pool.name
        lines = (
            f"She takes {count(sums.records, 'record')} for yours. What is right there counts {sums.right:.1f}.",
            f"What is wrong there counts {sums.wrong:.1f}.",
            f"All there is to know counts {sums.whole:.1f}: each kind by its weight.",
            f"2 × {sums.right:.1f} ÷ ({sums.whole:.1f} + {sums.right:.1f} + {sums.wrong:.1f})"
            f" is {percent(sums.fraction)}.{doubt}",
            f"Under this Eve, the one who knows most is: {whose}.",
        )
        for number, line in enumerate(lines, 1):
            st.text(f"{number}. {line}")
        derivation_on_demand(lambda: derivation_of_pool(work, leaked), "leakage")


# Why she took these records for one person, and who is responsible for how much.


def bars_chart(question: str, axis: str, named: Sequence[tuple[str, float]], of_points: bool) -> Chart:
    """Bars, the longest on top, of the greatest ones; above 0 in the colour of what she has right."""
    drawn = sorted(named, key=lambda one: abs(one[1]))[-MOST_BARS:]
    told = [(name, change(value) if of_points else percent(value)) for name, value in drawn]
    values = [100.0 * value if of_points else value for _, value in drawn]
    low, high = min(0.0, *values), max(0.0, *values)
    room = 0.25 * (high - low or 1.0)
    ends = (low - (room if low else 0.0), high + room)
    return charts.draw(
        question,
        [
            charts.bars(
                "",
                list(enumerate(values)),
                [RIGHT if value >= 0.0 else WRONG for value in values],
                [f"{plain(name)}: {said}" for name, said in told],
                text=[f"{value:+.1f}" if of_points else percent(value) for value in values],
            )
        ],
        charts.axis(axis, ends) if of_points else charts.share_axis(axis, (0, 1.15)),
        charts.rows([plain(name, 30) for name, _ in drawn]),
        "; ".join(f"{name}: {said}" for name, said in reversed(told)) + ".",
        height=charts.bars_height(len(drawn)),
    )


@figure
def alone(work: Workspace) -> tuple[PoolSummary, ...]:
    """What every recipient knows alone."""
    everyone = assess_pool(work, pool_together(work), page.resolutions)
    return pool_summaries(work, pools_alone(work), everyone, page.resolutions)


@figure
def shares(work: Workspace, by: str) -> tuple[ShapleyValue, ...]:
    """What every account, or every company, is responsible for."""
    return release_shapley_values(work) if by == "account" else recipient_shapley_values(work)


members = leaked.result.members
title = f"Why does she think {count(len(members), 'record is', 'records are')} yours?"
why = st.expander(title, icon=":material/hub:", key="why", on_change="rerun") if members else None
if why and why.open:
    with why:
        resolution = leaked.result.resolution
        if len(members) > 1:
            called = {n: record_name(work, leaked.pool, n) for n in members}
            joins = [
                (
                    listed([called[n] for n in join.left], most=3),
                    listed([called[n] for n in join.right], most=3),
                    ", ".join(f"{work.display_name(label)} {value}" for label, value in join.key.shared),
                )
                for join in resolution.evidence_of(int(resolution.composite_of[members[0]]), MOST_JOINS)
            ]
            show_table(joins, ["These", "and these", "have the same"], "Which records she joined, and by which values")
        else:
            st.text("She joined nothing here: one record says it all.")
section = st.expander(
    "Who knows most, and who is responsible?", icon=":material/bar_chart:", key="who", on_change="rerun"
)
if section.open:
    with section:
        ways = {
            "alone": "What each knows alone",
            "company": "Share of each company",
            "account": "Share of each account or breach",
        }
        way = st.segmented_control(
            "Which?",
            ways,
            default="alone",
            required=True,
            key="who-way",
            format_func=ways.__getitem__,
            label_visibility="collapsed",
            persist_state="session",
        )
        if way == "alone" and (each := alone.offer(work)):
            named = [(one.pool.name, one.leakage) for one in each]
            show(bars_chart("How much does each know alone?", "leakage", named, of_points=False), "alone")
        elif way != "alone" and (found := shares.offer(work, way)):
            names = work.recipient_names if way == "company" else [release.name for release in work.releases]
            named = list(zip(names, (one.share for one in found), strict=True))
            show(
                bars_chart(
                    "Who is responsible for how much?", "points (100: everything about you)", named, of_points=True
                ),
                "shares",
            )
            margin = max(one.margin for one in found)
            exact = f", within {100 * margin:.2f} points" if margin else ""
            st.caption(f"Shapley values: what each adds on average over all orders{exact}.")
            st.caption("Their sum is the leakage less what she has from elsewhere.")


# Step by step: a query, its dip, query leakage, and what Eve would check next.


@figure
def discovery(work: Workspace, pool: Pool, pairs: tuple[Pair, ...]) -> Discovery:
    """What Eve finds when she dips a query into a pool."""
    return next_move.discover(work, pool, pairs)


@figure
def moves(work: Workspace, pool: Pool) -> tuple[Enhancement, ...]:
    """What Eve could check next, the best for its cost first."""
    known = next(each for each in page.assessment(work) if each.pool == pool)
    return next_move.next_moves(work, known)


@figure
def thresholds(work: Workspace, pool: Pool) -> tuple[ThresholdPoint, ...]:
    """What a pool would know at each of some odds."""
    presumed = presumed_in(work, pool)
    return threshold_curve(
        records_of(work, pool), work.reference, work.pooling_adversary, work.measure, presumed=presumed
    )


def distinct(words: Iterable[str]) -> list[str]:
    """Words told apart by a number where they are the same: of two equal choices a list knows only one."""
    names: list[str] = []
    for word in words:
        number, name = 2, word
        while name in names:
            name, number = f"{word} ({number})", number + 1
        names.append(name)
    return names


def _facts(pairs: Sequence[Pair]) -> str:
    named = ((work.display_name(pair[0]), f" {pair[1]}" if is_typed(pair) else "") for pair in pairs)
    return ", ".join(label + value for label, value in named)


def search(leaked: PoolLeakage) -> None:
    """What a pool finds from a query, step by step."""
    # A paper's query may say what is not so.
    facts = tuple(dict.fromkeys((*work.profile, *natural_query(work))))
    names = distinct(f"{work.display_name(label)}: {value}" for label, value in facts)
    start = [facts.index(pair) for pair in natural_query(work)]
    picked = st.multiselect(
        "She starts from",
        range(len(names)),
        start,
        format_func=names.__getitem__,
        key=f"search-query-{hash(facts)}",
        persist_state="session",
        help="The papers call this a query. Records that match it are added to it, and may then match more: "
        "dipping. Whang & Garcia-Molina 2011, Section 2.2.",
    )
    found = discovery(work, leaked.pool, tuple(facts[number] for number in picked))
    if has_query:
        metrics[1].metric("From her query", percent(found.leakages[-1]), border=True)
    st.text(
        f"She starts with {percent(found.leakages[0])} of you, finds {count(len(found.steps), 'matching record')}, and "
        f"ends with {percent(found.leakages[-1])}: the query leakage. From her best start it is "
        f"{percent(leaked.result.leakage)}, the database leakage."
    )
    points = list(enumerate(found.leakages[: MOST_STEPS + 1]))
    called = ["her query", *(record_name(work, leaked.pool, step.record) for step in found.steps)]
    hover = [f"{plain(name)}: {percent(known)}" for name, (_, known) in zip(called, points, strict=False)]
    if found.steps:
        marks = [charts.line("", points, charts.Look(RIGHT, width=3, size=9, symbol="circle"), hover)]
        across, up = charts.axis("records found", dtick=1), charts.share_axis("how much she knows then")
        alt = "; ".join(hover) + "."
        show(charts.draw("How does she get there?", marks, across, up, alt, height=280), "discovery")
    rows = [
        (
            number,
            called[number],
            _facts(step.key.shared),
            _facts([a.pair for a in found.news(number)]) or "nothing new",
            100 * (found.leakages[number] - found.leakages[number - 1]),
        )
        for number, step in enumerate(found.steps[:MOST_STEPS], 1)
    ]
    if rows:
        if len(found.steps) > MOST_STEPS:
            st.caption(f"The first {MOST_STEPS} of {len(found.steps)} are shown.")
        columns = {"Step": None, "She finds": None, "by the same": None, "and learns": None, "which adds": POINTS}
        show_table(rows, columns, "What she finds step by step")
    last = len(found.steps)
    derivation_on_demand(lambda: derivation_of_discovery(work, leaked.pool, found, last), "discovery")


def next_check(leaked: PoolLeakage) -> None:
    """Which fact she would make sure of next."""
    ranked = moves.offer(work, leaked.pool)
    if not ranked:
        st.text("She is sure of every detail you entered, so there is nothing to check.")
        return
    rows = [
        (
            work.display_name(move.attribute.label),
            move.attribute.value,
            record_name(work, leaked.pool, move.record),
            move.attribute.confidence,
            100 * move.gain,
            move.ratio,
        )
        for move in ranked[:MOST_STEPS]
    ]
    columns = {
        "About": None,
        "Value": None,
        "From": None,
        "How sure": SURETY,
        "Would add": POINTS,
        "Per cost": None,
    }
    show_table(rows, columns, "What Eve could check next, the best for its cost first")
    st.caption("100 points would be everything about you. A check costs 1 minus how sure she is.")
    st.caption("Whang & Garcia-Molina 2012, Section 4.3.")


section = st.expander(
    "Step by step", session.example() in DIPPING, icon=":material/search:", key="steps", on_change="rerun"
)
if section.open:
    with section:
        if work.adversary.resolution is not None:
            search(leaked)
        else:
            st.text("This Eve does more than join records, so she cannot be followed step by step.")
        evidence = odds_of(work.adversary.matches)
        curve = thresholds.offer(work, leaked.pool) if evidence else None
        if evidence and curve:
            marks = [
                charts.line(
                    "", [(p.threshold, p.leakage) for p in curve], charts.Look(RIGHT, width=3, stairs=True), ""
                ),
                charts.ring("hers", (evidence.threshold, leaked.result.leakage)),
            ]
            asks = charts.axis("how much evidence she asks for (bits)")
            alt = f"At {odds_sentence(evidence.threshold)} she knows {percent(leaked.result.leakage)}."
            show(charts.draw("How sure must she be?", marks, asks, charts.share_axis(), alt, height=280), "thresholds")
        st.markdown("**What would she check next?**")
        next_check(leaked)


# How it came to this, where there are dates.


@figure
def came_about(work: Workspace, today: datetime.date) -> Timeline:
    """How the figure came about, day by day."""
    return timeline(work, today, page.assessment(work))


def timeline_chart(came: Timeline, today: datetime.date) -> Chart:
    """The leakage as stairs over the years, the greatest jumps named, breaches marked."""

    def day(step: TimelineStep) -> datetime.date:
        return step.date or today

    def leaked(step: TimelineStep) -> bool:
        return any(work.releases[number].breach for number in step.releases)

    def what(step: TimelineStep, most: int) -> str:
        return listed([work.releases[number].name for number in step.releases], most=most)

    first = min(*map(day, came.steps), today - datetime.timedelta(days=365))
    middle, stairs = first + (today - first) / 2, [(day(step), step.after) for step in came.steps]
    groups = {
        "something you gave": [step for step in came.steps if not leaked(step)],
        "breach": [step for step in came.steps if leaked(step)],
    }
    jumps = sorted(came.jumps[:MOST_NAMED], key=day)
    # Beside the stairs: above them on the left of a late jump; else below them on its right, each over those before.
    heights, low = list[float](), 0.0
    for step in jumps:
        late = day(step) > middle
        heights.append(max(step.after, low) if late else max(step.before, low + LINE))
        low = heights[-1] + late * LINE
    return charts.draw(
        "When did Eve learn it?",
        [
            charts.line(
                "", [(first, came.start), *stairs, (today, came.today)], charts.Look(RIGHT, width=3, stairs=True), None
            ),
            *(
                charts.dots(
                    name,
                    [
                        (day(step), step.after, plain(what(step, 4), 90), change(step.after - step.before))
                        for step in steps
                    ],
                    RIGHT,
                    "%{x}: %{customdata[0]}<br>%{customdata[1]}, then %{y:.1%}",
                    symbol="circle" if name != "breach" else "diamond",
                    size=8 if name != "breach" else 13,
                    edge={"width": 2, "color": MISSING} if name == "breach" else None,
                )
                for name, steps in groups.items()
                if steps
            ),
            charts.dots(
                "",
                list(zip(map(day, jumps), heights, strict=True)),
                RIGHT,
                None,
                mode="text",
                text=[f"\u00a0\u00a0{plain(what(step, 1), 24)}\u00a0\u00a0" for step in jumps],
                textposition=["top left" if day(step) > middle else "bottom right" for step in jumps],
                cliponaxis=False,
            ),
        ],
        charts.axis("day", hoverformat="%Y-%m-%d"),
        charts.share_axis("how much Eve knew", [0, 1.08], fixedrange=True),
        f"From {percent(came.start)} to {percent(came.today)} today. "
        + "; ".join(f"{step.date or 'no date'}, {what(step, 4)}: {change(step.after - step.before)}" for step in jumps)
        + ".",
        height=340,
    )


today = datetime.date.today()
# What has no date is drawn on today's; where that is most of it, the chart would mislead.
if 2 * sum(release.day_up_to(today) is not None for release in work.releases) > len(work.releases):
    came = came_about.offer(work, today)
    if came is not None:
        show(timeline_chart(came, today), "timeline")
page.link(catalogue.PLAN, "What can I do about it?")
