"""Letters: to whom, their deadlines, and what came of them."""

import streamlit as st

from pages import catalogue
from pages.app import page
from pages.decide.requests import letter, overview, statuses, text
from pages.kit import glossary

workspace = page.open_page(catalogue.REQUESTS, text.QUESTION)

page.need_releases(workspace)

glossary.say_leaked(workspace, glossary.NOTHING_TAKES_BACK)
with st.container(border=True):
    letter.form(workspace)

if workspace.requests:
    overview.show_headline(workspace)
    letter.show_letter(workspace, letter.choose(workspace))
    overview.show_all(workspace)
else:
    st.caption(text.NOTHING_SENT)

statuses.show_statuses(workspace)
with st.expander(text.SOURCES, icon=":material/contact_mail:"):
    letter.fresher(workspace)
    letter.sources()
