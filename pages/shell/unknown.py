"""What is shown at an address that no page has: one sentence, and the ways to the rooms."""

from __future__ import annotations

import streamlit as st

from pages.shell import faces, frame

TITLE = "No such page"
SENTENCE = "This program has no page at this address. Choose one of these:"


def show() -> None:
    """The sentence, and a link to every room of the menu."""
    frame.open_elsewhere(TITLE)
    st.text(SENTENCE)
    for room in faces.rooms():
        st.page_link(room.parts[0].path, label=room.title, icon=room.icon)
