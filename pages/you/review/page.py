"""Review: many releases at once."""

import streamlit as st

from leakage.workspace.review import release_groups
from pages import catalogue
from pages.shell import frame
from pages.shell.words import count
from pages.you.review import completing, merging

workspace = frame.open_page(
    catalogue.REVIEW, "What else do they probably hold? Answer for many at once; undo takes each answer back."
)
if not workspace.releases:
    frame.nothing_yet("First bring in the accounts you have.", catalogue.TRANSFER, "Go to import")

st.subheader(f"Review {count(len(workspace.releases), 'release')}")
completing.complete(workspace, release_groups(workspace))

st.subheader("Releases that are one account")
merging.merge(workspace)
