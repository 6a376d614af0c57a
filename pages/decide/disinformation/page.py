"""Disinformation: what wrong but believable facts would take back, and the best way to use them."""

import streamlit as st

from pages import catalogue
from pages.decide.disinformation import plans, text
from pages.kit import glossary
from pages.shell import frame

workspace = frame.open_page(catalogue.DISINFORMATION, text.QUESTION)

worst = frame.need_worst_pool(workspace)
st.markdown(text.LAWFUL)
if not glossary.say_leaked(workspace, glossary.NOTHING_REACHES_HER):
    plans.show_plans(workspace, worst.result.leakage)
