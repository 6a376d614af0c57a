"""A worksheet to print."""

from __future__ import annotations

import streamlit as st

from leakage.exercises import DIFFICULTIES, MOST_SEED, TOPICS
from leakage.exercises.worksheet import MOST_PROBLEMS, worksheet
from pages.learn.exercises.levels import LEVELS


def show() -> None:
    """Choose what is on it, and save it."""
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
