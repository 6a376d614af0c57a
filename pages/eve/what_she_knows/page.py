"""Step by step: what Eve finds from the facts she starts with, and how sure she is of it."""

import streamlit as st

from leakage.resolution.evidence import odds_of
from leakage.workspace.figures.next_move import can_dip
from pages import catalogue
from pages.app import page
from pages.eve.what_she_knows import next_check, search, sureness, text
from pages.kit import glossary, shared_figures

workspace = page.open_page(catalogue.WHAT_SHE_KNOWS, text.QUESTION)

page.need_releases(workspace)
searches = can_dip(workspace.adversary)
if not searches and odds_of(workspace.adversary.matches) is None:
    page.nothing_yet(text.NO_DIPPING, catalogue.ADVERSARY, "Go to Eve")

glossary.say_leaked(workspace, glossary.NOTHING_REACHES_HER)
answer = st.container()
leaked = shared_figures.choose_pool(workspace)
if searches:
    composite = search.show_search(workspace, leaked, answer)
    details = st.expander(text.DETAILS, icon=":material/psychology:", key="search-details", on_change="rerun")
    if details.open:
        with details:
            sureness.show_beliefs(workspace, composite)
            sureness.show_thresholds(workspace, leaked)
else:
    answer.text(text.LINKS_ONLY)
    sureness.show_thresholds(workspace, leaked)
next_check.show_next_check(workspace, leaked)
