"""The papers' examples: every worked example, to open as if it were one's own work."""

import streamlit as st

from pages import catalogue
from pages.learn.examples import text
from pages.app import page

page.open_page(catalogue.EXAMPLES, text.QUESTION)

st.caption(text.EXAMPLES)
chosen = examples.choose()
examples.describe(chosen)
page.open_button("Open this example", chosen, key="open-example")
