"""About me: what is true about the person."""

import streamlit as st

from leakage.workspace.forms.profile import person_rows
from pages import catalogue
from pages.app import page
from pages.you.profile import facts_table, text

workspace = page.open_page(catalogue.PROFILE, text.QUESTION)

facts_table.offer(workspace)
if person_rows(workspace):
    st.markdown(text.PERSON_HELP)
    facts_table.edit_person(workspace)
    facts_table.say_what_reads_values(workspace)
    facts_table.show_evidence(workspace)
    st.subheader(text.FURTHER)
    st.markdown(text.FURTHER_HELP)
else:
    st.markdown(text.PROFILE_HELP)
    facts_table.say_what_reads_values(workspace)
facts_table.suggest_rows(workspace)
facts_table.edit(workspace)

if workspace.profile:
    st.text(facts_table.in_words(workspace), help=text.FACTS_HELP)
    page.link(catalogue.WEIGHTS, text.WEIGHTS)
    page.link(catalogue.RELEASES, f"Next: {catalogue.RELEASES.title}")
