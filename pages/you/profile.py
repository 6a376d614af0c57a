"""Profile: what is true about the person."""

from dataclasses import replace

import streamlit as st

from leakage.workspace.validation import read_profile
from pages.ui import frame, profile_table, state, tables, text
from pages.ui.words import count

workspace = frame.open_page("Profile", text.PROFILE_QUESTION)

st.markdown(text.PROFILE_HELP)
profile_table.suggest_rows(workspace)
edited = profile_table.edit(workspace)
reading = read_profile(tables.rows_of(edited))
frame.problems(reading.problems)

changed = replace(workspace, profile=reading.profile, weights=reading.weights)
profile_table.settle(changed)
state.commit(changed, "edit the profile")

with st.expander("What the weights mean", icon=":material/balance:"):
    st.markdown(text.WEIGHTS)
    profile_table.show_suggestions()

if workspace.profile:
    st.text(
        f"{count(len(workspace.profile), 'fact')} about you, total weight {profile_table.total_weight(workspace):g}."
    )
    st.page_link("you/releases.py", label="Next: what you gave away", icon=":material/outbox:")
