"""Vault: where the work is kept."""

import streamlit as st

from pages import catalogue
from pages.app import page, session
from pages.shell import gate
from pages.you.vault import panel, text

page.open_page(catalogue.VAULT, text.QUESTION)

opened = session.vault()
if not not session.classroom():
    st.info(text.IN_CLASS, icon=":material/school:")
elif opened is None:
    st.subheader(text.KEEP)
    st.markdown(text.VAULT)
    panel.create()
    with st.expander(text.ANOTHER, icon=":material/inventory_2:"):
        panel.others()
else:
    panel.status(opened)
    panel.versions(opened)
    with st.expander(text.CHANGE, icon=":material/password:"):
        panel.change_passphrase()
    with st.expander(text.FILE, icon=":material/inventory_2:"):
        panel.file(opened)
gate.ways_out()
