"""An attacker's error: privacy as what somebody who guesses as well as possible still gets wrong."""

import streamlit as st

from pages import catalogue
from pages.explore.attackers_error import text
from pages.explore.attackers_error.crowds import (
    show_crowds_protocol,
    show_entropies,
    show_equivalence_class,
    show_rate_distortion,
)
from pages.explore.attackers_error.noise import (
    show_blurred_count,
    show_location_noise,
    show_randomised_response,
    show_usefulness,
)
from pages.kit.lesson_handoff import DOUBT, LIES, TAB
from pages.shell import frame

frame.open_page(catalogue.ATTACKERS_ERROR, text.QUESTION)
st.markdown(text.ERROR)

answer, place, message, group, rate, doubt = st.tabs(
    [
        LIES,
        "A place with noise",
        "A message passed on",
        "A class in a table",
        "As little as possible",
        DOUBT,
    ],
    key=TAB,
    on_change="rerun",
)

if answer.open:
    with answer:
        show_randomised_response()
        show_blurred_count()
        show_usefulness()

if place.open:
    with place:
        show_location_noise()

if message.open:
    with message:
        show_crowds_protocol()

if group.open:
    with group:
        show_equivalence_class()

if rate.open:
    with rate:
        show_rate_distortion()

if doubt.open:
    with doubt:
        show_entropies()
