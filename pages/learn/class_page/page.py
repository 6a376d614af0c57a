"""Lessons and exercises: the class as one file to download, and worksheets to print."""

import streamlit as st

from leakage.class_page import class_page
from leakage.exercises import DIFFICULTIES, LEVELS, MOST_SEED, TOPICS
from leakage.exercises.worksheet import MOST_PROBLEMS, worksheet
from pages import catalogue
from pages.app import page
from pages.learn.class_page import text

page.open_page(catalogue.CLASS_PAGE, text.QUESTION)

st.markdown(text.CLASS_PAGE)
st.download_button(
    "Save the class page",
    lambda: class_page().encode(),
    file_name="class.html",
    mime="text/html",
    key="class-page-save",
    type="primary",
    on_click="ignore",
    icon=":material/download:",
    help="Making it takes some seconds.",
)

st.subheader("A worksheet to print", anchor=False)
st.markdown(text.WORKSHEET)
titles = {topic.key: topic.title for topic in TOPICS}
topics = st.pills(
    "Topics",
    list(titles),
    selection_mode="multi",
    default=list(titles),
    format_func=titles.__getitem__,
    key="sheet-topics",
    persist_state="session",
)
with st.container(horizontal=True, vertical_alignment="bottom"):
    difficulty: int = st.selectbox(
        "Difficulty", DIFFICULTIES, format_func=LEVELS.__getitem__, key="sheet-level", persist_state="session"
    )
    problems = int(
        st.number_input("How many", 1, MOST_PROBLEMS, 6, step=1, key="sheet-problems", persist_state="session")
    )
    seed = int(st.number_input("Sheet no.", 0, MOST_SEED, 1, step=1, key="sheet-seed", persist_state="session"))
st.download_button(
    "Save the worksheet",
    lambda: worksheet(topics, difficulty, problems, seed).encode(),
    file_name=f"worksheet-{seed}.html",
    mime="text/html",
    key="sheet-save",
    on_click="ignore",
    icon=":material/print:",
    disabled=not topics,
    help=None if topics else "Pick a topic first.",
)
