"""Profile: what is true about the person."""

import streamlit as st

from pages import catalogue
from pages.shell import frame, session
from pages.shell.words import count
from pages.you.profile import facts_table, text

workspace = frame.open_page(catalogue.PROFILE, text.QUESTION)

st.markdown(text.PROFILE_HELP)
facts_table.suggest_rows(workspace)
facts_table.edit(workspace)

if workspace.profile:
    st.text(f"{count(len(workspace.profile), 'fact')} about you, total weight {facts_table.total_weight(workspace):g}.")
    session.link(catalogue.WEIGHTS, "What each fact weighs, and why")
    session.link_next(catalogue.RELEASES)
