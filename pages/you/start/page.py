"""Start: what this is, and a way in."""

import streamlit as st

from pages import catalogue
from pages.shell import frame, vault_session
from pages.you.start import text, ways_in

workspace = frame.open_page(
    catalogue.START,
    text.QUESTION if vault_session.offered() else text.IN_CLASS,
    "How much of you does an adversary know?",
)

ways_in.show_open_work(workspace)
for sentence in text.START:
    st.markdown(sentence)
ways_in.show_beginnings()
