"""Decoys: what wrong but believable details would take back, and the best way to use them."""

import streamlit as st

from pages import catalogue
from pages.app import page
from pages.decide.disinformation import decoys
from pages.kit import glossary

workspace = page.open_page(catalogue.DISINFORMATION, "What if you also gave Eve something wrong?")

page.need_worst_pool(workspace)
if not glossary.say_leaked(workspace, glossary.NOTHING_REACHES_HER):
    st.markdown(
        ":orange[:material/gavel:] Use an alias at a shop, a masked card, a throw-away address or a nickname. Never "
        "state false things to authorities, banks, insurers or employers, and never use a real person's data: that can "
        "be an offence, and it harms them."
    )
    decoys.show_decoys(workspace)
