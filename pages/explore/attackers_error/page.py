"""An attacker's error: privacy as what somebody who guesses as well as possible still gets wrong."""

import streamlit as st

from pages import catalogue
from pages.app import page
from pages.explore.attackers_error import crowds, noise, text
from pages.kit.tabs import show_tabs

page.open_page(catalogue.ATTACKERS_ERROR, text.QUESTION)
st.markdown(text.ERROR)

show_tabs(
    {
        "An answer that may be a lie": noise.show_lies,
        "A place with noise": noise.show_location_noise,
        "A message passed on": crowds.show_crowds_protocol,
        "A class in a table": crowds.show_equivalence_class,
        "As little as possible": crowds.show_rate_distortion,
        "How uncertain?": crowds.show_entropies,
    },
    key="guessing-tab",
)
