"""Adversary: how records are put together, and by whom."""

import streamlit as st

from pages.ui import frame, policies, pooling, text

workspace = frame.open_page("Adversary", text.ADVERSARY_QUESTION)

st.subheader("Which records does she take for the same person?")
policies.choose(workspace)
if workspace.policy:
    st.text(policies.sentence(workspace, workspace.adversary))
    with st.expander("Change its rules", icon=":material/edit:"):
        st.markdown(text.POLICY_HELP)
        policies.edit(workspace, workspace.policy)
policies.add_and_remove(workspace)
if len(workspace.policies) > 1 and workspace.releases:
    st.caption("The same releases under each policy")
    policies.compare(workspace)

st.subheader("Who shares with whom?")
pooling.choose(workspace)

st.subheader("What else does she hold?")
pooling.background(workspace)

if workspace.releases:
    st.page_link("decide/leakage.py", label="Next: what she knows", icon=":material/monitoring:")
