"""Profile: what is true about the person."""

import streamlit as st

from pages.ui import frame, profile_table, text
from pages.ui.words import count

workspace = frame.open_page("Profile", text.PROFILE_QUESTION)

st.markdown(text.PROFILE_HELP)
profile_table.suggest_rows(workspace)
profile_table.edit(workspace)

with st.expander("What the weights mean", icon=":material/balance:"):
    st.markdown(text.WEIGHTS)
    profile_table.show_suggestions()

if workspace.profile:
    st.text(
        f"{count(len(workspace.profile), 'fact')} about you, total weight {profile_table.total_weight(workspace):g}."
    )
    st.page_link("you/releases.py", label="Next: what you gave away", icon=":material/outbox:")
