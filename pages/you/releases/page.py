"""Releases: what was given to whom."""

import streamlit as st

from pages import catalogue
from pages.kit import add_release, given_table, tables
from pages.kit.tables import PAST
from pages.shell import frame, session
from pages.you.releases import recipients, text

workspace = frame.open_page(catalogue.RELEASES, text.QUESTION)

if not workspace.profile:
    frame.nothing_yet(
        "First say what is true about you: releases are measured against your profile.",
        catalogue.PROFILE,
        "Go to the profile",
    )

with st.container(border=True):
    add_release.form(workspace, PAST)

if workspace.releases:
    st.subheader("Who got which of your facts?")
    st.markdown(text.MATRIX_HELP)
    given_table.edit(workspace, PAST)
    recipients.show_presumed(workspace)

    st.subheader("What did they get that is not true of you?")
    st.markdown(text.OWN_VALUES_HELP)
    tables.edit_others(workspace, PAST)

    with st.expander("Rename, date or remove releases", icon=":material/edit:"):
        tables.edit_list(workspace, PAST)

    recipients.show_names(workspace)

recipients.show_csv(workspace)

if workspace.releases:
    session.link_next(catalogue.ADVERSARY)
