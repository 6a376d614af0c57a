"""Adversary: how records are put together, and by whom."""

import streamlit as st

from pages import catalogue
from pages.eve.adversary import files, policies, pooling, text
from pages.shell import frame, session

workspace = frame.open_page(catalogue.ADVERSARY, text.QUESTION)

st.subheader("Which Eve?")
policies.show_policies(workspace)

st.subheader("Who shares with whom?")
pooling.choose(workspace)
pooling.newcomers(workspace)

st.subheader("What else does she hold?")
pooling.background(workspace)
files.show_files(workspace)

if workspace.releases:
    session.link_next(catalogue.LEAKAGE)
