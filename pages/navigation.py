"""The router: the menu, the gate before a vault, and the page that was asked for."""

from itertools import groupby

import streamlit as st

from pages.catalogue import PAGES, Page
from pages.shell import computing, gate, knowledge, locking, uploads, vault_session

PROGRAM = "How much does she know?"

st.set_page_config(layout="wide")


def _streamlit_page(page: Page) -> st.Page:
    return st.Page(
        page.path, title=page.title, icon=page.icon, url_path=page.url_path or None, default=not page.url_path
    )


shown = {page: _streamlit_page(page) for page in PAGES}
menu = {group: [shown[page] for page in pages] for group, pages in groupby(PAGES, lambda page: page.group)}
# Before anything is a touch: a machine that was asleep is woken by the first one.
locking.lock_if_due()
closed = vault_session.gated()
page = st.navigation(menu, position="hidden" if closed else "sidebar", expanded=True)
# The tab says which page it is; before the gate, only which program.
title = next((ours.title for ours, theirs in shown.items() if theirs is page and not closed), "")
st.set_page_config(page_title=f"{title} · {PROGRAM}" if title else PROGRAM)
if closed:
    gate.show()
else:
    locking.touch()
    vault_session.save()
    vault_session.catch_up()
    computing.show(page.run)
    knowledge.record()
    vault_session.save_metadata()
    uploads.give_back()
