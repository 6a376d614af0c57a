"""Crowds, classes and uncertainty: how wrong is the best guess?"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import streamlit as st

from leakage.published.bounds import privacy_risks
from leakage.published.channels import crowds, crowds_privacy, randomised_response
from leakage.published.entropy import degree_of_anonymity, renyi_entropy, shannon_entropy
from leakage.published.estimation import confidence_set, correctness, error_among, joint_of, through_channel
from leakage.published.information import RatePoint, rate_within, typical_set
from leakage.published.table import PublishedTable
from pages.app.figures import latest
from pages.app.words import count, percent
from pages.explore.attackers_error import text
from pages.explore.attackers_error.charts import entropies_chart, messages_chart
from pages.kit.charts.chart import show
from pages.kit.charts.curves import prior_posterior_chart, rate_curve, rates_chart
from pages.kit.glossary import average_sentence, choose_order, order_name, reduction_sentence, risks_sentence

# A message that is passed on.


SHARES = tuple(range(5, 101, 5))


@st.fragment
def show_crowds_protocol() -> None:
    """How many people, and how soon they hand messages in."""
    st.markdown(text.CROWD)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        users: int = st.slider(
            "How many people are in the group, n?", 2, 100, 10, key="guessing-users", persist_state="session"
        )
        share: int = st.slider(
            "How often is a message sent at once, p (%)?",
            SHARES[0],
            100,
            25,
            SHARES[0],
            key="guessing-direct",
            persist_state="session",
        )
    with outcome:
        error = crowds_privacy(users, share / 100)
        st.subheader(f"Her guess is wrong {percent(error)} of the time")
        st.text(_crowd_sentence(share / 100, error))
        st.text(_crowd_degree(users, share / 100))
        curve = [(passing / 100, crowds_privacy(users, passing / 100)) for passing in SHARES]
        show(messages_chart(curve, (share / 100, error), users), "guessing-messages-chart")


def _crowd_degree(users: int, direct: float) -> str:
    belief = crowds(users, direct).posterior[:, 0]
    return (
        f"Degree of anonymity H/H_max = {degree_of_anonymity(belief):.3f}: how uncertain the server is who wrote it, "
        "beside somebody to whom all of you are alike (1; higher is more private)."
    )


def _crowd_sentence(direct: float, error: float) -> str:
    return (
        f"P = (1 − p)(1 − 1/n) = {error:.4f} (higher is more private), whoever handed it in. A message is passed on "
        f"{(1 - direct) / direct:.1f} times on average: privacy costs delay."
    )


# How uncertain somebody is: the entropies of every order.


SLACK = 0.1
"""Bits a value by which typical sequences may be more or less likely than most."""


@st.fragment
def show_entropies() -> None:
    """How many values, how sure she is of the likeliest, and the order."""
    st.markdown(text.ENTROPY)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        values: int = st.slider(
            "How many values are possible?", 2, 32, 8, key="guessing-values", persist_state="session"
        )
        least = math.ceil(100 / values)
        share: int = st.slider(
            "How likely is the most likely value? (%)",
            least,
            100,
            max(least, 50),
            key=f"guessing-likeliest-{values}",
            persist_state="session",
        )
        order = choose_order("guessing-order")
        st.caption(text.ENTROPY_HELP)
        sure: int = st.slider(
            "How sure does Eve want to be? (%)", 50, 100, 90, 5, key="guessing-sure", persist_state="session"
        )
        times: int = st.slider(
            "How many such secrets do you have, k?", 1, 200, 10, key="guessing-times", persist_state="session"
        )
        st.caption(text.NARROWED_HELP)
    likeliest = share / 100
    belief = [likeliest, *[(1.0 - likeliest) / (values - 1)] * (values - 1)]
    entropy = renyi_entropy(belief, order)
    with outcome:
        st.subheader(f"As uncertain as among {2**entropy:.2f} equally likely values")
        st.text(
            f"{entropy:.3f} bits at α = {order_name(order)} (higher is more private). Her best guess is wrong "
            f"{percent(1.0 - likeliest)} of the time; were all {values} values alike, {percent(error_among(values))}."
        )
        st.text(_anonymity_degree(belief))
        curve = [(float(alpha), renyi_entropy(belief, float(alpha))) for alpha in np.linspace(0.0, 10.0, 101)]
        show(entropies_chart(curve, renyi_entropy(belief, math.inf), order, entropy), "guessing-entropy-chart")
        st.text(narrowed(belief, sure / 100))
        st.text(sequences(belief, times))


def _anonymity_degree(belief: list[float]) -> str:
    return (
        f"Degree of anonymity H/H_max = {degree_of_anonymity(belief):.3f}: 1 where all values are alike, 0 where one "
        "is certain (higher is more private)."
    )


def narrowed(belief: list[float], confidence: float) -> str:
    """Into how many values she must look, and how wrong a guess among them is."""
    guesses = confidence_set(belief, confidence)
    return (
        f"To have the truth among them with {percent(confidence)} she must look into "
        f"{count(len(guesses.members), 'value')} at least; a guess among them is wrong "
        f"{percent(guesses.error)} of the time."
    )


def sequences(belief: list[float], times: int) -> str:
    """Among how many sequences the truth nearly always lies, where there are several secrets of one kind."""
    typical = typical_set(belief, times, SLACK)
    if not typical.size:
        return f"Of {count(times, 'secret')} of this kind no sequence is typical yet."
    return (
        f"{count(times, 'secret')} of this kind make {len(belief)}^{times} sequences; 2^{typical.bits:.1f} are "
        f"typical, and hold the truth with {percent(typical.probability)}. For long sequences the exponent is "
        f"k·H = {typical.expected_bits:.1f}, give or take {SLACK * times:.1f}."
    )


# Figure 7: a class instead of the whole table.


GROUP, CONDITION, ILL = "Age", "Condition", "AIDS"
OTHERS = ("Viral infection", "Heart disease", "Lung cancer")
IN_A_CLASS = 4


def patients(older: int, younger: int) -> PublishedTable:
    """The eight patients of Figure 7 with AIDS so often in each class; printed are 1 and 3."""
    rows = [("40–50", condition) for condition in _conditions(older)] + [
        ("< 40", condition) for condition in _conditions(younger)
    ]
    return PublishedTable(pd.DataFrame(rows, columns=[GROUP, CONDITION]), [GROUP], CONDITION)


def _conditions(ill: int) -> list[str]:
    return [ILL] * ill + [OTHERS[place % len(OTHERS)] for place in range(IN_A_CLASS - ill)]


def _missed(heard: int, younger: int) -> str:
    by_hearsay, by_table = (correctness([ill / IN_A_CLASS, 1 - ill / IN_A_CLASS], 0) for ill in (heard, younger))
    return (
        f"Who only heard of the table has a belief that misses the truth about you by {percent(by_hearsay)} "
        f"(correctness, E d(X, x) under her estimate); with the table itself it is {percent(by_table)}. "
        "Higher is more private."
    )


@st.fragment
def show_equivalence_class() -> None:
    """How many have it in each class; what Eve believes before and after she knows the class."""
    st.markdown(text.FIGURE_7)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        older: int = st.slider(
            "Of the four aged 40 to 50, how many have AIDS?", 0, 4, 1, key="guessing-older", persist_state="session"
        )
        younger: int = st.slider(
            "Of the four under 40, how many have AIDS?", 1, 4, 3, key="guessing-younger", persist_state="session"
        )
        heard: int = st.slider(
            "Before she sees the table, how many of the four under 40 does Eve think have AIDS?",
            0,
            4,
            2,
            key="guessing-heard",
            persist_state="session",
        )
    if older == younger == IN_A_CLASS:
        st.info("All eight have AIDS, so Eve is certain before she sees the table.", icon=":material/visibility_off:")
        return
    table = patients(older, younger)
    number = len(table.counts.sizes) - 1
    before, after = table.distribution(), table.distribution(number)
    with outcome:
        st.subheader(
            f"She believed that you have AIDS with {percent(before.get(ILL, 0.0))}, now with "
            f"{percent(after.get(ILL, 0.0))}"
        )
        st.text(
            f"Her best guess was wrong {percent(1 - max(before.values()))} of the time, it is now wrong "
            f"{percent(1 - max(after.values()))} (higher is more private)."
        )
        st.text(reduction_sentence(list(before.values()), list(after.values())))
        st.text(average_sentence(joint_of(table)))
        st.text(risks_sentence(privacy_risks(joint_of(table))))
        st.text(_missed(heard, younger))
        chart = prior_posterior_chart(list(before), list(before.values()), list(after.values()), ILL)
        show(chart, "guessing-class-chart")


# How little an answer could tell: a coin, and its rate distortion curve.


@st.fragment
def show_rate_distortion() -> None:
    """A secret of two values, told within an error."""
    st.markdown(text.RATE)
    inputs, outcome = st.columns([2, 3], gap="large")
    with inputs:
        yes: int = st.slider(
            "For how many people is the secret “yes”? (%)", 5, 50, 50, 5, key="guessing-yes", persist_state="session"
        )
        wrong: int = st.slider(
            "How often may a reader be wrong? (%)", 0, 50, 10, key="guessing-wrong", persist_state="session"
        )
    prior, most = [yes / 100, 1 - yes / 100], wrong / 100
    least = rate_within(prior, "hamming", most)
    flipped = privacy_risks(through_channel(prior, randomised_response(1.0 - most))).average
    with outcome:
        st.subheader(f"At least {least.rate:.3f} bits must be told")
        st.text(_rate_sentence(prior, least, flipped, most))
        curve = latest("coin", yes, lambda: rate_curve(prior))
        points = [("the least", least.distortion, least.rate), ("truth turned round", most, flipped)]
        show(rates_chart(curve, points), "guessing-rate-chart")


def _rate_sentence(prior: list[float], least: RatePoint, flipped: float, most: float) -> str:
    whole = f"Telling all would be {shannon_entropy(prior):.3f} bits."
    if least.rate == 0.0:
        return f"{whole} Nothing need be told: whoever guesses the commoner value is wrong no more often than that."
    return (
        f"{whole} Turning the truth round {percent(most)} of the time, the same for both, is as useful and tells "
        f"{flipped:.3f} bits{': the least there is' if flipped - least.rate < 5e-4 else ', more than is needed'}."
    )
