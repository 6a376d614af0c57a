"""An attacker's error: privacy as what somebody who guesses as well as possible still gets wrong."""

import streamlit as st

from pages.ui import frame
from pages.ui.published.guessing import words
from pages.ui.published.guessing.classing import show_class
from pages.ui.published.guessing.doubting import show_doubt
from pages.ui.published.guessing.forwarding import show_messages
from pages.ui.published.guessing.lying import show_answers, show_usefulness
from pages.ui.published.guessing.placing import show_places
from pages.ui.published.guessing.telling import show_coin

frame.open_page("An attacker's error", words.QUESTION)
st.markdown(words.ERROR)

answer, place, message, group, rate, doubt = st.tabs(
    [
        "An answer that may be a lie",
        "A place with noise",
        "A message passed on",
        "A class in a table",
        "As little as possible",
        "How uncertain?",
    ]
)

with answer:
    show_answers()
    show_usefulness()

with place:
    show_places()

with message:
    show_messages()

with group:
    show_class()

with rate:
    show_coin()

with doubt:
    show_doubt()
