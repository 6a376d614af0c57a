"""Figure 7: a class instead of the whole table."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from leakage.tables import PublishedTable, correctness, joint_of, privacy_risks
from pages.explore.attackers_error import text
from pages.kit.any_question import show_any_question
from pages.kit.charts.chart import show
from pages.kit.charts.prior_posterior import prior_posterior_chart
from pages.kit.risk_sentences import average_sentence, reduction_sentence, risks_sentence
from pages.shell.words import percent

GROUP, CONDITION, ILL = "Age", "Condition", "AIDS"
OTHERS = ("Viral infection", "Heart disease", "Lung cancer")
GROUPS = ("aged 40 to 50", "under 40")
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
            "Eve only heard of the table. Of the four under 40, how many does she believe to have AIDS?",
            0,
            4,
            2,
            key="guessing-heard",
            persist_state="session",
        )
    if older == younger == IN_A_CLASS:
        st.info("All eight have it: Eve is certain before she sees the table.", icon=":material/visibility_off:")
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
    show_any_question(joint_of(table), [str(value) for value in table.values], GROUPS, "patients")
