"""Theorem 1's bound, and a check on the spot that its promise is kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from leakage.reidentification import Share, ValueSimilarity, facts_needed, promise_kept
from pages.explore.re_identification import text
from pages.explore.re_identification.opened import Opened
from pages.shell import jobs
from pages.shell.jobs import Job
from pages.shell.words import percent

TRIALS = 200


@st.fragment
def show_promise(published: Opened, similarity: ValueSimilarity) -> None:
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
    kept = "as promised" if last.value >= 1 - epsilon else "less often than promised"
    st.text(
        f"It was kept in {percent(last.value)} of {last.trials} trials ({percent(low)} to {percent(high)}, 95 times in "
        f"100), {kept}: at least {percent(1 - epsilon)}."
    )
