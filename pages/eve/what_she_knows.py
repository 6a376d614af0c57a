"""What she knows: the adversary's search, step by step, and the records she has put together."""

import streamlit as st

from leakage.workspace.dipping import can_dip
from pages.ui import figures, findings, frame, text

workspace = frame.open_page("What she knows", text.FINDINGS_QUESTION)

if not workspace.profile:
    frame.nothing_yet("First say what is true about you.", "you/profile.py", "Go to the profile")
if not workspace.releases:
    frame.nothing_yet("Next say what you gave away, and to whom.", "you/releases.py", "Go to the releases")
if not can_dip(workspace.adversary):
    frame.nothing_yet(text.NO_DIPPING, "eve/adversary.py", "Go to the adversary")

answer = st.container()
found = findings.choose_pool(workspace)
query = findings.choose_query(workspace)
discovery = figures.discovery(workspace, found.pool, query)

with answer:
    findings.headline(discovery)
    findings.bounds(workspace, found, query)
step = findings.steps(workspace, found, discovery)
findings.beliefs(workspace, discovery.composite(step))
findings.composites(workspace, found)
findings.what_if(workspace)
