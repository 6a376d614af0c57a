"""Adversary: how records are put together, and by whom."""

import streamlit as st

from pages import catalogue
from pages.eve.adversary import files, policies, pooling, text
from pages.shell import frame, session

workspace = frame.open_page(catalogue.ADVERSARY, text.QUESTION)

st.subheader("Which records does she take for the same person?")
policies.choose(workspace)
policies.follow(workspace)
if workspace.policy:
    st.text(policies.sentence(workspace.adversary))
    with st.expander("Change its rules", icon=":material/edit:"):
        st.markdown(text.POLICY_HELP)
        policies.edit(workspace, workspace.policy)
    properties = st.expander("Its properties", icon=":material/rule:", key="policy-properties", on_change="rerun")
    if properties.open:
        with properties:
            policies.show_properties(workspace, workspace.policy)
    with st.expander("How good is it? Try it on labelled records", icon=":material/fact_check:"):
        policies.try_out(workspace, workspace.policy)
policies.add_and_remove(workspace)
if len(workspace.policies) > 1 and workspace.releases:
    st.caption("The same releases under each policy")
    policies.compare(workspace)

st.subheader("Who shares with whom?")
pooling.choose(workspace)
pooling.newcomers(workspace)

st.subheader("What else does she hold?")
pooling.background(workspace)
files.show_files(workspace)

if workspace.releases:
    session.link_next(catalogue.LEAKAGE)
