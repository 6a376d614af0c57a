"""Report and export: a report for people, and plain files."""

import streamlit as st

from pages import catalogue
from pages.app import page
from pages.you.export import take_out, text

workspace = page.open_page(catalogue.EXPORT, text.QUESTION)

st.subheader(text.REPORT)
take_out.take_report(workspace)

st.subheader(text.PLAIN)
take_out.take_plain(workspace)
