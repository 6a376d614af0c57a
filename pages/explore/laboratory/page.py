"""Laboratory: the 2012 paper's experiments and the five papers' figures, run on the spot."""

import streamlit as st

from pages import catalogue
from pages.explore.laboratory import text
from pages.explore.laboratory.algorithms import show_accuracy, show_race
from pages.explore.laboratory.one_record import show_one_record
from pages.explore.laboratory.papers import show_papers
from pages.explore.laboratory.trends import show_trends
from pages.shell import frame

frame.open_page(catalogue.LABORATORY, text.QUESTION)

trends, race, accuracy, record, papers = st.tabs(
    [
        "How does leakage move?",
        "Which algorithm is fast?",
        "How accurate is it?",
        "One record in all its worlds",
        "Are the papers right?",
    ],
    key="laboratory-tab",
    on_change="rerun",
)

if trends.open:
    with trends:
        st.markdown(text.TRENDS)
        show_trends()
        with st.expander("How the records are made", icon=":material/help:"):
            st.markdown(text.GENERATOR)

if race.open:
    with race:
        st.markdown(text.RACE)
        show_race()
        with st.expander("How the times are taken", icon=":material/help:"):
            st.markdown(text.RACE_HELP)

if accuracy.open:
    with accuracy:
        st.markdown(text.TABLE_5)
        show_accuracy()
        st.markdown(text.TABLE_5_LIMITS)

if record.open:
    with record:
        st.markdown(text.ONE_RECORD)
        show_one_record()

if papers.open:
    with papers:
        st.markdown(text.PAPERS)
        show_papers()
