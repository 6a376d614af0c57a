"""Decoys: what wrong but believable details would take back, and the best way to use them."""

import streamlit as st

from pages import catalogue
from pages.decide.disinformation import plans, text
from pages.kit import glossary
from pages.shell import frame

workspace = frame.open_page(catalogue.DISINFORMATION, text.QUESTION)

frame.need_worst_pool(workspace)
if not glossary.say_leaked(workspace, glossary.NOTHING_REACHES_HER):
    st.markdown(text.LAWFUL)
    plans.show_plans(workspace)
