"""Eve: who puts your details together, how she matches records, and who shares with whom."""

import streamlit as st

from pages import catalogue
from pages.app import page
from pages.eve.adversary import everyday, policies, pooling, strangers, text

workspace = page.open_page(catalogue.ADVERSARY, text.QUESTION)

st.subheader(text.WHICH)
rows = policies.choose_eve(workspace)
policies.show_rules(workspace)

st.subheader(text.SHARING)
pooling.choose(workspace)

if workspace.releases:
    page.link(catalogue.LEAKAGE, f"Next: {catalogue.LEAKAGE.title}")

st.subheader(text.MORE)
everyday.offer_further(workspace)
with st.expander(text.HOLDS, icon=":material/folder_shared:"):
    pooling.background(workspace)
    strangers.offer(workspace)
policies.show_details(workspace, rows)
pooling.newcomers(workspace)
