"""Lessons, exercises and worksheets: the class page, at an address of its own and as a file."""

import streamlit as st

from leakage.class_page import class_page
from pages import catalogue
from pages.app import door, page

page.open_page(catalogue.CLASS_PAGE, "What can a class read and work out by itself?")

st.markdown(
    "One page has eight lessons, 240 exercises and worksheets to print. Every step asks first, and shows the answer "
    "after the guess."
)
with st.container(horizontal=True):
    st.link_button("Open the class page", door.CLASS, type="primary", icon=":material/school:")
    st.download_button(
        "Save it as a file",
        lambda: class_page().encode(),
        file_name="class.html",
        mime="text/html",
        key="class-page-save",
        on_click="ignore",
        icon=":material/download:",
        help="Making it takes some seconds.",
    )
st.caption("The file opens from a USB stick or an email, on a phone too. It needs no network, and stores nothing.")
