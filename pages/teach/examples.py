"""The papers' examples: every worked example by paper and section, to open as if it were one's own work."""

from itertools import groupby

import streamlit as st

from leakage.scenarios import Scenario
from leakage.scenarios.papers import PAPER_SCENARIOS
from pages import catalogue
from pages.app import page, session

page.open_page(catalogue.EXAMPLES, "What do the papers work out by hand, and what does this program get?")

st.caption(
    "Every worked example of Whang & Garcia-Molina's two papers, with their letters and values. Each opens on the page "
    "that answers its question."
)


def by_section(scenario: Scenario) -> tuple[str, str]:
    """The paper and the section of an example."""
    paper, _, place = scenario.source.partition(", ")
    return paper, place


for paper, scenarios in groupby(sorted(PAPER_SCENARIOS, key=by_section), key=lambda scenario: by_section(scenario)[0]):
    st.subheader(paper, anchor=False)
    for scenario in scenarios:
        with st.container(horizontal=True, vertical_alignment="center", key=f"example-{scenario.key}"):
            with st.container(gap="xsmall"):
                opened = " (open now)" if scenario.key == session.example() else ""
                st.markdown(f"**{scenario.title}** · {by_section(scenario)[1]}{opened}")
                st.text(scenario.expected)
            page.open_button("Open", scenario, key=f"open-{scenario.key}", help=scenario.question)
