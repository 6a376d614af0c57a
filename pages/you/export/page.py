"""Report and export: a report for people, and plain files."""

import streamlit as st

from pages import catalogue
from pages.shell import frame
from pages.you.export import take_out

workspace = frame.open_page(catalogue.EXPORT, "What can you hand on, and in what form?")

st.subheader("A report")
take_out.take_report(workspace)

st.subheader("Everything, unencrypted")
take_out.take_plain(workspace)
