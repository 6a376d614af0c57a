"""Import and export: files of other programs in, a report and plain files out."""

import streamlit as st

from pages import catalogue
from pages.shell import frame
from pages.you.transfer import bring_in, take_out

workspace = frame.open_page(
    catalogue.TRANSFER, "Bring in what other programs know about you, and take out a report or all you entered."
)

st.subheader("Bring in")
bring_in.bring_in(workspace)

st.subheader("Take out a report")
take_out.take_report(workspace)

st.subheader("Take out everything, unencrypted")
take_out.take_plain(workspace)
