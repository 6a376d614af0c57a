"""What she knows: the adversary's search, step by step, and the records she has put together."""

import streamlit as st

from leakage.workspace.figures.belief import evidence_of
from leakage.workspace.figures.next_move import can_dip
from pages import catalogue
from pages.eve.what_she_knows import search, text, thresholds
from pages.shell import frame

workspace = frame.open_page(catalogue.WHAT_SHE_KNOWS, text.QUESTION)

frame.need_releases(workspace)
searches = can_dip(workspace.adversary)
if not searches and evidence_of(workspace) is None:
    frame.nothing_yet(text.NO_DIPPING, catalogue.ADVERSARY, "Go to the adversary")

answer = st.container()
known = search.choose_pool(workspace)
if searches:
    query = search.choose_query(workspace)
    discovery = search.discovery(workspace, known.pool, query)
    with answer:
        search.headline(discovery)
        search.bounds(workspace, known, query)
    step = search.steps(workspace, known, discovery)
    thresholds.show_beliefs(workspace, discovery.composite(step))
else:
    answer.text(text.LINKS_ONLY)
thresholds.show_composites(workspace, known)
thresholds.show_thresholds(workspace, known)
thresholds.what_if(workspace)
