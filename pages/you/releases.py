"""Releases: what was given to whom."""

import streamlit as st

from pages.ui import add_release, frame, releases_files, releases_table, text
from pages.ui.releases_table import PAST

workspace = frame.open_page("Releases", text.RELEASES_QUESTION)

if not workspace.profile:
    frame.nothing_yet(
        "First say what is true about you: releases are measured against your profile.",
        "you/profile.py",
        "Go to the profile",
    )

with st.container(border=True):
    add_release.form(workspace, PAST)

if workspace.releases:
    st.subheader("Who got which of your facts?")
    st.markdown(text.MATRIX_HELP)
    releases_table.edit_matrix(workspace, PAST, releases_table.choose_shown(workspace, PAST))

    st.subheader("What did they get that is not true of you?")
    st.markdown(text.OWN_VALUES_HELP)
    releases_table.edit_others(workspace, PAST)

    with st.expander("Rename, date or remove releases", icon=":material/edit:"):
        releases_table.edit_list(workspace, PAST)

with st.expander("CSV in and out", icon=":material/table:", key="csv-in-and-out"):
    st.markdown(text.CSV_HELP)
    releases_files.download(workspace)
    releases_files.upload(workspace)

if workspace.releases:
    st.page_link("eve/adversary.py", label="Next: who puts it together", icon=":material/hub:")
