"""A message that is passed on: the formula, and a simulation with its uncertainty."""

from __future__ import annotations

import streamlit as st

from leakage.reidentification import Share
from leakage.tables import crowds, crowds_privacy, degree_of_anonymity, simulated_crowds_privacy
from pages.explore.attackers_error import text
from pages.explore.attackers_error.messages_chart import MessagePoint, messages_chart
from pages.kit.any_question import show_any_question
from pages.kit.charts.chart import show
from pages.shell.session_cache import latest
from pages.shell.words import percent

SHARES = tuple(range(5, 101, 5))
SIMULATED = tuple(range(10, 101, 10))
MESSAGES = (100, 1_000, 10_000, 100_000)


def simulated(users: int, share: int, messages: int) -> MessagePoint:
    """The formula's error and the simulated one for a probability in percent."""
    direct = share / 100
    wrong = round(simulated_crowds_privacy(users, direct, messages, seed=share) * messages)
    return MessagePoint(direct, crowds_privacy(users, direct), Share(wrong, messages))


@st.fragment
def show_crowds_protocol() -> None:
    """How many people, how soon they hand messages in, and how many messages are simulated."""
    st.markdown(text.CROWD)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        users: int = st.slider("How many are you, n?", 2, 100, 10, key="guessing-users", persist_state="session")
        share: int = st.slider(
            "How often is a message handed in at once, p (%)?",
            SHARES[0],
            100,
            25,
            SHARES[0],
            key="guessing-direct",
            persist_state="session",
        )
        messages: int = st.select_slider(
            "How many messages are simulated?",
            MESSAGES,
            1_000,
            format_func="{:,}".format,
            key="guessing-messages",
            persist_state="session",
            help="Each is followed along its path. More messages leave less to chance: the bars get shorter.",
        )
    tried = latest(
        "messages", (users, messages), lambda: [simulated(users, passing, messages) for passing in SIMULATED]
    )
    chosen = latest("message", (users, share, messages), lambda: simulated(users, share, messages))
    with outcome:
        st.subheader(f"Her guess is wrong {percent(chosen.error)} of the time")
        st.text(_said(chosen, users))
        st.text(_degree(users, share / 100))
        curve = [(share / 100, crowds_privacy(users, share / 100)) for share in SHARES]
        show(messages_chart(curve, tried, chosen, users), "guessing-messages-chart")
    writers = [f"writer {number + 1}" for number in range(users)]
    seen = [f"handed in by {number + 1}" for number in range(users)]
    show_any_question(crowds(users, share / 100), writers, seen, "messages")


def _degree(users: int, direct: float) -> str:
    belief = crowds(users, direct).posterior[:, 0]
    return (
        f"Degree of anonymity H/H_max = {degree_of_anonymity(belief):.3f}: how uncertain the server is who wrote it, "
        "beside somebody to whom all of you are alike (1; higher is more private)."
    )


def _said(chosen: MessagePoint, users: int) -> str:
    low, high = chosen.simulated.interval()
    within = low <= chosen.error <= high
    return (
        f"P = (1 − p)(1 − 1/n) = {chosen.error:.4f} (higher is more private), whoever handed it in. Of "
        f"{chosen.simulated.trials:,} simulated messages {percent(chosen.simulated.value)} were another's, which "
        f"leaves {percent(low)} to {percent(high)} open (95 % interval): the formula lies "
        f"{'within' if within else 'outside, as it does in 5 simulations of 100'}. "
        f"A message is passed on {(1 - chosen.direct) / chosen.direct:.1f} times on average: privacy costs delay."
    )
