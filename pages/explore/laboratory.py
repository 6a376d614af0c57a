"""Laboratory: the 2012 paper's experiments, run on the spot."""

import streamlit as st

from pages.ui import frame, text
from pages.ui.laboratory.accuracy import show_accuracy
from pages.ui.laboratory.one_record import show_one_record
from pages.ui.laboratory.race import show_race
from pages.ui.laboratory.trends import show_trends

frame.open_page("Laboratory", text.LABORATORY_QUESTION)

trends, race, accuracy, record = st.tabs(
    ["How does leakage move?", "Which algorithm is fast?", "How accurate is it?", "One record in all its worlds"]
)

with trends:
    st.markdown(text.TRENDS)
    show_trends()
    with st.expander("How the records are made", icon=":material/help:"):
        st.markdown(text.GENERATOR)

with race:
    st.markdown(text.RACE)
    show_race()
    with st.expander("How the times are taken", icon=":material/help:"):
        st.markdown(text.RACE_HELP)

with accuracy:
    st.markdown(text.TABLE_5)
    show_accuracy()
    st.markdown(text.TABLE_5_LIMITS)

with record:
    st.markdown(text.ONE_RECORD)
    show_one_record()
