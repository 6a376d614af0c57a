"""Accounts: what was given to whom."""

import streamlit as st

from pages import catalogue
from pages.app import page
from pages.kit import add_release, given_table, tables
from pages.kit.tables import PAST
from pages.you.releases import recipients, text

workspace = page.open_page(catalogue.RELEASES, text.QUESTION)

if not workspace.releases:
    page.link(catalogue.TRANSFER, text.IMPORT)
if not workspace.profile:
    page.nothing_yet(text.FIRST, catalogue.PROFILE, text.FIRST_BUTTON)

with st.container(border=True):
    add_release.form(workspace, PAST)

if workspace.releases:
    st.subheader(recipients.in_words(workspace))
    tables.edit_list(workspace, PAST)
    recipients.show_presumed(workspace)

    st.subheader(text.GIVEN)
    st.markdown(text.GIVEN_HELP)
    given_table.edit(workspace, PAST)

    with st.expander(text.WRONG, icon=":material/masks:"):
        st.markdown(text.WRONG_HELP)
        tables.edit_others(workspace, PAST)
    recipients.show_names(workspace)

recipients.show_csv(workspace)

if workspace.releases:
    page.link(catalogue.ADVERSARY, f"Next: {catalogue.ADVERSARY.title}")
