"""Which record is it, how sure is that, and does the theorem keep its promise?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from leakage.reidentification import (
    Attack,
    Fact,
    Lineup,
    Share,
    SparseTable,
    ValueSimilarity,
    facts_needed,
    promise_kept,
)
from leakage.reidentification.trials import Algorithm
from pages.app.words import count, percent
from pages.explore.re_identification import text
from pages.explore.re_identification.charts import lineup_chart
from pages.explore.re_identification.opened import OpenedTable
from pages.kit import jobs
from pages.kit.charts.chart import show
from pages.kit.jobs import Job
from pages.kit.tables import show_table

# Theorem 1's bound, and a check on the spot that its promise is kept.


TRIALS = 200


@st.fragment
def show_promise(published: OpenedTable, similarity: ValueSimilarity) -> None:
    """The bound for this table, and how often it holds."""
    st.subheader("How many facts suffice in any table?")
    left, right = st.columns(2)
    epsilon: float = left.slider(
        "Failures allowed, ε", 0.01, 0.5, 0.1, 0.01, format="percent", key="promise-epsilon", persist_state="session"
    )
    delta: float = right.slider(
        "What of a row need not be learned, δ",
        0.05,
        0.9,
        0.3,
        0.05,
        format="percent",
        key="promise-delta",
        persist_state="session",
    )
    needed = facts_needed(len(published.table), epsilon, delta)
    st.text(
        f"{needed} facts suffice among {len(published.table):,} people to learn at least "
        f"{percent(max(0.0, 1 - epsilon - delta))} of a row, {percent(1 - epsilon)} of the time."
    )
    st.markdown(text.THEOREM)
    jobs.show(
        Job(
            name="promise",
            inputs=(published.key, epsilon, delta, similarity),
            begin=partial(promise_kept, published.table, epsilon, delta, similarity, trials=TRIALS),
            progress=_progress,
            draw=partial(_draw, epsilon),
        )
    )
    with st.expander("What the theorem says", icon=":material/help:"):
        st.markdown(text.THEOREM_HELP)


def _progress(shares: Sequence[Share]) -> tuple[float, str]:
    done = shares[-1].trials if shares else 0
    return done / TRIALS, f"{done} of {TRIALS} trials that the promise is kept"


def _draw(epsilon: float, shares: Sequence[Share]) -> None:
    if not shares:
        return
    last = shares[-1]
    low, high = last.interval()
    verdict = "as promised" if last.value >= 1 - epsilon else "less often than promised"
    st.text(
        f"It was kept in {percent(last.value)} of {last.trials} trials ({percent(low)} to {percent(high)}, 95 times in "
        f"100), {verdict}: at least {percent(1 - epsilon)}."
    )


# Eve's answer: who stands out, by how much, and how many bits are left.


SHOWN = 10
_ALGORITHMS: dict[Algorithm, str] = {"scoreboard_rh": "Robust (Scoreboard-RH)", "scoreboard": "Strict (Scoreboard)"}


def choose_attack(table: SparseTable) -> Attack:
    """How Eve compares."""
    first, second, third, fourth = st.columns(4)
    algorithm = first.selectbox(
        "How she decides",
        list(_ALGORITHMS),
        format_func=_ALGORITHMS.__getitem__,
        key="reid-algorithm",
        persist_state="session",
    )
    numeric, dated = table.numbers is not None and len(table.levels) > 1, table.day is not None
    within = second.slider(
        "Values count as the same within",
        0,
        4,
        0,
        key="reid-within",
        persist_state="session",
        disabled=not numeric,
        help="0: they must be equal."
        if numeric
        else "The values of this table are not numbers, so they must be equal.",
    )
    days = third.select_slider(
        "Dates count as the same within (days)",
        (0, 1, 3, 7, 14, 30, 90, None),
        14,
        format_func=lambda number: "any date" if number is None else str(number),
        key="reid-days",
        persist_state="session",
        disabled=not dated,
        help=None if dated else "This table has no dates.",
    )
    eccentricity = fourth.slider(
        "How far ahead the best must be, φ",
        0.1,
        10.0,
        1.5,
        0.1,
        key="reid-phi",
        persist_state="session",
        disabled=algorithm == "scoreboard",
        help="The eccentricity, in standard deviations σ of all scores. Higher: she names somebody less often, and is "
        "less often wrong. The paper uses 1.5.",
    )
    st.caption(text.ROBUST if algorithm == "scoreboard_rh" else text.STRICT)
    similarity = ValueSimilarity(within if numeric else 0, days if dated else None)
    return Attack(algorithm, similarity, eccentricity if algorithm == "scoreboard_rh" else 0.0)


def lineup_of(table: SparseTable, facts: Sequence[Fact], attack: Attack) -> Lineup | None:
    """What Eve makes of the facts; None where she knows nothing."""
    return attack.on(table, facts) if facts else None


def headline(table: SparseTable, lineup: Lineup | None, me: int | None, facts: Sequence[Fact]) -> None:
    """The verdict, in words."""
    if lineup is None:
        st.header("Eve knows nothing yet")
        st.text(
            f"Anybody of {len(table):,} could be you. Enter below what she might know: an item of yours, and if she "
            "knows them its value and date."
        )
        return
    size = f"{lineup.scores.size:,}"
    facts_text = count(len(facts), "fact")
    if lineup.verdict is None and lineup.not_in_it:
        st.header("Eve names nobody")
    elif lineup.verdict is None:
        st.header(f"Eve is left with {len(lineup.matching):,} of {size} people")
    elif me is None:
        st.header(f"Eve picks one row out of {size}")
    elif lineup.verdict == me:
        st.header(f"Eve finds you among {size} people, with {facts_text}")
    else:
        st.header(f"Eve is misled: she picks the wrong one out of {size}")
    st.text(" ".join((_verdict(lineup), _bits(lineup, me))))
    with st.popover("Exact values and definitions", icon=":material/function:"):
        st.markdown(text.BITS)
        st.text(f"entropy {lineup.entropy!r} bits of log2 N = {lineup.bits_before!r}")
        if lineup.eccentricity is not None:
            st.text(f"eccentricity (max − max2)/σ = {lineup.eccentricity!r}, σ = {lineup.scores.deviation!r}")


def _verdict(lineup: Lineup) -> str:
    if not len(lineup.scores.people):
        return "No row agrees with any of these facts, so they do not help her."
    ahead = lineup.eccentricity
    if ahead is None:
        agree = count(len(lineup.matching), "row agrees", "rows agree")
        return f"{agree} with every fact."
    sentence = f"The best row is {ahead:.1f} standard deviations ahead of the second"
    if lineup.not_in_it:
        return f"{sentence}, which is not enough for her: the person may not be in the table at all."
    return f"{sentence}, which is enough for her."


def _bits(lineup: Lineup, me: int | None) -> str:
    if lineup.not_in_it and lineup.eccentricity is None:
        return f"All {lineup.bits_before:.1f} bits that hide a person are left."
    left = f"Of {lineup.bits_before:.1f} bits that hide a person {lineup.entropy:.1f} are left; fewer is worse."
    return left if me is None else f"{left} She gives your row a probability of {percent(lineup.probability_of(me))}."


def candidates(table: SparseTable, lineup: Lineup | None, me: int | None, attack: Attack) -> None:
    """The best rows as a chart, and as a table."""
    top = lineup.top(SHOWN) if lineup else ()
    if lineup is None or not top:
        return
    show(lineup_chart(table.people, lineup, top, me, attack.threshold), "lineup")
    st.caption(text.LINEUP if lineup.eccentricity is None else text.LINEUP_ROBUST)
    with st.expander("The same as a table", icon=":material/table:"):
        show_table(
            [
                (table.people[candidate.person], _who(candidate.person, me), candidate.score, candidate.probability)
                for candidate in top
            ],
            {
                "Row": None,
                "Is": None,
                "Score": st.column_config.NumberColumn(
                    format="%.4f", help="Against Eve's facts; higher is more alike."
                ),
                "Probability": st.column_config.ProgressColumn(
                    min_value=0.0,
                    max_value=1.0,
                    format="percent",
                    help="How likely Eve thinks it is that this is the person.",
                ),
            },
            "The best rows with score and probability",
        )


def _who(person: int, me: int | None) -> str:
    return "unknown" if me is None else "you" if person == me else "somebody else"


def learned(table: SparseTable, lineup: Lineup | None, me: int | None, facts: Sequence[Fact]) -> None:
    """What stands in the row she picked."""
    if lineup is None or lineup.verdict is None:
        return
    earlier = {fact.item for fact in facts}
    row = table.facts_of(lineup.verdict)
    fresh = sum(fact.item not in earlier for fact in row)
    whose = (
        "in that row"
        if me is None
        else "about you"
        if lineup.verdict == me
        else "about another person, as if it were you"
    )
    with st.expander(
        f"What she learns by it: {count(fresh, 'more entry', 'more entries')} {whose}", icon=":material/key:"
    ):
        show_table(
            [(f.item, f.value, f.date, "before" if f.item in earlier else "now") for f in row],
            ["About", "Value", "Date", "Known"],
            "The entries of the row that Eve picked, and which of them she knew before",
            column_order=("About", "Value", "Date", "Known") if table.day is not None else ("About", "Value", "Known"),
        )
