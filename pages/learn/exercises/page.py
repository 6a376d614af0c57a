"""Exercises: problems without end, and a worksheet to print."""

import streamlit as st

from pages import catalogue
from pages.learn.exercises import practice, text
from pages.shell import frame

frame.open_page(catalogue.EXERCISES, text.QUESTION)

one, paper = st.tabs(["One at a time", "A worksheet to print"], key="exercises-tab", on_change="rerun")

if one.open:
    with one:
        st.markdown(text.HOW)
        practice.show_practice()

if paper.open:
    with paper:
        st.markdown(text.WORKSHEET)
        practice.show_worksheet()
