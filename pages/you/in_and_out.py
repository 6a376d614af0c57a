"""Import and export: files of other programs in, a report and plain files out."""

import streamlit as st

from pages.ui import exporting, frame, importing

workspace = frame.open_page(
    "Import and export", "Bring in what other programs know about you, and take out a report or all you entered."
)

st.subheader("Bring in")
importing.bring_in(workspace)

st.subheader("Take out a report")
exporting.take_report(workspace)

st.subheader("Take out everything, unencrypted")
exporting.take_plain(workspace)
