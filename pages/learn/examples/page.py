"""The papers' examples: every worked example, to open as if it were one's own work."""

import streamlit as st

from leakage.scenarios.papers import PAPER_SCENARIOS
from pages import catalogue
from pages.app import page, session
from pages.learn.examples import text

page.open_page(catalogue.EXAMPLES, text.QUESTION)

st.caption(text.EXAMPLES)
titles = {scenario.key: f"{scenario.title} ({scenario.source})" for scenario in PAPER_SCENARIOS}
key = st.selectbox(
    "Example",
    list(titles),
    index=list(titles).index(session.example()) if session.example() in titles else 0,
    format_func=titles.__getitem__,
    key="example-choice",
    persist_state="session",
    label_visibility="collapsed",
)
chosen = next(scenario for scenario in PAPER_SCENARIOS if scenario.key == key)
st.text(chosen.question)
st.text(chosen.expected)
page.open_button("Open this example", chosen, key="open-example")
